//! Long-running jobs for a worker: scrambles and solutions.
//!
//! Start at [`solve`] and [`scramble`]. They check whether to continue and report their progress through a [`Control`];
//! no function here reads a clock.

use crate::error::PageError;
use crate::{rows, source};
use permutant::algorithm;
use permutant::analysis::group::words::WordsError;
use permutant::analysis::sequence::random_moves;
use permutant::model::{Family, Model};
use permutant::puzzle::definition::Role;
use permutant::puzzle::metric::Metric;
use permutant::puzzle::moves::Turn;
use permutant::puzzle::picture::{Look, Loose};
use permutant::puzzle::state::State;
use permutant::scramble::Scrambler;
use permutant::search::limits::{Control, Limits, Outcome};
use permutant::solver::{Answer, Derivation, Request, SolveError, Solver};
use permutant::workload::WORKLOADS;
use serde::Serialize;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The memory that tables may take: what a phone grants to a page.
pub const MEMORY: u64 = 256 << 20;

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Solution {
    /// Its moves in usual notation.
    pub text: String,
    /// Each of its moves.
    pub steps: Vec<String>,
    /// Its phases, if it was found in two.
    pub phases: Option<TwoPhases>,
    /// Its length in the half-turn metric; for cubes of more than 33 layers, in the slice-turn metric.
    pub length: u64,
    /// Whether every shorter length was ruled out.
    pub optimal: bool,
    /// The engine that found it.
    pub engine: String,
}

/// The phases of a solution of the 3x3x3 that was found in two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TwoPhases {
    /// The subgroup into which phase 1 brings the cube and in which phase 2 stays.
    pub subgroup: String,
    /// Whether they were found for the inverse cube, so that the solution ends with phase 1.
    pub inverse: bool,
    /// In the order of the solution: 1 or 2 for a phase, 0 for moves on the other side of both, and the number of its moves, at least 1.
    pub parts: Vec<[usize; 2]>,
}

impl TwoPhases {
    /// Nothing if a solution of so many moves does not consist of phases.
    fn of(derivation: Option<&Derivation>, moves: usize) -> Option<Self> {
        let Some(Derivation::TwoPhase(phases)) = derivation else { return None };
        let numbers = if phases.is_inverse() { [0, 2, 1] } else { [1, 2, 0] };
        let parts = numbers.into_iter().zip(phases.in_order()).map(|(phase, moves)| [phase, moves]);
        let parts: Vec<[usize; 2]> = parts.filter(|[_, moves]| *moves > 0).collect();
        let is_whole = parts.iter().map(|[_, moves]| moves).sum::<usize>() == moves;
        is_whole.then(|| TwoPhases { subgroup: phases.subgroup(), inverse: phases.is_inverse(), parts })
    }
}

/// The number of random moves for the 4x4x4: building the tables that solve its random states takes seconds in a
/// browser.
const MOVES_OF_THE_4X4X4: u32 = 40;

/// The algorithm of the scramble with this seed: of a random state if the puzzle allows that at once.
///
/// # Errors
///
/// If there is no such puzzle, or the control stopped the work.
pub fn scramble(name: &str, seed: u32, control: &Control<'_>) -> Result<String, PageError> {
    let model = source::model(name)?;
    let moves = (model.family == Family::Cube(4)).then_some(MOVES_OF_THE_4X4X4);
    let mut scrambler = Scrambler::new(&model, u64::from(seed), moves);
    let scramble = scrambler.next(control).map_err(|fault| PageError::new(&fault))?;
    Ok(algorithm::write_from(&model.puzzle, model.puzzle.solved(), &scramble.turns))
}

/// The greatest number of layers of a cube that is solved in the half-turn metric, in which a slice counts as two outer blocks. For larger ones
/// the choice among blocks takes too long: the program takes 39 s in slices for 75 layers, and more than 250 s in blocks.
const MOST_IN_BLOCKS: u16 = 33;

