//! What a permutation puzzle is, and how it is written.

pub mod definition;
pub mod diagnostic;
pub mod formats;
pub mod state;
pub mod transformation;
