//! Written permutations: cycles `(1,2,3)(4,5)` and lists of images `[2,3,1,5,4]`.
//!
//! Start at [`Notation`], which sets the number of the first point (1 as in GAP, or 0) and the largest degree. Reading
//! fails with a [`NotationError`] that gives the position in the text. White space is ignored, and spaces may replace
//! commas. Cycles must be disjoint, because a product of overlapping cycles can be read in two directions.
//! [`Permutation`] is displayed in this notation too.

use std::fmt::{self, Write};
use std::ops::Range;

use thiserror::Error;

use crate::permutation::Permutation;

/// How permutations are written: the number of the first point, and how many points a text may name.
///
/// ```
/// use permutant_group::cycle_notation::Notation;
///
/// let gap = Notation::from_one();
/// let p = gap.read("(1,2,3)(4,5)")?;
/// assert_eq!(p, gap.read("[2, 3, 1, 5, 4]")?);
/// assert_eq!(Notation::from_zero().write_images(&p), "[1,2,0,4,3]");
///
/// let error = gap.read("(1,2,2)").unwrap_err();
/// assert_eq!(error.to_string(), "at byte 5: point 2 occurs twice, expected every point at most once");
/// # Ok::<(), permutant_group::cycle_notation::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notation {
    first: u32,
    least_degree: usize,
    largest_degree: usize,
}

/// What is wrong with a written permutation, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("at byte {offset}: {found}, expected {expected}")]
pub struct NotationError {
    /// Where the offending piece begins, in bytes.
    pub offset: usize,
    /// Its length in bytes; 0 at the end of the text.
    pub length: usize,
    /// The text found there.
    pub found: String,
    /// The expected text.
    pub expected: String,
}

impl Notation {
    /// Points a text may name unless [`largest_degree`](Self::largest_degree) says otherwise: 2^20, which bounds
    /// the memory of one permutation to 4 MiB.
    pub const LARGEST_DEGREE: usize = 1 << 20;

    /// Points counted from 1, as in GAP.
    pub const fn from_one() -> Self {
        Notation { first: 1, least_degree: 0, largest_degree: Self::LARGEST_DEGREE }
    }

    /// Points counted from 0, as in programs.
    pub const fn from_zero() -> Self {
        Notation { first: 0, least_degree: 0, largest_degree: Self::LARGEST_DEGREE }
    }

    /// Sets the least degree of the result, as cycles omit trailing fixed points.
    pub const fn least_degree(self, degree: usize) -> Self {
        Notation { least_degree: degree, ..self }
    }

    /// Rejects texts that name more points. A short text can name a large point, so this limit bounds the memory.
    pub const fn largest_degree(self, degree: usize) -> Self {
        Notation { largest_degree: degree, ..self }
    }

    /// Reads cycles if the text begins with `(`, else a list of images. O(text + degree).
    ///
    /// # Errors
    /// As for [`read_cycles`](Self::read_cycles) and [`read_images`](Self::read_images).
    pub fn read(&self, text: &str) -> Result<Permutation, NotationError> {
        let mut reader = Reader { text, at: 0 };
        reader.skip_spaces();
        match reader.peek() {
            Some('(') => self.read_cycles(text),
            Some('[' | '0'..='9') => self.read_images(text),
            _ => Err(reader.fault("'(' or a list of images")),
        }
    }

    /// Reads disjoint cycles such as `(1,2,3)(4,5)` or `( 1 2 3 )`; `()` is the identity.
    /// The degree is the number of the largest point named, or the least degree set.
    ///
    /// # Errors
    /// If the text is something else, names a point twice, or names one beyond the largest degree.
    pub fn read_cycles(&self, text: &str) -> Result<Permutation, NotationError> {
        let mut reader = Reader { text, at: 0 };
        let mut points: Vec<(u32, Range<usize>)> = Vec::new();
        let mut ends = Vec::new();
        reader.skip_spaces();
        loop {
            if !reader.eat('(') {
                let again = if ends.is_empty() { "'('" } else { "'(' or the end" };
                return Err(reader.fault(again));
            }
            reader.numbers(Some(')'), |number, span| {
                self.point(number, &span).map(|point| points.push((point, span)))
            })?;
            ends.push(points.len());
            reader.skip_spaces();
            if reader.peek().is_none() {
                break;
            }
        }

        let named = points.iter().map(|(point, _)| *point as usize + 1).max().unwrap_or(0);
        let degree = named.max(self.least_degree);
        let mut images: Vec<u32> = (0..degree as u32).collect();
        let mut seen = vec![false; degree];
        let mut start = 0;
        for end in ends {
            let cycle = &points[start..end];
            for (i, (point, span)) in cycle.iter().enumerate() {
                if std::mem::replace(&mut seen[*point as usize], true) {
                    return Err(self.repeated(*point, span));
                }
                images[*point as usize] = cycle[(i + 1) % cycle.len()].0;
            }
            start = end;
        }
        Permutation::from_moved_to(&images).map_err(|error| whole(text, &error))
    }

