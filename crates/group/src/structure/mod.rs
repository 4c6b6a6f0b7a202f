//! What a permutation group determines: the derived series, the centre, stabilizers of sets, orbits on pairs of points, centralizers of
//! elements and conjugacy classes.
//!
//! Start at [`derived_series`], [`centre`], [`set_stabilizer`], [`subdegrees`], [`centralizer`], [`Conjugators`] and
//! [`conjugacy_classes`]. All of them start from a stabilizer chain, so their
//! results are as certain as its order.

mod centralizer;
mod centre;
mod conjugacy_classes;
mod derived;
mod set_stabilizer;
mod subdegrees;

pub use centralizer::{Centralizer, Conjugators, centralizer};
pub use centre::{CentreError, centre};
pub use conjugacy_classes::{ConjugacyClass, ConjugacyClassesError, conjugacy_classes};
pub use derived::derived_series;
pub use set_stabilizer::{SetStabilizer, SetStabilizerError, set_stabilizer};
pub use subdegrees::{Subdegrees, subdegrees};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cycle_notation::Notation;
    use crate::permutation::Permutation;
    use crate::stabilizer_chain::StabilizerChain;
    use dashu_int::UBig;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;
    use std::collections::BTreeSet;

    fn group(generators: &[&str], rng: &mut ChaCha8Rng) -> StabilizerChain {
        let gap = Notation::from_one();
        StabilizerChain::new(&generators.iter().map(|text| gap.read(text).unwrap()).collect::<Vec<_>>(), rng)
    }

    /// All elements, by multiplying until nothing is new.
    fn all(chain: &StabilizerChain) -> BTreeSet<Vec<u32>> {
        let mut found = BTreeSet::from([Permutation::identity(chain.degree()).moved_to()]);
        let mut open: Vec<Permutation> = vec![Permutation::identity(chain.degree())];
        while let Some(element) = open.pop() {
            for generator in chain.generators() {
                let product = element.then(generator);
                if found.insert(product.moved_to()) {
                    open.push(product);
                }
            }
        }
        found
    }

    /// Small groups, against their elements one by one.
    #[test]
    fn subgroups_are_those_of_the_definitions() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for generators in [
            vec!["(1,2,3,4)", "(1,2)"],
            vec!["(1,2,3,4,5)", "(1,2,3)"],
            vec!["(1,2,3,4)(5,6,7,8)", "(1,3)(5,7)"],
            vec!["(1,2)(3,4)", "(5,6,7)", "(5,6)"],
            vec!["(1,2,3)(4,5,6)", "(1,4)(2,5)(3,6)", "(7,8)"],
            vec!["(1,2,4,3)(5,6,8,7)", "(1,5,4,8)(2,7,3,6)"],
            vec!["(1,2,3,4,5,6)"],
            vec!["(1,2)", "(3,4)", "(5,6)"],
        ] {
            let chain = group(&generators, &mut rng);
            let elements: Vec<Permutation> =
                all(&chain).iter().map(|images| Permutation::from_moved_to(images).unwrap()).collect();
            let is_central = |z: &&Permutation| elements.iter().all(|g| z.then(g) == g.then(z));
            let expected: BTreeSet<Vec<u32>> =
                elements.iter().filter(is_central).map(Permutation::moved_to).collect();
            let found = centre(&chain, &mut rng, |_, _| true).unwrap();
            assert!(found[0].is_identity());
            assert_eq!(found.len(), expected.len(), "{generators:?}");
            assert!(found.iter().all(|element| expected.contains(&element.moved_to())), "{generators:?}");

            let mut now = chain.clone();
            for next in derived_series(&chain, &mut rng, || Ok::<(), ()>(())).unwrap() {
                let members: Vec<Permutation> =
                    all(&now).iter().map(|images| Permutation::from_moved_to(images).unwrap()).collect();
                let commutators: Vec<Permutation> =
                    members.iter().flat_map(|a| members.iter().map(|b| a.commutator(b))).collect();
                assert_eq!(
                    next.order(),
                    StabilizerChain::new(&commutators, &mut rng).order(),
                    "{generators:?}"
                );
                assert!(commutators.iter().all(|element| next.contains(element)));
                now = next;
            }

            let mut sizes: Vec<u64> = Vec::new();
            let mut left: BTreeSet<Vec<u32>> = elements.iter().map(Permutation::moved_to).collect();
            while let Some(first) = left.pop_first() {
                let element = Permutation::from_moved_to(&first).unwrap();
                let class: BTreeSet<Vec<u32>> =
                    elements.iter().map(|by| element.conjugate(by).moved_to()).collect();
                left.retain(|other| !class.contains(other));
                sizes.push(class.len() as u64);
                let Ok(found) = centralizer(&chain, &element, &mut rng, || Ok::<(), ()>(())) else {
                    panic!()
                };
                assert_eq!(found.order * UBig::from(class.len()), chain.order(), "{generators:?} {element}");
                let commute = |other: &Permutation| element.then(other) == other.then(&element);
                assert!(found.generators.iter().all(|other| commute(other) && chain.contains(other)));
            }
            // Pairs of elements at once, as generators of a group that is conjugated.
            let go_on = || Ok::<(), ()>(());
            for pair in elements.windows(2).step_by(3) {
                let Ok(search) = Conjugators::new(&chain, pair, &mut rng, go_on) else { panic!() };
                let both = |by: &Permutation, to: &[Permutation]| {
                    pair.iter().zip(to).all(|(from, to)| from.conjugate(by) == *to)
                };
                let number = elements.iter().filter(|by| both(by, pair)).count();
                assert_eq!(search.centralizer(go_on).map(|found| found.order), Ok(number.into()));
                for to in elements.windows(2).step_by(5) {
                    let Ok(found) = search.element(to, go_on) else { panic!() };
                    assert_eq!(found.is_some(), elements.iter().any(|by| both(by, to)), "{generators:?}");
                    assert!(found.is_none_or(|by| both(&by, to) && chain.contains(&by)));
                }
            }
            let found = conjugacy_classes(&chain, 1 << 20, |_| true).unwrap();
            assert!(found[0].representative.is_identity() && found[0].size == 1);
            let mut counted: Vec<u64> = found.iter().map(|class| class.size).collect();
            sizes.sort_unstable();
            counted.sort_unstable();
            assert_eq!(counted, sizes, "{generators:?}");

            for set in [vec![0], vec![0, 1], vec![0, 2, 3], vec![1, 2, 4]] {
                if set.iter().any(|&point| point as usize >= chain.degree()) {
                    continue;
                }
                let keeps = |g: &&Permutation| set.iter().all(|&point| set.contains(&g.image(point)));
                let found = set_stabilizer(&chain, &set, 1 << 20, &mut rng, || true).unwrap();
                let kept: Vec<&Permutation> = elements.iter().filter(keeps).collect();
                assert_eq!(found.chain.order(), kept.len().into(), "{generators:?} {set:?}");
                assert!(kept.iter().all(|element| found.chain.contains(element)));
                assert_eq!(found.images * kept.len(), elements.len());
            }

            for of_orbit in subdegrees(&chain, &mut rng, || Ok::<(), ()>(())).unwrap() {
                let fixing: Vec<&Permutation> =
                    elements.iter().filter(|g| g.image(of_orbit.point) == of_orbit.point).collect();
                let orbit_of = |from: u32, by: &[&Permutation]| {
                    by.iter().map(|g| g.image(from)).collect::<BTreeSet<_>>()
                };
                let orbit = orbit_of(of_orbit.point, &elements.iter().collect::<Vec<_>>());
                let parts: BTreeSet<BTreeSet<u32>> =
                    orbit.iter().map(|&point| orbit_of(point, &fixing)).collect();
                let mut lengths: Vec<usize> = parts.iter().map(BTreeSet::len).collect();
                lengths.sort_unstable();
                assert_eq!(of_orbit.lengths, lengths, "{generators:?}");
            }
        }
    }

    /// Published class sizes (Atlas of finite groups), the numbers of partitions for symmetric groups, and both ways to count.
    #[test]
    fn classes_of_known_groups() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let m11 = vec!["(1,2,3,4,5,6,7,8,9,10,11)", "(3,7,11,8)(4,10,5,6)"];
        let m12 = vec![m11[0], m11[1], "(1,12)(2,11)(3,6)(4,8)(5,9)(7,10)"];
        for (generators, order, classes, largest) in [
            (vec!["(1,2,3,4,5)", "(1,2)"], 120, 7, 30),
            (vec!["(1,2,3,4,5,6,7)", "(1,2)"], 5040, 15, 840),
            (vec!["(1,2,3,4,5)", "(3,4,5)"], 60, 5, 20),
            (vec!["(1,2,3,4,5,6,7)", "(2,3)(4,7)"], 168, 6, 56),
            (vec![m12[0], m12[2]], 660, 8, 132),
            (m11, 7920, 10, 1584),
            (m12, 95_040, 15, 15_840),
        ] {
            let chain = group(&generators, &mut rng);
            let found = conjugacy_classes(&chain, 1 << 20, |_| true).unwrap();
            let sizes: Vec<u64> = found.iter().map(|class| class.size).collect();
            assert_eq!(chain.order(), UBig::from(order as u32), "{generators:?}");
            assert_eq!(sizes.iter().sum::<u64>(), order, "{generators:?}");
            assert_eq!((sizes.len(), sizes.iter().max()), (classes, Some(&largest)), "{generators:?}");
            for class in found {
                let go_on = || Ok::<(), ()>(());
                let Ok(fixing) = centralizer(&chain, &class.representative, &mut rng, go_on) else {
                    panic!()
                };
                assert_eq!(fixing.order * UBig::from(class.size), chain.order(), "{}", class.representative);
            }
        }
    }

    #[test]
    fn limits_are_reported() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let chain = group(&["(1,2,3,4,5,6,7,8)", "(1,2)"], &mut rng);
        assert_eq!(centre(&chain, &mut rng, |_, _| false), Err(CentreError::Stopped));
        assert_eq!(derived_series(&chain, &mut rng, || Err(7)).err(), Some(7));
        assert_eq!(subdegrees(&chain, &mut rng, || Err(7)).err(), Some(7));
        assert_eq!(chain.pointwise_stabilizer_while(&[0], &mut rng, || Err(7)).err(), Some(7));
        let stopped = set_stabilizer(&chain, &[0, 1], 1 << 20, &mut rng, || false);
        assert_eq!(stopped.err(), Some(SetStabilizerError::Stopped));
        let beyond = set_stabilizer(&chain, &[8], 1 << 20, &mut rng, || true);
        assert_eq!(beyond.err(), Some(SetStabilizerError::NoPoint(8)));
        let element = Notation::from_one().read("(1,2)(3,4)").unwrap();
        assert_eq!(centralizer(&chain, &element, &mut rng, || Err(7)).err(), Some(7));
        let small = conjugacy_classes(&chain, 40_319 * 33 / 8, |_| true);
        assert!(matches!(small, Err(ConjugacyClassesError::TooMany { most: 40_312, .. })), "{small:?}");
        assert_eq!(conjugacy_classes(&chain, 1 << 20, |_| false), Err(ConjugacyClassesError::Stopped));
        // 28 images of 32 bytes.
        let small = set_stabilizer(&chain, &[0, 1], 27 * 32, &mut rng, || true);
        assert_eq!(small.err(), Some(SetStabilizerError::TooMany(27)));
        assert_eq!(set_stabilizer(&chain, &[0, 1], 28 * 32, &mut rng, || true).unwrap().images, 28);
    }
}
