//! A shortest continuation of any of several sequences.
//!
//! Start at [`from_several`].

use super::guided::GuidedWalk;
use super::walk::{Halt, Work};
use crate::guide::Guide;
use crate::limits::{Control, Limits, Outcome, StopReason};
use crate::pruning::PruningTable;
use crate::sequences::Sequences;
use crate::space::{MoveId, Space};
use crate::threads::on_threads;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// A state that a sequence leads to.
#[derive(Clone, Debug)]
pub struct Start<S> {
    /// The state.
    pub state: S,
    /// The cost of the sequence.
    pub spent: u32,
}

/// How one of several sequences continues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// The number of the start.
    pub start: usize,
    /// The moves from there to a solved state.
    pub moves: Vec<MoveId>,
    /// The cost of the sequence and its continuation.
    pub cost: u32,
}

/// What is known of a start.
#[derive(Debug)]
struct Known {
    number: usize,
    /// No solution that begins with its sequence costs less.
    least: u32,
}

/// The continuation for which sequence and continuation together cost least, at most `max_length`; of several, that of the first start.
/// All costs are searched in turn (R. Korf's IDA*), each from all starts within whose bound it is. The limit of nodes holds for the costs
/// that are finished: the next one is not begun above it.
///
/// The guide must have been made for this space. The answer does not depend on the number of threads, unless the control interrupts.
pub fn from_several<S: Space>(
    (space, sequences, guide): (&S, &Sequences, &Guide),
    starts: &[Start<S::State>],
    limits: &Limits,
    threads: usize,
    control: &Control<'_>,
) -> Outcome<Continuation> {
    let table = PruningTable::new(space, 0);
    let bound = |(number, start): (usize, &Start<S::State>)| Known {
        number,
        least: start.spent + space.row(&start.state).map_or(0, |row| guide.bound(row)),
    };
    let mut known: Vec<Known> = starts.iter().enumerate().map(bound).collect();
    let most = limits.max_length.unwrap_or(u32::MAX);
    let mut nodes = 0;
    loop {
        let Some(cost) = known.iter().map(|known| known.least).min() else { return Outcome::ProvenNone };
        if cost > most {
            return Outcome::LimitReached(StopReason::Length);
        }
        if limits.max_nodes.is_some_and(|most| nodes > most) {
            return Outcome::LimitReached(StopReason::Nodes);
        }
        let work = Work { space, sequences, table: &table, control: *control, cost, after: None };
        let level =
            Level { work, guide, starts, first: AtomicUsize::new(usize::MAX), nodes: AtomicU64::new(0) };
        let found = Mutex::new(None);
        let next = AtomicUsize::new(0);
        let at_cost: Vec<usize> = (0..known.len()).filter(|&at| known[at].least == cost).collect();
        let results = on_threads(threads, |_| {
            let mut later = Vec::new();
            while let Some(&at) = at_cost.get(next.fetch_add(1, Ordering::Relaxed)) {
                match level.walk(known[at].number)? {
                    Walked::Found(continuation) => {
                        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                        let is_first = |other: &Continuation| continuation.start < other.start;
                        if found.as_ref().is_none_or(is_first) {
                            *found = Some(continuation);
                        }
                    }
                    Walked::None(least) => later.push((at, least)),
                }
            }
            Ok(later)
        });
        let mut later = Vec::new();
        for result in results {
            match result {
                Ok(part) => later.extend(part),
                Err(reason) => return Outcome::LimitReached(reason),
            }
        }
        if let Some(found) = found.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Outcome::Found(found);
        }
        for (at, least) in later {
            known[at].least = least;
        }
        known.retain(|known| known.least < u32::MAX);
        nodes += level.nodes.into_inner();
    }
}

/// The search at one cost.
#[derive(Debug)]
struct Level<'a, S: Space> {
    work: Work<'a, S>,
    guide: &'a Guide,
    starts: &'a [Start<S::State>],
    /// The first start with a continuation so far.
    first: AtomicUsize,
    nodes: AtomicU64,
}

/// What a walk found.
enum Walked {
    Found(Continuation),
    /// Nothing; the least cost at which there may be something, or `u32::MAX`.
    None(u32),
}

