//! Definitions, positions and moves in the formats of other programs, with one file per format for reading and
//! writing.
//!
//! Start at [`read_definition`] and [`write_definition`] with a [`Kind`]. Every reader fails with a
//! [`crate::diagnostic::Diagnostic`], every writer with a [`WriteError`] where the format cannot express the
//! definition. The readers produce the common representation of [`crate::definition`] and [`crate::state`]. The
//! module handles text only; the programs open the files.

pub mod facelets;
pub mod gap;
pub mod kpuzzle;
pub mod ksolve;
pub mod orbit_rows;
pub mod piece_text;
pub mod problem;
pub mod puzzle_set;
pub mod scr;
pub mod style;
pub mod tws;

mod budget;
mod compact;
mod error;
mod json;
mod kind;
mod lexer;
mod move_names;
mod partial_facelets;
mod rows;

#[cfg(test)]
mod tests;

pub use error::WriteError;
pub use kind::{Kind, read_definition, write_definition};
pub use move_names::is_rotation_name;
