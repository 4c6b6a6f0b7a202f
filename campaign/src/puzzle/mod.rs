//! The campaign's own model of small puzzles: the meaning of definitions, their notation, and the distances of their
//! states.
//!
//! It was written independently from the description of the format, so it does not share mistakes with the program.

pub(crate) mod definition;
pub(crate) mod distances;
pub(crate) mod random;
pub(crate) mod text;
