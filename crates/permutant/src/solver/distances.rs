//! Small puzzles, by the counted distances of all their states.

use super::dispatch::{KEPT, Solver};
use super::request::{Answer, Request, SolveError};
use crate::strategy::{self, Engine};
use permutant_puzzle::metric::Metric;
use permutant_puzzle::state::State;
use permutant_search::god::oracle::{NoOracle, Oracle};
use permutant_search::limits::{Control, Limits, Outcome, StopReason};
use permutant_search::reachable::move_set::MoveSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Most states whose distances are all counted for one solution: within a second.
const COUNTED_STATES: u64 = 1 << 24;

/// All distances from a goal in a metric; no oracle where there are too many states.
#[derive(Debug)]
pub(super) struct Counted {
    metric: Metric,
    goal: State,
    oracle: Option<Arc<Oracle>>,
}
impl Solver<'_> {
    /// A walk down the distances of all states, or a search where there are too many.
    pub(super) fn by_distances(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        let goals = self.reachable_goals(request, &self.model.puzzle.search_turns(&request.metric))?;
        let oracle = match &goals[..] {
            [goal] => self.oracle(request, goal, control)?,
            _ => None,
        };
        let Some(oracle) = oracle else { return self.by_search(request, control, on_answer) };
        let start = &request.position.state;
        let turns = oracle.solution(start).ok_or_else(|| {
            SolveError::Unsolvable("all states that can be reached were counted; it is not among them".into())
        })?;
        let length = request.metric.length(&turns);
        if request.limits.max_length.is_some_and(|most| length > u64::from(most)) {
            return Ok(Outcome::LimitReached(StopReason::Length));
        }
        let (nodes, lower_bound) = (turns.len() as u64, u32::try_from(length).unwrap_or(u32::MAX));
        let answer = Answer { turns, length, engine: Engine::Distances, optimal: true, lower_bound, nodes };
        let _ = on_answer(self.referee(request, &goals, answer)?);
        Ok(Outcome::Found(()))
    }

    /// All distances from a goal, kept for the next position; `None` if there are too many states.
    pub(super) fn oracle(
        &self,
        request: &Request<'_>,
        goal: &State,
        control: &Control<'_>,
    ) -> Result<Option<Arc<Oracle>>, SolveError> {
        let mut kept = self.oracles.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(one) = kept.iter().find(|one| one.metric == request.metric && one.goal == *goal) {
            return Ok(one.oracle.clone());
        }
        let puzzle = &self.model.puzzle;
        let turns = puzzle.search_turns(&request.metric);
        let moves = MoveSet::new(puzzle, &turns, &request.metric).ok();
        let oracle = match moves.filter(|moves| moves.largest_cost() == 1) {
            // Rows and maps take a few bytes a state at worst.
            Some(moves) => {
                let most = COUNTED_STATES.min(request.limits.max_memory / 8);
                match Oracle::new(puzzle, goal, &moves, most, self.threads, control) {
                    Ok(oracle) => Some(Arc::new(oracle)),
                    Err(NoOracle::TooLarge) => None,
                    Err(NoOracle::Stopped(reason)) => return Err(SolveError::Limit(reason)),
                }
            }
            None => None,
        };
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push(Counted { metric: request.metric.clone(), goal: goal.clone(), oracle: oracle.clone() });
        Ok(oracle)
    }

    /// Whether all distances may be there for one solution, as far as that can be told at once.
    pub(super) fn may_be_counted(&self, request: &Request<'_>) -> bool {
        let Limits { max_solutions, min_length, max_nodes, .. } = request.limits;
        let rules = &self.model.puzzle.definition().restrictions;
        let ruled = rules.forbidden_pairs.len() + rules.forbidden_groups.len() + rules.move_limits.len() > 0;
        (max_solutions, min_length, max_nodes) == (Some(1), 0, None)
            && !ruled
            && !self.model.puzzle.is_restricted()
            && !strategy::is_large(self.model, request.position.goal.as_ref())
    }
}
