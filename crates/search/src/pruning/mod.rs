//! Lower bounds for the distance to the solved states, from a table over states near them.
//!
//! Start at [`PruningTable::new`] and [`PruningTable::bound`]. Two states on one entry can only lower the bound, so it
//! never overestimates. States that symmetry makes of each other share an entry. Filled level by level, when the
//! search finds that worth its while (the way of twsearch's tables).

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
