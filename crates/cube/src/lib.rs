//! Solvers that are specific to the cube.
//!
//! Start at [`two_phase::Solver`] for short solutions of the 3x3x3, at [`h48::H48Solver`] for shortest ones, and at
//! [`pocket::Pocket`] for the 2x2x2. [`model::facelet::read`] and [`pocket::facelets::read`] read the stickers. Each
//! representation of the cube, from the stickers to the coordinates of a search, has a module of its own. The crate uses
//! neither files nor a clock: limits and cancellation are those of [`permutant_search::limits`], and random cubes use the
//! caller's generator.
//!
//! ```
//! use permutant_cube::model::{facelet, moves::Algorithm};
//! use permutant_cube::two_phase::Solver;
//! use permutant_search::limits::{Control, Limits};
//!
//! let cube = facelet::read("DUUBULDBFRBFRRULLLBRDFFFBLURDBFDFDRFRULBLUFDURRBLBDUDL").unwrap();
//! cube.check_solvable().unwrap();
//! let solution = Solver::new().solve(&cube, &Limits::default(), &Control::new()).found().unwrap();
//! assert!(solution.length() <= 21, "{}", Algorithm(&solution.moves));
//! ```

pub mod coordinates;
pub mod coset;
pub mod h48;
pub mod model;
mod node_meter;
pub mod patterns;
pub mod pocket;
pub mod reid;
mod simd;
pub mod symmetric_cubes;
pub mod tables;
pub mod thistlethwaite;
pub mod two_phase;
