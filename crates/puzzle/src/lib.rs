//! Permutation puzzles, their states and moves, and their notation and file formats.
//!
//! Start at [`catalog::find`] or [`formats::read_definition`] for a puzzle, [`puzzle::Puzzle`] for its moves and
//! states, and [`replay::replay`] for the independent check of solutions. States and moves are read "replaced by":
//! each slot lists the slot from which its piece comes.
//!
//! ```
//! use permutant_puzzle::{catalog, metric::Metric, replay::replay};
//!
//! let cube = catalog::find("3x3x3")?.puzzle;
//! let turns: Vec<_> = ["R", "U", "R'", "U'"].into_iter().filter_map(|name| cube.turn(name)).collect();
//! let sixfold: Vec<_> = std::iter::repeat_n(turns, 6).flatten().collect();
//! let end = replay(&cube, cube.solved(), &sixfold, &Metric::htm());
//! assert!(cube.is_solved(&end.state) && end.length == 24);
//! # Ok::<(), catalog::NotFound>(())
//! ```

pub mod algorithm;
pub mod catalog;
pub mod cycle_class;
pub mod cycle_structure;
pub mod decimal;
pub mod definition;
pub mod diagnostic;
pub mod direction;
pub mod formats;
pub mod geometry;
pub mod invariants;
pub mod metric;
pub mod moves;
pub mod notation;
pub mod orbit;
pub mod picture;
pub mod placements;
pub mod points;
pub mod puzzle;
pub mod puzzle_error;
pub mod replay;
mod sequence;
pub mod small_map;
mod sorting;
pub mod spelling;
pub mod state;
pub mod sticker_pieces;
pub mod touched_slots;
pub mod transformation;
