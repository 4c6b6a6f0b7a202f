//! Positions of Square-1 that are too close to solved (article 4b3d): those that need fewer than eleven moves, where a pair of turns of
//! the layers and a twist count one each (article 12c4).
//!
//! Start at [`Near::is_near`]. Ten moves contain four twists, or five with no turns before the first or after the last. The positions
//! within two twists of either end are listed up to turns of both layers, and a path of four twists exists if the two lists meet.

use super::error::Wrong;
use crate::model::Model;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_puzzle::transformation::Transformation;
use std::collections::HashSet;

/// Places of a layer.
const PLACES: usize = 12;
/// Number of twists from either end.
const TWISTS: usize = 2;

/// Positions close to the solved one.
#[derive(Debug)]
pub(super) struct Near<'m> {
    puzzle: &'m Puzzle,
    layers: [Transformation; 2],
    twist: Turn,
    /// Those from the solved position, and from the solved position after a twist.
    ends: [HashSet<State>; 2],
}

impl<'m> Near<'m> {
    pub(super) fn new(model: &'m Model) -> Result<Self, Wrong> {
        let puzzle = &model.puzzle;
        let turn = |name: &str| puzzle.turn(name).ok_or(Wrong);
        let layers = [turn("(1,0)")?.transformation(), turn("(0,1)")?.transformation()];
        let twist = turn("/")?;
        let mut near = Near { puzzle, layers, twist, ends: [HashSet::new(), HashSet::new()] };
        let twisted = puzzle.solved().after(&near.twist.transformation());
        near.ends = [near.around(puzzle.solved()), near.around(&twisted)];
        Ok(near)
    }

    /// All positions of both layers, each turned to the next.
    fn turned(&self, state: &State) -> Vec<State> {
        let mut all = Vec::with_capacity(PLACES * PLACES);
        let mut upper = state.clone();
        for _ in 0..PLACES {
            let mut both = upper.clone();
            for _ in 0..PLACES {
                all.push(both.clone());
                both.apply(&self.layers[1]);
            }
            upper.apply(&self.layers[0]);
        }
        all
    }

    /// The representative under all turns of the layers: each is turned so that the position is least.
    fn held(&self, state: &State) -> State {
        let mut least = state.clone();
        for layer in &self.layers {
            let mut now = least.clone();
            for _ in 1..PLACES {
                now.apply(layer);
                if now < least {
                    least = now.clone();
                }
            }
        }
        least
    }

    /// Positions within [`TWISTS`] twists of a given one.
    fn around(&self, state: &State) -> HashSet<State> {
        let twist = self.twist.transformation();
        let mut last = vec![self.held(state)];
        let mut seen: HashSet<State> = last.iter().cloned().collect();
        for _ in 0..TWISTS {
            let mut next = Vec::new();
            for at in last.iter().flat_map(|state| self.turned(state)) {
                if self.puzzle.is_possible(&at, &self.twist) {
                    let after = self.held(&at.after(&twist));
                    if seen.insert(after.clone()) {
                        next.push(after);
                    }
                }
            }
            last = next;
        }
        seen
    }

    /// Whether a position needs fewer than eleven moves.
    pub(super) fn is_near(&self, state: &State) -> bool {
        let around = self.around(state);
        let twisted = self.puzzle.is_possible(state, &self.twist);
        self.ends.iter().any(|end| !around.is_disjoint(end))
            || twisted && {
                let before = self.around(&state.after(&self.twist.transformation()));
                !before.is_disjoint(&self.ends[0])
            }
    }
}
