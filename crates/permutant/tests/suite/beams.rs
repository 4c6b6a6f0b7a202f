//! Solutions by beams, and where they are refused.

use permutant::engine::{Engine, Method};
use permutant::model::Model;
use permutant::position::Position;
use permutant::puzzle::formats::Kind;
use permutant::puzzle::metric::Metric;
use permutant::search::beam::BeamTables;
use permutant::search::limits::{Control, Limits, Outcome, StopReason};
use permutant::search::puzzle_space::PuzzleSpace;
use permutant::search::table::{Description, Memory};
use permutant::solver::{Request, SolveError, Solver};
use permutant::tables::{InMemory, TableSource};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

fn walk(model: &Model, turns: usize, seed: u64) -> Position {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let all = model.puzzle.search_turns(&Metric::htm());
    let mut state = model.puzzle.solved().clone();
    for _ in 0..turns {
        all[rng.next_u32() as usize % all.len()].make(&mut state);
    }
    Position::new(state)
}

/// The referee has replayed them; here their lengths are bounded on both sides.
#[test]
fn beams_are_short_and_no_shorter_than_shortest() {
    for (name, most) in
        [("2x2x2", 14), ("skewb", 14), ("torus:4x4", 30), ("topspin:12,4", 40), ("pyraminx", 16)]
    {
        let model = Model::find(name).unwrap();
        let solver = Solver::new(&model).with_threads(2);
        for (seed, metric) in [Metric::htm(), Metric::qtm()].into_iter().enumerate() {
            let position = walk(&model, 100, seed as u64);
            let request = Request { method: Method::Beam, metric, ..Request::new(&position) };
            let answer = solver.solve_one(&request).unwrap();
            assert_eq!(answer.engine, Engine::Beam);
            assert!(answer.length <= 2 * most, "{name}: {}", answer.length);
            assert!(u64::from(answer.lower_bound) <= answer.length);
            if matches!(name, "2x2x2" | "skewb" | "pyraminx") {
                let shortest = solver.solve_one(&Request { method: Method::Optimal, ..request }).unwrap();
                assert!(shortest.length <= answer.length);
                assert!(!answer.optimal || shortest.length == answer.length);
            }
        }
        // Near states are shortest, and said to be.
        let near = walk(&model, 2, 9);
        let answer = solver.solve_one(&Request { method: Method::Beam, ..Request::new(&near) }).unwrap();
        assert!(answer.length <= 2 && answer.optimal, "{name}");
    }
}

#[test]
fn wider_beams_improve_until_a_limit() {
    let model = Model::find("torus:5x5").unwrap();
    let solver = Solver::new(&model);
    let position = walk(&model, 200, 1);
    let limits = Limits { max_nodes: Some(400_000), ..Request::new(&position).limits };
    let request = Request { method: Method::Beam, improve: true, limits, ..Request::new(&position) };
    let mut lengths = Vec::new();
    let end = solver.solve(&request, &Control::new(), &mut |answer| {
        lengths.push(answer.length);
        ControlFlow::Continue(())
    });
    assert_eq!(end.unwrap(), Outcome::Found(()));
    assert!(lengths.is_sorted_by(|a, b| a > b) && *lengths.last().unwrap() <= 45, "{lengths:?}");
    // Too few nodes for any.
    let limits = Limits { max_nodes: Some(1000), ..request.limits.clone() };
    assert_eq!(
        solver.solve_one(&Request { limits, ..request.clone() }),
        Err(SolveError::Limit(StopReason::Nodes))
    );
    // A narrow beam of so few moves finds nothing, and says so.
    let limits = Limits { max_length: Some(12), ..Request::new(&position).limits };
    let narrow = Request { width: Some(10), improve: false, limits, ..request };
    assert_eq!(solver.solve_one(&narrow), Err(SolveError::Limit(StopReason::Length)));
}

/// A source that has the same bytes for every network, and counts how often it was asked for one.
#[derive(Debug)]
struct Networks(Vec<u8>, AtomicU32);

impl TableSource for Networks {
    fn entries(&self, _: &Description, build: &mut dyn FnMut() -> Option<Vec<u8>>) -> Option<Cow<'_, [u8]>> {
        build().map(Cow::Owned)
    }

    fn kept(&self, description: &Description) -> Option<Memory> {
        description.name.starts_with("network-").then(|| {
            self.1.fetch_add(1, Relaxed);
            Box::new(self.0.clone()) as Memory
        })
    }
}

