//! A finite presentation: named generators, and relators that are the identity.
//!
//! Start at [`Presentation`]. It holds names and words only; what the group is, an [`Enumeration`](super::Enumeration) finds out.

use super::word::Word;
use std::fmt::{self, Write};

use thiserror::Error;

/// Generators with their names, and relators.
///
/// ```
/// use permutant_group::presentation::Presentation;
///
/// let text = "<a, b | a^2, b^3, (a*b)^5>";
/// let icosahedron: Presentation = text.parse()?;
/// assert_eq!((icosahedron.generators().len(), icosahedron.relators().len()), (2, 3));
/// assert_eq!(icosahedron.to_string(), text);
/// # Ok::<(), permutant_group::presentation::SyntaxError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presentation {
    generators: Vec<String>,
    relators: Vec<Word>,
}

/// What makes names and words no presentation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PresentationError {
    /// A name is not a letter followed by letters, digits and underscores.
    #[error("'{0}' is no name of a generator, expected a letter, then letters, digits or underscores")]
    Name(String),
    /// Two generators have the same name.
    #[error("two generators are named '{0}', expected different names")]
    Twice(String),
    /// There are more generators than a coset table has columns for.
    #[error("{0} generators, expected at most {most}", most = Presentation::MOST_GENERATORS)]
    TooMany(usize),
    /// A word uses a generator that is not declared.
    #[error("a word uses generator number {number}, where there are {of}")]
    Foreign {
        /// The number of the generator, from 0.
        number: usize,
        /// How many generators there are.
        of: usize,
    },
}

impl Presentation {
    /// The largest number of generators.
    pub const MOST_GENERATORS: usize = 1 << 14;

    /// Generators by their names and relators in these. Trivial relators are dropped.
    ///
    /// # Errors
    /// If names are malformed, repeated or too many, or if a relator uses a generator that has no name.
    pub fn new(generators: Vec<String>, relators: Vec<Word>) -> Result<Self, PresentationError> {
        if generators.len() > Self::MOST_GENERATORS {
            return Err(PresentationError::TooMany(generators.len()));
        }
        if let Some(name) = generators.iter().find(|name| !is_name(name)) {
            return Err(PresentationError::Name(name.clone()));
        }
        let mut sorted: Vec<&String> = generators.iter().collect();
        sorted.sort();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(PresentationError::Twice(pair[0].clone()));
        }
        let mut presentation = Presentation { generators, relators: Vec::new() };
        for relator in relators {
            presentation.check(&relator)?;
            if !relator.is_empty() {
                presentation.relators.push(relator);
            }
        }
        Ok(presentation)
    }

    /// The names of the generators.
    pub fn generators(&self) -> &[String] {
        &self.generators
    }

    /// The relators, none of them empty.
    pub fn relators(&self) -> &[Word] {
        &self.relators
    }

    /// Whether a word is one in these generators.
    ///
    /// # Errors
    /// If it uses another generator.
    pub fn check(&self, word: &Word) -> Result<(), PresentationError> {
        let of = self.generators.len();
        let foreign = word.letters().iter().map(|letter| letter.generator()).find(|&number| number >= of);
        foreign.map_or(Ok(()), |number| Err(PresentationError::Foreign { number, of }))
    }

    /// A word in the names of the generators, such as `a^2*b^-1`, or as a power, `(a*b)^5`; `1` for the empty word.
    pub fn write(&self, word: &Word) -> String {
        let (root, exponent) = word.root();
        let mut text = String::new();
        match (root.len(), exponent) {
            (0, _) => text.push('1'),
            (_, 1) | (1, _) => self.write_runs(&mut text, word),
            (_, exponent) => {
                text.push('(');
                self.write_runs(&mut text, &root);
                // Writing to a string cannot fail.
                let _ = write!(text, ")^{exponent}");
            }
        }
        text
    }

    /// Writes equal neighbours as powers.
    fn write_runs(&self, text: &mut String, word: &Word) {
        for (number, run) in word.letters().chunk_by(|x, y| x == y).enumerate() {
            let letter = run[0];
            text.push_str(if number > 0 { "*" } else { "" });
            text.push_str(self.generators.get(letter.generator()).map_or("?", String::as_str));
            let _ = match (letter.is_inverse(), run.len()) {
                (false, 1) => Ok(()),
                (false, length) => write!(text, "^{length}"),
                (true, length) => write!(text, "^-{length}"),
            };
        }
    }
}

/// Whether a text can be the name of a generator.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The form in which presentations are read, on one line.
impl fmt::Display for Presentation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let relators: Vec<String> = self.relators.iter().map(|relator| self.write(relator)).collect();
        let space = if relators.is_empty() { "" } else { " " };
        write!(f, "<{} |{space}{}>", self.generators.join(", "), relators.join(", "))
    }
}
