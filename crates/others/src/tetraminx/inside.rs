//! Coordinates of positions that turns of inner layers and of one middle layer can reach.
//!
//! Start at [`Coordinates`] and [`Inside`]. The middle layer is that of corner 0. The second wings whose second corner is 0 then stay in their three
//! places, and the other nine move in even permutations: 3 · 9!/2 arrangements. The edges turn with the middle layer: 3. The centres and those of
//! the faces make all even permutations: 12!/2 and 4!/2. All these are independent.

use super::model::{
    CORNERS, Kind, Move, PAIRS, Position, composed, corners, is_even, pair, rotated, sources_of_faces,
};
use permutant_group::rank::lehmer;
use permutant_search::prefetch::prefetch;

/// The number of turns: those of inner layers, and of one middle layer.
pub(super) const TURNS: usize = 10;

/// The numbers of arrangements: 9!/2, 4!/2 and 12!/2.
const NINE: usize = 181_440;
const FACES: usize = 12;
pub(super) const CENTRES: usize = 239_500_800;

/// The number of arrangements of second wings, edges and centres of faces.
pub(super) const REST: usize = 3 * NINE * 3 * FACES;

/// The turns by number, which are the first of all [`Move`]s.
pub(super) fn turns() -> [Move; TURNS] {
    std::array::from_fn(Move::of)
}

/// A position, as far as inner and middle layers move it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Inside {
    /// The number of the arrangement of second wings.
    pub(super) wings: u32,
    /// How often the middle layer has turned.
    pub(super) edges: u8,
    /// The number of the arrangement of the centres of faces.
    pub(super) faces: u8,
    /// The centres.
    pub(super) centres: [u8; PAIRS],
}

impl Inside {
    /// The number of the arrangement of everything but the centres.
    pub(super) fn rest(&self) -> usize {
        (self.wings as usize * 3 + usize::from(self.edges)) * FACES + usize::from(self.faces)
    }
}

/// The number of an even permutation of twelve.
#[inline(always)]
pub(super) fn rank_of_centres(centres: &[u8; PAIRS]) -> usize {
    // The last two follow from the others.
    let [first @ .., _, _] = centres;
    lehmer::rank_unchecked::<PAIRS, { PAIRS - 2 }>(first) as usize
}

/// The even permutation of a number.
pub(super) fn centres_of_rank(rank: usize) -> [u8; PAIRS] {
    completed::<PAIRS, { PAIRS - 2 }>(lehmer::unrank_unchecked::<PAIRS, { PAIRS - 2 }>(rank as u64))
}

/// The even permutation that begins so.
fn completed<const N: usize, const K: usize>(first: [u8; K]) -> [u8; N] {
    let mut all = [0; N];
    all[..K].copy_from_slice(&first);
    let mut missing = (0..N as u8).filter(|value| !first.contains(value));
    all[K..].iter_mut().zip(&mut missing).for_each(|(place, value)| *place = value);
    if !is_even(&all) {
        all.swap(N - 2, N - 1);
    }
    all
}

/// The second wings that stay in their three places, in the order in which the inner layer of corner 0 takes one to the next.
pub(super) fn three() -> [usize; 3] {
    let next = |corner| rotated(0, corner);
    [1, next(1), next(next(1))].map(|first| pair([first, 0]))
}

/// The other second wings.
fn nine() -> [usize; 9] {
    let mut others = (0..PAIRS).filter(|&wing| corners(wing)[1] != 0);
    std::array::from_fn(|_| others.next().unwrap_or(0))
}

/// The number of an arrangement of second wings.
fn rank_of_wings(wings: &[u8; PAIRS]) -> u32 {
    let (three, nine) = (three(), nine());
    let number = |wing: u8| nine.iter().position(|&other| other == usize::from(wing)).unwrap_or(0) as u8;
    let first: [u8; 7] = std::array::from_fn(|at| number(wings[nine[at]]));
    let turned = three.iter().position(|&wing| wing == usize::from(wings[three[0]])).unwrap_or(0);
    lehmer::rank_unchecked::<9, 7>(&first) as u32 * 3 + turned as u32
}

/// The arrangement of a number.
fn wings_of_rank(rank: u32) -> [u8; PAIRS] {
    let (three, nine) = (three(), nine());
    let mut wings = [0; PAIRS];
    for (at, number) in
        completed::<9, 7>(lehmer::unrank_unchecked::<9, 7>(u64::from(rank / 3))).into_iter().enumerate()
    {
        wings[nine[at]] = nine[usize::from(number)] as u8;
    }
    for at in 0..3 {
        wings[three[at]] = three[(at + rank as usize % 3) % 3] as u8;
    }
    wings
}

