//! Exact distances over parts of a puzzle: pattern databases (Culberson and Schaeffer; Korf).
//!
//! Start at [`Parts`]. A part of a state, such as the positions of some pieces or the orientations of an orbit, changes
//! with each move independently of the rest (`projection.rs`, numbered in `coordinate.rs`). The distance of a part
//! alone therefore never exceeds that of the whole (`part_table.rs`), and it is known before a move is made.
//! `choice.rs` chooses the parts that get tables.

mod choice;
mod coordinate;
mod part_table;
mod projection;

pub use choice::Parts;
pub(crate) use choice::count_values;
pub(crate) use coordinate::{MOST_GIVEN, PartValues};
pub(crate) use part_table::NEVER;
pub use projection::Projection;
pub(crate) use projection::SlotChange;
