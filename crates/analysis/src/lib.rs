//! What can be said about permutation puzzles and about sequences of their moves.
//!
//! - [`group`]: orders with proof, membership, words in the moves, orders of all elements, subgroups and their cosets.
//! - [`sequence`]: orders and cycle types, censuses, shortest sequences of a class, canonical and shortened sequences.
//! - [`state`]: God's algorithm, mixing by random moves, symmetry of positions.
//!
//! Everything here takes a [`Puzzle`](permutant_puzzle::puzzle::Puzzle), from the catalog or from a definition.

pub mod group;
pub mod sequence;
pub mod state;

#[cfg(test)]
mod test_puzzles;
