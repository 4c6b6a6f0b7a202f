//! Cubes of six layers and more, shell by shell from the inside: each step makes the cube a 5x5x5 and reduces that.
//!
//! Start at [`solver::Shells`]. A *shell* consists of the second layers and the last but one, with the pieces in them: the
//! outermost ring of centres and the outermost wings. Without the shell the cube has two layers less, and its faces turn with
//! or without it. This inner cube is reduced first; then its centres are blocks of one colour and its edges are complete. The
//! centres between two X centres of the ring form a *bar* ([`bars`]). When each bar has one colour ([`matching`]), the cube is
//! a 5x5x5 whose inner layers are as thick as the block, and the tables of the 5x5x5 complete the step.

pub mod bars;
pub mod exchanges;
pub mod lines;
pub mod matching;
pub mod second_layers;
pub mod solver;
