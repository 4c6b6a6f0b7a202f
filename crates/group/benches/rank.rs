//! Ranks and back: the unchecked linear ones, the checked one, and the quadratic definition.

use std::hint::black_box;

use divan::Bencher;
use permutant_group::random::shuffle;
use permutant_group::rank::lehmer;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

fn main() {
    divan::main();
}

/// Ranks in one round, so that the clock does not count.
const ROUND: usize = 1024;

fn lists<const N: usize, const K: usize>() -> Vec<[u8; K]> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let list = |_| {
        let mut all: [u8; N] = std::array::from_fn(|i| i as u8);
        shuffle(&mut rng, &mut all);
        std::array::from_fn(|i| all[i])
    };
    (0..ROUND).map(list).collect()
}

fn rank<const N: usize, const K: usize>(bencher: Bencher<'_, '_>) {
    let lists = lists::<N, K>();
    bencher.counter(ROUND).bench_local(|| {
        black_box(&lists).iter().map(lehmer::rank_unchecked::<N, K>).fold(0, u64::wrapping_add)
    });
}

fn checked<const N: usize, const K: usize>(bencher: Bencher<'_, '_>) {
    let lists = lists::<N, K>();
    bencher.counter(ROUND).bench_local(|| {
        black_box(&lists).iter().filter_map(|list| lehmer::rank(N, list).ok()).fold(0, u64::wrapping_add)
    });
}

fn quadratic<const N: usize, const K: usize>(bencher: Bencher<'_, '_>) {
    let lists = lists::<N, K>();
    bencher.counter(ROUND).bench_local(|| {
        black_box(&lists)
            .iter()
            .map(|list| {
                let mut rank = 0;
                for i in 0..K {
                    let smaller = list[..i].iter().filter(|&&left| left < list[i]).count();
                    rank = rank * (N - i) as u64 + u64::from(list[i]) - smaller as u64;
                }
                rank
            })
            .fold(0, u64::wrapping_add)
    });
}

fn unrank<const N: usize, const K: usize>(bencher: Bencher<'_, '_>) {
    let ranks: Vec<u64> = lists::<N, K>().iter().map(lehmer::rank_unchecked::<N, K>).collect();
    bencher.counter(ROUND).bench_local(|| {
        for &rank in black_box(&ranks) {
            black_box(lehmer::unrank_unchecked::<N, K>(rank));
        }
    });
}

macro_rules! sizes {
    ($($name:ident: $n:literal, $k:literal;)*) => {$(
        mod $name {
            use divan::Bencher;

            #[divan::bench]
            fn rank(bencher: Bencher<'_, '_>) {
                super::rank::<$n, $k>(bencher);
            }

            #[divan::bench]
            fn rank_checked(bencher: Bencher<'_, '_>) {
                super::checked::<$n, $k>(bencher);
            }

            #[divan::bench]
            fn rank_quadratic(bencher: Bencher<'_, '_>) {
                super::quadratic::<$n, $k>(bencher);
            }

            #[divan::bench]
            fn unrank(bencher: Bencher<'_, '_>) {
                super::unrank::<$n, $k>(bencher);
            }
        }
    )*};
}

sizes! {
    r08_of_08: 8, 8;
    r12_of_12: 12, 12;
    r07_of_12: 12, 7;
    r16_of_16: 16, 16;
    r08_of_24: 24, 8;
}
