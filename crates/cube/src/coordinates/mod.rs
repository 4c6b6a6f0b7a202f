//! Coordinates: the parts of a cube that a search needs, as numbers.
//!
//! Start at [`coordinate`]; [`assembly`] makes cubes with given values, [`symcoord`] reduces coordinates by symmetry, and [`move_table`] tabulates the effect of moves.

pub mod assembly;
pub mod coordinate;
pub(crate) mod move_table;
pub(crate) mod perm8_symcoord;
pub mod symcoord;
