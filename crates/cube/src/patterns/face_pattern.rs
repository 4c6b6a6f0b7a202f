//! The pattern of one face: nine symbols, row by row.

use crate::model::moves::Face;
use permutant_puzzle::diagnostic::Diagnostic;
use std::fmt;

/// What a pattern says of one sticker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cell {
    /// It may have any colour.
    Any,
    /// It has the colour that this letter stands for.
    Letter(char),
    /// It has the colour of this face.
    Colour(Face),
}

impl Cell {
    fn of(symbol: char) -> Option<Cell> {
        match symbol {
            '?' | '.' => Some(Cell::Any),
            'a'..='z' => Some(Cell::Letter(symbol)),
            _ => Face::ALL.into_iter().find(|face| face.letter() == symbol).map(Cell::Colour),
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Any => f.write_str("?"),
            Cell::Letter(letter) => write!(f, "{letter}"),
            Cell::Colour(face) => write!(f, "{face}"),
        }
    }
}

/// The pattern of a face. Equal symbols mean equal colours, and different symbols different colours.
///
/// ```
/// use permutant_cube::patterns::FacePattern;
/// let chequered = FacePattern::parse("aba bab aba").unwrap();
/// assert_eq!(chequered.images(), [chequered]);
/// assert_eq!(FacePattern::parse("aab/aab/aab").unwrap().images().len(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FacePattern {
    /// Row by row, as the stickers of a facelet string.
    cells: [Cell; 9],
}

impl FacePattern {
    /// Reads nine symbols, row by row; white space and `/` between them are skipped. `a` to `z` stand for some colour, `U` `R` `F` `D`
    /// `L` `B` for the colour of that face, `?` and `.` for any colour.
    ///
    /// # Errors
    ///
    /// A [`Diagnostic`] if there are not nine symbols, or one has no meaning.
    pub fn parse(text: &str) -> Result<FacePattern, Diagnostic> {
        let mut cells = Vec::new();
        for (at, symbol) in text.char_indices().filter(|&(_, c)| !c.is_whitespace() && c != '/') {
            let span = at..at + symbol.len_utf8();
            let cell = Cell::of(symbol).ok_or_else(|| {
                Diagnostic::new(span.clone(), format!("`{symbol}` is not a symbol of a face pattern"))
                    .expected("a letter a to z, one of U R F D L B, or ?")
            })?;
            cells.push((span, cell));
        }
        let count = cells.len();
        let found: Vec<Cell> = cells.iter().map(|&(_, cell)| cell).collect();
        found.try_into().map(|cells| FacePattern { cells }).map_err(|_| {
            let surplus = cells.get(9).map_or(text.len()..text.len(), |(span, _)| span.start..text.len());
            Diagnostic::new(surplus, format!("{count} stickers in a face pattern"))
                .expected("nine, row by row")
        })
    }

    /// What it says of each sticker, row by row.
    pub fn cells(&self) -> &[Cell; 9] {
        &self.cells
    }

    /// The different patterns that rotations and reflections of the face make of it, at most eight.
    pub fn images(&self) -> Vec<FacePattern> {
        let transposed =
            |of: &FacePattern| FacePattern { cells: std::array::from_fn(|at| of.cells[at % 3 * 3 + at / 3]) };
        let reversed = |of: &FacePattern| FacePattern {
            cells: std::array::from_fn(|at| of.cells[at / 3 * 3 + 2 - at % 3]),
        };
        let mut images = vec![*self];
        // A transposition and a reversal generate the eight symmetries of a square.
        for step in 0..7 {
            let last = images[step];
            images.push(if step % 2 == 0 { transposed(&last) } else { reversed(&last) });
        }
        images.sort_unstable();
        images.dedup();
        images
    }
}

impl fmt::Display for FacePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, cell) in self.cells.iter().enumerate() {
            let space = if at % 3 == 0 && at > 0 { " " } else { "" };
            write!(f, "{space}{cell}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_written_as_they_are_read() {
        for text in ["aba bab aba", "??? aUb ???", "abc def ghi", "UUU RRR FFF"] {
            assert_eq!(FacePattern::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(FacePattern::parse("aa./aab\naab").unwrap().to_string(), "aa? aab aab");
        for (text, said, span) in [
            ("aba bab", "6 stickers", 7..7),
            ("aba bab abab a", "11 stickers", 11..14),
            ("aba bXb aba", "`X` is not a symbol", 5..6),
            ("", "0 stickers", 0..0),
        ] {
            let fault = FacePattern::parse(text).unwrap_err();
            assert!(fault.message.starts_with(said), "{fault}");
            assert_eq!(fault.span, span, "{text}");
        }
    }

    #[test]
    fn images_are_those_of_a_square() {
        for (text, count) in [
            ("abc def ghi", 8),
            ("aba bab aba", 1),
            ("aab aab aab", 4),
            ("aab aba baa", 2),
            ("abb aaa aab", 8),
            ("abb bab bba", 2),
            ("aab abb bbb", 4),
        ] {
            assert_eq!(FacePattern::parse(text).unwrap().images().len(), count, "{text}");
        }
    }
}
