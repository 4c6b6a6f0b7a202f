//! Random states of puzzles with few states, as sequences of a fixed length: 2x2x2, pyraminx, skewb.
//!
//! Start at [`Small::new`] and [`Small::sequence`]. A state is an element of the group, and all elements are equally likely. All
//! sequences of a few turns from the solved state are listed once. A path from a state to the end of one of them, appended to it in
//! reverse, gives a sequence to the state. No table of all states is needed. The paths to a state are found in no fixed order, unlike
//! those of a search from one side, so that the length reveals nothing about the state.

use super::error::Wrong;
use crate::algorithm;
use crate::model::Model;
use permutant_group::random::{below, shuffle};
use permutant_group::{Permutation, StabilizerChain};
use permutant_puzzle::moves::Turn;
use permutant_puzzle::points::Points;
use permutant_puzzle::state::State;
use permutant_puzzle::transformation::Transformation;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::collections::HashMap;

/// Number of turns of the sequences that are listed: some ten thousand sequences.
const LISTED: usize = 6;

/// Number of turns of a complete sequence: as many as the state farthest from solved needs in any of these puzzles, 11.
pub(super) const LENGTH: usize = 11;

/// A puzzle with few states.
#[derive(Debug)]
pub(super) struct Small {
    solved: State,
    /// Each with its inverse, the effects of both, and the number of the move of which it is a power.
    turns: Vec<Step>,
    chain: StabilizerChain,
    points: Points,
    /// The final states of the listed sequences.
    ends: HashMap<State, End>,
}

#[derive(Debug)]
struct Step {
    turn: Turn,
    change: Transformation,
    base: usize,
}

/// A state that some of the listed sequences reach.
#[derive(Debug)]
struct End {
    /// Number of turns of the shortest of them.
    distance: usize,
    /// The sequences of all [`LISTED`] turns, by numbers of turns.
    ways: Vec<[u8; LISTED]>,
}

impl Small {
    /// All states that these moves of a puzzle generate. Some 60 000 states are listed: a few tenths of a second.
    pub(super) fn new(model: &Model, names: &[&str]) -> Result<Small, Wrong> {
        let puzzle = &model.puzzle;
        let mut turns = Vec::new();
        let mut generators: Vec<Permutation> = Vec::new();
        let points = Points::new(puzzle.orbits()).ok_or(Wrong)?;
        for (base, name) in names.iter().enumerate() {
            let once = puzzle.turn(name).ok_or(Wrong)?;
            generators.push(points.permutation(&once.transformation()));
            let order = once.base().order.ok_or(Wrong)?;
            for amount in 1..i64::try_from(order).map_err(|_| Wrong)? {
                let turn = once.times(amount).ok_or(Wrong)?;
                turns.push(Step { change: turn.transformation(), turn, base });
            }
        }
        let chain = StabilizerChain::new(&generators, &mut ChaCha8Rng::seed_from_u64(0));
        let mut small = Small { solved: puzzle.solved().clone(), turns, chain, points, ends: HashMap::new() };
        small.list(&small.solved.clone(), &mut Vec::new());
        Ok(small)
    }

    fn list(&mut self, state: &State, made: &mut Vec<u8>) {
        let end = self.ends.entry(state.clone()).or_insert(End { distance: made.len(), ways: Vec::new() });
        end.distance = end.distance.min(made.len());
        if let Ok(way) = <[u8; LISTED]>::try_from(&made[..]) {
            end.ways.push(way);
            return;
        }
        for number in 0..self.turns.len() {
            if made.last().is_some_and(|&last| self.turns[usize::from(last)].base == self.turns[number].base)
            {
                continue;
            }
            let next = state.after(&self.turns[number].change);
            made.push(number as u8);
            self.list(&next, made);
            made.pop();
        }
    }

    /// Number of states.
    #[cfg(test)]
    pub(super) fn order(&self) -> String {
        self.chain.order().to_string()
    }

    /// A random state, each equally likely.
    pub(super) fn random(&self, rng: &mut (impl Rng + ?Sized)) -> Result<State, Wrong> {
        let change = self.points.transformation(&self.chain.random(rng)).ok_or(Wrong)?;
        Ok(self.solved.after(&change))
    }

    /// The distance of a state from solved, if it is at most [`LISTED`] turns.
    pub(super) fn distance(&self, state: &State) -> Option<usize> {
        self.ends.get(state).map(|end| end.distance)
    }

