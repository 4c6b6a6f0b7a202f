//! Written permutations of multisets: `a a b b / b a a b`, the lower row alone, or a cycle `(b a)`.
//!
//! Start at [`read`] and [`write_factors`]. The symbols of a row are separated by blanks or commas, in a row without
//! either, each character is a symbol. Numbers sort before words, by value. Reading fails with a [`NotationError`] that
//! gives the position in the text.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use crate::cycle_notation::NotationError;
use crate::multiset::TwoRow;

/// A symbol as it is written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol {
    /// A number below 2^64.
    Number(u64),
    /// Anything else.
    Word(String),
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Symbol::Number(number) => write!(f, "{number}"),
            Symbol::Word(word) => f.write_str(word),
        }
    }
}

/// A symbol and where it stands.
type Placed = (Symbol, Range<usize>);

/// Reads a permutation of a multiset: two rows with a `/` between them, the lower row alone (the upper one is the same
/// symbols sorted), or a cycle in parentheses. O(text · log).
///
/// ```
/// use permutant_group::multiset_notation::{read, write_factors};
///
/// assert_eq!(write_factors(&read("a a b b / b a a b")?), "(b a)⊤(a)⊤(b)");
/// assert_eq!(read("baab")?, read("aabb / baab")?);
/// assert_eq!(read("(red blue)")?, read("blue red / red blue")?);
/// # Ok::<(), permutant_group::cycle_notation::NotationError>(())
/// ```
///
/// # Errors
/// If the rows are not made of the same symbols, or parentheses and strokes stand where they should not.
pub fn read(text: &str) -> Result<TwoRow<Symbol>, NotationError> {
    let start = text.len() - text.trim_start().len();
    let body = start..start + text.trim().len();
    if text[body.clone()].starts_with('(') {
        if body.len() < 2 || !text[body.clone()].ends_with(')') {
            return Err(fault(text, body.end..body.end, "the end of the text", "')'"));
        }
        let cycle: Vec<Symbol> =
            row(text, body.start + 1..body.end - 1)?.into_iter().map(|(symbol, _)| symbol).collect();
        return Ok(TwoRow::cycle(&cycle));
    }
    let Some(stroke) = text[body.clone()].find('/').map(|at| body.start + at) else {
        return Ok(TwoRow::of_word(row(text, body)?.into_iter().map(|(symbol, _)| symbol)));
    };
    let top = row(text, body.start..stroke)?;
    let bottom = row(text, stroke + 1..body.end)?;
    balanced(text, &top, &bottom)?;
    let symbols = |row: Vec<Placed>| row.into_iter().map(|(symbol, _)| symbol);
    TwoRow::new(symbols(top), symbols(bottom))
        .map_err(|error| fault(text, 0..text.len(), &error.to_string(), "a permutation of a multiset"))
}

/// The symbols of a row.
fn row(text: &str, span: Range<usize>) -> Result<Vec<Placed>, NotationError> {
    let part = &text[span.clone()];
    let separates = |c: char| c.is_whitespace() || c == ',';
    let start = span.start + (part.len() - part.trim_start_matches(separates).len());
    let part = part.trim_matches(separates);
    let words = part.contains(separates);
    let mut symbols: Vec<Placed> = Vec::new();
    let mut open = false;
    for (at, c) in part.char_indices() {
        let place = start + at..start + at + c.len_utf8();
        if matches!(c, '(' | ')' | '/' | '⊤') {
            return Err(fault(text, place, &format!("'{c}'"), "a symbol, or one '/' between two rows"));
        }
        if separates(c) {
            open = false;
        } else if words && open {
            if let Some((_, span)) = symbols.last_mut() {
                span.end = place.end;
            }
        } else {
            open = true;
            // The text is filled in below, once its end is known.
            symbols.push((Symbol::Number(0), place));
        }
    }
    for (symbol, span) in &mut symbols {
        let word = &text[span.clone()];
        let number = word.bytes().all(|b| b.is_ascii_digit()).then(|| word.parse().ok()).flatten();
        *symbol = number.map_or_else(|| Symbol::Word(word.to_owned()), Symbol::Number);
    }
    Ok(symbols)
}

