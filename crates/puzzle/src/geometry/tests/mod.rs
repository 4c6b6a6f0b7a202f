//! Generated puzzles against tables of another program, against definitions made by hand, and against random cuts.

mod moves;
mod named;
mod random;
mod sided;
