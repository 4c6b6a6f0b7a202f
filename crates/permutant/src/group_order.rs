//! The order of a puzzle's group, all pieces told apart.

use permutant_group::{Certificate, StabilizerChain, UBig};
use permutant_puzzle::points::Points;
use permutant_puzzle::puzzle::Puzzle;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// Largest degree for which a chain is made where the certificate has only bounds: about a second at worst.
const CHAIN_DEGREE: usize = 150;

/// The exact order of the group that the puzzle's generators generate, with proof: by the certificate, which takes
/// milliseconds for cubes up to 33x33x33, else by a chain. `None` where both would take long (more than 150 points
/// and orbits that are no giants), and where moves are not always possible, so that they generate no group.
pub fn order(puzzle: &Puzzle) -> Option<UBig> {
    if puzzle.is_restricted() {
        return None;
    }
    let points = Points::new(puzzle.orbits())?;
    let generators: Vec<_> =
        puzzle.generators().map(|base| points.permutation(&base.transformation)).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    if let Some(order) = Certificate::new(&generators, &mut rng).order() {
        return Some(order.clone());
    }
    (points.degree() <= CHAIN_DEGREE).then(|| StabilizerChain::new(&generators, &mut rng).order())
}
