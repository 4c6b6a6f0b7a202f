//! Short solutions of many states of puzzles that are given as lists, within a time for all of them together.
//!
//! Start at [`PuzzleSet::gather`] for the texts and at [`run::Run`] for the work. A puzzle is known by what its moves do to places,
//! whatever it and they are called; [`run::Event`] says what was recognised, so that specialised solvers can serve. Every move that a
//! list names, or its inverse, counts 1. [`referee`] replays each answer on the lists themselves before it is handed out.

pub mod referee;
pub mod run;

mod alphabet;
mod attempt;
mod cube;
mod general;
mod globe;
mod label_beam;
mod set;
mod tetraminx;
mod wreath;

pub use attempt::{Ending, SetAnswer};
pub use set::{Misfit, PuzzleSet, Task};
