//! Solutions of a cube of any size, mostly by reduction to a 3x3x3: centres, then edges.
//!
//! Start at [`solver::Reduction`], which chooses between the phases of the 4x4x4 and 5x5x5, shells, insertion, and the general method.

pub mod centre_cycles;
pub mod centres;
pub mod exchanges;
pub(crate) mod general;
mod inserting;
pub(crate) mod levels;
mod quarters;
pub mod solver;
pub mod stream;
pub mod wings;
