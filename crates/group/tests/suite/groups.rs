//! Orders, membership and random elements of the groups in `testdata/groups`, and of small random groups against
//! counting all elements.

use std::collections::HashSet;

use crate::corpus::{self, Group};
use permutant_group::jerrum::JerrumChain;
use permutant_group::sims_table::SimsTable;
use permutant_group::stabilizer_chain::{Proof, SiftError};
use permutant_group::{Permutation, SchreierSims, StabilizerChain, UBig};
use proptest::prelude::*;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

fn group(name: &str) -> Group {
    corpus::all().into_iter().find(|group| group.name == name).expect("the group is there")
}

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// What must hold of any chain of the group.
fn check(group: &Group, chain: &StabilizerChain) {
    let name = &group.name;
    assert_eq!(chain.order(), group.order, "{name}");
    let mut rng = rng(7);
    let (a, b) = (chain.random(&mut rng), chain.random(&mut rng));
    assert!(chain.contains(&a.then(&b.inverse())), "{name}");
    assert!(group.generators.iter().all(|generator| chain.contains(generator)), "{name}");
    let base = chain.base();
    for (level, tree) in chain.orbits().enumerate() {
        assert!(tree.depth() <= 4, "{name}");
        let image = tree.points()[tree.points().len() / 2];
        let element = chain.representative(level, image).expect("the image is in the orbit");
        assert_eq!(element.image(base[level]), image, "{name}");
        assert!(base[..level].iter().all(|&point| element.image(point) == point), "{name}");
        assert!(chain.contains(&element), "{name}");
    }
    // The strong generators of each level generate its group: their orbit there is the tree's.
    for (level, tree) in chain.orbits().enumerate() {
        let fixing = |g: &&Permutation| base[..level].iter().all(|&point| g.image(point) == point);
        let generators: Vec<Permutation> = chain.strong_generators().filter(fixing).cloned().collect();
        let orbit = permutant_group::orbit::SchreierTree::new(base[level], &generators);
        assert_eq!(orbit.points().len(), tree.points().len(), "{name} {level}");
    }
}

#[test]
fn all_orders_are_right_where_they_are_known() {
    for group in corpus::all() {
        let chain = StabilizerChain::with_known_order(&group.generators, &group.order, &mut rng(1)).unwrap();
        assert_eq!(chain.proof(), Proof::KnownOrder);
        check(&group, &chain);
    }
}

#[test]
fn orders_are_proved_by_upper_bounds() {
    for group in corpus::all() {
        let chain = StabilizerChain::new(&group.generators, &mut rng(2));
        let mathieu = ["m11", "m12", "m23", "m24"].contains(&group.name.as_str());
        let expected = if mathieu { Proof::SchreierGenerators } else { Proof::UpperBound };
        assert_eq!(chain.proof(), expected, "{}", group.name);
        check(&group, &chain);
    }
}

fn by_schreier_generators(wanted: impl Fn(usize) -> bool) {
    for group in corpus::all() {
        if wanted(group.generators.iter().map(Permutation::degree).max().unwrap_or(0)) {
            let chain = SchreierSims::new(&group.generators).without_bound().prove(&mut rng(2));
            assert_eq!(chain.proof(), Proof::SchreierGenerators);
            check(&group, &chain);
        }
    }
}

#[test]
fn orders_are_proved_by_schreier_generators() {
    by_schreier_generators(|degree| degree < 96);
}

#[test]
#[ignore = "long: seconds for each group of 96 to 150 points"]
fn larger_orders_are_proved_by_schreier_generators() {
    by_schreier_generators(|degree| (96..=150).contains(&degree));
}

#[test]
fn the_seed_does_not_matter() {
    let group = group("m24");
    for seed in 0..100 {
        assert_eq!(StabilizerChain::new(&group.generators, &mut rng(seed)).order(), group.order);
    }
}