/// The metric in which a puzzle is solved.
fn metric_of(model: &Model) -> Metric {
    match model.family {
        Family::Cube(layers) if layers > MOST_IN_BLOCKS => Metric::stm(),
        _ => Metric::default(),
    }
}

/// Where the parts are that are no pieces; a puzzle that cannot be drawn has none.
fn loose_of(model: &Model, position: &str) -> Result<Loose, PageError> {
    let told = model.look().map_or(Ok(None), |look| source::loose(model, &look, position));
    told.map(Option::unwrap_or_default)
}

/// The position after this many random moves from another one, as [`rows`]; fewer if no further move is possible.
///
/// # Errors
///
/// If there is no such puzzle, the text is not a position of it, or the control stopped the work.
pub fn mix(
    name: &str,
    position: &str,
    moves: u32,
    seed: u32,
    control: &Control<'_>,
) -> Result<String, PageError> {
    let model = source::model(name)?;
    let start = source::state(&model, position)?;
    let loose = loose_of(&model, position)?;
    let end = random_moves::mixed(&model.puzzle, start, moves, u64::from(seed), control)
        .map_err(|reason| PageError::new(&SolveError::Limit(reason)))?;
    // Turns of faces leave such parts where they are.
    Ok(rows::write(&model.puzzle, &end, &loose))
}

/// Reads a definition that is being written. Returns the name of the puzzle.
///
/// # Errors
///
/// If the text does not define a puzzle that can be drawn.
pub fn read_puzzle(text: &str) -> Result<String, PageError> {
    let model = source::model(text)?;
    source::look(&model)?;
    Ok(model.puzzle.name().to_string())
}

/// A position given in any notation, as [`rows`].
///
/// # Errors
///
/// If there is no such puzzle, or the text is not a position of it or leaves something open.
pub fn read_position(name: &str, position: &str) -> Result<String, PageError> {
    let model = source::model(name)?;
    let state = source::state(&model, position)?;
    Ok(rows::write(&model.puzzle, &state, &loose_of(&model, position)?))
}

/// The rotations that bring home the parts that are no pieces, after which a solution brings the pieces to them: without these parts, pieces
/// are solved in each orientation of the whole puzzle.
#[derive(Default)]
struct Upright {
    /// The appearance of a puzzle that has such parts.
    look: Option<Look>,
    turns: Vec<Turn>,
}

impl Upright {
    fn of(model: &Model, position: &str) -> Result<Self, PageError> {
        // The pieces of cubes are all there is of them.
        let look = if matches!(model.family, Family::Cube(_)) { None } else { model.look() };
        let Some(look) = look.filter(|look| !Loose::home(look).shown().is_empty()) else {
            return Ok(Upright::default());
        };
        let home = Loose::home(&look);
        let loose = source::loose(model, &look, position)?.unwrap_or_else(|| home.clone());
        let rotations = model.puzzle.bases().iter().filter(|base| base.role == Role::Rotation);
        let steps: Vec<(Turn, Loose)> = rotations
            .flat_map(|base| [1, -1, 2, -2].map(|amount| Turn::new(Arc::clone(base), amount)))
            .map(|turn| {
                let mut effect = home.clone();
                effect.turn(&look, [&turn]);
                (turn, effect)
            })
            .collect();
        let mut reached = vec![(loose, Vec::new())];
        let mut next = 0;
        while let Some((loose, turns)) = reached.get(next).cloned() {
            if loose.is_home() {
                return Ok(Upright { look: Some(look), turns });
            }
            for (turn, effect) in &steps {
                let other = loose.then(effect);
                if reached.iter().all(|(known, _)| *known != other) {
                    reached.push((other, [&turns[..], std::slice::from_ref(turn)].concat()));
                }
            }
            next += 1;
        }
        // Put by hand where no rotation brings them: pieces are solved as they are.
        Ok(Upright::default())
    }

