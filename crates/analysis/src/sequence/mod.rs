//! Sequences of moves.
//!
//! Start at [`order`] for the effect of one sequence, at [`census`] for many, at [`class_search`] for the shortest ones of a
//! conjugacy class, and at [`few_pieces`] for powers and commutators that move few pieces.

pub mod canonical;
pub mod census;
pub mod class_search;
pub mod few_pieces;
pub mod move_choice;
pub mod order;
pub mod random_moves;
pub mod shorten;
pub mod unrotate;
