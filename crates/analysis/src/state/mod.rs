//! The states of a puzzle.
//!
//! Start at [`god`] for the number of states at each distance, at [`finished_count`] for solutions by such a count, at [`mixing`] for random
//! walks, at [`position_symmetry`] for symmetry classes, and at [`symmetric_positions`] for all positions with given symmetries.

pub mod coset;
pub mod finished_count;
pub mod god;
mod god_in_parts;
mod god_report;
pub mod mixing;
pub mod position_symmetry;
pub mod symmetric_positions;
