//! Solvers for single puzzles that are not cubes: Square-1, the clock, globes, wreaths and the professor tetraminx.
//!
//! Start at [`square1::Solver`] for short solutions of Square-1, at [`clock::Solver`] for shortest ones of the clock, at [`globe::solve`] and
//! [`wreath::solve`] for short ones of globes and wreaths, and at [`tetraminx::Solver`] for those of the professor tetraminx. Each has its own
//! position type, which documents the meaning of its numbers. The crate uses neither files nor a system clock:
//! limits and cancellation are those of [`permutant_search::limits`], and random positions use the caller's generator.
//!
//! ```
//! use permutant_others::square1::{Position, Solver};
//! use permutant_search::limits::{Control, Limits};
//!
//! let mut position = Position::SOLVED;
//! position.turn(1, 0);
//! assert!(position.twist());
//! let solution = Solver::new().solve(&position, &Limits::default(), &Control::new()).found().unwrap();
//! assert_eq!(solution.twists(), 1);
//! ```

pub mod clock;
pub mod globe;
pub mod square1;
pub mod tetraminx;
pub mod wreath;
