//! Methods that the anytime engine combines, each by its name: phases, insertion, and local improvement.

use permutant::engine::Refusal;
use permutant::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

fn scrambled(model: &Model, seed: u64) -> Position {
    let turns = Scrambler::new(model, seed, None).next(&Control::new()).unwrap().turns;
    Position::after(&model.puzzle, model.puzzle.solved(), &turns).unwrap()
}

/// The referee has replayed the answer, and counted its turns.
fn solved(name: &str, method: Method, metric: &str) -> Result<Answer, SolveError> {
    let model = Model::find(name).unwrap();
    let position = scrambled(&model, 2);
    let metric = Metric::parse(metric).unwrap();
    Solver::new(&model).solve_one(&Request { method, metric, ..Request::new(&position) })
}

#[test]
fn each_method_solves_what_it_suits() {
    for (name, method, engine) in [
        ("2x2x2", Method::Phases, Engine::Phases),
        ("torus:4x4", Method::Phases, Engine::Phases),
        ("fto", Method::Phases, Engine::Phases),
        ("master skewb", Method::Phases, Engine::Phases),
        ("3x3x3", Method::Insertion, Engine::Insertion),
        ("5x5x5", Method::Insertion, Engine::Insertion),
        ("fto", Method::Insertion, Engine::Insertion),
        ("master skewb", Method::Insertion, Engine::Insertion),
    ] {
        for metric in ["htm", "qtm"] {
            let answer = solved(name, method, metric).unwrap();
            assert_eq!(answer.engine, engine, "{name}");
            assert!(answer.length > 5, "{name}: {}", answer.length);
        }
    }
}

#[test]
fn what_a_method_needs_is_said() {
    let lacking = |name: &str, method, engine| {
        let fault = solved(name, method, "htm").unwrap_err();
        assert!(matches!(fault, SolveError::Lacking(of, _) if of == engine), "{name}: {fault}");
    };
    lacking("slide:4x4", Method::Phases, Engine::Phases);
    lacking("square-1", Method::Phases, Engine::Phases);
    lacking("slide:4x4", Method::Insertion, Engine::Insertion);
    let huge = solved("65x65x65", Method::Insertion, "htm").unwrap_err();
    assert!(matches!(huge, SolveError::Refused(Refusal::TooManyLayers { most: 64, .. })), "{huge}");
}

#[test]
fn solved_positions_have_the_empty_solution() {
    for method in [Method::Phases, Method::Insertion, Method::Local] {
        for name in ["2x2x2", "3x3x3"] {
            let model = Model::find(name).unwrap();
            let position = Position::new(model.puzzle.solved().clone());
            let answer =
                Solver::new(&model).solve_one(&Request { method, ..Request::new(&position) }).unwrap();
            assert_eq!(answer.length, 0, "{name} by {}", method.name());
        }
    }
}

#[test]
fn local_improvement_is_no_longer_than_the_usual_solution() {
    let model = Model::find("pyraminx").unwrap();
    let solver = Solver::new(&model);
    let position = scrambled(&model, 1);
    for metric in ["htm", "U=2,U'=2"] {
        let metric = Metric::parse(metric).unwrap();
        let request = |method| Request { method, metric: metric.clone(), ..Request::new(&position) };
        let local = solver.solve_one(&request(Method::Local)).unwrap();
        let usual = solver.solve_one(&request(Method::Auto)).unwrap();
        let shortest = solver.solve_one(&request(Method::Optimal)).unwrap();
        assert!((shortest.length..=usual.length).contains(&local.length));
    }
}

/// Solvers of cubes turn the cube as a whole, and blocks that searches need not turn.
#[test]
fn local_improvement_follows_rotations_and_blocks() {
    for (name, alg) in [("4x4x4", "Rw U2 Fw' D B2 Lw"), ("5x5x5", "3Rw U2 Fw' D 3Bw2 L")] {
        let model = Model::find(name).unwrap();
        let turns = algorithm::read(&model.puzzle, alg).unwrap();
        let position = Position::after(&model.puzzle, model.puzzle.solved(), &turns).unwrap();
        let limits = Limits { max_nodes: Some(100_000), ..Request::new(&position).limits };
        let request = Request { method: Method::Local, improve: true, limits, ..Request::new(&position) };
        let mut lengths = Vec::new();
        let end = Solver::new(&model).solve(&request, &Control::new(), &mut |answer| {
            lengths.push(answer.length);
            ControlFlow::Continue(())
        });
        assert_eq!(end.unwrap(), Outcome::Found(()), "{name}");
        assert!(lengths.is_sorted_by(|one, next| one > next), "{name}: {lengths:?}");
    }
}

#[test]
fn a_cancelled_job_has_no_answer() {
    let cancel = AtomicBool::new(true);
    let control = Control::new().with_cancel(&cancel);
    for (name, method) in
        [("megaminx", Method::Phases), ("fto", Method::Insertion), ("megaminx", Method::Local)]
    {
        let model = Model::find(name).unwrap();
        let position = scrambled(&model, 3);
        let end =
            Solver::new(&model).solve(&Request { method, ..Request::new(&position) }, &control, &mut |_| {
                panic!("an answer")
            });
        let is_cancelled = matches!(
            end,
            Ok(Outcome::LimitReached(StopReason::Cancelled)) | Err(SolveError::Limit(StopReason::Cancelled))
        );
        assert!(is_cancelled, "{name} by {}: {end:?}", method.name());
    }
}
