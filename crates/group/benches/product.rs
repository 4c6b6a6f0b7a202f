//! Products of fixed permutations: the chosen way, the portable loop, and a slice at a time; and of any degree.

use std::hint::black_box;

use divan::Bencher;
use permutant_group::{FixedPermutation, Permutation};
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

fn main() {
    divan::main();
}

/// Products in one round, so that the clock does not count.
const ROUND: usize = 1024;

fn random<const N: usize>(seed: u64) -> FixedPermutation<N> {
    let permutation = Permutation::random(N, &mut ChaCha8Rng::seed_from_u64(seed));
    FixedPermutation::try_from(&permutation).expect("it has N points")
}

fn slice<const N: usize>() -> Vec<FixedPermutation<N>> {
    (0..ROUND as u64).map(random).collect()
}

#[divan::bench(consts = [16, 32, 64, 128, 256])]
fn then<const N: usize>(bencher: Bencher<'_, '_>) {
    let (mut states, by) = (slice::<N>(), random::<N>(9999));
    bencher.counter(ROUND).bench_local(|| {
        for state in black_box(&mut states) {
            *state = state.then(by);
        }
    });
}

#[divan::bench(consts = [16, 32, 64, 128, 256])]
fn then_each<const N: usize>(bencher: Bencher<'_, '_>) {
    let (mut states, by) = (slice::<N>(), random::<N>(9999));
    bencher.counter(ROUND).bench_local(|| FixedPermutation::then_each(black_box(&mut states), by));
}

#[divan::bench(consts = [16, 32, 64, 128, 256])]
fn portable<const N: usize>(bencher: Bencher<'_, '_>) {
    let mut states: Vec<[u8; N]> = slice::<N>().iter().map(|state| *state.images()).collect();
    let by = *random::<N>(9999).images();
    bencher.counter(ROUND).bench_local(|| {
        for state in black_box(&mut states) {
            let images = *state;
            *state = std::array::from_fn(|i| by[usize::from(images[i]) % N]);
        }
    });
}

#[divan::bench(args = [16, 48, 120, 256, 300, 600])]
fn any_degree(bencher: Bencher<'_, '_>, degree: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut state, by) = (Permutation::random(degree, &mut rng), Permutation::random(degree, &mut rng));
    bencher.counter(ROUND).bench_local(|| {
        for _ in 0..ROUND {
            black_box(&mut state).then_assign(black_box(&by));
        }
    });
}
