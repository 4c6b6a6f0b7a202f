//! Solving one state of a set: by the engine for its puzzle, with every answer replayed by the referee.
//!
//! Start at [`Case`], a puzzle with a goal, and [`Case::attempt`].

use super::alphabet::{Alphabet, Step};
use super::cube::ListedCube;
use super::general::General;
use super::globe::ListedGlobe;
use super::label_beam;
use super::referee::Referee;
use super::set::{PuzzleSet, Task};
use super::tetraminx::ListedTetraminx;
use super::wreath::ListedWreath;
use crate::engine::Engine;
use crate::position::Position;
use crate::solver::{Preparation, Request, SolveError, Solver};
use crate::tables::TableSource;
use permutant_nxn::model::turn::Turn as LayerTurn;
use permutant_nxn::reduction::solver::Reduced;
use permutant_others::tetraminx;
use permutant_puzzle::metric::Metric;
use permutant_search::limits::{Control, Limits, Outcome, StopReason};
use std::ops::ControlFlow;

/// An answer that the referee accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAnswer {
    /// The names of its moves.
    pub moves: Vec<String>,
    /// The engine that found it; `None` if nothing had to be done.
    pub engine: Option<Engine>,
    /// No solution is shorter than this.
    pub lower_bound: u32,
}

impl SetAnswer {
    /// The number of its moves.
    pub fn length(&self) -> usize {
        self.moves.len()
    }

    /// Whether no solution is shorter.
    pub fn is_shortest(&self) -> bool {
        self.length() == self.lower_bound as usize
    }
}

/// How the work on a state ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It has an answer.
    Answered,
    /// There is none, for this reason.
    Unsolvable(String),
    /// None was found, for this reason.
    Nothing(String),
}

/// The limits of one attempt.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowed<'a> {
    pub(super) control: Control<'a>,
    pub(super) max_memory: u64,
    /// Whether to search for shorter answers until the time is up.
    pub(super) improve: bool,
    /// Whether the first answer is needed, however long it takes.
    pub(super) is_first: bool,
    /// Tables are built if one core does that in so many seconds.
    pub(super) seconds_to_build: u64,
}

/// A puzzle with a goal, prepared for its engine.
#[derive(Debug)]
pub(super) struct Case<'s> {
    alphabet: Alphabet,
    referee: Referee<'s>,
    cube: Option<ListedCube>,
    globe: Option<ListedGlobe>,
    wreath: Option<ListedWreath>,
    tetraminx: Option<ListedTetraminx>,
    general: General,
}

/// The solvers of a case, and what they keep from one state to the next.
#[derive(Debug)]
pub(super) struct Solvers<'c> {
    cube: Option<Solver<'c>>,
    general: Solver<'c>,
}

impl<'s> Case<'s> {
    /// The puzzle of a state with its goal; the reason if no engine takes it.
    pub(super) fn new(set: &'s PuzzleSet, task: &Task) -> Result<Self, String> {
        let puzzle = &set.puzzles[task.puzzle];
        let alphabet = Alphabet::new(puzzle);
        let general = General::new(&puzzle.name, &alphabet, &task.goal).map_err(|fault| fault.to_string())?;
        let cube = ListedCube::of(&alphabet);
        let globe = ListedGlobe::of(&alphabet);
        let wreath = ListedWreath::of(&alphabet);
        let tetraminx = ListedTetraminx::of(&alphabet);
        Ok(Case { alphabet, referee: Referee::new(puzzle), cube, globe, wreath, tetraminx, general })
    }

    /// What the puzzle was recognised as.
    pub(super) fn recognised(&self) -> String {
        if let Some(cube) = &self.cube {
            return format!("a cube, {0}x{0}x{0}", cube.size());
        }
        if let Some(globe) = &self.globe {
            let (rows, half) = globe.size();
            return format!("a globe, {rows}/{half}");
        }
        if let Some(wreath) = &self.wreath {
            let [one, other] = wreath.lengths();
            return format!("a wreath, {one}/{other}");
        }
        if self.tetraminx.is_some() {
            return "a professor tetraminx".into();
        }
        let count = self.alphabet.letters.len();
        format!("a puzzle of {count} move{}, for the general engines", if count == 1 { "" } else { "s" })
    }

    /// Solvers that have built nothing yet, and build tables on so many threads.
    pub(super) fn solvers<'c>(&'c self, tables: &'c dyn TableSource, threads: usize) -> Solvers<'c> {
        let solver = |model| Solver::with_tables(model, tables).with_build_threads(threads);
        Solvers {
            cube: self.cube.as_ref().map(|cube| solver(&cube.model)),
            general: solver(&self.general.model),
        }
    }

