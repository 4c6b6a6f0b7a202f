//! The NxNxN cube of any size: a model in which a turn takes time in proportion to N, and a solver by reduction.
//!
//! Start at [`stickers::Stickers`] for the cube, [`turn::Turn`] for its turns, [`pieces::Pieces`] for what makes it legal, and
//! [`solver::Reduction`] for solutions. What a turn does to 24 stickers of a kind is in [`orbit`]; solvers work on such
//! orbits, which are the same for all sizes. Nothing here proves a solution shortest.

pub mod centres;
mod deepening;
pub mod exchanges;
pub mod five;
pub mod four;
mod general;
pub mod geometry;
mod levels;
pub mod orbit;
pub mod pieces;
pub mod shells;
mod slot_sets;
pub mod solver;
pub mod stickers;
pub mod stream;
pub mod turn;
pub mod wings;
