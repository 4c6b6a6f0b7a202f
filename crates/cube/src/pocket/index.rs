//! The states of the 2x2x2 as numbers: 729 · permutation + twist, with the corner DBL solved.
//!
//! Start at [`index`] and [`corners`], which are inverse to each other.

use crate::coordinates::coordinate::{rank, unrank};
use crate::model::cubie::Corners;
use crate::model::symmetry::Symmetry;

/// Permutations of seven corners, 7!.
pub(super) const PERMUTATIONS: usize = 5040;

/// Twists of seven corners that add up to a multiple of 3, 3^6.
pub(super) const TWISTS: usize = 729;

/// The corner that stays in its place.
const FIXED: usize = 6;

/// The places of the others.
const PLACES: [usize; 7] = [0, 1, 2, 3, 4, 5, 7];

/// The number of a state with the corner DBL solved.
pub(super) fn index(corners: &Corners) -> usize {
    debug_assert!(usize::from(corners.c[FIXED]) == FIXED && corners.o[FIXED] == 0);
    // The corner DRB, 7, closes the gap that DBL leaves in the numbers.
    let permutation: [u8; 7] = PLACES.map(|place| corners.c[place].min(6));
    let twist = PLACES[..6].iter().fold(0, |twist, &place| 3 * twist + usize::from(corners.o[place]));
    rank(&permutation) * TWISTS + twist
}

/// The state with this number.
pub(super) fn corners(index: usize) -> Corners {
    let mut corners = Corners::SOLVED;
    for (place, piece) in PLACES.into_iter().zip(unrank::<7>(index / TWISTS)) {
        corners.c[place] = PLACES[usize::from(piece)] as u8;
    }
    let mut rest = index % TWISTS;
    let mut sum = 0;
    for &place in PLACES[..6].iter().rev() {
        corners.o[place] = (rest % 3) as u8;
        sum += rest % 3;
        rest /= 3;
    }
    corners.o[PLACES[6]] = ((3 - sum % 3) % 3) as u8;
    corners
}

/// The rotation of the whole cube that brings the corner DBL to its place.
pub(super) fn rotation_home(corners: &Corners) -> Symmetry {
    let brings_home = |rotation: &Symmetry| {
        let turned = rotation.rotated_corners();
        let from = usize::from(turned.c[FIXED]);
        usize::from(corners.c[from]) == FIXED && (corners.o[from] + turned.o[FIXED]).is_multiple_of(3)
    };
    Symmetry::rotations().find(brings_home).expect("the 24 rotations bring each corner home, each way round")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::random_state::random_corners;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    #[test]
    fn every_number_is_one_state() {
        assert_eq!(index(&Corners::SOLVED), 0);
        for number in 0..PERMUTATIONS * TWISTS {
            let state = corners(number);
            assert_eq!(index(&state), number);
            assert!(number % 997 != 0 || Corners::new(state.c, state.o) == Ok(state));
        }
    }

    #[test]
    fn rotation_brings_the_corner_home() {
        let mut rng = ChaCha8Rng::seed_from_u64(20);
        for _ in 0..1000 {
            let corners = random_corners(&mut rng);
            let turned = corners.then(&rotation_home(&corners).rotated_corners());
            assert_eq!((turned.c[FIXED], turned.o[FIXED]), (6, 0));
        }
    }
}
