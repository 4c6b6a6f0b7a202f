//! The costs of turns: a metric as data.
//!
//! Start at [`Costs`]. Turns of one axis commute, so a step of an axis is one of fifteen pairs: the quarter turns of its first
//! face and those of its second. A maneuver is a sequence of pairs, no two consecutive ones of the same axis.

use crate::model::cubie::CubieCube;
use crate::model::moves::{Face, Move, runs};
use crate::model::symmetry::Symmetry;

/// Pairs of quarter turns on one axis, without the identity, 4 · 4 − 1.
pub(super) const PAIRS: usize = 15;

/// Pairs of quarters of all axes: 15 · axis + 4 · quarters of the first face + those of the second − 1. The first faces are
/// U, R and F.
pub(super) const AXIS_TURNS: usize = 3 * PAIRS;

/// The layer between two opposite faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slice {
    /// Between U and D, turned as D is.
    E,
    /// Between R and L, turned as L is.
    M,
    /// Between F and B, turned as F is.
    S,
}

impl Slice {
    /// By axis: E, M, S.
    pub const ALL: [Slice; 3] = [Slice::E, Slice::M, Slice::S];

    /// What a quarter of it is with the centres at rest, in quarters of the two faces of its axis.
    const fn faces(self) -> (u8, u8) {
        match self {
            Slice::E | Slice::M => (1, 3),
            Slice::S => (3, 1),
        }
    }

    /// Where a quarter takes centres: each to the next.
    const fn cycle(self) -> [Face; 4] {
        match self {
            Slice::E => [Face::F, Face::R, Face::B, Face::L],
            Slice::M => [Face::U, Face::F, Face::D, Face::B],
            Slice::S => [Face::U, Face::R, Face::D, Face::L],
        }
    }
}

/// One turn of a solution in written form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A face.
    Face(Move),
    /// A slice, by 1 to 3 quarters. It moves the centres: the following turns are named by the current places of the faces.
    Slice(Slice, u8),
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Step::Face(turn) => turn.fmt(f),
            Step::Slice(slice, quarters) => {
                write!(f, "{slice:?}{}", ["", "2", "'"][usize::from(quarters.wrapping_sub(1) % 3)])
            }
        }
    }
}

/// The error for costs that the two phases cannot handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongCosts {
    /// Distances are kept in a byte.
    #[error("a turn costs {0}: expected 1 to {most}", most = Costs::MOST)]
    OutOfRange(u32),
    /// The two phases need quarter turns of five faces; fewer do not reach every cube.
    #[error("quarter turns of {0} faces only are allowed: expected five")]
    TooFewFaces(usize),
    /// A slice takes the centres with it, so that what a face is called changes.
    #[error(
        "slices are allowed, but not every face and slice costs the same: expected the same costs for all"
    )]
    UnevenSlices,
}

/// The cost of each pair of quarters on each axis; forbidden pairs have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Costs {
    /// By pair; [`Costs::FORBIDDEN`] for none.
    pub(super) pairs: [u8; AXIS_TURNS],
    /// How a pair is written, by the quarters of first face, second face and slice, in that order.
    written: [(u8, u8, u8); AXIS_TURNS],
}

/// The quarters of both faces in a pair.
pub(super) const fn quarters(pair: usize) -> (u8, u8) {
    let both = pair % PAIRS + 1;
    (both as u8 / 4, both as u8 % 4)
}

/// The pair of these quarters, not both 0.
const fn pair_of(axis: usize, first: u8, second: u8) -> usize {
    PAIRS * axis + 4 * (first % 4) as usize + (second % 4) as usize - 1
}

/// The turn of a face by 1 to 3 quarters.
fn turn(face: usize, quarters: u8) -> Option<Move> {
    Move::new(Face::ALL[face % 6], quarters)
}

impl Costs {
    /// No cost: forbidden.
    pub(super) const FORBIDDEN: u8 = u8::MAX;

    /// The greatest cost of one turn.
    pub const MOST: u32 = 8;

