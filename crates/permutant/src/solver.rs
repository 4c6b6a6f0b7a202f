//! Solving: the engine is chosen, works, and what it finds goes past the referee.
//!
//! Start at [`Solver`], [`Request`] and [`Answer`]. A solver belongs to one puzzle and keeps what it has built
//! (tables, compiled moves) for the next position; threads may share it.

use crate::model::{Family, Model};
use crate::position::Position;
use crate::strategy::{self, Choice, Engine, Method, Refusal, Wish};
use crate::tables::{self, InMemory, TableSource};
use crate::words::{PuzzleWords, WordEffort, WordsFault};
use permutant_cube::cubie::CubieCube;
use permutant_cube::moves::{Metric as CubeMetric, Move};
use permutant_cube::optimal::{HalfTurnSolver, Size};
use permutant_cube::pocket::{self, Pocket};
use permutant_cube::thistlethwaite::{PhasedSolution, Thistlethwaite};
use permutant_cube::{facelet, two_phase};
use permutant_group::StabilizerChain;
use permutant_puzzle::invariants::{Invariants, Violation};
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::points::Points;
use permutant_puzzle::replay::replay;
use permutant_puzzle::state::State;
use permutant_puzzle::transformation::Transformation;
use permutant_search::god::oracle::{NoOracle, Oracle};
use permutant_search::ida_star::IdaStar;
use permutant_search::limits::{Control, Limits, Outcome, StopReason};
use permutant_search::pruning::PruningTable;
use permutant_search::puzzle_space::{PuzzleSpace, SpaceFault};
use permutant_search::reachable::move_set::MoveSet;
use permutant_search::sequences::Sequences;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, OnceLock};

/// What is to be solved, and how.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// Where the pieces are.
    pub position: &'a Position,
    /// The position to reach instead of the solved one.
    pub target: Option<&'a State>,
    /// The method, or auto.
    pub method: Method,
    /// Whether only a proven shortest solution will do.
    pub optimal: bool,
    /// Whether to go on for shorter solutions until a limit is reached, where the engine can.
    pub improve: bool,
    /// What counts as a move.
    pub metric: Metric,
    /// The turns of solutions, with those that undo them; empty for those that suit the metric.
    pub turns: Vec<Turn>,
    /// What may be used up; one solution by default.
    pub limits: Limits,
}

impl<'a> Request<'a> {
    /// One solution, by the method that suits the puzzle, counted in half turns.
    pub fn new(position: &'a Position) -> Self {
        Request {
            position,
            target: None,
            method: Method::Auto,
            optimal: false,
            improve: false,
            metric: Metric::htm(),
            turns: Vec::new(),
            limits: Limits { max_solutions: Some(1), ..Limits::default() },
        }
    }
}

/// A solution that the referee passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The turns, in order.
    pub turns: Vec<Turn>,
    /// What they count in the metric.
    pub length: u64,
    /// Who found it.
    pub engine: Engine,
    /// Whether every shorter length was ruled out.
    pub optimal: bool,
    /// No solution is shorter than this.
    pub lower_bound: u32,
    /// States visited until it was found.
    pub nodes: u64,
}

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveFault {
    /// The method cannot do what was asked.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The puzzle cannot be searched as asked.
    #[error(transparent)]
    Space(#[from] SpaceFault),
    /// The puzzle has no words as asked.
    #[error(transparent)]
    Words(WordsFault),
    /// There is none, and why.
    #[error("the position cannot be solved: {0}")]
    Unsolvable(String),
    /// A limit was reached first.
    #[error("no solution: {0}")]
    Limit(StopReason),
    /// An engine found something that does not solve the position: a fault of this program.
    #[error("the solution found by the {0} engine was rejected by the referee: please report this position")]
    Rejected(Engine),
}

/// Solves positions of one puzzle.
#[derive(Debug)]
pub struct Solver<'m> {
    model: &'m Model,
    tables: &'m dyn TableSource,
    two_phase: OnceLock<two_phase::Solver>,
    thistlethwaite: OnceLock<Thistlethwaite>,
    optimal: Mutex<Option<Arc<HalfTurnSolver>>>,
    threads: usize,
    /// In half turns and in quarter turns.
    pockets: [OnceLock<Pocket>; 2],
    chain: OnceLock<Option<StabilizerChain>>,
    compiled: Mutex<Vec<Arc<Compiled>>>,
    words: Mutex<Vec<(Metric, Arc<PuzzleWords>)>>,
    oracles: Mutex<Vec<Counted>>,
}

