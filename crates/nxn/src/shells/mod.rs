//! Cubes of six layers and more, shell by shell from the inside: each step makes the cube a 5x5x5 and reduces that.
//!
//! Start at [`solver::Shells`]. The layers next to the outer ones, the second and the last but one, are one *shell* with what
//! lies in them: the outermost ring of centres and the outermost wings. Without them the cube has two layers less, its faces
//! turn with or without them, and it is reduced first; then its centres are blocks of one colour and its edges are whole.
//! What lies between two X centres of the ring is a *bar* ([`bars`]); where each bar is of one colour ([`matching`]), the
//! cube is a 5x5x5 whose inner layers are as thick as the block, and the tables of the 5x5x5 do the rest.

pub mod bars;
pub mod exchanges;
pub mod lines;
pub mod matching;
pub mod second_layers;
pub mod solver;
