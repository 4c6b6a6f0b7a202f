//! Optimal solvers of the 3x3x3: shortest solutions, proven.
//!
//! Start at [`ThreeAxes`], the standard solver of Reid and Kociemba.

mod three_axes;

pub use three_axes::ThreeAxes;
