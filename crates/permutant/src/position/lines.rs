//! Positions that take several lines: the rows of a board, or a row for each orbit.
//!
//! Start at [`PositionLines`].

use super::board::BoardLines;
use crate::model::Model;
use permutant_puzzle::formats::orbit_rows::{self, RowLines};

/// Combines the lines of a text into positions.
#[derive(Clone, Debug, Default)]
pub struct PositionLines {
    boards: Option<BoardLines>,
    rows: Option<RowLines>,
    /// Whether the text that was seen last is the beginning of a position.
    begun: bool,
    /// Whether it is a complete position in rows.
    complete: bool,
}

impl PositionLines {
    /// The lines of a puzzle's positions. If an orbit has the name of a move, its rows are not recognised.
    pub fn of(model: &Model) -> Self {
        let puzzle = &model.puzzle;
        let is_move = |name: &str| puzzle.names().any(|other| other == name);
        let has_rows = !puzzle.orbits().iter().any(|orbit| is_move(&orbit.name));
        PositionLines {
            boards: BoardLines::of(model),
            rows: has_rows.then(|| RowLines::new(puzzle.definition())),
            begun: false,
            complete: false,
        }
    }

    /// Whether a text is the beginning of a position that continues in the next line.
    pub fn is_begun(&mut self, text: &str) -> bool {
        let is_begun = self.rows.as_ref().is_some_and(|rows| rows.is_begun(text))
            || self.boards.is_some_and(|boards| boards.is_begun(text));
        self.complete =
            !is_begun && (self.begun || self.rows.as_ref().is_some_and(|rows| rows.is_complete(text)));
        self.begun = is_begun;
        is_begun
    }

    /// Whether a line only repeats the position before it, as the facelets after the rows of its orbits do.
    pub fn is_repetition(&self, line: &str) -> bool {
        self.complete && orbit_rows::is_repetition(line)
    }
}
