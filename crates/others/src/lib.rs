//! Solvers that know one puzzle which is no cube: Square-1 and the clock.
//!
//! Start at [`square1::Solver`] for short solutions of Square-1, and at [`clock::Solver`] for shortest ones of the clock. Each works
//! on a position of its own kind; what its numbers mean is said there. No files, no clock: limits and cancelling are those of
//! [`permutant_search::limits`], random positions take the caller's generator.
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
pub mod square1;
