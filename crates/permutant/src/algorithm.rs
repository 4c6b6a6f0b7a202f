//! Algorithms of a puzzle: text to turns and back.
//!
//! Start at [`read`] and [`write`].

use permutant_puzzle::diagnostic::Diagnostic;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::notation::{self, Alg, MoveToken, Vocabulary};
use permutant_puzzle::puzzle::Puzzle;
use std::ops::Range;

/// Most moves that brackets may be worked out to.
pub const MAX_MOVES: usize = 1_000_000;

/// The names of a puzzle's moves, for reading algorithms.
#[derive(Clone, Copy, Debug)]
pub struct Names<'p>(pub &'p Puzzle);

impl Vocabulary for Names<'_> {
    fn knows(&self, name: &str) -> bool {
        self.0.base(name).is_some()
    }

    fn names(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        Box::new(self.0.names())
    }
}
