//! What a permutation puzzle is, and how it is written.

pub mod diagnostic;
pub mod notation;
