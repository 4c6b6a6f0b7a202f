//! Solving small puzzles by the exact distances of all their states.

use super::kept::{Counted, KEPT, Solver};
use super::request::{Answer, Request, SolveError};
use crate::engine::Engine;
use permutant_group::UBig;
use permutant_puzzle::state::State;
use permutant_search::god::oracle::{NoOracle, Oracle};
use permutant_search::limits::{Control, Outcome, StopReason};
use permutant_search::reachable::move_set::MoveSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Largest number of states for which all distances are computed for one solution: within a second.
const COUNTED_STATES: u64 = 1 << 24;

impl Solver<'_> {
    /// A descent through the distances of all states; `None` if there are too many.
    pub(super) fn by_distances(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Option<Outcome<()>>, SolveError> {
        let goals = self.reachable_goals(request, &self.model.puzzle.solution_turns(&request.metric))?;
        let oracle = match &goals[..] {
            [goal] => self.oracle(request, goal, control)?,
            _ => None,
        };
        let Some(oracle) = oracle else { return Ok(None) };
        let start = &request.position.state;
        let turns = oracle.solution(start).ok_or_else(|| {
            SolveError::Unsolvable("all states that can be reached were counted; it is not among them".into())
        })?;
        let length = request.metric.length(&turns);
        if request.limits.max_length.is_some_and(|most| length > u64::from(most)) {
            return Ok(Some(Outcome::LimitReached(StopReason::Length)));
        }
        let (nodes, lower_bound) = (turns.len() as u64, u32::try_from(length).unwrap_or(u32::MAX));
        let answer = Answer {
            turns,
            length,
            engine: Engine::Distances,
            optimal: true,
            lower_bound,
            nodes,
            derivation: None,
        };
        let _ = on_answer(self.referee(request, &goals, answer)?);
        Ok(Some(Outcome::Found(())))
    }

    /// Whether the order of the group shows at once that a puzzle has more states than can be counted. If it has several sets of pieces,
    /// their distances may add up, and the order says nothing.
    fn has_more_states(&self, goal: &State, most: u64) -> bool {
        let [row] = &goal.orbits[..] else { return false };
        let is_alone = |piece: &u16| row.pieces.iter().filter(|other| *other == piece).count() == 1;
        let [orbit] = self.model.puzzle.orbits() else { return false };
        orbit.orientations == 1
            && row.pieces.iter().all(is_alone)
            && self.group().is_some_and(|group| {
                let is_transitive =
                    group.orbits().next().is_some_and(|of| of.points().len() == group.degree());
                is_transitive && group.order() > UBig::from(most)
            })
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
        let turns = puzzle.solution_turns(&request.metric);
        let moves = MoveSet::new(puzzle, &turns, &request.metric).ok();
        // In the worst case, rows and maps take a few bytes per state.
        let most = COUNTED_STATES.min(request.limits.max_memory / 8);
        let is_countable = |moves: &MoveSet| moves.largest_cost() == 1 && !self.has_more_states(goal, most);
        let oracle = match moves.filter(is_countable) {
            Some(moves) => match Oracle::new(puzzle, goal, &moves, most, self.threads, control) {
                Ok(oracle) => Some(Arc::new(oracle)),
                Err(NoOracle::TooLarge) => None,
                Err(NoOracle::Stopped(reason)) => return Err(SolveError::Limit(reason)),
            },
            None => None,
        };
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push(Counted { metric: request.metric.clone(), goal: goal.clone(), oracle: oracle.clone() });
        Ok(oracle)
    }
}
