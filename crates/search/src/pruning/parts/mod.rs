//! Exact distances over parts of a puzzle: pattern databases (Culberson and Schaeffer; Korf).
//!
//! Start at [`Parts`]. A part of a state, as where some pieces are or how those of an orbit are turned, goes from value to
//! value with each move whatever the rest is like (`projection.rs`, numbered in `coordinate.rs`). So the distance of a part
//! alone is never more than that of the whole (`part_table.rs`), and it is known before a move is made. Which parts get
//! tables is chosen in `choice.rs`.

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
