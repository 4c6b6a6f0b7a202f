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

pub mod algorithm;
mod alike;
pub mod board_text;
pub mod canonical;
pub mod class_search;
pub mod conversion;
pub mod god;
pub mod group_order;
pub mod group_report;
pub mod integer_words;
pub mod last_layer;
pub mod left_out;
pub mod line_kind;
pub mod mixing;
pub mod model;
pub mod move_choice;
pub mod order_census;
pub mod order_distribution;
pub mod position;
pub mod position_symmetry;
pub mod random_moves;
pub mod scramble;
pub mod sequence_order;
pub mod shorten;
pub mod solver;
pub mod state_count;
pub mod strategy;
pub mod subgroup;
pub mod tables;
pub mod unrotate;
pub mod wca;
pub mod words;
pub mod workload;

pub use permutant_cube as cube;
pub use permutant_group as group;
pub use permutant_others as others;
pub use permutant_puzzle as puzzle;
pub use permutant_search as search;
