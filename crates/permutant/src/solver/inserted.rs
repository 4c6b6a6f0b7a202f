//! Solutions of puzzles of many pieces by insertion: some sets of pieces are solved first, and 3-cycles of the others are inserted into
//! each of their solutions. Where no set can be solved first, the pieces are brought home by 3-cycles alone.

use super::kept::Solver;
use super::reduction;
use super::request::{Answer, Request, SolveError};
use super::shorter::Shorter;
use crate::engine::Engine;
use crate::model::{Family, Model};
use crate::position::Position;
use permutant_analysis::group::words::{InsertedWords, WordsError};
use permutant_nxn::reduction::solver::Reduced;
use permutant_puzzle::definition::{Action, Definition, Generator, Role};
use permutant_puzzle::moves::Turn;
use permutant_puzzle::points::Points;
use permutant_puzzle::puzzle_error::PuzzleError;
use permutant_puzzle::state::State;
use permutant_puzzle::transformation::Transformation;
use permutant_search::limits::{Control, Outcome, StopReason};
use permutant_search::phases::{Wanted, Which};
use std::ops::ControlFlow;

/// Puzzles of more points take minutes.
const MOST_POINTS: usize = 700;

/// The phases of larger puzzles leave half of the moves, and nothing is gained: three teraminxes take 6653 turns with them, 6635 without.
const MOST_FOR_PHASES: usize = 400;

/// Ends that each phase keeps, in the first round; each round doubles them, up to a maximum. Each has a chain of phases of its own.
const FEWEST_ENDS: usize = 1 << 8;
const MOST_ENDS: usize = 1 << 10;
const ROUNDS: usize = 16;

/// What a puzzle needs for insertion.
const NEEDS: &str = "moves that are always possible, and short sequences that cycle three pieces";

