//! The order of a puzzle's group, with all pieces distinguished.

use permutant_group::{Certificate, Permutation, StabilizerChain, UBig};
use permutant_puzzle::orbit::Orbit;
use permutant_puzzle::points::Points;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::transformation::Transformation;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// Largest degree for which a chain is built if the certificate yields only bounds: about a second at worst.
const CHAIN_DEGREE: usize = 150;

/// Largest degree that is examined, sixteen times that of the 33x33x33, and the largest total number of images of all generators: a
/// quarter of a gigabyte.
const DEGREE: usize = 100_000;
const IMAGES: usize = 1 << 26;

/// The exact order of the group that the puzzle's generators generate, with proof: by the certificate, which takes milliseconds for
/// cubes up to 33x33x33, otherwise by a chain. `None` if both would take long (more than 150 points and orbits that are no giants, or
/// more than 100,000 points), and if moves are not always possible, so that they generate no group.
pub fn order(puzzle: &Puzzle) -> Option<UBig> {
    if puzzle.is_restricted() {
        return None;
    }
    let (points, generators) = generators(puzzle).ok()?;
    order_of(&points, &generators)
}

/// The order of the group that some changes of a puzzle generate; `None` as in [`order`].
pub(crate) fn order_of_changes<'a>(
    orbits: &[Orbit],
    changes: impl IntoIterator<Item = &'a Transformation>,
) -> Option<UBig> {
    let points = Points::new(orbits).filter(|points| points.degree() <= DEGREE)?;
    let mut generators = Vec::new();
    for change in changes {
        if generators.len() * points.degree() > IMAGES {
            return None;
        }
        generators.push(points.permutation(change));
    }
    order_of(&points, &generators)
}

fn order_of(points: &Points, generators: &[Permutation]) -> Option<UBig> {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    if let Some(order) = Certificate::new(generators, &mut rng).order() {
        return Some(order.clone());
    }
    (points.degree() <= CHAIN_DEGREE).then(|| StabilizerChain::new(generators, &mut rng).order())
}

/// The points of a puzzle and its generators on them; otherwise the number of points and its limit.
pub(crate) fn generators(puzzle: &Puzzle) -> Result<(Points, Vec<Permutation>), (usize, usize)> {
    let sizes = puzzle.orbits().iter().map(|o| usize::from(o.pieces) * usize::from(o.orientations));
    let degree = sizes.fold(0, usize::saturating_add);
    let most = (IMAGES / puzzle.generators().count().max(1)).min(DEGREE);
    let points = Points::new(puzzle.orbits()).filter(|_| degree <= most).ok_or((degree, most))?;
    let generators = puzzle.generators().map(|base| points.permutation(&base.transformation)).collect();
    Ok((points, generators))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_puzzles::named;

    fn order_of_puzzle(name: &str) -> UBig {
        order(&named(name)).unwrap_or_else(|| panic!("{name}"))
    }

    /// Published numbers of positions with the orientation fixed: for the ivy cube by Jaap Scherphuis (Jaap's Puzzle Page); for the
    /// gear cube, the kilominx (19! · 3^18 / 2, and sixty orientations) and the supercube by Wikipedia's articles on them; for three
    /// neighbouring faces of the 3x3x3 by David Singmaster (Notes on Rubik's Magic Cube); for the clock 12^14.
    #[test]
    fn published_orders_of_what_people_own() {
        for (name, published) in [
            ("clock", "1283918464548864"),
            ("ivy cube", "29160"),
            ("gear cube", "41472"),
            ("kilominx", "1413834128545313800765440000"),
            ("supercube", "88580102706155225088000"),
            ("fused cube", "170659735142400"),
        ] {
            assert_eq!(order_of_puzzle(name).to_string(), published, "{name}");
        }
        // Even permutations of twelve edges, and eight corners that twist in their slots.
        let redi = (3..=12u64).chain([3; 8]).fold(UBig::ONE, |product, n| product * UBig::from(n));
        assert_eq!(order_of_puzzle("redi cube"), redi);
        let half = order_of_puzzle("3x3x3 with BR fixed with UBR fixed with DBR fixed");
        assert_eq!(order_of_puzzle("siamese cubes"), &half * &half);
    }
}
