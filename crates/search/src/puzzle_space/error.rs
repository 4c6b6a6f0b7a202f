//! Why a puzzle cannot be searched as asked.

use crate::pruning::MOST_GIVEN;

/// Why a puzzle cannot be searched as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpaceError {
    /// There is nothing to search with.
    #[error("no moves to search with")]
    NoMoves,
    /// A move costs nothing.
    #[error("the move {0} costs nothing in the metric {1}; a search needs every move to cost at least 1")]
    Free(String, String),
    /// The metric does not say what a move costs by itself.
    #[error("a search counts move by move, and {0} does not; expected another metric")]
    Together(String),
    /// Too many different contents of slots, or too many moves.
    #[error("the puzzle is too large to be searched: {0}")]
    TooLarge(&'static str),
    /// A rule of the definition that a search does not know how to follow.
    #[error("{0} cannot be searched yet; take the rule out of the definition to search without it")]
    Unsupported(&'static str),
    /// A rule names an unknown move.
    #[error("'{0}' in a forbidden pair, group or limit is not a move of the search")]
    UnknownMove(String),
    /// A table of pieces that the user named would take too much memory.
    #[error(
        "an exact table of {pieces} takes {}, and half of the memory, {available} bytes, is for such tables; name fewer pieces, \
         or allow more memory",
        bytes.map_or("more bytes than can be counted".to_string(), |bytes| format!("about {bytes} bytes"))
    )]
    PatternTooLarge {
        /// Which pieces.
        pieces: String,
        /// What the table takes, if that is a number at all.
        bytes: Option<u64>,
        /// What is left for it.
        available: u64,
    },
    /// More tables than a search asks.
    #[error("too many exact tables of pieces: together they have over {MOST_GIVEN} coordinates")]
    TooManyPatterns,
    /// The state differs from every solved state where no move can change it.
    #[error("orbit {orbit}, slot {slot}: no move reaches this slot, and it differs from the solved state")]
    OutOfReach {
        /// Name of the orbit.
        orbit: String,
        /// The slot, from 1.
        slot: usize,
    },
}
