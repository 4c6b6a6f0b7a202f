//! Solutions of big cubes by inserting commutators into a word, wherever they gain most.
//!
//! Start at [`solver::Insertion`]. A word that solves corners and middle edges is the beginning. A commutator that moves few pieces may be
//! inserted at any place of it; the turns after that place carry the effect to other pieces. The longer the word, the more places
//! there are, and the more turns of a commutator merge with those around it.
//!
//! That is how the first place of the competition Santa 2023 (team KMCoders) solved its big cubes; choosing whole grids of commutators at a
//! rate of turns for each piece, which rises from pass to pass, is our own.

mod anneal;
mod board;
mod cost;
mod effects;
mod family;
mod grid;
mod looks;
mod parity;
mod shake;
pub mod solver;
mod sweep;
mod word;
