//! Any puzzle as a space: its states packed into rows of small numbers, its moves compiled to copies and
//! look-ups.
//!
//! Start at [`PuzzleSpace::new`] in `compile.rs`; `step.rs` has the step of a search. What a row is, is said in `rows.rs`,
//! how a state becomes one in `packing.rs`; moves and rules of the definition are compiled in `moves.rs` and `rules.rs`;
//! `images.rs` puts in what symmetry and inverses make of states; `projections.rs` says of which parts there are exact tables.

mod character;
mod classes;
mod compile;
mod error;
mod fingerprint;
mod images;
mod inverses;
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
pub use projections::Patterns;
pub use rows::PackedState;
pub use space::PuzzleSpace;
