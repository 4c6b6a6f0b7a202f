//! The group that the moves of a puzzle generate.
//!
//! Start at [`order`] for its order, at [`report`] for a base, membership tests and proofs, and at [`words`] for elements as words in
//! the moves.

pub mod identical_pieces;
pub mod integer_words;
pub mod order;
pub mod order_distribution;
pub mod report;
pub mod state_count;
pub mod subgroup;
pub mod words;

mod outside;
