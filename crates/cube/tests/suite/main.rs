//! Solvers of cubes against published lengths, each other, and the referee.

mod nxn;
mod two_phase;
mod weighted;
