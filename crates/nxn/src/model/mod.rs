//! A cube of any size in which a turn takes time proportional to its size.
//!
//! Start at [`stickers::Stickers`] for the cube, [`turn::Turn`] for its turns, and [`pieces::Pieces`] for the conditions that
//! make it solvable. The effect of a turn on 24 stickers of one kind is in [`orbit`]. Solvers work on such orbits, which are
//! the same for all sizes.

pub mod geometry;
pub mod held;
pub mod orbit;
pub mod pieces;
pub(crate) mod slot_sets;
pub mod stickers;
pub mod turn;