/// A puzzle made ready for the general search, for one metric and one set of goals.
#[derive(Debug)]
struct Compiled {
    metric: Metric,
    turns: Vec<Turn>,
    goals: Vec<State>,
    space: PuzzleSpace,
    sequences: Sequences,
    table: Mutex<PruningTable>,
}

/// All distances from a goal in a metric; no oracle where there are too many states.
#[derive(Debug)]
struct Counted {
    metric: Metric,
    goal: State,
    oracle: Option<Arc<Oracle>>,
}

/// How many compiled goals are kept: a batch mostly has one.
const KEPT: usize = 8;
/// Most states whose distances are all counted for one solution: within a second.
const COUNTED_STATES: u64 = 1 << 24;
/// Nodes of the search that comes before words.
const QUICK_NODES: u64 = 300_000;
/// States of a beam, at first and at most.
const WIDTH: usize = 1000;
const MAX_WIDTH: usize = 1 << 17;
/// Largest degree for which a group is worked out to see whether a position can be solved: within a second.
const MAX_DEGREE: usize = 128;

impl<'m> Solver<'m> {
    /// A solver that has built nothing yet and keeps its tables in memory.
    pub fn new(model: &'m Model) -> Self {
        Solver::with_tables(model, &InMemory)
    }

    /// A solver that gets its tables from a source.
    pub fn with_tables(model: &'m Model, tables: &'m dyn TableSource) -> Self {
        Solver {
            model,
            tables,
            two_phase: OnceLock::new(),
            thistlethwaite: OnceLock::new(),
            optimal: Mutex::new(None),
            threads: 1,
            pockets: [OnceLock::new(), OnceLock::new()],
            chain: OnceLock::new(),
            compiled: Mutex::new(Vec::new()),
            words: Mutex::new(Vec::new()),
            oracles: Mutex::new(Vec::new()),
        }
    }

    /// The same with so many threads for each position, where the engine can use them. No answer depends on it.
    pub fn with_threads(self, threads: usize) -> Self {
        Solver { threads, ..self }
    }

    /// The engine that a request would get, and why.
    pub fn choose(&self, request: &Request<'_>) -> Result<Choice, SolveFault> {
        if !request.turns.is_empty() {
            let what = "leave moves out";
            return match request.method {
                Method::TwoPhase => Err(Refusal::Beyond(Engine::TwoPhase, what).into()),
                Method::Thistlethwaite => Err(Refusal::Beyond(Engine::Thistlethwaite, what).into()),
                Method::Words => Err(Refusal::BeyondWords(what).into()),
                _ => Ok(Choice {
                    engine: Engine::Search,
                    reason: "the general search is the engine that takes a part of the moves".into(),
                }),
            };
        }
        let wish = Wish {
            method: request.method,
            optimal: request.optimal,
            metric: &request.metric,
            limits: &request.limits,
            to_another: request.target.is_some() || request.position.goal.is_some(),
            pattern: request.position.goal.as_ref(),
        };
        let choice = strategy::choose(self.model, &wish)?;
        let is_optimal = matches!(request.method, Method::Auto | Method::Optimal);
        if choice.engine == Engine::Search && is_optimal && self.may_be_counted(request) {
            return Ok(Choice {
                engine: Engine::Distances,
                reason: "if it has few enough states, all distances are counted once and lead to a shortest \
                         solution; else the general search finds one"
                    .into(),
            });
        }
        Ok(choice)
    }

