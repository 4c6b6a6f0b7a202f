//! The centre: the elements that commute with every element of the group.

use crate::orbit::orbits;
use crate::permutation::Permutation;
use crate::stabilizer_chain::StabilizerChain;
use rand_core::Rng;

/// The greatest number of permutations that are tested for membership.
const MOST_CANDIDATES: u64 = 1_000_000;

/// Why the centre was not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CentreError {
    /// On each orbit few permutations commute with the group, but all combinations are too many.
    #[error("more than {MOST_CANDIDATES} permutations commute with the group on each of its orbits")]
    TooMany,
    /// `go_on` returned false.
    #[error("the search was stopped")]
    Stopped,
}

/// The centre, as the list of its elements, the identity first. `go_on` is called repeatedly, with the number of candidates that were
/// tested and the number of all, or with zeros as long as the candidates are not known.
///
/// An element that commutes with the group is determined on an orbit by the image of one point, which the stabilizer of this point must
/// fix. The combinations over all orbits are tested for membership. For the groups of puzzles they are few: the pieces of an orbit can
/// only be twisted together.
///
/// ```
/// use permutant_group::{StabilizerChain, cycle_notation::Notation, structure::centre};
/// use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
///
/// // The symmetries of a square: the half turn commutes with all.
/// let gap = Notation::from_one();
/// let mut rng = ChaCha8Rng::seed_from_u64(1);
/// let chain = StabilizerChain::new(&[gap.read("(1,2,3,4)")?, gap.read("(1,3)")?], &mut rng);
/// let elements = centre(&chain, &mut rng, |_, _| true).unwrap();
/// assert_eq!(elements, [gap.read("()")?.extended(4), gap.read("(1,3)(2,4)")?]);
/// # Ok::<(), permutant_group::cycle_notation::NotationError>(())
/// ```
///
/// # Errors
/// [`CentreError`].
pub fn centre<R: Rng + ?Sized>(
    chain: &StabilizerChain,
    rng: &mut R,
    mut go_on: impl FnMut(u64, u64) -> bool,
) -> Result<Vec<Permutation>, CentreError> {
    let generators = chain.generators();
    let mut choices: Vec<Vec<Permutation>> = Vec::new();
    let mut number = 1u64;
    for orbit in orbits(chain.degree(), generators).into_iter().filter(|orbit| orbit.len() > 1) {
        let fixing = chain.pointwise_stabilizer_while(&orbit[..1], rng, || match go_on(0, 0) {
            true => Ok(()),
            false => Err(CentreError::Stopped),
        })?;
        let is_fixed =
            |point: &u32| fixing.generators().iter().all(|element| element.image(*point) == *point);
        let images = orbit.iter().copied().filter(is_fixed);
        let commuting: Vec<Permutation> =
            images.filter_map(|image| commuting(chain.degree(), generators, orbit[0], image)).collect();
        number = number.saturating_mul(commuting.len() as u64);
        if number > MOST_CANDIDATES {
            return Err(CentreError::TooMany);
        }
        if commuting.len() > 1 {
            choices.push(commuting);
        }
    }
    let mut elements = Vec::new();
    for mut code in 0..number {
        if !go_on(code, number) {
            return Err(CentreError::Stopped);
        }
        let candidate = choices.iter().fold(Permutation::identity(chain.degree()), |product, of_orbit| {
            let chosen = &of_orbit[(code % of_orbit.len() as u64) as usize];
            code /= of_orbit.len() as u64;
            product.then(chosen)
        });
        if chain.contains(&candidate) {
            elements.push(candidate);
        }
    }
    Ok(elements)
}

/// The permutation that carries `point` to `image`, commutes with the generators, and fixes all points of other orbits. The stabilizer
/// of the point must fix the image.
fn commuting(degree: usize, generators: &[Permutation], point: u32, image: u32) -> Option<Permutation> {
    let mut images: Vec<Option<u32>> = vec![None; degree];
    images[point as usize] = Some(image);
    let mut open = vec![point];
    while let Some(from) = open.pop() {
        let carried = images[from as usize]?;
        for generator in generators {
            let (to, image) = (generator.image(from), generator.image(carried));
            match &mut images[to as usize] {
                Some(known) if *known == image => {}
                Some(_) => return None,
                unknown => {
                    *unknown = Some(image);
                    open.push(to);
                }
            }
        }
    }
    let images: Vec<u32> = (0..).zip(images).map(|(point, image)| image.unwrap_or(point)).collect();
    Permutation::from_moved_to(&images).ok()
}
