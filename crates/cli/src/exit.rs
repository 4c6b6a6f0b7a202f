//! How the program ends: exit codes, and failures with the data for their messages.
//!
//! Start at [`Exit`] and [`Failure`]. A failure in a text that the user wrote contains the text, so that the message
//! can show the place.

use permutant::puzzle::diagnostic::Diagnostic;
use std::process::ExitCode;

/// The exit of a run; [`Exit::worse`] combines the exits of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Done, or true.
    Done = 0,
    /// A definite no: the position cannot be solved, or the statement is false.
    No = 1,
    /// A limit was reached before an answer.
    Limit = 3,
    /// Bad input or usage.
    BadInput = 2,
    /// The user interrupted.
    Interrupted = 130,
}

impl Exit {
    /// The exit of a batch in which both occurred: bad input takes precedence over a limit, and a limit over a no.
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

/// The reason why a request was not fulfilled.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// The resulting exit code.
    pub(crate) exit: Exit,
    /// What is wrong.
    pub(crate) message: String,
    /// What to do.
    pub(crate) help: Option<String>,
    /// The text with the error, and the place of the error.
    pub(crate) place: Option<Box<Place>>,
}

/// A text that was read, and the error in it.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The name of the text: a file, or "algorithm".
    pub(crate) origin: String,
    /// The text.
    pub(crate) text: String,
    /// The error.
    pub(crate) diagnostic: Diagnostic,
    /// The number of lines of the input before the text.
    pub(crate) lines_before: usize,
}

impl Failure {
    /// Bad input or usage without a place in a text.
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

    /// An error in a text.
    pub(crate) fn in_text(origin: impl Into<String>, text: &str, diagnostic: Diagnostic) -> Self {
        let place = Place { origin: origin.into(), text: text.to_string(), diagnostic, lines_before: 0 };
        Failure {
            exit: Exit::BadInput,
            message: place.diagnostic.message.clone(),
            help: place.diagnostic.help.clone(),
            place: Some(Box::new(place)),
        }
    }

    /// Adds what to do.
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
