//! Solutions by phases that leave out moves, and words for the pieces of the last ones.
//!
//! Most of a large puzzle is solved by few moves, as long as few pieces must stay where they are; words are short where few pieces are
//! out of place. See [`permutant_search::phases`].

use super::kept::{Chain, Solver};
use super::request::Request;
use permutant_analysis::group::words::{PuzzleWords, WordEffort};
use permutant_puzzle::algorithm;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::state::State;
use permutant_search::limits::Control;
use permutant_search::phases::Phases;
use permutant_search::threads::on_threads;
use std::sync::{Arc, PoisonError};

/// States that each phase keeps, at first.
const ENDS: usize = 1 << 10;

/// Later attempts keep twice as many each time, up to 2^17.
const MOST_DOUBLINGS: usize = 7;

/// Ends that are completed by words from a table.
const MOST_WORDS: usize = 1 << 12;

/// Ends from which beams of words lead on.
const BEAMS: usize = 8;

/// Widest of these beams: other ends give more than wider ones.
const MAX_WIDTH: usize = 4000;

/// Attempts of increasing size.
pub(super) struct Phased<'r> {
    start: &'r State,
    goal: &'r State,
    turns: Vec<Turn>,
    attempts: usize,
}

impl<'r> Phased<'r> {
    pub(super) fn new(solver: &Solver<'_>, request: &'r Request<'_>, goal: &'r State) -> Self {
        let turns = solver.model.puzzle.search_turns(&request.metric);
        let turns = turns.into_iter().filter(|turn| request.metric.cost(turn) == 1).collect();
        Phased { start: &request.position.state, goal, turns, attempts: 0 }
    }

    /// The best solution of the next attempt, with another move that is left out first and, once each was, twice as many states; `None` if
    /// the puzzle has no phases or the attempt was stopped. `width` is that of the beams of words.
    pub(super) fn next(
        &mut self,
        solver: &Solver<'_>,
        request: &Request<'_>,
        words: &PuzzleWords,
        width: usize,
        control: &Control<'_>,
    ) -> Option<Vec<Turn>> {
        let chains = Phases::chains(&self.turns);
        let (chain, ends) = (self.attempts % chains, ENDS << self.attempts.min(MOST_DOUBLINGS));
        let phases = solver.chain_of_phases(request, &self.turns, words, chain)?;

        self.attempts += 1;
        let puzzle = &solver.model.puzzle;
        let whole = |end: &[Turn], rest: Vec<Turn>| {
            let turns = algorithm::simplify(puzzle, &[end, &rest].concat());
            (request.metric.length(&turns), turns)
        };
        let mut found: Vec<(u64, Vec<Turn>, State, Vec<Turn>)> = Vec::new();
        for end in phases.ends(self.start, self.goal, ends, control).ok()?.into_iter().take(MOST_WORDS) {
            let end: Vec<Turn> = end.iter().map(|&turn| phases.turns()[usize::from(turn)].clone()).collect();
            let mut state = self.start.clone();
            end.iter().for_each(|turn| turn.make(&mut state));
            if let Ok(rest) = words.solution(&state, self.goal, WordEffort::Table, control) {
                let (length, turns) = whole(&end, rest);
                found.push((length, turns, state, end));
            }
        }
        found.sort_by_key(|(length, ..)| *length);
        let mut best = found.first().map(|(length, turns, ..)| (*length, turns.clone()))?;
        let nearest = &found[..found.len().min(BEAMS)];
        let shorter = on_threads(solver.threads, |thread| {
            let own = nearest.iter().skip(thread).step_by(solver.threads);
            own.filter_map(|(_, _, state, end)| {
                let effort = WordEffort::Beam(width.min(MAX_WIDTH));
                Some(whole(end, words.solution(state, self.goal, effort, control).ok()?))
            })
            .collect::<Vec<_>>()
        });
        for shorter in shorter.into_iter().flatten() {
            // Of equally short ones the same is taken whatever the threads.
            if (shorter.0, algorithm::write(&shorter.1)) < (best.0, algorithm::write(&best.1)) {
                best = shorter;
            }
        }
        Some(best.1)
    }
}

impl Solver<'_> {
    /// The phases of a chain in these turns, made on first use; `None` if there are none.
    fn chain_of_phases(
        &self,
        request: &Request<'_>,
        turns: &[Turn],
        words: &PuzzleWords,
        number: usize,
    ) -> Option<Arc<Phases>> {
        let order = words.slots_in_order();
        let mut kept = self.phases.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it =
            |known: &&Chain| known.number == number && known.metric == request.metric && known.order == order;
        if let Some(known) = kept.iter().find(is_it) {
            return known.phases.clone();
        }
        let phases = Phases::new(&self.model.puzzle, turns, &order, number).map(Arc::new);
        kept.push(Chain { metric: request.metric.clone(), order, number, phases: phases.clone() });
        phases
    }
}
