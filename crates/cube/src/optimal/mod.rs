//! Optimal solvers of the 3x3x3: shortest solutions, proven.
//!
//! Start at [`HalfTurnSolver`], the fast one, whose table is as large as the memory allows. [`ThreeAxes`] is the standard
//! solver of Reid and Kociemba; the two share nothing and check each other.

mod half_turns;
mod three_axes;

pub use half_turns::{HalfTurnSolver, Keep, Memory, Saves, Size, WrongLength};
pub use three_axes::ThreeAxes;
