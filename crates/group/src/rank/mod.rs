//! Consecutive numbers for permutations, partial permutations, combinations, orientations and multisets.
//!
//! Each file has a checked pair `rank` / `unrank`, which rejects invalid arguments, and unchecked counterparts for
//! inner loops; `big` is for ranks beyond 64 bits. The ranks of each kind are `0..count` without gaps, so they can
//! index tables.

pub mod big;
pub mod combination;
mod error;
pub mod lehmer;
pub mod multiset;
pub mod orientation;

pub use error::RankError;