    /// From the costs of each turn of a face and of each turn of a slice (by 1 to 3 quarters); `None` for forbidden turns.
    ///
    /// # Errors
    ///
    /// [`WrongCosts`].
    pub fn new(
        face: impl Fn(Move) -> Option<u32>,
        slice: impl Fn(Slice, u8) -> Option<u32>,
    ) -> Result<Costs, WrongCosts> {
        let all = Move::ALL.into_iter().filter_map(&face);
        let slices = Slice::ALL.into_iter().flat_map(|s| (1..=3).map(move |q| (s, q)));
        let mut all = all.chain(slices.filter_map(|(s, q)| slice(s, q)));
        if let Some(cost) = all.find(|cost| !(1..=Costs::MOST).contains(cost)) {
            return Err(WrongCosts::OutOfRange(cost));
        }
        let quarters = |face_: &Face| Move::new(*face_, 1).is_some_and(|turn| face(turn).is_some());
        let faces = Face::ALL.iter().filter(|face| quarters(face)).count();
        if faces < 5 {
            return Err(WrongCosts::TooFewFaces(faces));
        }
        let mut costs = Costs { pairs: [Costs::FORBIDDEN; AXIS_TURNS], written: [(0, 0, 0); AXIS_TURNS] };
        let any_slice = Slice::ALL.iter().any(|&s| (1..=3).any(|q| slice(s, q).is_some()));
        let of_face = |f: usize, q: u8| turn(f, q).map_or(Some(0), &face);
        for (axis, &between) in Slice::ALL.iter().enumerate() {
            for (a, b, s) in (0..64).map(|n| (n / 16, n / 4 % 4, n % 4)) {
                let of_slice = if s == 0 { Some(0) } else { slice(between, s) };
                let (Some(x), Some(y), Some(z)) = (of_face(axis, a), of_face(axis + 3, b), of_slice) else {
                    continue;
                };
                let (first, second) = (a + s * between.faces().0, b + s * between.faces().1);
                if first % 4 == 0 && second % 4 == 0 {
                    continue;
                }
                let pair = pair_of(axis, first, second);
                if x + y + z < u32::from(costs.pairs[pair]) {
                    costs.pairs[pair] = (x + y + z) as u8;
                    costs.written[pair] = (a, b, s);
                }
            }
        }
        if any_slice && Symmetry::rotations().any(|rotation| costs.held(rotation) != costs.pairs) {
            return Err(WrongCosts::UnevenSlices);
        }
        Ok(costs)
    }

    /// Turns of a face count 1.
    pub fn half_turns() -> Costs {
        Costs::plain(Costs::new(|_| Some(1), |_, _| None))
    }

    /// Quarter turns of a face count 1.
    pub fn quarter_turns() -> Costs {
        Costs::plain(Costs::new(|turn| Some(if turn.quarters() == 2 { 2 } else { 1 }), |_, _| None))
    }

    /// Turns of a face or a slice count 1.
    pub fn slice_turns() -> Costs {
        Costs::plain(Costs::new(|_| Some(1), |_, _| Some(1)))
    }

    /// Quarter turns of a face or a slice count 1.
    pub fn slice_quarter_turns() -> Costs {
        let quarters = |quarters: u8| Some(if quarters == 2 { 2 } else { 1 });
        Costs::plain(Costs::new(|turn| quarters(turn.quarters()), |_, by| quarters(by)))
    }

    /// Any simultaneous turn of the two faces of an axis costs 1.
    pub fn axial_turns() -> Costs {
        Costs::half_turns().by_axis()
    }

    /// The same, where any simultaneous turn of an axis costs 1.
    pub fn by_axis(mut self) -> Costs {
        for cost in self.pairs.iter_mut().filter(|cost| **cost != Costs::FORBIDDEN) {
            *cost = 1;
        }
        self
    }

    fn plain(costs: Result<Costs, WrongCosts>) -> Costs {
        costs.expect("all six faces turn, at costs of one or two")
    }

    /// The pair as a cube.
    pub(super) fn cube(pair: usize) -> CubieCube {
        Costs::turns(pair).fold(CubieCube::SOLVED, |cube, turn| cube.then(CubieCube::of_move(turn)))
    }

    /// The turns of the faces in a pair.
    pub(super) fn turns(pair: usize) -> impl Iterator<Item = Move> {
        let (axis, (first, second)) = (pair / PAIRS, quarters(pair));
        [turn(axis, first), turn(axis + 3, second)].into_iter().flatten()
    }

    /// The pair S · p · S⁻¹.
    pub(super) fn image(symmetry: Symmetry, pair: usize) -> usize {
        let mut faces = [0; 6];
        for turn in Costs::turns(pair).map(|turn| symmetry.of_move(turn)) {
            faces[turn.face().index()] = turn.quarters();
        }
        let axis = (0..3).find(|&axis| faces[axis] + faces[axis + 3] > 0).unwrap_or(0);
        pair_of(axis, faces[axis], faces[axis + 3])
    }

    /// The inverse of a pair.
    pub(super) fn inverse(pair: usize) -> usize {
        let (first, second) = quarters(pair);
        pair_of(pair / PAIRS, 4 - first, 4 - second)
    }

