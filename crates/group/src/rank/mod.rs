//! Consecutive numbers for permutations, partial permutations, combinations, orientations and multisets.
//!
//! Each file has a checked pair `rank` / `unrank`, which refuse what is not of their kind, and unchecked twins for
//! inner loops; `big` is for ranks beyond 64 bits. The ranks of a kind are `0..count`, without gaps, so they index tables.

pub mod big;
pub mod combination;
mod error;
pub mod lehmer;
pub mod multiset;
pub mod orientation;

pub use error::RankError;
