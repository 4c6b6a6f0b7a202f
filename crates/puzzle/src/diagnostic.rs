//! Errors in a text: their cause, their position, and advice.
//!
//! Start at [`Diagnostic`]. Every reader of this crate (definition files, algorithms, facelet strings) fails with
//! one. It stores byte offsets into the input text; [`Diagnostic::position`] turns them into line and column.
//! Coloured output is left to the program.

use std::fmt;
use std::ops::Range;

/// An error in an input text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// Where, as byte offsets into the text. May be empty (start = end), as at the end of the text.
    pub span: Range<usize>,
    /// What was expected at that place, for the label under the marked text; may be empty.
    pub expected: String,
    /// Advice, if there is any better than "write what is expected".
    pub help: Option<String>,
}

/// A line and column in a text, both numbered from 1. Columns count characters, not bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Diagnostic {
    /// An error at `span` of the text.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Diagnostic { message: message.into(), span, expected: String::new(), help: None }
    }

    /// Sets what was expected there.
    pub fn expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = expected.into();
        self
    }

    /// Sets the advice.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Line and column of the error in the input text. O(length of the text).
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
