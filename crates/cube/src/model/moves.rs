//! The six faces and the eighteen face turns of the cube, by name only.
//!
//! Start at [`Move`]. The effect of a turn on the pieces is in [`crate::model::cubie`]. There is no parser here, because the
//! notation of the puzzle crate reads algorithms.

use std::fmt;

/// A face of the cube, in the order of facelet strings: U R F D L B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)] // The names say it all.
pub enum Face {
    U,
    R,
    F,
    D,
    L,
    B,
}

impl Face {
    /// All six, in order.
    pub const ALL: [Face; 6] = [Face::U, Face::R, Face::F, Face::D, Face::L, Face::B];

    /// Index 0..6 in the order U R F D L B.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opposite face.
    pub const fn opposite(self) -> Face {
        Face::ALL[(self as usize + 3) % 6]
    }

    /// `U`, `R`, `F`, `D`, `L` or `B`.
    pub const fn letter(self) -> char {
        ['U', 'R', 'F', 'D', 'L', 'B'][self as usize]
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A turn of one face by one, two or three quarters clockwise: 3 · face + quarters − 1, so 0..18.
///
/// ```
/// use permutant_cube::model::moves::{Face, Move};
/// let turn = Move::new(Face::R, 3).unwrap();
/// assert_eq!(turn.to_string(), "R'");
/// assert_eq!(turn.inverse().to_string(), "R");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u8);

impl Move {
    /// Number of face turns, 6 · 3.
    pub const COUNT: usize = 18;

    /// All eighteen: U, U2, U', R, R2, …, B'.
    pub const ALL: [Move; Move::COUNT] = {
        let mut all = [Move(0); Move::COUNT];
        let mut m = 0;
        while m < Move::COUNT {
            all[m] = Move(m as u8);
            m += 1;
        }
        all
    };

    /// The turn of `face` by `quarters` (1 to 3) clockwise; `None` for any other number.
    pub const fn new(face: Face, quarters: u8) -> Option<Move> {
        if quarters >= 1 && quarters <= 3 { Some(Move(3 * face as u8 + quarters - 1)) } else { None }
    }

    /// The turn of this index; `None` from 18 on.
    pub const fn from_index(index: usize) -> Option<Move> {
        if index < Move::COUNT { Some(Move(index as u8)) } else { None }
    }

    /// Index 0..18.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The face that turns.
    pub const fn face(self) -> Face {
        Face::ALL[self.0 as usize / 3]
    }

    /// Quarter turns clockwise, 1 to 3.
    pub const fn quarters(self) -> u8 {
        self.0 % 3 + 1
    }

    /// Whether the two turns together are a turn of the middle slice between them, and of the whole cube.
    pub fn makes_slice_with(self, other: Move) -> bool {
        self.face() == other.face().opposite() && self.quarters() + other.quarters() == 4
    }

    /// The inverse turn.
    pub const fn inverse(self) -> Move {
        Move(self.0 - self.0 % 3 + 2 - self.0 % 3)
    }
}

/// A metric: how turns are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Metric {
    /// Each turn of a face counts 1 (HTM).
    #[default]
    HalfTurn,
    /// A half turn counts 2 (QTM).
    QuarterTurn,
    /// Each turn of a face or of a middle slice counts 1 (STM). A middle slice is turned by turning both faces beside it, which leaves the
    /// centres in their places: R L' counts 1.
    SliceTurn,
    /// As slice turns, but a half turn of a face or of a middle slice counts 2 (SQTM).
    SliceQuarterTurn,
    /// All turns of two opposite faces that follow each other count 1 together (ATM).
    AxialTurn,
}

impl Metric {
    /// The cost of one turn of a face.
    pub const fn cost(self, turn: Move) -> u32 {
        match self {
            Metric::QuarterTurn | Metric::SliceQuarterTurn if turn.quarters() == 2 => 2,
            _ => 1,
        }
    }

    /// Whether the turns of two opposite faces can count 1 together.
    pub const fn joins_opposite_faces(self) -> bool {
        matches!(self, Metric::SliceTurn | Metric::SliceQuarterTurn | Metric::AxialTurn)
    }

