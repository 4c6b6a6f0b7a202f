//! Search engines for any permutation puzzle.

pub mod limits;