    /// Whether all distances may be there for one solution, as far as that can be told at once.
    fn may_be_counted(&self, request: &Request<'_>) -> bool {
        let Limits { max_solutions, min_length, max_nodes, .. } = request.limits;
        let rules = &self.model.puzzle.definition().restrictions;
        let ruled = rules.forbidden_pairs.len() + rules.forbidden_groups.len() + rules.move_limits.len() > 0;
        (max_solutions, min_length, max_nodes) == (Some(1), 0, None)
            && !ruled
            && !self.model.puzzle.is_restricted()
            && !strategy::is_large(self.model, request.position.goal.as_ref())
    }

    /// The first solution, without interruption.
    pub fn solve_one(&self, request: &Request<'_>) -> Result<Answer, SolveFault> {
        let mut first = None;
        let end = self.solve(request, &Control::new(), &mut |answer| {
            first = Some(answer);
            ControlFlow::Break(())
        })?;
        first.ok_or(match end {
            Outcome::LimitReached(reason) => SolveFault::Limit(reason),
            _ => SolveFault::Unsolvable("every sequence of moves was tried".into()),
        })
    }

    /// Solves: each solution is handed to `on_answer` as soon as it is known, until that breaks, as many as were
    /// wanted are found, or a limit is reached. With `improve`, each is shorter than the one before.
    ///
    /// [`Outcome::Found`] where solutions were wanted and found; [`Outcome::ProvenNone`] where there is none (or no
    /// further one); the limit otherwise.
    pub fn solve(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveFault> {
        match self.choose(request)?.engine {
            Engine::TwoPhase => self.by_two_phase(request, control, on_answer),
            Engine::Thistlethwaite => self.by_thistlethwaite(request, on_answer),
            Engine::Optimal => self.by_optimal(request, control, on_answer),
            Engine::Table => self.by_table(request, on_answer),
            Engine::Distances => self.by_distances(request, control, on_answer),
            Engine::Search => self.by_search(request, control, on_answer),
            Engine::Words => self.by_words(request, control, on_answer),
        }
    }

    /// The turns of a solution of the cube's own solvers.
    fn turns(&self, moves: &[Move]) -> Vec<Turn> {
        moves.iter().filter_map(|m| self.model.puzzle.turn(&m.to_string())).collect()
    }

    fn by_table(
        &self,
        request: &Request<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveFault> {
        let shown = self.facelets(&request.position.state)?;
        let unsolvable = |reason: String| SolveFault::Unsolvable(reason);
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
        };
        let _ = on_answer(self.referee(request, &self.goals(request), answer)?);
        Ok(Outcome::Found(()))
    }

    /// The states that count as reached.
    fn goals(&self, request: &Request<'_>) -> Vec<State> {
        let base = request.target.or(request.position.goal.as_ref()).unwrap_or(self.model.puzzle.solved());
        let turned = self.model.puzzle.rotations().iter().map(|rotation| base.after(rotation));
        turned.collect::<std::collections::BTreeSet<_>>().into_iter().collect()
    }

    /// Only what really leads to a goal is handed out.
    fn referee(&self, request: &Request<'_>, goals: &[State], answer: Answer) -> Result<Answer, SolveFault> {
        let end = replay(&self.model.puzzle, &request.position.state, &answer.turns, &request.metric);
        let reached = end.blocked_at.is_none() && goals.contains(&end.state) && end.length == answer.length;
        if reached { Ok(answer) } else { Err(SolveFault::Rejected(answer.engine)) }
    }

    /// The solution by Thistlethwaite's method, phase by phase.
    ///
    /// # Errors
    ///
    /// Why there is none: the method is refused where [`Solver::choose`] refuses it.
    pub fn phases(&self, request: &Request<'_>) -> Result<[Vec<Turn>; 4], SolveFault> {
        let asked = Request { method: Method::Thistlethwaite, ..request.clone() };
        self.choose(&asked)?;
        Ok(self.phased(request)?.phases.map(|moves| self.turns(&moves)))
    }

    fn phased(&self, request: &Request<'_>) -> Result<PhasedSolution, SolveFault> {
        if request.position.goal.is_some() {
            return Err(Refusal::Beyond(Engine::Thistlethwaite, "leave something out of the goal").into());
        }
        let cube = self.difference(request)?;
        let solution = self.thistlethwaite.get_or_init(Thistlethwaite::new).solve(&cube);
        solution.ok_or_else(|| SolveFault::Unsolvable("its cosets are outside the groups".into()))
    }

    fn by_thistlethwaite(
        &self,
        request: &Request<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveFault> {
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
        };
        let _ = on_answer(self.referee(request, &self.goals(request), answer)?);
        Ok(Outcome::Found(()))
    }

    fn by_optimal(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveFault> {
        let limits = &request.limits;
        let one = limits.max_solutions == Some(1) && limits.min_length == 0;
        let is_short = limits.max_length.is_some_and(|most| most <= two_phase::EXACT_LENGTH);
        if is_short && !one {
            // All that is asked for is quicker found without a table.
            return self.by_search(request, control, on_answer);
        }
        let cube = self.difference(request)?;
        let goals = self.goals(request);
        let mut fault = None;
        let mut told = |solution: &two_phase::Solution| {
            let answer = Answer {
                turns: self.turns(&solution.moves),
                length: u64::from(solution.length()),
                engine: Engine::Optimal,
                optimal: solution.is_optimal(),
                lower_bound: solution.lower_bound,
                nodes: solution.nodes,
            };
            match self.referee(request, &goals, answer) {
                Ok(answer) => on_answer(answer),
                Err(rejected) => {
                    fault = Some(rejected);
                    ControlFlow::Break(())
                }
            }
        };
        let mut limits = limits.clone();
        if one {
            // Cubes that are nearly solved need no table: the two-phase solver has all short solutions.
            let most = limits.max_length.unwrap_or(two_phase::EXACT_LENGTH).min(two_phase::EXACT_LENGTH);
            let near = Limits { max_length: Some(most), ..limits.clone() };
            match self.two_phase.get_or_init(two_phase::Solver::new).solve(&cube, &near, control) {
                Outcome::Found(solution) => {
                    let _ = told(&solution);
                    return fault.map_or(Ok(Outcome::Found(())), Err);
                }
                Outcome::LimitReached(StopReason::Length) if !is_short => limits.min_length = most + 1,
                end => return Ok(end.map(|_| ())),
            }
        }
        let solver = match self.optimal(limits.max_memory, control) {
            Ok(solver) => solver,
            Err(reason) => return Ok(Outcome::LimitReached(reason)),
        };
        let end = solver.solve(&cube, &limits, control, &mut told);
        fault.map_or(Ok(end), Err)
    }

    /// The optimal solver with the largest table that the memory allows: one that is there, or one that can be built.
    fn optimal(&self, max_memory: u64, control: &Control<'_>) -> Result<Arc<HalfTurnSolver>, StopReason> {
        let mut kept = self.optimal.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(solver) = kept.as_ref().filter(|solver| solver.size().bytes() as u64 <= max_memory) {
            return Ok(Arc::clone(solver));
        }
        let fits = |table: &tables::Table, size: Size| {
            table.bytes_to_build() <= max_memory
                || (size.bytes() as u64 <= max_memory && self.tables.has(&table.description()))
        };
        let (table, size) =
            tables::optimal().rev().find(|(table, size)| fits(table, *size)).ok_or(StopReason::Memory)?;
        let mut stopped = None;
        let memory = self.tables.memory(&table.description(), &mut || {
            table.build(self.threads, control).map_err(|reason| stopped = Some(reason)).ok()
        });
        let memory = memory.ok_or(stopped.unwrap_or(StopReason::Cancelled))?;
        // A source that hands out something else has no table that fits.
        let solver = HalfTurnSolver::new(size, memory, self.threads).map_err(|_| StopReason::Memory)?;
        let solver = Arc::new(solver);
        *kept = Some(Arc::clone(&solver));
        Ok(solver)
    }

    /// The cube whose solutions lead from the position to its target.
    fn difference(&self, request: &Request<'_>) -> Result<CubieCube, SolveFault> {
        let start = self.cubies(&request.position.state)?;
        let target = request.target.map(|target| self.cubies(target)).transpose()?;
        let cube = target.map_or(start, |target| target.inverse().then(&start));
        cube.check_solvable().map_err(|reason| SolveFault::Unsolvable(reason.to_string()))?;
        Ok(cube)
    }

    fn by_two_phase(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveFault> {
        let goals = self.goals(request);
        let cube = self.difference(request)?;
        let solver = self.two_phase.get_or_init(two_phase::Solver::new);
        let mut fault = None;
        let mut limits = request.limits.clone();
        if request.improve {
            limits.max_solutions = None;
        }
        let mut told = |solution: &two_phase::Solution| {
            let answer = Answer {
                turns: self.turns(&solution.moves),
                length: u64::from(solution.length()),
                engine: Engine::TwoPhase,
                optimal: solution.is_optimal(),
                lower_bound: solution.lower_bound,
                nodes: solution.nodes,
            };
            match self.referee(request, &goals, answer) {
                Ok(answer) => on_answer(answer),
                Err(rejected) => {
                    fault = Some(rejected);
                    ControlFlow::Break(())
                }
            }
        };
        let end = if request.improve {
            solver.improve(&cube, &limits, control, &mut told)
        } else {
            let end = solver.solve(&cube, &limits, control);
            if let Outcome::Found(solution) = &end {
                let _ = told(solution);
            }
            end
        };
        fault.map_or(Ok(end.map(|_| ())), Err)
    }

    /// The facelets of a state of a cube.
    fn facelets(&self, state: &State) -> Result<String, SolveFault> {
        let puzzle = &self.model.puzzle;
        let layout = self.model.facelets.as_ref();
        let layout = layout.ok_or_else(|| SolveFault::Unsolvable("it has no facelets".into()))?;
        Ok(layout.write(puzzle.orbits(), puzzle.solved(), state))
    }

    /// The cubies of a state of the 3x3x3, seen from its centres.
    fn cubies(&self, state: &State) -> Result<CubieCube, SolveFault> {
        facelet::read(&self.facelets(state)?).map_err(|fault| SolveFault::Unsolvable(fault.to_string()))
    }

    fn by_search(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveFault> {
        let puzzle = &self.model.puzzle;
        PuzzleSpace::check_size(puzzle)?;
        let turns = match &request.turns[..] {
            [] => puzzle.search_turns(&request.metric),
            some => some.to_vec(),
        };
        let start = &request.position.state;
        let goals = self.reachable_goals(request, &turns)?;
        self.check_membership(start, &goals[0], &request.turns)?;
        // Of a big cube, making ready takes seconds.
        if let Some(reason) = control.interrupted() {
            return Ok(Outcome::LimitReached(reason));
        }
        let compiled = self.compiled(request, &turns, goals)?;
        let packed = compiled.space.pack(puzzle, start, &compiled.goals[0])?;
        // A thread that panicked while it held the table would leave whole levels only.
        let mut table = compiled.table.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let Compiled { space, sequences, .. } = &*compiled;
        let search = IdaStar::new(space, sequences, &mut table, &packed, &request.limits, *control);
        let mut search = search.with_threads(self.threads);
        while let Some(solution) = search.next() {
            let turns = solution.moves.iter().flat_map(|&m| space.turns(m).iter().cloned()).collect();
            let answer = Answer {
                turns,
                length: u64::from(solution.cost),
                engine: Engine::Search,
                optimal: request.limits.min_length == 0 && search.least() == Some(solution.cost),
                lower_bound: search.least().filter(|_| request.limits.min_length == 0).unwrap_or(0),
                nodes: search.nodes(),
            };
            if on_answer(self.referee(request, &compiled.goals, answer)?).is_break() {
                return Ok(Outcome::Found(()));
            }
        }
        Ok(search.end().cloned().unwrap_or(Outcome::Found(())))
    }

    /// A walk down the distances of all states, or a search where there are too many.
    fn by_distances(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveFault> {
        let goals = self.reachable_goals(request, &self.model.puzzle.search_turns(&request.metric))?;
        let oracle = match &goals[..] {
            [goal] => self.oracle(request, goal, control)?,
            _ => None,
        };
        let Some(oracle) = oracle else { return self.by_search(request, control, on_answer) };
        let start = &request.position.state;
        let turns = oracle.solution(start).ok_or_else(|| {
            SolveFault::Unsolvable("all states that can be reached were counted; it is not among them".into())
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
    fn oracle(
        &self,
        request: &Request<'_>,
        goal: &State,
        control: &Control<'_>,
    ) -> Result<Option<Arc<Oracle>>, SolveFault> {
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
                    Err(NoOracle::Stopped(reason)) => return Err(SolveFault::Limit(reason)),
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

    /// The goals that no invariant keeps the position from, at least one.
    fn reachable_goals(&self, request: &Request<'_>, turns: &[Turn]) -> Result<Vec<State>, SolveFault> {
        let moves = turns.iter().map(Turn::transformation).collect();
        let invariants = Invariants::new(self.model.puzzle.orbits(), moves);
        let start = &request.position.state;
        let (mut goals, mut violations) = (Vec::new(), Vec::new());
        for goal in self.goals(request) {
            match invariants.violation(start, &goal) {
                None => goals.push(goal),
                Some(violation) => violations.push(violation),
            }
        }
        if goals.is_empty() {
            // Of the reasons for each way to hold the puzzle, one that is not about how it is held.
            let out_of_reach = |violation: &Violation| matches!(violation, Violation::OutOfReach { .. });
            violations.sort_by_key(out_of_reach);
            let reason = violations.first().map(ToString::to_string).unwrap_or_default();
            return Err(SolveFault::Unsolvable(self.in_cube_words(start).unwrap_or(reason)));
        }
        Ok(goals)
    }

    /// A short solution by words; where the method is not named, a quick search may find a shortest one first.
    fn by_words(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveFault> {
        let start = &request.position.state;
        let goals = self.reachable_goals(request, &self.model.puzzle.search_turns(&request.metric))?;
        if request.method == Method::Auto {
            let quick = Limits { max_nodes: Some(QUICK_NODES), ..request.limits.clone() };
            let quick = Request { limits: quick, ..request.clone() };
            match self.by_search(&quick, control, on_answer) {
                // What a search cannot follow, words may.
                Ok(Outcome::LimitReached(StopReason::Nodes | StopReason::Memory))
                | Err(SolveFault::Space(_)) => {}
                end => return end,
            }
        }
        let words = match self.words(request, control) {
            Err(SolveFault::Words(_)) if request.method == Method::Auto => {
                return self.by_search(request, control, on_answer);
            }
            words => words?,
        };
        let outside = |fault| match fault {
            WordsFault::Outside(reason) => SolveFault::Unsolvable(reason),
            WordsFault::Stopped(reason) => SolveFault::Limit(reason),
            other => SolveFault::Words(other),
        };
        // The goal that looks nearest; where pieces look alike, looking at them all takes a second.
        let all = request.improve || words.tells_apart(start, &goals[0]);
        let looked_at = if all { goals.len() } else { 1 };
        let mut nearest: Option<(u64, &State, Vec<Turn>)> = None;
        let mut fault = None;
        for goal in &goals[..looked_at] {
            if nearest.is_some() && control.interrupted().is_some() {
                break;
            }
            match words.solution(start, goal, WordEffort::Table, control) {
                Ok(turns) => {
                    let length = request.metric.length(&turns);
                    if nearest.as_ref().is_none_or(|(least, ..)| length < *least) {
                        nearest = Some((length, goal, turns));
                    }
                }
                Err(other) => fault = Some(other),
            }
        }
        let Some((mut length, goal, mut turns)) = nearest else {
            return Err(fault.map_or_else(|| SolveFault::Unsolvable("there is no goal".into()), outside));
        };
        let mut width = WIDTH;
        let most = request.limits.max_length.map_or(u64::MAX, u64::from);
        loop {
            let shorter = words.solution(start, goal, WordEffort::Beam(width), control).map_err(outside)?;
            let better = request.metric.length(&shorter) < length;
            if better {
                (length, turns) = (request.metric.length(&shorter), shorter);
            }
            let last = !request.improve || control.interrupted().is_some() || width >= MAX_WIDTH;
            if length <= most && (better || last) {
                let lower_bound = u32::from(length > 0);
                let answer = Answer {
                    optimal: length == u64::from(lower_bound),
                    turns: turns.clone(),
                    length,
                    engine: Engine::Words,
                    lower_bound,
                    nodes: width as u64,
                };
                if on_answer(self.referee(request, &goals, answer)?).is_break() {
                    return Ok(Outcome::Found(()));
                }
            }
            if last {
                break;
            }
            width *= 2;
        }
        Ok(if length <= most { Outcome::Found(()) } else { Outcome::LimitReached(StopReason::Length) })
    }

    fn words(&self, request: &Request<'_>, control: &Control<'_>) -> Result<Arc<PuzzleWords>, SolveFault> {
        let mut kept = self.words.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((_, words)) = kept.iter().find(|(metric, _)| *metric == request.metric) {
            return Ok(Arc::clone(words));
        }
        let memory = usize::try_from(request.limits.max_memory).unwrap_or(usize::MAX);
        let words = PuzzleWords::new(&self.model.puzzle, &request.metric, memory, self.tables, control);
        let words = Arc::new(words.map_err(|fault| match fault {
            WordsFault::Stopped(reason) => SolveFault::Limit(reason),
            other => SolveFault::Words(other),
        })?);
        kept.push((request.metric.clone(), Arc::clone(&words)));
        Ok(words)
    }

    /// On the 3x3x3, what cubers call the fault.
    fn in_cube_words(&self, state: &State) -> Option<String> {
        (self.model.family == Family::Cube(3))
            .then(|| self.cubies(state).ok()?.check_solvable().err().map(|reason| reason.to_string()))
            .flatten()
    }

    /// Asks the group of the puzzle, for a definition of the user's whose pieces are told apart, or the group of some
    /// of the turns: invariants alone are no proof there.
    fn check_membership(&self, start: &State, goal: &State, some: &[Turn]) -> Result<(), SolveFault> {
        let puzzle = &self.model.puzzle;
        if self.model.family != Family::Defined && some.is_empty() || puzzle.is_restricted() {
            return Ok(());
        }
        let Some(points) = Points::new(puzzle.orbits()).filter(|points| points.degree() <= MAX_DEGREE) else {
            return Ok(());
        };
        let Some(difference) = points.between(start, goal) else { return Ok(()) };
        let difference = points.permutation(&difference);
        let chain = |turns: &mut dyn Iterator<Item = Transformation>| {
            let generators: Vec<_> = turns.map(|turn| points.permutation(&turn)).collect();
            let mut rng = ChaCha8Rng::seed_from_u64(0);
            (!generators.is_empty()).then(|| StabilizerChain::new(&generators, &mut rng))
        };
        let of_some;
        let chain = if some.is_empty() {
            let bases = || chain(&mut puzzle.generators().map(|base| base.transformation.clone()));
            self.chain.get_or_init(bases)
        } else {
            of_some = chain(&mut some.iter().map(Turn::transformation));
            &of_some
        };
        let Some(chain) = chain else { return Ok(()) };
        chain.sift(&difference).map_err(|fault| {
            let of = if some.is_empty() { "the puzzle" } else { "these moves" };
            SolveFault::Unsolvable(format!("it is outside the group of {of} ({fault})"))
        })
    }

    fn compiled(
        &self,
        request: &Request<'_>,
        turns: &[Turn],
        goals: Vec<State>,
    ) -> Result<Arc<Compiled>, SolveFault> {
        let mut kept = self.compiled.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(found) =
            kept.iter().find(|one| one.metric == request.metric && one.goals == goals && one.turns == turns)
        {
            return Ok(Arc::clone(found));
        }
        let space = PuzzleSpace::new(&self.model.puzzle, turns, &request.metric, &goals)?;
        let space = space.with_symmetry(&self.model.puzzle, turns, &goals);
        let sequences = Sequences::new(&space);
        let table = Mutex::new(PruningTable::new(&space, request.limits.max_memory / 2));
        let compiled = Arc::new(Compiled {
            metric: request.metric.clone(),
            turns: turns.to_vec(),
            goals,
            space,
            sequences,
            table,
        });
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push(Arc::clone(&compiled));
        Ok(compiled)
    }
}
