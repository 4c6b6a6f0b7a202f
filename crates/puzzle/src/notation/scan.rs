//! The characters of an algorithm and a cursor over them.
//!
//! Start at [`Cursor`]. The module collects the characters that represent a prime, a minus or a blank in text pasted
//! from books, web pages and word processors.

use std::ops::Range;

/// A place in a text, always on a character boundary.
#[derive(Clone)]
pub(super) struct Cursor<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Cursor { text, at: 0 }
    }

    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The character after the next one.
    pub(super) fn peek_second(&self) -> Option<char> {
        self.rest().chars().nth(1)
    }

    /// The character before the cursor.
    pub(super) fn previous(&self) -> Option<char> {
        self.text[..self.at].chars().next_back()
    }

    pub(super) fn take(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Takes the next character if it satisfies a condition.
    pub(super) fn take_if(&mut self, pass: impl Fn(char) -> bool) -> Option<char> {
        self.peek().filter(|&c| pass(c))?;
        self.take()
    }

    /// Takes characters as long as they satisfy a condition; returns their place.
    pub(super) fn take_while(&mut self, pass: impl Fn(char) -> bool) -> Range<usize> {
        let start = self.at;
        while self.take_if(&pass).is_some() {}
        start..self.at
    }

    pub(super) fn skip_blanks(&mut self) {
        self.take_while(is_blank);
    }

    /// Takes the end of a line (LF, CR or CR LF) if it is here.
    pub(super) fn take_newline(&mut self) -> bool {
        let length = match self.rest().as_bytes() {
            [b'\r', b'\n', ..] => 2,
            [b'\r' | b'\n', ..] => 1,
            _ => return false,
        };
        self.at += length;
        true
    }

    /// The next character alone, or the empty range at the end.
    pub(super) fn here(&self) -> Range<usize> {
        self.at..self.at + self.peek().map_or(0, char::len_utf8)
    }
}

/// Marks that denote the inverse: the apostrophe, typographic quotes, primes, accents.
pub(super) fn is_prime(c: char) -> bool {
    matches!(c, '\'' | '’' | '‘' | '′' | '‵' | '`' | '´' | 'ʹ' | 'ʼ' | 'ʻ' | 'ˈ' | '＇' | '‛')
}

/// Hyphens, the minus sign and the en dash.
pub(super) fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}' | '\u{2011}' | '\u{2012}' | '\u{2013}' | '\u{2212}')
}

/// Spaces of any width, tabs, and invisible characters (byte order mark, zero width space), but not line ends.
pub(super) fn is_blank(c: char) -> bool {
    !is_line_end(c) && (c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}'))
}

pub(super) fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// Characters of plain names: letters of any script and the underscore. Some primes are letters in Unicode, but not
/// here.
pub(super) fn is_letter(c: char) -> bool {
    c == '_' || (c.is_alphabetic() && !is_prime(c))
}

pub(super) fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Characters of words: letters and digits.
pub(super) fn is_word(c: char) -> bool {
    is_letter(c) || is_digit(c)
}

/// The plain character for a superscript digit or sign, as in `R²` and `R⁻¹`.
pub(super) fn lowered(c: char) -> Option<char> {
    Some(match c {
        '⁰' => '0',
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁴'..='⁹' => char::from(b'4' + (u32::from(c) - u32::from('⁴')) as u8),
        '⁻' => '-',
        _ => return None,
    })
}
