//! Pruning tables: lower bounds on the turns that are still needed.
//!
//! Start at [`Phase1Table`], [`Phase2Table`] and [`HugeTable`], complete tables by Kociemba (kociemba.org/cube.htm) with
//! 1.6 bits an entry. `near` knows the states near home only (by `sieve`, from the graph that `neighbours` describes) and makes
//! the two-phase solver ready at once. How a table is filled is in `rows`, how it is kept in `mod3`, what its entries mean in
//! `phases`.

mod distances;
mod mod3;
pub(crate) mod near;
pub(crate) mod neighbours;
mod phases;
mod rows;
mod sieve;

pub(crate) use distances::{distances, distances_to, for_rows};
pub use mod3::FiveToAByte;
#[cfg(test)]
pub(crate) use phases::PHASE_1;
pub use phases::{AxisTable, HugeTable, Orientations, Permuted, Phase1Table, Phase2Table};
pub(crate) use phases::{Phase1Rows, Phase2Rows};
pub(crate) use rows::Rows;
