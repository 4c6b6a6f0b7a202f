//! Orders of groups in `testdata/groups`: proved by Schreier generators, and against the known order; and sifting.

use divan::Bencher;
use permutant_group::certificate::upper_bound;
use permutant_group::{Certificate, Permutation, SchreierSims, StabilizerChain, UBig};
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

fn main() {
    divan::main();
}

const GROUPS: [&str; 20] = [
    "m11",
    "m24",
    "topspin20_4",
    "topspin20_5",
    "hungarian38",
    "torus6x6",
    "torus10x10",
    "rubik2",
    "rubik3",
    "rubik4",
    "megaminx",
    "rubik5",
    "rubik7",
    "rubik8",
    "rubik10",
    "globe6_10",
    "globe3_33",
    "globe8_25",
    "wreath33",
    "wreath100",
];

/// Those whose proof by Schreier generators takes less than a second.
const BY_SCHREIER_GENERATORS: [&str; 8] =
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

/// A chain with proof: what [`StabilizerChain::new`] does.
#[divan::bench(args = GROUPS, max_time = 1)]
fn proved(bencher: Bencher<'_, '_>, name: &str) {
    let (generators, order) = read(name);
    bencher.with_inputs(seeds()).bench_local_values(|mut rng| {
        let chain = StabilizerChain::new(&generators, &mut rng);
        assert_eq!(chain.order(), order);
        chain
    });
}

#[divan::bench(args = BY_SCHREIER_GENERATORS, max_time = 1)]
fn proved_by_schreier_generators(bencher: Bencher<'_, '_>, name: &str) {
    let (generators, order) = read(name);
    bencher.with_inputs(seeds()).bench_local_values(|mut rng| {
        let chain = SchreierSims::new(&generators).without_bound().prove(&mut rng);
        assert_eq!(chain.order(), order);
        chain
    });
}

/// The order without a chain, or bounds of it.
#[divan::bench(args = GROUPS, max_time = 1)]
fn certificate(bencher: Bencher<'_, '_>, name: &str) {
    let (generators, order) = read(name);
    bencher.with_inputs(seeds()).bench_local_values(|mut rng| {
        let certificate = Certificate::new(&generators, &mut rng);
        assert!(*certificate.lower() <= order && order <= *certificate.upper());
        certificate
    });
}

#[divan::bench(args = GROUPS, max_time = 1)]
fn bound(bencher: Bencher<'_, '_>, name: &str) {
    let (generators, _) = read(name);
    bencher.bench_local(|| upper_bound(&generators));
}

#[divan::bench(args = GROUPS, max_time = 1)]
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
