//! What is wrong with a text, where, and what to do about it.
//!
//! Start at [`Diagnostic`]. Every reader of this crate (definition files, algorithms, facelet strings) fails
//! with one. It holds byte offsets into the text that was read; [`Diagnostic::position`] turns them into
//! line and column. Drawing it in colour is left to the program.

use std::fmt;
use std::ops::Range;

/// A fault in a text that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// Where, as byte offsets into the text. May be empty (start = end), as at the end of the text.
    pub span: Range<usize>,
    /// What was expected at that place, for the label under the marked text; may be empty.
    pub expected: String,
    /// What to do about it, if something better than "write what is expected" can be said.
    pub help: Option<String>,
}

/// A place in a text as people count it, both from 1. Columns count characters, not bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Diagnostic {
    /// A fault at `span` of the text.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Diagnostic { message: message.into(), span, expected: String::new(), help: None }
    }

    /// Says what was expected there.
    pub fn expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = expected.into();
        self
    }

    /// Says what to do.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Line and column of the fault in the text that was read. O(length of the text).
    pub fn position(&self, text: &str) -> Position {
        Position::of(text, self.span.start)
    }

    /// The offending piece of the text; empty at its end.
    pub fn token<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.span.clone()).unwrap_or("")
    }
}

impl Position {
    /// Line and column of a byte offset. Lines end at LF, CR or CR LF.
    pub fn of(text: &str, offset: usize) -> Position {
        let mut position = Position { line: 1, column: 1 };
        let mut previous = ' ';
        for (at, c) in text.char_indices() {
            if at >= offset {
                break;
            }
            match c {
                '\n' if previous == '\r' => {}
                '\n' | '\r' => position = Position { line: position.line + 1, column: 1 },
                _ => position.column += 1,
            }
            previous = c;
        }
        position
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if !self.expected.is_empty() {
            write!(f, ": expected {}", self.expected)?;
        }
        if let Some(help) = &self.help {
            write!(f, " ({help})")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters() {
        let text = "a\nbé c\r\nd";
        let at = |offset| (Position::of(text, offset).line, Position::of(text, offset).column);
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(2), (2, 1));
        assert_eq!(at(5), (2, 3));
        assert_eq!(at(9), (3, 1));
        assert_eq!(at(99), (3, 2));
    }
}
