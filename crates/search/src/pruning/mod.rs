//! Lower bounds for the distance to the solved states, from a table over states near them.
//!
//! Start at [`PruningTable::new`] and [`PruningTable::bound`]. Two states that share an entry can only lower the bound,
//! so it never overestimates. Symmetric states share an entry by design. The table is filled level by level, whenever
//! the search finds that this pays (as twsearch does with its tables).

mod entries;
mod fill;
mod partial_table;
mod parts;
mod pruning_table;
mod saved;
mod two_bit;

pub(crate) use parts::{MOST_GIVEN, NEVER, PartValues, SlotChange, count_values};
pub use parts::{Parts, Projection};
pub use pruning_table::PruningTable;
