//! Big cubes, by reduction to the 3x3x3.

use super::dispatch::Solver;
use super::request::{Answer, Preparation, Request, SolveFault};
use crate::model::{Family, Model};
use crate::strategy::{Engine, Method, Refusal};
use crate::tables;
use permutant_cube::nxn::five::{self, Five};
use permutant_cube::nxn::four::Four;
use permutant_cube::nxn::geometry::FACES;
use permutant_cube::nxn::solver::{Reduced, Reduction, ReductionFault, SHELLS};
use permutant_cube::nxn::stickers::Stickers;
use permutant_cube::nxn::turn::Count;
use permutant_cube::{nxn, two_phase};
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::state::State;
use permutant_search::limits::{Control, Limits, Outcome, StopReason};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What solves big cubes, and what it found last.
#[derive(Debug, Default)]
pub(super) struct Reductions {
    solvers: Mutex<Vec<(Count, Arc<Reduction>)>>,
    four: OnceLock<Arc<Four>>,
    /// The tables of the 5x5x5, once they have been asked for.
    five: Mutex<Option<Arc<Five>>>,
    last: Mutex<Option<(State, Count, Reduced)>>,
}

/// Memory of the 5x5x5's solver besides its tables.
const BESIDE_THE_TABLES: u64 = 200 << 20;

/// A part of a solution: what it does, and its turns.
pub type NamedPhase = (&'static str, Vec<Turn>);

/// What the solver counts, where this metric is asked for.
pub(super) fn count(metric: &Metric) -> Count {
    if metric.favours_slices() { Count::Slices } else { Count::OuterBlocks }
}

/// The puzzle's own turns, each block looked up by its name once.
pub(super) struct Names<'m> {
    model: &'m Model,
    known: HashMap<nxn::turn::Turn, Option<Turn>>,
}

