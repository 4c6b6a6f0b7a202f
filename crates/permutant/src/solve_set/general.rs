//! Solving states of any listed puzzle by the engines for any puzzle.

use super::alphabet::{Alphabet, Step};
use crate::listed_moves::{self, ListError, Reading};
use crate::model::Model;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::state::State;
use permutant_puzzle::sticker_pieces::StickerPieces;
use std::collections::HashMap;

/// A puzzle with one goal, as a model with moves of its own names.
#[derive(Debug)]
pub(super) struct General {
    pub(super) model: Model,
    /// The pieces that places belong to, if the model is one of these.
    pieces: Option<StickerPieces>,
    steps: HashMap<String, u16>,
}

impl General {
    /// The puzzle with these moves and this goal.
    pub(super) fn new(name: &str, alphabet: &Alphabet, goal: &[u16]) -> Result<Self, ListError> {
        // Names of collections may mean something else in algorithms.
        let letters = alphabet.letters.iter().enumerate();
        let moves: Vec<_> = letters.map(|(at, letter)| (format!("m_{at}"), letter.list.clone())).collect();
        let steps = (0u16..).zip(&moves).map(|(at, (name, _))| (name.clone(), at)).collect();
        let mut model = listed_moves::model(name, &moves, goal.to_vec(), Reading::ReplacedBy)?;
        let pieces = StickerPieces::find(model.puzzle.definition());
        if let Some(pieces) = &pieces {
            model = Model::from_definition(pieces.definition().clone())?;
        }
        Ok(General { model, pieces, steps })
    }

    /// The state with these labels; `None` if they do not make up the pieces of the goal.
    pub(super) fn state(&self, labels: &[u16]) -> Option<State> {
        let state = listed_moves::state(labels.to_vec());
        match &self.pieces {
            Some(pieces) => pieces.state(&state),
            None => Some(state),
        }
    }

    /// A solver's turns as steps, each of which makes a move once.
    pub(super) fn steps(&self, turns: &[Turn]) -> Option<Vec<Step>> {
        let mut steps = Vec::with_capacity(turns.len());
        for turn in turns {
            let step = Step { number: *self.steps.get(&turn.base().name)?, backwards: turn.amount() < 0 };
            let times = usize::try_from(turn.amount().unsigned_abs()).ok()?;
            steps.extend(std::iter::repeat_n(step, times));
        }
        Some(steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use permutant_puzzle::formats::puzzle_set::ListedPuzzle;

    #[test]
    fn places_that_move_together_are_pieces() {
        // Four pieces of two places each: they go round, and two of them are turned over.
        let lists = [("a", [2, 3, 4, 5, 6, 7, 0, 1]), ("b", [1, 0, 3, 2, 4, 5, 6, 7])];
        let moves = lists.map(|(name, list)| (name.to_string(), list.to_vec())).to_vec();
        let alphabet = Alphabet::new(&ListedPuzzle { name: "turned".into(), moves, solved: None });
        let goal: Vec<u16> = (10..18).collect();
        let general = General::new("turned", &alphabet, &goal).unwrap();
        let [orbit] = general.model.puzzle.orbits() else { panic!("one orbit") };
        assert_eq!((orbit.pieces, orbit.orientations), (4, 2));
        assert_eq!(general.state(&goal).as_ref(), Some(general.model.puzzle.solved()));
        let turned = general.state(&[11, 10, 13, 12, 14, 15, 16, 17]).unwrap();
        assert_eq!(turned.orbits[0].orientations, [1, 1, 0, 0]);
        assert_eq!(general.state(&[12, 11, 10, 13, 14, 15, 16, 17]), None);
    }
}
