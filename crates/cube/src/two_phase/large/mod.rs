//! The large profile: complete tables of both phases, 620 MB that are built in seconds and worth saving.
//!
//! Start at [`LargeTables`]. An entry of phase 1 gives the distance to G1 and its change by each of the eighteen turns. A
//! search follows its entries and never tries a turn in vain (as in E. Frantar's rob-twophase): see `entry`. The table of phase
//! 2 combines all corners with all edges of U and D. `build` fills both tables, `tables` uses them in a search, and
//! `split_permutation` tracks the permutations. `quarters` is phase 1 in quarter turns, for all positions of a coset.

mod build;
mod entry;
mod quarters;
mod split_permutation;
mod tables;
#[cfg(test)]
mod tests;

pub(super) use build::build;
pub use build::{TABLE_BYTES, TABLE_BYTES_TO_BUILD};
pub use quarters::QuarterTables;
pub(crate) use quarters::Quarters;
pub(crate) use tables::{Large, LargeTables, Seen};
