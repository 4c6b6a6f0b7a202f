//! The two-phase solver: building its tables, and solving the same 1000 random cubes.
//!
//! `cargo bench -p permutant-cube --bench two_phase`. Divide the time of a sample by 1000 for one cube. What is not
//! time (mean lengths and nodes, the same on every machine) is printed first.

use divan::{Bencher, counter::ItemsCount};
use permutant_cube::cubie::CubieCube;
use permutant_cube::random_state::random_cube;
use permutant_cube::two_phase::{Solution, Solver};
use permutant_search::limits::{Control, Limits};
use rand_core::SeedableRng;
use std::sync::LazyLock;

const CUBES: usize = 1000;

static SOLVER: LazyLock<Solver> = LazyLock::new(Solver::new);

fn cubes() -> Vec<CubieCube> {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    std::iter::repeat_with(|| random_cube(&mut rng)).take(CUBES).collect()
}

fn solve(cube: &CubieCube, max_length: Option<u32>) -> Solution {
    let limits = Limits { max_length, ..Limits::default() };
    SOLVER.solve(cube, &limits, &Control::new()).found().expect("every cube has a solution of 20 turns")
}

fn main() {
    let cubes = cubes();
    println!("tables: {} bytes", SOLVER.bytes());
    for max_length in [None, Some(22), Some(21), Some(20)] {
        let solutions: Vec<Solution> = cubes.iter().map(|cube| solve(cube, max_length)).collect();
        let mean = |of: fn(&Solution) -> u64| solutions.iter().map(of).sum::<u64>() as f64 / CUBES as f64;
        let (length, nodes) = (mean(|s| u64::from(s.length())), mean(|s| s.nodes));
        println!("max_length {max_length:?}: mean length {length:.3}, mean nodes {nodes:.0}");
    }
    divan::main();
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn build() -> Solver {
    Solver::new()
}

#[divan::bench(args = [22, 21, 20], sample_count = 3, sample_size = 1)]
fn thousand_cubes(bencher: Bencher<'_, '_>, max_length: u32) {
    let cubes = cubes();
    bencher
        .counter(ItemsCount::new(CUBES))
        .bench_local(|| cubes.iter().map(|cube| solve(cube, Some(max_length)).moves.len()).sum::<usize>());
}
