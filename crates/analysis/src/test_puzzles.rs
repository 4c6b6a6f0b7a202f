//! Puzzles by name and algorithms in their moves, for tests.

use permutant_puzzle::algorithm;
use permutant_puzzle::catalog;
use permutant_puzzle::formats::{Kind, read_definition};
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;

/// A puzzle of the catalog.
pub(crate) fn named(name: &str) -> Puzzle {
    catalog::find(name).unwrap().puzzle
}

/// A puzzle from the text of a definition, or of a TOML file.
pub(crate) fn defined(text: &str) -> Puzzle {
    match catalog::read_custom(text) {
        Ok(entry) => entry.puzzle,
        Err(_) => Puzzle::new(read_definition(text, Kind::of_text(text)).unwrap()).unwrap(),
    }
}

/// The state that an algorithm makes of the solved one.
pub(crate) fn after(puzzle: &Puzzle, text: &str) -> State {
    let turns = algorithm::read_from(puzzle, puzzle.solved(), text).unwrap();
    let mut state = puzzle.solved().clone();
    for turn in turns {
        assert!(puzzle.is_possible(&state, &turn), "{text}");
        turn.make(&mut state);
    }
    state
}
