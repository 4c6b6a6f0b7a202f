//! What a search needs to know about a puzzle: its states, its moves and their costs, and the solved states.
//!
//! Start at [`Space`]. The trait is kept small on purpose: it contains everything that an engine may assume. A puzzle
//! with a perfect index (state number = array index) implements the same trait as one whose states are rows of bytes. A
//! space may know symmetries; without them, every state is its own representative.

use crate::pruning::Projection;
use crate::symmetry::Around;

/// Number of a move of a space, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MoveId(pub u16);

impl MoveId {
    /// The number as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// States and moves of one puzzle with one set of solved states, as a search sees them.
///
/// Every move has an inverse among the moves, and a move that can be made can be undone. The moves of one class are the
/// powers of one turn: two in a row are never needed.
pub trait Space: Sync {
    /// A state. Cloned only outside inner loops; [`Space::apply`] writes into an existing one.
    type State: Clone + Eq + std::hash::Hash + Send + Sync;

    /// Number of moves, at most 65 535.
    fn move_count(&self) -> usize;

    /// The cost of a move, at least 1.
    fn cost(&self, m: MoveId) -> u32;

    /// The move that undoes this one.
    fn inverse(&self, m: MoveId) -> MoveId;

    /// The class of a move: equal for powers of one turn.
    fn class(&self, m: MoveId) -> usize;

    /// Whether the two moves have the same effect in both orders, in every state in which either order is possible.
    fn commutes(&self, a: MoveId, b: MoveId) -> bool;

    /// Whether `second` never needs to follow `first`: they are of the same class and combine into nothing, or into a
    /// move that costs no more.
    fn merges(&self, first: MoveId, second: MoveId) -> bool {
        self.class(first) == self.class(second)
    }

    /// Whether `next` may directly follow `previous`, apart from the rules about merging and commuting.
    fn may_follow(&self, previous: MoveId, next: MoveId) -> bool {
        let _ = (previous, next);
        true
    }

    /// Makes a move: writes the new state to `to` and returns whether the move was possible. If it was not, the
    /// contents of `to` are unspecified.
    fn apply(&self, m: MoveId, from: &Self::State, to: &mut Self::State) -> bool;

    /// The solved states, at least one.
    fn goals(&self) -> &[Self::State];

    /// Whether a state is solved.
    fn is_goal(&self, state: &Self::State) -> bool {
        self.goals().contains(state)
    }

    /// A number for the state: a perfect index below [`Space::size`] if that is known, otherwise well-mixed bits.
    fn index(&self, state: &Self::State) -> u64;

    /// Writes the representative of all symmetric images of this state; all of them have the same distance from solved.
    fn representative(&self, state: &Self::State, to: &mut Self::State) {
        to.clone_from(state);
    }

    /// [`Space::index`] of the state's representative; `spare` is scratch space.
    fn index_up_to_symmetry(&self, state: &Self::State, spare: &mut Self::State) -> u64 {
        let _ = spare;
        self.index(state)
    }

    /// Whether every move can be made in every state.
    fn is_always_possible(&self) -> bool {
        false
    }

    /// Prepares for computing the indices of a state's successors.
    fn begin_expand(&self, state: &Self::State, around: &mut Around) {
        let _ = (state, around);
    }

    /// [`Space::index_after`], if it is known without making the move.
    fn successor_index(&self, m: MoveId, around: &Around, state: &Self::State) -> Option<u64> {
        let _ = (m, around, state);
        None
    }

    /// [`Space::index_up_to_symmetry`] of the successor of a state by a move that can be made there. The state must be
    /// the one last passed to `begin_expand`; `spare` is scratch space.
    fn index_after(
        &self,
        m: MoveId,
        around: &Around,
        state: &Self::State,
        spare: &mut [Self::State; 2],
    ) -> u64 {
        self.successor_index(m, around, state).unwrap_or_else(|| {
            let [successor, spare] = spare;
            self.apply(m, state, successor);
            self.index_up_to_symmetry(successor, spare)
        })
    }

    /// [`Space::index_up_to_symmetry`] of another state at the same distance from solved that is not among the images
    /// of this one, if there is one: its inverse.
    fn second_index(&self, state: &Self::State, spare: &mut [Self::State; 2]) -> Option<u64> {
        let _ = (state, spare);
        None
    }

    /// The number of symmetries that fix a state, at least 1.
    fn symmetries_fixing(&self, state: &Self::State) -> usize {
        let _ = state;
        1
    }

    /// 0 or 1 if every solution of a state costs an even or an odd number of units, respectively (the unit is the
    /// greatest common divisor of all costs).
    fn parity(&self, state: &Self::State) -> Option<u32> {
        let _ = state;
        None
    }

    /// Parts of states that moves change independently of the rest, of at most about `most` values, for exact tables.
    fn projections(&self, most: usize) -> Vec<Projection> {
        let _ = most;
        Vec::new()
    }

    /// Sets of parts for which the user wants tables, one table per set, instead of an automatic choice; an empty list
    /// for no tables.
    fn given_parts(&self) -> Option<&[Vec<Projection>]> {
        None
    }

    /// The value of such a part in a state.
    fn project(&self, projection: &Projection, state: &Self::State) -> u128 {
        let _ = (projection, state);
        0
    }

    /// The contents of the slots of a state, if it consists of such: what a [`Guide`](crate::guide::Guide) reads.
    fn row<'s>(&self, state: &'s Self::State) -> Option<&'s [u16]> {
        let _ = state;
        None
    }

    /// Size of a state in bytes.
    fn state_bytes(&self) -> usize {
        size_of::<Self::State>()
    }

    /// Limits on how often some moves may occur in a sequence: the greatest number for those moves together.
    fn move_limits(&self) -> &[(Vec<MoveId>, u32)] {
        &[]
    }

    /// The number of indices, if [`Space::index`] is a perfect index.
    fn size(&self) -> Option<u64> {
        None
    }

    /// All moves.
    fn moves(&self) -> impl Iterator<Item = MoveId> {
        (0..self.move_count() as u16).map(MoveId)
    }
}
