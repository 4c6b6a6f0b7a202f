//! Big cubes, by reduction to the 3x3x3.

use super::dispatch::Solver;
use super::request::{Answer, Request, SolveFault};
use crate::model::Family;
use crate::strategy::{Engine, Method, Refusal};
use permutant_cube::nxn::geometry::FACES;
use permutant_cube::nxn::solver::{Reduced, Reduction, ReductionFault};
use permutant_cube::nxn::stickers::Stickers;
use permutant_cube::nxn::turn::Count;
use permutant_cube::{nxn, two_phase};
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::state::State;
use permutant_search::limits::{Control, Outcome, StopReason};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

/// What solves big cubes, and what it found last.
#[derive(Debug, Default)]
pub(super) struct Reductions {
    solvers: Mutex<Vec<(Count, Arc<Reduction>)>>,
    last: Mutex<Option<(State, Count, Reduced)>>,
}

/// A part of a solution: what it does, and its turns.
pub type NamedPhase = (&'static str, Vec<Turn>);

/// What the solver counts, where this metric is asked for.
fn count(metric: &Metric) -> Count {
    if metric.favours_slices() { Count::Slices } else { Count::OuterBlocks }
}

impl Solver<'_> {
    /// The phases of the solution that reduction finds.
    ///
    /// # Errors
    ///
    /// Why there is none: the method is refused where [`Solver::choose`] refuses it.
    pub fn reduction_phases(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
    ) -> Result<Vec<NamedPhase>, SolveFault> {
        let asked = Request { method: Method::Reduction, ..request.clone() };
        self.choose(&asked)?;
        let reduced = self.reduced(request, control)?;
        Ok(reduced
            .phases
            .iter()
            .map(|phase| (phase.name, self.block_turns(&reduced, &phase.turns)))
            .collect())
    }

    fn reduced(&self, request: &Request<'_>, control: &Control<'_>) -> Result<Reduced, SolveFault> {
        let Family::Cube(_) = self.model.family else {
            return Err(Refusal::NotABigCube(self.model.puzzle.name().to_string()).into());
        };
        let (state, count) = (&request.position.state, count(&request.metric));
        let kept = self.reductions.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, _, reduced)) = kept.as_ref().filter(|(at, by, _)| at == state && *by == count) {
            return Ok(reduced.clone());
        }
        drop(kept);
        let reduced = self.reduction(count).solve(&self.stickers(state)?, control).map_err(fault)?;
        let mut kept = self.reductions.last.lock().unwrap_or_else(PoisonError::into_inner);
        *kept = Some((state.clone(), count, reduced.clone()));
        Ok(reduced)
    }

    /// The cube as its stickers, its colours being numbers of faces.
    fn stickers(&self, state: &State) -> Result<Stickers<u8>, SolveFault> {
        let shown = self.facelets(state)?;
        let colour =
            |letter: char| FACES.iter().position(|&face| face == letter).map_or(6, |face| face as u8);
        let cells: Vec<u8> = shown.chars().map(colour).collect();
        Stickers::new(&cells).ok_or_else(|| SolveFault::Unsolvable("its facelets are no cube".into()))
    }

    fn reduction(&self, count: Count) -> Arc<Reduction> {
        let mut solvers = self.reductions.solvers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, solver)) = solvers.iter().find(|(by, _)| *by == count) {
            return Arc::clone(solver);
        }
        let last = self.two_phase.get_or_init(two_phase::Solver::new).clone();
        let solver = Arc::new(Reduction::new(count, last));
        solvers.push((count, Arc::clone(&solver)));
        solver
    }

    /// The puzzle's own turns. Each name is looked up once.
    fn block_turns(&self, reduced: &Reduced, turns: &[nxn::turn::Turn]) -> Vec<Turn> {
        let mut known: HashMap<nxn::turn::Turn, Option<Turn>> = HashMap::new();
        let turn = |turn: &nxn::turn::Turn| {
            let named = known.entry(*turn);
            named.or_insert_with(|| self.model.puzzle.turn(&turn.name(reduced.size))).clone()
        };
        turns.iter().filter_map(turn).collect()
    }

    /// A solution by reduction; where the method is not named, a quick search may find a shortest one first.
    pub(super) fn by_reduction(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveFault> {
        if let Some(end) = self.by_quick_search(request, control, on_answer) {
            return end;
        }
        let goals = self.goals(request);
        let mut told = Ok(Outcome::LimitReached(StopReason::Length));
        let mut tell = |reduced: &Reduced| match self.told(request, &goals, reduced) {
            Ok(Some(answer)) => {
                told = Ok(Outcome::Found(()));
                on_answer(answer)
            }
            Ok(None) => ControlFlow::Continue(()),
            Err(rejected) => {
                told = Err(rejected);
                ControlFlow::Break(())
            }
        };
        if request.improve {
            let cube = self.stickers(&request.position.state)?;
            self.reduction(count(&request.metric)).improve(&cube, control, tell).map_err(fault)?;
        } else {
            let _ = tell(&self.reduced(request, control)?);
        }
        told
    }

    /// The answer that a reduction is, if it is short enough.
    fn told(
        &self,
        request: &Request<'_>,
        goals: &[State],
        reduced: &Reduced,
    ) -> Result<Option<Answer>, SolveFault> {
        let turns = self.block_turns(reduced, &reduced.turns);
        let length = request.metric.length(&turns);
        if request.limits.max_length.is_some_and(|most| length > u64::from(most)) {
            return Ok(None);
        }
        let lower_bound = u32::from(length > 0);
        let nodes = turns.len() as u64;
        let optimal = length == u64::from(lower_bound);
        let answer = Answer { turns, length, engine: Engine::Reduction, optimal, lower_bound, nodes };
        self.referee(request, goals, answer).map(Some)
    }
}

fn fault(fault: ReductionFault) -> SolveFault {
    match fault {
        ReductionFault::Unsolvable(reason) => SolveFault::Unsolvable(reason.to_string()),
        ReductionFault::Stopped(reason) => SolveFault::Limit(reason),
        ReductionFault::Refused => SolveFault::Rejected(Engine::Reduction),
    }
}
