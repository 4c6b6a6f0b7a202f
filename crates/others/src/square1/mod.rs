//! Square-1: short solutions by two phases, and random positions.
//!
//! Start at [`Position`] and [`Solver`]. Lengths are counted in twists: turns of both layers between two twists cost nothing.
//! The first phase makes the layers square (`shapes.rs`) and the permutation of the pieces even. In the second phase
//! (`squares.rs`) they are square after every twist. The division into phases is that of the scramblers of Jaap Scherphuis and
//! Shuang Chen; the method is in `docs/square1_and_clock.md`.

mod position;
mod shapes;
mod solver;
mod squares;

pub use position::{Position, PositionError};
pub use solver::{Improvement, Solution, Solver, Step};
