//! Coset enumerations of the literature over the trivial subgroup, by each strategy.

use divan::Bencher;
use permutant_group::presentation::{Enumeration, Presentation, Strategy};

fn main() {
    divan::main();
}

const STRATEGIES: [Strategy; 3] = [Strategy::Hlt, Strategy::Felsch, Strategy::Mix];

fn enumerate(bencher: Bencher<'_, '_>, strategy: Strategy, text: &str) {
    let group: Presentation = text.parse().expect("a presentation");
    let search = Enumeration::new(&group, &[]).strategy(strategy);
    bencher.bench_local(|| search.run().expect("the order is finite").statistics);
}

/// Order 95040.
#[divan::bench(args = STRATEGIES, max_time = 2)]
fn m12(bencher: Bencher<'_, '_>, strategy: Strategy) {
    enumerate(bencher, strategy, "<a, b, c | a^11, b^2, c^2, (ab)^3, (ac)^3, (bc)^10, a^2 (bc)^2 a (bc)^-2>");
}

/// Order 21504, with many more cosets on the way.
#[divan::bench(args = STRATEGIES, max_time = 2)]
fn g_3_7_16(bencher: Bencher<'_, '_>, strategy: Strategy) {
    enumerate(bencher, strategy, "<a, b, c | a^3, b^7, c^16, (ab)^2, (bc)^2, (ca)^2, (abc)^2>");
}

/// Order 131072, with no relator that is a power.
#[divan::bench(args = STRATEGIES, max_time = 4)]
fn order_2_17(bencher: Bencher<'_, '_>, strategy: Strategy) {
    enumerate(bencher, strategy, "<a, b, c | aBCbac, bACbaacA, accAABab>");
}
