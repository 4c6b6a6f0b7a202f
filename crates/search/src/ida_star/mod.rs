//! Shortest solutions by iterative deepening (Korf's IDA*), one after the other.
//!
//! Start at [`IdaStar::new`], an iterator over solutions in order of their cost. `walk.rs` contains the step from a
//! state to its successors, with its stages numbered; `parts.rs` splits a search into parts.
//! Where a heuristic directs the search, `guided.rs` does the step, and `sliding.rs` that of sliding puzzles.

mod guided;
mod parts;
mod search;
mod sliding;
mod solution;
mod walk;

pub use search::IdaStar;
pub use solution::Solution;
