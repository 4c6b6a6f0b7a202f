//! The optimal solver whose table is as large as the memory allows: cosets of a group that holds all half turns.
//!
//! Start at [`H48Solver`]. What the table is about is in `coset`, how it lies in memory in `table`, how it is filled
//! in `build`; `cube_pair` turns cubes and finds their entries, `node` says which turns are worth a look, `search` walks the
//! tree, `jobs` and `deepening` share it out, `checkpoint` is how it is stopped and goes on, `simd` is the machine's part.

mod build;
mod checkpoint;
mod coset;
mod cube_pair;
mod deepening;
mod jobs;
mod node;
mod ranks;
mod search;
mod simd;
mod solver;
mod table;

pub use checkpoint::{Keep, Saves};
pub use solver::{H48Solver, WrongLength};
pub use table::Size;
