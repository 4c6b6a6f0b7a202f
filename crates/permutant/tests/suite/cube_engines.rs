//! The engines of the 3x3x3 behind the facade: what they answer and what they refuse.

use permutant::analysis::sequence::move_choice;
use permutant::engine::{Engine, Method};
use permutant::model::Model;
use permutant::position;
use permutant::puzzle::metric::Metric;
use permutant::search::limits::{Control, Limits, Outcome, StopReason};
use permutant::solver::{Request, SolveError, Solver};
use std::ops::ControlFlow;

#[test]
fn thistlethwaite_solves_by_four_phases_and_refuses_what_it_cannot_do() {
    let model = Model::find("3x3x3").unwrap();
    let solver = Solver::new(&model);
    let position = position::read(&model, "R U F B2 D' L R2 U' F L2 D B'", None).unwrap();
    let target = position::read(&model, "U R2 F'", None).unwrap();
    for to in [None, Some(&target.state)] {
        let request = Request { method: Method::Thistlethwaite, target: to, ..Request::new(&position) };
        let answer = solver.solve_one(&request).unwrap();
        assert_eq!((answer.engine, answer.optimal), (Engine::Thistlethwaite, false));
        assert!(answer.length <= 45);
        let phases = solver.phases(&request).unwrap();
        assert!(phases.iter().map(Vec::len).sum::<usize>() >= answer.turns.len());
    }
    let request = Request { method: Method::Thistlethwaite, optimal: true, ..Request::new(&position) };
    assert!(matches!(solver.solve_one(&request), Err(SolveError::Refused(_))));
    let pocket = Model::find("2x2x2").unwrap();
    let position = position::read(&pocket, "R U", None).unwrap();
    let request = Request { method: Method::Thistlethwaite, ..Request::new(&position) };
    assert!(matches!(Solver::new(&pocket).solve_one(&request), Err(SolveError::Refused(_))));
}

/// Two optimal solvers that share only the model of the cube find solutions of the same length, and equally many of them.
#[test]
fn three_axes_agree_with_the_optimal_solver() {
    let model = Model::find("3x3x3").unwrap();
    let solver = Solver::new(&model);
    let target = position::read(&model, "D' B2", None).unwrap();
    for (scramble, to) in [
        ("", None),
        ("R U F2", None),
        ("R2 L2 U2 D2", None),
        ("R U F B2 D' L R2 U' F", None),
        ("L D2 F R' U2 B", Some(&target.state)),
    ] {
        let position = position::read(&model, scramble, None).unwrap();
        let one = Request { target: to, ..Request::new(&position) };
        let answer = solver.solve_one(&Request { method: Method::ThreeAxes, ..one.clone() }).unwrap();
        assert_eq!((answer.engine, answer.optimal), (Engine::ThreeAxes, true));
        let other =
            solver.solve_one(&Request { method: Method::Search, optimal: true, ..one.clone() }).unwrap();
        assert_eq!(answer.length, other.length, "{scramble}");
        let limits = Limits { shortest_only: true, ..Limits::default() };
        let count = |method| {
            let mut count = 0;
            let request = Request { method, limits: limits.clone(), ..one.clone() };
            let end = solver.solve(&request, &Control::new(), &mut |answer| {
                assert_eq!(answer.length, other.length);
                count += 1;
                ControlFlow::Continue(())
            });
            assert_eq!(end, Ok(Outcome::Found(())), "{scramble}");
            count
        };
        assert_eq!(count(Method::ThreeAxes), count(Method::Search), "{scramble}");
    }
    let position = position::read(&model, "R U", None).unwrap();
    let request = Request { method: Method::ThreeAxes, ..Request::new(&position) };
    let quarters = Request { metric: Metric::qtm(), ..request.clone() };
    assert!(matches!(solver.solve_one(&quarters), Err(SolveError::Refused(_))));
    let limits = Limits { max_memory: 1 << 20, ..request.limits.clone() };
    let small = solver.solve_one(&Request { limits, ..request.clone() });
    assert_eq!(small, Err(SolveError::Limit(StopReason::Memory)));
    let limits = Limits { max_memory: 1 << 30, ..request.limits.clone() };
    let huge = solver.solve_one(&Request { limits, method: Method::Huge, ..request });
    assert_eq!(huge, Err(SolveError::Limit(StopReason::Memory)));
}

#[test]
fn shortest_solutions_of_nearly_solved_cubes_need_no_table() {
    let model = Model::find("3x3x3").unwrap();
    let solver = Solver::new(&model);
    let position = position::read(&model, "R U F2 L' D B", None).unwrap();
    let request = Request { optimal: true, ..Request::new(&position) };
    let answer = solver.solve_one(&request).unwrap();
    assert_eq!((answer.engine, answer.length, answer.optimal), (Engine::Optimal, 6, true));
    // Where the memory is too small for any table, the general search is left.
    let limits = Limits { max_memory: 64 << 20, ..request.limits.clone() };
    let request = Request { limits, ..request };
    assert_eq!(solver.plan(&request).unwrap().engine, Engine::Search);
}