    /// Solves a state; no answer is longer than those before.
    pub(super) fn attempt(
        &self,
        solvers: &Solvers<'_>,
        task: &Task,
        allowed: &Allowed<'_>,
        on_answer: &mut dyn FnMut(SetAnswer) -> ControlFlow<()>,
    ) -> Ending {
        let mut told = Told { case: self, task, least: None, on_answer };
        let at_once = told.tell(&[], None, 0);
        if told.least.is_some() || at_once.is_break() {
            return Ending::Answered;
        }
        let (mut held, mut aim) = (task.start.clone(), task.goal.clone());
        held.sort_unstable();
        aim.sort_unstable();
        if held != aim {
            let reason = "its labels are not those of the solved state".to_string();
            return if task.wildcards == 0 { Ending::Unsolvable(reason) } else { Ending::Nothing(reason) };
        }
        if let (Some(cube), Some(solver)) = (&self.cube, &solvers.cube) {
            let mut end = by_cube(cube, solver, task, false, allowed, &mut told);
            if matches!(end, Err(SolveError::Unsolvable(_))) {
                end = by_cube(cube, solver, task, true, allowed, &mut told);
            }
            if told.least.is_some() {
                return Ending::Answered;
            }
            if cube.size() > LARGEST_BESIDE || allowed.control.interrupted().is_some() {
                let reason =
                    end.err().map_or("no way to turn its centres is known".into(), |fault| fault.to_string());
                return Ending::Nothing(reason);
            }
        }
        if let Some(globe) = &self.globe {
            let width = (GLOBE_WORK / task.start.len().pow(2)).clamp(4, 32);
            let mut found = None;
            let first = Allowed { improve: false, ..*allowed };
            by_beams(width, &first, &mut told, &mut |width, _, control| {
                let steps = globe.solve(task, width, control)?;
                found = Some((steps.clone(), width));
                Some(steps)
            });
            if let Some((steps, width)) = found.filter(|_| allowed.improve) {
                let mut on_shorter = |steps: Vec<Step>| told.tell(&steps, Some(Engine::Beam), 0);
                globe.improve(task, (&steps, width), &allowed.control, &mut on_shorter);
            }
            if told.least.is_some() && !allowed.improve && task.start.len() > FEW_PLACES {
                return Ending::Answered;
            }
        }
        if let Some(wreath) = self.wreath.as_ref().filter(|_| task.start.len() > FEW_PLACES) {
            let width = (WREATH_WORK / task.start.len().pow(2)).clamp(16, 2048);
            by_beams(width, allowed, &mut told, &mut |width, most, control| {
                wreath.solve(task, width, most, control)
            });
            if told.least.is_some() && !allowed.improve {
                return Ending::Answered;
            }
        }
        if let Some((tetraminx, position)) =
            self.tetraminx.as_ref().and_then(|of| Some((of, of.position(task)?)))
        {
            by_tetraminx(tetraminx, &position, &solvers.general, allowed, &mut told);
            if told.least.is_some() {
                return Ending::Answered;
            }
        }
        if label_beam::suits(&self.alphabet, task) {
            by_beams(LABEL_WIDTH, allowed, &mut told, &mut |width, most, control| {
                label_beam::solve(&self.alphabet, task, width, most, control)
            });
            if told.least.is_some() && !allowed.improve && task.start.len() > FEW_PLACES {
                return Ending::Answered;
            }
        }
        let mut end = self.by_general(&solvers.general, task, allowed, &mut told);
        let is_late = allowed.control.interrupted() == Some(StopReason::Time);
        if allowed.is_first
            && told.least.is_none()
            && is_late
            && !matches!(end, Err(SolveError::Unsolvable(_)))
        {
            // Any answer is better than none, and words that are made now are there for the next state.
            let without = Allowed { control: allowed.control.without_deadline(), improve: false, ..*allowed };
            end = self.by_general(&solvers.general, task, &without, &mut told);
        }
        match (told.least, end) {
            (Some(_), _) => Ending::Answered,
            (None, Err(SolveError::Unsolvable(reason))) if task.wildcards == 0 => Ending::Unsolvable(reason),
            (None, Err(fault)) => Ending::Nothing(fault.to_string()),
            (None, Ok(Outcome::LimitReached(reason))) => Ending::Nothing(reason.to_string()),
            (None, Ok(_)) => Ending::Nothing("no engine found an answer".into()),
        }
    }

