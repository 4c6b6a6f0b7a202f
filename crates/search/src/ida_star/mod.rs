//! Shortest solutions by iterative deepening (Korf's IDA*), one after the other.
//!
//! Start at [`IdaStar::new`]; it is an iterator over solutions in order of their cost. The step from a state to its
//! successors, numbered, is in `walk.rs`; how a search is split into parts in `parts.rs`.

mod parts;
mod search;
mod solution;
mod walk;

pub use search::IdaStar;
pub use solution::Solution;