    /// Reads a list of images such as `[2,3,1]`, `2,3,1` or `2 3 1`; `[]` is the permutation of no points.
    ///
    /// # Errors
    /// If the text is something else, if an image stands there twice or is not one of the points the list has,
    /// or if there are more than the largest degree.
    pub fn read_images(&self, text: &str) -> Result<Permutation, NotationError> {
        let mut reader = Reader { text, at: 0 };
        let mut points: Vec<(u32, Range<usize>)> = Vec::new();
        reader.skip_spaces();
        let bracketed = reader.eat('[');
        if !bracketed && !matches!(reader.peek(), Some('0'..='9')) {
            return Err(reader.fault("'[' or a number"));
        }
        let close = if bracketed { Some(']') } else { None };
        reader.numbers(close, |number, span| {
            if points.len() == self.largest_degree {
                let most = format!("at most {} images", self.largest_degree);
                return Err(NotationError::new(&span, "one image more", most));
            }
            self.point(number, &span).map(|point| points.push((point, span)))
        })?;
        reader.skip_spaces();
        if reader.peek().is_some() {
            return Err(reader.fault("the end"));
        }

        let mut seen = vec![false; points.len()];
        for (point, span) in &points {
            match seen.get_mut(*point as usize) {
                Some(seen) if !*seen => *seen = true,
                Some(_) => return Err(self.repeated(*point, span)),
                None => {
                    let found = format!("image {} in a list of {}", self.number(*point), points.len());
                    return Err(NotationError::new(span, found, self.range(points.len())));
                }
            }
        }
        let images: Vec<u32> = points.into_iter().map(|(point, _)| point).collect();
        let read = Permutation::from_moved_to(&images).map_err(|error| whole(text, &error))?;
        Ok(read.extended(self.least_degree))
    }

    /// Writes cycles without spaces and without fixed points; `()` for the identity.
    pub fn write_cycles(&self, permutation: &Permutation) -> String {
        let mut text = String::new();
        for cycle in permutation.cycles() {
            self.write_points(&mut text, '(', &cycle, ')');
        }
        if text.is_empty() { "()".to_owned() } else { text }
    }

    /// The list of images in brackets, without spaces.
    pub fn write_images(&self, permutation: &Permutation) -> String {
        let mut text = String::new();
        self.write_points(&mut text, '[', &permutation.moved_to(), ']');
        text
    }

    fn write_points(&self, text: &mut String, open: char, points: &[u32], close: char) {
        text.push(open);
        for (i, &point) in points.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            // Writing to a string cannot fail.
            let _ = write!(text, "{comma}{}", self.number(point));
        }
        text.push(close);
    }

    /// The written number of a point.
    fn number(&self, point: u32) -> u64 {
        u64::from(point) + u64::from(self.first)
    }

    /// The point of a written number, `None` for one too large for 64 bits.
    fn point(&self, number: Option<u64>, span: &Range<usize>) -> Result<u32, NotationError> {
        let point = number.and_then(|number| number.checked_sub(u64::from(self.first)));
        match point.filter(|&point| point < self.largest_degree as u64).map(u32::try_from) {
            Some(Ok(point)) => Ok(point),
            _ => {
                let found =
                    number.map_or("a number of more than 64 bits".to_owned(), |n| format!("number {n}"));
                Err(NotationError::new(span, found, self.range(self.largest_degree)))
            }
        }
    }

    fn range(&self, degree: usize) -> String {
        match degree {
            0 => "no point at all".to_owned(),
            _ => format!("a point from {} to {}", self.first, degree as u64 - 1 + u64::from(self.first)),
        }
    }

    fn repeated(&self, point: u32, span: &Range<usize>) -> NotationError {
        let found = format!("point {} occurs twice", self.number(point));
        NotationError::new(span, found, "every point at most once")
    }
}

impl NotationError {
    fn new(span: &Range<usize>, found: impl Into<String>, expected: impl Into<String>) -> Self {
        NotationError {
            offset: span.start,
            length: span.len(),
            found: found.into(),
            expected: expected.into(),
        }
    }
}

/// Cycles counted from 1, as in GAP; `()` for the identity.
impl fmt::Display for Permutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Notation::from_one().write_cycles(self))
    }
}

/// The degree and the cycles counted from 0.
impl fmt::Debug for Permutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Permutation[{}]{}", self.degree(), Notation::from_zero().write_cycles(self))
    }
}

/// A fault that only the finished list shows.
fn whole(text: &str, error: &dyn std::error::Error) -> NotationError {
    NotationError::new(&(0..text.len()), error.to_string(), "a permutation")
}

