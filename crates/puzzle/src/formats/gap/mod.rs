//! Generators of a permutation group as GAP writes them, read and written; those of Sage and plain lists are read too.
//!
//! Start at [`read`] and [`write()`]. What is read makes a puzzle of n points, each told apart, without orientations. In GAP
//! point i goes to its image; so the slot of the image takes what was in slot i. Written are all stickers: piece slot × orientation,
//! point `first of the orbit + slot · orientations + orientation`.

mod named_groups;
mod points;
mod read;
mod scan;
mod write;

pub use read::read;
pub use write::write;

/// Name of the one orbit that is made.
const ORBIT: &str = "POINTS";
