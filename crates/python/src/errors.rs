//! Errors of the library as exceptions of Python.
//!
//! Start at [`raised`]. The exceptions are classes of Python, in `python/permutant/errors.py`, so that they can carry attributes with any
//! release of Python. Messages of the library name options of the program; [`in_python`] spells them as arguments.

use permutant::model::ModelError;
use permutant::puzzle::catalog::NotFound;
use permutant::puzzle::diagnostic::Diagnostic;
use permutant::search::limits::StopReason;
use permutant::search::puzzle_space::SpaceError;
use permutant::solver::SolveError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// The module that defines the exceptions.
const MODULE: &str = "permutant.errors";

/// The kinds of exceptions without attributes of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// No puzzle has this name.
    UnknownPuzzle,
    /// An argument, or a combination of them, that the library does not support.
    Unsupported,
    /// The position cannot be solved.
    Unsolvable,
    /// A fault of this package.
    Internal,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::UnknownPuzzle => "UnknownPuzzleError",
            Kind::Unsupported => "UnsupportedError",
            Kind::Unsolvable => "UnsolvableError",
            Kind::Internal => "InternalError",
        }
    }
}

/// Options of the program, and the arguments that correspond to them.
const SPELLINGS: [(&str, &str); 14] = [
    ("--method search", "method=\"search\""),
    ("--method auto", "method=\"auto\""),
    ("leave --method out", "leave method out"),
    ("--optimal", "optimal=True"),
    ("--memory", "memory"),
    ("--max-length", "max_length"),
    ("--time-limit", "time_limit"),
    ("--node-limit", "max_nodes"),
    ("--moves", "moves"),
    ("--sample", "sample"),
    ("--depth", "depth"),
    ("--width", "width"),
    ("--patterns", "patterns"),
    ("`permutant group --help` says", "docs/sequences.md says"),
];

/// A message of the library with its options spelled as arguments.
fn in_python(message: &str) -> String {
    SPELLINGS.iter().fold(message.to_string(), |text, (option, argument)| text.replace(option, argument))
}

fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyType>> {
    static ERRORS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = ERRORS.get_or_try_init(py, || PyModule::import(py, MODULE).map(Bound::unbind))?;
    Ok(module.bind(py).getattr(name)?.cast_into::<PyType>()?)
}

fn made<A>(name: &str, arguments: A) -> PyErr
where
    A: for<'py> pyo3::call::PyCallArgs<'py>,
{
    Python::attach(|py| match class(py, name).and_then(|class| class.call1(arguments)) {
        Ok(exception) => PyErr::from_value(exception),
        Err(fault) => fault,
    })
}

/// An exception of this kind.
pub(crate) fn raised(kind: Kind, message: &(impl ToString + ?Sized)) -> PyErr {
    made(kind.name(), (in_python(&message.to_string()),))
}

/// An argument that is not supported.
pub(crate) fn unsupported(message: &(impl ToString + ?Sized)) -> PyErr {
    raised(Kind::Unsupported, message)
}

/// A limit that was reached before there was an answer.
pub(crate) fn limit(reason: StopReason) -> PyErr {
    let name = match reason {
        StopReason::Length => "length",
        StopReason::Nodes => "nodes",
        StopReason::Time => "time",
        StopReason::Memory => "memory",
        StopReason::Cancelled => "cancelled",
        StopReason::Fault => return raised(Kind::Internal, &reason),
    };
    limited(name, &reason)
}

/// A limit by its name, with what is known of it.
pub(crate) fn limited(name: &str, message: &(impl ToString + ?Sized)) -> PyErr {
    made("LimitReached", (in_python(&message.to_string()), name))
}

/// An error in a text, with its place in characters.
pub(crate) fn in_text(text: &str, fault: &Diagnostic) -> PyErr {
    let characters = |end: usize| text.char_indices().take_while(|(at, _)| *at < end).count();
    let place = fault.position(text);
    made(
        "ParseError",
        (
            in_python(&fault.message),
            text,
            (characters(fault.span.start), characters(fault.span.end)),
            (place.line, place.column),
            in_python(&fault.expected),
            in_python(fault.help.as_deref().unwrap_or_default()),
        ),
    )
}

/// A name that is not a puzzle.
pub(crate) fn not_found(text: &str, fault: &NotFound) -> PyErr {
    match fault {
        NotFound::Description { description, fault } if description == text => in_text(text, fault),
        fault => raised(Kind::UnknownPuzzle, fault),
    }
}

/// A definition that is not a puzzle.
pub(crate) fn no_model(text: &str, fault: &ModelError) -> PyErr {
    match fault {
        ModelError::Text(fault) => in_text(text, fault),
        ModelError::Puzzle(fault) => unsupported(fault),
    }
}

/// The reason why a position was not solved.
pub(crate) fn unsolved(fault: &SolveError) -> PyErr {
    match fault {
        SolveError::Unsolvable(_)
        | SolveError::UnsolvableByThese(_)
        | SolveError::Space(SpaceError::OutOfReach { .. }) => raised(Kind::Unsolvable, fault),
        SolveError::Limit(reason) => limit(*reason),
        SolveError::Rejected(_) => raised(Kind::Internal, fault),
        SolveError::Refused(_)
        | SolveError::Space(_)
        | SolveError::Pattern(_)
        | SolveError::Count(_)
        | SolveError::Words(_)
        | SolveError::After(_)
        | SolveError::NoEngine(_)
        | SolveError::Lacking(..) => unsupported(fault),
    }
}
