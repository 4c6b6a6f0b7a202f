//! The optimal solver: building its smallest table, and the same ten cubes at one thread.
//!
//! `cargo bench -p permutant-cube --bench optimal`. What is not time (nodes and the values of the table, the same on every
//! machine) is printed first. The memory here has no huge pages; the program's has, and takes half the time.

use divan::Bencher;
use permutant_cube::h48::{H48Solver, Size};
use permutant_cube::model::cubie::CubieCube;
use permutant_cube::model::moves::Move;
use permutant_search::limits::{Control, Limits};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::sync::LazyLock;

static SOLVER: LazyLock<H48Solver> = LazyLock::new(|| {
    let table = table();
    H48Solver::new(Size::LEAST, Box::new(table), 1).expect("a table has its size")
});

fn table() -> Vec<u8> {
    H48Solver::build_table(Size::LEAST, 1, &Control::new()).expect("nobody stops it")
}

/// Cubes after fourteen random turns.
fn cubes() -> Vec<CubieCube> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut sequence =
        || (0..14).map(|_| Move::ALL[rng.next_u32() as usize % Move::COUNT]).collect::<Vec<_>>();
    (0..10).map(|_| CubieCube::SOLVED.after(&sequence())).collect()
}

/// Length and nodes.
fn solve(cube: &CubieCube) -> (u32, u64) {
    let limits = Limits { max_solutions: Some(1), ..Limits::default() };
    let mut found = (0, 0);
    SOLVER.solve(cube, &limits, &Control::new(), |solution| {
        found = (solution.length(), solution.nodes);
        std::ops::ControlFlow::Break(())
    });
    found
}

fn main() {
    println!("table: values {:?}", SOLVER.distribution());
    let found: Vec<(u32, u64)> = cubes().iter().map(solve).collect();
    let lengths: Vec<u32> = found.iter().map(|found| found.0).collect();
    println!("lengths {lengths:?}, nodes {}", found.iter().map(|found| found.1).sum::<u64>());
    divan::main();
}

#[divan::bench(sample_count = 1, sample_size = 1)]
fn build_smallest_table() -> Vec<u8> {
    table()
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn ten_cubes(bencher: Bencher<'_, '_>) {
    let cubes = cubes();
    bencher.bench(|| cubes.iter().map(solve).map(|found| found.1).sum::<u64>());
}
