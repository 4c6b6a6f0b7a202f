//! Solves ten scrambles of each puzzle one after the other, with one table that is empty at first.
//!
//! `cargo bench -p permutant-store --bench scrambles`. Definitions and scrambles are those on which twsearch was
//! measured (`testdata/tws`).

use divan::Bencher;
use permutant_puzzle::formats::tws;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::puzzle::Puzzle;
use permutant_search::ida_star::IdaStar;
use permutant_search::limits::{Control, Limits};
use permutant_search::pruning::PruningTable;
use permutant_search::puzzle_space::PuzzleSpace;
use permutant_search::sequences::Sequences;

/// The same allocator as in the program.
#[global_allocator]
static ALLOCATOR: permutant_store::HugePages = permutant_store::HugePages;

fn main() {
    divan::main();
}

/// Solves every line. Returns the lengths of the solutions and the number of nodes visited.
fn solve(definition: &str, scrambles: &str, threads: usize) -> (Vec<u32>, u64) {
    let puzzle = Puzzle::new(tws::read(definition).expect("a definition")).expect("a puzzle");
    let (metric, goal) = (Metric::htm(), puzzle.solved().clone());
    let turns = puzzle.search_turns(&metric);
    let goals = [goal.clone()];
    let space = PuzzleSpace::new(&puzzle, &turns, &metric, &goals).expect("a space");
    let space = space.with_symmetry(&puzzle, &turns, &goals);
    let sequences = Sequences::new(&space);
    let mut table = PruningTable::new(&space, 1 << 29);
    let limits = Limits { max_solutions: Some(1), ..Limits::default() };
    let (mut lengths, mut nodes) = (Vec::new(), 0);
    for scramble in scrambles.lines() {
        let mut state = goal.clone();
        for name in scramble.split_whitespace() {
            puzzle.turn(name).expect("a move").make(&mut state);
        }
        let start = space.pack(&puzzle, &state, &goal).expect("a state");
        let search = IdaStar::new(&space, &sequences, &mut table, &start, &limits, Control::new());
        let mut search = search.with_threads(threads);
        lengths.extend(search.next().map(|solution| solution.cost));
        nodes += search.nodes();
    }
    assert_eq!(lengths.len(), scrambles.lines().count());
    (lengths, nodes)
}

#[divan::bench(args = [1, 2], sample_count = 1, sample_size = 1)]
fn cube(bencher: Bencher<'_, '_>, threads: usize) {
    let (definition, scrambles) = (
        include_str!("../../../testdata/tws/pg/3x3x3.tws"),
        include_str!("../../../testdata/tws/scr/3x3x3.txt"),
    );
    bencher.bench_local(|| solve(definition, scrambles, threads));
}

#[divan::bench(args = [1, 2], sample_count = 1, sample_size = 1)]
fn pyraminx(bencher: Bencher<'_, '_>, threads: usize) {
    let definition = include_str!("../../../testdata/tws/pg/pyraminx.tws");
    // The scrambles name a tip by its three faces; `L` and `R` denote faces there.
    let scrambles = include_str!("../../../testdata/tws/scr/pyraminx.txt")
        .replace("FLR", "u")
        .replace("DRL", "b")
        .replace("FRD", "r")
        .replace("FDL", "l")
        .replace('L', "BL")
        .replace('R', "BR");
    bencher.bench_local(|| solve(definition, &scrambles, threads));
}
