//! The laws of permutations, at degrees of all three widths.

use std::collections::BTreeMap;

use dashu_int::{IBig, UBig};
use permutant_group::cycle_notation::Notation;
use permutant_group::{FixedPermutation, Permutation, PermutationError};
use proptest::prelude::*;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

fn random(degree: usize, seed: u64) -> Permutation {
    Permutation::random(degree, &mut ChaCha8Rng::seed_from_u64(seed))
}

/// Degrees at the borders of the widths and anything small.
fn degrees() -> impl Strategy<Value = usize> {
    prop_oneof![8 => 0_usize..20, 2 => 250_usize..260, 1 => Just(65_536), 1 => Just(65_537)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn products_inverses_and_readings(degree in degrees(), seed: u64) {
        let (a, b) = (random(degree, seed), random(degree, !seed));
        let product = a.then(&b);
        for i in 0..degree as u32 {
            prop_assert_eq!(product.image(i), b.image(a.image(i)));
        }
        prop_assert!(a.then(&a.inverse()).is_identity());
        prop_assert_eq!(&Permutation::from_moved_to(&a.moved_to()).unwrap(), &a);
        prop_assert_eq!(&Permutation::from_replaced_by(&a.replaced_by()).unwrap(), &a);
        let sources = a.replaced_by();
        prop_assert!((0..degree as u32).all(|i| sources[a.image(i) as usize] == i));
        prop_assert_eq!(product.sign(), a.sign() * b.sign());
        // Conjugation renames the points of the cycles.
        let renamed = a.conjugate(&b);
        prop_assert!((0..degree as u32).all(|i| renamed.image(b.image(i)) == b.image(a.image(i))));
        prop_assert_eq!(b.then(&a).then(&a.commutator(&b)), b.then(&a).then(&a.inverse()).then(&b.inverse()).then(&a).then(&b));
        prop_assert_eq!(a.commutator(&b).is_identity(), a.then(&b) == b.then(&a));
    }

    #[test]
    fn degrees_may_differ(small in degrees(), large in degrees(), seed: u64) {
        let (a, b) = (random(small, seed), random(large, !seed));
        let degree = small.max(large);
        prop_assert_eq!(a.then(&b), a.extended(degree).then(&b.extended(degree)));
        prop_assert_eq!(a.extended(degree).cycles(), a.cycles());
        prop_assert_eq!(a.image(u32::MAX), u32::MAX);
    }

    #[test]
    fn powers_and_orders(degree in 0_usize..40, exponent in -50_i64..50, seed: u64) {
        let a = random(degree, seed);
        let step = if exponent < 0 { a.inverse() } else { a.clone() };
        let slow = (0..exponent.abs()).fold(Permutation::identity(degree), |product, _| product.then(&step));
        prop_assert_eq!(&a.power(exponent), &slow);
        prop_assert_eq!(&a.power_big(&IBig::from(exponent)), &slow);
        let order = a.order_u64().unwrap();
        prop_assert_eq!(UBig::from(order), a.order());
        prop_assert!(a.power(order as i64).is_identity());
        prop_assert_eq!(a.power_big(&(IBig::from(order) * IBig::from(10).pow(40) - IBig::ONE)), a.inverse());
        let first = (1..=order.min(500)).find(|&k| a.power(k as i64).is_identity());
        prop_assert!(first.is_none_or(|k| k == order));
        prop_assert!(a.power(i64::MIN).then(&a.power(i64::MAX)).then(&a).is_identity());
    }

    #[test]
    fn parity_is_that_of_the_inversions(degree in 0_usize..30, seed: u64) {
        let a = random(degree, seed);
        let images = a.moved_to();
        let inversions: usize = (0..degree).map(|i| images[i..].iter().filter(|&&later| later < images[i]).count()).sum();
        prop_assert_eq!(a.is_even(), inversions.is_multiple_of(2));
    }

    #[test]
    fn cycles_and_written_forms(degree in degrees(), seed: u64, from_zero: bool) {
        let a = random(degree, seed);
        let notation = if from_zero { Notation::from_zero() } else { Notation::from_one() };
        prop_assert_eq!(&notation.least_degree(degree).read(&notation.write_cycles(&a)).unwrap(), &a);
        prop_assert_eq!(&notation.read(&notation.write_images(&a)).unwrap(), &a);
        let moved: usize = a.cycles().iter().map(Vec::len).sum();
        prop_assert_eq!(moved, a.support().count());
        prop_assert_eq!(moved + a.fixed_points().count(), degree);
        prop_assert_eq!(a.cycle_type().iter().map(|(length, count)| length * count).sum::<usize>(), degree);
    }

    #[test]
    fn any_text_is_read_or_refused_with_a_place(text in "[(\\[0-9, )\\]é\\n-]{0,12}") {
        if let Err(error) = Notation::from_one().largest_degree(1000).read(&text) {
            prop_assert!(text.get(error.offset..error.offset + error.length).is_some(), "{:?}", error);
        }
    }

    #[test]
    fn fixed_ones_agree(seed: u64, exponent: i64) {
        fn check<const N: usize>(seed: u64, exponent: i64) {
            let (a, b) = (random(N, seed), random(N / 2, !seed));
            let fixed_a = FixedPermutation::<N>::try_from(&a).unwrap();
            let fixed_b = FixedPermutation::<N>::try_from(&b).unwrap();
            assert_eq!(fixed_a.then(fixed_b).to_permutation(N), a.then(&b));
            assert_eq!(fixed_b.to_permutation(N / 2), b);
            assert_eq!(fixed_b.to_permutation(2 * N), b.extended(2 * N));
            assert_eq!(fixed_a.inverse().to_permutation(N), a.inverse());
            assert_eq!(fixed_a.power(exponent).to_permutation(N), a.power(exponent));
            let mut each = [fixed_a, fixed_b, FixedPermutation::IDENTITY];
            FixedPermutation::then_each(&mut each, fixed_b);
            assert_eq!(each, [fixed_a.then(fixed_b), fixed_b.power(2), fixed_b]);
        }
        check::<2>(seed, exponent);
        check::<16>(seed, exponent);
        check::<32>(seed, exponent);
        check::<64>(seed, exponent);
        check::<128>(seed, exponent);
        check::<256>(seed, exponent);
    }
}

#[test]
fn what_is_no_permutation_is_refused() {
    let refused = |images: &[u32]| Permutation::from_moved_to(images).unwrap_err();
    assert_eq!(refused(&[0, 3, 1]), PermutationError::OutOfRange { index: 1, image: 3, degree: 3 });
    assert_eq!(refused(&[2, 0, 2]), PermutationError::Repeated { image: 2, first: 0, second: 2 });
    assert_eq!(
        refused(&[u32::MAX]).to_string(),
        "entry 0 is 4294967295, expected a point from 0 to 0 as there are 1 points"
    );
    assert_eq!(
        Permutation::from_replaced_by(&[1, 1]),
        Err(PermutationError::Repeated { image: 1, first: 0, second: 1 })
    );
    let fixed = FixedPermutation::<16>::from_moved_to(&[1, 0, 5]);
    assert_eq!(fixed, Err(PermutationError::OutOfRange { index: 2, image: 5, degree: 3 }));
    let large = FixedPermutation::<16>::try_from(&random(17, 1));
    assert!(large.is_err());
    assert!(FixedPermutation::<16>::try_from(&Permutation::identity(1000)).unwrap().is_identity());
}

#[test]
fn orders_beyond_64_bits() {
    // Cycles of the first 16 primes: 2 · 3 · 5 · … · 53 = 32589158477190044730 > 2^64 - 1, on 381 points.
    let primes = [2_u32, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53];
    let mut images = Vec::new();
    for length in primes {
        let start = images.len() as u32;
        images.extend((0..length).map(|i| start + (i + 1) % length));
    }
    let a = Permutation::from_moved_to(&images).unwrap();
    assert_eq!(a.order().to_string(), "32589158477190044730");
    assert_eq!(a.order_u64(), None);
    assert_eq!(a.degree(), 381);
}

/// A position of Reid's: on the 96 stickers of the 4x4x4, `U R` has cycle type 1^42 3 4^2 7^4 15 and order 420.
#[test]
fn cycle_type_and_order_of_a_known_move_pair() {
    let text = include_str!("../../../../testdata/groups/rubik4_faces12.txt");
    let generator = |label: &str| {
        let line =
            text.lines().find(|line| line.starts_with(&format!("gen {label} "))).expect("the label is there");
        let images: Vec<u32> = line.split(' ').skip(2).map(|n| n.parse().expect("a number")).collect();
        Permutation::from_moved_to(&images).expect("a permutation")
    };
    let product = generator("U").then(&generator("R"));
    assert_eq!(product.cycle_type(), BTreeMap::from([(1, 42), (3, 1), (4, 2), (7, 4), (15, 1)]));
    assert_eq!(product.order_u64(), Some(420));
}

#[test]
fn random_ones_are_uniform() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut seen = BTreeMap::new();
    for _ in 0..24_000 {
        *seen.entry(Permutation::random(4, &mut rng)).or_insert(0) += 1;
    }
    // 1000 expected each, standard deviation 31.
    assert_eq!(seen.len(), 24);
    assert!(seen.values().all(|&count| (850..1150).contains(&count)), "{seen:?}");
}
