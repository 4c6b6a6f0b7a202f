//! What a search needs to know of a puzzle: states, moves, what they cost, and which states are solved.
//!
//! Start at [`Space`]. It is kept small on purpose: everything an engine may assume is here, and a puzzle with a
//! perfect index (state number = array index) serves through the same trait as one whose states are rows of
//! bytes. Symmetry and parity come from elsewhere.

/// Number of a move of a space, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MoveId(pub u16);

impl MoveId {
    /// As an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// States and moves of one puzzle with one set of solved states, seen by a search.
///
/// Every move has an inverse among the moves, and a move that can be made can be taken back. Moves of one class
/// are the powers of one turn: two in a row are never needed.
pub trait Space: Sync {
    /// A state. Cloned only outside of inner loops; [`Space::apply`] writes into one that exists.
    type State: Clone + Eq + std::hash::Hash + Send + Sync;

    /// Number of moves, at most 65 535.
    fn move_count(&self) -> usize;

    /// What a move costs, at least 1.
    fn cost(&self, m: MoveId) -> u32;

    /// The move that takes this one back.
    fn inverse(&self, m: MoveId) -> MoveId;

    /// The class of a move: equal for powers of one turn.
    fn class(&self, m: MoveId) -> usize;

    /// Whether the two moves give the same in both orders, in every state in which either order is possible.
    fn commutes(&self, a: MoveId, b: MoveId) -> bool;

    /// Whether `next` may directly follow `previous`, apart from what classes and commuting say.
    fn may_follow(&self, previous: MoveId, next: MoveId) -> bool {
        let _ = (previous, next);
        true
    }

    /// Makes a move: writes the new state to `to` and says whether the move was possible. Where it was not,
    /// `to` holds nothing of use.
    fn apply(&self, m: MoveId, from: &Self::State, to: &mut Self::State) -> bool;

    /// The solved states, at least one.
    fn goals(&self) -> &[Self::State];

    /// Whether a state is solved.
    fn is_goal(&self, state: &Self::State) -> bool {
        self.goals().contains(state)
    }

    /// A number for the state: a perfect index below [`Space::size`] where that is known, else well-mixed bits.
    fn index(&self, state: &Self::State) -> u64;

    /// How many indices there are, where [`Space::index`] is a perfect one.
    fn size(&self) -> Option<u64> {
        None
    }

    /// All moves.
    fn moves(&self) -> impl Iterator<Item = MoveId> {
        (0..self.move_count() as u16).map(MoveId)
    }
}
