//! Pruning tables: lower bounds on the number of remaining turns.
//!
//! Start at [`Phase1Table`], [`Phase2Table`] and [`HugeTable`], complete tables by Kociemba (kociemba.org/cube.htm) with 1.6
//! bits per entry. `partial_table` covers only the states near the solved one and makes the two-phase solver ready at once; it
//! uses `bloom_filter` and the graph that `neighbours` describes. `rows` fills the complete tables, `mod3` stores them, and
//! `kociemba_tables` defines the meaning of their entries.

mod bloom_filter;
mod distances;
mod kociemba_tables;
mod mod3;
pub(crate) mod neighbours;
pub(crate) mod partial_table;
mod rows;

pub use distances::{distances, distances_to};
#[cfg(test)]
pub(crate) use kociemba_tables::PHASE_1;
pub use kociemba_tables::{AxisTable, HugeTable, NotHuge, Orientations, Permuted, Phase1Table, Phase2Table};
pub(crate) use kociemba_tables::{Phase1Rows, Phase2Rows};
pub use mod3::FiveToAByte;
pub(crate) use mod3::next_distance;
pub use rows::{Rows, for_rows};