/// A place in a text that is being read.
struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn skip_spaces(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// The text found instead of the expected one.
    fn fault(&self, expected: &str) -> NotationError {
        let (found, length) = match self.peek() {
            Some(c) => (format!("{c:?}"), c.len_utf8()),
            None => ("the end of the text".to_owned(), 0),
        };
        NotationError::new(&(self.at..self.at + length), found, expected)
    }

    /// Numbers separated by commas or spaces up to the closing bracket, which is read too, or to the end of the
    /// text. Hands each on with its place, as `None` if it does not fit 64 bits.
    fn numbers(
        &mut self,
        close: Option<char>,
        mut take: impl FnMut(Option<u64>, Range<usize>) -> Result<(), NotationError>,
    ) -> Result<(), NotationError> {
        let expected_close = match close {
            Some(close) => format!("',', a number or '{close}'"),
            None => "',', a number or the end".to_owned(),
        };
        self.skip_spaces();
        if self.closes(close) {
            return Ok(());
        }
        loop {
            let start = self.at;
            self.at += self.text[start..].bytes().take_while(u8::is_ascii_digit).count();
            if self.at == start {
                return Err(self.fault("a number"));
            }
            take(self.text[start..self.at].parse().ok(), start..self.at)?;
            let spaced = self.at;
            self.skip_spaces();
            if self.closes(close) {
                return Ok(());
            }
            if self.eat(',') {
                self.skip_spaces();
            } else if self.at == spaced || !matches!(self.peek(), Some('0'..='9')) {
                return Err(self.fault(&expected_close));
            }
        }
    }

    fn closes(&mut self, close: Option<char>) -> bool {
        match close {
            Some(close) => self.eat(close),
            None => self.peek().is_none(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn images(notation: Notation, text: &str) -> Vec<u32> {
        notation.read(text).unwrap().moved_to()
    }

    #[test]
    fn cycles_and_lists_are_read() {
        let gap = Notation::from_one();
        for text in
            ["(1,2,3)(4,5)", " ( 1 , 2,3 ) (4,5)\n", "(1 2 3)(5 4)", "(4,5)(3,1,2)(6)", "(2,3,1)()(4,5)"]
        {
            assert_eq!(images(gap.least_degree(6), text), [1, 2, 0, 4, 3, 5], "{text}");
        }
        for text in ["[2,3,1]", "2 3 1", "2,3,1", " [ 2 , 3 1 ] ", "\t2, 3, 1\n"] {
            assert_eq!(images(gap, text), [1, 2, 0], "{text}");
        }
        assert_eq!(images(Notation::from_zero(), "(0,2)"), [2, 1, 0]);
        assert_eq!(images(Notation::from_zero(), "[1,0]"), [1, 0]);
        assert_eq!(images(gap, "()"), []);
        assert_eq!(images(gap, "[]"), []);
        assert_eq!(images(gap.least_degree(2), "( )"), [0, 1]);
    }

    /// Each text with the byte at which it goes wrong and what was expected there.
    #[test]
    fn faults_say_where_and_what() {
        let cases = [
            ("", 0, "'(' or a list of images"),
            ("x", 0, "'(' or a list of images"),
            ("(1,2", 4, "',', a number or ')'"),
            ("(1,,2)", 3, "a number"),
            ("(1,2,)", 5, "a number"),
            ("(1;2)", 2, "',', a number or ')'"),
            ("(1,2)3", 5, "'(' or the end"),
            ("(1,2)(2,3)", 6, "every point at most once"),
            ("(0,1)", 1, "a point from 1 to 100"),
            ("(1,101)", 3, "a point from 1 to 100"),
            ("(4000000000,1)", 1, "a point from 1 to 100"),
            ("(99999999999999999999999,1)", 1, "a point from 1 to 100"),
            ("(1,é)", 3, "a number"),
            ("[2,3", 4, "',', a number or ']'"),
            ("[2,3,4]", 5, "a point from 1 to 3"),
            ("1 2 2", 4, "every point at most once"),
            ("1 2 x", 4, "',', a number or the end"),
            ("[1,2] 3", 6, "the end"),
            ("-1", 0, "'(' or a list of images"),
            ("1-", 1, "',', a number or the end"),
        ];
        for (text, offset, expected) in cases {
            let error = Notation::from_one().largest_degree(100).read(text).unwrap_err();
            assert_eq!((error.offset, error.expected.as_str()), (offset, expected), "{text:?}: {error}");
            assert!(text.is_char_boundary(error.offset + error.length), "{text:?}");
        }
        let many = "1 ".repeat(101);
        let error = Notation::from_one().largest_degree(100).read(&many).unwrap_err();
        assert_eq!(error.expected, "at most 100 images");
    }
}
