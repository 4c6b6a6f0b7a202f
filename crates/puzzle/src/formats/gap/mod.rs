//! Reads and writes generators of a permutation group in GAP's syntax; also reads those of Sage and plain lists.
//!
//! Start at [`read`] and [`write()`]. The reader builds a puzzle of n distinct points without orientations. In GAP,
//! point i goes to its image, so the slot of the image receives the content of slot i. The writer outputs all
//! stickers: piece slot × orientation becomes the point `first of the orbit + slot · orientations + orientation`.

mod named_groups;
mod points;
mod read;
mod scan;
mod write;

pub use read::read;
pub use write::write;

/// The name of the single orbit.
const ORBIT: &str = "POINTS";
