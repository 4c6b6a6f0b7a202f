//! Words in given generators for the elements of a permutation group.
//!
//! [`Alphabet`] defines the letters and their costs. A [`WordTable`] holds short words for every coset of every level
//! of a stabilizer chain, so it gives a word for each element in microseconds; its beam search finds much shorter ones
//! in milliseconds. [`Alike`] handles identical points, for which any element of a coset is acceptable.

mod alphabet;
mod annealing;
mod ball;
mod beam;
mod build;
mod columns;
mod commutators;
mod conjugates;
mod coset;
mod cycle_words;
mod elements;
mod fill;
mod images;
mod insert;
mod inserted_cycles;
mod levels;
mod parity;
mod piece_orbit;
mod pools;
mod saved;
mod seeds;
mod shorten;
mod spread;
mod stabilizer;
mod table;
mod three_cycles;

pub use alphabet::{Alphabet, AlphabetError, Letter};
pub use build::{BuildError, Effort};
pub use coset::Alike;
pub use cycle_words::CycleWords;
pub use saved::SavedError;
pub use table::{NotInGroup, WordTable, WrongDegree};
