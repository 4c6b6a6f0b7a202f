//! What a guided search asks of a heuristic.

use crate::space::MoveId;

/// The moves to try in a state.
#[derive(Debug)]
pub(crate) struct Choice<'c, C> {
    pub(crate) moves: &'c [C],
    /// Whether no move was left out because the bound leaves no room for it.
    pub(crate) has_all: bool,
}

/// Which moves of a sequence are known: a search may go on from either end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum End {
    /// The first ones; another is made after them.
    First,
    /// The last ones; another is made before them.
    Last,
}

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
    /// Where the moves to try are written.
    type Room: Default + std::fmt::Debug + Send;

    /// A state from the contents of its slots.
    fn enter(&self, row: &[u16]) -> (Self::State, Self::Value);

    /// The moves that can be made, in ascending order.
    fn candidates(&self, value: &Self::Value) -> &[Self::Candidate];

    /// The number of such a move, as the sequence has it.
    fn number(&self, candidate: Self::Candidate) -> MoveId;

    /// The moves to try in a state, in ascending order: a set of moves of which each solution has one. If the bound leaves no room
    /// (`is_tight`), those after which it is not lower may be left out.
    fn choose<'c>(
        &'c self,
        _: &Self::State,
        value: &Self::Value,
        _is_tight: bool,
        _room: &'c mut Self::Room,
    ) -> Choice<'c, Self::Candidate> {
        Choice { moves: self.candidates(value), has_all: true }
    }

    /// The end of the sequence to which a move is added.
    fn end(&self, _: Self::Candidate) -> End {
        End::First
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
