//! Sequences of moves.
//!
//! Start at [`order`] for the effect of one sequence, at [`census`] for many, and at [`class_search`] for the shortest ones of a
//! conjugacy class.

pub mod canonical;
pub mod census;
pub mod class_search;
pub mod move_choice;
pub mod order;
pub mod random_moves;
pub mod shorten;
pub mod unrotate;
