//! Distributions of whole puzzles against published ones.

use permutant_puzzle::catalog;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_search::god::classes::StateClasses;
use permutant_search::god::hashed::Hashed;
use permutant_search::god::state_codec::WholeStates;
use permutant_search::god::two_bit::TwoBit;
use permutant_search::god::walk;
use permutant_search::limits::Control;
use permutant_search::reachable::index::{MOST_VALUES, StateIndex};
use permutant_search::reachable::move_set::MoveSet;
use permutant_search::reachable::move_symmetry::SymmetryUse;
use permutant_search::reachable::packed::PackedPuzzle;
use permutant_search::reachable::split;

fn count(puzzle: &Puzzle, names: &[&str], metric: &Metric, threads: usize) -> (u64, usize, Vec<u64>) {
    let turns: Vec<_> = (puzzle.search_turns(metric).into_iter())
        .filter(|turn| names.is_empty() || names.contains(&turn.base().name.as_str()))
        .collect();
    let moves = MoveSet::new(puzzle, &turns, metric).unwrap();
    let index = StateIndex::new(puzzle, puzzle.solved(), &moves, MOST_VALUES).unwrap();
    let symmetries = index.symmetries();
    let (all, classes) = (index.rows(), index.classes(&symmetries));
    let [counts, by_class] = [&all, &classes].map(|rows| {
        let mut search = TwoBit::new(rows, threads);
        while search.step(&Control::new()).unwrap() > 0 {}
        assert_eq!(search.reached(), search.counts().iter().sum::<u64>());
        search.counts().to_vec()
    });
    assert_eq!(counts, by_class, "{} symmetries", symmetries.count());
    (index.size(), symmetries.count(), counts)
}

/// Whole states, every one for itself and one of each class under symmetries and inverses.
#[test]
fn classes_of_whole_states_change_no_count() {
    for (name, metric, levels) in [
        ("2x2x2", "htm", 6),
        ("2x2x2", "U=2,R=3,F=2", 9),
        ("3x3x3", "htm", 4),
        ("3x3x3", "qtm", 4),
        ("pyraminx", "htm", 6),
        ("skewb", "R=1,U=2,L=1,B=1", 6),
        ("torus:3x3", "htm", 5),
        ("topspin:8,4", "htm", 9),
        ("m11", "htm", 9),
    ] {
        let puzzle = catalog::find(name).unwrap().puzzle;
        let metric = Metric::parse(metric).unwrap();
        let moves = MoveSet::new(&puzzle, &puzzle.search_turns(&metric), &metric).unwrap();
        let goals = [puzzle.solved().clone()];
        let plain = PackedPuzzle::new(&puzzle, &goals, &moves).unwrap();
        let classes = StateClasses::new(&puzzle, &moves, &metric, &goals);
        let classes = classes.unwrap_or_else(|| panic!("{name} has symmetries"));
        let count = |states: &dyn WholeStates, threads| {
            let mut search = Hashed::new(states, &goals, &moves, threads, 1 << 30).unwrap();
            for _ in 0..levels {
                search.step(&Control::new()).unwrap();
            }
            let resumed = Hashed::new(states, &goals, &moves, 1, 1 << 30).unwrap().resume(&search.save());
            assert_eq!(resumed.unwrap().counts(), search.counts(), "{name}");
            search.counts().to_vec()
        };
        let expected = count(&plain, 1);
        assert_eq!(count(&classes, 2), expected, "{name}, {} symmetries", classes.symmetries());
    }
}

/// Counts of twsearch, complete.
#[test]
fn known_distributions() {
    for (name, moves, metric, symmetries, expected) in [
        (
            "2x2x2",
            &["U", "R", "F"][..],
            "htm",
            2,
            "1 9 54 321 1847 9992 50136 227536 870072 1887748 623800 2644",
        ),
        (
            "2x2x2",
            &["U", "R", "F"],
            "qtm",
            2,
            "1 6 27 120 534 2256 8969 33058 114149 360508 930588 1350852 782536 90280 276",
        ),
        ("skewb", &[], "htm", 6, "1 8 48 288 1728 10248 59304 315198 1225483 1455856 81028 90"),
        ("tetraminx", &[], "htm", 1, "1 8 48 288 1728 9896 51808 220111 480467 166276 2457 32"),
    ] {
        let puzzle = catalog::find(name).unwrap().puzzle;
        let expected: Vec<u64> = expected.split(' ').map(|count| count.parse().unwrap()).collect();
        for threads in [1, 3] {
            let (size, found, counts) = count(&puzzle, moves, &Metric::parse(metric).unwrap(), threads);
            assert_eq!(found, symmetries, "{name}");
            assert_eq!(counts, expected, "{name} {metric}");
            assert_eq!(size, expected.iter().sum::<u64>(), "{name}: the index is perfect");
        }
    }
}

/// Sub-puzzles of a few thousand states: with and without symmetries, in every way to share coordinates out.
#[test]
fn symmetries_change_no_count() {
    let mut with_symmetries = 0;
    for (name, names) in [
        ("2x2x2", &["U", "R"][..]),
        ("3x3x3", &["U2", "R2", "F2"]),
        ("3x3x3", &["U", "R2"]),
        ("skewb", &["R", "U", "L"]),
        ("tetraminx", &["U", "L", "R"]),
        ("pyraminx", &["U", "u", "l", "L"]),
        ("4x4x4", &["2U", "2R2"]),
        ("megaminx", &["U", "D"]),
    ] {
        let puzzle = catalog::find(name).unwrap().puzzle;
        let turns: Vec<Turn> = (names.iter())
            .flat_map(|name| {
                let turn = puzzle.turn(name).unwrap();
                let order = if turn.amount() == 1 { turn.base().order.unwrap() as i64 } else { 2 };
                (1..order).map(move |times| Turn::new(turn.base().clone(), turn.amount() * times))
            })
            .collect();
        let moves = MoveSet::new(&puzzle, &turns, &Metric::htm()).unwrap();
        let aspects = split::aspects(&puzzle, puzzle.solved(), &moves).unwrap();
        let mut all: Vec<Vec<u64>> = Vec::new();
        for symmetry in [SymmetryUse::None, SymmetryUse::IfFaster, SymmetryUse::Most] {
            let (index, _) =
                StateIndex::with_symmetries(&aspects, puzzle.solved(), &moves, MOST_VALUES, symmetry)
                    .unwrap();
            let symmetries = index.symmetries();
            with_symmetries += usize::from(symmetries.count() > 1);
            for rows in [index.rows(), index.classes(&symmetries)] {
                let mut search = TwoBit::new(&rows, 2);
                while search.step(&Control::new()).unwrap() > 0 {}
                let found = walk::antipodes(&rows, &symmetries, &search, 3);
                let depth = search.counts().len() - 1;
                assert!(
                    !found.is_empty() && found.iter().all(|(path, _)| path.len() == depth),
                    "{name} {names:?}"
                );
                all.push(search.counts().to_vec());
            }
        }
        assert!(all.iter().all(|counts| *counts == all[0]), "{name} {names:?}: {all:?}");
    }
    assert!(with_symmetries >= 10, "{with_symmetries}");
}
