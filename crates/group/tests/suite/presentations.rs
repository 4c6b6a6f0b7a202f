//! Coset enumeration against published orders, Schreier–Sims, and itself; low-index subgroups against formulas.

use crate::corpus;
use permutant_group::presentation::{
    Enumerated, Enumeration, EnumerationError, FromChainError, LowIndexSubgroups, PermutationPresentation,
    Presentation, Strategy, VerifyError, Word, read_words,
};
use permutant_group::{Permutation, StabilizerChain, UBig};
use proptest::prelude::*;
use proptest::strategy::Strategy as _;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

const STRATEGIES: [Strategy; 4] = [Strategy::Hlt, Strategy::Lookahead, Strategy::Felsch, Strategy::Mix];

fn presentation(text: &str) -> Presentation {
    text.parse().unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

/// Enumerates by all strategies, whose tables must be correct and equal.
fn enumerated(text: &str, subgroup: &str) -> Enumerated {
    let group = presentation(text);
    let subgroup = read_words(subgroup, &group).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    let by = |strategy| {
        let found = Enumeration::new(&group, &subgroup).strategy(strategy).capacity(4_000_000).run();
        let found = found.unwrap_or_else(|fault| panic!("{text} by {strategy:?}: {fault}"));
        assert_eq!(found.table.verify(&group, &subgroup), Ok(()), "{text} by {strategy:?}");
        assert_eq!(found.statistics.live, found.table.index());
        assert!(found.statistics.max >= found.table.index());
        assert!(found.statistics.total >= found.statistics.max.into());
        found
    };
    let [first, others @ .., last] = STRATEGIES.map(by);
    assert!(others.iter().chain([&last]).all(|other| other.table == first.table), "{text}");
    last
}

fn index(text: &str, subgroup: &str) -> u32 {
    enumerated(text, subgroup).table.index()
}

/// Coxeter's presentation of the symmetric group of n points by exchanges of neighbours.
fn symmetric(n: usize) -> String {
    let names: Vec<String> = (1..n).map(|i| format!("x{i}")).collect();
    let mut relators: Vec<String> = names.iter().map(|x| format!("{x}^2")).collect();
    for i in 1..n {
        relators.extend((i + 1..n).map(|j| format!("(x{i}*x{j})^{}", if j == i + 1 { 3 } else { 2 })));
    }
    format!("<{} | {}>", names.join(", "), relators.join(", "))
}

#[test]
fn orders_that_everybody_knows() {
    assert_eq!(index("<|>", ""), 1);
    assert_eq!(index("<a | a>", ""), 1);
    assert_eq!(index("<a | a^17>", ""), 17);
    assert_eq!(index("<a | a^12, a^20>", ""), 4);
    assert_eq!(index("<a, b | a^6 = b^4 = 1, [a, b]>", "b"), 6);
    for n in 2..20 {
        assert_eq!(index(&format!("<r, s | r^{n}, s^2, (r*s)^2>"), ""), 2 * n);
        assert_eq!(index(&format!("<r, s | r^{n}, s^2, (r*s)^2>"), "s"), n);
    }
    assert_eq!(index("<i, j | i^2 = j^2, j^-1*i*j = i^-1>", ""), 8);
    for (n, order) in [(2, 2), (3, 6), (4, 24), (5, 120), (6, 720), (7, 5040)] {
        assert_eq!(index(&symmetric(n), ""), order);
    }
    assert_eq!(index("<a, b | a^2, b^3, (ab)^5>", ""), 60);
    assert_eq!(index("<a, b | a^2, b^3, (ab)^7, [a, b]^4>", ""), 168);
    // Infinite groups in which the subgroup has a finite index.
    assert_eq!(index("<a, b |>", "a^2, b, a*b*a"), 2);
    assert_eq!(index("<a, b | [a, b]>", "a^3, b^5"), 15);
}

/// Orders from Coxeter and Moser, "Generators and relations for discrete groups", and from Cannon, Dimino, Havas and Watson (1973).
#[test]
fn hard_cases_of_the_literature() {
    // (l, m | n, k), (l, m, n; q) and G^{m, n, p}.
    assert_eq!(index("<a, b | a^8, b^7, (ab)^2, (a^-1 b)^3>", ""), 10752);
    assert_eq!(index("<a, b | a^8, b^7, (ab)^2, (a^-1 b)^3>", "a^2, a^-1 b"), 448);
    assert_eq!(index("<a, b | a^2, b^5, (ab)^7, [a, b]^2>", ""), 1);
    let coxeter = |p| format!("<a, b, c | a^3, b^7, c^{p}, (ab)^2, (bc)^2, (ca)^2, (abc)^2>");
    for (p, order) in [(8, 336), (9, 504), (13, 1092), (14, 2184), (15, 12180), (16, 21504), (17, 1)] {
        assert_eq!(index(&coxeter(p), ""), order, "{p}");
    }
    let cox = "<a, b | a^6, b^6, (ab)^2, (a^2 b^2)^2, (a^3 b^3)^5>";
    assert_eq!(index(cox, "a"), 500);
    assert_eq!(index(cox, ""), 3000);
    let burnside = "<a, b | a^4, b^4, (ab)^4, (a^-1 b)^4, (a^2 b)^4, (a b^2)^4, (a^2 b^2)^4, (a^-1 b a b)^4, (a b^-1 a b)^4>";
    assert_eq!(index(burnside, "a, b^2"), 64);
    assert_eq!(index(burnside, ""), 4096);
    assert_eq!(index("<r, s, t | t^-1 r t = r^2, r^-1 s r = s^2, s^-1 t s = t^2>", ""), 1);
    assert_eq!(index("<a, b | a^11, b^2, (ab)^3, (a^4 b a^6 b)^2>", "a"), 60);
    assert_eq!(index("<a, b | a^9, b^2, (ab)^4, (a^2 b)^3>", "a"), 272);
    let neumann = "<a, b, c | a^3, b^3, c^3, (ab)^5, (a^-1 b)^5, (ac)^4, (ac^-1)^4, a b^-1 a b c^-1 a c a c^-1, (bc)^3, (b^-1 c)^4>";
    assert_eq!(index(neumann, "a, c"), 240);
    let weyl = "<a, b, c, d, e, f | a² = b² = c² = d² = e² = f² = 1, (ab)³, (bc)³, (cd)³, (de)³, (ef)⁴,
        [a,c], [a,d], [a,e], [a,f], [b,d], [b,e], [b,f], [c,e], [c,f], [d,f]>";
    assert_eq!(index(weyl, ""), 46080);
}

/// Two thirds of the cosets that HLT defines for this group turn out to be equal to others, which a lookahead finds early.
#[test]
fn lookahead_finds_a_collapse_early() {
    let group: Presentation = "<a, b, c | a^3, b^7, c^17, (ab)^2, (bc)^2, (ca)^2, (abc)^2>".parse().unwrap();
    let run = |strategy| Enumeration::new(&group, &[]).strategy(strategy).run().unwrap();
    let (plain, early) = (run(Strategy::Hlt), run(Strategy::Lookahead));
    assert_eq!((plain.table.index(), early.table.index()), (1, 1));
    assert!(early.statistics.max < plain.statistics.max, "{:?} {:?}", early.statistics, plain.statistics);
}

/// Relators that are equal once an involution is its own inverse, or cyclic conjugates, are scanned once; the index stays.
#[test]
fn relators_that_say_the_same() {
    let plain = index("<a, b | a^2, b^3, (ab)^5>", "");
    for text in [
        "<a, b | a^2, b^3, (ab)^5, (ba)^5, (a^-1 b)^5>",
        "<a, b | a^2, b^3, a (ab)^5 a>",
        "<a, b | a^2, a^-2, b^3, b^-1 a^-1 (ab)^6>",
    ] {
        assert_eq!(index(text, ""), plain, "{text}");
    }
    assert_eq!(index("<a, b | a^2, a^3, b^4>", ""), 4);
}

#[test]
fn fibonacci_groups() {
    let fibonacci = |n: usize| {
        let x = |i: usize| format!("x{}", i % n);
        let names: Vec<String> = (0..n).map(x).collect();
        let relations: Vec<String> =
            (0..n).map(|i| format!("{}*{} = {}", x(i), x(i + 1), x(i + 2))).collect();
        format!("<{} | {}>", names.join(", "), relations.join(", "))
    };
    for (n, order) in [(1, 1), (2, 1), (3, 8), (4, 5), (5, 11), (7, 29)] {
        assert_eq!(index(&fibonacci(n), ""), order, "F(2, {n})");
    }
}

#[test]
fn sporadic_groups_are_those_of_the_chain() {
    let m11 = "<a, b, c | a^11, b^5, c^4, (a*c)^3, b^c = b^2, a^b = a^4>";
    let m12 = "<a, b, c | a^11, b^2, c^2, (ab)^3, (ac)^3, (bc)^10, a^2 (bc)^2 a (bc)^-2>";
    let psl2_7 = "<a, b | a^2, b^3, (ab)^7, [a, b]^4>";
    for (text, subgroup, index, order) in [
        (m11, "a, b, c^2", 12, 7920),
        (m11, "", 7920, 7920),
        (m12, "a, b", 144, 95040),
        (psl2_7, "b", 56, 168),
    ] {
        let table = enumerated(text, subgroup).table;
        assert_eq!(table.index(), index);
        let chain = StabilizerChain::new(&table.permutations(), &mut ChaCha8Rng::seed_from_u64(1));
        assert_eq!(chain.order(), UBig::from(order as u32), "{text}");
    }
}

#[test]
fn relators_of_very_different_lengths() {
    assert_eq!(index("<a, b | b^100, a^2, b a b^-99 a^-1>", ""), 200);
    assert_eq!(index("<a, b | a^120, b^4, ab = b^3 a^41, a^2 b = b a^82>", ""), 480);
    assert_eq!(index("<a, b, c | aaa, abcaCbcc, acB>", ""), 84);
}

#[test]
fn tables_give_words_and_permutations() {
    let group = presentation("<a, b | a^2, b^3, (ab)^5>");
    let table = Enumeration::new(&group, &[]).run().unwrap().table;
    let words = table.representatives();
    for (coset, word) in (0..).zip(&words) {
        assert_eq!(table.trace(0, word), Some(coset));
    }
    assert!(words.windows(2).all(|pair| pair[0].len() <= pair[1].len()));
    let permutations = table.permutations();
    assert_eq!(permutations[0].then(&permutations[1]).order_u64(), Some(5));
    assert_eq!(table.image(60, words[1].letters()[0]), None);
    assert_eq!(table.trace(0, &Word::generator(2)), None);

    let other = presentation("<a, b | a^2, b^3, (ab)^4>");
    let fault = table.verify(&other, &[]).unwrap_err();
    assert!(matches!(fault, VerifyError::Relator { relator: 2, coset: 0, .. }), "{fault}");
    let moved = table.verify(&group, &[Word::generator(1)]).unwrap_err();
    assert!(matches!(moved, VerifyError::Subgroup { generator: 0, .. }), "{moved}");
}

#[test]
fn limits_end_what_has_no_end() {
    for text in ["<a |>", "<a, b | a^2, b^3, (ab)^7>", "<a, b | [a, b]>"] {
        let group = presentation(text);
        for strategy in STRATEGIES {
            let search = Enumeration::new(&group, &[]).strategy(strategy).capacity(50_000);
            let full = search.run().unwrap_err();
            assert!(matches!(full, EnumerationError::Full { capacity: 50_000, .. }), "{text}: {full}");
            let stopped = search.capacity(u32::MAX).run_while(|_| false).unwrap_err();
            assert!(matches!(stopped, EnumerationError::Stopped { .. }), "{text}: {stopped}");
        }
    }
    let group = presentation("<a | a^5>");
    assert!(Enumeration::new(&group, &[]).capacity(0).run().is_err());
    assert!(Enumeration::new(&group, &[]).capacity(4).run().is_err());
    let foreign = [Word::generator(1)];
    let fault = Enumeration::new(&group, &foreign).run().unwrap_err();
    assert!(matches!(fault, EnumerationError::Presentation(_)), "{fault}");
}

/// A table with little room is compressed in the middle of the work, and the result is the same.
#[test]
fn lookahead_makes_room() {
    let group = presentation("<a, b | a^8, b^7, (ab)^2, (a^-1 b)^3>");
    let roomy = Enumeration::new(&group, &[]).strategy(Strategy::Hlt).run().unwrap();
    for capacity in [35_000, 40_000] {
        let tight = Enumeration::new(&group, &[]).strategy(Strategy::Hlt).capacity(capacity).run().unwrap();
        assert!(tight.statistics.max <= capacity && roomy.statistics.max > capacity);
        assert_eq!(tight.table, roomy.table);
    }
}

/// Indices and sizes of classes up to an index: by index the number of classes and of subgroups.
fn counted(text: &str, most: u32) -> Vec<(u32, u32)> {
    let group = presentation(text);
    let mut counts = vec![(0, 0); most as usize];
    for class in LowIndexSubgroups::new(&group, most) {
        let index = class.table.index();
        assert_eq!(class.table.verify(&group, &class.generators), Ok(()), "{text}");
        // The generators are enough.
        let again = Enumeration::new(&group, &class.generators).capacity(100_000).run().unwrap();
        assert_eq!(again.table, class.table, "{text}");
        let (classes, subgroups) = &mut counts[index as usize - 1];
        *classes += 1;
        *subgroups += class.class_length;
    }
    counts
}

/// Subgroups of index n in the free group of rank r: N(n) = n · n!^(r-1) - Σ (n-i)!^(r-1) · N(i) (Hall 1949).
fn hall(rank: u32, most: u64) -> Vec<u32> {
    let factorial = |n: u64| (1..=n).product::<u64>().pow(rank - 1);
    let mut counts: Vec<u64> = Vec::new();
    for n in 1..=most {
        let smaller: u64 = (1..n).map(|i| factorial(n - i) * counts[i as usize - 1]).sum();
        counts.push(n * factorial(n) - smaller);
    }
    counts.iter().map(|&count| count as u32).collect()
}

#[test]
fn subgroups_of_low_index_are_as_many_as_there_are() {
    let free = counted("<a, b |>", 5);
    assert_eq!(free.iter().map(|count| count.0).collect::<Vec<_>>(), [1, 3, 7, 26, 97]);
    assert_eq!(free.iter().map(|count| count.1).collect::<Vec<_>>(), hall(2, 5));
    assert_eq!(counted("<a, b, c |>", 3).iter().map(|count| count.1).collect::<Vec<_>>(), hall(3, 3));
    assert_eq!(counted("<a |>", 4), [(1, 1); 4]);
    assert_eq!(counted("<|>", 3), [(1, 1), (0, 0), (0, 0)]);
    // PSL(2, Z): A121350 and A005133 of the OEIS.
    let modular = counted("<a, b | a^2, b^3>", 9);
    assert_eq!(modular.iter().map(|count| count.0).collect::<Vec<_>>(), [1, 1, 2, 2, 1, 8, 6, 7, 14]);
    assert_eq!(modular.iter().map(|count| count.1).collect::<Vec<_>>(), [1, 1, 4, 8, 5, 22, 42, 40, 120]);
    // Sublattices of the square lattice: the sum of the divisors.
    assert_eq!(
        counted("<a, b | [a, b]>", 8).iter().map(|count| count.1).collect::<Vec<_>>(),
        [1, 3, 4, 7, 6, 12, 8, 15]
    );
    // All classes of subgroups of the symmetric group of four points, and all 59 subgroups of A5.
    let s4 = counted("<a, b | a^4, b^2, (ab)^3>", 24);
    assert_eq!((s4.iter().map(|c| c.0).sum::<u32>(), s4.iter().map(|c| c.1).sum::<u32>()), (11, 30));
    let a5 = counted("<a, b | a^2, b^3, (ab)^5>", 60);
    assert_eq!((a5.iter().map(|c| c.0).sum::<u32>(), a5.iter().map(|c| c.1).sum::<u32>()), (9, 59));
}

#[test]
fn a_stopped_search_goes_on() {
    let group = presentation("<a, b |>");
    let mut search = LowIndexSubgroups::new(&group, 6);
    let (mut found, mut stops) = (0, 0);
    loop {
        let mut first = true;
        match search.next_while(|| std::mem::take(&mut first)) {
            Ok(Some(_)) => found += 1,
            Ok(None) => break,
            Err(_) => stops += 1,
        }
    }
    assert_eq!(found, LowIndexSubgroups::new(&group, 6).count());
    let stopped = LowIndexSubgroups::new(&group, 8).next_while(|| false);
    assert!(stops > 0 || stopped.is_ok());
}

fn names(count: usize) -> Vec<String> {
    (1..=count).map(|i| format!("g{i}")).collect()
}

/// A presentation of the group, whose relators hold.
fn presented(generators: &[Permutation]) -> (StabilizerChain, PermutationPresentation) {
    let chain = StabilizerChain::new(generators, &mut ChaCha8Rng::seed_from_u64(1));
    let found = PermutationPresentation::new(&chain, &names(generators.len()), || true).unwrap();
    assert_eq!(&found.generators[..generators.len()], chain.generators());
    for relator in found.presentation.relators() {
        let product =
            relator.letters().iter().fold(Permutation::identity(chain.degree()), |product, letter| {
                let generator = &found.generators[letter.generator()];
                product.then(&if letter.is_inverse() { generator.inverse() } else { generator.clone() })
            });
        assert!(product.is_identity(), "{}", found.presentation.write(relator));
    }
    (chain, found)
}

#[test]
fn groups_of_the_corpus_have_presentations() {
    for group in corpus::all().into_iter().filter(|group| group.generators[0].degree() <= 48) {
        let (chain, found) = presented(&group.generators);
        // The index of the stabilizer of the first base point is the length of its orbit.
        let fixing = |&number: &usize| found.generators[number].image(chain.base()[0]) == chain.base()[0];
        let strong = found.generators.len() > group.generators.len();
        if strong {
            let subgroup: Vec<Word> =
                (0..found.generators.len()).filter(fixing).map(|n| Word::generator(n as u32)).collect();
            let run = Enumeration::new(&found.presentation, &subgroup).run().unwrap();
            let orbit = chain.orbits().next().unwrap().points().len();
            assert_eq!(run.table.index() as usize, orbit, "{}", group.name);
        } else {
            let run = Enumeration::new(&found.presentation, &[]).run().unwrap();
            assert_eq!(UBig::from(run.table.index()), group.order, "{}", group.name);
        }
    }
}

#[test]
fn presentations_can_be_stopped_and_want_names() {
    let chain = StabilizerChain::new(
        &[Permutation::from_moved_to(&[1, 2, 3, 0]).unwrap()],
        &mut ChaCha8Rng::seed_from_u64(1),
    );
    let with = |names: &[&str], go_on| {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        PermutationPresentation::new(&chain, &names, || go_on).map(|found| found.presentation.to_string())
    };
    assert_eq!(with(&["a"], true), Ok("<a | a^4>".to_string()));
    assert_eq!(with(&["a"], false), Err(FromChainError::Stopped));
    assert!(matches!(with(&[], true), Err(FromChainError::Count { .. })));
    assert!(matches!(with(&["2"], true), Err(FromChainError::Names(_))));
}

/// A few random permutations of a few points.
fn generators() -> impl proptest::strategy::Strategy<Value = Vec<Permutation>> {
    (2_usize..7, 1_usize..4).prop_flat_map(|(degree, count)| {
        let images: Vec<u32> = (0..degree as u32).collect();
        let one = Just(images).prop_shuffle().prop_map(|images| Permutation::from_moved_to(&images).unwrap());
        prop::collection::vec(one, count)
    })
}

proptest! {
    /// From permutations to a presentation, to a coset table, to permutations, whose group has the same order.
    #[test]
    fn there_and_back(generators in generators()) {
        let (chain, found) = presented(&generators);
        let text = found.presentation.to_string();
        prop_assert_eq!(&presentation(&text), &found.presentation);
        let order = chain.order();
        for strategy in STRATEGIES {
            let run = Enumeration::new(&found.presentation, &[]).strategy(strategy).run().unwrap();
            prop_assert_eq!(UBig::from(run.table.index()), order.clone(), "{}", text);
            prop_assert_eq!(run.table.verify(&found.presentation, &[]), Ok(()));
            let regular = StabilizerChain::new(&run.table.permutations(), &mut ChaCha8Rng::seed_from_u64(2));
            prop_assert_eq!(regular.order(), order.clone());
        }
    }

    /// Random relators: whatever ends, ends with the same table, which verifies.
    #[test]
    fn strategies_agree(
        relators in prop::collection::vec(prop::collection::vec(0_u32..4, 1..9), 2..5),
        subgroup in prop::collection::vec(prop::collection::vec(0_u32..4, 1..4), 0..2),
    ) {
        let words = |lists: &[Vec<u32>]| -> Vec<Word> {
            let word = |list: &Vec<u32>| list.iter().fold(Word::empty(), |word, &letter| {
                let generator = Word::generator(letter / 2);
                word.then(&if letter % 2 == 0 { generator } else { generator.inverse() })
            });
            lists.iter().map(word).collect()
        };
        let group = Presentation::new(names(2), words(&relators)).unwrap();
        let subgroup = words(&subgroup);
        let by = |strategy| {
            Enumeration::new(&group, &subgroup).strategy(strategy).capacity(5_000).run().ok()
        };
        let tables: Vec<_> = STRATEGIES.iter().filter_map(|&strategy| by(strategy)).map(|run| run.table).collect();
        for table in &tables {
            prop_assert_eq!(table, &tables[0]);
            prop_assert_eq!(table.verify(&group, &subgroup), Ok(()));
        }
    }

    /// Every text is read or refused, and what is written is read as the same.
    #[test]
    fn any_text_is_read_or_refused(text in "[<⟨]?[ab, ]{0,4}[|]?[abAB1-9^*/'()\\[\\],= ²⁻-]{0,30}[>⟩]?") {
        if let Ok(read) = text.parse::<Presentation>() {
            prop_assert_eq!(read.to_string().parse::<Presentation>(), Ok(read));
        }
    }
}

#[test]
fn notations_mean_the_same() {
    let group = presentation("<a, b | a^3 = b^2 = 1>");
    let word =
        |text: &str| match &read_words(text, &group).unwrap_or_else(|fault| panic!("{text}: {fault}"))[..] {
            [word] => group.write(word),
            words => panic!("{words:?}"),
        };
    for (text, written) in [
        ("a b", "a*b"),
        ("ab'", "a*b^-1"),
        ("aB", "a*b^-1"),
        ("a·b⁻¹", "a*b^-1"),
        ("a/b", "a*b^-1"),
        ("a^b", "b^-1*a*b"),
        ("a^(b*a)", "a^-1*b^-1*a*b*a"),
        ("a^b'", "b*a*b^-1"),
        ("a^(-2)", "a^-2"),
        ("a^{-2}", "a^-2"),
        ("(ab)^3", "(a*b)^3"),
        ("ababab", "(a*b)^3"),
        ("(ab)²⁰", "(a*b)^20"),
        ("[a,b]", "a^-1*b^-1*a*b"),
        ("[a,b,a]", "b^-1*a^-1*b*a^-1*b^-1*a*b*a"),
        ("(a^2)'", "a^-2"),
        ("a^0", "1"),
        ("1", "1"),
        ("a*1*b // and so on", "a*b"),
        ("a # first\n b", "a*b"),
        ("1^1000000000000", "1"),
    ] {
        assert_eq!(word(text), written, "{text}");
    }
    assert_eq!(
        presentation("a, b | a^2 = b^3 = (ab)^5").to_string(),
        "<a, b | b^3*a^-2, a*b*a*b*a*b*a*b*a*b*a^-2>"
    );
    assert_eq!(presentation("⟨ x1 x12 | x12x1, X1^-2 ⟩;").to_string(), "<x1, x12 | x12*x1, x1^2>");
    assert_eq!(presentation("<a, A | aA>").to_string(), "<a, A | a*A>");
    assert_eq!(
        presentation("# A5\n< a, b |\n  a^2, # an involution\n  b^3, (a*b)^5 >\n").relators().len(),
        3
    );
    assert_eq!(read_words("  ", &group), Ok(vec![]));
}

#[test]
fn faults_have_a_place() {
    let fault = |text: &str| match text.parse::<Presentation>() {
        Ok(read) => panic!("{text} was read as {read}"),
        Err(fault) => fault.to_string(),
    };
    for (text, told) in [
        ("", "at byte 0: the end of the text, expected the name of a generator"),
        ("<a, b (a^2)>", "at byte 6: '(', expected the name"),
        ("<a, a | >", "at byte 4: generator a occurs twice"),
        ("<1 | >", "at byte 1: '1', expected the name"),
        ("<a | c>", "at byte 5: unknown generator 'c', expected one of the generators a"),
        ("<a | a^>", "at byte 7: '>', expected an exponent"),
        ("<a | (a>", "at byte 7: '>', expected ')'"),
        ("<a | [a]>", "at byte 7: ']', expected ','"),
        ("<a | a, >", "at byte 8: '>', expected a generator"),
        ("<a | a^2", "at byte 8: the end of the text, expected ',', '=' or '>'"),
        ("<a | a> b", "at byte 8: 'b', expected the end"),
        ("<a, b | a^b^2>", "at byte 11: '^', expected parentheses"),
        ("<a | a^99999999>", "at byte 5: words too long"),
        ("<a | a^99999999999999999999>", "at byte 7: words too long"),
        ("<a | a⁻>", "at byte 9: '>', expected raised digits"),
        ("<a | 12>", "at byte 5: '1', expected a generator"),
    ] {
        assert!(fault(text).starts_with(told), "{text}: {}", fault(text));
    }
    let deep = format!("<a | {}a{}>", "(".repeat(5000), ")".repeat(5000));
    assert!(fault(&deep).contains("another bracket"));
    let many: String = (0..20_000).map(|i| format!("x{i} ")).collect();
    assert!(fault(&format!("<{many}|>")).contains("one generator more"));
    let nested = format!("<a, b | {}{}>", "[".repeat(100), ", b] a, b]".repeat(100));
    assert!(nested.parse::<Presentation>().is_err());
}