    /// Whether a solution brings the pieces to the parts that are none.
    fn accepts(&self, model: &Model, start: &State, solution: &[Turn]) -> bool {
        let Some(look) = &self.look else { return true };
        let mut loose = Loose::home(look);
        loose.turn(look, solution);
        let mut end = start.clone();
        solution.iter().for_each(|turn| turn.make(&mut end));
        !loose.is_home() || end == *model.puzzle.solved()
    }
}

/// Solves a position with the engine that suits the puzzle. Each solution is reported as soon as it is found, every one
/// shorter than the one before, until the control stops the work or the engine finds no shorter one. Returns the number
/// of solutions reported.
///
/// # Errors
///
/// If there is no such puzzle, the text is not a position of it, the position cannot be solved, or a limit was reached
/// before the first solution.
pub fn solve(
    name: &str,
    position: &str,
    control: &Control<'_>,
    on_solution: &mut dyn FnMut(Solution),
) -> Result<usize, PageError> {
    let model = source::model(name)?;
    let upright = Upright::of(&model, position)?;
    let mut position = source::position(&model, position)?;
    let start = position.state.clone();
    upright.turns.iter().for_each(|turn| turn.make(&mut position.state));
    let limits = Limits { max_solutions: Some(1), max_memory: MEMORY, ..Limits::default() };
    let request = Request { improve: true, limits, metric: metric_of(&model), ..Request::new(&position) };
    let mut told = 0;
    let end = Solver::new(&model).solve(&request, control, &mut |answer: Answer| {
        if !upright.accepts(&model, &position.state, &answer.turns) {
            return ControlFlow::Continue(());
        }
        told += 1;
        let turns: Vec<Turn> = upright.turns.iter().chain(&answer.turns).cloned().collect();
        let text = algorithm::write_from(&model.puzzle, &start, &turns);
        let steps: Vec<String> = text.split_whitespace().map(str::to_string).collect();
        on_solution(Solution {
            phases: TwoPhases::of(answer.derivation.as_ref(), steps.len()),
            steps,
            text,
            length: answer.length,
            optimal: answer.optimal,
            engine: answer.engine.to_string(),
        });
        ControlFlow::Continue(())
    });
    match end {
        // If the search for a shorter solution was stopped, the solutions found before remain valid.
        _ if told > 0 => Ok(told),
        Ok(Outcome::LimitReached(reason)) => Err(PageError::new(&SolveError::Limit(reason))),
        Ok(_) => Err(PageError::new("the position cannot be solved: every sequence of moves was tried")),
        Err(SolveError::Words(WordsError::Memory { .. })) => {
            let message = format!(
                "{} is too large to be solved in a browser: its table does not fit into {} MiB",
                model.puzzle.name(),
                MEMORY >> 20
            );
            Err(PageError::new(&message))
        }
        Err(fault) => Err(PageError::new(&fault)),
    }
}

