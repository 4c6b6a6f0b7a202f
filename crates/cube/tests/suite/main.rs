//! Solvers of cubes against published lengths, each other, and the referee.

mod two_phase;
mod weighted;
