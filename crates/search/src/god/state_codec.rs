//! What a count over whole states needs to know about a puzzle: rows of words, moves, and which states count as one.
//!
//! Start at [`WholeStates`]. It is implemented by [`PackedPuzzle`], where every state represents only itself, and by
//! [`super::classes::StateClasses`], where one state represents all its symmetric images.

use crate::puzzle_space::PackedState;
use crate::reachable::packed::PackedPuzzle;
use permutant_puzzle::state::State;

/// The states of a puzzle as rows of words.
pub trait WholeStates: Sync + std::fmt::Debug {
    /// Number of words per row.
    fn words(&self) -> usize;

    /// Scratch space for a state.
    fn room(&self) -> PackedState;

    /// A state of the puzzle; `None` if moves cannot produce it.
    fn read(&self, state: &State) -> Option<PackedState>;

    /// Packs a state into a row.
    fn pack(&self, state: &PackedState, row: &mut [u64]);

    /// Reads a state out of a row.
    fn unpack(&self, row: &[u64], state: &mut PackedState);

    /// The pieces of a state in ascending order, regardless of their positions; `None` if a number represents no piece.
    fn pieces(&self, state: &PackedState) -> Option<Vec<u32>>;

    /// Whether no piece is in a forbidden slot.
    fn is_legal(&self, state: &PackedState) -> bool;

    /// Makes a move and returns whether it was possible; if not, the contents of `to` are unspecified.
    fn apply(&self, m: usize, state: &PackedState, to: &mut PackedState) -> bool;

    /// Writes the representative of this state; `room` is scratch space.
    fn represent(&self, state: &PackedState, to: &mut PackedState, room: &mut [PackedState; 2]) {
        let _ = room;
        to.copy_from_slice(state);
    }

    /// Whether a state may represent others.
    fn has_classes(&self) -> bool {
        false
    }

    /// The number of states that this one represents.
    fn class_size(&self, state: &PackedState, room: &mut [PackedState; 3]) -> u64 {
        let _ = (state, room);
        1
    }

    /// Another state of the class, whose neighbours are not all in the classes of the neighbours of this one.
    fn second(&self, state: &PackedState, to: &mut PackedState, room: &mut [PackedState; 2]) -> bool {
        let _ = (state, to, room);
        false
    }

    /// Identifies states, moves, rules and classes.
    fn fingerprint(&self) -> [u8; 32];
}

impl WholeStates for PackedPuzzle {
    fn words(&self) -> usize {
        self.words()
    }

    fn room(&self) -> PackedState {
        vec![0; self.slots()].into_boxed_slice()
    }

    fn read(&self, state: &State) -> Option<PackedState> {
        self.contents(state).map(Vec::into_boxed_slice)
    }

    fn pack(&self, state: &PackedState, row: &mut [u64]) {
        self.pack(state, row);
    }

    fn unpack(&self, row: &[u64], state: &mut PackedState) {
        self.unpack(row, state);
    }

    fn pieces(&self, state: &PackedState) -> Option<Vec<u32>> {
        self.pieces(state)
    }

    fn is_legal(&self, state: &PackedState) -> bool {
        self.is_legal(state)
    }

    fn apply(&self, m: usize, state: &PackedState, to: &mut PackedState) -> bool {
        self.apply(m, state, to)
    }

    fn fingerprint(&self) -> [u8; 32] {
        self.fingerprint()
    }
}
