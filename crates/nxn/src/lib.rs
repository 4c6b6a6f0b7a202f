//! Cubes of any size: a model in which a turn takes time proportional to N, and solvers by reduction.
//!
//! Start at [`model::stickers::Stickers`] for the cube, [`model::turn::Turn`] for its turns, and
//! [`reduction::solver::Reduction`] for solutions. No solution is proved to be shortest.

pub mod five;
pub mod four;
pub mod insertion;
pub mod model;
mod phase_ida_star;
pub mod reduction;
pub mod shells;
