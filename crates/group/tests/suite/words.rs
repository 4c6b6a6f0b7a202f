//! Words: every one is multiplied out, none is shorter than breadth-first search allows, and no element is without.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;

use permutant_group::random::{below, shuffle};
use permutant_group::words::{
    Alphabet, AlphabetError, BuildError, CycleWords, Effort, Letter, NotInGroup, WordTable, WrongDegree,
};
use permutant_group::{Permutation, StabilizerChain, UBig};
use proptest::prelude::*;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

const SMALL: Effort = Effort { ball: 2000, pool: 500, width: 6, bytes: 1 << 30 };

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// One file of `testdata/groups`; its README says what the lines are.
fn read(name: &str) -> (Vec<Permutation>, UBig) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../testdata/groups/{name}.txt"));
    let text = std::fs::read_to_string(path).expect("the file is there");
    let order = text.lines().find_map(|line| line.strip_prefix("order ")).expect("an order");
    let generators = text.lines().filter_map(|line| line.strip_prefix("gen ")).map(|line| {
        let images: Vec<u32> = line.split(' ').skip(1).map(|n| n.parse().expect("a point")).collect();
        Permutation::from_moved_to(&images).expect("a permutation")
    });
    (generators.collect(), order.parse().expect("a number"))
}

fn table(generators: &[Permutation], order: &UBig, effort: Effort) -> WordTable {
    let alphabet = Alphabet::quarter_turns(generators).unwrap();
    WordTable::build(alphabet, order, effort, &mut rng(1)).unwrap()
}

fn keep_going() -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The strong generators fix the base points before theirs, take it where they say, and the orbits multiply to the order.
fn check_strong_generators(table: &WordTable) {
    let (base, mut order) = (table.base(), UBig::ONE);
    for (level, &point) in base.iter().enumerate() {
        let generators = table.strong_generators(level);
        order *= UBig::from(generators.len() + 1);
        for (to, word) in generators {
            let element = table.alphabet().element(&word);
            assert_eq!(element.image(point), to, "level {level}");
            assert!(base[..level].iter().all(|&before| element.image(before) == before), "level {level}");
            assert!(to != point && !word.is_empty());
        }
    }
    assert_eq!(order, table.order());
    assert!(table.strong_generators(base.len()).is_empty());
}

/// Words of all kinds for some elements; each makes its element.
fn check(table: &WordTable, elements: impl IntoIterator<Item = Permutation>) {
    check_strong_generators(table);
    for element in elements {
        let plain = table.word(&element).unwrap();
        let best = table.best_word(&element, 50).unwrap();
        let short = table.short_word(&element, 40, keep_going).unwrap();
        let cost = |word: &[Letter]| table.alphabet().cost(word);
        for word in [&plain, &best, &short] {
            assert_eq!(table.alphabet().element(word), element);
            assert_eq!(cost(&table.alphabet().reduce(word)), cost(word), "nothing is left to reduce");
        }
        assert!(cost(&best) <= cost(&plain) && cost(&short) <= cost(&plain));
        assert!(cost(&plain) <= table.longest());
    }
}

#[test]
fn elements_of_puzzle_groups_have_words() {
    for name in
        ["m11", "m24", "rubik2", "rubik3", "topspin12_4", "topspin20_5", "torus3x4", "slide15", "globe3_4"]
    {
        let (generators, order) = read(name);
        let table = table(&generators, &order, SMALL);
        assert_eq!(table.order(), order, "{name}");
        let chain = StabilizerChain::with_known_order(&generators, &order, &mut rng(2)).unwrap();
        let mut random = rng(3);
        check(&table, (0..20).map(|_| chain.random(&mut random)));
    }
}

#[test]
#[ignore = "long: all groups up to 150 points, tables of usual size"]
fn elements_of_all_groups_have_words() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/groups");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let Some(name) = path.file_stem().and_then(|name| name.to_str()) else { continue };
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let (generators, order) = read(name);
        let degree = generators[0].degree();
        if degree > 150 {
            continue;
        }
        let table = table(&generators, &order, Effort::within(256 << 20, degree));
        let chain = StabilizerChain::with_known_order(&generators, &order, &mut rng(2)).unwrap();
        let mut random = rng(3);
        check(&table, (0..100).map(|_| chain.random(&mut random)));
    }
}

