//! The 5x5x5 in five phases and an end: few turns, with tables of half a gigabyte that are built in a minute.
//!
//! Start at [`Five`]. The centres of two opposite colours come to F and B; then all centres to their axes; then the edges so
//! that none need be turned over; then four edges are paired between U and D; then the other eight, and centres are
//! solved. What is left is a 3x3x3. The phases are in the order of Chen Shuang's solver (cube555); many ways through
//! each are kept, by the length of the whole, and several are finished.

mod axis;
mod classes;
mod edges;
mod ending;
mod grid;
mod moves;
mod orienting;
mod sides;
mod slice;
mod solver;
mod staging;

pub use solver::{Effort, Five, Phases, TABLE_BYTES, TABLE_BYTES_TO_BUILD, WrongLength};
