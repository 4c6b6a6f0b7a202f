//! Short solutions of the professor tetraminx: three layers turn about each of four corners, and turns about a corner commute.
//!
//! Start at [`Solver`]; [`Recognised`] finds the puzzle among permutations of places. Turns of outer layers move wings and corners only, which
//! no turn of a middle layer moves. So a solution is made in two parts. The first solves all other pieces by turns of inner and middle layers, in
//! two phases like those of H. Kociemba for the 3x3x3: to the subgroup in which only one of the middle layers turns
//! ([`first_phase`]), and from there ([`second_phase`]). Then turns of outer layers are inserted into it, between any two of its turns, as few as
//! solve wings and corners ([`insertion`]). There are many first parts of nearly equal length, and the best of them gives the answer.

mod distances;
mod first_phase;
mod insertion;
mod inside;
mod model;
mod recognition;
mod second_phase;
mod solver;
mod walk;

pub use distances::{BYTES as TABLE_BYTES, BYTES_TO_BUILD as TABLE_BYTES_TO_BUILD, build as build_table};
pub use model::{Layer, Move, Position};
pub use recognition::Recognised;
pub use solver::Solver;