fn cycle_words(generators: &[Permutation]) -> Option<CycleWords> {
    let alphabet = Alphabet::turns(generators).unwrap();
    CycleWords::new(alphabet, 1 << 28, &mut rng(1), &mut || Ok::<(), ()>(())).unwrap()
}

/// Cubes, whose groups have signs and pieces that turn, and puzzles of one orbit; the largest has 294 points.
#[test]
fn cycles_of_three_pieces_make_all_elements() {
    for name in [
        "rubik2",
        "rubik3",
        "rubik3_54",
        "rubik4",
        "rubik5",
        "rubik7",
        "megaminx",
        "torus3x4",
        "torus5x5",
        "topspin20_5",
    ] {
        let (generators, order) = read(name);
        let words = cycle_words(&generators).expect(name);
        let chain = StabilizerChain::with_known_order(&generators, &order, &mut rng(2)).unwrap();
        let mut random = rng(3);
        let same: Vec<u32> = (0..generators[0].degree() as u32).collect();
        for _ in 0..5 {
            let element = chain.random(&mut random);
            let now: Vec<u32> = same.iter().map(|&point| element.image(point)).collect();
            let word = words.arranging_word(&now, &same, &mut random).expect(name);
            assert_eq!(words.alphabet().element(&word), element, "{name}");
        }
    }
}

/// Six pieces of three points, of which a letter turns one alone.
#[test]
fn single_pieces_are_turned_where_letters_do_so() {
    let ring =
        Permutation::from_moved_to(&(0..18).map(|point| (point + 3) % 18).collect::<Vec<u32>>()).unwrap();
    let cycle = |point: u32| if point < 9 { (point + 3) % 9 } else { point };
    let three = Permutation::from_moved_to(&(0..18).map(cycle).collect::<Vec<u32>>()).unwrap();
    let turn = |point: u32| if point < 3 { (point + 1) % 3 } else { point };
    let one = Permutation::from_moved_to(&(0..18).map(turn).collect::<Vec<u32>>()).unwrap();
    let words = cycle_words(&[ring.clone(), three.clone(), one.clone()]).unwrap();
    let same: Vec<u32> = (0..18).collect();
    let mut element = Permutation::identity(18);
    for by in [&one, &ring, &three, &ring, &one, &ring, &three, &one, &ring] {
        element = element.then(by);
        let now: Vec<u32> = same.iter().map(|&point| element.image(point)).collect();
        let word = words.arranging_word(&now, &same, &mut rng(1)).unwrap();
        assert_eq!(words.alphabet().element(&word), element);
    }
}

/// The centres of a cube of five layers by colour, and of the others: each point takes a look to where it belongs.
#[test]
fn cycles_of_three_pieces_exchange_what_looks_alike() {
    for (name, kinds) in [("rubik5", 6), ("torus6x6", 4), ("torus6x6", 18), ("megaminx", 12)] {
        let (generators, order) = read(name);
        let words = cycle_words(&generators).expect(name);
        let chain = StabilizerChain::with_known_order(&generators, &order, &mut rng(2)).unwrap();
        let mut random = rng(3);
        let degree = generators[0].degree();
        let goal: Vec<u32> = (0..degree).map(|point| (point * kinds / degree) as u32).collect();
        for _ in 0..5 {
            let element = chain.random(&mut random);
            let now: Vec<u32> = element.iter().map(|image| goal[image as usize]).collect();
            let word = words.arranging_word(&now, &goal, &mut random).expect(name);
            let made = words.alphabet().element(&word);
            assert!(made.iter().zip(&now).all(|(image, &look)| goal[image as usize] == look), "{name}");
        }
    }
}

#[test]
fn cycles_of_three_pieces_refuse_what_they_cannot_make() {
    let (generators, _) = read("rubik3");
    let words = cycle_words(&generators).unwrap();
    let same: Vec<u32> = (0..generators[0].degree() as u32).collect();
    let mut swapped = same.clone();
    swapped.swap(0, 1);
    assert_eq!(words.arranging_word(&swapped, &same, &mut rng(1)), None);
    assert_eq!(words.arranging_word(&same[1..], &same, &mut rng(1)), None);
    assert_eq!(words.arranging_word(&same, &same, &mut rng(1)), Some(Vec::new()));

    let alphabet = Alphabet::turns(&generators).unwrap();
    assert!(
        CycleWords::new(alphabet.clone(), 1000, &mut rng(1), &mut || Ok::<(), ()>(())).unwrap().is_none()
    );
    assert!(CycleWords::new(alphabet, 1 << 28, &mut rng(1), &mut || Err("stop")).is_err());
}

