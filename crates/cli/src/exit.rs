//! How the program ends: exit codes, and failures with what goes into their message.
//!
//! Start at [`Exit`] and [`Failure`]. A failure in a text that the user wrote keeps the text, so that the message
//! can show the place.

use permutant::puzzle::diagnostic::Diagnostic;
use std::process::ExitCode;

/// How a run ends; the larger code wins where several results of a batch differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Done, or true.
    Done = 0,
    /// A definite no: it cannot be solved, it is not so.
    No = 1,
    /// A limit was reached before an answer.
    Limit = 3,
    /// Bad input or usage.
    BadInput = 2,
    /// The user interrupted.
    Interrupted = 130,
}

impl Exit {
    /// The exit of a batch in which both came up: bad input before a limit before a no.
    pub(crate) fn worse(self, other: Exit) -> Exit {
        let rank = |exit| match exit {
            Exit::Done => 0,
            Exit::No => 1,
            Exit::Limit => 2,
            Exit::BadInput => 3,
            Exit::Interrupted => 4,
        };
        if rank(other) > rank(self) { other } else { self }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Why something was not done.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// The exit code that it leads to.
    pub(crate) exit: Exit,
    /// What is wrong.
    pub(crate) message: String,
    /// What to do about it.
    pub(crate) help: Option<String>,
    /// The text in which it is wrong, and where.
    pub(crate) place: Option<Box<Place>>,
}

/// A text that was read, and what is wrong in it.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// What to call the text: a file, or "algorithm".
    pub(crate) origin: String,
    /// The text.
    pub(crate) text: String,
    /// The fault.
    pub(crate) diagnostic: Diagnostic,
    /// Lines of the input before the text.
    pub(crate) lines_before: usize,
}

impl Failure {
    /// Bad input or usage that has no place in a text.
    pub(crate) fn bad_input(message: impl Into<String>) -> Self {
        Failure { exit: Exit::BadInput, message: message.into(), help: None, place: None }
    }

    /// A definite no.
    pub(crate) fn no(message: impl Into<String>) -> Self {
        Failure { exit: Exit::No, ..Failure::bad_input(message) }
    }

    /// A limit was reached.
    pub(crate) fn limit(message: impl Into<String>) -> Self {
        Failure { exit: Exit::Limit, ..Failure::bad_input(message) }
    }

    /// The user interrupted.
    pub(crate) fn interrupted() -> Self {
        Failure { exit: Exit::Interrupted, ..Failure::bad_input("interrupted") }
    }

    /// A fault in a text.
    pub(crate) fn in_text(origin: impl Into<String>, text: &str, diagnostic: Diagnostic) -> Self {
        let place = Place { origin: origin.into(), text: text.to_string(), diagnostic, lines_before: 0 };
        Failure {
            exit: Exit::BadInput,
            message: place.diagnostic.message.clone(),
            help: place.diagnostic.help.clone(),
            place: Some(Box::new(place)),
        }
    }

    /// Says what to do.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same failure in line `number` (from 1) of a longer input.
    pub(crate) fn in_line(mut self, number: usize) -> Self {
        if let Some(place) = &mut self.place {
            place.lines_before = number - 1;
        }
        self
    }
}
