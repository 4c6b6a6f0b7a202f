//! Any puzzle as a space: its states packed into rows of small numbers, its moves compiled to copies and
//! look-ups.
//!
//! Start at [`PuzzleSpace::new`]. What a row is, is said in `rows.rs`; moves and rules of the definition are compiled in
//! `moves.rs` and `rules.rs`; `images.rs` puts in what symmetry and inverses make of states; `projections.rs` says of which parts there are exact tables.

mod classes;
mod fingerprint;
mod images;
mod moves;
mod parity;
mod points;
mod projections;
mod rows;
mod rules;
mod space;

pub use projections::Patterns;
pub use rows::PackedState;
pub use space::{PuzzleSpace, SpaceError};
