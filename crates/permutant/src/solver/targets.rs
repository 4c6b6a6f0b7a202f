//! Solving to any of several positions, for example up to a turn of the last layer.
//!
//! Start at [`Solver::solve_into`]. Each target is solved separately by the engine that suits it, and the solution for one target
//! bounds the search for the next.

use super::kept::Solver;
use super::request::{Answer, Request, SolveError};
use crate::engine::Engine;
use permutant_puzzle::state::State;
use permutant_search::limits::{Control, Limits, Outcome, StopReason};
use std::ops::ControlFlow;

/// Greater lengths are not tried if all solutions of each length are listed: no search that finishes goes so far.
const MOST_LENGTH: u32 = 200;

impl Solver<'_> {
    /// As [`Solver::solve`], to the nearest of these positions; [`Request::target`] is ignored. A solution proven shortest is shortest
    /// among all targets. Several solutions come in order of length, target by target; if no number is given, all of the shortest are
    /// returned.
    ///
    /// # Errors
    ///
    /// As [`Solver::solve`]; [`SolveError::Unsolvable`] if no target can be reached.
    pub fn solve_into(
        &self,
        request: &Request<'_>,
        targets: &[State],
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        let limits = &request.limits;
        if limits.max_solutions == Some(1) && limits.min_length == 0 && request.after.is_empty() {
            self.nearest(request, targets, control, on_answer)
        } else {
            self.by_lengths(request, targets, control, on_answer)
        }
    }

    /// Whether the engine rules out every length in question before it gives up; the others would search without end.
    fn proves(&self, request: &Request<'_>) -> Result<bool, SolveError> {
        Ok(matches!(
            self.plan(request)?.engine,
            Engine::Optimal | Engine::Table | Engine::Distances | Engine::Count | Engine::Search
        ))
    }

    fn nearest(
        &self,
        request: &Request<'_>,
        targets: &[State],
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        let (mut best, mut fault): (Option<Answer>, Option<SolveError>) = (None, None);
        let (mut stopped, mut nodes) = (None, 0);
        let mut is_proven = true;
        for target in targets {
            // If one target had all the time, none would remain for the others.
            let mut own = Request { target: Some(target), improve: false, ..request.clone() };
            let proves = self.proves(&own)?;
            is_proven &= proves;
            if let Some(best) = best.as_ref().filter(|_| proves) {
                let Some(shorter) = best.length.checked_sub(1) else { break };
                let shorter = u32::try_from(shorter).unwrap_or(u32::MAX);
                own.limits.max_length = Some(own.limits.max_length.map_or(shorter, |most| most.min(shorter)));
            }
            let mut found = None;
            let end = self.solve(&own, control, &mut |answer| {
                found = Some(answer);
                ControlFlow::Continue(())
            });
            match end {
                Ok(Outcome::LimitReached(StopReason::Length)) => {}
                Ok(Outcome::LimitReached(reason)) => stopped = Some(reason),
                Ok(_) => {}
                Err(unsolvable @ (SolveError::Unsolvable(_) | SolveError::UnsolvableByThese(_))) => {
                    fault = fault.or(Some(unsolvable));
                }
                Err(other) => return Err(other),
            }
            nodes += found.as_ref().map_or(0, |answer| answer.nodes);
            if let Some(found) = found
                && best.as_ref().is_none_or(|best| found.length < best.length)
            {
                best = Some(found);
            }
            if stopped == Some(StopReason::Cancelled) {
                break;
            }
        }
        let Some(best) = best else {
            return match (stopped, fault) {
                (Some(reason), _) => Ok(Outcome::LimitReached(reason)),
                (None, Some(fault)) => Err(fault),
                (None, None) => Ok(Outcome::LimitReached(StopReason::Length)),
            };
        };
        // No solution is shorter than the empty one.
        let optimal = best.length == 0 || (best.optimal && is_proven && stopped.is_none());
        let lower_bound = if optimal { best.lower_bound } else { 0 };
        let _ = on_answer(Answer { optimal, lower_bound, nodes, ..best });
        Ok(Outcome::Found(()))
    }

    fn by_lengths(
        &self,
        request: &Request<'_>,
        targets: &[State],
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        let Limits { min_length, max_length, max_solutions, .. } = request.limits;
        let mut told = 0;
        // Of lengths from 0 on, the first one with a solution is the least of all targets.
        let mut is_proven = min_length == 0 && request.after.is_empty();
        let mut lower_bound = None;
        for length in min_length..=max_length.unwrap_or(MOST_LENGTH) {
            let (mut faults, mut gone) = (Vec::new(), false);
            for target in targets {
                let limits = Limits {
                    min_length: length,
                    max_length: Some(length),
                    max_solutions: max_solutions.map(|most| most - told),
                    ..request.limits.clone()
                };
                let own = Request { target: Some(target), limits, ..request.clone() };
                is_proven &= lower_bound.is_some() || self.proves(&own)?;
                let end = self.solve(&own, control, &mut |answer| {
                    told += 1;
                    let least = if is_proven { *lower_bound.get_or_insert(length) } else { 0 };
                    let optimal = answer.length == u64::from(least);
                    let goes_on = on_answer(Answer { optimal, lower_bound: least, ..answer });
                    gone |= goes_on.is_break();
                    goes_on
                });
                match end {
                    Ok(Outcome::LimitReached(reason)) if reason != StopReason::Length => {
                        return Ok(Outcome::LimitReached(reason));
                    }
                    Ok(_) => {}
                    Err(unsolvable @ (SolveError::Unsolvable(_) | SolveError::UnsolvableByThese(_))) => {
                        faults.push(unsolvable);
                    }
                    Err(other) => return Err(other),
                }
                if gone || max_solutions.is_some_and(|most| told >= most) {
                    return Ok(Outcome::Found(()));
                }
            }
            if faults.len() == targets.len()
                && let Some(fault) = faults.pop()
            {
                return Err(fault);
            }
            if told > 0 && max_solutions.is_none() && max_length.is_none() {
                return Ok(Outcome::Found(()));
            }
        }
        Ok(Outcome::LimitReached(StopReason::Length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm;
    use crate::model::Model;
    use crate::position;
    use permutant_analysis::group::subgroup::elements;
    use permutant_analysis::sequence::move_choice;
    use permutant_puzzle::metric::Metric;
    use permutant_puzzle::replay::replay;

    fn targets(model: &Model, moves: &str) -> Vec<State> {
        let names: Vec<String> = moves.split(',').map(str::to_string).collect();
        let turns = move_choice::turns(&model.puzzle, &Metric::htm(), &names).unwrap();
        elements(&model.puzzle, &turns, 100).unwrap()
    }

    /// Lengths up to a turn of U, compared with the shortest of the four lengths that are found separately.
    #[test]
    fn the_nearest_target_is_reached() {
        for (name, moves, scramble) in [
            ("2x2x2", "U", "R U F' R2 U' F"),
            ("pyraminx", "U,u", "R L' B U R'"),
            ("skewb", "U", "R L B' U L'"),
            ("3x3x3", "U", "R U R' U R U2 R' U"),
        ] {
            let model = Model::find(name).unwrap();
            let targets = targets(&model, moves);
            let start = position::read(&model, scramble, None).unwrap();
            let solver = Solver::new(&model);
            let request = Request { optimal: true, ..Request::new(&start) };
            let alone = targets.iter().map(|target| {
                let request = Request { target: Some(target), ..request.clone() };
                solver.solve_one(&request).unwrap().length
            });
            let least = alone.min().unwrap();
            let mut found = Vec::new();
            let end = solver.solve_into(&request, &targets, &Control::new(), &mut |answer| {
                found.push(answer);
                ControlFlow::Continue(())
            });
            assert_eq!(end, Ok(Outcome::Found(())), "{name}");
            let [answer] = &found[..] else { panic!("{name}: {found:?}") };
            assert_eq!(
                (answer.length, answer.optimal),
                (least, true),
                "{name}: {}",
                algorithm::write(&answer.turns)
            );
            let end = replay(&model.puzzle, &start.state, &answer.turns, &Metric::htm()).state;
            let rotations = model.puzzle.rotations();
            assert!(targets.iter().any(|target| rotations.iter().any(|turned| target.after(turned) == end)));
        }
    }

    #[test]
    fn all_shortest_are_listed() {
        let model = Model::find("2x2x2").unwrap();
        let targets = targets(&model, "U");
        let start = position::read(&model, "R U R' U R U2 R'", None).unwrap();
        let limits = Limits { max_solutions: None, ..Limits::default() };
        let request = Request { limits, ..Request::new(&start) };
        let (solver, mut lengths) = (Solver::new(&model), Vec::new());
        let end = solver.solve_into(&request, &targets, &Control::new(), &mut |answer| {
            lengths.push(answer.length);
            ControlFlow::Continue(())
        });
        assert_eq!(end, Ok(Outcome::Found(())));
        assert!(lengths.len() > 1 && lengths.iter().all(|&length| length == lengths[0]), "{lengths:?}");
    }
}
