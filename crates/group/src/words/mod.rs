//! Words in given generators for the elements of a permutation group.
//!
//! [`Alphabet`] says which letters there are and what they cost. A [`WordTable`] holds short words for every coset of
//! every level of a stabilizer chain, so it has a word for each element, in microseconds; its beam finds much shorter
//! ones in milliseconds. [`Alike`] is for points that look alike: then any element of a coset will do.

mod alphabet;
mod ball;
mod beam;
mod build;
mod columns;
mod commutators;
mod coset;
mod elements;
mod fill;
mod images;
mod insert;
mod levels;
mod parity;
mod pools;
mod saved;
mod shorten;
mod stabilizer;
mod table;
mod three_cycles;

pub use alphabet::{Alphabet, AlphabetError, Letter};
pub use build::{BuildError, Effort};
pub use coset::Alike;
pub use saved::SavedError;
pub use table::{NotInGroup, WordTable, WrongDegree};
