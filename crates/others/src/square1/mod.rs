//! Square-1: short solutions by two phases, and random positions.
//!
//! Start at [`Position`] and [`Solver`]. Lengths are twists: both layers turn for nothing between two of them. In the first phase the
//! layers become squares (`shapes.rs`), and pieces an even permutation; in the second (`squares.rs`) they stay squares whenever a
//! twist is over. The division is that of Jaap Scherphuis and Shuang Chen's scramblers; the method is in `docs/square1_and_clock.md`.

mod position;
mod shapes;
mod solver;
mod squares;

pub use position::{Position, PositionError};
pub use solver::{Improvement, Solution, Solver, Step};
