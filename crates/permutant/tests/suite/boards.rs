//! Sliding tiles and stacks of pancakes whose shortest lengths are known from elsewhere.

use permutant::engine::Engine;
use permutant::model::Model;
use permutant::position;
use permutant::search::limits::{Control, Limits, Outcome};
use permutant::solver::{Request, Solver};
use std::ops::ControlFlow;

#[test]
fn boards_have_their_known_lengths() {
    let text = include_str!("../../../../testdata/boards.tsv");
    let mut cases: Vec<[&str; 4]> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        cases.push([fields[0], fields[1], fields[2], fields[3]]);
    }
    for of_one in cases.chunk_by(|a, b| a[0] == b[0]) {
        let model = Model::find(of_one[0][0]).unwrap();
        let solver = Solver::new(&model);
        for [name, start, goal, length] in of_one {
            let [start, goal] = [start, goal].map(|text| position::read(&model, text, None).unwrap());
            let request = Request { optimal: true, target: Some(&goal.state), ..Request::new(&start) };
            let answer = solver.solve_one(&request).unwrap();
            assert_eq!((answer.length.to_string().as_str(), answer.optimal), (*length, true), "{name}");
            assert_eq!(answer.engine, Engine::Search);
        }
    }
    assert!(cases.len() > 20);
}

/// All shortest solutions, and a limit on nodes that holds across heuristics.
#[test]
fn boards_with_limits() {
    let model = Model::find("slide:4x4").unwrap();
    let solver = Solver::new(&model);
    let start = position::read(&model, "1 2 3 4 5 6 7 8 9 10 0 11 13 14 15 12", None).unwrap();
    let all = Limits { shortest_only: true, ..Limits::default() };
    let mut lengths = Vec::new();
    let request = Request { limits: all, ..Request::new(&start) };
    let end = solver.solve(&request, &Control::new(), &mut |answer| {
        lengths.push(answer.length);
        ControlFlow::Continue(())
    });
    assert_eq!((end.unwrap(), lengths), (Outcome::Found(()), vec![2]));

    let far = position::read(&model, "0 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1", None).unwrap();
    for most in [1000, 200_000] {
        let few = Limits { max_nodes: Some(most), max_solutions: Some(1), ..Limits::default() };
        let request = Request { optimal: true, limits: few, ..Request::new(&far) };
        let end = solver.solve(&request, &Control::new(), &mut |_| ControlFlow::Continue(())).unwrap();
        assert!(matches!(end, Outcome::LimitReached(_)), "{end:?}");
    }
}
