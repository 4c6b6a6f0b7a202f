//! Solving the 2x2x2 and the 3x3x3 by their own solvers.

use super::derivation::Derivation;
use super::kept::{Decision, Solver, Why};
use super::plan::Plan;
use super::preparing::optimal_metric;
use super::request::{Answer, Request, SolveError};
use crate::cubies;
use crate::engine::{Engine, Method, Refusal};
use crate::model::Family;
use crate::supercube::Supercube;
use crate::tables::{self, Checked, Table};
use permutant_cube::h48::{H48Solver, Saves, Size};
use permutant_cube::model::cubie::CubieCube;
use permutant_cube::model::moves::{Metric as CubeMetric, Move};
use permutant_cube::model::quarter_turns::{CubeWithCentres, QuarterTurns};
use permutant_cube::model::solution::Solution;
use permutant_cube::pocket;
use permutant_cube::reid::Reid;
use permutant_cube::tables::{AxisTable, HugeTable, Phase1Table};
use permutant_cube::thistlethwaite::{PhasedSolution, Thistlethwaite};
use permutant_cube::two_phase;
use permutant_cube::two_phase::weighted::{Costs, WeightedSolver};
use permutant_puzzle::moves::Turn;
use permutant_puzzle::state::State;
use permutant_search::limits::{Control, Limits, Outcome, StopReason};
use permutant_search::table::{Description, hex};
use std::ops::ControlFlow;
use std::sync::{Arc, TryLockError};

/// Bytes of memory that building the table of the three axes takes.
const AXES_BYTES: u64 = 64 << 20;

/// The name of a checkpoint of the search for a shortest solution of a cube. It identifies the cube: first its corners, then its edges.
fn search_of(cube: &CubieCube, metric: &str) -> Description {
    let corners = cube
        .corners
        .permutation()
        .into_iter()
        .zip(cube.corners.twists())
        .map(|(piece, twist)| piece | twist << 4);
    let edges =
        cube.edges.permutation().into_iter().zip(cube.edges.flips()).map(|(piece, flip)| piece | flip << 4);
    let pieces: Vec<u8> = corners.chain(edges).collect();
    let mut fingerprint = [0; 32];
    fingerprint[..20].copy_from_slice(&pieces);
    fingerprint[20..].copy_from_slice(b"half-turn v1");
    Description {
        name: format!("solve-{}-{}", metric, hex(&pieces)),
        metric: metric.into(),
        fingerprint,
        entry_bits: 8,
        entries: None,
    }
}

