//! Orders and cycle types of many sequences: all up to a length, or a random sample.
//!
//! Start at [`Request`] and [`run()`]. `elements` represents the effect of a sequence by packed rows, `tally` counts cycle types and
//! orders, `walk` enumerates the sequences, and `run` divides the work among threads and combines the counts. The same request gives
//! the same census on any number of threads.

mod elements;
mod run;
mod tally;
mod walk;

pub use run::{Census, CensusError, CycleTypeLine, OrderLine, Request, Sequences, Span, moves, run};
pub use tally::{CycleCount, write_cycle_counts};
