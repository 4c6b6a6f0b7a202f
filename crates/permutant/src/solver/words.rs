//! Solving any puzzle, however large, by words of its group.

use super::beam::Widening;
use super::kept::Solver;
use super::phased::{Attempt, Phased};
use super::plan::{Plan, is_large, may_be_proven};
use super::request::{Answer, Request, SolveError};
use super::shorter::Shorter;
use crate::engine::{Engine, Method};
use crate::tables::InMemory;
use permutant_analysis::group::words::{PuzzleWords, QuickWords, WordEffort, WordMoves, WordsError};
use permutant_puzzle::moves::Turn;
use permutant_puzzle::points::Points;
use permutant_puzzle::state::State;
use permutant_search::limits::{Control, Limits, Outcome, Progress, StopReason};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// States of a beam, at first and at most.
const WIDTH: usize = 1000;
const MAX_WIDTH: usize = 1 << 17;

/// Memory of words that are made in a second, for use while the usual ones are not stored. They are little more than half as good.
const QUICK_MEMORY: usize = 4 << 20;

/// Number of points of a puzzle up to which such words take no longer; above it, a time limit applies to them as well.
const QUICK_DEGREE: usize = 400;

/// Number of points above which quick words are left as they are: tables of words make longer ones, if they are made at all. The gigaminx,
/// of 312 points, has 1163 moves at once and 3038 by a table and beams after a minute.
const MOST_FOR_TABLES: usize = 250;

/// How much longer than its bound the first solution by a heuristic may be.
const FAR: u64 = 3;

/// Moves that the first beam considers at most: some tenths of a second.
const FIRST_NODES: u64 = 16_000_000;

/// Nodes of the first search for a shortest solution that takes turns with beams: a second or two.
const NODES_BESIDE_BEAMS: u64 = 4_000_000;

/// Widest beam if a search for a shortest solution is possible, but takes minutes.
pub(super) const MEDIUM_WIDTH: usize = 1 << 11;
/// Number of states of the first beam by a heuristic from the structure of the puzzle, and of the widest that are made however little time there
/// is.
const NARROWEST: usize = 1 << 5;
const NARROW: usize = 1 << 8;

/// A request for a first beam of this width, unless the user gave one.
fn first_limits<'r>(request: &Request<'r>, width: usize) -> Request<'r> {
    let limits = Limits { max_nodes: Some(FIRST_NODES), ..request.limits.clone() };
    Request { limits, width: request.width.or(Some(width)), ..request.clone() }
}

