//! A cube of any size in which a turn takes time in proportion to its size.
//!
//! Start at [`stickers::Stickers`] for the cube, [`turn::Turn`] for its turns, [`pieces::Pieces`] for what makes it legal. What a turn does
//! to 24 stickers of a kind is in [`orbit`]: solvers work on such orbits, which are the same for all sizes.

pub mod geometry;
pub mod orbit;
pub mod pieces;
pub(crate) mod slot_sets;
pub mod stickers;
pub mod turn;
