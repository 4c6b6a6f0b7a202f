//! What a user may type: commands, options and their help.
//!
//! Start at [`Args`] and [`Command`]. Only this module converts words to typed values. The commands check what the
//! values mean for a puzzle.

mod actions;
mod coordinates;
mod files;
mod find;
mod groups;
mod methods;
mod patterns;
mod perm;
mod position;
mod presentations;
mod program;
mod sequences;
mod sets;
mod solving;
mod typed;
mod values;

use actions::{Choice, refuse_strangers};
pub(crate) use coordinates::*;
pub(crate) use files::*;
pub(crate) use find::*;
pub(crate) use groups::*;
pub(crate) use patterns::*;
pub(crate) use perm::*;
pub(crate) use position::*;
pub(crate) use presentations::*;
pub(crate) use program::*;
pub(crate) use sequences::*;
pub(crate) use sets::*;
pub(crate) use solving::*;
pub(crate) use typed::arranged;
pub(crate) use values::{Count, SheetFormat};