    /// Solves a state by the engines for any puzzle.
    fn by_general(
        &self,
        solver: &Solver<'_>,
        task: &Task,
        allowed: &Allowed<'_>,
        told: &mut Told<'_, '_>,
    ) -> Result<Outcome<()>, SolveError> {
        let state = self.general.state(&task.start).ok_or_else(|| {
            SolveError::Unsolvable("its labels do not make up the pieces of the solved state".into())
        })?;
        let position = Position::new(state);
        let request = Request {
            improve: allowed.improve,
            preparation: Preparation::Load,
            // Every list counts 1, and doing it twice counts 2.
            metric: Metric::qtm(),
            limits: Limits { max_solutions: Some(1), max_memory: allowed.max_memory, ..Limits::default() },
            ..Request::new(&position)
        };
        solver.solve(&request, &allowed.control, &mut |answer| {
            let Some(steps) = self.general.steps(&answer.turns) else { return ControlFlow::Continue(()) };
            told.tell(&steps, Some(answer.engine), answer.lower_bound)
        })
    }
}

/// The number of places up to which a general search is likely to find a shortest answer soon.
const FEW_PLACES: usize = 32;

/// States that the first beam by labels keeps on each level.
const LABEL_WIDTH: usize = 1 << 12;

/// Words that the first beam for a globe keeps, times the square of the number of places.
const GLOBE_WORK: usize = 1 << 23;

/// Words that the first beam for a wreath keeps on each level, times the square of the number of places.
const WREATH_WORK: usize = 3 << 20;

/// The number of steps after which a beam by labels is given up, or one for a wreath.
const MOST_STEPS: usize = 1000;

/// The greatest size of a cube that takes fewer turns by reduction than by insertion.
const LARGEST_REDUCED: usize = 4;

/// The greatest size of a cube for which engines for any puzzle take over where the solvers of cubes find nothing.
const LARGEST_BESIDE: usize = 7;

/// A beam of some width, for an answer of fewer than some number of steps.
type Beam<'b> = dyn FnMut(usize, usize, &Control<'_>) -> Option<Vec<Step>> + 'b;

/// Solves a state by beams of increasing width, until one finds an answer or, if shorter ones are wanted, as long as it takes.
fn by_beams(first: usize, allowed: &Allowed<'_>, told: &mut Told<'_, '_>, beam: &mut Beam<'_>) {
    for width in (0..=5).map(|times| first << times) {
        let most = told.least.unwrap_or(MOST_STEPS);
        // The first beam takes seconds: it is made however little time there is.
        let is_first = allowed.is_first && width == first;
        let control = if is_first { allowed.control.without_deadline() } else { allowed.control };
        let flow = beam(width, most, &control).map(|steps| told.tell(&steps, Some(Engine::Beam), 0));
        let is_over = told.least.is_some() && !allowed.improve || flow.is_some_and(|flow| flow.is_break());
        if is_over || allowed.control.interrupted().is_some() {
            break;
        }
    }
}

/// Solves a state of a professor tetraminx by its solver, if there are tables for it or time to build them.
fn by_tetraminx(
    tetraminx: &ListedTetraminx,
    position: &tetraminx::Position,
    solver: &Solver<'_>,
    allowed: &Allowed<'_>,
    told: &mut Told<'_, '_>,
) {
    let in_general = Position::new(told.case.general.model.puzzle.solved().clone());
    let request = Request {
        preparation: Preparation::Load,
        builds: !allowed.improve || allowed.seconds_to_build > 0,
        limits: Limits { max_memory: allowed.max_memory, ..Limits::default() },
        ..Request::new(&in_general)
    };
    // The tables serve all states, and the first answer takes seconds: both are made however little time there is for this one.
    let patient = allowed.control.without_deadline();
    let Ok(Some(solver)) = solver.tetraminx(&request, &patient) else { return };
    let mut by = |control: &Control<'_>, improve: bool| {
        let most = told.least.unwrap_or(MOST_STEPS);
        let _ = solver.improve(position, &ListedTetraminx::looks(), most, control, &mut |turns| {
            let flow =
                told.tell(&tetraminx.steps(turns), Some(Engine::Tetraminx), u32::from(!turns.is_empty()));
            if improve { flow } else { ControlFlow::Break(()) }
        });
        told.least.is_some()
    };
    if !by(&allowed.control, allowed.improve) && allowed.is_first {
        by(&patient, false);
    }
}

