//! What a count in parts needs to know about a space.
//!
//! Start at [`Parts`].

use super::level_store::{Keep, LevelStore};
use crate::limits::{Control, StopReason};
use std::io;

/// Why a level was not completed.
#[derive(Debug, thiserror::Error)]
pub enum Halt {
    /// The caller interrupted the count.
    #[error(transparent)]
    Stopped(#[from] StopReason),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] io::Error),
}

/// A state of a space, in numbers whose meaning only the space knows.
pub type Numbers = Vec<u64>;

/// A state after a move.
#[derive(Clone, Debug)]
pub struct Neighbour {
    /// The number of the move.
    pub turn: usize,
    /// The cost of the move.
    pub cost: u64,
    /// The state.
    pub state: Numbers,
}

/// A space whose states are divided into parts.
pub trait Parts: Sync {
    /// Number of parts.
    fn count(&self) -> usize;

    /// Identifies the space, whatever the number of its parts: states, moves, costs and goals, and what the store keeps of them.
    fn identity(&self) -> [u8; 32];

    /// Which files of a part are needed after a level.
    fn keep(&self) -> Keep;

    /// The greatest cost of a move.
    fn largest_cost(&self) -> u64;

    /// Writes the goals as the states of level 0, or sends them for that level. Returns the number of states written. Called by worker 0.
    ///
    /// # Errors
    /// If the store fails.
    fn begin(&self, store: &dyn LevelStore) -> io::Result<u64>;

    /// Sends the neighbours of the states that a part has at a level to their parts.
    ///
    /// # Errors
    /// If the store fails, or if the caller interrupts.
    fn expand(
        &self,
        part: usize,
        level: u64,
        store: &dyn LevelStore,
        control: &Control<'_>,
    ) -> Result<(), Halt>;

    /// Takes in what a part received for a level, and returns the number of states that are new: those of this level.
    ///
    /// # Errors
    /// If the store fails, or if the caller interrupts.
    fn absorb(
        &self,
        part: usize,
        level: u64,
        store: &dyn LevelStore,
        control: &Control<'_>,
    ) -> Result<u64, Halt>;

    /// Up to `most` states of a part at the last level.
    ///
    /// # Errors
    /// If the store fails.
    fn last(&self, part: usize, level: u64, most: usize, store: &dyn LevelStore) -> io::Result<Vec<Numbers>>;

    /// The states after each move that is possible.
    fn neighbours(&self, state: &[u64]) -> Vec<Neighbour>;

    /// The part to which a state belongs.
    fn part_of(&self, state: &[u64]) -> usize;

    /// Which of some states of a part are at a level, one that has been counted. Each is a neighbour of a state that is at most
    /// [`Parts::largest_cost`] levels farther.
    ///
    /// # Errors
    /// If the store fails.
    fn are_at(
        &self,
        part: usize,
        level: u64,
        states: &[Numbers],
        store: &dyn LevelStore,
    ) -> io::Result<Vec<bool>>;

    /// The level of a state in a complete count of some levels, 0 to `levels` - 1; `None` if it was not reached. For a single worker.
    ///
    /// # Errors
    /// If the store fails.
    fn level_of(&self, state: &[u64], levels: u64, store: &dyn LevelStore) -> io::Result<Option<u64>>;
}
