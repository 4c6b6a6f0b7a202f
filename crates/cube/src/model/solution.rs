//! The result of a solver of the 3x3x3.

use super::moves::Move;
use super::phases::Phases;
#[cfg(doc)]
use permutant_search::limits::Limits;

/// The greatest length of solutions that are searched. Every cube has a solution of 20 turns (Rokicki, Kociemba, Davidson and
/// Dethridge, 2010), so this matters only for a greater [`Limits::min_length`].
pub const GREATEST_LENGTH: u32 = 30;

/// A solution, replayed on the pieces before it was returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The turns that solve the cube in its given position.
    pub moves: Vec<Move>,
    /// The lower bound that the search has proved for every solution (if [`Limits::min_length`] asks for longer ones, for those
    /// that count).
    pub lower_bound: u32,
    /// Nodes visited before it was found.
    pub nodes: u64,
    /// Its phases, if the two-phase method found it.
    pub phases: Option<Phases>,
}

impl Solution {
    /// Number of turns.
    pub fn length(&self) -> u32 {
        self.moves.len() as u32
    }

    /// Whether every shorter length was excluded.
    pub fn is_optimal(&self) -> bool {
        self.lower_bound == self.length()
    }
}
