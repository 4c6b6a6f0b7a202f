//! God's algorithm: the number of states at each distance from the solved states.
//!
//! Start at [`two_bit::TwoBit`], which counts the states of a perfect index with a quarter of a byte per state.
//! [`oracle::Oracle`] keeps such counts and solves states with them.

mod checkpoint;
pub mod class_counts;
pub mod classes;
pub mod distances;
pub mod factors;
pub mod hashed;
pub mod integrity;
pub mod oracle;
pub mod saved;
pub mod state_codec;
pub mod two_bit;
pub mod walk;
