//! The order of a puzzle's group, all pieces told apart.

use permutant_group::{StabilizerChain, UBig};
use permutant_puzzle::points::Points;
use permutant_puzzle::puzzle::Puzzle;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// Largest degree that is worked out: about a second.
const MAX_DEGREE: usize = 150;

/// The exact order of the group that the puzzle's generators generate, proved by Schreier generators. `None` for
/// more than 150 points, and where moves are not always possible, so that they generate no group.
pub fn order(puzzle: &Puzzle) -> Option<UBig> {
    if puzzle.is_restricted() {
        return None;
    }
    let points = Points::new(puzzle.orbits()).filter(|points| points.degree() <= MAX_DEGREE)?;
    let generators: Vec<_> =
        puzzle.generators().map(|base| points.permutation(&base.transformation)).collect();
    if generators.is_empty() {
        return Some(UBig::ONE);
    }
    Some(StabilizerChain::new(&generators, &mut ChaCha8Rng::seed_from_u64(0)).order())
}
