//! Define, play, analyse and solve permutation puzzles.
//!
//! Load a puzzle, read a position, solve it:
//!
//! ```
//! use permutant::prelude::*;
//!
//! let cube = Model::find("3x3x3")?;
//! let start = position::read(&cube, "R U2 F' D", None)?;
//! let answer = Solver::new(&cube).solve_one(&Request::new(&start))?;
//! assert!(answer.length <= 4);
//! println!("{} ({} moves)", algorithm::write(&answer.turns), answer.length);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Ask for a shortest solution, in quarter turns, within some limits:
//!
//! ```
//! use permutant::prelude::*;
//!
//! let pyraminx = Model::find("pyraminx")?;
//! let start = position::read(&pyraminx, "R U' L B u r", None)?;
//! let limits = Limits { max_solutions: Some(1), max_memory: 64 << 20, ..Limits::default() };
//! let request = Request { optimal: true, metric: Metric::qtm(), limits, ..Request::new(&start) };
//! let answer = Solver::new(&pyraminx).solve_one(&request)?;
//! assert!(answer.optimal && answer.length == 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Count the states of a puzzle by their distance, know the order of its group, scramble it, draw it:
//!
//! ```
//! use permutant::prelude::*;
//!
//! let model = Model::find("tetraminx")?;
//! let counted = god::run(&model.puzzle, &god::Request::new(&model.puzzle), &Control::new())?;
//! assert_eq!(counted.total().to_string(), "933120");
//! assert_eq!(counted.diameter(), Some(11));
//! assert_eq!(order::order(&model.puzzle), Some(counted.total()));
//!
//! let scramble = Scrambler::new(&model, 1, None).next(&Control::new())?;
//! let state = Position::after(&model.puzzle, model.puzzle.solved(), &scramble.turns)?.state;
//! assert!(model.svg(&state).is_some_and(|picture| picture.starts_with("<svg")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to go on
//!
//! - Puzzles: [`model`], from the catalog, from definition files ([`puzzle::formats`]), or from a description in TOML.
//! - Positions and algorithms as text: [`position`], [`algorithm`].
//! - Solving: [`solver`]; scrambles: [`scramble`], and [`wca`] for those of competitions.
//! - Studying: [`analysis`] of groups, sequences of moves, and states.
//! - Other formats: [`conversion`].
//!
//! `examples/` has whole programs. The crates below are at hand too: [`group`] (permutations), [`puzzle`] (what a puzzle is), [`search`]
//! (engines for any puzzle), [`cube`], [`nxn`] and [`others`] (solvers that know their puzzle).

pub mod conversion;
pub mod coset;
pub mod cube_positions;
pub mod cubies;
pub mod engine;
pub mod ignored_pieces;
pub mod last_layer;
pub mod listed_moves;
pub mod model;
pub mod named_patterns;
pub mod pattern_table;
pub mod position;
pub mod prelude;
pub mod scramble;
pub mod solve_set;
pub mod solver;
mod supercube;
pub mod tables;
pub mod wca;
pub mod workload;

pub use permutant_analysis as analysis;
pub use permutant_cube as cube;
pub use permutant_group as group;
pub use permutant_nxn as nxn;
pub use permutant_others as others;
pub use permutant_puzzle as puzzle;
pub use permutant_search as search;

pub use permutant_puzzle::algorithm;
