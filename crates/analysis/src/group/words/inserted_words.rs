//! Solutions of puzzles of many pieces that begin with one of some of their sets.
//!
//! Start at [`InsertedWords`]. Some sets of pieces are solved first, by whatever engine; into that solution 3-cycles of the other sets are
//! inserted where they cost least ([`CycleWords::completed`]).

use super::puzzle_words::{WordMoves, WordsError};
use super::quick_words::{Letters, going_on, letters};
use super::word_points::WordPoints;
use permutant_group::words::{CycleWords, Letter};
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_search::limits::Control;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::collections::HashMap;

/// The 3-cycles of all sets of pieces but some, for one puzzle and one metric.
#[derive(Debug)]
pub struct InsertedWords {
    points: WordPoints,
    /// By letter.
    turns: Vec<Turn>,
    /// By name and amount of the turn.
    letters: HashMap<(String, i64), Letter>,
    words: CycleWords,
}

impl InsertedWords {
    /// Prepares 3-cycles, in about so many bytes, of the sets that are not kept; `kept` says so for each set. They move no piece that is
    /// kept. `None` if there are none for one of the sets, or moves are not always possible. Takes seconds at most.
    ///
    /// # Errors
    /// If the metric or a rule of the definition allows no words, or the control interrupts.
    pub fn new(
        puzzle: &Puzzle,
        kept: &[bool],
        metric: &Metric,
        memory: usize,
        control: &Control<'_>,
    ) -> Result<Option<Self>, WordsError> {
        let found = letters(puzzle, WordMoves::Search, metric)?;
        let Some(Letters { alphabet, turns, points }) = found else { return Ok(None) };
        let letters = alphabet.letters().zip(&turns);
        let letters =
            letters.map(|(letter, turn)| ((turn.base().name.clone(), turn.amount()), letter)).collect();
        let is_kept = |point: usize| points.slot(point as u32).is_some_and(|(orbit, _)| kept[orbit]);
        let is_kept: Vec<bool> = (0..alphabet.degree()).map(is_kept).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let words = CycleWords::beside(alphabet, &is_kept, memory, &mut rng, &mut going_on(control))?;
        Ok(words.map(|words| InsertedWords { points, turns, letters, words }))
    }

    /// Turns that bring a state to a goal, possibly with identical pieces, from two sequences after which the sets that are kept look like the
    /// goal; `None` if none were found. The second sequence may change otherwise, too.
    ///
    /// # Errors
    /// If the control interrupts.
    pub fn solution(
        &self,
        bases: [&[Turn]; 2],
        start: &State,
        goal: &State,
        control: &Control<'_>,
    ) -> Result<Option<Vec<Turn>>, WordsError> {
        let letter = |turn: &Turn| self.letters.get(&(turn.base().name.clone(), turn.amount())).copied();
        let letters = |turns: &[Turn]| turns.iter().map(letter).collect::<Option<Vec<Letter>>>();
        let [Some(first), Some(second)] = bases.map(letters) else { return Ok(None) };
        let Ok(looks) = self.points.looks(start, goal) else { return Ok(None) };
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let bases = [&first[..], &second];
        let word = self.words.completed(bases, &looks.now, &looks.goal, &mut rng, &mut going_on(control))?;
        let turn = |letter: Letter| self.turns[letter.index()].clone();
        Ok(word.map(|word| word.into_iter().map(turn).collect()))
    }
}
