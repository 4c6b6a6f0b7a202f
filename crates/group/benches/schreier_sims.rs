//! Orders of groups in `testdata/groups`: proved by Schreier generators, and against the known order; and sifting.

use divan::Bencher;
use permutant_group::{Permutation, StabilizerChain, UBig};
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

fn main() {
    divan::main();
}

const GROUPS: [&str; 10] = [
    "m24",
    "topspin20_4",
    "torus6x6",
    "hungarian38",
    "rubik3",
    "rubik4",
    "megaminx",
    "rubik5",
    "torus10x10",
    "globe6_10",
];

/// Those whose proof by Schreier generators takes less than a second.
const PROVED: [&str; 8] =
    ["m24", "topspin20_4", "torus6x6", "hungarian38", "rubik3", "rubik4", "megaminx", "rubik5"];

fn read(name: &str) -> (Vec<Permutation>, UBig) {
    let path = format!("{}/../../testdata/groups/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the file is there");
    let mut generators = Vec::new();
    let mut order = UBig::ZERO;
    for line in text.lines() {
        match line.split_once(' ') {
            Some(("order", number)) => order = number.parse().expect("a number"),
            Some(("gen", rest)) => {
                let images: Vec<u32> = rest.split(' ').skip(1).map(|n| n.parse().expect("a point")).collect();
                generators.push(Permutation::from_moved_to(&images).expect("a permutation"));
            }
            _ => {}
        }
    }
    (generators, order)
}

/// Every run with another seed, as the time depends on it.
fn seeds() -> impl FnMut() -> ChaCha8Rng {
    let mut seed = 0;
    move || {
        seed += 1;
        ChaCha8Rng::seed_from_u64(seed)
    }
}

#[divan::bench(args = PROVED, max_time = 2)]
fn proved(bencher: Bencher<'_, '_>, name: &str) {
    let (generators, order) = read(name);
    bencher.with_inputs(seeds()).bench_local_values(|mut rng| {
        let chain = StabilizerChain::new(&generators, &mut rng);
        assert_eq!(chain.order(), order);
        chain
    });
}

#[divan::bench(args = GROUPS, max_time = 2)]
fn known_order(bencher: Bencher<'_, '_>, name: &str) {
    let (generators, order) = read(name);
    bencher.with_inputs(seeds()).bench_local_values(|mut rng| {
        StabilizerChain::with_known_order(&generators, &order, &mut rng).expect("the order is right")
    });
}

#[divan::bench(args = GROUPS, max_time = 1)]
fn sift(bencher: Bencher<'_, '_>, name: &str) {
    let (generators, order) = read(name);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let chain = StabilizerChain::with_known_order(&generators, &order, &mut rng).expect("the order is right");
    bencher.with_inputs(|| chain.random(&mut rng)).bench_local_values(|element| chain.contains(&element));
}
