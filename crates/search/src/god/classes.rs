//! Whole states counted by classes: one state represents all its images under symmetries, and their inverses.
//!
//! Start at [`StateClasses::new`]. Symmetries of moves and goals map neighbours to neighbours, so only one state of a
//! class is expanded. The inverse of a state has the same distance from solved, but its neighbours are the inverses of
//! the states that result from a move made *before* the sequence of the state. If the inverse is not itself a symmetric
//! image, it is therefore expanded as well: inverses save memory, not time.

use super::state_codec::WholeStates;
use crate::puzzle_space::{PackedState, PuzzleSpace};
use crate::reachable::move_set::MoveSet;
use crate::reachable::row_set::Fingerprint;
use crate::space::{MoveId, Space};
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;

/// Distinguishes these fingerprints from others; changes whenever equal rows would mean other states.
const PURPOSE: u64 = u64::from_le_bytes(*b"classes1");

/// A puzzle whose states are counted by classes.
#[derive(Debug)]
pub struct StateClasses {
    puzzle: Puzzle,
    goal: State,
    space: PuzzleSpace,
    /// By slot in use: its word, the position and number of its bits, and the least content.
    layout: Vec<(usize, u32, u32, u16)>,
    /// By content, the least content of the same piece.
    pieces: Vec<u16>,
    words: usize,
}

impl StateClasses {
    /// Classes under the symmetries of a puzzle, some of its moves, and at least one goal. `None` if all classes are
    /// single states, or if the puzzle cannot be searched in this way.
    pub fn new(puzzle: &Puzzle, moves: &MoveSet, metric: &Metric, goals: &[State]) -> Option<Self> {
        let turns: Vec<Turn> = moves.moves().iter().map(|m| m.turn.clone()).collect();
        let space = PuzzleSpace::new(puzzle, &turns, metric, goals).ok()?;
        let space = space.with_symmetry(puzzle, &turns, goals);
        let goal = goals[0].clone();
        let is_read = |state: &State| space.pack(puzzle, state, &goal).is_ok();
        if space.symmetry_count() == 1 || !goals.iter().all(is_read) || space.move_count() != turns.len() {
            return None;
        }
        let (mut layout, mut word, mut used) = (Vec::new(), 0, 0);
        for contents in space.contents_by_slot() {
            let bits = u16::BITS - (contents.end - contents.start).saturating_sub(1).leading_zeros();
            if used + bits > u64::BITS {
                (word, used) = (word + 1, 0);
            }
            layout.push((word, used, bits, contents.start));
            used += bits;
        }
        let pieces = space.pieces_by_content();
        Some(StateClasses { puzzle: puzzle.clone(), goal, space, layout, pieces, words: word + 1 })
    }

    /// The number of symmetries, doubled if inverses count as the same.
    pub fn symmetries(&self) -> usize {
        self.space.symmetry_count()
    }

    /// Whether inverses count as the same.
    pub fn with_inverses(&self) -> bool {
        self.space.has_inverses()
    }
}

impl WholeStates for StateClasses {
    fn words(&self) -> usize {
        self.words
    }

    fn room(&self) -> PackedState {
        self.space.goals()[0].clone()
    }

    fn read(&self, state: &State) -> Option<PackedState> {
        self.space.pack(&self.puzzle, state, &self.goal).ok()
    }

    fn pack(&self, state: &PackedState, row: &mut [u64]) {
        row.fill(0);
        for (&content, &(word, first, _, least)) in state.iter().zip(&self.layout) {
            row[word] |= u64::from(content - least) << first;
        }
    }

    fn unpack(&self, row: &[u64], state: &mut PackedState) {
        for (content, &(word, first, bits, least)) in state.iter_mut().zip(&self.layout) {
            // What was read from a file may be no content: it is one that no piece has, see `pieces`.
            *content = least.saturating_add((row[word] >> first & ((1 << bits) - 1)) as u16);
        }
    }

    fn pieces(&self, state: &PackedState) -> Option<Vec<u32>> {
        let contents = state.iter().zip(&self.layout).map(|(&content, _)| usize::from(content));
        let pieces = contents.map(|content| self.pieces.get(content).copied().map(u32::from));
        let mut pieces = pieces.collect::<Option<Vec<u32>>>()?;
        pieces.sort_unstable();
        Some(pieces)
    }

    fn is_legal(&self, state: &PackedState) -> bool {
        self.space.is_legal(state)
    }

    fn apply(&self, m: usize, state: &PackedState, to: &mut PackedState) -> bool {
        self.space.apply(MoveId(m as u16), state, to)
    }

    fn represent(&self, state: &PackedState, to: &mut PackedState, room: &mut [PackedState; 2]) {
        self.space.representative(state, to);
        let [inverse, of_inverse] = room;
        if self.space.write_inverse(state, inverse) {
            self.space.representative(inverse, of_inverse);
            if of_inverse < to {
                to.copy_from_slice(of_inverse);
            }
        }
    }

    fn has_classes(&self) -> bool {
        true
    }

    fn class_size(&self, state: &PackedState, room: &mut [PackedState; 3]) -> u64 {
        let [inverse, spare @ ..] = room;
        let images = self.space.image_count(state) as u64;
        if self.second(state, inverse, spare) { 2 * images } else { images }
    }

    fn second(&self, state: &PackedState, to: &mut PackedState, room: &mut [PackedState; 2]) -> bool {
        let [representative, of_inverse] = room;
        self.space.write_inverse(state, to) && {
            self.space.representative(state, representative);
            self.space.representative(to, of_inverse);
            representative != of_inverse
        }
    }

    fn fingerprint(&self) -> [u8; 32] {
        let mut sum = Fingerprint::new(PURPOSE);
        sum.add_all(self.space.fingerprint().into_iter().map(u64::from));
        sum.add(self.space.symmetry_count() as u64);
        sum.add_all(self.layout.iter().map(|&(word, first, bits, least)| {
            (word as u64) << 32 | u64::from(first) << 24 | u64::from(bits) << 16 | u64::from(least)
        }));
        sum.bytes()
    }
}
