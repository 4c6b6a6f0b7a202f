//! Words in a puzzle's moves: a solver for every puzzle, however large.
//!
//! [`puzzle_words`] finds them; where moves are not always possible, [`shapes`] says which are, and [`loops`] makes
//! letters of walks.

mod loops;
mod puzzle_words;
mod shapes;

pub use puzzle_words::{PuzzleWords, WordEffort, WordsFault};