#[test]
fn membership_says_where_it_fails() {
    let group = group("rubik3");
    let chain = StabilizerChain::new(&group.generators, &mut rng(3));
    // One exchange of two stickers is no element; neither is one that moves further points.
    let exchange = Permutation::from_moved_to(&[1, 0]).unwrap();
    match chain.sift(&exchange).unwrap_err() {
        SiftError::Orbit { level, base, image, residue } => {
            assert_eq!((chain.base()[level], residue.image(base)), (base, image));
            assert!(!chain.orbits().nth(level).unwrap().contains(image));
        }
        SiftError::Residue { residue } => assert!(!residue.is_identity()),
    }
    let beyond = Permutation::identity(48)
        .then(&Permutation::from_moved_to(&(0..48).chain([49, 48]).collect::<Vec<_>>()).unwrap());
    assert!(matches!(chain.sift(&beyond), Err(SiftError::Residue { .. })));
    assert!(chain.contains(&Permutation::identity(100)));
    assert!(chain.contains(&Permutation::identity(0)));
    assert_eq!(chain.representative(0, 4_000_000), None);
    assert_eq!(chain.representative(1000, 0), None);
}

#[test]
fn wrong_orders_are_noticed() {
    let Group { generators, order, .. } = group("rubik2_urf");
    let ask = |known: &UBig| StabilizerChain::with_known_order(&generators, known, &mut rng(4));
    let too_large = ask(&(&order * UBig::from(2_u8))).unwrap_err();
    assert!(too_large.exact);
    assert_eq!(too_large.found, order);
    let too_small = ask(&UBig::from(7_u8)).unwrap_err();
    assert!(!too_small.exact && too_small.found > too_small.known);
    assert!(ask(&UBig::ZERO).is_err());
}

#[test]
fn a_search_can_be_given_up() {
    let group = group("megaminx");
    let mut asked = 0;
    let given_up = SchreierSims::new(&group.generators).without_bound().prove_while(&mut rng(5), || {
        asked += 1;
        if asked < 20 { Ok(()) } else { Err("enough") }
    });
    assert_eq!(given_up.unwrap_err(), "enough");
    assert_eq!(asked, 20);
}

#[test]
fn trivial_groups_and_given_bases() {
    for generators in [vec![], vec![Permutation::identity(0)], vec![Permutation::identity(5); 3]] {
        let chain = StabilizerChain::new(&generators, &mut rng(6));
        assert_eq!(chain.order(), UBig::ONE);
        assert!(chain.contains(&Permutation::identity(9)));
        assert!(!chain.contains(&Permutation::from_moved_to(&[1, 0]).unwrap()));
        assert!(StabilizerChain::with_known_order(&generators, &UBig::ONE, &mut rng(6)).is_ok());
    }
    let group = group("m12");
    let base = [7, 7, 3, 400, 0];
    let chain = SchreierSims::new(&group.generators).base(&base).prove(&mut rng(6));
    assert_eq!(chain.base()[..3], [7, 3, 0]);
    check(&group, &chain);
}

#[test]
fn random_elements_are_uniform() {
    // The 24 elements of the 2x2 torus's group, 1000 expected each, standard deviation 31.
    let group = group("torus2x2");
    let chain = StabilizerChain::new(&group.generators, &mut rng(8));
    let mut rng = rng(9);
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..24_000 {
        *seen.entry(chain.random(&mut rng)).or_insert(0) += 1;
    }
    assert_eq!(seen.len(), 24);
    assert!(seen.values().all(|&count| (850..1150).contains(&count)), "{seen:?}");
}

/// All elements, by closing under the generators.
fn all_elements(degree: usize, generators: &[Permutation]) -> HashSet<Permutation> {
    let mut elements = HashSet::from([Permutation::identity(degree)]);
    let mut new: Vec<Permutation> = elements.iter().cloned().collect();
    while let Some(element) = new.pop() {
        for generator in generators {
            let product = element.then(generator);
            if elements.insert(product.clone()) {
                new.push(product);
            }
        }
    }
    elements
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    /// Powers of random permutations generate groups of all sorts, many of them small and intransitive.
    #[test]
    fn small_groups_agree_with_counting(
        degree in 1_usize..8,
        powers in prop::collection::vec(0_i64..5, 0..4),
        seed: u64,
    ) {
        let mut rng = rng(seed);
        let generators: Vec<Permutation> =
            powers.iter().map(|&power| Permutation::random(degree, &mut rng).power(power)).collect();
        let elements = all_elements(degree, &generators);
        let chain = StabilizerChain::new(&generators, &mut rng);
        prop_assert_eq!(chain.order(), UBig::from(elements.len()));
        for _ in 0..20 {
            let any = Permutation::random(degree, &mut rng);
            prop_assert_eq!(chain.contains(&any), elements.contains(&any));
            prop_assert!(elements.contains(&chain.random(&mut rng).extended(degree)));
        }
    }
}

