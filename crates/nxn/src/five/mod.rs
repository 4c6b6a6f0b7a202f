//! The 5x5x5 in five phases and an endgame: few turns, with tables of half a gigabyte that are built in a minute.
//!
//! Start at [`Five`]. Phase 1 brings the centres of two opposite colours to F and B, and phase 2 all centres to their axes.
//! Phase 3 orients the edges so that none needs to be flipped. Phase 4 pairs four edges between U and D. Phase 5 pairs the
//! other eight and solves the centres. The rest is a 3x3x3. The phases are in the order of Chen Shuang's solver (cube555). Many
//! solutions of each phase are kept, by total length, and several are completed.

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
