//! Solutions by phases that leave out moves, and beams by the moves that are left.
//!
//! Most of a large puzzle is solved by few moves, as long as few pieces must stay where they are. A beam from all ends of the phases solves
//! the rest; where even that is too large, words complete a few of the ends. See [`permutant_search::phases`].

use super::kept::{Chain, Compiled, Solver};
use super::request::{Answer, Request, SolveError};
use super::shorter::Shorter;
use crate::engine::Engine;
use permutant_analysis::group::words::{PuzzleWords, WordEffort, WordsError};
use permutant_puzzle::algorithm;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::placements;
use permutant_puzzle::points::Points;
use permutant_puzzle::state::State;
use permutant_search::beam::{Beam, BeamLimits, Start};
use permutant_search::limits::{Control, Outcome, StopReason};
use permutant_search::phases::{Looks, Phases, Wanted, Which};
use permutant_search::threads::on_threads;
use std::ops::ControlFlow;
use std::sync::{Arc, PoisonError};

/// Ends that each phase keeps, and states that a beam keeps, in the first round. Each round doubles them, up to a maximum and as far as there
/// is memory.
const FIRST_WIDTH: usize = 1 << 12;
const MAX_WIDTH: usize = 1 << 17;
const MIN_WIDTH: usize = 1 << 8;

/// The last rounds have the same width, and differ in the move that is left out first.
const ROUNDS: usize = 16;

/// A beam solves what has at most 2 to the power of this arrangements: four faces of the megaminx.
const MOST_BITS: f64 = 115.0;

/// Below so many arrangements, beams over the whole puzzle are as good as those from the ends of phases.
const FEW_BITS: f64 = 92.0;

/// Bytes for each end of a phase, and for each move that a beam considers from a state.
const END_BYTES: usize = 512;
const MOVE_BYTES: usize = 64;

/// Chains of phases that are kept for the next position; their tables take some megabytes each.
const KEPT_CHAINS: usize = 4;

/// In each round, beams begin where so many different numbers of phases are over.
const STAGES: usize = 2;

/// Phases keep a quarter of the ends where words follow, which take longer.
const WIDTH_OF_WORDS: usize = 4;

/// Ends that are completed by words from a table.
const MOST_WORDS: usize = 1 << 12;

/// The same if identical pieces are to be assigned first, which takes milliseconds each time.
const FEW_WORDS: usize = 1 << 4;

/// Ends from which beams of words lead on, and the states that these keep: other ends give more than wider beams.
const BEAMS: usize = 8;
const WORDS_WIDTH: usize = 4000;

/// What a puzzle needs for phases.
const NEEDS: &str = "moves that are always possible, and moves without which some pieces stay where they are";

/// Attempts of increasing size, in rounds.
pub(super) struct Phased<'r> {
    /// The position and its inverse.
    starts: Vec<State>,
    goal: &'r State,
    turns: Vec<Turn>,
    /// The orbits and slots in the order in which words solve them.
    order: Vec<(usize, u16)>,
    /// Beams solve large phases where all pieces differ: where some are identical, few of their ends would be completed.
    has_beams: bool,
    round: usize,
    /// Attempts of this round.
    attempts: usize,
}

/// How an attempt ended.
pub(super) enum Attempt {
    /// With a solution.
    Found(Vec<Turn>),
    /// Without one that is short enough, or it was stopped.
    Nothing,
    /// There are no phases, or no further attempts.
    Over,
}

impl<'r> Phased<'r> {
    pub(super) fn new(
        solver: &Solver<'_>,
        request: &'r Request<'_>,
        goal: &'r State,
        words: &PuzzleWords,
    ) -> Self {
        let puzzle = &solver.model.puzzle;
        let turns = puzzle.solution_turns(&request.metric);
        let turns: Vec<Turn> = turns.into_iter().filter(|turn| request.metric.cost(turn) == 1).collect();
        let start = &request.position.state;
        let has_inverses = turns.iter().all(|turn| turns.contains(&turn.inverse()));
        let change = Points::new(puzzle.orbits()).and_then(|points| points.between(goal, start));
        let inverse = change.filter(|_| has_inverses).map(|change| goal.after(&change.inverse()));
        let starts = [start.clone()].into_iter().chain(inverse).collect();
        let has_beams = words.tells_apart(start, goal);
        Phased { starts, goal, turns, order: words.slots_in_order(), has_beams, round: 0, attempts: 0 }
    }

