//! Solving by the complete count of all states that a store holds.

use super::kept::{Counts, KEPT, Opened, Solver};
use super::plan::Plan;
use super::request::{Answer, Request, SolveError};
use crate::engine::{Engine, Refusal};
use permutant_analysis::state::finished_count::{CountError, FinishedCount};
use permutant_analysis::state::god;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::points::Points;
use permutant_puzzle::state::State;
use permutant_search::limits::{Control, Outcome, StopReason};
use permutant_search::parted::level_store::LevelStore;
use std::ops::ControlFlow;
use std::sync::{Arc, PoisonError};

impl Solver<'_> {
    /// The same solver, but every position is solved by the complete count that a store holds: a descent through the distances of all states.
    /// [`permutant_analysis::state::god::run`] makes such a count, and leaves it in a store that keeps it.
    pub fn with_count(self, store: Arc<dyn LevelStore + Send>) -> Self {
        Solver { counts: Some(Counts { store, opened: Default::default() }), ..self }
    }

    /// The plan for a request if positions are solved by a count.
    pub(super) fn plan_by_count(request: &Request<'_>) -> Result<Plan, SolveError> {
        let limits = &request.limits;
        let beyond = match () {
            () if limits.max_solutions != Some(1) || limits.min_length > 0 => {
                Some("list several solutions, or longer ones than it finds")
            }
            () if !request.after.is_empty() => Some("continue after a solution"),
            () if request.order.is_some() => Some("try moves in a random order"),
            () => None,
        };
        match beyond {
            Some(what) => Err(Refusal::Beyond(Engine::Count, what).into()),
            None => Ok(Plan::by_count()),
        }
    }

    /// A shortest solution by the count.
    pub(super) fn by_count(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        let Some(counts) = &self.counts else { return Err(SolveError::NoEngine(Engine::Count)) };
        let allowed = self.turns_of_count(request);
        let reachable = self.reachable_goals(request, &allowed)?;
        // In every orientation of the whole puzzle, or in the one in which it is defined.
        let (all, held) = (request.goals(self.model), vec![request.held_goal(self.model).clone()]);
        let (mut opened, mut goals) = (self.opened(counts, request, &all, control), all);
        if matches!(opened.count, Err(CountError::Absent)) {
            (opened, goals) = (self.opened(counts, request, &held, control), held);
        }
        let count = opened.count.as_ref().map_err(Clone::clone)?;
        let turns = match count.solve(&request.position.state)? {
            Some(turns) => turns,
            None if goals.iter().any(|goal| reachable.contains(goal)) => {
                let reason = "all states that can be reached were counted; it is not among them";
                return Err(SolveError::Unsolvable(reason.into()));
            }
            None => {
                let Some(turns) = self.by_count_held(count, request, &reachable)? else {
                    let what =
                        "solve a puzzle that is held in another orientation than the one that was counted";
                    return Err(Refusal::Beyond(Engine::Count, what).into());
                };
                goals = reachable;
                turns
            }
        };
        let length = request.metric.length(&turns);
        if request.limits.max_length.is_some_and(|most| length > u64::from(most)) {
            return Ok(Outcome::LimitReached(StopReason::Length));
        }
        let answer = Answer {
            length,
            engine: Engine::Count,
            optimal: true,
            lower_bound: u32::try_from(length).unwrap_or(u32::MAX),
            nodes: turns.len() as u64,
            derivation: None,
            turns,
        };
        let _ = on_answer(self.referee(request, &goals, answer)?);
        Ok(Outcome::Found(()))
    }

    /// A shortest solution of a position that is held in another way than the counted ones, such as that after D on the 2x2x2, whose
    /// moves hold a corner still. With d the way from the goal to the position, moves w lead from the position to the goal in the
    /// orientation r if d w = r; they then solve r⁻¹ d, which is held as counted.
    fn by_count_held(
        &self,
        count: &FinishedCount,
        request: &Request<'_>,
        reachable: &[State],
    ) -> Result<Option<Vec<Turn>>, SolveError> {
        let puzzle = &self.model.puzzle;
        let goal = request.held_goal(self.model);
        let Some(change) =
            Points::new(puzzle.orbits()).and_then(|points| points.between(goal, &request.position.state))
        else {
            return Ok(None);
        };
        let mut best: Option<Vec<Turn>> = None;
        for rotation in puzzle.rotations() {
            if !reachable.contains(&goal.after(rotation)) {
                continue;
            }
            let start = goal.after(&rotation.inverse().then(&change));
            let length = |turns: &Vec<Turn>| request.metric.length(turns);
            if let Some(turns) = count.solve(&start)?
                && best.as_ref().is_none_or(|best| length(&turns) < length(best))
            {
                best = Some(turns);
            }
        }
        Ok(best)
    }

    /// The turns of which solutions are made.
    fn turns_of_count(&self, request: &Request<'_>) -> Vec<Turn> {
        match &request.turns[..] {
            [] => self.model.puzzle.solution_turns(&request.metric),
            turns => turns.to_vec(),
        }
    }

    /// The count for a request, kept for the next position.
    fn opened(
        &self,
        counts: &Counts,
        request: &Request<'_>,
        goals: &[State],
        control: &Control<'_>,
    ) -> Arc<Opened> {
        let (metric, turns) = (request.metric.clone(), self.turns_of_count(request));
        let mut kept = counts.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = |one: &&Arc<Opened>| one.metric == metric && one.turns == turns && one.goals == goals;
        if let Some(opened) = kept.iter().find(is_same) {
            return Arc::clone(opened);
        }
        let puzzle = &self.model.puzzle;
        let counted = god::Request {
            metric: metric.clone(),
            turns: turns.clone(),
            goals: goals.to_vec(),
            symmetry: request.symmetry,
            threads: self.build_threads,
            max_memory: request.limits.max_memory,
            ..god::Request::new(puzzle)
        };
        let count = FinishedCount::open(puzzle, &counted, Arc::clone(&counts.store), control);
        let opened = Arc::new(Opened { metric, turns, goals: goals.to_vec(), count });
        kept.truncate(KEPT - 1);
        kept.insert(0, Arc::clone(&opened));
        opened
    }
}
