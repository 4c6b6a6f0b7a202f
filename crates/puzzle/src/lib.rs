//! What a permutation puzzle is, and how it is written.

pub mod catalog;
pub mod definition;
pub mod diagnostic;
pub mod formats;
pub mod invariants;
pub mod metric;
pub mod moves;
pub mod notation;
pub mod points;
pub mod puzzle;
pub mod replay;
mod sequence;
pub mod spelling;
pub mod state;
pub mod transformation;
