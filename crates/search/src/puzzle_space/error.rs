//! Why a puzzle cannot be searched as requested.

use crate::pruning::MOST_GIVEN;

/// Why a puzzle cannot be searched as requested.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpaceError {
    /// There are no moves to search with.
    #[error("no moves to search with")]
    NoMoves,
    /// A move costs nothing.
    #[error("the move {0} costs nothing in the metric {1}; a search needs every move to cost at least 1")]
    Free(String, String),
    /// The metric gives a move no cost of its own.
    #[error(
        "a search needs a metric that counts move by move, and {0} does not; use another metric, such as htm"
    )]
    Together(String),
    /// Too many different contents of slots, or too many moves.
    #[error("the puzzle is too large to be searched: {0}")]
    TooLarge(&'static str),
    /// A rule of the definition that a search does not support.
    #[error("{0} cannot be searched yet; remove the rule from the definition to search without it")]
    Unsupported(&'static str),
    /// A rule names an unknown move.
    #[error("'{0}' in a forbidden pair, group or limit is not a move of the search")]
    UnknownMove(String),
    /// A table of pieces that the user named would take too much memory.
    #[error(
        "a pattern database of {pieces} takes {}, but only half of the memory, {available} bytes, is \
         available for such tables; name fewer pieces, \
         or allow more memory",
        bytes.map_or("more bytes than can be counted".to_string(), |bytes| format!("about {bytes} bytes"))
    )]
    PatternTooLarge {
        /// Which pieces.
        pieces: String,
        /// The size of the table, if it can be represented.
        bytes: Option<u64>,
        /// The memory left for it.
        available: u64,
    },
    /// More tables than a search can use.
    #[error("too many pattern databases: together they have over {MOST_GIVEN} coordinates")]
    TooManyPatterns,
    /// The state differs from every solved state in a slot that no move can change.
    #[error("orbit {orbit}, slot {slot}: no move reaches this slot, and it differs from the solved state")]
    OutOfReach {
        /// Name of the orbit.
        orbit: String,
        /// The slot, from 1.
        slot: usize,
    },
}
