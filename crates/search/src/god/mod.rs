//! God's algorithm: how many states there are at each distance from the solved ones.
//!
//! Start at [`two_bit::TwoBit`], which counts the states of a perfect index in a quarter of a byte each;
//! [`oracle::Oracle`] keeps such counts to solve by.

mod checkpoint;
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
