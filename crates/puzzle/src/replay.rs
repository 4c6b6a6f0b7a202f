//! The referee: makes the moves of a solution one by one and says where they lead.
//!
//! Start at [`replay`]. It works on the definition's own rows, each turn checked against the restrictions of the
//! puzzle. Solvers work on tables of their own making and share none of this; a solution that the referee did
//! not pass is never handed out.

use crate::metric::Metric;
use crate::moves::Turn;
use crate::puzzle::Puzzle;
use crate::state::State;

/// What came of a sequence of turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The state at the end, or before the turn that was not possible.
    pub state: State,
    /// What the turns that were made count in the metric.
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
