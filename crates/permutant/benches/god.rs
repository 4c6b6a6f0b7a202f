//! Whole distributions on one thread, index and symmetries included.

use divan::Bencher;
use permutant::god::{self, NoSaves, Request};
use permutant::model::Model;
use permutant::puzzle::formats::Kind;
use permutant::puzzle::metric::Metric;
use permutant::search::limits::Control;

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
    let model = match std::fs::read_to_string(path) {
        Ok(text) => Model::from_text(&text, Kind::Tws).expect("a definition"),
        Err(_) => Model::find(name).expect("a puzzle of the catalog"),
    };
    let names: Vec<String> = moves.split(',').filter(|name| !name.is_empty()).map(str::to_string).collect();
    let request = Request {
        metric: Metric::htm(),
        turns: permutant::move_choice::turns(&model.puzzle, &Metric::htm(), &names)
            .expect("moves of the puzzle"),
        goals: vec![model.puzzle.solved().clone()],
        depth: None,
        antipodes: 0,
        symmetry,
        threads: 1,
        max_memory: 1 << 30,
        saves: &NoSaves,
    };
    bencher.bench_local(|| god::run(&model.puzzle, &request, &Control::new()).expect("a count"));
}

#[divan::bench(args = PUZZLES, sample_count = 10)]
fn with_symmetry(bencher: Bencher<'_, '_>, &(name, moves): &(&str, &str)) {
    count(bencher, name, moves, true);
}

#[divan::bench(args = PUZZLES, sample_count = 1)]
fn without_symmetry(bencher: Bencher<'_, '_>, &(name, moves): &(&str, &str)) {
    count(bencher, name, moves, false);
}