    /// Whether beams from the ends of phases are alone of use: the whole puzzle is beyond beams and words.
    pub(super) fn are_alone(
        &self,
        solver: &Solver<'_>,
        request: &Request<'_>,
        control: &Control<'_>,
    ) -> bool {
        self.bits(solver, &self.turns) > MOST_BITS && self.has_beams(solver, request, control)
    }

    /// Whether beams solve what some of the phases leave.
    pub(super) fn has_beams(
        &self,
        solver: &Solver<'_>,
        request: &Request<'_>,
        control: &Control<'_>,
    ) -> bool {
        let has_stages = |phases: Arc<Phases>| !self.stages(solver, &phases).is_empty();
        self.chain_of_phases(solver, request, control).is_some_and(has_stages)
    }

    /// log2 of the number of placements of the pieces that some turns move.
    fn bits(&self, solver: &Solver<'_>, turns: &[Turn]) -> f64 {
        placements::log2(solver.model.puzzle.orbits(), self.goal, turns)
    }

    /// Makes the next attempt. A round has words, in the first round or where the whole puzzle is not beyond them, then beams over few moves
    /// and beams over more. The next round is wider and leaves out another move first. A solution by beams has at most `most` moves.
    pub(super) fn next(
        &mut self,
        solver: &Solver<'_>,
        request: &Request<'_>,
        words: &PuzzleWords,
        most: u64,
        control: &Control<'_>,
    ) -> Attempt {
        if self.round == ROUNDS {
            return Attempt::Over;
        }
        let Some(phases) = self.chain_of_phases(solver, request, control) else { return Attempt::Over };
        let stages = self.stages(solver, &phases);
        let moves = stages.last().map_or(0, |&stage| phases.left()[stage].len());
        let width = self.width(moves, request.limits.max_memory / 4);
        let has_words = self.round == 0 || stages.is_empty() || self.bits(solver, &self.turns) <= MOST_BITS;
        let engines: Vec<Option<usize>> =
            has_words.then_some(None).into_iter().chain(stages.into_iter().map(Some)).collect();
        let engine = engines.get(self.attempts).copied().flatten();
        self.attempts += 1;
        if self.attempts >= engines.len() {
            (self.round, self.attempts) = (self.round + 1, 0);
        }
        let found = match engine {
            Some(stage) => self.by_beams(solver, request, (&phases, stage), (width, most), control),
            None => self.by_words(solver, request, words, &phases, width / WIDTH_OF_WORDS, control),
        };
        found.map_or(Attempt::Nothing, |turns| {
            Attempt::Found(algorithm::simplify(&solver.model.puzzle, &turns))
        })
    }

    /// The width of this round, for a beam by so many moves within so many bytes.
    fn width(&self, moves: usize, memory: u64) -> usize {
        let mut width = (FIRST_WIDTH << self.round).min(MAX_WIDTH);
        while width > MIN_WIDTH && (width * (END_BYTES + MOVE_BYTES * moves)) as u64 > memory {
            width /= 2;
        }
        width
    }

    /// The numbers of phases after which a beam can solve the rest, fewest moves first; none if the whole puzzle is small.
    fn stages(&self, solver: &Solver<'_>, phases: &Phases) -> Vec<usize> {
        if self.bits(solver, &self.turns) < FEW_BITS {
            return Vec::new();
        }
        let left = phases.left();
        let mut stages: Vec<usize> = (1..left.len())
            .filter(|&number| self.bits(solver, &left[number]) <= MOST_BITS)
            .take(STAGES)
            .collect();
        stages.reverse();
        stages
    }

