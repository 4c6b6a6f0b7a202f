//! Patterns of the 3x3x3 that have names, such as the superflip or the cube in a cube.
//!
//! Start at [`ALL`] and [`read`]. `named_patterns.tsv` has a line for each: its names, a maneuver that makes it from the solved cube, its
//! class of symmetry, and the patterns that its faces show. Names are those in common use among cubers, many of them from the list of
//! Michael Reid. Where the usual maneuver is not a shortest one, the line has one that this program found. A star says that this program has
//! proven that no maneuver is shorter. Tests check every line, and on request (`./check long`) prove every star.

use crate::cubies;
use crate::model::Model;
use crate::position::{self, Position};
use permutant_puzzle::diagnostic::Diagnostic;
use std::sync::LazyLock;

/// What precedes the name of a pattern where a position is expected.
const PREFIX: &str = "pattern:";

/// A pattern with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedPattern {
    /// Its usual name.
    pub name: &'static str,
    /// Other names, separated by commas; may be empty.
    pub other_names: &'static str,
    /// A maneuver that makes it.
    pub maneuver: &'static str,
    /// Whether this program has proven that no maneuver with fewer face turns makes it.
    pub is_shortest: bool,
    /// The class of its symmetries, as a Schoenflies symbol.
    pub symmetry: &'static str,
    /// The patterns of its faces ([`permutant_cube::patterns::FacePattern`]), separated by commas.
    pub faces: &'static str,
}

/// All patterns, in the order of a gallery.
pub static ALL: LazyLock<Vec<NamedPattern>> = LazyLock::new(|| {
    let lines = include_str!("named_patterns.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(read_line).collect()
});

fn read_line(line: &'static str) -> Option<NamedPattern> {
    let mut columns = line.split('\t');
    let names = columns.next()?;
    let (name, other_names) = names.split_once(',').unwrap_or((names, ""));
    let (maneuver, is_shortest) = match columns.next()? {
        proven if proven.ends_with('*') => (&proven[..proven.len() - 1], true),
        maneuver => (maneuver, false),
    };
    Some(NamedPattern {
        name: name.trim(),
        other_names: other_names.trim(),
        maneuver: maneuver.trim(),
        is_shortest,
        symmetry: columns.next()?,
        faces: columns.next()?,
    })
}

impl NamedPattern {
    /// Whether a text is one of its names, apart from case, blanks and punctuation.
    fn is_called(&self, text: &str) -> bool {
        let text = plain(text);
        !text.is_empty() && self.other_names.split(',').chain([self.name]).any(|name| plain(name) == text)
    }
}

fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The pattern of this name, apart from case, blanks and punctuation.
pub fn find(name: &str) -> Option<&'static NamedPattern> {
    ALL.iter().find(|pattern| pattern.is_called(name))
}

/// Whether a text begins like the name of a pattern, whatever the puzzle.
pub fn is_meant(text: &str) -> bool {
    let start = text.trim_start().get(..PREFIX.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(PREFIX))
}

/// The position that a text such as `pattern:superflip` names.
///
/// # Errors
///
/// If the puzzle is not the 3x3x3, or there is no pattern of this name.
pub fn read(model: &Model, text: &str) -> Result<Position, Diagnostic> {
    let start = text.len() - text.trim_start().len();
    let span = start + PREFIX.len()..text.trim_end().len().max(start + PREFIX.len());
    let name = text.get(span.clone()).unwrap_or_default().trim();
    if !cubies::is_cube(model) {
        let message =
            format!("patterns with names are positions of the 3x3x3, not of {}", model.puzzle.name());
        return Err(Diagnostic::new(start..span.end, message).expected("a position of this puzzle"));
    }
    let pattern = find(name).ok_or_else(|| {
        Diagnostic::new(span, format!("there is no pattern named '{name}'"))
            .expected("the name of a pattern, as pattern:superflip")
            .help("`permutant patterns` lists the names")
    })?;
    position::read_algorithm(model, pattern.maneuver)
}
