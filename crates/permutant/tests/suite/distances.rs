//! Solutions by counted distances against the general search.

use permutant::engine::{Engine, Method};
use permutant::model::Model;
use permutant::position::Position;
use permutant::puzzle::formats::tws;
use permutant::puzzle::metric::Metric;
use permutant::puzzle::puzzle::Puzzle;
use permutant::search::god::oracle::{NoOracle, Oracle};
use permutant::search::limits::Control;
use permutant::search::reachable::move_set::MoveSet;
use permutant::solver::{Request, Solver};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// States of two to eight random turns have solutions of one length by both, in half and in quarter turns.
#[test]
fn counted_distances_and_the_search_agree() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for name in ["pyraminx", "tetraminx", "skewb"] {
        let model = Model::find(name).unwrap();
        let solver = Solver::new(&model);
        for metric in [Metric::htm(), Metric::qtm()] {
            let turns = model.puzzle.search_turns(&metric);
            for length in 2..8 {
                let mut state = model.puzzle.solved().clone();
                for _ in 0..length {
                    turns[rng.next_u32() as usize % turns.len()].make(&mut state);
                }
                let position = Position::new(state);
                let request = Request { metric: metric.clone(), ..Request::new(&position) };
                let counted = solver.solve_one(&request).unwrap();
                assert_eq!((counted.engine, counted.optimal), (Engine::Distances, true), "{name}");
                let found = solver.solve_one(&Request { method: Method::Search, ..request }).unwrap();
                assert_eq!(found.engine, Engine::Search);
                assert_eq!(counted.length, found.length, "{name} {}", metric.name());
            }
        }
    }
}

#[test]
fn what_has_too_many_states_is_told_before_it_is_counted() {
    let puzzle = Model::find("skewb").unwrap().puzzle;
    let moves = MoveSet::new(&puzzle, &puzzle.search_turns(&Metric::htm()), &Metric::htm()).unwrap();
    let oracle = |most| Oracle::new(&puzzle, puzzle.solved(), &moves, most, 1, &Control::new());
    assert!(matches!(oracle(3_149_279), Err(NoOracle::TooLarge)));
    let oracle = oracle(3_149_280).unwrap();
    assert_eq!(oracle.solution(puzzle.solved()), Some(Vec::new()));
    // Two centres are exchanged.
    let mut torn = puzzle.solved().clone();
    torn.orbits[1].pieces.swap(1, 2);
    assert_eq!(oracle.solution(&torn), None);
}

/// No move turns these pieces or exchanges those: a state that needs it is not solved by leaving it as it is.
#[test]
fn what_no_move_touches_must_be_right_too() {
    let read = |text| Puzzle::new(tws::read(text).unwrap()).unwrap();
    let turned = "Set A 2 2\nSolved\nA\n1 1\n0 0\nEnd\nMove c\nA\n2 1\nEnd\n";
    let odd = "Set A 2 2\nSolved\nA\n1 2\n0 0\nEnd\nMove b\nA\n2 1\n0 1\nEnd\n";
    for (text, pieces, orientations) in [(turned, [0, 0], [1, 1]), (odd, [1, 0], [0, 0])] {
        let puzzle = read(text);
        let moves = MoveSet::new(&puzzle, &puzzle.search_turns(&Metric::htm()), &Metric::htm()).unwrap();
        let oracle = Oracle::new(&puzzle, puzzle.solved(), &moves, 100, 1, &Control::new()).unwrap();
        let mut state = puzzle.solved().clone();
        assert_eq!(oracle.solution(&state), Some(Vec::new()));
        state.orbits[0].pieces = pieces.to_vec();
        state.orbits[0].orientations = orientations.to_vec();
        assert_eq!(oracle.solution(&state), None, "{text}");
    }
}