    /// The shorter solution of two beams from the ends of some of the phases, of the position and of its inverse, at most `most` moves long.
    fn by_beams(
        &self,
        solver: &Solver<'_>,
        request: &Request<'_>,
        (phases, stage): (&Phases, usize),
        (width, most): (usize, u64),
        control: &Control<'_>,
    ) -> Option<Vec<Turn>> {
        let request = Request { symmetry: false, ..request.clone() };
        let left = phases.left().swap_remove(stage);
        let compiled = solver.without_parts(&request, &left, vec![self.goal.clone()]).ok()?;
        let tables = compiled.beam(request.limits.max_memory / 4, false, control).ok()?;
        let beam = Beam::new(compiled.space(), tables);
        beam.prepare(control).ok()?;
        // Each start has a thread of its own, since the phases use one.
        let threads = solver.threads.min(self.starts.len());
        let limits = BeamLimits {
            width,
            max_length: u32::try_from(most).unwrap_or(u32::MAX),
            max_nodes: u64::MAX,
            threads: solver.threads / threads,
        };
        let found = on_threads(threads, |thread| {
            let own = (thread..self.starts.len()).step_by(threads);
            let own = own.filter_map(|number| {
                let turns = self.by_beam(
                    (solver, &compiled),
                    (phases, stage),
                    beam,
                    &self.starts[number],
                    &limits,
                    control,
                )?;
                Some((turns.len(), number, turns))
            });
            own.collect::<Vec<_>>()
        });
        let (_, number, turns) =
            found.into_iter().flatten().min_by_key(|(length, number, _)| (*length, *number))?;
        Some(match number {
            0 => turns,
            _ => turns.iter().rev().map(Turn::inverse).collect(),
        })
    }

