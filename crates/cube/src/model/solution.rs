//! What a solver of the 3x3x3 hands out.

use super::moves::Move;
#[cfg(doc)]
use permutant_search::limits::Limits;

/// The longest solutions that are searched. Every cube has one of 20 turns (Rokicki, Kociemba, Davidson and Dethridge,
/// 2010), so this matters only for a greater [`Limits::min_length`].
pub const GREATEST_LENGTH: u32 = 30;

/// A solution, replayed on the pieces before it was handed out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The turns that solve the cube as it lies.
    pub moves: Vec<Move>,
    /// Every solution is at least so long, as far as the search has proven it (among those that count, where
    /// [`Limits::min_length`] asks for longer ones).
    pub lower_bound: u32,
    /// States visited when it was found.
    pub nodes: u64,
}

impl Solution {
    /// Number of turns.
    pub fn length(&self) -> u32 {
        self.moves.len() as u32
    }

    /// Whether every shorter length was ruled out.
    pub fn is_optimal(&self) -> bool {
        self.lower_bound == self.length()
    }
}
