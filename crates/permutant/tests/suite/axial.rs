//! Turns about one axis that count together: lengths by a count of names, solutions, and who refuses to count so.

use permutant::algorithm;
use permutant::analysis::sequence::canonical;
use permutant::analysis::sequence::shorten::shorten;
use permutant::engine::{Engine, Refusal};
use permutant::model::Model;
use permutant::position;
use permutant::puzzle::metric::Metric;
use permutant::puzzle::replay::replay;
use permutant::search::limits::{Control, Limits};
use permutant::solver::{Request, SolveError, Solver};

/// The axis of a turn of a cube, by the letter of its name.
fn axis(name: &str) -> usize {
    let letter = name.chars().find(char::is_ascii_alphabetic).unwrap();
    ["RLMx", "UDEy", "FBSz"].iter().position(|names| names.contains(letter)).unwrap()
}

/// The length by names alone: rows of turns about one axis that are not all rotations.
fn by_names(text: &str) -> u64 {
    let names: Vec<&str> = text.split(' ').collect();
    let rows = names.chunk_by(|a, b| axis(a) == axis(b));
    rows.filter(|row| row.iter().any(|name| !name.contains(['x', 'y', 'z']))).count() as u64
}

#[test]
fn turns_about_one_axis_count_together() {
    let axial = Metric::parse("axial").unwrap();
    for (name, size) in [("3x3x3", 3), ("5x5x5", 5), ("c f 0.333333", 3)] {
        let model = Model::find(name).unwrap();
        let puzzle = &model.puzzle;
        let mut names: Vec<&str> = "R L' U2 D F B' M E2 S x y' z2".split(' ').collect();
        if size == 5 {
            names.extend(["Rw", "2L'", "3Uw2", "2-3Fw"]);
        }
        let mut seed = 7u64;
        for length in 1..60 {
            let mut next = || {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                names[(seed >> 33) as usize % names.len()]
            };
            let text = (0..length).map(|_| next()).collect::<Vec<_>>().join(" ");
            let alg = algorithm::parse(puzzle, &text).unwrap();
            let turns = algorithm::turns(puzzle, &alg).unwrap();
            assert_eq!(axial.length(&turns), by_names(&text), "{name}: {text}");
            assert_eq!(algorithm::length(puzzle, &alg, &axial).unwrap(), by_names(&text).into());
            assert_eq!(replay(puzzle, puzzle.solved(), &turns, &axial).length, by_names(&text));
        }
    }
    // By hand: opposite faces of a megaminx have one axis, and moves of a puzzle without axes their own.
    for (name, text, expected) in [
        ("3x3x3", "R L R' L2 U", 2),
        ("3x3x3", "[R L, U D]2", 8),
        ("3x3x3", "R x L", 1),
        ("3x3x3", "R y L", 2),
        ("3x3x3", "x y2", 0),
        ("d f 0.64", "U D U2 R", 2),
        ("torus:3x3", "R1 R1 R2 C1", 3),
    ] {
        let puzzle = Model::find(name).unwrap().puzzle;
        let alg = algorithm::parse(&puzzle, text).unwrap();
        assert_eq!(algorithm::length(&puzzle, &alg, &Metric::atm()).unwrap(), expected, "{name}: {text}");
    }
}

#[test]
fn the_two_phases_solve_in_axial_turns() {
    let model = Model::find("3x3x3").unwrap();
    let solver = Solver::new(&model);
    let limits = Limits { max_solutions: Some(1), max_nodes: Some(50_000), ..Limits::default() };
    for scramble in ["R U2 F' D B2 L U' R2 F D2 L' B U2", "U2 F2 R' D2 L2 B U R' F2 L' D B2 U' R2 F D' L U"] {
        let position = position::read(&model, scramble, None).unwrap();
        let request = Request { metric: Metric::atm(), limits: limits.clone(), ..Request::new(&position) };
        let answer = solver.solve_one(&request).unwrap();
        assert_eq!(answer.engine, Engine::WeightedTwoPhase);
        let text = algorithm::write(&answer.turns);
        let end = replay(&model.puzzle, &position.state, &answer.turns, &Metric::htm());
        assert!(model.puzzle.is_solved(&end.state));
        assert_eq!(answer.length, by_names(&text), "{text}");
        assert!(answer.length <= 19 && answer.turns.len() as u64 > answer.length, "{text}");
    }
    let near = position::read(&model, "R L2 U' D F B2", None).unwrap();
    let answer = solver.solve_one(&Request { metric: Metric::atm(), ..Request::new(&near) }).unwrap();
    assert_eq!((answer.length, answer.optimal), (3, true));
    // A proof needs the table.
    let plan = solver.plan(&Request { metric: Metric::atm(), optimal: true, ..Request::new(&near) });
    assert_eq!(plan.unwrap().engine, Engine::Optimal);
    // A face that must not turn leaves the pairs without it.
    let names: Vec<String> = "URFLB".chars().map(String::from).collect();
    let turns =
        permutant::analysis::sequence::move_choice::turns(&model.puzzle, &Metric::atm(), &names).unwrap();
    let position = position::read(&model, "R U2 F' D B2 L U' R2 F D2 L' B U2", None).unwrap();
    let answer = solver
        .solve_one(&Request { metric: Metric::atm(), turns, limits, ..Request::new(&position) })
        .unwrap();
    let text = algorithm::write(&answer.turns);
    assert!(answer.length == by_names(&text) && !text.contains('D'), "{text}");
}

#[test]
fn what_counts_turn_by_turn_refuses() {
    let atm = Metric::atm();
    for (name, optimal) in [("2x2x2", true), ("2x2x2", false), ("4x4x4", false), ("skewb", false)] {
        let model = Model::find(name).unwrap();
        let position = position::read(&model, "R U", None).unwrap();
        let request = Request { metric: atm.clone(), optimal, ..Request::new(&position) };
        let fault = Solver::new(&model).solve_one(&request).unwrap_err();
        assert!(matches!(fault, SolveError::Refused(Refusal::Together(_))), "{fault}");
    }
    let model = Model::find("2x2x2").unwrap();
    let turns = model.puzzle.search_turns(&atm);
    assert!(canonical::counts(&model.puzzle, &atm, &turns, 3).is_err());
    assert!(shorten(&model.puzzle, &turns, &atm, 3, &Control::new()).is_err());
    let moves = permutant::search::reachable::move_set::MoveSet::new(&model.puzzle, &turns, &atm);
    assert!(moves.is_err());
    let words = permutant::analysis::group::words::PuzzleWords::new(
        &model.puzzle,
        permutant::analysis::group::words::WordMoves::Search,
        &atm,
        1 << 20,
        &permutant::tables::InMemory,
        &Control::new(),
    );
    assert!(words.is_err());
    // Costs one by one are what those counts would have gone by.
    assert!(turns.iter().all(|turn| atm.cost(turn) == 1) && atm.length(&[]) == 0);
}
