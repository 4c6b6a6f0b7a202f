//! The optimal solver whose table is as large as the memory allows: cosets of a group that holds all half turns.
//!
//! Start at [`HalfTurnSolver`]. What the table is about is in `cosets`, how it lies in memory in `table`, how it is filled
//! in `build`; `state` turns cubes and finds their entries, `node` says which turns are worth a look, `search` walks the
//! tree, `jobs` and `deepening` share it out, `standing` is how it is stopped and goes on, `lanes` is the machine's part.

mod build;
mod cosets;
mod deepening;
mod jobs;
mod lanes;
mod node;
mod ranks;
mod search;
mod solver;
mod standing;
mod state;
mod table;

pub use solver::{HalfTurnSolver, Memory, WrongLength};
pub use standing::{Keep, Saves};
pub use table::Size;
