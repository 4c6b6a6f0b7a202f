//! Random walks from the solved states, from which values are learned.

use crate::puzzle_space::{PackedState, PuzzleSpace};
use crate::space::{MoveId, Space};
use permutant_group::random::below;
use rand_chacha::ChaCha8Rng;

/// A walk that does not turn back at once, as far as it can go on.
#[derive(Debug)]
pub(super) struct Walk {
    state: PackedState,
    before: PackedState,
    next: PackedState,
    made: u32,
}

impl Walk {
    /// A walk from a solved state drawn at random.
    pub(super) fn new(space: &PuzzleSpace, rng: &mut ChaCha8Rng) -> Self {
        let state = space.goals()[below(rng, space.goals().len() as u64) as usize].clone();
        Walk { before: state.clone(), next: state.clone(), state, made: 0 }
    }

    /// Makes one of these moves, drawn at random.
    pub(super) fn go_on(&mut self, space: &PuzzleSpace, moves: &[MoveId], rng: &mut ChaCha8Rng) {
        for _ in 0..moves.len() {
            let m = moves[below(rng, moves.len() as u64) as usize];
            if space.apply(m, &self.state, &mut self.next) && self.next != self.before {
                break;
            }
        }
        std::mem::swap(&mut self.before, &mut self.state);
        self.state.clone_from(&self.next);
        self.made += 1;
    }

    /// Where the walk is.
    pub(super) fn state(&self) -> &PackedState {
        &self.state
    }

    /// The number of moves made.
    pub(super) fn made(&self) -> u32 {
        self.made
    }
}