#[test]
fn three_methods_agree() {
    for group in corpus::all() {
        let degree = group.generators.iter().map(Permutation::degree).max().unwrap_or(0);
        let mut rng = rng(11);
        let chain = StabilizerChain::new(&group.generators, &mut rng);
        let base = Permutation::random(degree, &mut rng).moved_to();
        let strangers: Vec<Permutation> = (0..5).map(|_| Permutation::random(degree, &mut rng)).collect();
        let members: Vec<Permutation> = (0..5).map(|_| chain.random(&mut rng)).collect();
        if degree <= 54 && group.name != "hungarian38" {
            let by_levels = JerrumChain::new(&group.generators, &base[..2]);
            assert_eq!(by_levels.order(), group.order, "{}", group.name);
            assert!(members.iter().all(|member| by_levels.contains(member)));
            for stranger in &strangers {
                assert_eq!(by_levels.contains(stranger), chain.contains(stranger), "{}", group.name);
            }
            for level in by_levels.levels() {
                for (&point, element) in level.tree().points().iter().zip(level.transversal()) {
                    assert_eq!(element.image(level.base()), point);
                    assert!(chain.contains(element));
                }
            }
        }
        if degree <= 25 {
            let table = SimsTable::new(&group.generators, &base[..2]);
            assert_eq!(table.order(), group.order, "{}", group.name);
            assert!(members.iter().all(|member| table.contains(member)));
            for stranger in &strangers {
                assert_eq!(table.contains(stranger), chain.contains(stranger), "{}", group.name);
            }
            assert_eq!(table.point(0), Some(base[0]));
        }
    }
}

#[test]
fn elements_are_products_of_transversal_elements() {
    for name in ["m12", "rubik3", "globe6_4"] {
        let group = group(name);
        let mut rng = rng(12);
        let chain = StabilizerChain::new(&group.generators, &mut rng);
        let element = chain.random(&mut rng);
        let factors = chain.transversal_factors(&element).unwrap();
        let product = factors.iter().rev().fold(Permutation::identity(0), |product, u| product.then(u));
        assert_eq!(product, element);
        for (level, factor) in factors.iter().enumerate() {
            let base = chain.base();
            assert!(base[..level].iter().all(|&point| factor.image(point) == point));
            assert_eq!(Some(factor.clone()), chain.representative(level, factor.image(base[level])));
        }
    }
    let group = group("rubik3");
    let chain = StabilizerChain::new(&group.generators, &mut rng(13));
    assert!(chain.transversal_factors(&Permutation::from_moved_to(&[1, 0]).unwrap()).is_err());
}

#[test]
fn stabilizers_of_points() {
    // Mathieu groups fix few points at once: 244823040 / (24 · 23 · 22) and so on; fixing a corner sticker of the
    // 3x3x3 fixes the corner, one of 24.
    for (name, points, index) in [
        ("m24", &[7_u32, 3, 20][..], 24 * 23 * 22_u64),
        ("m12", &[0, 1, 2, 3, 4], 95040),
        ("rubik3", &[0, 400, 0], 24),
    ] {
        let group = group(name);
        let mut rng = rng(14);
        let chain = StabilizerChain::new(&group.generators, &mut rng);
        let fixing = chain.pointwise_stabilizer(points, &mut rng);
        assert_eq!(fixing.order() * UBig::from(index), group.order, "{name}");
        let again = SchreierSims::new(fixing.generators()).without_bound().prove(&mut rng);
        assert_eq!(again.order(), fixing.order(), "{name}");
        for _ in 0..20 {
            let any = chain.random(&mut rng);
            assert_eq!(fixing.contains(&any), points.iter().all(|&point| any.image(point) == point));
            let one = fixing.random(&mut rng);
            assert!(points.iter().all(|&point| one.image(point) == point) && chain.contains(&one));
        }
    }
    let chain = StabilizerChain::new(&[], &mut rng(15));
    assert_eq!(chain.pointwise_stabilizer(&[3], &mut rng(15)).order(), UBig::ONE);
}
