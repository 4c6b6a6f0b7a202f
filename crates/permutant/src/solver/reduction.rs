//! Solving big cubes by reduction to the 3x3x3.

use super::kept::Solver;
use super::kept::{Decision, NamedReduction};
use super::plan::{self, Plan};
use super::request::{Answer, Request, SolveError};
use super::shorter::Shorter;
use crate::engine::{Engine, Method, Refusal};
use crate::model::{Family, Model};
use crate::tables::{self, Checked, Table};
use permutant_cube::h48::{H48Solver, Size};
use permutant_cube::model::moves::Metric as CubeMetric;
use permutant_cube::two_phase;
use permutant_nxn::five::Five;
use permutant_nxn::four::Four;
use permutant_nxn::model::geometry::FACES;
use permutant_nxn::model::stickers::Stickers;
use permutant_nxn::model::turn::{self, Metric as BigCubeMetric, Turn as LayerTurn};
use permutant_nxn::reduction::solver::{Reduced, Reduction, ReductionError};
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::state::State;
use permutant_search::limits::{Control, Limits, Outcome, Progress, StopReason};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, PoisonError};

/// Memory for making the tables of the 4x4x4: the bytes that may be kept, the tables themselves, and the data from which they are
/// computed.
const FOUR_BYTES: u64 = 2 * permutant_nxn::four::TABLE_BYTES as u64 + (16 << 20);

/// Whether the tables of the 4x4x4 may be made.
fn has_memory_for_four(limits: &Limits) -> bool {
    limits.max_memory >= FOUR_BYTES
}

/// What a reduction may use besides the solver of the 3x3x3.
#[derive(Default)]
struct Parts {
    four: Option<Arc<Four>>,
    five: Option<Arc<Five>>,
    shortest: Option<Arc<H48Solver>>,
}

/// A part of a solution: its purpose and its turns.
pub type NamedPhase = (&'static str, Vec<Turn>);

/// The metric that the solver uses for the requested one.
pub(super) fn big_cube_metric(metric: &Metric) -> BigCubeMetric {
    if metric.favours_slices() { BigCubeMetric::Slices } else { BigCubeMetric::OuterBlocks }
}

/// The puzzle's own turns, with each block looked up by name once.
pub(super) struct Names<'m> {
    model: &'m Model,
    known: HashMap<turn::Turn, Option<Turn>>,
}

impl<'m> Names<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        Names { model, known: HashMap::new() }
    }

    /// Turns of blocks as turns of the puzzle.
    pub(super) fn turns(&mut self, turns: &[turn::Turn]) -> Vec<Turn> {
        let Family::Cube(size) = self.model.family else { return Vec::new() };
        let turn = |turn: &turn::Turn| {
            let quarter = turn::Turn { amount: 1, ..*turn };
            let named = self.known.entry(quarter);
            let once = named.or_insert_with(|| self.model.puzzle.turn(&quarter.name(usize::from(size))));
            once.as_ref()?.times(i64::from(turn.amount))
        };
        turns.iter().filter_map(turn).collect()
    }
}

