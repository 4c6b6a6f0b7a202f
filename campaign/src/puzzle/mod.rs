//! Small puzzles as the campaign knows them: what a definition means, how it is written, and how far its states are from solved.
//!
//! Written anew from the descriptions of the format: a mistake of the program is none here.

pub(crate) mod definition;
pub(crate) mod distances;
pub(crate) mod random;
pub(crate) mod text;
