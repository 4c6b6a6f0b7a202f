//! Solvers that know the cube.

pub mod coord;
pub mod cubie;
pub mod facelet;
mod move_table;
pub mod moves;
mod prune_table;
pub mod random_state;
pub mod solvable;
pub mod sym;
pub mod two_phase;
