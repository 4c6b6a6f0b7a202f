//! Positions that take several lines: the rows of a board, or a row for each orbit; and lists of boards, which hold several positions.
//!
//! Start at [`PositionLines`].

use super::board::BoardLines;
use crate::model::Model;
use permutant_puzzle::formats::orbit_rows::{self, RowLines};
use std::ops::Range;

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
        let is_begun = self.boards.is_some() && is_open_list(text)
            || self.rows.as_ref().is_some_and(|rows| rows.is_begun(text))
            || self.boards.is_some_and(|boards| boards.is_begun(text));
        self.complete =
            !is_begun && (self.begun || self.rows.as_ref().is_some_and(|rows| rows.is_complete(text)));
        self.begun = is_begun;
        is_begun
    }

    /// Where the positions of a list of boards stand in its text, such as `[[1, 0, 2], [2, 0, 1]]`; `None` for any other text.
    pub fn listed(&self, text: &str) -> Option<Vec<Range<usize>>> {
        self.boards?;
        lists(text)
    }

    /// Whether a line only repeats the position before it, as the facelets after the rows of its orbits do.
    pub fn is_repetition(&self, line: &str) -> bool {
        self.complete && orbit_rows::is_repetition(line)
    }
}

/// Whether a text can only be numbers in brackets.
fn is_of_lists(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_digit() || c.is_whitespace() || matches!(c, ',' | '[' | ']');
    text.trim_start().starts_with('[') && text.chars().all(is_part)
}

/// Whether a text is numbers in brackets, not all of which are closed.
fn is_open_list(text: &str) -> bool {
    is_of_lists(text) && text.matches('[').count() > text.matches(']').count()
}

/// The places of the lists in a list, with their brackets.
fn lists(text: &str) -> Option<Vec<Range<usize>>> {
    if !is_of_lists(text) {
        return None;
    }
    let (mut depth, mut start) = (0u32, 0);
    let mut found = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '[' => {
                depth += 1;
                start = at;
            }
            ']' => {
                if depth == 2 {
                    found.push(start..at + 1);
                }
                depth = depth.checked_sub(1)?;
            }
            // Numbers beside the lists.
            c if c.is_ascii_digit() && depth < 2 => return None,
            _ => {}
        }
        if depth > 2 {
            return None;
        }
    }
    (depth == 0 && !found.is_empty()).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{read, read_file};

    #[test]
    fn lists_of_boards_are_several_positions() {
        let model = Model::find("pancake:4").unwrap();
        let expected: Vec<_> = ["2 1 3 4", "4 3 2 1"].map(|text| read(&model, text, None)).into();
        for text in [
            "[[1, 0, 2, 3], [3, 2, 1, 0]]",
            "[[1,0,2,3],[3,2,1,0]]\n",
            "[\n  [1, 0,\n   2, 3],\n  [3, 2, 1, 0]\n]\n",
            "[1, 0, 2, 3]\n[[3, 2, 1, 0]]",
        ] {
            let found = read_file(&model, text).unwrap();
            let found: Vec<_> = found.into_iter().map(|(position, _)| position).collect();
            assert_eq!(found, expected, "{text}");
        }
        let text = "[[1, 0, 2, 3], [3, 2, 1, 1]]";
        let found = read_file(&model, text).unwrap();
        let fault = found[1].0.as_ref().unwrap_err();
        assert_eq!((fault.token(text), found[0].0.is_ok()), ("1", true), "{fault}");
        assert_eq!(fault.span, 25..26);
        for text in ["[[[1, 0]]]", "[[1], 2]", "[]", "[1, 2]", "[[R, U], F]", "[[1], [2]"] {
            assert_eq!(PositionLines::of(&model).listed(text), None, "{text}");
        }
        // Where moves are numbers or there are no boards, brackets are commutators.
        assert_eq!(PositionLines::of(&Model::find("3x3x3").unwrap()).listed("[[1, 2]]"), None);
    }
}
