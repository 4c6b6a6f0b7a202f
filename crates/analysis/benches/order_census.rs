//! Sequences a second whose orders and cycle types are counted, on one thread; and exact orders of whole groups.

use divan::Bencher;
use divan::counter::ItemsCount;
use permutant_analysis::group::order_distribution;
use permutant_analysis::sequence::census::{self, Request, Sequences, Span};
use permutant_puzzle::catalog;
use permutant_puzzle::metric::Metric;
use permutant_search::limits::Control;

fn main() {
    divan::main();
}

/// Canonical sequences of the half-turn metric up to a length: pieces all told apart, with alike centres, and of more
/// slots than the smallest rows hold.
#[divan::bench(args = [("3x3x3", 5), ("4x4x4", 3), ("megaminx", 3), ("6x6x6", 2)])]
fn census(bencher: Bencher<'_, '_>, (name, length): (&str, u32)) {
    let puzzle = catalog::find(name).expect("a puzzle of the catalog").puzzle;
    let request = Request {
        moves: puzzle.search_turns(&Metric::htm()),
        metric: Metric::htm(),
        sequences: Sequences::Canonical,
        span: Span::UpTo(length),
        threads: 1,
        max_memory: 1 << 30,
    };
    let count = || census::run(&puzzle, &request, &Control::new()).expect("a census");
    bencher.counter(ItemsCount::new(count().sequences())).bench_local(count);
}

#[divan::bench(args = ["3x3x3", "4x4x4", "5x5x5", "megaminx"])]
fn exact(bencher: Bencher<'_, '_>, name: &str) {
    let puzzle = catalog::find(name).expect("a puzzle of the catalog").puzzle;
    let moves: Vec<_> = puzzle.generators().map(|base| base.transformation.clone()).collect();
    bencher
        .bench_local(|| order_distribution::exact(&puzzle, &moves, &Control::new()).expect("a distribution"));
}
