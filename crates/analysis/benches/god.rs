//! Whole distributions on one thread, index and symmetries included.

use divan::Bencher;
use permutant_analysis::sequence::move_choice;
use permutant_analysis::state::god::{self, NoSaves, Request};
use permutant_puzzle::catalog;
use permutant_puzzle::formats::tws;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::puzzle::Puzzle;
use permutant_search::limits::Control;

fn main() {
    divan::main();
}

/// A puzzle of the catalog, or of the files of twsearch's format among the test data; and moves, if not all.
const PUZZLES: &[(&str, &str)] = &[
    ("2x2x2", ""),
    ("2x2x2", "U,R,F,D,L,B"),
    ("tetraminx", ""),
    ("skewb", ""),
    ("skewb.tws", ""),
    ("pyraminx.tws", ""),
    ("Jing_pyraminx.tws", ""),
];

fn count(bencher: Bencher<'_, '_>, name: &str, moves: &str, symmetry: bool) {
    let path = format!("{}/../../testdata/tws/pg/{name}", env!("CARGO_MANIFEST_DIR"));
    let puzzle = match std::fs::read_to_string(path) {
        Ok(text) => Puzzle::new(tws::read(&text).expect("a definition")).expect("a puzzle"),
        Err(_) => catalog::find(name).expect("a puzzle of the catalog").puzzle,
    };
    let names: Vec<String> = moves.split(',').filter(|name| !name.is_empty()).map(str::to_string).collect();
    let request = Request {
        metric: Metric::htm(),
        turns: move_choice::turns(&puzzle, &Metric::htm(), &names).expect("moves of the puzzle"),
        goals: vec![puzzle.solved().clone()],
        depth: None,
        antipodes: 0,
        symmetry,
        classes: false,
        threads: 1,
        max_memory: 1 << 30,
        saves: &NoSaves,
        store: None,
    };
    bencher.bench_local(|| god::run(&puzzle, &request, &Control::new()).expect("a count"));
}

#[divan::bench(args = PUZZLES, sample_count = 10)]
fn with_symmetry(bencher: Bencher<'_, '_>, &(name, moves): &(&str, &str)) {
    count(bencher, name, moves, true);
}

#[divan::bench(args = PUZZLES, sample_count = 1)]
fn without_symmetry(bencher: Bencher<'_, '_>, &(name, moves): &(&str, &str)) {
    count(bencher, name, moves, false);
}
