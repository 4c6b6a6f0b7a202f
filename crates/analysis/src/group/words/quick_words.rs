//! Words in a puzzle's moves that need no table, for puzzles of many pieces.
//!
//! Start at [`QuickWords`]. The words of [`CycleWords`] carry over to solutions, as those of a table do to the solutions of
//! [`super::PuzzleWords`]. They are longer, but a puzzle of thousands of pieces has them after seconds.

use super::puzzle_words::{Spelling, WordMoves, WordsError, of_turns, points_of};
use super::unfollowed;
use super::word_points::WordPoints;
use permutant_group::words::{Alphabet, CycleWords};
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_search::limits::Control;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// Quick words for one puzzle and one metric.
#[derive(Debug)]
pub struct QuickWords {
    points: WordPoints,
    /// By letter.
    turns: Vec<Turn>,
    words: CycleWords,
}

impl QuickWords {
    /// Prepares the words in about so many bytes; `None` if the puzzle has none: its moves are not always possible, or too few of its
    /// pieces can be cycled by threes. Takes seconds at most.
    ///
    /// # Errors
    /// If the metric or a rule of the definition allows no words, or the control interrupts.
    pub fn new(
        puzzle: &Puzzle,
        moves: WordMoves,
        metric: &Metric,
        memory: usize,
        control: &Control<'_>,
    ) -> Result<Option<Self>, WordsError> {
        let Some(Letters { alphabet, turns, points }) = letters(puzzle, moves, metric)? else {
            return Ok(None);
        };
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let words = CycleWords::new(alphabet, memory, &mut rng, &mut going_on(control))?;
        Ok(words.map(|words| QuickWords { points, turns, words }))
    }

    /// Turns that bring a state to a goal, possibly with identical pieces; `None` if none were found.
    pub fn solution(&self, start: &State, goal: &State) -> Option<Vec<Turn>> {
        let looks = self.points.looks(start, goal).ok()?;
        let word = self.words.arranging_word(&looks.now, &looks.goal, &mut ChaCha8Rng::seed_from_u64(0))?;
        Some(word.into_iter().map(|letter| self.turns[letter.index()].clone()).collect())
    }
}

/// Turns as letters.
pub(super) struct Letters {
    pub(super) alphabet: Alphabet,
    /// By letter.
    pub(super) turns: Vec<Turn>,
    pub(super) points: WordPoints,
}

/// The letters of a puzzle; `None` if its moves are not always possible, or have no words.
pub(super) fn letters(
    puzzle: &Puzzle,
    moves: WordMoves,
    metric: &Metric,
) -> Result<Option<Letters>, WordsError> {
    if puzzle.is_restricted() || unfollowed(puzzle).is_some() || !metric.counts_turn_by_turn() {
        return Ok(None);
    }
    let points = points_of(puzzle)?;
    let found = of_turns(&moves.turns(puzzle, metric), metric, &points)?;
    let Spelling::Turns(turns) = found.letters else { return Ok(None) };
    let points = WordPoints::new(puzzle.orbits().to_vec(), points, found.touched);
    Ok(Some(Letters { alphabet: found.alphabet, turns, points }))
}

/// Asks a control whether to go on.
pub(super) fn going_on(control: &Control<'_>) -> impl FnMut() -> Result<(), WordsError> {
    || control.interrupted().map_or(Ok(()), |reason| Err(WordsError::Stopped(reason)))
}
