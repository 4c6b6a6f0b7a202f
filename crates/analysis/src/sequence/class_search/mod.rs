//! Shortest sequences whose result is of a kind: a 3-cycle of corners and nothing else, two edges flipped, and so on.
//!
//! Start at [`find`] with a [`Request`]. A kind is a [`CyclePattern`](permutant_puzzle::cycle_class::CyclePattern): the
//! cycles of each orbit by length and twist. Sequences are put together of two halves, so that those of 8 moves take the
//! work of those of 4; how the halves are made to meet is told in `halves.rs`.

mod halves;
mod possible;
mod rows;
mod search;

pub use search::{FindError, Found, Request, find};
