//! The 2x2x2: all its states and their shortest solutions.
//!
//! Start at [`Pocket`]. A cube without centres has no fixed frame, so states are counted up to rotation of the whole cube. With
//! the corner DBL fixed there are 7! · 3^6 = 3 674 160 of them, few enough to store the distance of each. [`facelets`] reads
//! the stickers. A solution turns the faces of the cube in its given position.

pub mod facelets;
mod index;
mod solve;
mod space;
mod table;

pub use solve::Solution;
pub use table::{NotDistances, Pocket};
