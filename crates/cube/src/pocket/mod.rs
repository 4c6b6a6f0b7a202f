//! The 2x2x2: all its states, and shortest solutions.
//!
//! Start at [`Pocket`]. A cube without centres has no fixed frame, so states are counted up to rotation of the whole
//! cube: with the corner DBL at home there are 7! · 3^6 = 3 674 160 of them, few enough to know the distance of each.
//! [`facelets`] reads the stickers. A solution turns the faces of the cube as it lies.

pub mod facelets;
mod index;
mod solve;
mod space;
mod table;

pub use solve::Solution;
pub use table::{NotDistances, Pocket};