/// Checks that both rows hold the same symbols; the first that stands once too often is marked.
fn balanced(text: &str, top: &[Placed], bottom: &[Placed]) -> Result<(), NotationError> {
    for (one, other, name) in [(bottom, top, "upper"), (top, bottom, "lower")] {
        let mut left: BTreeMap<&Symbol, usize> = BTreeMap::new();
        for (symbol, _) in other {
            *left.entry(symbol).or_default() += 1;
        }
        for (symbol, span) in one {
            match left.get_mut(symbol) {
                Some(count) if *count > 0 => *count -= 1,
                _ => {
                    let times = other.iter().filter(|(other, _)| other == symbol).count();
                    let found = format!("'{symbol}' once more than in the {name} row");
                    let expected = format!("as many as in the {name} row, which has {times}");
                    return Err(fault(text, span.clone(), &found, &expected));
                }
            }
        }
    }
    Ok(())
}

fn fault(text: &str, span: Range<usize>, found: &str, expected: &str) -> NotationError {
    let offset = span.start.min(text.len());
    NotationError { offset, length: span.len(), found: found.to_owned(), expected: expected.to_owned() }
}

/// The factors of Theorem A as a product of cycles; `()` for nothing at all.
pub fn write_factors(row: &TwoRow<Symbol>) -> String {
    let cycle = |factor: Vec<Symbol>| {
        let symbols: Vec<String> = factor.iter().map(ToString::to_string).collect();
        format!("({})", symbols.join(" "))
    };
    let factors: Vec<String> = row.factors().into_iter().map(cycle).collect();
    if factors.is_empty() { "()".to_owned() } else { factors.join("⊤") }
}

/// Both rows, as [`read`] reads them.
pub fn write_rows(row: &TwoRow<Symbol>) -> String {
    let symbols = |row: &mut dyn Iterator<Item = Symbol>| {
        row.map(|symbol| symbol.to_string()).collect::<Vec<_>>().join(" ")
    };
    format!("{} / {}", symbols(&mut row.top()), symbols(&mut row.bottom()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn rows_are_read_and_written() {
        for (text, rows, factors) in [
            (
                "dbcbcacdaddbbbd",
                "a a b b b b b c c c d d d d d / d b c b c a c d a d d b b b d",
                "(d d b c d b b c a)⊤(b a)⊤(c d b)⊤(d)",
            ),
            ("b a a b", "a a b b / b a a b", "(b a)⊤(a)⊤(b)"),
            ("10 9 2", "2 9 10 / 10 9 2", "(10 2)⊤(9)"),
            ("x1,x2 / x2,x1", "x1 x2 / x2 x1", "(x2 x1)"),
            ("ba/ab", "a b / b a", "(b a)"),
            ("(a b c)", "a b c / b c a", "(b c a)"),
            ("äöä", "ä ä ö / ä ö ä", "(ä)⊤(ö ä)"),
            ("", " / ", "()"),
            (" / ", " / ", "()"),
            ("()", " / ", "()"),
        ] {
            let row = read(text).unwrap();
            assert_eq!(write_rows(&row), rows, "{text}");
            assert_eq!(write_factors(&row), factors, "{text}");
        }
    }

    #[test]
    fn faults_have_places() {
        for (text, token) in [
            ("a a b / a b b", "b"),
            ("a b / a", "b"),
            ("a / a b", "b"),
            ("a / a / a", "/"),
            ("(a b", ""),
            ("a (b)", "("),
            ("(a (b))", "("),
            ("ab ⊤ c", "⊤"),
            ("x1 x2 / x1 x3", "x3"),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!(&text[error.offset..error.offset + error.length], token, "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_at_a_place(text in "[ab1,/()⊤ ü]{0,20}") {
            match read(&text) {
                Ok(row) => prop_assert_eq!(read(&write_rows(&row)).unwrap(), row),
                Err(error) => prop_assert!(text.get(error.offset..error.offset + error.length).is_some()),
            }
        }
    }
}
