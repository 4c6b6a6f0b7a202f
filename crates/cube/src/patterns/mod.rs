//! Cubes whose faces show given patterns.
//!
//! Start at [`Pattern`] and [`Pattern::each`]. A [`FacePattern`] names the nine stickers of a face by letters; equal letters mean equal
//! colours. The search assigns pieces to places, and after each assignment keeps for every face the patterns that it may still show and
//! for every sticker the colours that it may still have ([`faces`]). Symmetries of a cube are combined with it: a group makes its
//! orbits of assignments the parts of the search, as in [`crate::symmetric_cubes`]. Pattern editors of this kind, and the demand that
//! patterns continue across the edges, are known from Kociemba's Cube Explorer.

mod face_pattern;
mod faces;
mod pattern;
mod search;

pub use face_pattern::{Cell, FacePattern};
pub use pattern::{Pattern, PatternError};
