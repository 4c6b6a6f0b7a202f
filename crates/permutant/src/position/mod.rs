//! Positions as users write them: an algorithm, facelets, a compact string, or a block of a file.
//!
//! Start at [`read`], which recognises the kind of a line, and [`read_file`] for texts of several lines.

pub mod board;
mod cycles;
mod facelets;
mod file;
pub mod line_kind;
mod lines;
mod read;
mod start;

pub use facelets::{FacesError, check_faces, read_facelets};
pub use file::{Entry, is_skipped, read_file};
pub use lines::PositionLines;
pub use read::{after_text, read, read_algorithm, read_pieces, write};
pub use start::{Blocked, Position, wrong_by_orbit, wrong_by_piece, wrong_pieces};