/// Solves a state of a cube by its solvers.
fn by_cube(
    cube: &ListedCube,
    solver: &Solver<'_>,
    task: &Task,
    exchanged: bool,
    allowed: &Allowed<'_>,
    told: &mut Told<'_, '_>,
) -> Result<(), SolveError> {
    let start = cube
        .start(task, exchanged)
        .ok_or_else(|| SolveError::Unsolvable("its pieces are not those of the goal".into()))?;
    let request = Request {
        improve: allowed.improve,
        preparation: Preparation::Load,
        builds: allowed.seconds_to_build > 0,
        metric: if cube.size() == 3 { Metric::sqtm() } else { Metric::qtm() },
        limits: Limits { max_solutions: Some(1), max_memory: allowed.max_memory, ..Limits::default() },
        ..Request::new(&start.position)
    };
    if cube.size() > 3 {
        let [from, to] = cube.labels(task);
        // Reduction solves by colours, and puts centres that differ within a face right at the end. Which sticker of a corner or a wing has
        // which place is not known, so those tell nothing.
        let (size, inner) = (cube.size(), 1..cube.size() - 1);
        let is_centre = |at: &usize| inner.contains(&(at / size)) && inner.contains(&(at % size));
        let has_plain_faces = to
            .chunks(size * size)
            .all(|face| (0..face.len()).filter(is_centre).all(|at| face[at] == face[size + 1]));
        let is_inserted = cube.size() > LARGEST_REDUCED || !has_plain_faces;
        let improve = allowed.improve && is_inserted;
        let mut on_turns =
            |turns: &[LayerTurn]| told.tell(&cube.steps_of_layers(turns), Some(Engine::Reduction), 1);
        // The first answer takes seconds: it is found however little time there is.
        let patient = allowed.control.without_deadline();
        let controls = [if allowed.is_first { &patient } else { &allowed.control }, &allowed.control];
        solver.inserted(&start.stickers, (&from, &to), task.wildcards, improve, controls, &mut on_turns)?;
        if told.least.is_some() && (cube.size() > LARGEST_REDUCED || improve) {
            return Ok(());
        }
        let mut on_reduced = |reduced: &Reduced| {
            let Some(mut steps) = cube.steps(&start, &reduced.turns) else {
                return ControlFlow::Continue(());
            };
            let mut end = task.start.clone();
            steps.iter().for_each(|&step| told.case.alphabet.make(step, &mut end));
            // Where centres have labels of their own, they are not yet in place.
            if end != task.goal {
                steps.extend(cube.centre_steps(&end, &task.goal, &allowed.control).unwrap_or_default());
            }
            told.tell(&steps, Some(Engine::Reduction), 1)
        };
        return solver.reductions_in_quarters(
            &start.stickers,
            &request,
            allowed.seconds_to_build,
            &allowed.control,
            &mut on_reduced,
        );
    }
    solver.solve(&request, &allowed.control, &mut |answer| {
        let steps = cube.layers(&answer.turns).and_then(|turns| cube.steps(&start, &turns));
        let Some(steps) = steps else { return ControlFlow::Continue(()) };
        // On the 2x2x2, turns of opposite layers are the same but for how the cube is held.
        let lower_bound = if cube.size() == 2 { answer.lower_bound } else { u32::from(!steps.is_empty()) };
        told.tell(&steps, Some(answer.engine), lower_bound)
    })?;
    Ok(())
}

/// Hands out answers that are no longer than those before.
struct Told<'a, 'c> {
    case: &'a Case<'c>,
    task: &'a Task,
    least: Option<usize>,
    on_answer: &'a mut dyn FnMut(SetAnswer) -> ControlFlow<()>,
}

impl Told<'_, '_> {
    /// Hands out the answer that these steps begin with, if it is one and shorter.
    fn tell(&mut self, steps: &[Step], engine: Option<Engine>, lower_bound: u32) -> ControlFlow<()> {
        let case = self.case;
        let Some(length) = self.shortest_beginning(steps) else { return ControlFlow::Continue(()) };
        let moves = case.alphabet.names(&steps[..length]);
        let is_solved = case.referee.replay(self.task, &moves).is_ok_and(|end| end.is_solved);
        if !is_solved || self.least.is_some_and(|least| least < length) {
            return ControlFlow::Continue(());
        }
        self.least = Some(length);
        // With places that may differ, a bound on solutions of all places says nothing, except that there is something to do.
        let lower_bound = if self.task.wildcards == 0 { lower_bound } else { u32::from(length > 0) };
        (self.on_answer)(SetAnswer { moves, engine, lower_bound })
    }

    /// The number of steps after which the state is solved but for the places that may differ.
    fn shortest_beginning(&self, steps: &[Step]) -> Option<usize> {
        let task = self.task;
        let is_solved = |state: &[u16]| task.wrong(state) <= task.wildcards;
        let mut state = task.start.clone();
        for (made, &step) in steps.iter().enumerate() {
            if is_solved(&state) {
                return Some(made);
            }
            self.case.alphabet.make(step, &mut state);
        }
        is_solved(&state).then_some(steps.len())
    }
}
