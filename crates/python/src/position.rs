//! A position of a puzzle.
//!
//! Start at [`Position`]. What Python calls is in `position_calls`.

use crate::errors::unsupported;
use crate::puzzle::Puzzle;
use permutant::position;
use pyo3::prelude::*;

/// A position.
#[pyclass(frozen, module = "permutant")]
#[derive(Debug)]
pub(crate) struct Position {
    pub(crate) puzzle: Py<Puzzle>,
    pub(crate) inner: position::Position,
}

impl Position {
    pub(crate) fn new(puzzle: &Bound<'_, Puzzle>, inner: position::Position) -> Self {
        Position { puzzle: puzzle.clone().unbind(), inner }
    }

    /// Refuses incomplete positions.
    pub(crate) fn has_all_pieces(&self) -> PyResult<()> {
        match self.inner.goal {
            None => Ok(()),
            Some(_) => Err(unsupported("the position is incomplete: some of its pieces are not given")),
        }
    }
}