/// Runs a workload of the library; returns its count in its own unit.
///
/// # Errors
///
/// If there is no workload of that name.
pub fn workload(name: &str, control: &Control<'_>) -> Result<u64, PageError> {
    let found = WORKLOADS.iter().find(|workload| workload.name == name);
    let workload = found.ok_or_else(|| PageError::new(&format!("there is no workload '{name}'")))?;
    Ok(workload.run(control).count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

    #[test]
    fn the_centres_of_a_megaminx_stay_where_rotations_carried_them() {
        let mut game = Game::new("megaminx").unwrap();
        game.play("Fv R++").unwrap();
        let loose = |position: &str| position.split_once("_c").map(|(_, loose)| loose.to_string());
        let mixed = mix("megaminx", &game.position(), 50, 7, &Control::new()).unwrap();
        assert_eq!(loose(&mixed), loose(&game.position()));
        assert!(loose(&mixed).is_some());
        assert_eq!(loose(&read_position("megaminx", "Fv R++ U").unwrap()), loose(&mixed));
        // The solution brings the pieces to them.
        let stickers = game.scene(permutant::puzzle::picture::Scheme::Usual).stickers;
        game.place(&mixed, None).unwrap();
        let mut found = None;
        let enough = || true;
        let control = Control::new().with_deadline(&enough);
        solve("megaminx", &mixed, &control, &mut |solution| found = Some(solution.text)).unwrap();
        game.play(&found.unwrap()).unwrap();
        let shows = game.shows();
        let mut faces: Vec<_> = stickers
            .iter()
            .zip(&shows)
            .map(|(at, &home)| (&at.face, &stickers[home as usize].face))
            .collect();
        faces.sort();
        faces.dedup();
        assert_eq!(faces.len(), 12);
    }

    #[test]
    fn the_largest_cubes_are_solved_in_slices() {
        let name = |cube: &str| metric_of(&source::model(cube).unwrap()).name().to_string();
        assert_eq!([name("3x3x3"), name("33x33x33"), name("34x34x34")], ["htm", "htm", "stm"]);
    }

    #[test]
    fn scrambles_are_solved() {
        for (name, optimal) in [("2x2x2", true), ("pyraminx", true), ("3x3x3", false), ("slide:3x3", true)] {
            let text = scramble(name, 5, &Control::new()).unwrap();
            assert_eq!(text, scramble(name, 5, &Control::new()).unwrap(), "{name}");
            assert_ne!(text, scramble(name, 6, &Control::new()).unwrap(), "{name}");
            let mut game = Game::new(name).unwrap();
            game.begin(&text, Some(5)).unwrap();
            let found = AtomicU32::new(0);
            // Where the search improves on its solutions, the second one is enough.
            let enough = || found.load(Ordering::Relaxed) >= 2;
            let mut solutions = Vec::new();
            let control = Control::new().with_deadline(&enough);
            let told = solve(name, &game.position(), &control, &mut |solution| {
                found.fetch_add(1, Ordering::Relaxed);
                solutions.push(solution);
            });
            assert_eq!(told, Ok(solutions.len()), "{name}");
            for solution in &solutions {
                assert_eq!(game.play(&solution.text).unwrap().len(), solution.steps.len(), "{name}");
                assert!(game.status().solved, "{name}");
                assert_eq!(game.status().lengths[0].moves, solution.length, "{name}");
                assert_eq!(solution.phases.is_some(), name == "3x3x3", "{name}: {solution:?}");
                solution.phases.iter().for_each(|phases| check_phases(phases, &solution.steps));
                game.undo();
            }
            let last = solutions.last().unwrap();
            assert!(!optimal || last.optimal, "{name}");
        }
    }

    /// Phase 2 has half turns alone of the faces off its axis.
    fn check_phases(phases: &TwoPhases, steps: &[String]) {
        let mut at = 0;
        for &[phase, moves] in &phases.parts {
            let part = &steps[at..at + moves];
            let stays =
                |step: &String| step.ends_with('2') || !phases.subgroup.contains(&format!("{}2", &step[..1]));
            assert!(phase != 2 || part.iter().all(stays), "{phases:?}: {steps:?}");
            at += moves;
        }
        assert_eq!(at, steps.len());
    }

    /// Its 3-cycles are spread from single ones, as pools leave most of its words to sifting.
    #[test]
    fn a_gigaminx_is_solved() {
        let mut game = Game::new("gigaminx").unwrap();
        game.begin(&scramble("gigaminx", 7, &Control::new()).unwrap(), Some(7)).unwrap();
        let is_found = AtomicBool::new(false);
        let enough = || is_found.load(Ordering::Relaxed);
        let mut first = None;
        solve("gigaminx", &game.position(), &Control::new().with_deadline(&enough), &mut |solution| {
            is_found.store(true, Ordering::Relaxed);
            first.get_or_insert(solution);
        })
        .unwrap();
        game.write(&first.unwrap().text).unwrap();
        assert!(game.status().solved);
    }

    #[test]
    fn what_people_write_is_read() {
        let texts = ["UUUURRRRFFFFDDDDLLLLBBBB", "R R'", "rows_0.1.2.3.4.5.6.7"];
        for text in texts {
            assert_eq!(read_position("2x2x2", text).as_deref(), Ok("rows_0.1.2.3.4.5.6.7"), "{text}");
        }
        assert!(read_position("2x2x2", "UUUU????????????????????").is_err());
        assert!(read_position("no puzzle", "R").is_err());
        assert_eq!(read_puzzle("a := (1,2,3); b := (3,4);").as_deref(), Ok("Unnamed"));
        let fault = read_puzzle("positions = 3\n[[track]]\nname = \"r\"\ncycle = [1, 2, 4]\n").unwrap_err();
        assert_eq!(fault.span, Some([43, 52]));
    }

    #[test]
    fn workloads_are_those_of_the_library() {
        assert_eq!(workload("group", &Control::new()), Ok(20));
        assert!(workload("no workload", &Control::new()).is_err());
    }

    #[test]
    fn random_moves_mix() {
        for name in ["3x3x3", "slide:4x4"] {
            let mut game = Game::new(name).unwrap();
            let start = game.position();
            let mixed = mix(name, &start, 2500, 7, &Control::new()).unwrap();
            assert_eq!(mixed, mix(name, &start, 2500, 7, &Control::new()).unwrap(), "{name}");
            assert_ne!(mixed, mix(name, &start, 2500, 8, &Control::new()).unwrap(), "{name}");
            assert_eq!(start, mix(name, &start, 0, 7, &Control::new()).unwrap(), "{name}");
            game.place(&mixed, Some(7)).unwrap();
            assert!(game.status().wrong > 5, "{name}");
            // Random moves continue from the given position.
            let twice = mix(name, &mixed, 1, 7, &Control::new()).unwrap();
            assert_ne!(twice, mixed, "{name}");
        }
        let stop = AtomicBool::new(true);
        let fault = mix("3x3x3", "", 9, 1, &Control::new().with_cancel(&stop)).unwrap_err();
        assert!(fault.message.contains("cancelled"), "{fault}");
        assert!(
            mix("3x3x3", "Q", 9, 1, &Control::new()).is_err()
                && mix("no puzzle", "", 9, 1, &Control::new()).is_err()
        );
    }

    #[test]
    fn what_cannot_be_done_is_told() {
        let position = Game::new("3x3x3").unwrap().position();
        let mut none = |solution: Solution| assert_eq!(solution.length, 0);
        assert_eq!(solve("3x3x3", &position, &Control::new(), &mut none), Ok(1));
        assert!(solve("3x3x3", "{", &Control::new(), &mut none).is_err());
        assert!(solve("no puzzle", &position, &Control::new(), &mut none).is_err());
        assert!(scramble("no puzzle", 1, &Control::new()).is_err());

        // Its words take more memory than there is, which is noticed.
        let mut large = Game::new("wreath:800").unwrap();
        large.begin(&scramble("wreath:800", 7, &Control::new()).unwrap(), Some(7)).unwrap();
        let fault = solve("wreath:800", &large.position(), &Control::new(), &mut none).unwrap_err();
        assert!(fault.message.contains("too large to be solved in a browser"), "{fault}");

        let mut game = Game::new("torus:5x5").unwrap();
        game.play("R1 C2 R3 C4 R5 C1 R2 C3 R4 C5 R1").unwrap();
        let stop = AtomicBool::new(true);
        let control = Control::new().with_cancel(&stop);
        let fault = solve("torus:5x5", &game.position(), &control, &mut none).unwrap_err();
        assert!(fault.message.contains("cancelled"), "{fault}");
    }
}
