//! Words: elements of the group of a puzzle as products of its moves, and the strong generators of which words are made.
//!
//! Start at [`random_word`], [`word_of`] and [`strong_generators`].

use crate::error::PageError;
use crate::jobs::MEMORY;
use crate::source;
use permutant::analysis::group::words::{PuzzleWords, WordEffort, WordMoves};
use permutant::model::Model;
use permutant::puzzle::metric::Metric;
use permutant::puzzle::moves::Turn;
use permutant::search::limits::Control;
use permutant::tables::InMemory;
use serde::Serialize;

/// The strong generators of one level of a stabilizer chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StrongLevel {
    /// The base point.
    pub base: String,
    /// A word for each other point of its orbit.
    pub words: Vec<StrongWord>,
}

/// A strong generator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StrongWord {
    /// Where it takes the base point; it fixes those of the levels before.
    pub to: String,
    /// Its moves.
    pub word: String,
}

fn words_of(model: &Model, control: &Control<'_>) -> Result<PuzzleWords, PageError> {
    let memory = usize::try_from(MEMORY).unwrap_or(usize::MAX);
    PuzzleWords::new(&model.puzzle, WordMoves::Generators, &Metric::htm(), memory, &InMemory, control)
        .map_err(|fault| PageError::new(&fault))
}

/// A word in the moves for a random element of the group, with every element equally likely. The same seed gives the
/// same word.
///
/// # Errors
///
/// If there is no such puzzle, it has no words, or the control stopped the work.
pub fn random_word(puzzle: &str, seed: u32, control: &Control<'_>) -> Result<String, PageError> {
    let model = source::model(puzzle)?;
    let word = words_of(&model, control)?.random_word(u64::from(seed), WordEffort::STARTS, control);
    word.map(|turns| source::write(&model, &turns)).map_err(|fault| PageError::new(&fault))
}

/// A word that leads from the solved state to a position, given in any way that the library reads: as cycles of points, as an algorithm, by
/// its pieces or its stickers.
///
/// # Errors
///
/// If there is no such puzzle, the text is not a position of it or leaves something open, the position is outside the group, the puzzle has
/// no words, or the control stopped the work.
pub fn word_of(puzzle: &str, element: &str, control: &Control<'_>) -> Result<String, PageError> {
    let model = source::model(puzzle)?;
    let state = source::state(&model, element)?;
    let words = words_of(&model, control)?;
    let back = words.solution(&state, model.puzzle.solved(), WordEffort::STARTS, control);
    let back = back.map_err(|fault| PageError::new(&fault))?;
    let word: Vec<Turn> = back.iter().rev().map(Turn::inverse).collect();
    Ok(source::write(&model, &word))
}

/// The strong generators, level by level: for each base point and each point to which the stabilizer of those before takes it, a word.
///
/// # Errors
///
/// If there is no such puzzle, it has no words, or the control stopped the work.
pub fn strong_generators(puzzle: &str, control: &Control<'_>) -> Result<Vec<StrongLevel>, PageError> {
    let model = source::model(puzzle)?;
    let words = words_of(&model, control)?;
    let levels = words.strong_generators().map(|level| StrongLevel {
        base: level.base,
        words: (level.generators.into_iter())
            .map(|(to, turns)| StrongWord { to, word: source::write(&model, &turns) })
            .collect(),
    });
    Ok(levels.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn random_elements_have_words() {
        let word = random_word("m12", 3, &Control::new()).unwrap();
        assert_eq!(word, random_word("m12", 3, &Control::new()).unwrap());
        let mut game = Game::new("m12").unwrap();
        game.begin(&word, None).unwrap();
        assert!(!game.status().solved);
    }

    #[test]
    fn elements_that_are_written_have_words() {
        for (puzzle, element) in [
            ("m12", "a b a'"),
            ("2x2x2", "R U F'"),
            ("pyraminx", "U l' R"),
            ("slide:3x3", "1 2 3 4 5 6 0 7 8"),
        ] {
            let word = word_of(puzzle, element, &Control::new()).unwrap();
            let model = source::model(puzzle).unwrap();
            assert_eq!(source::state(&model, &word), source::state(&model, element), "{puzzle}: {word}");
        }
        assert!(word_of("2x2x2", "R Q", &Control::new()).unwrap_err().span.is_some());
        assert!(word_of("m12", "(1,2)", &Control::new()).is_err());
    }

    /// Each leads where it says and leaves the pieces of the levels before in place, and the orbits multiply to the order.
    #[test]
    fn strong_generators_fix_what_lies_before() {
        for (puzzle, order) in [("m12", 95_040), ("tetraminx", 933_120), ("2x2x2", 88_179_840)] {
            let levels = strong_generators(puzzle, &Control::new()).unwrap();
            let orbits = levels.iter().map(|level| level.words.len() as u64 + 1);
            assert_eq!(orbits.product::<u64>(), order, "{puzzle}");
            let model = source::model(puzzle).unwrap();
            // A point by the number of its slot; orientations are marks of it.
            let slot = |point: &str| {
                let (set, at) = point.rsplit_once(' ').unwrap();
                let orbit = model.puzzle.orbits().iter().position(|orbit| orbit.name == set).unwrap();
                (orbit, at.split('.').next().unwrap().parse::<usize>().unwrap() - 1)
            };
            for (number, level) in levels.iter().enumerate() {
                for StrongWord { to, word } in &level.words {
                    let state = source::state(&model, word).unwrap();
                    let (orbit, from) = slot(&level.base);
                    assert_eq!(usize::from(state.orbits[orbit].pieces[slot(to).1]), from, "{puzzle}: {word}");
                    for before in &levels[..number] {
                        let (orbit, at) = slot(&before.base);
                        let row = &state.orbits[orbit];
                        assert_eq!(
                            (usize::from(row.pieces[at]), row.orientations[at]),
                            (at, 0),
                            "{puzzle}: {word}"
                        );
                    }
                }
            }
        }
    }
}
