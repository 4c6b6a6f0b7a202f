//! The result of a search: a sequence of moves with its cost.

use crate::space::MoveId;

/// A solution of the start state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The moves, in order.
    pub moves: Vec<MoveId>,
    /// Their total cost.
    pub cost: u32,
}
