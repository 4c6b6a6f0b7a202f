//! The optimal solver whose table can use all available memory, based on cosets of a subgroup that contains all half turns.
//!
//! Start at [`H48Solver`]. `coset` defines the cosets, `table` their layout in memory, and `build` fills the table. `cube_pair`
//! turns cubes and finds their entries, `node` selects the turns that are worth trying, and `search` traverses the tree. `jobs`
//! and `deepening` divide the work, `checkpoint` stops and resumes it, and `crate::simd` contains the machine-specific part. `axial`
//! is the search where turns of opposite faces count together.

mod axial;
mod build;
mod checkpoint;
mod coset;
mod cube_pair;
mod deepening;
mod jobs;
mod node;
mod ranks;
mod search;
mod solver;
mod table;

pub use checkpoint::{Keep, Saves};
pub use solver::{H48Solver, WrongLength};
pub use table::Size;
