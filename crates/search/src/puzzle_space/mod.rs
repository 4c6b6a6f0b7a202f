//! Any puzzle as a space: its states packed into rows of small numbers, its moves compiled to copies and look-ups.
//!
//! Start at [`PuzzleSpace::new`] in `compile.rs`; `step.rs` contains the step of a search. `rows.rs` defines a row, and
//! `packing.rs` packs a state into one. The moves and rules of the definition are compiled in `moves.rs` and
//! `rules.rs`. `images.rs` adds images under symmetries and inverses; `projections.rs` says which parts get exact
//! tables.

mod character;
mod classes;
mod compile;
mod error;
mod fingerprint;
mod images;
mod inverses;
mod layout;
mod moves;
mod packed_move;
mod packing;
mod parity;
mod points;
mod projections;
mod rows;
mod rules;
mod space;
mod step;

pub use error::SpaceError;
pub(crate) use layout::SolvedPiece;
pub use projections::Patterns;
pub use rows::PackedState;
pub use space::PuzzleSpace;
