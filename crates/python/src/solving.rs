//! Solving one position.
//!
//! Start at [`one`] and [`several`].

use crate::choices::Choice;
use crate::errors::{Kind, limit, raised, unsolved};
use crate::puzzle::Puzzle;
use crate::solution::{Found, Solution};
use crate::work;
use permutant::engine::Engine;
use permutant::position::Position;
use permutant::search::limits::{Control, Outcome, StopReason};
use permutant::solver::{Answer, SolveError, Solver};
use pyo3::prelude::*;
use std::ops::ControlFlow;

/// The last length for which the two-phase solver needs no search that is worth more threads.
const EASY_LENGTH: u32 = 21;

/// The best answer within the limits.
pub(crate) fn best(
    solver: &Solver<'_>,
    choice: &Choice,
    position: &Position,
    control: &Control<'_>,
) -> Result<Answer, SolveError> {
    let mut best = None;
    let end = solver.solve(&choice.request(position), control, &mut |answer| {
        best = Some(answer);
        // Of successively better solutions, the last one is wanted.
        ControlFlow::Continue(())
    })?;
    best.ok_or(match end {
        Outcome::LimitReached(reason) => SolveError::Limit(reason),
        _ => SolveError::Unsolvable("every sequence of moves was tried".into()),
    })
}

/// Whether the engine answers in microseconds to milliseconds, for which another thread would cost more than it gives.
fn is_quick(puzzle: &Puzzle, py: Python<'_>, choice: &Choice, position: &Position) -> bool {
    let has_time = choice.time_limit.is_none() && choice.limits.max_nodes.is_none();
    let is_easy = choice.limits.max_length.is_none_or(|most| most >= EASY_LENGTH);
    let request = choice.request(position);
    let solver = puzzle.solver(1);
    // A plan may look for table files, and wait for a thread that does.
    let plan = || work::guarded(|| solver.with_dependent(|_, solver| solver.plan(&request)));
    match py.detach(plan).map(|plan| plan.map(|plan| plan.engine)) {
        Ok(Ok(Engine::TwoPhase)) => has_time && is_easy && !choice.builds,
        Ok(Ok(Engine::Table | Engine::Thistlethwaite | Engine::Square1 | Engine::Clock)) => has_time,
        _ => false,
    }
}

/// Runs the work of one position where it is best done.
fn run<T: Send>(
    puzzle: &Puzzle,
    py: Python<'_>,
    choice: &Choice,
    position: &Position,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Solver<'_>, &Control<'_>) -> T + Send,
) -> PyResult<T> {
    if progress.is_none() && is_quick(puzzle, py, choice, position) {
        let solver = puzzle.solver(1);
        return work::at_once(py, choice.time_limit, |control| {
            solver.with_dependent(|_, solver| work(solver, control))
        });
    }
    let solver = puzzle.solver(work::threads(threads));
    work::beside(py, choice.time_limit, progress, |control| {
        solver.with_dependent(|_, solver| work(solver, control))
    })
}

/// One solution.
pub(crate) fn one(
    puzzle: &Puzzle,
    py: Python<'_>,
    choice: &Choice,
    position: &Position,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Solution> {
    let found = run(puzzle, py, choice, position, threads, progress, |solver, control| {
        best(solver, choice, position, control)
    })?;
    let answer = found.map_err(|fault| unsolved(&fault))?;
    let found = Found::new(&puzzle.model, &position.state, &answer);
    Ok(Solution::new(&puzzle.model, &choice.metric, found))
}

/// Several solutions, shortest first: all of the shortest length without a limit on length, all up to that limit with one.
pub(crate) fn several(
    puzzle: &Puzzle,
    py: Python<'_>,
    choice: &Choice,
    position: &Position,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<Solution>> {
    let (end, found) = run(puzzle, py, choice, position, threads, progress, |solver, control| {
        let mut found = Vec::new();
        let end = solver.solve(&choice.request(position), control, &mut |answer| {
            let one = Found::new(&puzzle.model, &position.state, &answer);
            found.push(Solution::new(&puzzle.model, &choice.metric, one));
            ControlFlow::Continue(())
        });
        (end, found)
    })?;
    match end.map_err(|fault| unsolved(&fault))? {
        Outcome::LimitReached(StopReason::Length) | Outcome::Found(()) | Outcome::ProvenNone
            if !found.is_empty() =>
        {
            Ok(found)
        }
        Outcome::LimitReached(reason) => Err(limit(reason)),
        _ => {
            Err(raised(Kind::Unsolvable, "the position cannot be solved: every sequence of moves was tried"))
        }
    }
}