impl Solver<'_> {
    /// Solutions by insertion alone: of a cube into its corners and middle edges, of another puzzle into some sets of pieces.
    pub(super) fn by_insertion(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        let (improve, is_cube) = (request.improve, matches!(self.model.family, Family::Cube(4..)));
        let goals = match is_cube {
            true => request.goals(self.model),
            false => self.reachable_goals(request, &self.model.puzzle.solution_turns(&request.metric))?,
        };
        let mut told = Shorter::new(self, request, &goals, on_answer);
        if is_cube {
            self.by_insertion_into_cube(request, control, &mut told)?;
        } else {
            if improve {
                self.by_cycles(request, Engine::Insertion, control, &mut told)?;
            }
            if let Some(insertion) = self.insertion(request, &goals[0], control)? {
                let mut on_solution = |turns| {
                    told.tell(Answer::of_word(request, Engine::Insertion, turns, 0))?;
                    Ok(told.going_on(improve))
                };
                let _ = insertion.without_phases(self, control, &mut on_solution)?;
            }
            self.by_cycles(request, Engine::Insertion, control, &mut told)?;
        }
        match (told.length, control.interrupted()) {
            (None, None) => Err(SolveError::Lacking(Engine::Insertion, NEEDS)),
            (None, Some(reason)) => Ok(Outcome::LimitReached(reason)),
            (Some(_), _) => Ok(told.end(StopReason::Length)),
        }
    }

    fn by_insertion_into_cube(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        told: &mut Shorter<'_>,
    ) -> Result<(), SolveError> {
        let cube = self.stickers(&request.position.state)?;
        let solver = self.general_reduction(reduction::big_cube_metric(&request.metric));
        let mut fault = None;
        let mut on_solution = |found: &Reduced| {
            let answer = Answer { engine: Engine::Insertion, ..self.reduced_answer(request, found) };
            fault = told.tell(answer).err();
            if fault.is_some() { ControlFlow::Break(()) } else { told.going_on(request.improve) }
        };
        let end = solver.by_insertion(&cube, request.limits.max_nodes, control, &mut on_solution);
        match (fault, end) {
            (Some(fault), _) => Err(fault),
            (None, Err(fault)) if told.length.is_none() => Err(reduction::fault(fault)),
            _ => Ok(()),
        }
    }

    /// What is needed for insertions into solutions of some sets; `None` if the puzzle has none, or the control interrupts.
    pub(super) fn insertion<'r>(
        &self,
        request: &'r Request<'_>,
        goal: &'r State,
        control: &Control<'_>,
    ) -> Result<Option<Insertion<'r>>, SolveError> {
        let puzzle = &self.model.puzzle;
        let Some(points) = Points::new(puzzle.orbits()).map(|points| points.degree()) else {
            return Ok(None);
        };
        if points > MOST_POINTS {
            return Ok(None);
        }
        let has_phases = points <= MOST_FOR_PHASES;
        let turns = puzzle.solution_turns(&request.metric);
        let Some(kept) = self.sets_seen_alike(&turns) else { return Ok(None) };
        let memory = usize::try_from(request.limits.max_memory).unwrap_or(usize::MAX);
        match InsertedWords::new(puzzle, &kept, &request.metric, memory, control) {
            Ok(words) => Ok(words.map(|words| Insertion { request, goal, words, kept, turns, has_phases })),
            Err(WordsError::Stopped(_)) => Ok(None),
            Err(other) => Err(SolveError::Words(other)),
        }
    }

    /// The sets of pieces to which different turns do the same, as the outer block of one layer and that of two do to corners: a solution
    /// of these sets leaves open which of the turns are made. `None` if there are none.
    fn sets_seen_alike(&self, turns: &[Turn]) -> Option<Vec<bool>> {
        let sets = self.model.puzzle.orbits().len();
        let parts: Vec<Transformation> = turns.iter().map(Turn::transformation).collect();
        let is_moved =
            |change: &Transformation, set| change.part(set).is_some_and(|part| !part.is_identity());
        // Sets that no turn moves are of no account.
        let mut kept = vec![true; sets];
        let is_still: Vec<bool> =
            (0..sets).map(|set| parts.iter().all(|part| !is_moved(part, set))).collect();
        let mut is_any = false;
        for (at, one) in parts.iter().enumerate() {
            let unseen = (0..sets).map(|set| !is_still[set] && !is_moved(one, set)).collect();
            let alike = parts[..at].iter().map(|other| {
                (0..sets).map(|set| is_moved(one, set) && one.part(set) == other.part(set)).collect()
            });
            for alike in alike.chain([unseen]).filter(|alike: &Vec<bool>| alike.contains(&true)) {
                is_any = true;
                (0..sets).for_each(|set| kept[set] &= alike[set] || is_still[set]);
            }
        }
        let is_one_kept = (0..sets).any(|set| kept[set] && !is_still[set]);
        (is_any && is_one_kept).then_some(kept)
    }

    /// The puzzle of some sets of pieces alone. Of moves that do the same to these, one is enough.
    fn part(&self, kept: &[bool], turns: &[Turn]) -> Result<Model, PuzzleError> {
        let puzzle = &self.model.puzzle;
        let numbers: Vec<Option<usize>> = (0..kept.len())
            .map(|set| kept[set].then(|| kept[..set].iter().filter(|kept| **kept).count()))
            .collect();
        let mut generators: Vec<(Transformation, Generator)> = Vec::new();
        for base in turns.iter().map(Turn::base) {
            let parts = base.transformation.parts();
            let parts = parts.filter_map(|(set, part)| Some((numbers[set]?, part.clone())));
            let change = Transformation::from_parts(parts);
            if generators.iter().all(|(other, _)| *other != change) {
                let action = Action::Given(change.clone());
                generators.push((change, Generator { name: base.name.clone(), role: Role::Turn, action }));
            }
        }
        let orbits = puzzle.orbits().iter().zip(kept).filter(|(_, kept)| **kept);
        let orbits = orbits.map(|(orbit, _)| orbit.clone()).collect();
        Model::from_definition(Definition {
            solved: rows_of(puzzle.solved(), kept),
            generators: generators.into_iter().map(|(_, generator)| generator).collect(),
            ..Definition::new(puzzle.name().to_string(), orbits)
        })
    }
}

/// Insertions of 3-cycles into solutions of some sets of pieces, for one request.
pub(super) struct Insertion<'r> {
    request: &'r Request<'r>,
    goal: &'r State,
    words: InsertedWords,
    /// For each set, whether it is solved first.
    kept: Vec<bool>,
    turns: Vec<Turn>,
    has_phases: bool,
}

/// Takes each solution, and says whether more are wanted.
type OnSolution<'a> = &'a mut dyn FnMut(Vec<Turn>) -> Result<ControlFlow<()>, SolveError>;

