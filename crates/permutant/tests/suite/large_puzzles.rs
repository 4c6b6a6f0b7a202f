//! Puzzles of hundreds and thousands of pieces have a solution at once, without a table.

use permutant::engine::Engine;
use permutant::prelude::*;
use permutant::search::limits::{Limits, Outcome};
use std::ops::ControlFlow;

fn scrambled(model: &Model) -> Position {
    let scramble = Scrambler::new(model, 7, None).next(&Control::new()).unwrap();
    Position::after(&model.puzzle, model.puzzle.solved(), &scramble.turns).unwrap()
}

/// Two puzzles with pieces that turn, and two whose layers are cut deeper.
#[test]
fn large_puzzles_are_solved_without_tables() {
    for name in ["teraminx", "petaminx", "elite pentultimate", "regular astrominx + big chop"] {
        let model = Model::find(name).unwrap();
        let start = scrambled(&model);
        let answer = Solver::new(&model).solve_one(&Request::new(&start)).unwrap();
        assert_eq!(answer.engine, Engine::Words, "{name}");
        let turns = answer.turns.iter();
        let end = turns.fold(start.state.clone(), |state, turn| state.after(&turn.transformation()));
        let solved = model.puzzle.solved();
        let is_solved =
            end == *solved || model.puzzle.rotations().iter().any(|turned| solved.after(turned) == end);
        assert!(is_solved, "{name}");
    }
}

/// The first solution arranges one set of pieces after the other; the next one has 3-cycles inserted into that of a megaminx.
#[test]
fn insertions_shorten_the_solution_of_a_gigaminx() {
    let model = Model::find("gigaminx").unwrap();
    let start = scrambled(&model);
    let request = Request { improve: true, ..Request::new(&start) };
    let mut lengths = Vec::new();
    let end = Solver::new(&model).solve(&request, &Control::new(), &mut |answer| {
        let turns = answer.turns.iter();
        let end = turns.fold(start.state.clone(), |state, turn| state.after(&turn.transformation()));
        assert!(model.puzzle.is_solved(&end));
        lengths.push(answer.length);
        if lengths.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(end, Ok(Outcome::Found(())));
    assert!(lengths[1] * 10 < lengths[0] * 9, "{lengths:?}");
}

/// A table of its words takes more memory than there is.
#[test]
fn little_memory_and_no_time_are_enough_for_a_first_solution() {
    let model = Model::find("examinx").unwrap();
    let start = scrambled(&model);
    let limits = Limits { max_memory: 100 << 20, max_solutions: Some(1), ..Limits::default() };
    let request = Request { improve: true, limits, ..Request::new(&start) };
    let control = Control::new().with_deadline(&|| true);
    let mut lengths = Vec::new();
    let end = Solver::new(&model).solve(&request, &control, &mut |answer| {
        lengths.push(answer.length);
        ControlFlow::Continue(())
    });
    assert_eq!(end, Ok(Outcome::Found(())));
    assert!(!lengths.is_empty());
}
