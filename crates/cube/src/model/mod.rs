//! The model of the cube: turns, pieces, facelets, symmetries and random states.
//!
//! Start at [`cubie::CubieCube`]; [`facelet::read`] reads stickers.

pub mod cubie;
pub mod facelet;
pub(crate) mod move_masks;
pub mod moves;
pub mod phases;
pub mod point_group;
pub mod quarter_turns;
pub mod random_state;
pub mod solution;
pub mod solvability;
pub mod symmetry;