impl<'m> Names<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        Names { model, known: HashMap::new() }
    }

    /// Turns of blocks as turns of the puzzle.
    pub(super) fn turns(&mut self, turns: &[nxn::turn::Turn]) -> Vec<Turn> {
        let Family::Cube(size) = self.model.family else { return Vec::new() };
        let turn = |turn: &nxn::turn::Turn| {
            let quarter = nxn::turn::Turn { amount: 1, ..*turn };
            let named = self.known.entry(quarter);
            let once = named.or_insert_with(|| self.model.puzzle.turn(&quarter.name(usize::from(size))));
            once.as_ref()?.times(i64::from(turn.amount))
        };
        turns.iter().filter_map(turn).collect()
    }
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
        let mut names = Names::new(self.model);
        Ok(reduced.phases.iter().map(|phase| (phase.name, names.turns(&phase.turns))).collect())
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
        let reduced =
            self.reduction(request, control)?.solve(&self.stickers(state)?, control).map_err(fault)?;
        let mut kept = self.reductions.last.lock().unwrap_or_else(PoisonError::into_inner);
        *kept = Some((state.clone(), count, reduced.clone()));
        Ok(reduced)
    }

    /// The cube as its stickers, its colours being numbers of faces.
    pub(super) fn stickers(&self, state: &State) -> Result<Stickers<u8>, SolveFault> {
        let shown = self.facelets(state)?;
        let colour =
            |letter: char| FACES.iter().position(|&face| face == letter).map_or(6, |face| face as u8);
        let cells: Vec<u8> = shown.chars().map(colour).collect();
        Stickers::new(&cells).ok_or_else(|| SolveFault::Unsolvable("its facelets are no cube".into()))
    }

    fn reduction(&self, request: &Request<'_>, control: &Control<'_>) -> Result<Arc<Reduction>, SolveFault> {
        let five = self.five(request, control)?;
        // What is left of the memory beside those tables is for the end.
        let taken = five.as_ref().map_or(0, |_| five::TABLE_BYTES as u64 + BESIDE_THE_TABLES);
        let max_memory = request.limits.max_memory.saturating_sub(taken);
        let end = Request { limits: Limits { max_memory, ..request.limits }, ..request.clone() };
        let last = self.two_phase(&end, control).map_err(SolveFault::Limit)?;
        Ok(self.reduction_with(count(&request.metric), five, last))
    }

    pub(super) fn reduction_with(
        &self,
        count: Count,
        five: Option<Arc<Five>>,
        last: two_phase::Solver,
    ) -> Arc<Reduction> {
        let mut solvers = self.reductions.solvers.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |(by, solver): &&(Count, Arc<Reduction>)| {
            *by == count && solver.has_five() == five.is_some() && solver.last().is_large() == last.is_large()
        };
        if let Some((_, solver)) = solvers.iter().find(fits) {
            return Arc::clone(solver);
        }
        let solver = Reduction::new(count, last);
        let solver = if self.needs_four(five.is_some()) {
            let four = self.reductions.four.get_or_init(|| Arc::new(tables::four(self.tables)));
            solver.with_four(Arc::clone(four))
        } else {
            solver
        };
        let solver = Arc::new(five.into_iter().fold(solver, Reduction::with_five));
        solvers.push((count, Arc::clone(&solver)));
        solver
    }

    /// Whether the cube is a 4x4x4 or has one inside that is reduced first.
    fn needs_four(&self, by_shells: bool) -> bool {
        match self.model.family {
            Family::Cube(4) => true,
            Family::Cube(size) => by_shells && size.is_multiple_of(2),
            _ => false,
        }
    }

    /// Whether a 5x5x5 or a larger cube is solved with the tables of the 5x5x5, and what is to be said of it.
    pub(super) fn five_is_wished(&self, request: &Request<'_>) -> (bool, &'static str) {
        let Limits { max_memory, max_nodes, .. } = request.limits;
        let description = tables::FIVE.description();
        let builds = request.method == Method::Reduction || request.preparation == Preparation::Build;
        match () {
            () if !matches!(self.model.family, Family::Cube(size) if (5..=SHELLS).contains(&usize::from(size))) => {
                (false, "")
            }
            // The same answer on every machine, whatever tables it keeps.
            () if max_nodes.is_some() => {
                (false, "; without tables, so that a node limit means the same anywhere")
            }
            () if max_memory < five::TABLE_BYTES as u64 + BESIDE_THE_TABLES => {
                (false, "; without tables, as they need more --memory")
            }
            () if self.tables.has(&description) => (true, "; with tables, which are kept"),
            () if !builds => (false, "; without the tables (5x5x5-phases), which are not built"),
            () if max_memory < tables::FIVE.bytes_to_build() => {
                (false, "; without tables, as building them needs more --memory")
            }
            () if !self.tables.has_room(&description) => {
                (false, "; without tables, as the disk has no room for them")
            }
            () => (true, "; with tables, which are built first"),
        }
    }

    /// The tables of the 5x5x5, if they are wished.
    fn five(&self, request: &Request<'_>, control: &Control<'_>) -> Result<Option<Arc<Five>>, SolveFault> {
        if !self.five_is_wished(request).0 {
            return Ok(None);
        }
        let mut kept = self.reductions.five.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(five) = kept.as_ref() {
            return Ok(Some(Arc::clone(five)));
        }
        let mut build = || tables::FIVE.build(self.build_threads, control);
        match self.tables.memory(&tables::FIVE.description(), control, &mut build) {
            Err(StopReason::Cancelled) => Err(SolveFault::Limit(StopReason::Cancelled)),
            // Where the time ends first, there is an answer all the same.
            Err(_) => Ok(None),
            // A source that hands out something else has no such tables.
            Ok(memory) => Ok(Five::new(memory).ok().map(|five| Arc::clone(kept.insert(Arc::new(five))))),
        }
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
        let max_nodes = request.limits.max_nodes;
        // Who allows so many nodes wants the best that they give.
        if request.improve || max_nodes.is_some() {
            let cube = self.stickers(&request.position.state)?;
            let mut shortest = None;
            let mut shorter = |reduced: &Reduced| {
                if shortest.is_some_and(|length| reduced.length() >= length) {
                    return ControlFlow::Continue(());
                }
                shortest = Some(reduced.length());
                tell(reduced)
            };
            let mut stops = false;
            if self.five_is_wished(request).0 {
                // A long one at once: tables take seconds to load, and a minute to build.
                let first = |reduced: &Reduced| {
                    stops = shorter(reduced).is_break();
                    ControlFlow::Break(())
                };
                let general = self.reduction_with(count(&request.metric), None, self.small_two_phase());
                general.improve(&cube, None, control, first).map_err(fault)?;
            }
            if !stops {
                let reduction = self.reduction(request, control);
                let end = reduction
                    .and_then(|by| by.improve(&cube, max_nodes, control, &mut shorter).map_err(fault));
                match end {
                    Err(SolveFault::Limit(_)) if shortest.is_some() => {}
                    end => _ = end?,
                }
            }
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
        let turns = Names::new(self.model).turns(&reduced.turns);
        let length = request.metric.length(&turns);
        if request.limits.max_length.is_some_and(|most| length > u64::from(most)) {
            return Ok(None);
        }
        let lower_bound = u32::from(length > 0);
        let nodes = reduced.nodes;
        let optimal = length == u64::from(lower_bound);
        let answer = Answer { turns, length, engine: Engine::Reduction, optimal, lower_bound, nodes };
        self.referee(request, goals, answer).map(Some)
    }
}

pub(super) fn fault(fault: ReductionFault) -> SolveFault {
    match fault {
        ReductionFault::Unsolvable(reason) => SolveFault::Unsolvable(reason.to_string()),
        ReductionFault::Stopped(reason) => SolveFault::Limit(reason),
        ReductionFault::Refused => SolveFault::Rejected(Engine::Reduction),
    }
}
