//! Making and executing a plan; the referee checks every solution that an engine finds.

use super::kept::Solver;
use super::plan::Plan;
use super::request::{Answer, Request, SolveError};
use crate::engine::Engine;
use permutant_puzzle::invariants::{Invariants, Violation};
use permutant_puzzle::moves::Turn;
use permutant_puzzle::replay::replay;
use permutant_puzzle::state::State;
use permutant_search::limits::{Control, Outcome, Progress};
use permutant_search::puzzle_space::SpaceError;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// An answer with a lower bound that was proven apart from it.
fn bounded_by(answer: Answer, proven: u32) -> Answer {
    let lower_bound = answer.lower_bound.max(proven);
    Answer { lower_bound, optimal: answer.optimal || answer.length == u64::from(lower_bound), ..answer }
}

/// The only solution of a solved position of a puzzle without moves, unless longer ones are wanted.
fn solved_by_none(
    request: &Request<'_>,
    engine: Engine,
    on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
) -> Outcome<()> {
    if request.limits.min_length > 0 {
        return Outcome::ProvenNone;
    }
    let _ = on_answer(Answer::of_word(request, engine, Vec::new(), 1));
    Outcome::Found(())
}

impl Solver<'_> {
    /// The plan for a request, with its reason. Whatever the reason tells of is prepared, as far as that takes a second at most.
    ///
    /// # Errors
    ///
    /// [`SolveError::Refused`] if the named method does not support the request.
    pub fn plan(&self, request: &Request<'_>) -> Result<Plan, SolveError> {
        let mut plan = self.plan_alone(request)?;
        match plan.engine {
            Engine::TwoPhase => plan.reason.push_str(self.told_of_two_phase(request)),
            Engine::Reduction => {
                plan.reason.push_str(self.told_of_four(request));
                plan.reason.push_str(self.told_of_five(request));
            }
            Engine::Tetraminx => plan.reason.push_str(self.told_of_tetraminx(request)),
            Engine::Search | Engine::Distances => {
                let told = self.told_of_search(request).map(|told| format!("; {told}"));
                plan.reason.push_str(&told.unwrap_or_default());
            }
            _ => {}
        }
        Ok(plan)
    }

    /// The engine of the plan, with nothing prepared.
    ///
    /// # Errors
    ///
    /// Those of [`Self::plan`].
    pub fn engine(&self, request: &Request<'_>) -> Result<Engine, SolveError> {
        self.plan_alone(request).map(|plan| plan.engine)
    }

    /// The plan without what its reason tells of the engine.
    fn plan_alone(&self, request: &Request<'_>) -> Result<Plan, SolveError> {
        match self.counts.is_some() {
            true => Self::plan_by_count(request),
            false => match self.chosen_moves(request) {
                Some((_, plan)) => Ok(plan),
                None => Ok(Plan::of(self.model, request)?),
            },
        }
    }

    /// The first solution, without interruption.
    pub fn solve_one(&self, request: &Request<'_>) -> Result<Answer, SolveError> {
        let mut first = None;
        let end = self.solve(request, &Control::new(), &mut |answer| {
            first = Some(answer);
            ControlFlow::Break(())
        })?;
        first.ok_or(match end {
            Outcome::LimitReached(reason) => SolveError::Limit(reason),
            _ => SolveError::exhausted(request),
        })
    }

    /// Solves a position: each solution is passed to `on_answer` as soon as it is known, until that breaks, the requested number has
    /// been found, or a limit is reached. With `improve`, each is shorter than the one before. If the lower bound has risen
    /// when the search ends, the last solution is passed once more with that bound.
    ///
    /// [`Outcome::Found`] if solutions were requested and found; [`Outcome::ProvenNone`] if there is no (further) solution; otherwise
    /// the limit.
    pub fn solve(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        if let Some((chosen, _)) = self.chosen_moves(request) {
            return self.by_chosen_moves(&chosen, request, control, on_answer);
        }
        let plan = self.plan_alone(request)?;
        let proven = AtomicU32::new(0);
        let listener = |progress: Progress| {
            if let Progress::LowerBound { cost } = progress {
                proven.fetch_max(cost, Relaxed);
            }
            control.report(progress);
        };
        let heard = control.with_progress(&listener);
        let mut last = None;
        let mut on_bounded = |answer: Answer| {
            let answer = bounded_by(answer, proven.load(Relaxed));
            last = Some(answer.clone()).filter(|_| request.improve);
            let flow = on_answer(answer);
            last.take_if(|_| flow.is_break());
            flow
        };
        for engine in [Some(plan.engine), plan.fallback].into_iter().flatten() {
            let end = match self.execute(engine, &plan, request, &heard, &mut on_bounded) {
                // No move changes a piece that counts.
                Err(SolveError::Space(SpaceError::NoMoves)) if self.is_solved(request) => {
                    Some(solved_by_none(request, engine, &mut on_bounded))
                }
                end => end.map_err(|fault| fault.by_moves_of(request))?,
            };
            if let Some(end) = end {
                if let Some(last) = last.filter(|last| last.lower_bound < proven.load(Relaxed)) {
                    let _ = on_answer(bounded_by(last, proven.load(Relaxed)));
                }
                return Ok(end);
            }
        }
        Err(SolveError::NoEngine(plan.engine))
    }

    /// Whether the position is a goal.
    fn is_solved(&self, request: &Request<'_>) -> bool {
        request.goals(self.model).contains(&request.position.state)
    }

    /// Runs an engine; `None` if it cannot solve the puzzle and has reported nothing.
    fn execute(
        &self,
        engine: Engine,
        plan: &Plan,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Option<Outcome<()>>, SolveError> {
        let end = match engine {
            Engine::TwoPhase => return self.by_two_phase(plan, request, control, on_answer),
            Engine::WeightedTwoPhase => self.by_costs(request, control, on_answer)?,
            Engine::Thistlethwaite => self.by_thistlethwaite(request, on_answer)?,
            Engine::Optimal => self.by_optimal(plan, request, control, on_answer)?,
            Engine::ThreeAxes => self.by_three_axes(request, control, on_answer)?,
            Engine::Huge => self.by_huge(request, control, on_answer)?,
            Engine::Count => self.by_count(request, control, on_answer)?,
            Engine::Square1 => self.by_square1(request, control, on_answer)?,
            Engine::Clock => self.by_clock(request, on_answer)?,
            Engine::Tetraminx => return self.by_tetraminx(plan, request, control, on_answer),
            Engine::Table => self.by_table(request, on_answer)?,
            Engine::Distances => return self.by_distances(request, control, on_answer),
            Engine::Search => self.by_search(request, control, on_answer)?,
            Engine::Korf => self.by_patterns(request, control, on_answer)?,
            Engine::Words => return self.by_words(plan, request, control, on_answer),
            Engine::Beam => self.by_beam(request, control, on_answer)?,
            Engine::Phases => self.by_phases(request, control, on_answer)?,
            Engine::Insertion => self.by_insertion(request, control, on_answer)?,
            Engine::Local => self.by_local(request, control, on_answer)?,
            Engine::Reduction => self.by_reduction(plan, request, control, on_answer)?,
        };
        Ok(Some(end))
    }

    /// Only sequences that really lead to a goal are reported.
    pub(super) fn referee(
        &self,
        request: &Request<'_>,
        goals: &[State],
        answer: Answer,
    ) -> Result<Answer, SolveError> {
        let end = replay(&self.model.puzzle, &request.position.state, &answer.turns, &request.metric);
        let reached = end.blocked_at.is_none() && goals.contains(&end.state) && end.length == answer.length;
        if reached { Ok(answer) } else { Err(SolveError::Rejected(answer.engine)) }
    }

    /// The goals that no invariant excludes for the position, at least one.
    pub(super) fn reachable_goals(
        &self,
        request: &Request<'_>,
        turns: &[Turn],
    ) -> Result<Vec<State>, SolveError> {
        let moves = turns.iter().map(Turn::transformation).collect();
        let invariants = Invariants::new(self.model.puzzle.orbits(), moves);
        let start = &request.position.state;
        let (mut goals, mut violations) = (Vec::new(), Vec::new());
        for goal in request.goals(self.model) {
            match invariants.violation(start, &goal) {
                None => goals.push(goal),
                Some(violation) => violations.push(violation),
            }
        }
        if goals.is_empty() {
            // Of the reasons for the ways of holding the puzzle, one that does not depend on how it is held.
            let out_of_reach = |violation: &Violation| matches!(violation, Violation::OutOfReach { .. });
            violations.sort_by_key(out_of_reach);
            let reason = violations.first().map(ToString::to_string).unwrap_or_default();
            return Err(SolveError::Unsolvable(self.in_cube_words(start).unwrap_or(reason)));
        }
        Ok(goals)
    }
}