#[test]
fn two_phases_count_as_asked_and_leave_a_face_alone() {
    let model = Model::find("3x3x3").unwrap();
    let solver = Solver::new(&model);
    let position = position::read(&model, "R U2 F' D B2 L U' R2 F D2 L' B U2", None).unwrap();
    let turns = |names: &[&str], metric: &Metric| {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        move_choice::turns(&model.puzzle, metric, &names).unwrap()
    };
    let near = position::read(&model, "R U2 F", None).unwrap();
    let answer = solver.solve_one(&Request { metric: Metric::qtm(), ..Request::new(&near) }).unwrap();
    assert_eq!((answer.length, answer.optimal), (4, true));
    let five = ["U", "R", "F", "L", "B"];
    let target = position::read(&model, "U R2 F'", None).unwrap();
    // The scramble has 17 quarter turns; the referee counts what is found.
    for (metric, names, to, most) in [
        (Metric::qtm(), &[][..], None, 32),
        (Metric::qtm(), &[][..], Some(&target.state), 32),
        (Metric::stm(), &[][..], None, 22),
        (Metric::htm(), &five[..], None, 25),
    ] {
        let limits = Limits { max_solutions: Some(1), max_nodes: Some(100_000), ..Limits::default() };
        let turns = if names.is_empty() { Vec::new() } else { turns(names, &metric) };
        let request =
            Request { turns, metric: metric.clone(), target: to, limits, ..Request::new(&position) };
        let answer = solver.solve_one(&request).unwrap();
        assert_eq!(answer.engine, Engine::WeightedTwoPhase);
        assert!(answer.length <= most, "{}: {}", metric.name(), answer.length);
        assert!(names.is_empty() || answer.turns.iter().all(|turn| request.turns.contains(turn)));
        // Shorter with more states, and never shorter than a proven bound.
        let few = Limits { max_nodes: Some(0), ..request.limits.clone() };
        let first = solver.solve_one(&Request { limits: few, ..request.clone() }).unwrap();
        assert!(first.length >= answer.length && u64::from(answer.lower_bound) <= answer.length);
    }
    let metric = Metric::htm();
    let four = Request { turns: turns(&five[..4], &metric), ..Request::new(&near) };
    assert_eq!(solver.plan(&four).unwrap().engine, Engine::Words);
    assert_eq!(solver.plan(&Request { optimal: true, ..four.clone() }).unwrap().engine, Engine::Search);
    let refused = solver.plan(&Request { method: Method::TwoPhase, ..four }).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the two-phase method cannot leave out more than one face; use --method search"
    );
}

/// Shortest solutions in turns of faces and slices, by the table and by the general search, which share neither table nor moves.
#[test]
#[ignore = "long: builds three tables, and searches nine turns without them"]
fn slice_turns_agree_with_the_general_search() {
    let model = Model::find("3x3x3").unwrap();
    let solver = Solver::new(&model);
    let solve = |metric: Metric, scramble: &str, method: Method| {
        let position = position::read(&model, scramble, None).unwrap();
        // With a limit, no quick search comes first.
        let limits = Limits { max_solutions: Some(1), max_nodes: Some(1 << 40), ..Limits::default() };
        let request = Request { metric, method, optimal: true, limits, ..Request::new(&position) };
        let answer = solver.solve_one(&request).unwrap();
        assert!(answer.optimal && answer.length == request.metric.length(&answer.turns), "{scramble}");
        answer
    };
    for (metric, scrambles) in [
        (
            Metric::stm(),
            ["M U S2 R E' F M2 D'", "R U M' F2 E L S D2 M", "M E S R U2 F' M E2", "R L' U D' F B' R2 L2"],
        ),
        (Metric::sqtm(), ["M U S2 R E' F", "R U M' F2 E L S", "M E S R U2 F' M", "R L2 U D' F B' R2 L"]),
    ] {
        for scramble in scrambles {
            let by_table = solve(metric.clone(), scramble, Method::Optimal);
            assert_eq!(by_table.engine, Engine::Optimal);
            let by_search = solve(metric.clone(), scramble, Method::Search);
            assert_eq!(by_table.length, by_search.length, "{scramble}");
            // All turns of a slice solution that follow each other about one axis count less often in axial turns.
            assert!(solve(Metric::atm(), scramble, Method::Optimal).length <= by_table.length);
        }
    }
}
