//! The engines of the 3x3x3 behind the facade: what they answer and what they refuse.

use permutant::model::Model;
use permutant::position;
use permutant::search::limits::Limits;
use permutant::solver::{Request, SolveFault, Solver};
use permutant::strategy::{Engine, Method};

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
    assert!(matches!(solver.solve_one(&request), Err(SolveFault::Refused(_))));
    let pocket = Model::find("2x2x2").unwrap();
    let position = position::read(&pocket, "R U", None).unwrap();
    let request = Request { method: Method::Thistlethwaite, ..Request::new(&position) };
    assert!(matches!(Solver::new(&pocket).solve_one(&request), Err(SolveFault::Refused(_))));
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
    assert_eq!(solver.choose(&request).unwrap().engine, Engine::Search);
}
