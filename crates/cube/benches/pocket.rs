//! The 2x2x2: the table of all distances, and solving 1000 random cubes.
//!
//! `cargo bench -p permutant-cube --bench pocket`.

use divan::{Bencher, counter::ItemsCount};
use permutant_cube::model::cubie::Corners;
use permutant_cube::model::moves::Metric;
use permutant_cube::model::random_state::random_corners;
use permutant_cube::pocket::Pocket;
use rand_core::SeedableRng;

fn main() {
    divan::main();
}

#[divan::bench(args = ["half turns", "quarter turns"], sample_count = 5, sample_size = 1)]
fn build(metric: &str) -> Pocket {
    Pocket::new(if metric == "half turns" { Metric::HalfTurn } else { Metric::QuarterTurn })
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn thousand_cubes(bencher: Bencher<'_, '_>) {
    let pocket = Pocket::new(Metric::HalfTurn);
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    let cubes: Vec<Corners> = std::iter::repeat_with(|| random_corners(&mut rng)).take(1000).collect();
    bencher.counter(ItemsCount::new(1000usize)).bench_local(|| {
        cubes.iter().map(|corners| pocket.solve(corners).map_or(0, |s| s.length)).sum::<u32>()
    });
}
