//! Cubes of any size: a model in which a turn takes time in proportion to N, and solvers by reduction.
//!
//! Start at [`model::stickers::Stickers`] for the cube, [`model::turn::Turn`] for its turns, and [`reduction::solver::Reduction`] for
//! solutions. Nothing here proves a solution shortest.

pub mod five;
pub mod four;
pub mod model;
mod phase_ida_star;
pub mod reduction;
pub mod shells;
