//! The order of a puzzle's group, all pieces told apart.

use permutant_group::{Certificate, Permutation, StabilizerChain, UBig};
use permutant_puzzle::points::Points;
use permutant_puzzle::puzzle::Puzzle;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// Largest degree for which a chain is made where the certificate has only bounds: about a second at worst.
const CHAIN_DEGREE: usize = 150;

/// Largest degree that is looked at, sixteen times that of the 33x33x33, and how many images all generators may
/// have: a quarter of a gigabyte.
const DEGREE: usize = 100_000;
const IMAGES: usize = 1 << 26;

/// The exact order of the group that the puzzle's generators generate, with proof: by the certificate, which takes
/// milliseconds for cubes up to 33x33x33, else by a chain. `None` where both would take long (more than 150 points
/// and orbits that are no giants, or more than 100,000 points), and where moves are not always possible, so that they generate no group.
pub fn order(puzzle: &Puzzle) -> Option<UBig> {
    if puzzle.is_restricted() {
        return None;
    }
    of_generators(&generators(puzzle).ok()?.1)
}

/// The exact order of the group that these permutations generate, `None` where that would take long.
pub(crate) fn of_generators(generators: &[Permutation]) -> Option<UBig> {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    if let Some(order) = Certificate::new(generators, &mut rng).order() {
        return Some(order.clone());
    }
    let degree = generators.iter().map(Permutation::degree).max().unwrap_or(0);
    (degree <= CHAIN_DEGREE).then(|| StabilizerChain::new(generators, &mut rng).order())
}

/// The points of a puzzle and its generators on them; else the number of points and how many there may be.
pub(crate) fn generators(puzzle: &Puzzle) -> Result<(Points, Vec<Permutation>), (usize, usize)> {
    let sizes = puzzle.orbits().iter().map(|o| usize::from(o.pieces) * usize::from(o.orientations));
    let degree = sizes.fold(0, usize::saturating_add);
    let most = (IMAGES / puzzle.generators().count().max(1)).min(DEGREE);
    let points = Points::new(puzzle.orbits()).filter(|_| degree <= most).ok_or((degree, most))?;
    let generators = puzzle.generators().map(|base| points.permutation(&base.transformation)).collect();
    Ok((points, generators))
}
