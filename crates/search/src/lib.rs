//! Search engines for any permutation puzzle.

pub mod bfs;
pub mod ida_star;
pub mod limits;
pub mod pruning;
pub mod puzzle_space;
pub mod sequences;
pub mod space;
pub mod table;
