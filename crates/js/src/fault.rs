//! Errors as records with a kind, from which the package makes exceptions.
//!
//! Start at [`Fault`]. As in JavaScript, places in texts are counted in UTF-16 units. Messages of the library name options of the program;
//! [`spelled`] writes them as options of the package.

use permutant::model::ModelError;
use permutant::puzzle::catalog::NotFound;
use permutant::puzzle::diagnostic::Diagnostic;
use permutant::search::limits::StopReason;
use permutant::search::puzzle_space::SpaceError;
use permutant::solver::SolveError;
use serde::Serialize;

/// The kind of an error: for each, the package has a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Kind {
    /// A text cannot be read.
    Parse(Box<Place>),
    /// No puzzle has this name.
    UnknownPuzzle,
    /// An option, or a combination of options, that the library does not support.
    Unsupported,
    /// The position cannot be solved.
    Unsolvable,
    /// A limit was reached before there was an answer.
    Limit {
        /// Its name.
        limit: &'static str,
    },
    /// A fault of this package.
    Internal,
}

/// The place of an error in a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The text.
    pub text: String,
    /// The first UTF-16 unit.
    pub start: usize,
    /// The UTF-16 unit after the last.
    pub end: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// What was expected there; may be empty.
    pub expected: String,
    /// What to do; may be empty.
    pub help: String,
}

/// An error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// Its kind.
    #[serde(flatten)]
    pub kind: Kind,
    /// What is wrong.
    pub message: String,
}

/// Options of the program, and those of the package that correspond to them.
const SPELLINGS: [(&str, &str); 14] = [
    ("--method search", "method: 'search'"),
    ("--method auto", "method: 'auto'"),
    ("leave --method out", "leave method out"),
    ("--optimal", "optimal: true"),
    ("--memory", "memory"),
    ("--max-length", "maxLength"),
    ("--time-limit", "timeLimit"),
    ("--node-limit", "maxNodes"),
    ("--moves", "moves"),
    ("--sample", "sample"),
    ("--depth", "depth"),
    ("--width", "width"),
    ("--patterns", "patterns"),
    ("`permutant group --help` says", "docs/sequences.md says"),
];

/// A message of the library with its options spelled as those of the package.
fn spelled(message: &str) -> String {
    SPELLINGS.iter().fold(message.to_string(), |text, (option, ours)| text.replace(option, ours))
}

impl Fault {
    /// An error of a kind without details.
    pub(crate) fn new(kind: Kind, message: &(impl ToString + ?Sized)) -> Self {
        Fault { kind, message: spelled(&message.to_string()) }
    }

    /// An option that is not supported.
    pub(crate) fn unsupported(message: &(impl ToString + ?Sized)) -> Self {
        Fault::new(Kind::Unsupported, message)
    }

    /// A fault of this package.
    pub(crate) fn internal(message: &(impl ToString + ?Sized)) -> Self {
        Fault::new(Kind::Internal, message)
    }

    /// A limit by its name, with what is known of it.
    pub(crate) fn limited(limit: &'static str, message: &(impl ToString + ?Sized)) -> Self {
        Fault::new(Kind::Limit { limit }, message)
    }

    /// An error in a text.
    pub(crate) fn in_text(text: &str, fault: &Diagnostic) -> Self {
        let units = |end: usize| -> usize {
            text.char_indices().take_while(|(at, _)| *at < end).map(|(_, c)| c.len_utf16()).sum()
        };
        let place = fault.position(text);
        let place = Place {
            text: text.to_string(),
            start: units(fault.span.start),
            end: units(fault.span.end),
            line: place.line,
            column: place.column,
            expected: spelled(&fault.expected),
            help: spelled(fault.help.as_deref().unwrap_or_default()),
        };
        Fault::new(Kind::Parse(Box::new(place)), &fault.message)
    }

    /// A name that is not a puzzle.
    pub(crate) fn not_found(text: &str, fault: &NotFound) -> Self {
        match fault {
            NotFound::Description { description, fault } if description == text => {
                Fault::in_text(text, fault)
            }
            fault => Fault::new(Kind::UnknownPuzzle, fault),
        }
    }

    /// A definition that is not a puzzle.
    pub(crate) fn no_model(text: &str, fault: &ModelError) -> Self {
        match fault {
            ModelError::Text(fault) => Fault::in_text(text, fault),
            ModelError::Puzzle(fault) => Fault::unsupported(fault),
        }
    }

    /// A position for which every sequence of moves was tried.
    pub(crate) fn exhausted() -> Self {
        Fault::new(Kind::Unsolvable, "the position cannot be solved: every sequence of moves was tried")
    }
}

impl From<StopReason> for Fault {
    fn from(reason: StopReason) -> Self {
        let limit = match reason {
            StopReason::Length => "length",
            StopReason::Nodes => "nodes",
            StopReason::Time => "time",
            StopReason::Memory => "memory",
            StopReason::Cancelled => "cancelled",
            StopReason::Fault => return Fault::internal(&reason),
        };
        Fault::limited(limit, &reason)
    }
}

impl From<SolveError> for Fault {
    fn from(fault: SolveError) -> Self {
        match &fault {
            SolveError::Unsolvable(_)
            | SolveError::UnsolvableByThese(_)
            | SolveError::Space(SpaceError::OutOfReach { .. }) => Fault::new(Kind::Unsolvable, &fault),
            SolveError::Limit(reason) => Fault::from(*reason),
            SolveError::Rejected(_) => Fault::internal(&fault),
            SolveError::Refused(_)
            | SolveError::Space(_)
            | SolveError::Pattern(_)
            | SolveError::Count(_)
            | SolveError::Words(_)
            | SolveError::After(_)
            | SolveError::NoEngine(_)
            | SolveError::Lacking(..) => Fault::unsupported(&fault),
        }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_utf_16() {
        // é is two bytes and one unit, 🂡 four bytes and two units.
        let Kind::Parse(place) = Fault::in_text("é🂡 Q", &Diagnostic::new(7..8, "unknown")).kind else {
            panic!("an error in a text has a place");
        };
        assert_eq!((place.start, place.end, place.line, place.column), (4, 5, 1, 4));
    }

    #[test]
    fn kinds_are_told_apart_in_json() {
        let json = |fault: &Fault| serde_json::to_string(fault).unwrap();
        assert_eq!(
            json(&Fault::from(StopReason::Time)),
            r#"{"kind":"limit","limit":"time","message":"the time limit was reached"}"#
        );
        assert_eq!(
            json(&Fault::unsupported("use --method search")),
            r#"{"kind":"unsupported","message":"use method: 'search'"}"#
        );
    }
}
