//! What a search needs to know of a puzzle: states, moves, what they cost, and which states are solved.
//!
//! Start at [`Space`]. It is kept small on purpose: everything an engine may assume is here, and a puzzle with a
//! perfect index (state number = array index) serves through the same trait as one whose states are rows of
//! bytes. A space may know symmetries; those that do not are their own representatives.

use crate::pruning::Projection;
use crate::symmetry::Around;

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

    /// Whether `second` never has to follow `first`: of the same class, they make up a move that costs no more, or nothing.
    fn merges(&self, first: MoveId, second: MoveId) -> bool {
        self.class(first) == self.class(second)
    }

    /// Whether `next` may directly follow `previous`, apart from what merging and commuting say.
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

    /// Writes the state that stands for all that symmetry makes of this one; all of them are as far from solved.
    fn representative(&self, state: &Self::State, to: &mut Self::State) {
        to.clone_from(state);
    }

    /// [`Space::index`] of the state's representative; `spare` is room to work in.
    fn index_up_to_symmetry(&self, state: &Self::State, spare: &mut Self::State) -> u64 {
        let _ = spare;
        self.index(state)
    }

    /// Whether every move can be made in every state.
    fn is_always_possible(&self) -> bool {
        false
    }

    /// Looks at a state whose successors' indices will be asked for.
    fn begin_expand(&self, state: &Self::State, around: &mut Around) {
        let _ = (state, around);
    }

    /// [`Space::index_after`], where it is known without making the move.
    fn successor_index(&self, m: MoveId, around: &Around, state: &Self::State) -> Option<u64> {
        let _ = (m, around, state);
        None
    }

    /// [`Space::index_up_to_symmetry`] of the successor of a state, the one that was looked at last, by a move that can
    /// be made there; `spare` is room to work in.
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

    /// [`Space::index_up_to_symmetry`] of another state that is as far from solved, where there is one that is not
    /// among the images of this one: its inverse.
    fn second_index(&self, state: &Self::State, spare: &mut [Self::State; 2]) -> Option<u64> {
        let _ = (state, spare);
        None
    }

    /// How many symmetries leave a state as it is, at least 1.
    fn symmetries_fixing(&self, state: &Self::State) -> usize {
        let _ = state;
        1
    }

    /// 0 or 1 where every solution of a state costs an even or an odd number of units (the greatest common divisor of
    /// all costs).
    fn parity(&self, state: &Self::State) -> Option<u32> {
        let _ = state;
        None
    }

    /// Parts of states that moves change whatever the rest is like, of about `most` values at most, for exact tables.
    fn projections(&self, most: usize) -> Vec<Projection> {
        let _ = most;
        Vec::new()
    }

    /// Sets of parts that the user wants tables of, one a set, instead of those that suit; none for no tables.
    fn given_parts(&self) -> Option<&[Vec<Projection>]> {
        None
    }

    /// Such a part of a state.
    fn project(&self, projection: &Projection, state: &Self::State) -> u128 {
        let _ = (projection, state);
        0
    }

    /// Bytes that a state takes.
    fn state_bytes(&self) -> usize {
        size_of::<Self::State>()
    }

    /// Limits on how often some moves may occur in a sequence: those moves together, at most so often.
    fn move_limits(&self) -> &[(Vec<MoveId>, u32)] {
        &[]
    }

    /// How many indices there are, where [`Space::index`] is a perfect one.
    fn size(&self) -> Option<u64> {
        None
    }

    /// All moves.
    fn moves(&self) -> impl Iterator<Item = MoveId> {
        (0..self.move_count() as u16).map(MoveId)
    }
}
