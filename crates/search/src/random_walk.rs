//! How evenly random moves spread over the reachable states.
//!
//! Start at [`Walk`]. The probability of every state after a number of moves, with all moves equally likely, is
//! computed exactly (up to rounding) over the rows of a perfect index. The probability of s is the mean of the
//! probabilities of its neighbours one move before, since every move has its inverse among the moves. The deviation
//! from the uniform distribution is reported as the total variation distance: the largest difference between the
//! probabilities of any event (Aldous and Diaconis, 1986).

use crate::limits::{Control, StopReason};
use crate::reachable::rows::{Maps, PlaceMaps, Rows, Stored};
use crate::threads::on_threads;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Number of states in one piece of work.
const PIECE: usize = 1 << 16;

/// The probabilities of all states after a number of random moves from the solved state.
#[derive(Debug)]
pub struct Walk<'a> {
    rows: &'a Rows,
    /// By row and place. If rows stand for classes, the probability of one state of each.
    chances: Vec<f64>,
    before: Vec<f64>,
    threads: usize,
}

impl<'a> Walk<'a> {
    /// The walk before any move.
    pub fn new(rows: &'a Rows, threads: usize) -> Self {
        let mut chances = vec![0.0; rows.len() * rows.width()];
        let (row, place) = rows.solved();
        chances[row * rows.width() + place] = 1.0;
        Walk { rows, before: vec![0.0; chances.len()], chances, threads: threads.max(1) }
    }

    /// Bytes that a walk takes besides the rows, given their number and width.
    pub fn bytes(rows: usize, width: usize) -> u64 {
        2 * 8 * rows as u64 * width as u64
    }

    /// Makes one more random move. O(states × moves); the probabilities do not depend on the number of threads. After
    /// an interruption they are those before the move.
    pub fn step(&mut self, control: &Control<'_>) -> Result<(), StopReason> {
        std::mem::swap(&mut self.chances, &mut self.before);
        let ended = match self.rows.maps() {
            Maps::Narrow(maps) => self.spread(Stored { maps, width: self.rows.width() }, control),
            Maps::Wide(maps) => self.spread(Stored { maps, width: self.rows.width() }, control),
            Maps::Blocks(maps) => self.spread(maps, control),
        };
        if ended.is_err() {
            std::mem::swap(&mut self.chances, &mut self.before);
        }
        ended
    }

    fn spread<M: PlaceMaps>(&mut self, maps: M, control: &Control<'_>) -> Result<(), StopReason> {
        let (rows, before, width) = (self.rows, &self.before, self.rows.width());
        let share = 1.0 / rows.moves().max(1) as f64;
        let row_after = |row: usize, after: &mut [f64], room: &mut Vec<M::Place>| {
            after.fill(0.0);
            for step in rows.steps(row) {
                let from = &before[step.row as usize * width..][..width];
                let image = maps.view(step.map, width, room);
                for (place, chance) in after.iter_mut().enumerate() {
                    *chance += from[image(place)];
                }
            }
            after.iter_mut().for_each(|chance| *chance *= share);
        };
        let each = (PIECE / width).max(1);
        let pieces = Mutex::new(self.chances.chunks_mut(each * width).enumerate());
        let stopped = AtomicBool::new(false);
        let thread = |_: usize| {
            let mut room = Vec::new();
            // If a thread panics, the remaining pieces are still in order.
            let next = || pieces.lock().unwrap_or_else(PoisonError::into_inner).next();
            while let Some((piece, after)) = next() {
                if stopped.load(Relaxed) || control.interrupted().is_some() {
                    stopped.store(true, Relaxed);
                    break;
                }
                for (number, after) in after.chunks_mut(width).enumerate() {
                    row_after(piece * each + number, after, &mut room);
                }
            }
        };
        on_threads(self.threads, thread);
        if stopped.load(Relaxed) {
            return Err(control.interrupted().unwrap_or(StopReason::Cancelled));
        }
        Ok(())
    }

    /// The total variation distance from the uniform distribution: 0 to 1. O(states).
    pub fn distance_from_even(&self) -> f64 {
        let even = 1.0 / self.rows.size() as f64;
        let rows = self.chances.chunks(self.rows.width()).enumerate();
        let sums = rows.map(|(row, chances)| {
            let sum = chances.iter().map(|chance| (chance - even).abs()).sum::<f64>();
            sum * self.rows.weight(row) as f64
        });
        sums.sum::<f64>() / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reachable::index::StateIndex;
    use crate::reachable::move_set::MoveSet;
    use permutant_puzzle::catalog;
    use permutant_puzzle::metric::Metric;
    use permutant_puzzle::puzzle::Puzzle;
    use permutant_puzzle::state::State;
    use std::collections::HashMap;

    fn index(puzzle: &Puzzle) -> (MoveSet, StateIndex) {
        let metric = Metric::htm();
        let moves = MoveSet::new(puzzle, &puzzle.search_turns(&metric), &metric).unwrap();
        let index = StateIndex::new(puzzle, puzzle.solved(), &moves, 1 << 20).unwrap();
        (moves, index)
    }

    /// By definition: states in a map, every move from every state.
    fn plain(puzzle: &Puzzle, moves: &MoveSet, length: usize, states: u64) -> f64 {
        let mut chances: HashMap<State, f64> = HashMap::from([(puzzle.solved().clone(), 1.0)]);
        for _ in 0..length {
            let mut next: HashMap<State, f64> = HashMap::new();
            for (state, chance) in &chances {
                for m in moves.moves() {
                    *next.entry(state.after(&m.change)).or_default() += chance / moves.len() as f64;
                }
            }
            chances = next;
        }
        let even = 1.0 / states as f64;
        let there = chances.values().map(|chance| (chance - even).abs()).sum::<f64>();
        (there + (states - chances.len() as u64) as f64 * even) / 2.0
    }

    #[test]
    fn chances_are_those_of_moving_every_state() {
        for name in ["torus:2x3", "pancake:6", "m11"] {
            let puzzle = catalog::find(name).unwrap().puzzle;
            let (moves, index) = index(&puzzle);
            let symmetries = index.symmetries();
            for (rows, threads) in [(index.rows(), 1), (index.rows(), 3), (index.classes(&symmetries), 2)] {
                let mut walk = Walk::new(&rows, threads);
                for length in 0..=4 {
                    let expected = plain(&puzzle, &moves, length, index.size());
                    assert!((walk.distance_from_even() - expected).abs() < 1e-9, "{name}, {length} moves");
                    walk.step(&Control::new()).unwrap();
                }
            }
        }
    }

    #[test]
    fn threads_change_nothing_and_walks_become_even() {
        let puzzle = catalog::find("pancake:7").unwrap().puzzle;
        let (_, index) = index(&puzzle);
        let rows = index.rows();
        let (mut one, mut two) = (Walk::new(&rows, 1), Walk::new(&rows, 2));
        let mut last = 1.0;
        for _ in 0..25 {
            one.step(&Control::new()).unwrap();
            two.step(&Control::new()).unwrap();
            assert_eq!(one.distance_from_even().to_bits(), two.distance_from_even().to_bits());
            assert!(one.distance_from_even() <= last);
            last = one.distance_from_even();
        }
        assert!(last < 0.05, "{last}");
    }
}
