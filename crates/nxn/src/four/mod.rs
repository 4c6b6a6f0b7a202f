//! The 4x4x4 in three phases and an end: few turns, with tables that are built in seconds.
//!
//! Start at [`Four`]. The centres of two opposite colours come to F and B; then the other four pairwise to their axes while the
//! wings part into two halves that half turns of slices keep apart; then wings are paired and centres solved, so that the
//! 3x3x3 that is left can be solved. The phases are those of Chen Shuang's solver (TPR), in the order of C. Tsai's method;
//! many ways through each phase are kept, and several are finished.

mod axis;
pub(crate) mod halves;
mod moves;
mod pairing_table;
mod pairs;
mod sides;
mod solver;
mod split;

pub use solver::{Effort, Four, Phases, TABLE_BYTES, WrongLength};
