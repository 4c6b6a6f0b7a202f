//! The supercube: its own solvers, compared with the general search.

use permutant::engine::{Engine, Method};
use permutant::model::Model;
use permutant::position;
use permutant::prelude::*;
use permutant::search::limits::{Limits, Outcome};

/// Random positions are solved in at most 24 turns, by two phases.
#[test]
fn random_supercubes_have_short_solutions() {
    let model = Model::find("supercube").unwrap();
    let solver = Solver::new(&model);
    let mut scrambler = Scrambler::new(&model, 7, Some(60));
    for _ in 0..10 {
        let scramble = scrambler.next(&Control::new()).unwrap();
        let start = Position::after(&model.puzzle, model.puzzle.solved(), &scramble.turns).unwrap();
        let answer = solver.solve_one(&Request::new(&start)).unwrap();
        assert_eq!(answer.engine, Engine::TwoPhase);
        assert!(answer.length <= 24, "{}", answer.length);
    }
}

/// Positions near the solved one have solutions as short as the general search finds, also where only centres are turned.
#[test]
fn short_supercubes_have_shortest_solutions() {
    let model = Model::find("supercube").unwrap();
    let solver = Solver::new(&model);
    for text in
        ["R U F2", "x R U' F", "R2 L2 U2 R2 L2 U2", "R L' F2 R' L U2 D", "U R U' R' U R U' R'", "U D' U"]
    {
        let start = position::read(&model, text, None).unwrap();
        let quick = solver.solve_one(&Request::new(&start)).unwrap();
        let limits = Limits { max_solutions: Some(1), ..Limits::default() };
        let request = Request { optimal: true, method: Method::Search, limits, ..Request::new(&start) };
        let shortest = solver.solve_one(&request).unwrap();
        assert_eq!(quick.engine, Engine::TwoPhase);
        assert_eq!((quick.length, quick.optimal), (shortest.length, true), "{text}");
    }
}

/// A goal other than the solved position, and positions that cannot be reached.
#[test]
fn supercubes_have_goals_and_limits() {
    let model = Model::find("supercube").unwrap();
    let solver = Solver::new(&model);
    let [start, goal] =
        ["R U F2 D' L B", "U2 B' R L"].map(|text| position::read(&model, text, None).unwrap());
    let request = Request { target: Some(&goal.state), ..Request::new(&start) };
    let answer = solver.solve_one(&request).unwrap();
    assert_eq!(answer.engine, Engine::TwoPhase);
    // The inverse of the first and then the second are ten turns.
    assert!(answer.length <= 10);

    let mut turned = position::read(&model, "R U", None).unwrap();
    let centres = turned.state.orbits.iter_mut().find(|orbit| orbit.pieces.len() == 6).unwrap();
    centres.orientations[0] = (centres.orientations[0] + 1) % 4;
    assert!(matches!(solver.solve_one(&Request::new(&turned)), Err(SolveError::Unsolvable(_))));
    let few = Limits { max_length: Some(1), max_solutions: Some(1), ..Limits::default() };
    let end = solver.solve(&Request { limits: few, ..Request::new(&start) }, &Control::new(), &mut |_| {
        std::ops::ControlFlow::Continue(())
    });
    assert!(matches!(end, Ok(Outcome::LimitReached(_))));
}
