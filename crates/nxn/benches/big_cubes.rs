//! Random states of big cubes, solved by reduction on one thread; the tables are built before. The mean length is
//! printed.
//!
//! `cargo bench -p permutant-cube --bench big_cubes`.

use divan::{Bencher, counter::ItemsCount};
use permutant_cube::two_phase;
use permutant_nxn::model::stickers::Stickers;
use permutant_nxn::model::turn::{Metric, Turn};
use permutant_nxn::reduction::solver::Reduction;
use permutant_search::limits::Control;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

fn main() {
    divan::main();
}

/// A random turn of a layer.
fn random_turn(rng: &mut ChaCha8Rng, size: u16) -> Turn {
    let mut below = |bound: u64| (rng.next_u64() % bound) as u16;
    let layer = below(u64::from(size));
    Turn { axis: below(3) as u8, from: layer, to: layer, amount: 1 + below(3) as u8 }
}

/// A cube after so many random turns that it is well mixed.
fn mixed(rng: &mut ChaCha8Rng, size: u16) -> Stickers<u8> {
    let mut cube = Stickers::solved(usize::from(size));
    for _ in 0..100 * u32::from(size) {
        cube.turn(random_turn(rng, size));
    }
    cube
}

#[divan::bench(args = [10, 100, 1000])]
fn a_thousand_turns(bencher: Bencher<'_, '_>, size: u16) {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut cube = mixed(&mut rng, size);
    let turns: Vec<Turn> = std::iter::repeat_with(|| random_turn(&mut rng, size)).take(1000).collect();
    bencher.counter(ItemsCount::new(turns.len())).bench_local(|| cube.turns(&turns));
}

#[divan::bench(args = [4, 5, 7], sample_count = 1, sample_size = 1)]
fn ten_cubes(bencher: Bencher<'_, '_>, size: u16) {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let cubes: Vec<Stickers<u8>> = std::iter::repeat_with(|| mixed(&mut rng, size)).take(10).collect();
    let solver = Reduction::new(Metric::OuterBlocks, two_phase::Solver::new());
    let solve = |cube| solver.solve(cube, &Control::new()).expect("a cube that turns have mixed");
    // The first call builds the tables.
    solve(&cubes[0]);
    bencher.counter(ItemsCount::new(cubes.len())).bench_local(|| {
        let turns: u32 = cubes.iter().map(|cube| solve(cube).length()).sum();
        eprintln!("{size}x{size}x{size}: mean {:.1} turns", f64::from(turns) / cubes.len() as f64);
    });
}