impl Solver<'_> {
    pub(super) fn by_table(
        &self,
        request: &Request<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        let shown = self.facelets(&request.position.state)?;
        let unsolvable = |reason: String| SolveError::Unsolvable(reason);
        let corners = pocket::facelets::read(&shown).map_err(|fault| unsolvable(fault.to_string()))?;
        let quarters = request.metric.name().ends_with("qtm");
        let table = if quarters { tables::POCKET_QUARTER_TURNS } else { tables::POCKET_HALF_TURNS };
        let pocket = self.pockets[usize::from(quarters)].get_or_init(|| tables::pocket(self.tables, &table));
        debug_assert_eq!(pocket.metric() == CubeMetric::QuarterTurn, quarters);
        let solution = pocket.solve(&corners).map_err(|reason| unsolvable(reason.to_string()))?;
        if request.limits.max_length.is_some_and(|most| solution.length > most) {
            return Ok(Outcome::LimitReached(StopReason::Length));
        }
        let answer = Answer {
            turns: self.turns(&solution.moves),
            length: u64::from(solution.length),
            engine: Engine::Table,
            optimal: true,
            lower_bound: solution.length,
            nodes: solution.moves.len() as u64,
            derivation: None,
        };
        let _ = on_answer(self.referee(request, &request.goals(self.model), answer)?);
        Ok(Outcome::Found(()))
    }

    /// The solution by Thistlethwaite's method, phase by phase.
    ///
    /// # Errors
    ///
    /// If there is none; the method is refused if [`Solver::plan`] refuses it.
    pub fn phases(&self, request: &Request<'_>) -> Result<[Vec<Turn>; 4], SolveError> {
        let asked = Request { method: Method::Thistlethwaite, ..request.clone() };
        self.plan(&asked)?;
        Ok(self.phased(request)?.phases.map(|moves| self.turns(&moves)))
    }

    pub(super) fn phased(&self, request: &Request<'_>) -> Result<PhasedSolution, SolveError> {
        if request.position.goal.is_some() {
            return Err(Refusal::Beyond(Engine::Thistlethwaite, "leave something out of the goal").into());
        }
        let cube = self.difference(request)?;
        let solution = self.thistlethwaite.get_or_init(Thistlethwaite::new).solve(&cube);
        solution.ok_or_else(|| SolveError::Unsolvable("its cosets are outside the groups".into()))
    }

    pub(super) fn by_thistlethwaite(
        &self,
        request: &Request<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        let moves = self.phased(request)?.moves();
        if request.limits.max_length.is_some_and(|most| moves.len() as u32 > most) {
            return Ok(Outcome::LimitReached(StopReason::Length));
        }
        let lower_bound = u32::from(!moves.is_empty());
        let answer = Answer {
            turns: self.turns(&moves),
            length: moves.len() as u64,
            engine: Engine::Thistlethwaite,
            optimal: moves.len() as u32 == lower_bound,
            lower_bound,
            nodes: moves.len() as u64,
            derivation: None,
        };
        let _ = on_answer(self.referee(request, &request.goals(self.model), answer)?);
        Ok(Outcome::Found(()))
    }

    pub(super) fn by_optimal(
        &self,
        plan: &Plan,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        if let Some(nodes) = plan.quick_search
            && let Some(end) = self.by_bounded_search(request, nodes, control, on_answer)
        {
            return end;
        }
        if let Some(end) = self.nearly_solved(request, control, on_answer)? {
            return Ok(end);
        }
        self.by_h48(request, control, on_answer)
    }

    /// One shortest solution of a nearly solved cube, which needs no table: the two-phase solvers find all short solutions. `None` if
    /// the cube is not known to be nearly solved.
    fn nearly_solved(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Option<Outcome<()>>, SolveError> {
        let (limits, metric) = (&request.limits, optimal_metric(request));
        if limits.max_solutions != Some(1) || limits.min_length > 0 || metric.joins_opposite_faces() {
            return Ok(None);
        }
        let exact = match metric {
            CubeMetric::QuarterTurn => WeightedSolver::EXACT_COST,
            _ => two_phase::EXACT_LENGTH,
        };
        let is_short = limits.max_length.is_some_and(|most| most <= exact);
        let near =
            Limits { max_length: Some(limits.max_length.unwrap_or(exact).min(exact)), ..limits.clone() };
        let end = match metric {
            CubeMetric::QuarterTurn if self.model.family == Family::Supercube => return Ok(None),
            CubeMetric::QuarterTurn => {
                let near = Request { limits: near, improve: false, ..request.clone() };
                let mut optimal = |answer| on_answer(Answer { engine: Engine::Optimal, ..answer });
                self.by_weighted(Costs::quarter_turns(), &near, control, &mut optimal)?
            }
            _ => {
                let cube = self.difference_with_centres(request)?;
                let stop = |_: &Solution| ControlFlow::Break(());
                match self.small_two_phase().improve_with_centres(&cube, &near, control, stop) {
                    Outcome::Found(solution) => {
                        let answer = self.optimal_answer(request, &solution);
                        let _ = on_answer(self.referee(request, &request.goals(self.model), answer)?);
                        Outcome::Found(())
                    }
                    end => end.map(|_| ()),
                }
            }
        };
        let is_far = end == Outcome::LimitReached(StopReason::Length) && !is_short;
        Ok((!is_far).then_some(end))
    }

    fn optimal_answer(&self, request: &Request<'_>, solution: &Solution) -> Answer {
        let metric = optimal_metric(request);
        let length = metric.length(&solution.moves);
        // If longer solutions are requested, nothing is known of the shorter ones.
        let all_lengths = request.limits.min_length == 0;
        let turns = match metric {
            CubeMetric::SliceTurn => self.steps(&Costs::slice_turns().spell(&solution.moves)),
            CubeMetric::SliceQuarterTurn => self.steps(&Costs::slice_quarter_turns().spell(&solution.moves)),
            _ => self.turns(&solution.moves),
        };
        Answer {
            turns,
            length: u64::from(length),
            engine: Engine::Optimal,
            optimal: solution.lower_bound == length && all_lengths,
            lower_bound: if all_lengths { solution.lower_bound } else { 0 },
            nodes: solution.nodes,
            derivation: None,
        }
    }

    /// The search with the large table. If the table turns out to be damaged, it is made again and the search repeated.
    fn by_h48(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        let (limits, metric) = (&request.limits, optimal_metric(request));
        let CubeWithCentres { cube, quarters } = self.difference_with_centres(request)?;
        let limits = &match quarters {
            None => limits.clone(),
            // Solutions come in the order of their lengths; the first that turns the centres as they must be is a shortest one.
            Some(_) => Limits { max_solutions: None, shortest_only: false, ..limits.clone() },
        };
        let goals = request.goals(self.model);
        let mut fault = None;
        let mut told = |solution: &Solution| {
            let answer = match quarters {
                None => self.optimal_answer(request, solution),
                Some(quarters) if quarters != QuarterTurns::of(&solution.moves) => {
                    return ControlFlow::Continue(());
                }
                Some(_) => {
                    let lower_bound = metric.length(&solution.moves);
                    self.optimal_answer(request, &Solution { lower_bound, ..solution.clone() })
                }
            };
            let flow = self.hand_out(request, &goals, answer, on_answer, &mut fault);
            if quarters.is_some() { ControlFlow::Break(()) } else { flow }
        };
        loop {
            let solver = match self.optimal(metric, limits.max_memory, control) {
                Ok(solver) => solver,
                Err(reason) => return Ok(Outcome::LimitReached(reason)),
            };
            // Wrong entries give wrong bounds: no solution is reported as shortest before the table has been verified.
            let mut is_sound = None;
            let mut proven = |solution: &Solution| {
                let sound = is_sound.get_or_insert_with(|| self.has_sound_table(&solver, control));
                if matches!(sound, Ok(true)) { told(solution) } else { ControlFlow::Break(()) }
            };
            // With a node limit, the answer must not depend on earlier work.
            let is_saved = Saves::suit(limits)
                && limits.max_nodes.is_none()
                && quarters.is_none()
                && !metric.joins_opposite_faces();
            let name = if metric == CubeMetric::QuarterTurn { "qtm" } else { "htm" };
            let description = search_of(&cube, name);
            let begin = if is_saved { self.tables.saved_search(&description) } else { None };
            let keep = |bytes: &dyn Fn() -> Vec<u8>, stops: bool| {
                if is_saved {
                    self.tables.save_search(&description, stops, bytes);
                }
            };
            let saves = Saves { begin: begin.as_deref(), keep: &keep };
            let end = solver.solve_on(&cube, limits, &saves, control, &mut proven);
            if is_saved && end == Outcome::Found(()) {
                self.tables.end_search(&description);
            }
            // Ruling out all solutions up to a length is also a proof.
            if end == Outcome::LimitReached(StopReason::Length) && is_sound.is_none() {
                is_sound = Some(self.has_sound_table(&solver, control));
            }
            match is_sound {
                Some(Ok(false)) => {
                    *self.optimal.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = None;
                }
                Some(Err(reason)) => return Ok(Outcome::LimitReached(reason)),
                _ => return fault.map_or(Ok(end), Err),
            }
        }
    }

    /// All shortest solutions by three simultaneous phase-1 searches.
    pub(super) fn by_three_axes(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        if request.limits.max_memory < AXES_BYTES {
            return Ok(Outcome::LimitReached(StopReason::Memory));
        }
        match self.three_axes(control) {
            Ok(solver) => self.along_axes(Engine::ThreeAxes, &solver, request, control, on_answer),
            Err(reason) => Ok(Outcome::LimitReached(reason)),
        }
    }

    /// The same with the huge table.
    pub(super) fn by_huge(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        match self.huge(request, control) {
            Ok(solver) => self.along_axes(Engine::Huge, &solver, request, control, on_answer),
            Err(reason) => Ok(Outcome::LimitReached(reason)),
        }
    }

    fn along_axes<T: AxisTable>(
        &self,
        engine: Engine,
        solver: &Reid<T>,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        let cube = self.difference(request)?;
        let goals = request.goals(self.model);
        let mut fault = None;
        let end = solver.solve(&cube, &request.limits, control, |solution, equal| {
            let answer = Answer {
                engine,
                derivation: Some(Derivation::ThreeAxes(equal.clone())),
                ..self.optimal_answer(request, solution)
            };
            self.hand_out(request, &goals, answer, on_answer, &mut fault)
        });
        fault.map_or(Ok(end), Err)
    }

    fn three_axes(&self, control: &Control<'_>) -> Result<Reid<Phase1Table>, StopReason> {
        let mut kept = self.three_axes.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match &*kept {
            Some(solver) => Ok(solver.clone()),
            None => Ok(kept.insert(Reid::new(Phase1Table::build(control)?.into())).clone()),
        }
    }

    pub(super) fn huge(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
    ) -> Result<Reid<HugeTable>, StopReason> {
        let mut kept = self.huge.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(solver) = &*kept {
            return Ok(solver.clone());
        }
        if let Decision::Without(Why::Memory | Why::MemoryToBuild) = self.huge_is_used(request) {
            return Err(StopReason::Memory);
        }
        let mut build = || tables::HUGE.build(self.build_threads, control);
        let memory = self.tables.memory(&tables::HUGE.description(), Checked::First, control, &mut build)?;
        // A source that returns something else has no such table.
        let table = HugeTable::new(memory).map_err(|_| StopReason::Memory)?;
        Ok(kept.insert(Reid::new(table.into())).clone())
    }

    /// Whether the table of the optimal solver is intact, as far as its source knows.
    fn has_sound_table(&self, solver: &H48Solver, control: &Control<'_>) -> Result<bool, StopReason> {
        let size = solver.size();
        let table = tables::optimal(size.metric()).find(|(_, one)| *one == size);
        table.map_or(Ok(true), |(table, _)| self.tables.is_sound(&table.description(), control))
    }

    /// The optimal solver with its table. If not even the smallest can be stored, that one is built in memory.
    pub(super) fn optimal(
        &self,
        metric: CubeMetric,
        max_memory: u64,
        control: &Control<'_>,
    ) -> Result<Arc<H48Solver>, StopReason> {
        let mut kept = self.optimal.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let suits = |solver: &&Arc<H48Solver>| {
            solver.metric() == metric && solver.size().bytes() as u64 <= max_memory
        };
        if let Some(solver) = kept.as_ref().filter(suits) {
            return Ok(Arc::clone(solver));
        }
        let table = self.optimal_table(metric, max_memory).ok_or(StopReason::Memory)?;
        Ok(Arc::clone(kept.insert(Arc::new(self.optimal_by(table, control)?))))
    }

    /// An optimal solver with this table of some size, which is built if it is not stored.
    pub(super) fn optimal_by(
        &self,
        (table, size): (Table, Size),
        control: &Control<'_>,
    ) -> Result<H48Solver, StopReason> {
        let mut build = || table.build(self.build_threads, control);
        let memory = self.tables.memory(&table.description(), Checked::Beside, control, &mut build)?;
        // A source that returns something else has no suitable table.
        H48Solver::new(size, memory, self.threads).map_err(|_| StopReason::Memory)
    }

    /// The two-phase solver with the tables that are available immediately.
    pub(super) fn small_two_phase(&self) -> two_phase::Solver {
        self.two_phase.get_or_init(two_phase::Solver::new).clone()
    }

    /// The two-phase solver for a request.
    pub(super) fn two_phase(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
    ) -> Result<two_phase::Solver, StopReason> {
        if !self.large_two_phase(request).is_with() {
            return Ok(self.small_two_phase());
        }
        if let Some(solver) = self.large_two_phase.get() {
            return Ok(solver.clone());
        }
        // While another thread prepares it, a request with little time is answered without it.
        let is_being_made = matches!(self.large_is_made.try_lock(), Err(TryLockError::WouldBlock));
        if request.improve && is_being_made {
            return Ok(self.small_two_phase());
        }
        self.made_large(control, || ())
    }

    /// The two-phase solver with its large tables, prepared if necessary. `begun` is called as soon as other threads see that the
    /// preparation has begun.
    pub(super) fn made_large(
        &self,
        control: &Control<'_>,
        begun: impl FnOnce(),
    ) -> Result<two_phase::Solver, StopReason> {
        let _making = self.large_is_made.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        begun();
        if let Some(solver) = self.large_two_phase.get() {
            return Ok(solver.clone());
        }
        let mut build = || tables::TWO_PHASE.build(self.build_threads, control);
        let description = tables::TWO_PHASE.description();
        let solver = match self.tables.memory(&description, Checked::First, control, &mut build) {
            Err(StopReason::Cancelled) => return Err(StopReason::Cancelled),
            // If the time runs out during preparation, there is an answer all the same.
            Err(_) => return Ok(self.small_two_phase()),
            // A source that returns something else has no such tables.
            Ok(memory) => two_phase::Solver::large(memory).unwrap_or_else(|_| self.small_two_phase()),
        };
        Ok(self.large_two_phase.get_or_init(|| solver).clone())
    }

    /// The cube whose solutions lead from the position to its target.
    pub(super) fn difference(&self, request: &Request<'_>) -> Result<CubieCube, SolveError> {
        let start = self.cubies(&request.position.state)?;
        let target = request.target.map(|target| self.cubies(target)).transpose()?;
        let cube = target.map_or(start, |target| target.inverse().then(&start));
        cube.check_solvable().map_err(|reason| SolveError::Unsolvable(reason.to_string()))?;
        Ok(cube)
    }

    /// The same on the 3x3x3 and on the supercube, with the quarter turns that a solution of the latter must make.
    fn difference_with_centres(&self, request: &Request<'_>) -> Result<CubeWithCentres, SolveError> {
        if self.model.family != Family::Supercube {
            return self.difference(request).map(|cube| CubeWithCentres { cube, quarters: None });
        }
        let unsolvable = |reason: &str| SolveError::Unsolvable(reason.to_string());
        let supercube = self.supercube.get_or_init(|| Supercube::new(&self.model.puzzle)).as_ref();
        let supercube = supercube.ok_or_else(|| unsolvable("its moves are not those of a supercube"))?;
        let to_solve = request
            .goals(self.model)
            .iter()
            .find_map(|goal| supercube.between(&request.position.state, goal))
            .ok_or_else(|| unsolvable("its pieces are not those of a supercube that has been rotated"))?;
        to_solve.cube.check_solvable().map_err(|reason| unsolvable(&reason.to_string()))?;
        match to_solve.quarters.is_none_or(|quarters| quarters.is_odd() == to_solve.cube.is_odd()) {
            true => Ok(to_solve),
            false => Err(unsolvable(
                "the centres need an odd number of quarter turns and the permutation of the corners is even, or vice versa",
            )),
        }
    }

    /// A short solution by two phases; `None` if a limit ended the search for one that turns the centres as they must be, and another
    /// engine follows.
    pub(super) fn by_two_phase(
        &self,
        plan: &Plan,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Option<Outcome<()>>, SolveError> {
        let goals = request.goals(self.model);
        let cube = self.difference_with_centres(request)?;
        let solver = match self.two_phase(request, control) {
            Ok(solver) => solver.with_threads(self.threads),
            Err(reason) => return Ok(Some(Outcome::LimitReached(reason))),
        };
        let mut fault = None;
        let mut limits = request.limits.clone();
        if request.improve {
            limits.max_solutions = None;
        }
        let mut told = |solution: &Solution| {
            let answer = Answer {
                turns: self.turns(&solution.moves),
                length: u64::from(solution.length()),
                engine: Engine::TwoPhase,
                optimal: solution.is_optimal(),
                lower_bound: solution.lower_bound,
                nodes: solution.nodes,
                derivation: solution.phases.map(Derivation::TwoPhase),
            };
            self.hand_out(request, &goals, answer, on_answer, &mut fault)
        };
        let end = solver.improve_with_centres(&cube, &limits, control, |solution| {
            let flow = told(solution);
            if request.improve { flow } else { ControlFlow::Break(()) }
        });
        let is_hurried = matches!(end, Outcome::LimitReached(StopReason::Time | StopReason::Nodes));
        if is_hurried && fault.is_none() && plan.fallback.is_some() && limits.max_length.is_none() {
            return Ok(None);
        }
        fault.map_or(Ok(Some(end.map(|_| ()))), Err)
    }

    /// Reports an answer that the referee accepts; if the referee rejects it, keeps the error and stops.
    fn hand_out(
        &self,
        request: &Request<'_>,
        goals: &[State],
        answer: Answer,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
        fault: &mut Option<SolveError>,
    ) -> ControlFlow<()> {
        match self.referee(request, goals, answer) {
            Ok(answer) => on_answer(answer),
            Err(rejected) => {
                *fault = Some(rejected);
                ControlFlow::Break(())
            }
        }
    }

    /// The turns of a solution found by the cube's own solvers.
    pub(super) fn turns(&self, moves: &[Move]) -> Vec<Turn> {
        moves.iter().filter_map(|m| self.model.puzzle.turn(&m.to_string())).collect()
    }

    /// The facelets of a state of a cube.
    pub(super) fn facelets(&self, state: &State) -> Result<String, SolveError> {
        let puzzle = &self.model.puzzle;
        let layout = self.model.facelets.as_ref();
        let layout = layout.ok_or_else(|| SolveError::Unsolvable("it has no facelets".into()))?;
        Ok(layout.write(puzzle.orbits(), puzzle.solved(), state))
    }

    /// The cubies of a state of the 3x3x3, relative to its centres.
    pub(super) fn cubies(&self, state: &State) -> Result<CubieCube, SolveError> {
        cubies::of_state(self.model, state).map_err(|fault| SolveError::Unsolvable(fault.to_string()))
    }

    /// On the 3x3x3, the usual name of the defect among cubers.
    pub(super) fn in_cube_words(&self, state: &State) -> Option<String> {
        (self.model.family == Family::Cube(3))
            .then(|| self.cubies(state).ok()?.check_solvable().err().map(|reason| reason.to_string()))
            .flatten()
    }
}
