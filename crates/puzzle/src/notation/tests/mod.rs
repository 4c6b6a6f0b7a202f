//! Tests of the notation as a whole: reading, errors, writing, transforming, and random texts.

mod errors;
mod mutations;
mod reading;
mod round_trips;
mod transforming;

use super::{Alg, AnyName, Dialect, NameSet, Niss, parse};

/// Reads an algorithm with any names.
fn alg(text: &str) -> Alg {
    parse(text, &AnyName, Dialect::default()).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

/// A closed set of names of many kinds.
fn mixed_names() -> NameSet {
    NameSet::new([
        "U", "R", "F", "UR", "DRv", "UFR", "f0", "f1", "f12", "r0", "-q", "2U'", "a.b", "R++", "D++", "UR+",
        "DR+", "/", "left", "é", "x_1", "2B",
    ])
}

const CARET: Dialect = Dialect { niss: Niss::Caret };
const PAREN: Dialect = Dialect { niss: Niss::Paren };