    /// A sequence of [`LENGTH`] turns from the solved state to another; it is longer if the state has none of this length.
    pub(super) fn sequence(&self, state: &State, rng: &mut (impl Rng + ?Sized)) -> Result<Vec<Turn>, Wrong> {
        for walk in LENGTH - LISTED..LENGTH {
            let mut made = Vec::with_capacity(walk);
            if let Some(way) = self.walk(state, walk, &mut made, rng) {
                let first = way.iter().map(|&number| self.turns[usize::from(number)].turn.clone());
                let back: Vec<Turn> =
                    made.iter().map(|&number: &usize| self.turns[number].turn.clone()).collect();
                return Ok(first.chain(algorithm::invert(&back)).collect());
            }
        }
        Err(Wrong)
    }

    /// A listed path that can be reached from a state by the given number of turns back: all such turns are tried, in random order.
    fn walk(
        &self,
        state: &State,
        left: usize,
        made: &mut Vec<usize>,
        rng: &mut (impl Rng + ?Sized),
    ) -> Option<[u8; LISTED]> {
        let last = made.last().map(|&number| self.turns[number].base);
        if left == 0 {
            let ways = &self.ends.get(state)?.ways;
            let joins = |way: &&[u8; LISTED]| Some(self.turns[usize::from(way[LISTED - 1])].base) != last;
            let joining: Vec<&[u8; LISTED]> = ways.iter().filter(joins).collect();
            let number = below(rng, joining.len().max(1) as u64) as usize;
            return joining.get(number).map(|way| **way);
        }
        let mut order: Vec<usize> =
            (0..self.turns.len()).filter(|&n| Some(self.turns[n].base) != last).collect();
        shuffle(rng, &mut order);
        for number in order {
            made.push(number);
            let found = self.walk(&state.after(&self.turns[number].change), left - 1, made, rng);
            if found.is_some() {
                return found;
            }
            made.pop();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By puzzle: its moves, its states, and the number of states closer than the listed sequences reach.
    #[test]
    fn states_are_counted_as_published_and_sequences_lead_to_them() {
        for (name, moves, states, near) in [
            // J. Scherphuis, jaapsch.net: the 2x2x2, the pyraminx without tips, the skewb.
            ("2x2x2", ["U", "R", "F", ""], "3674160", [1, 9, 54, 321, 1847, 9992, 50136]),
            ("tetraminx", ["U", "L", "R", "B"], "933120", [1, 8, 48, 288, 1728, 9896, 51808]),
            ("skewb", ["R", "U", "L", "B"], "3149280", [1, 8, 48, 288, 1728, 10248, 59304]),
        ] {
            let model = Model::find(name).unwrap();
            let moves: Vec<&str> = moves.into_iter().filter(|name| !name.is_empty()).collect();
            let small = Small::new(&model, &moves).unwrap();
            assert_eq!(small.order(), states, "{name}");
            for (distance, count) in near.into_iter().enumerate() {
                let found = small.ends.values().filter(|end| end.distance == distance).count();
                assert_eq!(found, count, "{name} {distance}");
            }
            let mut rng = ChaCha8Rng::seed_from_u64(5);
            for _ in 0..50 {
                let state = small.random(&mut rng).unwrap();
                let turns = small.sequence(&state, &mut rng).unwrap();
                assert_eq!(turns.len(), LENGTH);
                assert_eq!(algorithm::simplify(&model.puzzle, &turns), turns);
                let end =
                    turns.iter().fold(small.solved.clone(), |at, turn| at.after(&turn.transformation()));
                assert_eq!(end, state, "{name}");
            }
            // The solved state is also the end of a sequence of that length.
            assert_eq!(small.sequence(&small.solved, &mut rng).unwrap().len(), LENGTH, "{name}");
        }
    }

    /// Each of the 24 placements of a corner is equally likely: 7 slots and 3 twists on the 2x2x2.
    #[test]
    fn states_of_the_2x2x2_are_evenly_drawn() {
        let model = Model::find("2x2x2").unwrap();
        let small = Small::new(&model, &["U", "R", "F"]).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        const DRAWS: u32 = 21_000;
        let mut counts = vec![[0u32; 24]; 8];
        for _ in 0..DRAWS {
            let state = small.random(&mut rng).unwrap();
            let row = &state.orbits[0];
            for slot in 0..8 {
                counts[slot][usize::from(3 * row.pieces[slot] + row.orientations[slot])] += 1;
            }
        }
        let fixed = counts.iter().filter(|row| row.contains(&DRAWS)).count();
        assert_eq!(fixed, 1, "one corner stays");
        for row in counts.iter().filter(|row| !row.contains(&DRAWS)) {
            let expected = f64::from(DRAWS) / 21.0;
            let chi: f64 =
                row.iter().filter(|&&n| n > 0).map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
            assert_eq!(row.iter().filter(|&&n| n > 0).count(), 21);
            // 20 degrees of freedom: 45.3 is exceeded once in a thousand.
            assert!(chi < 50.0, "{chi}: {row:?}");
        }
    }
}
