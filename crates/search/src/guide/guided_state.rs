//! What a guided search asks of a heuristic.

use crate::space::MoveId;

/// A heuristic that is updated move by move, together with the part of the state that it needs.
pub(crate) trait Heuristic: Sync {
    /// The state, changed in place.
    type State: Clone + std::fmt::Debug + Send;
    /// What is known of a state on the path: a few numbers.
    type Value: Copy + std::fmt::Debug + Send;
    /// A move that can be made in some states.
    type Candidate: Copy + std::fmt::Debug + Send;
    /// Where the value after a move is looked up.
    type Look: Copy + std::fmt::Debug + Send;

    /// A state from the contents of its slots.
    fn enter(&self, row: &[u16]) -> (Self::State, Self::Value);

    /// The moves that can be made, in ascending order.
    fn candidates(&self, value: &Self::Value) -> &[Self::Candidate];

    /// The number of such a move.
    fn number(&self, candidate: Self::Candidate) -> MoveId;

    /// Writes, in ascending order, the moves after which the bound may be lower, and perhaps others; `false` if they are not known.
    fn improving(&self, _: &Self::State, _: &mut Vec<Self::Candidate>) -> bool {
        false
    }

    /// Begins the look-ups for a move that is not made yet.
    fn begin(&self, state: &Self::State, candidate: Self::Candidate) -> Self::Look;

    /// The value after a move that is not made yet, or a lower bound that exceeds `left`.
    fn after(
        &self,
        state: &Self::State,
        value: &Self::Value,
        candidate: Self::Candidate,
        look: Self::Look,
        left: u32,
    ) -> Result<Self::Value, u32>;

    /// A lower bound for the cost of solving the state.
    fn bound(&self, value: &Self::Value) -> u32;

    /// Makes a move.
    fn make(&self, state: &mut Self::State, candidate: Self::Candidate);

    /// Undoes a move that was just made.
    fn undo(&self, state: &mut Self::State, candidate: Self::Candidate);

    /// Whether a state is solved.
    fn is_goal(&self, state: &Self::State) -> bool;
}
