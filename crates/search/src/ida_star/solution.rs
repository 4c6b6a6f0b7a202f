//! What a search finds: a sequence of moves, with its cost.

use crate::space::MoveId;

/// A way to solve the start state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The moves, in order.
    pub moves: Vec<MoveId>,
    /// What they cost together.
    pub cost: u32,
}