/// Cost of every element of a group, by Dijkstra's algorithm over all of them.
fn distances(alphabet: &Alphabet) -> HashMap<Vec<u32>, u32> {
    let mut found: HashMap<Vec<u32>, u32> = HashMap::new();
    let mut open = vec![vec![Permutation::identity(alphabet.degree())]];
    let mut cost = 0;
    while cost < open.len() {
        for element in std::mem::take(&mut open[cost]) {
            if found.contains_key(&element.moved_to()) {
                continue;
            }
            found.insert(element.moved_to(), cost as u32);
            for letter in alphabet.letters() {
                let sum = cost + alphabet.cost(&[letter]) as usize;
                open.resize(open.len().max(sum + 1), Vec::new());
                open[sum].push(element.then(&alphabet.element(&[letter])));
            }
        }
        cost += 1;
    }
    found
}

fn small_group(degree: u32, seed: u64, count: usize) -> Vec<Permutation> {
    let mut rng = rng(seed);
    (0..count)
        .map(|_| {
            let mut points: Vec<u32> = (0..degree).collect();
            let moved = 2 + below(&mut rng, u64::from(degree) - 1) as usize;
            shuffle(&mut rng, &mut points[..moved]);
            Permutation::from_moved_to(&points).unwrap()
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn all_elements_of_small_groups_have_words_and_none_is_too_short(
        degree in 3u32..7, count in 1usize..4, seed: u64, weights in proptest::array::uniform8(proptest::option::of(1u32..4)),
    ) {
        let generators = small_group(degree, seed, count);
        let weighted = Alphabet::weighted(&generators, |generator, exponent| {
            // A generator's first power always has a cost, so that there is a word for each of its powers.
            let weight = weights[(3 * generator + exponent.unsigned_abs() as usize) % 8];
            if exponent == 1 { weight.or(Some(2)) } else { weight }
        });
        let alphabet = match weighted {
            Ok(alphabet) => alphabet,
            Err(error) => {
                prop_assert_eq!(error, AlphabetError::Empty);
                return Ok(());
            }
        };
        let distances = distances(&alphabet);
        let order = UBig::from(distances.len());
        let effort = Effort { ball: 8, pool: 20, width: 2, bytes: 1 << 30 };
        let table = WordTable::build(alphabet, &order, effort, &mut rng(seed)).unwrap();
        prop_assert_eq!(table.order(), order.clone());
        for (images, &distance) in &distances {
            let element = Permutation::from_moved_to(images).unwrap();
            for word in [
                table.word(&element).unwrap(),
                table.best_word(&element, 8).unwrap(),
                table.short_word(&element, 8, keep_going).unwrap(),
            ] {
                prop_assert_eq!(table.alphabet().element(&word), element.clone());
                prop_assert!(table.alphabet().cost(&word) >= distance);
            }
        }
        // A ball that holds the whole group finds the cheapest words.
        let whole = Effort { ball: 1000, pool: 1000, width: 4, bytes: 1 << 30 };
        let table = WordTable::build(table.alphabet().clone(), &order, whole, &mut rng(seed)).unwrap();
        for (images, &distance) in &distances {
            let element = Permutation::from_moved_to(images).unwrap();
            let word = table.short_word(&element, 1000, keep_going).unwrap();
            prop_assert_eq!(table.alphabet().cost(&word), distance);
        }
    }

    #[test]
    fn reduced_words_stand_for_the_same_element_and_cost_no_more(
        seed: u64, word in proptest::collection::vec(0usize..100, 0..40),
    ) {
        // Two that commute, one of order 5, one of order 2.
        let images: [[u32; 9]; 4] = [
            [1, 2, 3, 0, 4, 5, 6, 7, 8], [0, 1, 2, 3, 5, 6, 4, 7, 8], [1, 2, 3, 4, 0, 5, 6, 7, 8], [0, 1, 2, 3, 4, 5, 7, 6, 8],
        ];
        let generators = images.map(|images| Permutation::from_moved_to(&images).unwrap());
        for alphabet in [Alphabet::quarter_turns(&generators).unwrap(), Alphabet::turns(&generators).unwrap()] {
            let word: Vec<Letter> = word
                .iter()
                .map(|&at| alphabet.letter_at((at + seed as usize % 7) % alphabet.len()).unwrap())
                .collect();
            let reduced = alphabet.reduce(&word);
            prop_assert_eq!(alphabet.element(&reduced), alphabet.element(&word));
            prop_assert!(alphabet.cost(&reduced) <= alphabet.cost(&word));
            let back = [word.clone(), alphabet.invert(&word)].concat();
            prop_assert_eq!(alphabet.reduce(&back), []);
        }
    }

    #[test]
    fn points_that_look_alike_may_be_exchanged(seed: u64, kinds in 1u64..6) {
        let (generators, order) = read("rubik2");
        let table = table(&generators, &order, SMALL);
        let chain = StabilizerChain::with_known_order(&generators, &order, &mut rng(seed)).unwrap();
        let mut rng = rng(seed);
        let goal: Vec<u32> = (0..24).map(|_| below(&mut rng, kinds) as u32).collect();
        let alike = table.alike(&goal, &mut rng).unwrap();
        let scramble = chain.random(&mut rng);
        let now: Vec<u32> = (0..24).map(|point| goal[scramble.image(point) as usize]).collect();
        let word = table.arranging_word(&alike, &now, 50, &mut rng, keep_going).unwrap();
        let word = word.expect("the scramble shows a way");
        let element = table.alphabet().element(&word);
        for point in 0..24 {
            prop_assert_eq!(goal[element.image(point) as usize], now[point as usize]);
        }
        if kinds == 1 {
            prop_assert_eq!(word, []);
        }
    }

    #[test]
    fn saved_tables_are_read_back_and_damaged_ones_refused(at: proptest::sample::Index, byte: u8) {
        let (generators, order) = read("topspin12_4");
        let saved = table(&generators, &order, Effort { ball: 100, pool: 50, width: 2, bytes: 1 << 30 });
        let alphabet = || Alphabet::quarter_turns(&generators).unwrap();
        let mut bytes = saved.to_bytes();
        let read = WordTable::from_bytes(alphabet(), &order, &bytes).unwrap();
        prop_assert_eq!(read.to_bytes(), bytes.clone());
        let element = saved.alphabet().element(&[saved.alphabet().letter_at(0).unwrap(); 5]);
        prop_assert_eq!(read.word(&element).unwrap(), saved.word(&element).unwrap());
        prop_assert!(WordTable::from_bytes(alphabet(), &order, &bytes[..at.index(bytes.len())]).is_err());
        let at = at.index(bytes.len());
        bytes[at] = byte;
        // Whatever is still accepted has right words.
        if let Ok(read) = WordTable::from_bytes(alphabet(), &order, &bytes) {
            check(&read, [element]);
        }
    }
}

/// Without orientations of the corners, the 2x2x2 needs fewer turns.
#[test]
fn exchanging_what_looks_alike_makes_words_shorter() {
    let (generators, order) = read("rubik2");
    let table = table(&generators, &order, SMALL);
    let chain = StabilizerChain::with_known_order(&generators, &order, &mut rng(1)).unwrap();
    // Points of one corner are those that stay together: the blocks of three.
    let corner = |point: u32| {
        let fixed = |element: &Permutation| element.image(point) == point;
        let mut random = rng(7);
        let mut together: Vec<u32> = (0..24).collect();
        for element in (0..2000).map(|_| chain.random(&mut random)).filter(fixed) {
            together.retain(|&other| element.image(other) == other);
        }
        together[0]
    };
    let goal: Vec<u32> = (0..24).map(corner).collect();
    let mut rng = rng(2);
    let alike = table.alike(&goal, &mut rng).unwrap();
    assert_eq!(alike.choices(), 3);
    let (mut with, mut without) = (0, 0);
    for _ in 0..20 {
        let scramble = chain.random(&mut rng);
        let now: Vec<u32> = (0..24).map(|point| goal[scramble.image(point) as usize]).collect();
        let word = table.arranging_word(&alike, &now, 100, &mut rng, keep_going).unwrap().unwrap();
        let element = table.alphabet().element(&word);
        assert!((0..24).all(|point| goal[element.image(point) as usize] == now[point as usize]));
        without += table.alphabet().cost(&word);
        with += table.alphabet().cost(&table.short_word(&scramble, 100, keep_going).unwrap());
    }
    assert!(4 * without < 3 * with, "{without} without orientations, {with} with");
}

#[test]
fn what_is_outside_the_group_is_refused_with_the_reason() {
    let (generators, order) = read("rubik2");
    let table = table(&generators, &order, SMALL);
    let mut images: Vec<u32> = (0..24).collect();
    images.swap(0, 1);
    let outside = Permutation::from_moved_to(&images).unwrap();
    let error = table.word(&outside).unwrap_err();
    assert!(matches!(error, NotInGroup::Orbit { .. } | NotInGroup::Residue { .. }), "{error}");
    let large =
        Permutation::from_moved_to(&(0..30).map(|point| (point + 1) % 30).collect::<Vec<_>>()).unwrap();
    assert!(matches!(table.word(&large), Err(NotInGroup::Degree { degree: 24, .. })));
    assert!(matches!(table.alike(&[0; 23], &mut rng(1)), Err(WrongDegree { found: 23, degree: 24 })));
    // A position that no element makes.
    let goal: Vec<u32> = (0..24).collect();
    let alike = table.alike(&goal, &mut rng(1)).unwrap();
    let now: Vec<u32> = (0..24).map(|point| goal[outside.image(point) as usize]).collect();
    assert_eq!(table.arranging_word(&alike, &now, 20, &mut rng(1), keep_going), Ok(None));
}

#[test]
fn wrong_orders_and_letters_are_refused() {
    let (generators, order) = read("topspin12_4");
    let build = |order: &UBig| {
        let alphabet = Alphabet::quarter_turns(&generators).unwrap();
        WordTable::build(
            alphabet,
            order,
            Effort { ball: 100, pool: 50, width: 2, bytes: 1 << 30 },
            &mut rng(1),
        )
    };
    assert!(matches!(build(&(&order * UBig::from(2u8))), Err(BuildError::Order { .. })));
    assert!(matches!(build(&(&order / UBig::from(2u8))), Err(BuildError::Order { .. })));
    let identity = Permutation::identity(5);
    assert_eq!(Alphabet::quarter_turns(&[identity]).unwrap_err(), AlphabetError::Empty);
    let cycle = Permutation::from_moved_to(&[1, 2, 3, 0]).unwrap();
    let squares =
        Alphabet::weighted(std::slice::from_ref(&cycle), |_, exponent| (exponent == 2).then_some(1));
    assert_eq!(squares.unwrap_err(), AlphabetError::Powers { generator: 0 });
    let free = Alphabet::weighted(&[cycle], |_, _| Some(0));
    assert!(matches!(free, Err(AlphabetError::Cost { generator: 0, .. })));
}

#[test]
fn words_that_take_too_much_memory_are_given_up() {
    let (generators, order) = read("rubik3");
    let build = |bytes| {
        let alphabet = Alphabet::quarter_turns(&generators).unwrap();
        WordTable::build(alphabet, &order, Effort { bytes, ..SMALL }, &mut rng(1))
    };
    assert_eq!(build(10_000).unwrap_err(), BuildError::Memory { bytes: 10_000 });
    // Where the words fit only without those that others replaced, there is a table all the same.
    let table = build(500_000).unwrap();
    let element = generators[0].then(&generators[1]).then(&generators[2]);
    assert_eq!(table.alphabet().element(&table.word(&element).unwrap()), element);
}

#[test]
fn a_search_that_is_stopped_still_has_a_word() {
    let (generators, order) = read("rubik3");
    let table = table(&generators, &order, SMALL);
    let element = generators[0].then(&generators[1]).then(&generators[2]);
    let word = table.short_word(&element, 100, || ControlFlow::Break(())).unwrap();
    assert_eq!(table.alphabet().element(&word), element);
    // A build that is stopped says so.
    struct Stopped;
    impl From<BuildError> for Stopped {
        fn from(_: BuildError) -> Self {
            unreachable!("the order is right")
        }
    }
    let alphabet = Alphabet::quarter_turns(&generators).unwrap();
    assert!(WordTable::build_while(alphabet, &order, SMALL, &mut rng(1), || Err(Stopped)).is_err());
}
