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
use std::cell::Cell;
use std::ops::ControlFlow;

/// Puzzles of more points take minutes.
const MOST_POINTS: usize = 700;

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
            self.by_insertion_into_sets(request, &goals[0], control, &mut |turns| {
                told.tell(Answer::of_word(request, Engine::Insertion, turns, 0))?;
                Ok(told.going_on(improve))
            })?;
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

    /// Solutions by insertion into those of some sets, none if the puzzle has none: one, or ever shorter ones if the request improves them,
    /// until the control interrupts.
    pub(super) fn by_insertion_into_sets(
        &self,
        request: &Request<'_>,
        goal: &State,
        control: &Control<'_>,
        on_solution: &mut dyn FnMut(Vec<Turn>) -> Result<ControlFlow<()>, SolveError>,
    ) -> Result<(), SolveError> {
        let puzzle = &self.model.puzzle;
        if Points::new(puzzle.orbits()).is_none_or(|points| points.degree() > MOST_POINTS) {
            return Ok(());
        }
        let turns = puzzle.solution_turns(&request.metric);
        let Some(kept) = self.sets_seen_alike(&turns) else { return Ok(()) };
        let memory = usize::try_from(request.limits.max_memory).unwrap_or(usize::MAX);
        let words = match InsertedWords::new(puzzle, &kept, &request.metric, memory, control) {
            Ok(Some(words)) => words,
            Ok(None) | Err(WordsError::Stopped(_)) => return Ok(()),
            Err(other) => return Err(SolveError::Words(other)),
        };
        let Ok(model) = self.part(&kept, &turns) else { return Ok(()) };
        let start = &request.position.state;
        let (position, goal_of_part) = (Position::new(rows_of(start, &kept)), rows_of(goal, &kept));
        let part = Request {
            metric: request.metric.clone(),
            target: Some(&goal_of_part),
            limits: request.limits.clone(),
            ..Request::new(&position)
        };
        let solver = Solver::new(&model).with_threads(self.threads);
        let mut fault = None;
        let mut shortest = None;
        let is_over = Cell::new(false);
        let mut on_base = |base: Answer| {
            if shortest.is_some_and(|shortest| base.length >= shortest) {
                return ControlFlow::Continue(());
            }
            shortest = Some(base.length);
            let told = match words.solution(&base.turns, start, goal, control) {
                Ok(Some(turns)) => on_solution(turns),
                Ok(None) => Ok(ControlFlow::Continue(())),
                Err(WordsError::Stopped(_)) => Ok(ControlFlow::Break(())),
                Err(other) => Err(SolveError::Words(other)),
            };
            let told = told.unwrap_or_else(|reason| {
                fault = Some(reason);
                ControlFlow::Break(())
            });
            is_over.set(told.is_break());
            told
        };
        // A single answer comes sooner than ever shorter ones become as short. If the part is stopped or has no solution, there is no more to
        // insert into.
        let single = solver.solve(&part, control, &mut on_base);
        if request.improve && single.is_ok() && !is_over.get() {
            let _ = solver.solve(&Request { improve: true, ..part.clone() }, control, &mut on_base);
        }
        fault.map_or(Ok(()), Err)
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

/// The rows of the sets that are kept.
fn rows_of(state: &State, kept: &[bool]) -> State {
    let rows = state.orbits.iter().zip(kept).filter(|(_, kept)| **kept);
    State { orbits: rows.map(|(row, _)| row.clone()).collect() }
}
