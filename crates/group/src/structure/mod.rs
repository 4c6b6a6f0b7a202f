//! Subgroups that a permutation group determines: the derived series, the centre, stabilizers of sets, and the orbits on pairs of points.
//!
//! Start at [`derived_series`], [`centre`], [`set_stabilizer`] and [`subdegrees`]. All of them start from a stabilizer chain, so their
//! results are as certain as its order.

mod centre;
mod derived;
mod set_stabilizer;
mod subdegrees;

pub use centre::{CentreError, centre};
pub use derived::derived_series;
pub use set_stabilizer::{SetStabilizer, SetStabilizerError, set_stabilizer};
pub use subdegrees::{Subdegrees, subdegrees};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cycle_notation::Notation;
    use crate::permutation::Permutation;
    use crate::stabilizer_chain::StabilizerChain;
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
        // 28 images of 32 bytes.
        let small = set_stabilizer(&chain, &[0, 1], 27 * 32, &mut rng, || true);
        assert_eq!(small.err(), Some(SetStabilizerError::TooMany(27)));
        assert_eq!(set_stabilizer(&chain, &[0, 1], 28 * 32, &mut rng, || true).unwrap().images, 28);
    }
}
