//! Pruning tables: lower bounds on the turns that are still needed.
//!
//! Start at [`Phase1Table`], [`Phase2Table`] and [`HugeTable`], complete tables by Kociemba (kociemba.org/cube.htm) with
//! 1.6 bits an entry. `partial_table` knows the states near home only (by `bloom_filter`, from the graph that `neighbours` describes) and makes
//! the two-phase solver ready at once. How a table is filled is in `rows`, how it is kept in `mod3`, what its entries mean in
//! `kociemba_tables`.

mod bloom_filter;
mod distances;
mod kociemba_tables;
mod mod3;
pub(crate) mod neighbours;
pub(crate) mod partial_table;
mod rows;

pub use distances::{distances, distances_to, for_rows};
#[cfg(test)]
pub(crate) use kociemba_tables::PHASE_1;
pub use kociemba_tables::{AxisTable, HugeTable, Orientations, Permuted, Phase1Table, Phase2Table};
pub(crate) use kociemba_tables::{Phase1Rows, Phase2Rows};
pub use mod3::FiveToAByte;
pub use rows::Rows;