#[test]
fn a_stored_network_waits_for_pairs_and_a_damaged_one_is_ignored() {
    let model = Model::find("torus:4x4").unwrap();
    let puzzle = &model.puzzle;
    let (turns, goals) = (puzzle.search_turns(&Metric::htm()), [puzzle.solved().clone()]);
    let space = PuzzleSpace::new(puzzle, &turns, &Metric::htm(), &goals).unwrap();
    let space = space.with_symmetry(puzzle, &turns, &goals);
    let tables = BeamTables::new(&space, 44.0, 1 << 26, &Control::new()).unwrap();
    let network = tables.network(&space, 100_000, 2, &Control::new()).unwrap().unwrap();
    let (stored, damaged) = (
        Networks(network.save(), AtomicU32::new(0)),
        Networks(network.save()[8..].to_vec(), AtomicU32::new(0)),
    );
    let position = walk(&model, 100, 5);
    let lengths = |tables: &dyn TableSource, most: Option<u64>| {
        let limits = Limits { max_nodes: most, ..Request::new(&position).limits };
        let request = Request {
            method: Method::Beam,
            width: Some(200),
            improve: true,
            limits,
            ..Request::new(&position)
        };
        let mut all = Vec::new();
        let solver = Solver::with_tables(&model, tables);
        let end = solver.solve(&request, &Control::new(), &mut |answer| {
            all.push((answer.length, answer.nodes));
            ControlFlow::Continue(())
        });
        assert_eq!(end.unwrap(), Outcome::Found(()));
        all
    };
    let by_pairs = lengths(&InMemory, Some(1 << 40));
    // The network begins where pairs have had their turn, and its beams count.
    let led = lengths(&stored, None);
    assert!(led.starts_with(&by_pairs), "{led:?} {by_pairs:?}");
    assert_eq!(stored.1.load(Relaxed), 1);
    assert_eq!(lengths(&damaged, None), lengths(&InMemory, None));
    assert_eq!(damaged.1.load(Relaxed), 1);
    // Where nodes are limited, what is stored counts for nothing.
    assert_eq!((lengths(&stored, Some(1 << 40)), stored.1.load(Relaxed)), (by_pairs, 1));
}

#[test]
fn what_beams_cannot_do_is_refused() {
    let model = Model::find("skewb").unwrap();
    let position = walk(&model, 5, 3);
    let request = Request { method: Method::Beam, optimal: true, ..Request::new(&position) };
    let refused = |model: &Model, request: &Request<'_>| {
        matches!(Solver::new(model).plan(request), Err(SolveError::Refused(_)))
    };
    assert!(refused(&model, &request));
    let limits = Limits { max_solutions: None, ..request.limits.clone() };
    assert!(refused(&model, &Request { optimal: false, limits, ..request.clone() }));
    let text = "Name Pairs\nSet P 3 1\nSolved\nP\n1 2 3\nEnd\nMove A\nP\n2 1 3\nEnd\nMove B\nP\n1 3 2\nEnd\n\
                ForbiddenPairs\nA B\nEnd\n";
    let model = Model::from_text(text, Kind::Ksolve).unwrap();
    let position = Position::new(model.puzzle.solved().clone());
    assert!(refused(&model, &Request { method: Method::Beam, ..Request::new(&position) }));
}

/// What a search rules out after the last improvement is told with it; a solution is shortest if nothing shorter is left.
#[test]
fn bounds_rise_with_the_search() {
    let model = Model::find("slide:5x5").unwrap();
    let solver = Solver::new(&model);
    let position = walk(&model, 3000, 4);
    let request = Request { improve: true, ..Request::new(&position) };
    let looks = AtomicU32::new(0);
    let is_up = || looks.fetch_add(1, Relaxed) > 3000;
    let mut answers: Vec<_> = Vec::new();
    solver
        .solve(&request, &Control::new().with_deadline(&is_up), &mut |answer| {
            answers.push(answer);
            ControlFlow::Continue(())
        })
        .unwrap();
    let last = answers.last().unwrap();
    assert!(last.lower_bound > 40 && u64::from(last.lower_bound) <= last.length, "{last:?}");
    for pair in answers.windows(2) {
        assert!(pair[0].lower_bound <= pair[1].lower_bound, "{pair:?}");
        assert!(
            pair[1].length < pair[0].length
                || pair[1].turns == pair[0].turns && pair[1].lower_bound > pair[0].lower_bound,
            "{pair:?}"
        );
    }
    for answer in &answers {
        assert_eq!(answer.optimal, u64::from(answer.lower_bound) == answer.length, "{answer:?}");
    }
}
