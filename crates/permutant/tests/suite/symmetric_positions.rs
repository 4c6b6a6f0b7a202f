//! Positions of the 3x3x3 by symmetry, checked by the orders of the groups that they form.

use permutant::cube::model::cubie::CubieCube;
use permutant::cube::model::point_group::PointGroup;
use permutant::cube::symmetric_cubes::{FixedCubes, SignedGroup};
use permutant::group::{Permutation, StabilizerChain, UBig};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::ops::ControlFlow;

/// Classes with more cubes than this are not enumerated.
const MOST: u128 = 50_000;

/// The cube as a permutation of the 48 pairs of a place and an orientation.
fn permutation(cube: &CubieCube) -> Permutation {
    let corners = cube.corners.permutation().into_iter().zip(cube.corners.twists());
    let edges = cube.edges.permutation().into_iter().zip(cube.edges.flips());
    let corners = corners.flat_map(|(piece, o)| (0..3).map(move |turn| 3 * piece + (turn + o) % 3));
    let edges = edges.flat_map(|(piece, o)| (0..2).map(move |turn| 24 + 2 * piece + (turn + o) % 2));
    Permutation::from_moved_to(&corners.chain(edges).map(u32::from).collect::<Vec<_>>()).unwrap()
}

/// The cubes that a group of symmetries fixes form its centralizer, whose order the method of Schreier and Sims finds from some of its
/// elements.
#[test]
fn fixed_cubes_are_as_many_as_the_order_of_the_group_that_they_generate() {
    let mut checked = 0;
    for class in PointGroup::all() {
        let mut groups = SignedGroup::all().iter().filter(|group| !group.has_antisymmetry());
        let group = groups.find(|group| PointGroup::of(&group.symmetries()) == Some(class)).unwrap();
        let fixed = FixedCubes::new(*group);
        // The trivial group and those of two elements fix billions.
        if group.order() <= 2 || fixed.count() > MOST {
            continue;
        }
        let mut cubes = Vec::new();
        let _ = fixed.each(&mut |cube| {
            cubes.push(permutation(&cube));
            ControlFlow::Continue(())
        });
        assert_eq!(cubes.len() as u128, fixed.count());
        // Forty random elements generate the whole group but for a chance of about 2^-40 for each of its maximal subgroups.
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let any = |rng: &mut ChaCha8Rng| cubes[rng.next_u32() as usize % cubes.len()].clone();
        let generators: Vec<Permutation> = (0..40).map(|_| any(&mut rng)).collect();
        let chain = StabilizerChain::new(&generators, &mut rng);
        assert_eq!(chain.order(), UBig::from(fixed.count()), "{class}");
        checked += 1;
    }
    assert!(checked >= 15, "{checked}");
}
