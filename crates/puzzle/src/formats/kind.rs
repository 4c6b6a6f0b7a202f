//! Detects the format of a text, and dispatches to all readers and writers of definitions.
//!
//! Start at [`Kind`]. File extensions do not distinguish twsearch from ksolve, because users of both programs use all
//! of them. Syntax that only one of the two accepts decides; the extension decides only in its absence.

use super::error::WriteError;
use super::lexer::{Dialect, Lexer};
use super::style::Style;
use super::{gap, kpuzzle, ksolve, tws};
use crate::definition::Definition;
use crate::diagnostic::Diagnostic;

/// A format of definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// twsearch (`.tws`).
    Tws,
    /// ksolve and ksolve+ (`.ksolve`, `.def`).
    Ksolve,
    /// KPuzzle JSON (`.json`).
    Kpuzzle,
    /// GAP generators (`.gap`, `.g`).
    Gap,
}

impl Kind {
    /// The format indicated by the extension of a file name, without the dot, in any case.
    pub fn from_extension(extension: &str) -> Option<Kind> {
        Some(match extension.to_ascii_lowercase().as_str() {
            "tws" => Kind::Tws,
            "ksolve" | "def" => Kind::Ksolve,
            "json" => Kind::Kpuzzle,
            "gap" | "g" => Kind::Gap,
            _ => return None,
        })
    }

    /// The format of a text without a file name.
    pub fn of_text(text: &str) -> Kind {
        let start = text.trim_start_matches('\u{feff}').trim_start();
        if start.starts_with('{') {
            Kind::Kpuzzle
        } else if is_gap(text) {
            Kind::Gap
        } else {
            Kind::Tws.refined(text)
        }
    }

    /// Distinguishes twsearch from ksolve by syntax that only one of them has, and KPuzzle's object from a list of permutations, which is
    /// JSON too.
    fn refined(self, text: &str) -> Kind {
        if self == Kind::Kpuzzle && text.trim_start_matches('\u{feff}').trim_start().starts_with('[') {
            return Kind::Gap;
        }
        if !matches!(self, Kind::Tws | Kind::Ksolve) {
            return self;
        }
        let mut lexer = Lexer::new(text, Dialect::Lines);
        while let Some(first) = lexer.next() {
            let rest = lexer.rest_of_line().text;
            match (first.text, rest.is_empty()) {
                ("StartState", true)
                | ("MoveTransformation" | "MoveSequence" | "MoveAlias" | "Illegal", false) => {
                    return Kind::Tws;
                }
                ("Move", false) if super::is_rotation_name(rest) && rest.ends_with('v') => return Kind::Tws,
                (word, _) if word == "?" || rest.split_ascii_whitespace().any(|word| word == "?") => {
                    return Kind::Tws;
                }
                (
                    "Ignore" | "Block" | "ForbiddenPairs" | "ForbiddenGroups" | "MoveLimits"
                    | "ParallelMoves" | "Multiplicators",
                    true,
                ) => return Kind::Ksolve,
                _ => {}
            }
        }
        self
    }
}

/// Whether a text has syntax that only generators have: an assignment, a group, or cycles, brackets or numbers at the
/// beginning.
fn is_gap(text: &str) -> bool {
    let mut code =
        text.lines().map(str::trim_start).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let first = code.clone().next().unwrap_or_default();
    first.starts_with(|c: char| c == '(' || c == '[' || c.is_ascii_digit())
        || code.any(|line| line.contains(":=") || line.contains("Group("))
}

/// Reads a definition.
///
/// For [`Kind::Tws`] and [`Kind::Ksolve`], the text decides which of the two it is. The kind decides only if the text
/// does not.
pub fn read_definition(text: &str, kind: Kind) -> Result<Definition, Diagnostic> {
    match kind.refined(text) {
        Kind::Tws => tws::read(text),
        Kind::Ksolve => ksolve::read(text),
        Kind::Kpuzzle => kpuzzle::read(text),
        Kind::Gap => gap::read(text),
    }
}

/// Writes a definition. Each writer documents what it omits and what it refuses.
pub fn write_definition(definition: &Definition, kind: Kind) -> Result<String, WriteError> {
    match kind {
        Kind::Tws => tws::write(definition, Style::FromOne),
        Kind::Ksolve => ksolve::write(definition),
        Kind::Kpuzzle => kpuzzle::write(definition),
        Kind::Gap => gap::write(definition),
    }
}
