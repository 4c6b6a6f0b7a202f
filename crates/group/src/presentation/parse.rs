//! Reads presentations and words.
//!
//! Start at [`Presentation::from_str`] and [`read_words`]. A presentation is `<generators | relations>`, in which line breaks are
//! spaces and comments begin with `#` or `//`:
//!
//! ```text
//! presentation  <a, b | relation, …>   also ⟨ ∣ ⟩, or without brackets
//! relation      word = word = …        all of them equal; a single word equals 1
//! word          factors side by side or with * between; u/v is u v^-1; 1 is the identity
//! factor        a  a^3  a^-1  a^b (b^-1 a b)  a'  a²  a⁻¹  (…)  [u, v] (u^-1 v^-1 u v)  [u, v, w] ([[u, v], w])
//! ```
//!
//! A capital letter is the inverse of the small one if only the small one is declared. Of several names that fit, the longest is read.

use super::relators::{Presentation, PresentationError, is_name};
use super::word::Word;
use std::ops::Range;
use std::str::FromStr;

use thiserror::Error;

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("at byte {}: {found}, expected {expected}", span.start)]
pub struct SyntaxError {
    /// The offending piece, in bytes; empty at the end of the text.
    pub span: Range<usize>,
    /// What is found there.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

/// The largest number of letters that products, powers, commutators and conjugates of a text may make. Exponents are short to write, so
/// this bounds the memory: 16 MiB.
const MOST_LETTERS: usize = 1 << 22;

/// The largest depth of brackets in each other, which bounds the stack.
const MOST_DEPTH: usize = 200;

const FACTOR: &str = "a generator, '(', '[' or 1";

impl FromStr for Presentation {
    type Err = SyntaxError;

    /// Reads a presentation. O(text + letters), of which there may be at most 2^22.
    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut reader = Reader::new(text, Vec::new());
        let close = if reader.eat('<') {
            Some('>')
        } else if reader.eat('⟨') {
            Some('⟩')
        } else {
            None
        };
        reader.generators()?;
        let mut relators = Vec::new();
        if reader.peek() != close {
            relators = reader.list(Reader::relation)?.into_iter().flatten().collect();
        }
        match close {
            Some(close) if !reader.eat(close) => return Err(reader.fault(&format!("',', '=' or '{close}'"))),
            _ => reader.eat(';'),
        };
        if reader.peek().is_some() {
            let among = if close.is_some() { "the end" } else { "',', '=' or the end" };
            return Err(reader.fault(among));
        }
        let whole = |fault: PresentationError| SyntaxError {
            span: 0..text.len(),
            found: fault.to_string(),
            expected: "a presentation".into(),
        };
        Presentation::new(reader.names, relators).map_err(whole)
    }
}

/// Reads words separated by commas, such as `a, b^2`, in the generators of a presentation. An empty text has none.
///
/// # Errors
/// If the text is something else.
pub fn read_words(text: &str, presentation: &Presentation) -> Result<Vec<Word>, SyntaxError> {
    let mut reader = Reader::new(text, presentation.generators().to_vec());
    if reader.peek().is_none() {
        return Ok(Vec::new());
    }
    let words = reader.list(Reader::word)?;
    match reader.peek() {
        None => Ok(words),
        Some(_) => Err(reader.fault("',' or the end")),
    }
}

/// A text that is being read.
struct Reader<'t> {
    text: &'t str,
    at: usize,
    names: Vec<String>,
    /// Longest names first, with their numbers.
    by_length: Vec<(String, u32)>,
    letters: usize,
    depth: usize,
}