    /// The total cost of some turns.
    pub fn length(self, moves: &[Move]) -> u32 {
        match self {
            Metric::HalfTurn | Metric::QuarterTurn => moves.iter().map(|&turn| self.cost(turn)).sum(),
            Metric::SliceTurn => {
                let (mut cost, mut rest) = (0, moves);
                while let Some((&turn, after)) = rest.split_first() {
                    let is_slice = after.first().is_some_and(|&next| turn.makes_slice_with(next));
                    cost += 1;
                    rest = &after[usize::from(is_slice)..];
                }
                cost
            }
            Metric::SliceQuarterTurn => runs(moves).map(quarters_with_slice).sum(),
            Metric::AxialTurn => runs(moves).count() as u32,
        }
    }
}

/// The runs of turns about one axis.
pub(crate) fn runs(moves: &[Move]) -> impl Iterator<Item = &[Move]> {
    moves.chunk_by(|one, next| one.face() as u8 % 3 == next.face() as u8 % 3)
}

/// The fewest quarter turns of two opposite faces and of the slice between them that do the same as a run of turns of the faces, up to a
/// rotation of the whole cube.
fn quarters_with_slice(run: &[Move]) -> u32 {
    let mut faces = [0u8; 2];
    for turn in run {
        faces[usize::from(turn.face() as u8 / 3)] += turn.quarters();
    }
    let least = |quarters: u8| [0, 1, 2, 1][usize::from(quarters % 4)];
    // A turn of the slice is one of the first face and one of the second, in opposite senses.
    let with = |slice: u8| least(faces[0] % 4 + slice) + least(faces[1] % 4 + 4 - slice) + least(slice);
    (0..4).map(with).min().unwrap_or(0)
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.face(), ["", "2", "'"][usize::from(self.quarters()) - 1])
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A sequence of turns, written with separating spaces; the empty text if there are none.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm<'a>(pub &'a [Move]);

impl fmt::Display for Algorithm<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, turn) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{turn}")?;
        }
        Ok(())
    }
}

/// The inverse of `moves`: each turn inverted, in reverse order.
pub fn inverse(moves: &[Move]) -> Vec<Move> {
    moves.iter().rev().map(|turn| turn.inverse()).collect()
}

/// The same element with adjacent turns of one face merged, also across a turn of the opposite face.
///
/// Opposite faces are written in the order U D, R L, F B. O(length).
///
/// ```
/// use permutant_cube::model::moves::{merge, Algorithm, Face, Move};
/// let turn = |face, quarters| Move::new(face, quarters).unwrap();
/// let merged = merge(&[turn(Face::L, 1), turn(Face::R, 1), turn(Face::L, 2)]);
/// assert_eq!(Algorithm(&merged).to_string(), "R L'");
/// ```
pub fn merge(moves: &[Move]) -> Vec<Move> {
    let mut merged: Vec<Move> = Vec::with_capacity(moves.len());
    for &turn in moves {
        let face = turn.face();
        // Turns of the same axis at the end of what is merged so far: at most one of each face, lower face first.
        let run = merged.iter().rev().take_while(|m| m.face() == face || m.face() == face.opposite()).count();
        let tail = merged.split_off(merged.len() - run);
        let mut quarters = [0u8; 6];
        for m in tail.iter().chain([&turn]) {
            quarters[m.face().index()] += m.quarters();
        }
        let (low, high) =
            if face < face.opposite() { (face, face.opposite()) } else { (face.opposite(), face) };
        merged.extend([low, high].into_iter().filter_map(|f| Move::new(f, quarters[f.index()] % 4)));
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::cubie::CubieCube;

    #[test]
    fn names_and_inverses() {
        let names: Vec<String> = Move::ALL.iter().map(ToString::to_string).collect();
        assert_eq!(names.join(" "), "U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'");
        for turn in Move::ALL {
            assert_eq!(Move::new(turn.face(), turn.quarters()), Some(turn));
            assert_eq!(turn.inverse().inverse(), turn);
            assert_eq!((turn.quarters() + turn.inverse().quarters()) % 4, 0);
        }
        assert_eq!(Move::new(Face::U, 0), None);
        assert_eq!(Move::from_index(18), None);
    }

    #[test]
    fn merging_keeps_the_element_and_leaves_nothing_to_merge() {
        // Every word of three turns and, from a fixed walk, long ones.
        let mut seed = 1u32;
        let mut words: Vec<Vec<Move>> = (0..200)
            .map(|n| {
                let next = || {
                    seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    Move::ALL[(seed >> 24) as usize % 18]
                };
                std::iter::repeat_with(next).take(n % 40).collect()
            })
            .collect();
        for a in Move::ALL {
            for b in Move::ALL {
                words.extend(Move::ALL.map(|c| vec![a, b, c]));
            }
        }
        for word in words {
            let merged = merge(&word);
            assert_eq!(CubieCube::SOLVED.after(&merged), CubieCube::SOLVED.after(&word), "{word:?}");
            assert_eq!(merge(&merged), merged);
            assert!(merged.len() <= word.len());
        }
    }
}
