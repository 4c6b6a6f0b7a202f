//! The numbering of the states of a puzzle: by coordinates divided between rows and places, by blocks, or by cosets.
//!
//! Start at [`Numbering::new`], which chooses.

use super::block_index::BlockIndex;
use super::coordinate::{Coordinate, TooLarge};
use super::cosets::CosetIndex;
use super::index::{self, StateIndex};
use super::move_set::MoveSet;
use super::move_symmetry::{MoveSymmetries, SymmetryUse};
use super::rows::Rows;
use super::slots::{Aspect, Slots};
use super::split;
use permutant_puzzle::state::State;
use std::sync::Arc;

/// A perfect index of reachable states as rows and places.
#[derive(Clone, Debug)]
pub enum Numbering {
    /// Coordinates divided between rows and places.
    Coordinates(StateIndex),
    /// One set of pieces, some distinguished by rows, the others by places.
    Cosets(CosetIndex),
    /// One large set of pieces, blocks of which are placed by rows and arranged by places.
    Blocks(Box<BlockIndex>),
}

/// Options for building a numbering.
#[derive(Clone, Copy, Debug)]
pub struct NumberingOptions {
    /// Greatest number of rows.
    pub most_rows: usize,
    /// Which symmetries are used.
    pub symmetry: SymmetryUse,
    /// Whether every number has to belong to a state. Blocks are numbered apart from each other, although even moves, for instance, reach
    /// only half of their arrangements.
    pub exact: bool,
    /// Number of threads that share the work; the numbering does not depend on it.
    pub threads: usize,
}

/// Greatest number of arrangements of one set of pieces that are enumerated rather than numbered by cosets: some
/// hundredths of a second.
const FEW: f64 = 1e5;

/// Greatest number of values of the rest of a puzzle beside blocks.
const MOST_REST: usize = 1 << 14;

impl Numbering {
    /// The number of rows that fit into the given bytes: a row takes a step of 8 bytes for each move, and twice as much
    /// again while it is being built.
    pub fn most_rows(moves: &MoveSet, bytes: u64) -> usize {
        let most = bytes / (24 * moves.len().max(1) as u64);
        usize::try_from(most).unwrap_or(usize::MAX).min(u32::MAX as usize - 1)
    }

    /// The states that the moves reach from `solved`, by some aspects, with the symmetries that permute the rows. The
    /// moves must always be possible. Fails if there would be too many rows.
    pub fn new(
        aspects: &[Slots],
        solved: &State,
        moves: &MoveSet,
        options: NumberingOptions,
    ) -> Result<(Self, MoveSymmetries), TooLarge> {
        let NumberingOptions { most_rows, symmetry, .. } = options;
        let by_coordinates = || {
            let found = StateIndex::with_symmetries(aspects, solved, moves, most_rows, symmetry);
            found.map(|(index, symmetries)| (Numbering::Coordinates(index), symmetries))
        };
        // Cosets are numbered without symmetries.
        let first = (symmetry == SymmetryUse::Most).then(by_coordinates);
        if let Some(Ok(found)) = first {
            return Ok(found);
        }
        let beside_blocks = if options.exact { None } else { Beside::new(aspects, solved, moves, most_rows) };
        if symmetry != SymmetryUse::None
            && let Some(index) = beside_blocks.as_ref().and_then(|beside| beside.index(BlockIndex::new))
        {
            let symmetries = index.symmetries().clone();
            return Ok((Numbering::Blocks(Box::new(index)), symmetries));
        }
        if let [slots] = aspects
            && slots.aspect == Aspect::Places
            && slots.arrangements(solved) > FEW
            && let Ok(index) = CosetIndex::new(slots, solved, moves, most_rows, options.threads)
        {
            return Ok((Numbering::Cosets(index), MoveSymmetries::none(moves)));
        }
        if let Some(beside) = beside_blocks
            && let Some(index) = beside.index(BlockIndex::without_symmetries)
        {
            return Ok((Numbering::Blocks(Box::new(index)), MoveSymmetries::none(moves)));
        }
        first.unwrap_or_else(by_coordinates)
    }

    /// Number of rows, including those that symmetries omit.
    pub fn row_count(&self) -> usize {
        match self {
            Numbering::Coordinates(index) => index.row_count(),
            Numbering::Cosets(index) => index.rows().len(),
            Numbering::Blocks(index) => index.row_count(),
        }
    }

    /// Number of places per row.
    pub fn width(&self) -> usize {
        match self {
            Numbering::Coordinates(index) => index.width(),
            Numbering::Cosets(index) => index.width(),
            Numbering::Blocks(index) => index.width(),
        }
    }

    /// The number of numbered states: all reachable states, or an upper bound for their number by blocks.
    pub fn size(&self) -> u64 {
        self.row_count() as u64 * self.width() as u64
    }

