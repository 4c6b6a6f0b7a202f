//! Uniformly random solvable cubes.
//!
//! Start at [`random_cube`]. The caller provides the random number generator. The way from its numbers to a cube is fixed, so
//! that a seed always gives the same cube. Numbers below a bound are drawn by rejection and permutations by the Fisher–Yates
//! shuffle, so every state is exactly equally likely if the bits of the generator are.

use crate::model::cubie::{Corners, CubieCube, Edges, is_odd};
use rand_core::Rng;

/// A number below `bound` (at least 1), each equally likely: the high half of a 32 × 32 bit product, drawn again
/// where the low half falls into the part that not every number gets (Lemire, 2019).
fn below(rng: &mut (impl Rng + ?Sized), bound: u32) -> u32 {
    debug_assert!(bound > 0);
    let unfair = bound.wrapping_neg() % bound;
    loop {
        let product = u64::from(rng.next_u32()) * u64::from(bound);
        if product as u32 >= unfair {
            return (product >> 32) as u32;
        }
    }
}

fn shuffle<const N: usize>(rng: &mut (impl Rng + ?Sized)) -> [u8; N] {
    let mut pieces = std::array::from_fn(|at| at as u8);
    for last in (1..N).rev() {
        pieces.swap(last, below(rng, last as u32 + 1) as usize);
    }
    pieces
}

/// Orientations below `ways` that add up to a multiple of `ways`.
fn orientations<const N: usize>(rng: &mut (impl Rng + ?Sized), ways: u8) -> [u8; N] {
    let mut turned = [0; N];
    let mut sum = 0;
    for o in &mut turned[..N - 1] {
        *o = below(rng, u32::from(ways)) as u8;
        sum += *o;
    }
    turned[N - 1] = (ways - sum % ways) % ways;
    turned
}

/// One of the 43 252 003 274 489 856 000 solvable cubes, each equally likely.
///
/// ```
/// use rand_core::SeedableRng;
/// let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
/// let cube = permutant_cube::model::random_state::random_cube(&mut rng);
/// assert_eq!(cube.check_solvable(), Ok(()));
/// ```
pub fn random_cube(rng: &mut (impl Rng + ?Sized)) -> CubieCube {
    let corners = random_corners(rng);
    let mut e = shuffle::<12>(rng);
    if is_odd(&e) != is_odd(&corners.c) {
        // Maps the wrong half of the permutations one to one onto the right half.
        e.swap(0, 1);
    }
    CubieCube { corners, edges: Edges { e, o: orientations(rng, 2) } }
}

/// One of the 8! · 3^7 = 88 179 840 solvable arrangements of corners (a 2x2x2 in any position), each equally likely.
pub fn random_corners(rng: &mut (impl Rng + ?Sized)) -> Corners {
    Corners { c: shuffle(rng), o: orientations(rng, 3) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    #[test]
    fn numbers_below_a_bound_are_even() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        for bound in 1..=12 {
            let mut counts = vec![0u32; bound as usize];
            for _ in 0..12_000 {
                counts[below(&mut rng, bound) as usize] += 1;
            }
            let expected = 12_000 / bound;
            // Ten standard deviations of a binomial count are below 10 · √expected.
            assert!(
                counts.iter().all(|&n| n.abs_diff(expected).pow(2) <= 100 * expected),
                "{bound}: {counts:?}"
            );
        }
    }

    #[test]
    fn random_cubes_are_solvable_and_each_piece_goes_everywhere() {
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        let mut corners = [[0u32; 24]; 8];
        let mut edges = [[0u32; 24]; 12];
        for _ in 0..24_000 {
            let cube = random_cube(&mut rng);
            assert_eq!(cube.check_solvable(), Ok(()));
            assert_eq!(Corners::new(cube.corners.c, cube.corners.o), Ok(cube.corners));
            assert_eq!(Edges::new(cube.edges.e, cube.edges.o), Ok(cube.edges));
            for (at, counts) in corners.iter_mut().enumerate() {
                counts[usize::from(3 * cube.corners.c[at] + cube.corners.o[at])] += 1;
            }
            for (at, counts) in edges.iter_mut().enumerate() {
                counts[usize::from(2 * cube.edges.e[at] + cube.edges.o[at])] += 1;
            }
        }
        // 24 ways each, 1000 expected, standard deviation about 31.
        for n in corners.iter().chain(&edges).flatten() {
            assert!(n.abs_diff(1000) < 200, "{n}");
        }
    }

    #[test]
    fn a_seed_means_the_same_for_ever() {
        let cube = random_cube(&mut ChaCha8Rng::seed_from_u64(2026));
        assert_eq!(cube.corners.c, [6, 3, 7, 5, 1, 2, 4, 0]);
        assert_eq!(cube.edges.o, [1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0]);
    }
}
