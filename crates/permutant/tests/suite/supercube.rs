//! The supercube: its own solvers, compared with the general search.

use permutant::engine::{Engine, Method};
use permutant::model::Model;
use permutant::position;
use permutant::prelude::*;
use permutant::search::limits::{Limits, Outcome, Progress};

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

/// A limit that ends the two phases before they have a solution leaves a longer one, by words. Of centres only, the quick search finds
/// a shortest one.
#[test]
fn hurried_supercubes_are_solved_by_words() {
    let model = Model::find("supercube").unwrap();
    let solver = Solver::new(&model);
    let start = position::read(&model, "R U2 F' D L2 B U R' D2 F L B' R2 U' F2 D' L' B2", None).unwrap();
    let few = Limits { max_nodes: Some(100), max_solutions: Some(1), ..Limits::default() };
    let answer = solver.solve_one(&Request { limits: few, ..Request::new(&start) }).unwrap();
    assert_eq!(answer.engine, Engine::Words);
    let over = || true;
    let mut hurried = None;
    let end = solver.solve(&Request::new(&start), &Control::new().with_deadline(&over), &mut |answer| {
        hurried = Some(answer);
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!((end.unwrap(), hurried.unwrap().engine), (Outcome::Found(()), Engine::Words));

    let start = position::read(&model, "(R U R' U)5", None).unwrap();
    let answer = solver.solve_one(&Request::new(&start)).unwrap();
    assert_eq!((answer.engine, answer.length, answer.optimal), (Engine::Search, 12, true));
}

/// A proof for a nearby position does not build the table of the optimal solver.
#[test]
fn nearby_supercubes_need_no_table() {
    let model = Model::find("supercube").unwrap();
    let solver = Solver::new(&model);
    let start = position::read(&model, "R U F2 D' L B U2 R' F L2", None).unwrap();
    let listener = |progress| {
        assert!(!matches!(progress, Progress::Table { name, .. } if name != "pruning"), "{progress:?}");
    };
    let mut found = None;
    let request = Request { optimal: true, ..Request::new(&start) };
    let end = solver.solve(&request, &Control::new().with_progress(&listener), &mut |answer| {
        found = Some(answer);
        std::ops::ControlFlow::Break(())
    });
    assert_eq!(end.unwrap(), Outcome::Found(()));
    assert!(found.is_some_and(|answer| answer.optimal && answer.length <= 10));
}
