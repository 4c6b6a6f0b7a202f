//! Words for random elements of groups in `testdata/groups`: how long they are, and how long they take.
//!
//! `cargo bench -p permutant-group --bench words [-- GROUP …]`. Letters are the generators and their inverses, each
//! counting one. Every word is multiplied out. Lengths are the same on every machine.

use std::ops::ControlFlow;
use std::time::Instant;

use permutant_group::words::{Alphabet, Effort, Letter, NotInGroup, WordTable};
use permutant_group::{Permutation, StabilizerChain, UBig};
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

const GROUPS: [&str; 12] = [
    "m12",
    "m24",
    "rubik2",
    "rubik3",
    "topspin20_4",
    "torus4x4",
    "torus5x5",
    "torus6x6",
    "slide24",
    "rubik4",
    "megaminx",
    "hungarian38",
];

fn read(name: &str) -> (Vec<Permutation>, UBig) {
    let path = format!("{}/../../testdata/groups/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the file is there");
    let order = text.lines().find_map(|line| line.strip_prefix("order ")).expect("an order");
    let generators = text.lines().filter_map(|line| line.strip_prefix("gen ")).map(|line| {
        let images: Vec<u32> = line.split(' ').skip(1).map(|n| n.parse().expect("a point")).collect();
        Permutation::from_moved_to(&images).expect("a permutation")
    });
    (generators.collect(), order.parse().expect("a number"))
}

fn measure(
    what: &str,
    table: &WordTable,
    elements: &[Permutation],
    word: impl Fn(&Permutation) -> Result<Vec<Letter>, NotInGroup>,
) {
    let start = Instant::now();
    let words: Vec<Vec<Letter>> =
        elements.iter().map(|element| word(element).expect("a member of the group")).collect();
    let each = start.elapsed().as_secs_f64() / elements.len() as f64;
    for (word, element) in words.iter().zip(elements) {
        assert_eq!(table.alphabet().element(word), *element, "the word makes its element");
    }
    let costs = || words.iter().map(|word| table.alphabet().cost(word));
    let mean = f64::from(costs().sum::<u32>()) / elements.len() as f64;
    let most = costs().max().unwrap_or(0);
    println!("  {what:12} mean {mean:8.2}  max {most:4}  {:10.3} ms each ({})", each * 1e3, elements.len());
}

fn main() {
    let chosen: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let groups: Vec<&str> = match chosen.is_empty() {
        true => GROUPS.to_vec(),
        false => chosen.iter().map(String::as_str).collect(),
    };
    for name in groups {
        let (generators, order) = read(name);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let alphabet = Alphabet::quarter_turns(&generators).expect("letters");
        let effort = Effort::within(256 << 20, alphabet.degree());
        let start = Instant::now();
        let table = WordTable::build(alphabet, &order, effort, &mut rng).expect("the order is right");
        println!(
            "{name}: built in {:.0} ms, {} bytes",
            start.elapsed().as_secs_f64() * 1e3,
            table.to_bytes().len()
        );
        let chain =
            StabilizerChain::with_known_order(&generators, &order, &mut rng).expect("the order is right");
        let elements: Vec<Permutation> = (0..1000).map(|_| chain.random(&mut rng)).collect();
        let go_on = || ControlFlow::Continue(());
        measure("table", &table, &elements, |element| table.word(element));
        measure("1000 starts", &table, &elements[..50], |element| table.best_word(element, 1000));
        for (width, count) in [(500, 100), (2000, 50), (8000, 20)] {
            let what = format!("beam {width}");
            measure(&what, &table, &elements[..count], |element| table.short_word(element, width, go_on));
        }
    }
}
