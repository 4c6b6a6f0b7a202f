//! Coordinates: numbers for what a search must know of a cube.
//!
//! Start at [`coordinate`]; [`symcoord`] has those reduced by symmetry, [`move_table`] what turns do to them.

pub mod coordinate;
pub(crate) mod move_table;
pub(crate) mod perm8_symcoord;
pub mod symcoord;
