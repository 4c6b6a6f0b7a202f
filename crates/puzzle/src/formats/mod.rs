//! Definitions, positions and moves as other programs write them: one file a format, each read and written.
//!
//! Start at [`read_definition`] and [`write_definition`] with a [`Kind`]. Every reader fails with a
//! [`crate::diagnostic::Diagnostic`], every writer with a [`WriteError`] where the format has no words for what
//! the definition says. What is read lands in [`crate::definition`] and [`crate::state`], in one meaning.
//! Texts only: opening files is left to the programs.

pub mod facelets;
pub mod gap;
pub mod kpuzzle;
pub mod ksolve;
pub mod piece_text;
pub mod problem;
pub mod scr;
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