    /// The costs for a cube after a symmetry: S · p · S⁻¹ costs what p costs here.
    pub(super) fn held(&self, symmetry: Symmetry) -> [u8; AXIS_TURNS] {
        let mut held = self.pairs;
        for (pair, &cost) in self.pairs.iter().enumerate() {
            held[Costs::image(symmetry, pair)] = cost;
        }
        held
    }

    /// Whether exactly the pairs with odd cost change the parity of the corners.
    pub(super) fn follow_parity(&self) -> bool {
        self.pairs.iter().enumerate().all(|(pair, &cost)| {
            let (first, second) = quarters(pair);
            cost == Costs::FORBIDDEN || (cost + first + second).is_multiple_of(2)
        })
    }

    /// The cost of a sequence of pairs.
    pub(super) fn length(&self, pairs: &[usize]) -> u32 {
        pairs.iter().map(|&pair| u32::from(self.pairs[pair])).sum()
    }

    /// Turns of faces in written form, those about one axis as cheaply as these costs allow, up to a rotation of the whole cube.
    pub fn spell(&self, moves: &[Move]) -> Vec<Step> {
        let pair = |run: &[Move]| {
            let mut faces = [0; 6];
            run.iter().for_each(|turn| faces[turn.face().index()] += turn.quarters());
            let axis = run[0].face().index() % 3;
            let [first, second] = [faces[axis] % 4, faces[axis + 3] % 4];
            (first + second > 0).then(|| pair_of(axis, first, second))
        };
        self.write(&runs(moves).filter_map(pair).collect::<Vec<usize>>())
    }

    /// Pairs in written form. Slices move the centres, and faces are named by their current places.
    pub(super) fn write(&self, pairs: &[usize]) -> Vec<Step> {
        // Where the centre of each face is.
        let mut at = Face::ALL;
        let mut steps = Vec::new();
        for &pair in pairs {
            let (axis, (first, second)) = (pair / PAIRS, quarters(pair));
            // The same pair by the places of its faces.
            let mut faces = [0; 6];
            faces[at[axis].index()] = first;
            faces[at[axis + 3].index()] = second;
            let axis = at[axis].index() % 3;
            let (a, b, s) = self.written[pair_of(axis, faces[axis], faces[axis + 3])];
            steps.extend([turn(axis, a), turn(axis + 3, b)].into_iter().flatten().map(Step::Face));
            if s > 0 {
                let slice = Slice::ALL[axis];
                steps.push(Step::Slice(slice, s));
                let cycle = slice.cycle();
                for face in &mut at {
                    if let Some(place) = cycle.iter().position(|other| other == face) {
                        *face = cycle[(place + usize::from(s)) % 4];
                    }
                }
            }
        }
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_of_pairs_are_those_of_their_cheapest_turns() {
        let cost = |costs: &Costs, first, second| costs.pairs[pair_of(1, first, second)];
        let (half, quarter, slice, axial) =
            (Costs::half_turns(), Costs::quarter_turns(), Costs::slice_turns(), Costs::axial_turns());
        for (first, second, expected) in
            [(1, 0, [1, 1, 1, 1]), (2, 0, [1, 2, 1, 1]), (1, 3, [2, 2, 1, 1]), (2, 2, [2, 4, 1, 1])]
        {
            let costs = [&half, &quarter, &slice, &axial].map(|costs| cost(costs, first, second));
            assert_eq!(costs, expected);
        }
        assert!(quarter.follow_parity() && !half.follow_parity());
        assert_eq!(Costs::new(|_| Some(0), |_, _| None), Err(WrongCosts::OutOfRange(0)));
        let four = |turn: Move| (!turn.face().index().is_multiple_of(3)).then_some(1);
        assert_eq!(Costs::new(four, |_, _| None), Err(WrongCosts::TooFewFaces(4)));
        let one_slice = |slice, _| (slice == Slice::M).then_some(1);
        assert_eq!(Costs::new(|_| Some(1), one_slice), Err(WrongCosts::UnevenSlices));
    }

    #[test]
    fn images_and_inverses_are_those_of_the_cubes() {
        for pair in 0..AXIS_TURNS {
            let cube = Costs::cube(pair);
            assert_eq!(cube.then(&Costs::cube(Costs::inverse(pair))), CubieCube::SOLVED);
            for symmetry in Symmetry::all() {
                assert_eq!(Costs::cube(Costs::image(symmetry, pair)), symmetry.of_cube(&cube));
            }
        }
    }
}
