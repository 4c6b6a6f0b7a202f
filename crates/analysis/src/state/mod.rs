//! The states of a puzzle.
//!
//! Start at [`god`] for the number of states at each distance, at [`mixing`] for random walks, and at [`position_symmetry`] for
//! symmetry classes.

pub mod god;
pub mod mixing;
pub mod position_symmetry;