    /// Row and place of a reachable state, among all rows. For an unreachable one, `None` or those of another state.
    pub fn find(&self, state: &State) -> Option<(usize, usize)> {
        match self {
            Numbering::Coordinates(index) => index.find(state),
            Numbering::Cosets(index) => index.find(state),
            Numbering::Blocks(index) => index.find(state),
        }
    }

    /// All rows.
    pub fn rows(&self) -> Arc<Rows> {
        match self {
            Numbering::Coordinates(index) => Arc::new(index.rows()),
            Numbering::Cosets(index) => index.rows().clone(),
            Numbering::Blocks(index) => Arc::new(index.all_rows()),
        }
    }

    /// One row of each class under the symmetries that were found with the numbering.
    pub fn classes(&self, symmetries: &MoveSymmetries) -> Arc<Rows> {
        match self {
            Numbering::Coordinates(index) if symmetries.count() > 1 => Arc::new(index.classes(symmetries)),
            Numbering::Blocks(index) if symmetries.count() > 1 => Arc::new(index.classes()),
            _ => self.rows(),
        }
    }

    /// About the most bytes that [`Numbering::classes`] takes at a time, with the numbering and the result.
    pub fn classes_bytes(&self, symmetries: &MoveSymmetries) -> u64 {
        match self {
            Numbering::Coordinates(index) if symmetries.count() > 1 => {
                index.bytes() as u64 + index.classes_bytes(symmetries)
            }
            Numbering::Blocks(index) => index.bytes() + index.forming_bytes(),
            _ => self.bytes(),
        }
    }

    /// Upper bound for its size in bytes, including its rows.
    pub fn bytes(&self) -> u64 {
        match self {
            Numbering::Coordinates(index) => index.rows_bytes() + index.bytes() as u64,
            Numbering::Cosets(index) => (index.rows().bytes() + index.bytes()) as u64,
            Numbering::Blocks(index) => index.bytes(),
        }
    }
}

/// A large set of pieces, and a small rest of the puzzle beside it.
struct Beside<'a> {
    slots: &'a Slots,
    rest: Coordinate,
    solved: &'a State,
    moves: &'a MoveSet,
    bytes: u64,
}

impl<'a> Beside<'a> {
    /// `None` if no set is large, or the rest is not small.
    fn new(aspects: &'a [Slots], solved: &'a State, moves: &'a MoveSet, most_rows: usize) -> Option<Self> {
        let is_large = |slots: &Slots| slots.aspect == Aspect::Places && slots.arrangements(solved) > FEW;
        let large = aspects.iter().position(is_large)?;
        let rest = aspects.iter().enumerate().filter(|(at, _)| *at != large);
        let rest: Vec<Slots> = rest.map(|(_, slots)| slots.clone()).collect();
        let values = |slots: &Slots| match slots.aspect {
            Aspect::Places => slots.arrangements(solved),
            // The sum of twists of all slots but one usually determines the last one.
            Aspect::Twists | Aspect::Contents => (slots.contents() as f64).powi(slots.slots.len() as i32 - 1),
        };
        if rest.iter().map(values).product::<f64>() > MOST_REST as f64 {
            return None;
        }
        let rest = split::coordinates(&rest, solved, moves, MOST_REST).ok()?;
        let rest = index::join(rest, moves, MOST_REST).ok()?;
        let bytes = most_rows as u64 * 24 * moves.len() as u64;
        Some(Beside { slots: &aspects[large], rest, solved, moves, bytes })
    }

    /// The index by blocks of the set, made in one of two ways.
    fn index(
        &self,
        make: impl Fn(&Slots, Coordinate, &State, &MoveSet, u64) -> Option<BlockIndex>,
    ) -> Option<BlockIndex> {
        make(self.slots, self.rest.clone(), self.solved, self.moves, self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use permutant_puzzle::catalog;
    use permutant_puzzle::metric::Metric;

    /// The moves of the dino cube are even: blocks have twice as many numbers as there are states.
    #[test]
    fn exact_numbers_belong_to_states() {
        let puzzle = catalog::find("dino").unwrap().puzzle;
        let metric = Metric::htm();
        let moves = MoveSet::new(&puzzle, &puzzle.search_turns(&metric), &metric).unwrap();
        let aspects = split::aspects(&puzzle, puzzle.solved(), &moves).unwrap();
        for (exact, size, symmetries) in [(true, 239_500_800, 1), (false, 479_001_600, 48)] {
            let options =
                NumberingOptions { most_rows: 1 << 20, symmetry: SymmetryUse::IfFaster, exact, threads: 2 };
            let (numbering, found) = Numbering::new(&aspects[..1], puzzle.solved(), &moves, options).unwrap();
            assert_eq!((numbering.size(), found.count()), (size, symmetries));
        }
    }
}
