//! The tokens of a text of generators: labels, numbers and signs, with their positions.
//!
//! Start at [`Scanner`].

use crate::diagnostic::Diagnostic;
use std::ops::Range;

/// The maximum nesting depth of lists and parentheses.
const MAX_DEPTH: usize = 64;

/// A place in a text.
pub(super) struct Scanner<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    /// Parentheses and brackets that are open.
    depth: usize,
    /// Whether a line end terminates a statement, as in a text without semicolons.
    pub(super) lines: bool,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Scanner<'t> {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let has_semicolon = |line: &str| line.split('#').next().is_some_and(|code| code.contains(';'));
        Scanner { text, at, depth: 0, lines: !text.split(['\n', '\r']).any(has_semicolon) }
    }

    /// The next byte that is neither white space nor part of a comment.
    pub(super) fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.at)? {
                b'#' => {
                    let rest = &bytes[self.at..];
                    self.at += rest.iter().position(|&b| b == b'\n' || b == b'\r').unwrap_or(rest.len());
                }
                0..=b' ' => self.at += 1,
                &byte => return Some(byte),
            }
        }
    }

    /// The next byte, if it continues the previous expression.
    pub(super) fn goes_on(&mut self, with: &[u8]) -> Option<u8> {
        let before = self.at;
        let next = self.peek().filter(|byte| with.contains(byte));
        let is_next_line = self.lines && self.depth == 0 && self.text[before..self.at].contains(['\n', '\r']);
        if next.is_none() || is_next_line {
            self.at = before;
            return None;
        }
        next
    }

    pub(super) fn head_comments(&self) -> Vec<String> {
        let lines = self.text[self.at..].split(['\n', '\r']).map(str::trim);
        let comments = lines.filter(|line| !line.is_empty()).map_while(|line| line.strip_prefix('#'));
        comments.map(|comment| comment.strip_prefix(' ').unwrap_or(comment).to_owned()).collect()
    }

    /// The place of the next character; empty at the end.
    pub(super) fn here(&mut self) -> Range<usize> {
        self.peek();
        let length = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
        self.at..self.at + length
    }

    pub(super) fn fault(&mut self, message: &str, expected: &str) -> Diagnostic {
        let span = self.here();
        let found = self.text[span.clone()].to_owned();
        let message = match found.as_str() {
            "" => format!("the text ends {message}"),
            found => format!("`{found}` stands {message}"),
        };
        Diagnostic::new(span, message).expected(expected)
    }

    pub(super) fn eat(&mut self, wanted: u8) -> bool {
        let there = self.peek() == Some(wanted);
        self.at += usize::from(there);
        there
    }

    pub(super) fn need(&mut self, wanted: u8, place: &str) -> Result<(), Diagnostic> {
        if self.eat(wanted) {
            return Ok(());
        }
        Err(self.fault(place, &format!("`{}`", char::from(wanted))))
    }

    /// Opens a parenthesis, bracket or quote.
    pub(super) fn open(&mut self, opening: u8, place: &str) -> Result<(), Diagnostic> {
        let span = self.here();
        self.need(opening, place)?;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Diagnostic::new(span, "lists and parentheses are nested too deeply")
                .expected(format!("at most {MAX_DEPTH} levels")));
        }
        Ok(())
    }

    pub(super) fn close(&mut self, closing: u8, place: &str) -> Result<(), Diagnostic> {
        self.need(closing, place)?;
        self.depth -= 1;
        Ok(())
    }

    /// A label; `\` escapes the character after it.
    pub(super) fn label(&mut self) -> Option<(String, Range<usize>)> {
        self.peek()?;
        let start = self.at;
        let mut label = String::new();
        let mut characters = self.text[start..].char_indices();
        self.at = self.text.len();
        while let Some((offset, mut character)) = characters.next() {
            if character == '\\' {
                let Some((_, next)) = characters.next() else { break };
                character = next;
            } else if character <= ' ' || "()[],;:=#*/^\"".contains(character) {
                self.at = start + offset;
                break;
            }
            label.push(character);
        }
        (!label.is_empty()).then_some((label, start..self.at))
    }

    /// An exponent, if there is one here: digits with an optional sign, not followed by the rest of a label.
    pub(super) fn whole_number(&mut self) -> Result<Option<i64>, Diagnostic> {
        self.peek();
        let rest = &self.text[self.at..];
        let sign = usize::from(rest.starts_with('-'));
        let digits = rest[sign..].bytes().take_while(u8::is_ascii_digit).count();
        let span = self.at..self.at + sign + digits;
        let ends =
            rest[sign + digits..].chars().next().is_none_or(|c| c <= ' ' || "()[],;:=#*/^".contains(c));
        if digits == 0 || !ends {
            return if sign == 0 { Ok(None) } else { Err(self.fault("in a power", "a whole number")) };
        }
        self.at = span.end;
        let number = self.text[span.clone()].parse();
        number.map(Some).map_err(|_| {
            Diagnostic::new(span, "an exponent is too large").expected("a whole number of at most 18 digits")
        })
    }

    /// Whether the parenthesis here contains a cycle: it is empty, or begins with a number that does not begin a label.
    pub(super) fn begins_a_cycle(&self) -> bool {
        let inside = self.text[self.at + 1..].trim_start_matches(|c| c <= ' ');
        let after = inside.trim_start_matches(|c: char| c.is_ascii_digit());
        let ends = after.is_empty() || after.starts_with(|c| c <= ' ' || ",)".contains(c));
        inside.starts_with(')') || (after.len() < inside.len() && ends)
    }

    pub(super) fn point(&mut self) -> Result<(u16, Range<usize>), Diagnostic> {
        self.peek();
        let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Err(self.fault("in a cycle", "the number of a point"));
        }
        let span = self.at..self.at + digits;
        self.at = span.end;
        let point = self.text[span.clone()].parse::<u16>().ok().filter(|&point| point > 0);
        let point = point.ok_or_else(|| {
            Diagnostic::new(span.clone(), format!("there is no point {}", &self.text[span.clone()]))
                .expected("a point from 1 to 65535")
        })?;
        Ok((point, span))
    }

    /// A line that contains only numbers.
    pub(super) fn line_of_images(&mut self) -> Option<Range<usize>> {
        let rest = &self.text[self.at..];
        let line = rest.split(['\n', '\r', '#']).next().unwrap_or_default().trim_end();
        let numbers = line.bytes().all(|b| b.is_ascii_digit() || b == b' ' || b == b'\t' || b == b',');
        (numbers && line.starts_with(|c: char| c.is_ascii_digit()) && line.contains([' ', '\t', ',']))
            .then(|| self.at..self.at + line.len())
    }
}