/// How turns change the numbers.
#[derive(Debug)]
pub(super) struct Coordinates {
    wings: Vec<[u32; TURNS]>,
    faces: [[u8; TURNS]; FACES],
    /// By number, the arrangement of the centres of faces.
    arrangements: [[u8; CORNERS]; FACES],
    /// By turn, where each centre comes from.
    centres: [&'static [u8; PAIRS]; TURNS],
    /// By turn, the amount that it adds to the turns of the middle layer.
    edges: [u8; TURNS],
}

impl Coordinates {
    /// Computed in a fraction of a second.
    pub(super) fn new() -> Self {
        let turns = turns();
        let by_wings = turns.map(|turn| Kind::SecondWings.sources(turn));
        let wings = (0..3 * NINE as u32).map(|number| {
            let wings = wings_of_rank(number);
            by_wings.map(|sources| rank_of_wings(&composed(&wings, sources)))
        });
        let arrangements: [[u8; CORNERS]; FACES] =
            std::array::from_fn(|at| completed::<4, 2>(lehmer::unrank_unchecked::<4, 2>(at as u64)));
        let number = |faces: [u8; CORNERS]| lehmer::rank_unchecked::<4, 2>(&[faces[0], faces[1]]) as u8;
        let faces =
            arrangements.map(|faces| turns.map(|turn| number(composed(&faces, sources_of_faces(turn)))));
        Coordinates {
            wings: wings.collect(),
            faces,
            arrangements,
            centres: turns.map(|turn| Kind::Centres.sources(turn)),
            edges: std::array::from_fn(|turn| turn.saturating_sub(TURNS - 3) as u8),
        }
    }

    /// A position by its numbers; `None` if it is not among those that the turns reach.
    pub(super) fn inside(&self, position: &Position) -> Option<Inside> {
        let mut turned = Position::SOLVED;
        let edges = (0..3).find(|_| {
            let is_same = turned.of(Kind::Edges) == position.of(Kind::Edges);
            if !is_same {
                turned = turned.after(Move::of(TURNS - 2));
            }
            is_same
        })?;
        let (wings, centres) = (*position.of(Kind::SecondWings), *position.of(Kind::Centres));
        let faces = self.arrangements.iter().position(|faces| *faces == position.faces)?;
        let inside = Inside { wings: rank_of_wings(&wings), edges, faces: faces as u8, centres };
        let is_among =
            wings_of_rank(inside.wings) == wings && centres_of_rank(rank_of_centres(&centres)) == centres;
        is_among.then_some(inside)
    }

    /// All but the centres after a turn; these are left as they are.
    #[inline(always)]
    pub(super) fn rest_after(&self, of: &Inside, turn: usize) -> Inside {
        let edges = of.edges + self.edges[turn];
        Inside {
            wings: self.wings[of.wings as usize][turn],
            edges: if edges >= 3 { edges - 3 } else { edges },
            faces: self.faces[usize::from(of.faces)][turn],
            centres: of.centres,
        }
    }

    /// Begins to look up what is after the turns of a position.
    #[inline(always)]
    pub(super) fn prefetch(&self, of: &Inside) {
        prefetch(&self.wings, of.wings as usize);
    }

    /// The centres after a turn.
    #[inline(always)]
    pub(super) fn centres_after(&self, centres: &[u8; PAIRS], turn: usize) -> [u8; PAIRS] {
        composed(centres, self.centres[turn])
    }

    /// The numbers of all arrangements of the rest that are a turn away from that of a number.
    pub(super) fn rests_beside(&self, rest: usize) -> [usize; TURNS] {
        let of = Inside {
            wings: (rest / (3 * FACES)) as u32,
            edges: (rest / FACES % 3) as u8,
            faces: (rest % FACES) as u8,
            centres: [0; PAIRS],
        };
        std::array::from_fn(|turn| self.rest_after(&of, turn).rest())
    }

    /// The same for centres.
    pub(super) fn centres_beside(&self, rank: usize) -> [usize; TURNS] {
        let centres = centres_of_rank(rank);
        std::array::from_fn(|turn| rank_of_centres(&self.centres_after(&centres, turn)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use permutant_group::random::below;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    #[test]
    fn numbers_change_as_positions_do() {
        let coordinates = Coordinates::new();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut position = Position::SOLVED;
        let mut inside = coordinates.inside(&position).unwrap();
        assert_eq!((inside.rest(), rank_of_centres(&inside.centres)), (0, 0));
        for _ in 0..300 {
            let turn = below(&mut rng, TURNS as u64) as usize;
            position = position.after(Move::of(turn));
            let beside = coordinates.rests_beside(inside.rest())[turn];
            let centres = coordinates.centres_beside(rank_of_centres(&inside.centres))[turn];
            inside = Inside {
                centres: coordinates.centres_after(&inside.centres, turn),
                ..coordinates.rest_after(&inside, turn)
            };
            assert_eq!(coordinates.inside(&position), Some(inside));
            assert_eq!((inside.rest(), rank_of_centres(&inside.centres)), (beside, centres));
            assert!(inside.rest() < REST && centres < CENTRES);
        }
        let outside = position.after(Move::of(TURNS));
        assert_eq!(coordinates.inside(&outside), None);
    }
}
