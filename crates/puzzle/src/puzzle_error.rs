//! Errors by which a definition fails to describe a puzzle.

use crate::state::StateError;

/// Reasons why a definition is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The solved state does not fit the orbits.
    #[error("the solved state: {0}")]
    Solved(#[from] StateError),
    /// Two moves have one name.
    #[error("the move '{0}' is defined twice")]
    Repeated(String),
    /// A move given as an algorithm uses an unknown name, or itself.
    #[error(
        "the move '{name}' is made of '{part}', which is not a move of the puzzle or is made of '{name}' itself"
    )]
    Sequence {
        /// The move that is defined.
        name: String,
        /// The move that it uses.
        part: String,
    },
    /// A move given as an algorithm could not be read.
    #[error("the move '{name}': {reason}")]
    Algorithm {
        /// The move that is defined.
        name: String,
        /// What is wrong with its algorithm.
        reason: String,
    },
    /// An alias stands for something unknown.
    #[error("'{name}' stands for '{stands_for}', which is not a move of the puzzle")]
    Alias {
        /// The other spelling.
        name: String,
        /// The unknown name.
        stands_for: String,
    },
}
