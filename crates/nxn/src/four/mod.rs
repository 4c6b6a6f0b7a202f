//! The 4x4x4 in three phases and an endgame: few turns, with tables that are built in seconds.
//!
//! Start at [`Four`]. Phase 1 brings the centres of two opposite colours to F and B. Phase 2 brings the other four colours to
//! their axes and separates the wings into two halves that half turns of slices keep apart. Phase 3 pairs the wings and solves
//! the centres such that the remaining 3x3x3 can be solved. The phases are those of Chen Shuang's solver (TPR), in the order of
//! C. Tsai's method. Many solutions of each phase are kept, and several are completed.

mod axis;
pub(crate) mod halves;
mod moves;
mod pairing_table;
mod pairs;
mod sides;
mod solver;
mod split;

pub use solver::{Effort, Four, Phases, TABLE_BYTES, WrongLength};