impl<S: Space> Level<'_, S> {
    /// Searches from one start.
    fn walk(&self, number: usize) -> Result<Walked, StopReason> {
        if number > self.first.load(Ordering::Relaxed) {
            return Ok(Walked::None(self.work.cost));
        }
        if let Some(reason) = self.work.control.interrupted() {
            return Err(reason);
        }
        let start = &self.starts[number];
        let Some(row) = self.work.space.row(&start.state) else { return Ok(Walked::None(u32::MAX)) };
        let (left, node) = (self.work.cost - start.spent, self.work.sequences.start());
        let mut walk = GuidedWalk::new(self.guide, row, Vec::new(), node, left);
        let end = walk.next(self.guide, &self.work, u64::MAX);
        self.nodes.fetch_add(walk.seen().nodes, Ordering::Relaxed);
        match end {
            Ok(solution) => {
                self.first.fetch_min(number, Ordering::Relaxed);
                Ok(Walked::Found(Continuation { start: number, moves: solution.moves, cost: self.work.cost }))
            }
            Err(Halt::Done) => Ok(Walked::None(walk.seen().next_cost.unwrap_or(u32::MAX))),
            Err(Halt::Limit(reason)) => Err(reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guide::Patterns;
    use crate::ida_star::IdaStar;
    use crate::pattern::PieceSet;
    use crate::puzzle_space::PuzzleSpace;
    use permutant_puzzle::catalog;
    use permutant_puzzle::metric::Metric;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    #[test]
    fn the_least_sum_is_that_of_searches_one_by_one() {
        let puzzle = catalog::find("2x2x2").unwrap().puzzle;
        let metric = Metric::htm();
        let turns = puzzle.search_turns(&metric);
        let space = PuzzleSpace::new(&puzzle, &turns, &metric, &[puzzle.solved().clone()]).unwrap();
        let sequences = Sequences::new(&space);
        let with_distances = |pieces: &Vec<(usize, u16)>| {
            let set = PieceSet::new(&space, pieces).unwrap();
            let distances = set.distances(set.entry_bits(), 1, &Control::new()).unwrap();
            (set, Box::new(distances) as crate::table::Memory)
        };
        let sets = PieceSet::chosen(&space).iter().map(with_distances).collect();
        let guide = Guide::Patterns(Patterns::new(sets).unwrap());
        let mut rng = ChaCha8Rng::seed_from_u64(17);
        for _ in 0..20 {
            let starts: Vec<Start<_>> = (0..6)
                .map(|_| {
                    let mut state = puzzle.solved().clone();
                    (0..7).for_each(|_| turns[rng.next_u32() as usize % turns.len()].make(&mut state));
                    let state = space.pack(&puzzle, &state, puzzle.solved()).unwrap();
                    Start { state, spent: rng.next_u32() % 4 }
                })
                .collect();
            let sums: Vec<u32> = starts
                .iter()
                .map(|start| {
                    let mut table = PruningTable::new(&space, 1 << 20);
                    let limits = Limits::default();
                    let mut search =
                        IdaStar::new(&space, &sequences, &mut table, &start.state, &limits, Control::new());
                    start.spent + search.next().unwrap().cost
                })
                .collect();
            for threads in [1, 2] {
                let with = (&space, &sequences, &guide);
                let found = from_several(with, &starts, &Limits::default(), threads, &Control::new());
                let Outcome::Found(found) = found else { panic!("{found:?}") };
                assert_eq!(found.cost, *sums.iter().min().unwrap());
                assert_eq!(Some(found.start), sums.iter().position(|sum| *sum == found.cost));
                let mut state = starts[found.start].state.clone();
                for &m in &found.moves {
                    let before = state.clone();
                    assert!(space.apply(m, &before, &mut state));
                }
                assert!(space.is_goal(&state));
            }
            let limits =
                Limits { max_length: sums.iter().min().unwrap().checked_sub(1), ..Limits::default() };
            if limits.max_length.is_some() {
                let found = from_several((&space, &sequences, &guide), &starts, &limits, 2, &Control::new());
                assert_eq!(found, Outcome::LimitReached(StopReason::Length));
            }
        }
    }
}
