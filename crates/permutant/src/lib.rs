//! Define, play, analyse and solve permutation puzzles.
//!
//! ```
//! use permutant::model::Model;
//! use permutant::solver::{Request, Solver};
//! use permutant::{algorithm, position};
//!
//! let cube = Model::find("3x3x3")?;
//! let start = position::read(&cube, "R U2 F' D", None)?;
//! let solver = Solver::new(&cube);
//! let answer = solver.solve_one(&Request::new(&start))?;
//! assert!(answer.turns.len() <= 4);
//! println!("{}", algorithm::write(&answer.turns));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Below lie [`group`] (permutations), [`puzzle`] (what a puzzle is), [`search`] (engines), [`cube`] and [`others`].

pub mod conversion;
pub mod engine;
pub mod ignored_pieces;
pub mod last_layer;
pub mod model;
pub mod position;
pub mod scramble;
pub mod solver;
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
