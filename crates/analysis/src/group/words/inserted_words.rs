//! Solutions of puzzles of many pieces that begin with one of some of their sets.
//!
//! Start at [`InsertedWords`]. Some sets of pieces are solved first, by whatever engine; into that solution 3-cycles of the other sets are
//! inserted where they cost least ([`CycleWords::completed`]).

use super::puzzle_words::{Spelling, WordMoves, WordsError, of_turns, points_of};
use super::unfollowed;
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
        if puzzle.is_restricted() || unfollowed(puzzle).is_some() || !metric.counts_turn_by_turn() {
            return Ok(None);
        }
        let points = points_of(puzzle)?;
        let found = of_turns(&WordMoves::Search.turns(puzzle, metric), metric, &points)?;
        let Spelling::Turns(turns) = found.letters else { return Ok(None) };
        let letters = found.alphabet.letters().zip(&turns);
        let letters =
            letters.map(|(letter, turn)| ((turn.base().name.clone(), turn.amount()), letter)).collect();
        let points = WordPoints::new(puzzle.orbits().to_vec(), points, found.touched);
        let is_kept = |point: usize| points.slot(point as u32).is_some_and(|(orbit, _)| kept[orbit]);
        let is_kept: Vec<bool> = (0..found.alphabet.degree()).map(is_kept).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let mut go_on = || control.interrupted().map_or(Ok(()), |reason| Err(WordsError::Stopped(reason)));
        let words = CycleWords::beside(found.alphabet, &is_kept, memory, &mut rng, &mut go_on)?;
        Ok(words.map(|words| InsertedWords { points, turns, letters, words }))
    }

    /// Turns that bring a state to a goal, possibly with identical pieces, from turns after which the sets that are kept look like the
    /// goal; `None` if none were found.
    ///
    /// # Errors
    /// If the control interrupts.
    pub fn solution(
        &self,
        base: &[Turn],
        start: &State,
        goal: &State,
        control: &Control<'_>,
    ) -> Result<Option<Vec<Turn>>, WordsError> {
        let letter = |turn: &Turn| self.letters.get(&(turn.base().name.clone(), turn.amount())).copied();
        let Some(base) = base.iter().map(letter).collect::<Option<Vec<Letter>>>() else { return Ok(None) };
        let Ok(looks) = self.points.looks(start, goal) else { return Ok(None) };
        let mut go_on = || control.interrupted().map_or(Ok(()), |reason| Err(WordsError::Stopped(reason)));
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let word = self.words.completed(&base, &looks.now, &looks.goal, &mut rng, &mut go_on)?;
        let turn = |letter: Letter| self.turns[letter.index()].clone();
        Ok(word.map(|word| word.into_iter().map(turn).collect()))
    }
}
