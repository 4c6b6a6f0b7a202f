//! Any puzzle however large, by words of its group.

use super::dispatch::Solver;
use super::request::{Answer, Request, SolveFault};
use crate::strategy::{Engine, Method};
use crate::words::{PuzzleWords, WordEffort, WordsFault};
use permutant_puzzle::moves::Turn;
use permutant_puzzle::state::State;
use permutant_search::limits::{Control, Outcome, Progress, StopReason};
use std::ops::ControlFlow;
use std::sync::Arc;

/// States of a beam, at first and at most.
const WIDTH: usize = 1000;
const MAX_WIDTH: usize = 1 << 17;

impl Solver<'_> {
    /// A short solution by words; where the method is not named, a quick search may find a shortest one first.
    pub(super) fn by_words(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveFault> {
        let start = &request.position.state;
        let goals = self.reachable_goals(request, &self.model.puzzle.search_turns(&request.metric))?;
        if let Some(end) = self.by_quick_search(request, control, on_answer) {
            return end;
        }
        let words = match self.words(request, control) {
            Err(SolveFault::Words(_)) if request.method == Method::Auto => {
                return self.by_search(request, control, on_answer);
            }
            words => words?,
        };
        let outside = |fault| match fault {
            WordsFault::Outside(reason) => SolveFault::Unsolvable(reason),
            WordsFault::Stopped(reason) => SolveFault::Limit(reason),
            other => SolveFault::Words(other),
        };
        // The goal that looks nearest; where pieces look alike, looking at them all takes a second.
        let all = request.improve || words.tells_apart(start, &goals[0]);
        let looked_at = if all { goals.len() } else { 1 };
        let mut nearest: Option<(u64, &State, Vec<Turn>)> = None;
        let mut fault = None;
        for goal in &goals[..looked_at] {
            if nearest.is_some() && control.interrupted().is_some() {
                break;
            }
            match words.solution(start, goal, WordEffort::Table, control) {
                Ok(turns) => {
                    let length = request.metric.length(&turns);
                    if nearest.as_ref().is_none_or(|(least, ..)| length < *least) {
                        nearest = Some((length, goal, turns));
                    }
                }
                Err(other) => fault = Some(other),
            }
        }
        let Some((_, goal, turns)) = nearest else {
            return Err(fault.map_or_else(|| SolveFault::Unsolvable("there is no goal".into()), outside));
        };
        let word = |turns: Vec<Turn>, width: usize| {
            let length = request.metric.length(&turns);
            let lower_bound = u32::from(length > 0);
            let optimal = length == u64::from(lower_bound);
            Answer { turns, length, engine: Engine::Words, optimal, lower_bound, nodes: width as u64 }
        };
        let mut best = word(turns, 0);
        // It is handed out when beams have made it shorter, which may take seconds.
        let length = u32::try_from(best.length).unwrap_or(u32::MAX);
        control.report(Progress::Improved { length, nodes: 0 });
        // With time to spend, beams often find what is shorter still.
        let mut beams = None;
        if request.improve && request.method == Method::Auto {
            beams = self.widening(request, goals.clone(), &self.turns_of(request)).ok();
        }
        let most = request.limits.max_length.map_or(u64::MAX, u64::from);
        let (mut width, mut is_told) = (WIDTH, false);
        loop {
            let shorter = words.solution(start, goal, WordEffort::Beam(width), control).map_err(outside)?;
            let shorter = word(shorter, width);
            let mut is_better = shorter.length < best.length;
            if is_better {
                best = shorter;
            }
            if let Some(beams) = beams.as_mut().filter(|beams| beams.goes_on())
                && best.length > 0
                && let Outcome::Found(shorter) = beams.next(request, best.length - 1, control)?
            {
                (best, is_better) = (shorter, true);
            }
            let last = !request.improve || control.interrupted().is_some() || width >= MAX_WIDTH;
            if best.length <= most && (is_better || last && !is_told) {
                is_told = true;
                if on_answer(self.referee(request, &goals, best.clone())?).is_break() {
                    break;
                }
            }
            if last || best.optimal {
                break;
            }
            width *= 2;
        }
        Ok(if is_told { Outcome::Found(()) } else { Outcome::LimitReached(StopReason::Length) })
    }

    pub(super) fn words(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
    ) -> Result<Arc<PuzzleWords>, SolveFault> {
        let mut kept = self.words.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((_, words)) = kept.iter().find(|(metric, _)| *metric == request.metric) {
            return Ok(Arc::clone(words));
        }
        let memory = usize::try_from(request.limits.max_memory).unwrap_or(usize::MAX);
        let words = PuzzleWords::new(&self.model.puzzle, &request.metric, memory, self.tables, control);
        let words = Arc::new(words.map_err(|fault| match fault {
            WordsFault::Stopped(reason) => SolveFault::Limit(reason),
            other => SolveFault::Words(other),
        })?);
        kept.push((request.metric.clone(), Arc::clone(&words)));
        Ok(words)
    }
}