    /// A solution of one start by a beam from the ends of some of the phases.
    fn by_beam(
        &self,
        (solver, compiled): (&Solver<'_>, &Compiled),
        (phases, stage): (&Phases, usize),
        beam: Beam<'_>,
        start: &State,
        limits: &BeamLimits,
        control: &Control<'_>,
    ) -> Option<Vec<Turn>> {
        let wanted = Wanted { phases: stage, ends: limits.width };
        let ends = phases.ends(start, self.goal, wanted, control).ok()?.words;
        let turn = |&turn: &u16| &phases.turns()[usize::from(turn)];
        let after = |end: &Vec<u16>| {
            let mut state = start.clone();
            end.iter().map(turn).for_each(|turn| turn.make(&mut state));
            let state = compiled.pack(&solver.model.puzzle, &state).ok()?;
            Some(Start { state, spent: u32::try_from(end.len()).ok()? })
        };
        let starts: Vec<Start> = ends.iter().map(after).collect::<Option<_>>()?;
        let Outcome::Found(found) = beam.solve_from(&starts, limits, control) else { return None };
        let rest = found.moves.iter().flat_map(|&m| compiled.space().turns(m).iter().cloned());
        Some(ends[found.start].iter().map(turn).cloned().chain(rest).collect())
    }

    /// The best of the ends of all phases, completed by words.
    fn by_words(
        &self,
        solver: &Solver<'_>,
        request: &Request<'_>,
        words: &PuzzleWords,
        phases: &Phases,
        width: usize,
        control: &Control<'_>,
    ) -> Option<Vec<Turn>> {
        let (puzzle, start) = (&solver.model.puzzle, &request.position.state);
        let whole = |end: &[Turn], rest: Vec<Turn>| {
            let turns = algorithm::simplify(puzzle, &[end, &rest].concat());
            (request.metric.length(&turns), turns)
        };
        let wanted = Wanted { phases: usize::MAX, ends: width };
        let mut found: Vec<(u64, Vec<Turn>, State, Vec<Turn>)> = Vec::new();
        let ends = phases.ends(start, self.goal, wanted, control).ok()?.words;
        let most = match words.tells_apart(start, self.goal) {
            true => MOST_WORDS,
            false => FEW_WORDS,
        };
        for end in ends.into_iter().take(most) {
            if !found.is_empty() && control.interrupted().is_some() {
                break;
            }
            let end: Vec<Turn> = end.iter().map(|&turn| phases.turns()[usize::from(turn)].clone()).collect();
            let mut state = start.clone();
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
                let effort = WordEffort::Beam(width.min(WORDS_WIDTH));
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

    /// The phases of this round.
    fn chain_of_phases(
        &self,
        solver: &Solver<'_>,
        request: &Request<'_>,
        control: &Control<'_>,
    ) -> Option<Arc<Phases>> {
        let which =
            Which { turns: &self.turns, order: &self.order, chain: self.round, has_beams: self.has_beams };
        solver.chain_of_phases(request, self.goal, which, control)
    }
}

impl Solver<'_> {
    /// These phases, made on first use; `None` if there are none, or the control interrupts.
    pub(super) fn chain_of_phases(
        &self,
        request: &Request<'_>,
        goal: &State,
        which: Which<'_>,
        control: &Control<'_>,
    ) -> Option<Arc<Phases>> {
        let mut kept = self.phases.lock().unwrap_or_else(PoisonError::into_inner);
        let looks = Looks::of(goal);
        let is_it = |known: &&Chain| {
            known.number == which.chain
                && known.has_beams == which.has_beams
                && known.metric == request.metric
                && known.looks == looks
                && known.order == which.order
        };
        if let Some(known) = kept.iter().find(is_it) {
            return known.phases.clone();
        }
        let phases = Phases::new(&self.model.puzzle, goal, which, control).ok()?.map(Arc::new);
        if kept.len() == KEPT_CHAINS {
            kept.remove(0);
        }
        kept.push(Chain {
            metric: request.metric.clone(),
            looks,
            order: which.order.to_vec(),
            number: which.chain,
            has_beams: which.has_beams,
            phases: phases.clone(),
        });
        phases
    }

    /// Solutions by phases alone: the shortest of the first round, or ever shorter ones until a limit is reached.
    pub(super) fn by_phases(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        // Before words, which may say that other engines suit it.
        if self.model.puzzle.is_restricted() {
            return Err(SolveError::Lacking(Engine::Phases, NEEDS));
        }
        let goals = self.reachable_goals(request, &self.model.puzzle.solution_turns(&request.metric))?;
        let mut told = Shorter::new(self, request, &goals, on_answer);
        if self.is_beyond_tables()
            && let Some(insertion) = self.insertion(request, &goals[0], control)?
        {
            let mut on_solution = |turns| {
                told.tell(Answer::of_word(request, Engine::Phases, turns, 0))?;
                Ok(told.going_on(request.improve))
            };
            let _ = insertion.after_phases(self, control, &mut on_solution)?;
            if told.length.is_some() || control.interrupted().is_some() {
                return Ok(told.end(control.interrupted().unwrap_or(StopReason::Length)));
            }
        }
        let words = match self.has_words(request, control) {
            true => self.words(request, control)?,
            false => match self.quick_table(request, control) {
                Err(WordsError::Memory { .. }) => self.words(request, control)?,
                quick => Arc::new(quick.map_err(SolveError::of_words)?),
            },
        };
        let (goal, _) = self.nearest_word(&words, request, &goals, control)?;
        if *goal == request.position.state {
            told.tell(Answer::of_word(request, Engine::Phases, Vec::new(), 0))?;
        }
        let mut phased = Phased::new(self, request, goal, &words);
        let mut best: Option<Answer> = None;
        while !told.is_over && (request.improve || phased.round == 0) {
            let most = best.as_ref().map_or(u64::MAX, |best| best.length.saturating_sub(1));
            match phased.next(self, request, &words, most, control) {
                Attempt::Found(turns) => {
                    let found = Answer::of_word(request, Engine::Phases, turns, 0);
                    if best.as_ref().is_none_or(|best| found.length < best.length) {
                        best = Some(found.clone());
                    }
                    if request.improve {
                        told.tell(found)?;
                    }
                }
                Attempt::Nothing if control.interrupted().is_none() => {}
                Attempt::Nothing | Attempt::Over => break,
            }
        }
        if let Some(best) = best {
            told.tell(best)?;
        }
        match (told.length, control.interrupted()) {
            (None, None) => Err(SolveError::Lacking(Engine::Phases, NEEDS)),
            (None, Some(reason)) => Ok(Outcome::LimitReached(reason)),
            (Some(_), _) => Ok(told.end(StopReason::Length)),
        }
    }
}
