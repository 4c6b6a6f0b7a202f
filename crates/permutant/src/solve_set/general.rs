//! Solving states of any listed puzzle by the engines for any puzzle.

use super::alphabet::{Alphabet, Step};
use crate::listed_moves::{self, ListError, Reading};
use crate::model::Model;
use permutant_puzzle::moves::Turn;
use std::collections::HashMap;

/// A puzzle with one goal, as a model with moves of its own names.
#[derive(Debug)]
pub(super) struct General {
    pub(super) model: Model,
    steps: HashMap<String, u16>,
}

impl General {
    /// The puzzle with these moves and this goal.
    pub(super) fn new(name: &str, alphabet: &Alphabet, goal: &[u16]) -> Result<Self, ListError> {
        // Names of collections may mean something else in algorithms.
        let letters = alphabet.letters.iter().enumerate();
        let moves: Vec<_> = letters.map(|(at, letter)| (format!("m_{at}"), letter.list.clone())).collect();
        let steps = (0u16..).zip(&moves).map(|(at, (name, _))| (name.clone(), at)).collect();
        let model = listed_moves::model(name, &moves, goal.to_vec(), Reading::ReplacedBy)?;
        Ok(General { model, steps })
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