/// An exponent: a number, or a word to conjugate by.
enum Exponent {
    Number(i64),
    Word(Word),
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, names: Vec<String>) -> Self {
        let mut reader = Reader { text, at: 0, names, by_length: Vec::new(), letters: 0, depth: 0 };
        reader.sort_names();
        reader
    }

    fn sort_names(&mut self) {
        self.by_length = self.names.iter().cloned().zip(0..).collect();
        self.by_length.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    }

    /// The next character after spaces and comments.
    fn peek(&mut self) -> Option<char> {
        loop {
            let rest = &self.text[self.at..];
            let next = rest.chars().next()?;
            if rest.starts_with('#') || rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if next.is_whitespace() || next == '\u{feff}' {
                self.at += next.len_utf8();
            } else {
                return Some(next);
            }
        }
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += if found { wanted.len_utf8() } else { 0 };
        found
    }

    /// A fault at the next character.
    fn fault(&mut self, expected: &str) -> SyntaxError {
        let next = self.peek();
        let found = next.map_or("the end of the text".to_owned(), |c| format!("'{c}'"));
        self.fault_from(self.at, self.at + next.map_or(0, char::len_utf8), found, expected)
    }

    fn fault_from(&self, start: usize, end: usize, found: impl Into<String>, expected: &str) -> SyntaxError {
        SyntaxError { span: start..end, found: found.into(), expected: expected.into() }
    }

    /// `a, b, c |`, in which commas may be missing.
    fn generators(&mut self) -> Result<(), SyntaxError> {
        while !self.eat('|') && !self.eat('∣') {
            self.peek();
            let start = self.at;
            let rest = &self.text[start..];
            let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            let name = &rest[..length];
            if !is_name(name) {
                return Err(self.fault("the name of a generator (a letter, then letters and digits), or '|'"));
            }
            if self.names.iter().any(|known| known == name) {
                let found = format!("generator {name} occurs twice");
                return Err(self.fault_from(start, start + length, found, "every generator once"));
            }
            if self.names.len() == Presentation::MOST_GENERATORS {
                let most = format!("at most {} generators", Presentation::MOST_GENERATORS);
                return Err(self.fault_from(start, start + length, "one generator more", &most));
            }
            self.names.push(name.to_owned());
            self.at += length;
            self.eat(',');
        }
        self.sort_names();
        Ok(())
    }

    /// Items separated by commas.
    fn list<T>(&mut self, item: impl Fn(&mut Self) -> Result<T, SyntaxError>) -> Result<Vec<T>, SyntaxError> {
        let mut items = vec![item(self)?];
        while self.eat(',') {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// `u = v = w`, as relators: the quotients by the shortest.
    fn relation(&mut self) -> Result<Vec<Word>, SyntaxError> {
        let mut sides = vec![self.word()?];
        while self.eat('=') {
            sides.push(self.word()?);
        }
        if sides.len() == 1 {
            return Ok(sides);
        }
        let shortest = sides.iter().enumerate().min_by_key(|(_, side)| side.len());
        let at = shortest.map_or(0, |(at, _)| at);
        let divisor = sides.remove(at).inverse();
        Ok(sides.iter().map(|side| side.then(&divisor)).collect())
    }

    fn word(&mut self) -> Result<Word, SyntaxError> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            let most = format!("at most {MOST_DEPTH} brackets in each other");
            return Err(self.fault_from(self.at, self.at, "another bracket", &most));
        }
        let mut word = self.factor()?;
        loop {
            let start = self.at;
            let next = match self.peek() {
                Some('*' | '·') => {
                    let sign = if self.eat('*') { '*' } else { '·' };
                    self.eat(sign);
                    self.factor()?
                }
                Some('/') => {
                    self.eat('/');
                    self.factor()?.inverse()
                }
                Some(c) if c.is_ascii_alphanumeric() || c == '(' || c == '[' => self.factor()?,
                _ => break,
            };
            self.count(start, next.len())?;
            next.letters().iter().for_each(|&letter| word.push(letter));
        }
        self.depth -= 1;
        Ok(word)
    }

    /// A power, a conjugate, or what can be the base of these.
    fn factor(&mut self) -> Result<Word, SyntaxError> {
        self.peek();
        let start = self.at;
        let base = self.base()?;
        if !self.eat('^') {
            return Ok(base);
        }
        let word = match self.exponent()? {
            Exponent::Number(number) => self.power(start, &base, number)?,
            Exponent::Word(by) => {
                self.count(start, base.len() + 2 * by.len())?;
                base.conjugate(&by)
            }
        };
        if self.peek() == Some('^') {
            return Err(self.fault("parentheses, as a^b^c can be read in two ways"));
        }
        Ok(word)
    }

    /// A generator, a bracket or 1, with signs of inversion and raised digits.
    fn base(&mut self) -> Result<Word, SyntaxError> {
        let start = self.at;
        let mut word = match self.peek() {
            Some('(') => {
                self.eat('(');
                let word = self.word()?;
                if !self.eat(')') {
                    return Err(self.fault("')'"));
                }
                word
            }
            Some('[') => self.commutator(start)?,
            Some(c) if c.is_ascii_alphabetic() => self.generator()?,
            Some('1') if !self.text[self.at + 1..].starts_with(|c: char| c.is_ascii_digit()) => {
                self.eat('1');
                Word::empty()
            }
            _ => return Err(self.fault(FACTOR)),
        };
        loop {
            if self.text[self.at..].starts_with(['\'', '’', '′']) {
                self.at += self.text[self.at..].chars().next().map_or(0, char::len_utf8);
                word = word.inverse();
            } else if let Some(exponent) = self.raised()? {
                word = self.power(start, &word, exponent)?;
            } else {
                return Ok(word);
            }
        }
    }

    fn commutator(&mut self, start: usize) -> Result<Word, SyntaxError> {
        self.eat('[');
        let mut word = self.word()?;
        if self.peek() != Some(',') {
            return Err(self.fault("',' and the second word of the commutator"));
        }
        while self.eat(',') {
            let next = self.word()?;
            self.count(start, 2 * (word.len() + next.len()))?;
            word = word.commutator(&next);
        }
        if !self.eat(']') {
            return Err(self.fault("',' or ']'"));
        }
        Ok(word)
    }

    fn generator(&mut self) -> Result<Word, SyntaxError> {
        let rest = &self.text[self.at..];
        let is_other_case = |name: &str| {
            rest.get(..name.len()).is_some_and(|start| {
                start.chars().zip(name.chars()).all(|(capital, small)| {
                    small.is_ascii_lowercase() && capital == small.to_ascii_uppercase()
                        || !small.is_ascii_lowercase() && capital == small
                }) && start != name
            })
        };
        let known = self.by_length.iter().find(|(name, _)| rest.starts_with(name.as_str()));
        let inverse = self.by_length.iter().find(|(name, _)| is_other_case(name));
        let longer = |name: &str| known.is_none_or(|(known, _)| known.len() < name.len());
        let (length, word) = match (known, inverse) {
            (_, Some((name, number))) if longer(name) => (name.len(), Word::generator(*number).inverse()),
            (Some((name, number)), _) => (name.len(), Word::generator(*number)),
            (None, _) => {
                let length = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
                let names: Vec<&str> = self.names.iter().take(12).map(String::as_str).collect();
                let expected = match names[..] {
                    [] => "a presentation with generators before the '|'".to_owned(),
                    _ => format!("one of the generators {}", names.join(", ")),
                };
                let found = format!("unknown generator '{}'", &rest[..length]);
                return Err(self.fault_from(self.at, self.at + length, found, &expected));
            }
        };
        self.at += length;
        Ok(word)
    }

    /// What stands after `^`.
    fn exponent(&mut self) -> Result<Exponent, SyntaxError> {
        let start = self.at;
        for (open, close) in [('{', '}'), ('(', ')')] {
            if self.eat(open) {
                match self.number()? {
                    Some(number) if self.eat(close) => return Ok(Exponent::Number(number)),
                    _ if open == '{' => return Err(self.fault("a whole number in braces")),
                    _ => self.at = start,
                }
            }
        }
        match self.number()? {
            Some(number) => Ok(Exponent::Number(number)),
            None => {
                self.peek();
                if !self.text[self.at..].starts_with(|c: char| c.is_ascii_alphabetic() || "([".contains(c)) {
                    return Err(self.fault("an exponent: a whole number, or a word to conjugate by"));
                }
                self.base().map(Exponent::Word)
            }
        }
    }

    /// A whole number with its sign, if one stands here.
    fn number(&mut self) -> Result<Option<i64>, SyntaxError> {
        self.peek();
        let start = self.at;
        let is_negative = self.eat('-') || self.eat('−');
        self.peek();
        let digits = &self.text[self.at..];
        let length = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        if length == 0 {
            self.at = start;
            return Ok(None);
        }
        self.at += length;
        let number: Option<i64> = digits[..length].parse().ok();
        let number = number.ok_or_else(|| self.too_long(start))?;
        Ok(Some(if is_negative { -number } else { number }))
    }

    /// Raised digits with their sign, if they stand here.
    fn raised(&mut self) -> Result<Option<i64>, SyntaxError> {
        let start = self.at;
        let mut plain = String::new();
        for c in self.text[start..].chars() {
            match "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|raised| raised == c) {
                Some(digit) => plain.push_str(&digit.to_string()),
                None if c == '⁻' && plain.is_empty() => plain.push('-'),
                None => break,
            }
            self.at += c.len_utf8();
        }
        match plain.as_str() {
            "" => Ok(None),
            "-" => Err(self.fault("raised digits")),
            plain => plain.parse().map(Some).map_err(|_| self.too_long(start)),
        }
    }

    fn power(&mut self, start: usize, word: &Word, exponent: i64) -> Result<Word, SyntaxError> {
        let letters =
            usize::try_from(exponent.unsigned_abs()).unwrap_or(usize::MAX).saturating_mul(word.len());
        if word.is_empty() {
            return Ok(Word::empty());
        }
        self.count(start, letters)?;
        Ok(word.power(exponent))
    }

    /// Counts letters that are about to be made.
    fn count(&mut self, start: usize, letters: usize) -> Result<(), SyntaxError> {
        if letters > MOST_LETTERS - self.letters {
            return Err(self.too_long(start));
        }
        self.letters += letters;
        Ok(())
    }

    fn too_long(&self, start: usize) -> SyntaxError {
        let most = format!("at most {MOST_LETTERS} letters in all");
        self.fault_from(start, self.at.max(start), "words too long to be written out", &most)
    }
}
