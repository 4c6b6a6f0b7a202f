//! Shortest sequences whose effect is of a given kind: a 3-cycle of corners and nothing else, two flipped edges, and so on.
//!
//! Start at [`find`] with a [`Request`]. A kind is a [`CyclePattern`](permutant_puzzle::cycle_class::CyclePattern): the cycles of each
//! orbit by length and twist. Sequences are composed of two halves, so that finding those of 8 moves takes as much work as listing
//! those of 4. `halves.rs` explains how the halves meet.

mod halves;
mod possible;
mod rows;
mod search;

pub use search::{FindError, Found, Request, find};