impl Solver<'_> {
    /// The phases of a solution by reduction.
    ///
    /// # Errors
    ///
    /// If there is none; the method is refused if [`Solver::plan`] refuses it.
    pub fn reduction_phases(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
    ) -> Result<Vec<NamedPhase>, SolveError> {
        let asked = Request { method: Method::Reduction, ..request.clone() };
        self.plan(&asked)?;
        let reduced = self.reduced(request, control)?;
        let mut names = Names::new(self.model);
        Ok(reduced.phases.iter().map(|phase| (phase.name, names.turns(&phase.turns))).collect())
    }

    fn reduced(&self, request: &Request<'_>, control: &Control<'_>) -> Result<Reduced, SolveError> {
        let Family::Cube(_) = self.model.family else {
            return Err(Refusal::NotABigCube(self.model.puzzle.name().to_string()).into());
        };
        let (state, metric) = (&request.position.state, big_cube_metric(&request.metric));
        let kept = self.reductions.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, _, reduced)) = kept.as_ref().filter(|(at, by, _)| at == state && *by == metric) {
            return Ok(reduced.clone());
        }
        drop(kept);
        let reduced =
            self.reduction(request, control)?.solve(&self.stickers(state)?, control).map_err(fault)?;
        let mut kept = self.reductions.last.lock().unwrap_or_else(PoisonError::into_inner);
        *kept = Some((state.clone(), metric, reduced.clone()));
        Ok(reduced)
    }

    /// The cube as its stickers, with the numbers of faces as colours.
    pub(super) fn stickers(&self, state: &State) -> Result<Stickers<u8>, SolveError> {
        let shown = self.facelets(state)?;
        let colour =
            |letter: char| FACES.iter().position(|&face| face == letter).map_or(6, |face| face as u8);
        let cells: Vec<u8> = shown.chars().map(colour).collect();
        Stickers::new(&cells).ok_or_else(|| SolveError::Unsolvable("its facelets are no cube".into()))
    }

    fn reduction(&self, request: &Request<'_>, control: &Control<'_>) -> Result<Arc<Reduction>, SolveError> {
        self.reduction_in(big_cube_metric(&request.metric), request, None, control)
    }

    /// Reductions of a cube in quarter turns of single layers: the first one, or shorter and shorter ones as long as the request and the
    /// control allow. A table for endgames that is not stored is built if one core does that in so many seconds.
    pub(crate) fn reductions_in_quarters(
        &self,
        cube: &Stickers<u8>,
        request: &Request<'_>,
        seconds_to_build: u64,
        control: &Control<'_>,
        on_reduced: &mut dyn FnMut(&Reduced) -> ControlFlow<()>,
    ) -> Result<(), SolveError> {
        let metric = BigCubeMetric::LayerQuarters;
        let shortest =
            self.endgames(&request.limits, seconds_to_build, control).map_err(SolveError::Limit)?;
        let by = || self.reduction_in(metric, request, shortest, control);
        if !request.improve {
            let reduced = by()?.solve(cube, control).map_err(fault)?;
            let _ = on_reduced(&reduced);
            return Ok(());
        }
        let first = self.general_reduction(metric);
        let first = first.quick(cube, &control.without_deadline()).map_err(fault)?;
        if on_reduced(&first).is_break() {
            return Ok(());
        }
        match by().and_then(|by| by.improve(cube, None, control, on_reduced).map_err(fault)) {
            // There is a first one.
            Ok(_) | Err(SolveError::Limit(_)) => Ok(()),
            Err(fault) => Err(fault),
        }
    }

    /// The solver of endgames in quarter turns, if there is a table for it. It is built once for all positions, so no deadline stops it.
    fn endgames(
        &self,
        limits: &Limits,
        seconds_to_build: u64,
        control: &Control<'_>,
    ) -> Result<Option<Arc<H48Solver>>, StopReason> {
        let mut kept = self.reductions.endgames.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.is_none() {
            let metric = CubeMetric::QuarterTurn;
            let table = tables::optimal_within(self.tables, metric, limits.max_memory, seconds_to_build);
            let is_ready = |(table, _): &(Table, Size)| {
                self.tables.has(&table.description()) || table.seconds_to_build() <= seconds_to_build
            };
            let Some(table) = table.filter(is_ready) else { return Ok(None) };
            let solver = self.optimal_by(table, &control.without_deadline())?;
            *kept = Some(Arc::new(solver.for_short_searches()));
        }
        Ok(kept.clone())
    }

    /// Turns of single layers that bring a cube from some labels to others, by insertion: the first ones, or ever fewer, as long as the first
    /// control and then the other allow it.
    pub(crate) fn inserted(
        &self,
        colours: &Stickers<u8>,
        labels: (&[u16], &[u16]),
        free: usize,
        improve: bool,
        controls: [&Control<'_>; 2],
        on_turns: &mut dyn FnMut(&[LayerTurn]) -> ControlFlow<()>,
    ) -> Result<(), SolveError> {
        let mut on_turns = |turns: &[LayerTurn]| match on_turns(turns) {
            ControlFlow::Continue(()) if improve => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        };
        let reduction = self.general_reduction(BigCubeMetric::LayerQuarters);
        reduction.inserted(colours, labels, free, controls, &mut on_turns).map_err(fault)
    }

    fn reduction_in(
        &self,
        metric: BigCubeMetric,
        request: &Request<'_>,
        shortest: Option<Arc<H48Solver>>,
        control: &Control<'_>,
    ) -> Result<Arc<Reduction>, SolveError> {
        let five = self.five(request, control)?;
        // The memory that these tables leave is for the last phase.
        let max_memory = self.beside_five(&request.limits, five.is_some());
        let end = Request { limits: Limits { max_memory, ..request.limits }, ..request.clone() };
        let last = match shortest {
            // Two phases are for a first solution only.
            Some(_) => self.small_two_phase(),
            None => self.two_phase(&end, control).map_err(SolveError::Limit)?,
        };
        let four = match self.needs_four(five.is_some()) && has_memory_for_four(&request.limits) {
            true => Some(self.four(metric, control).map_err(SolveError::Limit)?),
            false => None,
        };
        Ok(self.reduction_with(metric, Parts { four, five, shortest }, last))
    }

    /// The reduction that needs no tables of its own.
    pub(super) fn general_reduction(&self, metric: BigCubeMetric) -> Arc<Reduction> {
        self.reduction_with(metric, Parts::default(), self.small_two_phase())
    }

    fn reduction_with(&self, metric: BigCubeMetric, parts: Parts, last: two_phase::Solver) -> Arc<Reduction> {
        let mut solvers = self.reductions.solvers.lock().unwrap_or_else(PoisonError::into_inner);
        let has_four = parts.four.is_some();
        let fits = |one: &&NamedReduction| {
            (one.metric, one.has_four) == (metric, has_four)
                && one.solver.has_five() == parts.five.is_some()
                && one.solver.has_shortest() == parts.shortest.is_some()
                && one.solver.last().is_large() == last.is_large()
        };
        if let Some(one) = solvers.iter().find(fits) {
            return Arc::clone(&one.solver);
        }
        let solver = Reduction::new(metric, last);
        let solver = match parts.four {
            Some(four) => solver.with_four(four),
            None => solver.without_four(),
        };
        let solver = parts.shortest.into_iter().fold(solver, Reduction::with_shortest);
        let solver = Arc::new(parts.five.into_iter().fold(solver, Reduction::with_five));
        solvers.push(NamedReduction { metric, has_four, solver: Arc::clone(&solver) });
        solver
    }

    /// The tables of the 4x4x4, built on first use.
    fn four(&self, metric: BigCubeMetric, control: &Control<'_>) -> Result<Arc<Four>, StopReason> {
        let place = usize::from(metric == BigCubeMetric::LayerQuarters);
        let mut kept = self.reductions.fours[place].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(four) = kept.as_ref() {
            return Ok(Arc::clone(four));
        }
        Ok(Arc::clone(kept.insert(Arc::new(tables::four(self.tables, metric, control)?))))
    }

    /// Prepares the tables of a reduction.
    pub(super) fn prepare_reduction(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
    ) -> Result<(), SolveError> {
        self.reduction(request, control).map(|_| ())
    }

    /// Whether the cube is a 4x4x4 or contains one that is reduced first.
    fn needs_four(&self, by_shells: bool) -> bool {
        match self.model.family {
            Family::Cube(4) => true,
            Family::Cube(size) => by_shells && size.is_multiple_of(2),
            _ => false,
        }
    }

    /// The message about the tables of a 4x4x4.
    pub(super) fn told_of_four(&self, request: &Request<'_>) -> &'static str {
        match self.model.family {
            Family::Cube(4) if !has_memory_for_four(&request.limits) => {
                "; without tables, as they need more --memory"
            }
            _ => "",
        }
    }

    /// The tables of the 5x5x5, if they are used.
    fn five(&self, request: &Request<'_>, control: &Control<'_>) -> Result<Option<Arc<Five>>, SolveError> {
        if !self.five_is_used(request).is_some_and(Decision::is_with) {
            return Ok(None);
        }
        let mut kept = self.reductions.five.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(five) = kept.as_ref() {
            return Ok(Some(Arc::clone(five)));
        }
        let mut build = || tables::FIVE.build(self.build_threads, control);
        match self.tables.memory(&tables::FIVE.description(), Checked::First, control, &mut build) {
            Err(StopReason::Cancelled) => Err(SolveError::Limit(StopReason::Cancelled)),
            // If the time runs out during preparation, there is an answer all the same.
            Err(_) => Ok(None),
            // A source that returns something else has no such tables.
            Ok(memory) => Ok(Five::new(memory).ok().map(|five| Arc::clone(kept.insert(Arc::new(five))))),
        }
    }

    /// A solution by reduction, after the quick search that the plan may contain. If time is short, a long solution comes first: any
    /// solution is better than none.
    pub(super) fn by_reduction(
        &self,
        plan: &Plan,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        let goals = request.goals(self.model);
        let mut told = Shorter::new(self, request, &goals, on_answer);
        let max_nodes = request.limits.max_nodes;
        if request.improve && max_nodes.is_none() && plan::reduces_quickly(self.model) {
            let general = self.general_reduction(big_cube_metric(&request.metric));
            let cube = self.stickers(&request.position.state)?;
            let first = general.quick(&cube, &control.without_deadline()).map_err(fault)?;
            told.tell(self.reduced_answer(request, &first))?;
        }
        let is_over =
            |told: &Shorter<'_>| told.is_over || told.length.is_some() && control.interrupted().is_some();
        if !is_over(&told)
            && let Some(nodes) = plan.quick_search
            && let Some(end) = self.by_quick_search(request, nodes, control, told.on_answer)
        {
            return end;
        }
        if is_over(&told) {
            return Ok(told.end(StopReason::Length));
        }
        // A user who allows so many nodes wants the best solution that they can give.
        if !request.improve && max_nodes.is_none() {
            told.tell(self.reduced_answer(request, &self.reduced(request, control)?))?;
            return Ok(told.end(StopReason::Length));
        }
        let cube = self.stickers(&request.position.state)?;
        let mut rejected = None;
        let shorter = |reduced: &Reduced| {
            let answer = self.reduced_answer(request, reduced);
            if told.length.is_none_or(|length| answer.length < length) {
                let length = u32::try_from(answer.length).unwrap_or(u32::MAX);
                control.report(Progress::Improved { length, nodes: answer.nodes });
            }
            match told.tell(answer) {
                Ok(()) if !told.is_over => ControlFlow::Continue(()),
                Ok(()) => ControlFlow::Break(()),
                Err(fault) => {
                    rejected = Some(fault);
                    ControlFlow::Break(())
                }
            }
        };
        let reduction = self.reduction(request, control);
        let end = reduction.and_then(|by| by.improve(&cube, max_nodes, control, shorter).map_err(fault));
        if let Some(fault) = rejected {
            return Err(fault);
        }
        match end {
            Err(SolveError::Limit(_)) if told.length.is_some() => Ok(Outcome::Found(())),
            Err(fault) => Err(fault),
            Ok(_) => Ok(told.end(StopReason::Length)),
        }
    }

    /// The answer that results from a reduction.
    pub(super) fn reduced_answer(&self, request: &Request<'_>, reduced: &Reduced) -> Answer {
        let turns = Names::new(self.model).turns(&reduced.turns);
        let length = request.metric.length(&turns);
        let lower_bound = u32::from(length > 0);
        let (nodes, optimal) = (reduced.nodes, length == u64::from(lower_bound));
        Answer { turns, length, engine: Engine::Reduction, optimal, lower_bound, nodes, derivation: None }
    }
}

pub(super) fn fault(fault: ReductionError) -> SolveError {
    match fault {
        ReductionError::Unsolvable(reason) => SolveError::Unsolvable(reason.to_string()),
        ReductionError::Stopped(reason) => SolveError::Limit(reason),
        ReductionError::Refused => SolveError::Rejected(Engine::Reduction),
    }
}