impl Insertion<'_> {
    /// Solutions by insertion into one of the sets that are solved first: one, or ever shorter ones if the request improves them, until the
    /// control interrupts.
    pub(super) fn without_phases(
        &self,
        solver: &Solver<'_>,
        control: &Control<'_>,
        on_solution: OnSolution<'_>,
    ) -> Result<ControlFlow<()>, SolveError> {
        self.after((&[], &self.turns), self.request.improve, solver, control, on_solution)
    }

    /// The same with solutions after phases, which are shorter, but take longer.
    pub(super) fn with_phases(
        &self,
        solver: &Solver<'_>,
        control: &Control<'_>,
        on_solution: OnSolution<'_>,
    ) -> Result<ControlFlow<()>, SolveError> {
        if self.request.improve
            && self.after((&[], &self.turns), false, solver, control, on_solution)?.is_break()
        {
            return Ok(ControlFlow::Break(()));
        }
        match self.after_phases(solver, control, on_solution)? {
            ControlFlow::Continue(()) => self.without_phases(solver, control, on_solution),
            ControlFlow::Break(()) => Ok(ControlFlow::Break(())),
        }
    }

    /// Solutions by insertion after phases, which solve many pieces of all sets: one, or one for each of several chains of phases. None if they
    /// leave most of the moves, or the puzzle is too large.
    pub(super) fn after_phases(
        &self,
        solver: &Solver<'_>,
        control: &Control<'_>,
        on_solution: OnSolution<'_>,
    ) -> Result<ControlFlow<()>, SolveError> {
        let Insertion { request, goal, turns, .. } = self;
        let single: Vec<Turn> = turns.iter().filter(|turn| request.metric.cost(turn) == 1).cloned().collect();
        let rounds = match request.improve {
            _ if !self.has_phases => 0,
            true => ROUNDS,
            false => 1,
        };
        for round in 0..rounds {
            let which = Which { turns: &single, order: &[], chain: round, has_beams: true };
            let Some(phases) = solver.chain_of_phases(request, goal, which, control) else {
                break;
            };
            let ends = (FEWEST_ENDS << round).min(MOST_ENDS);
            let wanted = Wanted { phases: usize::MAX, ends };
            let Ok(made) = phases.ends(&request.position.state, goal, wanted, control) else { break };
            let left = phases.left().swap_remove(made.phases);
            let Some(word) = made.words.first().filter(|_| 2 * left.len() <= single.len()) else { break };
            let first: Vec<Turn> =
                word.iter().map(|&turn| phases.turns()[usize::from(turn)].clone()).collect();
            if self.after((&first, &left), false, solver, control, on_solution)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Solutions that begin with some turns, after which others solve the sets that are solved first: one, or ever shorter ones.
    fn after(
        &self,
        (first, others): (&[Turn], &[Turn]),
        improve: bool,
        solver: &Solver<'_>,
        control: &Control<'_>,
        on_solution: OnSolution<'_>,
    ) -> Result<ControlFlow<()>, SolveError> {
        let Insertion { request, goal, words, kept, .. } = self;
        let Ok(model) = solver.part(kept, others) else { return Ok(ControlFlow::Continue(())) };
        let start = &request.position.state;
        let mut between = start.clone();
        first.iter().for_each(|turn| turn.make(&mut between));
        let (position, goal_of_part) = (Position::new(rows_of(&between, kept)), rows_of(goal, kept));
        let part = Request {
            metric: request.metric.clone(),
            target: Some(&goal_of_part),
            limits: request.limits.clone(),
            // Where phases follow, the first solution of a beam suffices, which comes sooner than a single one.
            improve: improve || self.has_phases,
            ..Request::new(&position)
        };
        let of_part = Solver::new(&model).with_threads(solver.threads);
        let mut told = Ok(ControlFlow::Continue(()));
        let mut last: Option<Answer> = None;
        let mut insert = |second: &Answer| {
            told = match words.solution([first, &second.turns], start, goal, control) {
                Ok(Some(turns)) => on_solution(turns),
                Ok(None) => Ok(ControlFlow::Continue(())),
                Err(WordsError::Stopped(_)) => Ok(ControlFlow::Break(())),
                Err(other) => Err(SolveError::Words(other)),
            };
            told.as_ref().map_or(ControlFlow::Break(()), |going_on| *going_on)
        };
        // Words come first, and are too long to insert into.
        let mut on_second = |second: Answer| {
            let of_words = second.engine == Engine::Words && second.nodes == 0 && !second.optimal;
            let going_on = match of_words {
                true => ControlFlow::Continue(()),
                false if improve => insert(&second),
                false => ControlFlow::Break(()),
            };
            last = Some(second);
            going_on
        };
        // If the part is stopped or has no solution, there is no more to insert into.
        let _ = of_part.solve(&part, control, &mut on_second);
        if let Some(last) = last.filter(|_| !improve) {
            let _ = insert(&last);
        }
        told
    }
}

/// The rows of the sets that are kept.
fn rows_of(state: &State, kept: &[bool]) -> State {
    let rows = state.orbits.iter().zip(kept).filter(|(_, kept)| **kept);
    State { orbits: rows.map(|(row, _)| row.clone()).collect() }
}