impl Solver<'_> {
    /// A short solution by words, after the earlier steps of the plan; `None` if the puzzle has no words and another engine follows.
    pub(super) fn by_words(
        &self,
        plan: &Plan,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Option<Outcome<()>>, SolveError> {
        let start = &request.position.state;
        let goals = self.reachable_goals(request, &self.model.puzzle.solution_turns(&request.metric))?;
        let mut told = Shorter::new(self, request, &goals, on_answer);
        // If a shortest solution is within reach, beams are also quick, and give shorter solutions than words.
        let is_auto = request.method == Method::Auto;
        let mut phased = None;
        let first = if is_auto { self.first_beam(request, &goals, control)? } else { None };
        let is_guided = first.is_some();
        let quick_beams = plan.quick_beams || is_guided;
        if quick_beams {
            self.check_walks(request, control)?;
        }
        let first = first.filter(|_| request.improve);
        let has_answer = first.is_some();
        if let Some(first) = first {
            told.tell(first)?;
            self.second_beam(request, control, &mut told)?;
        }
        // It takes less time than the first words, and may prove that its solution is shortest.
        if !told.is_over
            && let Some(nodes) = plan.quick_search
            && let Some(end) = self.by_quick_search(request, nodes, control, told.on_answer)
        {
            return end.map(Some);
        }
        if !has_answer && request.improve && !self.has_words(request, control) {
            phased = self.quick_word(request, control, &mut told)?;
        }
        if quick_beams && !told.is_over {
            if is_guided && let Some(best) = told.best.clone() {
                return self.in_turns(request, best, control, &mut told).map(Some);
            }
            if let Some(best) = self.by_beams(request, control, &mut told)? {
                return self.proven((request, None), best, control, &mut told).map(Some);
            }
        }
        if told.is_over || told.length.is_some() && control.interrupted().is_some() {
            return Ok(Some(told.end(StopReason::Length)));
        }
        if is_auto && !is_guided && self.is_beyond_tables() {
            if let Some(insertion) = self.insertion(request, &goals[0], control)? {
                let mut on_solution = |turns| {
                    told.tell(Answer::of_word(request, Engine::Words, turns, 0))?;
                    Ok(told.going_on(request.improve))
                };
                let _ = insertion.with_phases(self, control, &mut on_solution)?;
            }
            if self.by_cycles(request, Engine::Words, control, &mut told)? {
                return Ok(Some(Outcome::Found(())));
            }
        }
        let words = match self.words(request, control) {
            Err(SolveError::Words(fault))
                if plan.fallback.is_some()
                    && told.length.is_none()
                    && self.may_be_searched(&fault, request) =>
            {
                return Ok(None);
            }
            // There is no table for so many pieces.
            Err(SolveError::Words(WordsError::Memory { .. }))
                if self.by_cycles(request, Engine::Words, control, &mut told)? =>
            {
                return Ok(Some(Outcome::Found(())));
            }
            Err(SolveError::Limit(_)) if told.length.is_some() => return Ok(Some(Outcome::Found(()))),
            // The time was over before the words were read.
            Err(SolveError::Limit(reason @ StopReason::Time)) => {
                self.quick_word(request, control, &mut told)?;
                return Ok(Some(told.end(reason)));
            }
            words => words?,
        };
        // The first word takes milliseconds: it is computed however little time there is.
        let (goal, turns) = self.nearest_word(&words, request, &goals, &control.without_deadline())?;
        let mut best = Answer::of_word(request, Engine::Words, turns, 0);
        if request.improve {
            told.tell(best.clone())?;
        } else {
            // It is reported after beams have shortened it, which may take seconds.
            let length = u32::try_from(best.length).unwrap_or(u32::MAX);
            control.report(Progress::Improved { length, nodes: 0 });
        }
        // Phases that had a turn already wait for the others.
        let mut is_stuck = phased.is_none();
        let mut phased = phased.unwrap_or_else(|| Phased::new(self, request, goal, &words));
        let are_alone = phased.are_alone(self, request, control);
        let mut beams = None;
        if request.improve && request.method == Method::Auto && !are_alone {
            beams = self.widening(request, goals.clone(), &self.turns_of(request), control).ok();
        }
        let is_searched = request.improve
            && request.method == Method::Auto
            && may_be_proven(self.model, request.position.goal.as_ref());
        let has_own_beams = phased.has_beams(self, request, control);
        let (mut width, mut nodes) = (WIDTH, NODES_BESIDE_BEAMS);
        let mut promising = self.promising_nodes().filter(|_| is_searched);
        while !told.is_over && best.length > 0 {
            let before = best.length;
            let mut has_phases = false;
            // A single answer comes of words and, if there are any, of beams. Phases without beams take a turn where the others found nothing.
            let attempts = if has_own_beams {
                1 + usize::from(!request.improve)
            } else {
                usize::from(is_stuck || beams.is_none())
            };
            for _ in 0..attempts {
                let by_phases = phased.next(self, request, &words, best.length.saturating_sub(1), control);
                has_phases |= !matches!(by_phases, Attempt::Over);
                if let Attempt::Found(turns) = by_phases
                    && request.metric.length(&turns) < best.length
                {
                    best = Answer::of_word(request, Engine::Words, turns, width);
                }
            }
            // Wider beams over the whole puzzle fall behind those at the ends of phases.
            if !are_alone && width <= MAX_WIDTH && (!has_phases || width == WIDTH) {
                match words.solution(start, goal, WordEffort::Beam(width), control) {
                    Ok(turns) if request.metric.length(&turns) < best.length => {
                        best = Answer::of_word(request, Engine::Words, turns, width);
                    }
                    Ok(_) | Err(WordsError::Stopped(_)) => {}
                    Err(other) => return Err(SolveError::of_words(other)),
                }
                width *= 2;
            }
            if request.improve {
                told.tell(best.clone())?;
            }
            // Where searches have ended for other positions, one comes before wider beams.
            if let Some(promising) = promising.take() {
                self.proven((request, Some(promising)), best.clone(), control, &mut told)?;
                nodes = nodes.max(promising.saturating_mul(4));
                best = told.best.clone().unwrap_or(best);
                continue;
            }
            // Beams by pairs take a turn where phases have no beams of their own, or found nothing shorter.
            if let Some(beams) = beams.as_mut().filter(|_| !has_own_beams || best.length == before) {
                let width = beams.width();
                while beams.goes_on() && beams.width() == width && best.length > 0 {
                    match beams.next(self, request, best.length - 1, control) {
                        Ok(Outcome::Found(shorter)) => best = shorter,
                        Ok(_) | Err(SolveError::Limit(_)) => {}
                        Err(other) => return Err(other),
                    }
                    told.tell(best.clone())?;
                    if told.is_over || control.interrupted().is_some() {
                        break;
                    }
                }
            }
            if is_searched && !told.is_over {
                self.proven((request, Some(nodes)), best.clone(), control, &mut told)?;
                // A search begins again each time; where it is worth a share, it soon is the better use of the time.
                nodes = nodes.saturating_mul(4);
                best = told.best.clone().unwrap_or(best);
            }
            is_stuck = best.length == before;
            let goes_on = has_phases
                || attempts == 0
                || !are_alone && width <= MAX_WIDTH
                || beams.as_ref().is_some_and(Widening::goes_on);
            if !request.improve || control.interrupted().is_some() || !goes_on {
                break;
            }
        }
        told.tell(best.clone())?;
        if is_searched {
            return self.proven((request, None), best, control, &mut told).map(Some);
        }
        Ok(Some(told.end(StopReason::Length)))
    }

    /// The solution of the narrowest beam that finds one with a heuristic from the structure of the puzzle, however little time there is: it takes
    /// milliseconds. `None` if the heuristic leads to no solution within three times its bound; words are then as good.
    fn first_beam(
        &self,
        request: &Request<'_>,
        goals: &[State],
        control: &Control<'_>,
    ) -> Result<Option<Answer>, SolveError> {
        let Some(bound) = self.guided_bound(request, control)? else { return Ok(None) };
        let most = u64::from(bound) * FAR;
        let first = control.without_deadline();
        let limited = first_limits(request, NARROWEST);
        let beams = self.widening(&limited, goals.to_vec(), &self.turns_of(request), &first)?;
        let mut beams = beams.widening_to(NARROW);
        while beams.width() <= MEDIUM_WIDTH {
            let is_narrow = beams.width() <= NARROW;
            if !is_narrow && control.interrupted().is_some() {
                break;
            }
            let (request, control) = if is_narrow { (&limited, &first) } else { (request, control) };
            if let Outcome::Found(answer) = beams.next(self, request, most, control)? {
                return Ok(Some(answer));
            }
            // Without its tables a beam stays as narrow as it is.
            if control.interrupted().is_some() {
                break;
            }
        }
        Ok(None)
    }

    /// Shortens a solution of a narrower beam before anything else is tried.
    fn second_beam(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        told: &mut Shorter<'_>,
    ) -> Result<(), SolveError> {
        let Some(most) = told.length.and_then(|length| length.checked_sub(1)) else { return Ok(()) };
        if told.is_over || request.width.is_some() || control.interrupted().is_some() {
            return Ok(());
        }
        let limited = first_limits(request, NARROW);
        let mut beams = self.widening(&limited, told.goals.to_vec(), &self.turns_of(request), control)?;
        match beams.next(self, &limited, most, control)? {
            Outcome::Found(shorter) => told.tell(shorter),
            _ => Ok(()),
        }
    }

    /// A solution that brings pieces home by threes, however little time there is: it takes about a second for thousands of pieces.
    /// Whether there is an answer now.
    pub(super) fn by_cycles(
        &self,
        request: &Request<'_>,
        engine: Engine,
        control: &Control<'_>,
        told: &mut Shorter<'_>,
    ) -> Result<bool, SolveError> {
        if told.length.is_some() {
            return Ok(true);
        }
        let control = control.without_deadline();
        if let Some(words) = self.quick_words(request, &control) {
            let start = &request.position.state;
            let untried = |_: &&State| control.interrupted().is_none();
            let turns = told.goals.iter().take_while(untried).find_map(|goal| words.solution(start, goal));
            if let Some(turns) = turns {
                told.tell(Answer::of_word(request, engine, turns, 0))?;
            }
        }
        Ok(told.length.is_some())
    }

    pub(super) fn is_beyond_tables(&self) -> bool {
        Points::new(self.model.puzzle.orbits()).is_none_or(|points| points.degree() > MOST_FOR_TABLES)
    }

    /// The quick words; `None` if the puzzle has none or the control interrupts.
    fn quick_words(&self, request: &Request<'_>, control: &Control<'_>) -> Option<Arc<QuickWords>> {
        let mut kept = self.quick_words.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((_, words)) = kept.iter().find(|(metric, _)| *metric == request.metric) {
            return words.clone();
        }
        let memory = usize::try_from(request.limits.max_memory).unwrap_or(usize::MAX);
        let words =
            QuickWords::new(&self.model.puzzle, WordMoves::Search, &request.metric, memory, control).ok()?;
        let words = words.map(Arc::new);
        kept.push((request.metric.clone(), words.clone()));
        words
    }

    /// Words that are made in a second.
    pub(super) fn quick_table(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
    ) -> Result<PuzzleWords, WordsError> {
        let memory = usize::try_from(request.limits.max_memory).unwrap_or(usize::MAX).min(QUICK_MEMORY);
        PuzzleWords::new(&self.model.puzzle, WordMoves::Search, &request.metric, memory, &InMemory, control)
    }

    /// A word immediately, while the usual ones still have to be made, which takes seconds; and the phases that have been used since.
    fn quick_word<'r>(
        &self,
        request: &'r Request<'_>,
        control: &Control<'_>,
        told: &mut Shorter<'r>,
    ) -> Result<Option<Phased<'r>>, SolveError> {
        let is_there = self.by_cycles(request, Engine::Words, control, told)?;
        if told.is_over || is_there && self.is_beyond_tables() {
            return Ok(None);
        }
        let puzzle = &self.model.puzzle;
        let is_quick = Points::new(puzzle.orbits()).is_some_and(|points| points.degree() <= QUICK_DEGREE);
        let first = if is_quick && !is_there { control.without_deadline() } else { *control };
        let Ok(words) = self.quick_table(request, &first) else { return Ok(None) };
        let (goal, turns) = self.nearest_word(&words, request, told.goals, &first)?;
        told.tell(Answer::of_word(request, Engine::Words, turns, 0))?;
        let start = &request.position.state;
        let mut phased = Phased::new(self, request, goal, &words);
        let are_alone = phased.are_alone(self, request, control);
        loop {
            let most = told.length.map_or(u64::MAX, |length| length.saturating_sub(1));
            match phased.next(self, request, &words, most, control) {
                Attempt::Found(turns) => told.tell(Answer::of_word(request, Engine::Words, turns, WIDTH))?,
                Attempt::Nothing => {}
                Attempt::Over => break,
            }
            if !are_alone || told.is_over || control.interrupted().is_some() {
                break;
            }
        }
        if !are_alone && let Ok(turns) = words.solution(start, goal, WordEffort::Beam(WIDTH), control) {
            told.tell(Answer::of_word(request, Engine::Words, turns, WIDTH))?;
        }
        Ok(Some(phased))
    }

    /// A word to the goal with the lowest heuristic. If there are identical pieces, evaluating all goals takes a second, so the first
    /// goal that a word reaches is taken.
    pub(super) fn nearest_word<'g>(
        &self,
        words: &PuzzleWords,
        request: &Request<'_>,
        goals: &'g [State],
        control: &Control<'_>,
    ) -> Result<(&'g State, Vec<Turn>), SolveError> {
        let start = &request.position.state;
        if let Some(goal) = goals.iter().find(|goal| *goal == start) {
            return Ok((goal, Vec::new()));
        }
        let all = request.improve || words.tells_apart(start, &goals[0]);
        let mut nearest: Option<(u64, &State, Vec<Turn>)> = None;
        let (mut outside, mut other) = (None, None);
        for goal in goals {
            if nearest.is_some() && (!all || control.interrupted().is_some()) {
                break;
            }
            match words.solution(start, goal, WordEffort::Table, control) {
                Ok(turns) => {
                    let length = request.metric.length(&turns);
                    if nearest.as_ref().is_none_or(|(least, ..)| length < *least) {
                        nearest = Some((length, goal, turns));
                    }
                }
                Err(WordsError::Outside(reason)) => outside = Some(reason),
                Err(fault) => other = Some(fault),
            }
        }
        match (nearest, other) {
            (Some((_, goal, turns)), _) => Ok((goal, turns)),
            // A goal whose evaluation was not completed remains undecided.
            (None, Some(other)) => Err(SolveError::of_words(other)),
            (None, None) => {
                // If moves are not always possible, the invariants of the walks give the reason.
                self.check_walks(request, control)?;
                Err(SolveError::Unsolvable(outside.unwrap_or_else(|| "there is no goal".into())))
            }
        }
    }

    /// The shortest solution of several beams, if they find one.
    fn by_beams(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        told: &mut Shorter<'_>,
    ) -> Result<Option<Answer>, SolveError> {
        let mut beams = match self.widening(request, told.goals.to_vec(), &self.turns_of(request), control) {
            Err(SolveError::Limit(_)) if told.length.is_some() => return Ok(None),
            beams => beams?,
        };
        let mut best: Option<Answer> = None;
        while beams.goes_on() && beams.width() <= MEDIUM_WIDTH && control.interrupted().is_none() {
            let most = best.as_ref().map(|best| best.length).or(told.length).unwrap_or(u64::from(u16::MAX));
            let Some(most) = most.checked_sub(1) else { break };
            match beams.next(self, request, most, control)? {
                Outcome::Found(shorter) => best = Some(shorter),
                Outcome::ProvenNone | Outcome::LimitReached(StopReason::Length) => {}
                Outcome::LimitReached(_) => break,
            }
        }
        if let Some(best) = &best {
            told.tell(best.clone())?;
        }
        Ok(best)
    }

    /// Searches for a solution shorter than the best one, as long as the time limit allows, if there is one. A solution that it finds
    /// is shortest; if there is none, the best one is.
    pub(super) fn proven(
        &self,
        (request, most_nodes): (&Request<'_>, Option<u64>),
        best: Answer,
        control: &Control<'_>,
        told: &mut Shorter<'_>,
    ) -> Result<Outcome<()>, SolveError> {
        let length = u32::try_from(best.length).unwrap_or(u32::MAX);
        if told.is_over || length == 0 || !request.improve {
            return Ok(told.end(StopReason::Length));
        }
        let most = request.limits.max_length.map_or(length - 1, |most| most.min(length - 1));
        let limits = Limits { max_length: Some(most), ..request.limits.clone() };
        let shorter = Request { limits, ..request.clone() };
        let mut found = None;
        let end = self.by_search_within(&shorter, most_nodes, control, &mut |answer| {
            found = Some(answer);
            ControlFlow::Continue(())
        });
        let is_clear = matches!(
            end,
            Ok(Outcome::Found(()) | Outcome::LimitReached(StopReason::Length) | Outcome::ProvenNone)
        );
        if is_clear && let Some(most) = most_nodes {
            self.ended_within.fetch_max(most, Relaxed);
        }
        if let Some(found) = found {
            told.tell(found)?;
        }
        match end {
            Ok(Outcome::LimitReached(StopReason::Length) | Outcome::ProvenNone) if most == length - 1 => {
                let best = Answer { optimal: true, lower_bound: length, ..best };
                told.is_over = true;
                let _ = (told.on_answer)(self.referee(request, told.goals, best)?);
                Ok(Outcome::Found(()))
            }
            Ok(Outcome::Found(())) => Ok(Outcome::Found(())),
            Ok(Outcome::LimitReached(reason)) | Err(SolveError::Limit(reason)) => Ok(told.end(reason)),
            Ok(Outcome::ProvenNone) | Err(SolveError::Space(_)) => Ok(told.end(StopReason::Length)),
            Err(other) => Err(other),
        }
    }

    /// Whether a search may solve what has no words: of a puzzle whose words do not fit into memory it would not end.
    fn may_be_searched(&self, fault: &WordsError, request: &Request<'_>) -> bool {
        !matches!(fault, WordsError::Memory { .. }) || !is_large(self.model, request.position.goal.as_ref())
    }

    /// Whether the usual words have been made, or are stored.
    pub(super) fn has_words(&self, request: &Request<'_>, control: &Control<'_>) -> bool {
        let (puzzle, metric) = (&self.model.puzzle, &request.metric);
        let memory = usize::try_from(request.limits.max_memory).unwrap_or(usize::MAX);
        let made = self.words.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        made.iter().any(|(made, _)| made == metric)
            || PuzzleWords::are_kept(puzzle, metric, memory, self.tables, control)
    }

    pub(super) fn words(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
    ) -> Result<Arc<PuzzleWords>, SolveError> {
        let mut kept = self.words.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((_, words)) = kept.iter().find(|(metric, _)| *metric == request.metric) {
            return Ok(Arc::clone(words));
        }
        let memory = usize::try_from(request.limits.max_memory).unwrap_or(usize::MAX);
        let words = PuzzleWords::new(
            &self.model.puzzle,
            WordMoves::Search,
            &request.metric,
            memory,
            self.tables,
            control,
        );
        let words = Arc::new(words.map_err(|fault| match fault {
            WordsError::Stopped(reason) => SolveError::Limit(reason),
            other => SolveError::Words(other),
        })?);
        kept.push((request.metric.clone(), Arc::clone(&words)));
        Ok(words)
    }
}
