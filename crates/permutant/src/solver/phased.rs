//! Solutions by phases that leave out moves, and words for the pieces of the last ones.
//!
//! Most of a large puzzle is solved by few moves, as long as few pieces must stay where they are; words are short where few pieces are
//! out of place. See [`permutant_search::phases`].

use super::kept::{Chain, Compiled, Solver};
use super::request::Request;
use permutant_analysis::group::words::{PuzzleWords, WordEffort};
use permutant_puzzle::algorithm;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::state::State;
use permutant_search::guide::{Guide, Patterns};
use permutant_search::ida_star::{Start, from_several};
use permutant_search::limits::{Control, Limits, Outcome};
use permutant_search::pattern::PieceSet;
use permutant_search::phases::{Phases, Wanted};
use permutant_search::table::Memory;
use permutant_search::threads::on_threads;
use std::cell::OnceCell;
use std::sync::{Arc, PoisonError};

/// States that each phase keeps, at first.
const ENDS: usize = 1 << 10;

/// A search by the last moves is made if their pieces have at most 2 to the power of this arrangements.
const MOST_BITS: f64 = 60.0;

/// Of so many states that a phase keeps, the search begins from one: few ends can be solved by the last moves alone.
const SHARE: usize = 4;

/// Nodes of such a search, and how many more for each state from which it begins.
const MOST_NODES: u64 = 50_000_000;
const NODES_AN_END: u64 = 2000;

/// Later attempts keep twice as many each time, up to 2^17.
const MOST_DOUBLINGS: usize = 7;

/// States of a phase from which on a search by the last moves is made, which takes some seconds however many there are.
const MANY_ENDS: usize = 1 << 13;

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
    /// None if a search by the last moves would take too long. Made on first use.
    last: OnceCell<Option<Last>>,
}

/// What a search by the last moves needs.
struct Last {
    compiled: Arc<Compiled>,
    guide: Arc<Guide>,
}

impl<'r> Phased<'r> {
    pub(super) fn new(solver: &Solver<'_>, request: &'r Request<'_>, goal: &'r State) -> Self {
        let turns = solver.model.puzzle.search_turns(&request.metric);
        let turns = turns.into_iter().filter(|turn| request.metric.cost(turn) == 1).collect();
        Phased { start: &request.position.state, goal, turns, attempts: 0, last: OnceCell::new() }
    }

    /// The best solution of the next attempt, with twice as many states and, up to [`MANY_ENDS`], another move that is left out first;
    /// `None` if the puzzle has no phases or the attempt was stopped. `width` is that of the beams of words.
    pub(super) fn next(
        &mut self,
        solver: &Solver<'_>,
        request: &Request<'_>,
        words: &PuzzleWords,
        width: usize,
        control: &Control<'_>,
    ) -> Option<Vec<Turn>> {
        let chains = Phases::chains(&self.turns);
        let ends = ENDS << self.attempts.min(MOST_DOUBLINGS);
        let is_searched = ends >= MANY_ENDS;
        // A wider search through the same phases gains more than other phases.
        let chain = self.attempts.min((MANY_ENDS / ENDS).ilog2() as usize) % chains;
        let phases = solver.chain_of_phases(request, &self.turns, words, chain)?;

        self.attempts += 1;
        let puzzle = &solver.model.puzzle;
        if is_searched {
            let last = self.last.get_or_init(|| self.last_moves(solver, request, &phases, control));
            let searched = last.as_ref().and_then(|last| self.searched(solver, last, &phases, ends, control));
            if let Some(turns) = searched {
                return Some(algorithm::simplify(puzzle, &turns));
            }
            if control.interrupted().is_some() {
                return None;
            }
        }
        let whole = |end: &[Turn], rest: Vec<Turn>| {
            let turns = algorithm::simplify(puzzle, &[end, &rest].concat());
            (request.metric.length(&turns), turns)
        };
        let wanted = Wanted { width: ends, ends, solvable: false };
        let mut found: Vec<(u64, Vec<Turn>, State, Vec<Turn>)> = Vec::new();
        for end in phases.ends(self.start, self.goal, wanted, control).ok()?.into_iter().take(MOST_WORDS) {
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

    /// Prepares a search by the last moves, unless it would take too long or too much memory.
    fn last_moves(
        &self,
        solver: &Solver<'_>,
        request: &Request<'_>,
        phases: &Phases,
        control: &Control<'_>,
    ) -> Option<Last> {
        let request = Request { symmetry: false, ..request.clone() };
        let compiled = solver.without_parts(&request, phases.last(), vec![self.goal.clone()]).ok()?;
        let pieces = PieceSet::chosen(&compiled.space);
        let sets: Vec<PieceSet> =
            pieces.iter().map(|pieces| PieceSet::new(&compiled.space, pieces).ok()).collect::<Option<_>>()?;
        let bits: f64 = sets.iter().map(|set| (set.entries() as f64).log2()).sum();
        let memory: u64 = sets.iter().map(|set| set.bytes_to_build(set.entry_bits())).sum();
        if bits > MOST_BITS || memory > request.limits.max_memory / 2 {
            return None;
        }
        let mut kept = compiled.databases.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, guide)) = kept.as_ref().filter(|(known, _)| *known == pieces) {
            let guide = Arc::clone(guide);
            drop(kept);
            return Some(Last { compiled, guide });
        }
        let with_distances = |set: PieceSet| -> Option<(PieceSet, Memory)> {
            let distances = set.distances(set.entry_bits(), solver.threads, control).ok()?;
            Some((set, Box::new(distances)))
        };
        let databases = sets.into_iter().map(with_distances).collect::<Option<Vec<_>>>()?;
        let guide = Arc::new(Guide::Patterns(Patterns::new(databases)?));
        *kept = Some((pieces, Arc::clone(&guide)));
        drop(kept);
        Some(Last { compiled, guide })
    }

    /// The shortest solution that continues one of the ends of phases of `width` states by the last moves alone.
    fn searched(
        &self,
        solver: &Solver<'_>,
        Last { compiled, guide }: &Last,
        phases: &Phases,
        width: usize,
        control: &Control<'_>,
    ) -> Option<Vec<Turn>> {
        let wanted = Wanted { width, ends: width / SHARE, solvable: true };
        let ends = phases.ends(self.start, self.goal, wanted, control).ok()?;
        let turn = |&turn: &u16| &phases.turns()[usize::from(turn)];
        let start = |end: &Vec<u16>| {
            let mut state = self.start.clone();
            end.iter().map(turn).for_each(|turn| turn.make(&mut state));
            let state = compiled.pack(&solver.model.puzzle, &state).ok()?;
            Some(Start { state, spent: u32::try_from(end.len()).ok()? })
        };
        let starts: Vec<_> = ends.iter().map(start).collect::<Option<_>>()?;
        let limits =
            Limits { max_nodes: Some(MOST_NODES + NODES_AN_END * ends.len() as u64), ..Limits::default() };
        let with = (&compiled.space, &compiled.sequences, &**guide);
        let Outcome::Found(found) = from_several(with, &starts, &limits, solver.threads, control) else {
            return None;
        };
        let rest = found.moves.iter().flat_map(|&m| compiled.space.turns(m).iter().cloned());
        Some(ends[found.start].iter().map(turn).cloned().chain(rest).collect())
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
