//! The interface between the search and its tables.
//!
//! Start at [`Profile`]. The small profile (`small`) is ready at once, and the large one (`large`) finds more solutions in the
//! same time. Both use the same search order, recursions and rules.

use super::subgroup::{Permutations, Subgroup};
use crate::model::cubie::CubieCube;
use crate::model::move_masks::LEAVING;
use crate::model::move_masks::SUCCESSORS;
use crate::model::moves::Move;

/// The turns that are tried in a state of phase 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turns {
    /// The face that turned last: a row of [`SUCCESSORS`].
    pub(crate) last: usize,
    /// Whether they are only the turns that leave G1.
    pub(crate) leaving: bool,
}

impl Turns {
    /// A bit for each turn.
    #[inline]
    pub(crate) fn mask(self) -> u32 {
        SUCCESSORS[self.last] & if self.leaving { LEAVING } else { u32::MAX }
    }
}

/// A state of phase 1 after one more turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child<At> {
    pub(crate) turn: Move,
    /// A lower bound on the turns to G1; exact if few turns are left.
    pub(crate) distance: u8,
    pub(crate) at: At,
}

/// The states after one more turn, at most one for each.
#[derive(Debug)]
pub(crate) struct Children<At> {
    items: [Child<At>; Move::COUNT],
    count: usize,
}

impl<At: Copy> Children<At> {
    /// An empty list. `at` is any state.
    #[inline]
    pub(crate) fn none(at: At) -> Self {
        Children { items: [Child { turn: Move::ALL[0], distance: 0, at }; Move::COUNT], count: 0 }
    }

    #[inline]
    pub(crate) fn push(&mut self, child: Child<At>) {
        self.items[self.count] = child;
        self.count += 1;
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[Child<At>] {
        &self.items[..self.count]
    }
}

/// The information about the cube along a path of phase 1.
pub(super) trait Trail {
    /// The turn at this depth is another one now.
    fn changed(&mut self, depth: usize);
}

/// The tables of a profile.
pub(super) trait Profile: Send + Sync {
    /// A state of phase 1: a coset of G1.
    type At: Copy + Send + Sync;
    type Trail: Trail;

    /// Most turns of phase 2 that are tried as soon as a way into G1 is found.
    const SOON: u32;
    /// Turns from G1 up to which a look-up is no trip to memory. States that are farther are searched in layers.
    const IN_CACHE: u32;
    /// Turns of phase 1 up to which there are too few states to search them in layers.
    const ONE_BY_ONE: u32;
    /// Most turns that are made on the other side of the cube first.
    const PRE_MOVES: usize;
    /// Fewest turns of phase 1 after them.
    const TURNS_AFTER_PRE_MOVES: u32;

    /// Where a cube is in phase 1.
    fn at(&self, cube: &CubieCube) -> Self::At;

    /// The same for many cubes.
    fn at_all(&self, cubes: impl Iterator<Item = CubieCube>) -> Vec<Self::At> {
        cubes.map(|cube| self.at(&cube)).collect()
    }

    /// Whether so many turns may lead to G1.
    fn is_within(&self, at: Self::At, turns: u32) -> bool;

    /// Where a turn leads.
    fn after(&self, at: Self::At, turn: Move) -> Self::At;

    /// The states after some turns from which `left` further ones may lead to G1.
    fn expand(&self, at: Self::At, turns: Turns, left: u32, next: &mut Children<Self::At>);

    /// What is known of a cube before the first turn.
    fn trail(&self, cube: &CubieCube) -> Self::Trail;

    /// The permutations of the cube of a trail after a path into G1; `None` if it is easily seen that they need more
    /// than `most` turns.
    fn enter(&self, trail: &mut Self::Trail, path: &[Move], most: u32) -> Option<Permutations>;

    /// What turns do in phase 2.
    fn group(&self) -> &Subgroup;

    /// Whether corners and edges of U and D need more than `turns` in phase 2, as far as the tables know. Together with
    /// [`Subgroup::quick_bound`] exact for no turns.
    fn is_farther(&self, at: Permutations, turns: u32) -> bool;

    /// The memory of the tables.
    fn bytes(&self) -> usize;
}
