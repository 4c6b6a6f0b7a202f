//! Positions as arguments: text, an array or a list of stickers, or a position of the same puzzle.
//!
//! Start at [`read`].

use crate::errors::{in_text, unsupported};
use crate::position::Position;
use crate::puzzle::Puzzle;
use crate::{rows, work};
use permutant::position;
use pyo3::prelude::*;
use std::sync::Arc;

/// The position that an argument denotes.
pub(crate) fn read(
    this: &Bound<'_, Puzzle>,
    given: &Bound<'_, PyAny>,
    faces: Option<&str>,
) -> PyResult<position::Position> {
    let puzzle = this.get();
    if let Ok(position) = given.cast::<Position>() {
        let position = position.get();
        return match Arc::ptr_eq(&position.puzzle.get().model, &puzzle.model) {
            true => Ok(position.inner.clone()),
            false => Err(unsupported("the position is of another puzzle")),
        };
    }
    if let Ok(text) = given.extract::<String>() {
        let py = this.py();
        let read = work::at_once(py, None, |_| position::read(&puzzle.model, &text, faces))?;
        return read.map_err(|fault| in_text(&text, &fault));
    }
    rows::position(puzzle, given)
}
