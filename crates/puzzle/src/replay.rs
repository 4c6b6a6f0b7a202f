//! The independent checker: makes the moves of a solution one by one and returns the resulting state.
//!
//! Start at [`replay`]. It works on the definition's own rows and checks each turn against the restrictions of the
//! puzzle. Solvers work on their own tables and share none of this code. A solution that fails the check is never
//! returned.

use crate::metric::Metric;
use crate::moves::Turn;
use crate::puzzle::Puzzle;
use crate::state::State;

/// The result of a sequence of turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The state at the end, or before the turn that was not possible.
    pub state: State,
    /// The cost in the metric of the turns that were made.
    pub length: u64,
    /// Index of the first turn that was not possible; nothing after it was made.
    pub blocked_at: Option<usize>,
}

/// Makes the turns one after the other. O(turns × slots × log amount).
pub fn replay(puzzle: &Puzzle, start: &State, turns: &[Turn], metric: &Metric) -> Replay {
    let mut state = start.clone();
    for (index, turn) in turns.iter().enumerate() {
        if puzzle.is_restricted() && !puzzle.is_possible(&state, turn) {
            let length = metric.length(&turns[..index]);
            return Replay { state, length, blocked_at: Some(index) };
        }
        turn.make(&mut state);
    }
    let length = metric.length(turns);
    Replay { state, length, blocked_at: None }
}
