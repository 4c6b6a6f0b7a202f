//! The stabilizer of a set of points.

use crate::permutation::Permutation;
use crate::schreier_sims::SchreierSims;
use crate::stabilizer_chain::StabilizerChain;
use dashu_int::UBig;
use rand_core::Rng;
use std::collections::HashMap;

/// Bytes of memory that an image takes besides its points, which are stored twice.
const BYTES_OF_IMAGE: u64 = 160;

/// Elements of the stabilizer that are added at a time.
const MORE: usize = 8;

/// Why the stabilizer was not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetStabilizerError {
    /// The set has too many images.
    #[error("the set has more than {0} images, which need more memory")]
    TooMany(usize),
    /// A point is beyond the degree.
    #[error("there is no point {0}")]
    NoPoint(u32),
    /// `go_on` returned false.
    #[error("the search was stopped")]
    Stopped,
}

/// The elements that carry a set of points to itself.
#[derive(Clone, Debug)]
pub struct SetStabilizer {
    /// The group.
    pub chain: StabilizerChain,
    /// The number of images of the set: the index of the group.
    pub images: usize,
}

/// The stabilizer of a set. All images of the set are listed, so its order is known; random Schreier generators are added until a chain
/// reaches this order. O(images · generators · points of the set) time, and at most `max_memory` bytes. `go_on` is called repeatedly.
///
/// ```
/// use permutant_group::{StabilizerChain, cycle_notation::Notation, structure::set_stabilizer};
/// use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
///
/// let gap = Notation::from_one();
/// let mut rng = ChaCha8Rng::seed_from_u64(1);
/// let chain = StabilizerChain::new(&[gap.read("(1,2,3,4,5)")?, gap.read("(1,2)")?], &mut rng);
/// let fixing = set_stabilizer(&chain, &[0, 3], 1 << 20, &mut rng, || true).unwrap();
/// assert_eq!((fixing.images, fixing.chain.order()), (10, 12_u8.into()));
/// # Ok::<(), permutant_group::cycle_notation::NotationError>(())
/// ```
///
/// # Errors
/// [`SetStabilizerError`].
pub fn set_stabilizer<R: Rng + ?Sized>(
    chain: &StabilizerChain,
    set: &[u32],
    max_memory: u64,
    rng: &mut R,
    mut go_on: impl FnMut() -> bool,
) -> Result<SetStabilizer, SetStabilizerError> {
    let mut set = set.to_vec();
    set.sort_unstable();
    set.dedup();
    if let Some(&point) = set.iter().find(|&&point| point as usize >= chain.degree()) {
        return Err(SetStabilizerError::NoPoint(point));
    }
    let generators = chain.generators();
    let most = usize::try_from(max_memory / (BYTES_OF_IMAGE + 8 * set.len() as u64)).unwrap_or(usize::MAX);
    let image = |of: &[u32], by: &Permutation| {
        let mut image: Vec<u32> = of.iter().map(|&point| by.image(point)).collect();
        image.sort_unstable();
        image.into_boxed_slice()
    };
    // Every image with its predecessor and the generator that leads from there to it.
    let mut found: Vec<(Box<[u32]>, usize, usize)> = vec![(set.into_boxed_slice(), 0, 0)];
    let mut numbers: HashMap<Box<[u32]>, usize> = HashMap::from([(found[0].0.clone(), 0)]);
    let mut next = 0;
    while next < found.len() {
        if !go_on() {
            return Err(SetStabilizerError::Stopped);
        }
        for (number, generator) in generators.iter().enumerate() {
            let image = image(&found[next].0, generator);
            if !numbers.contains_key(&image) {
                if found.len() >= most {
                    return Err(SetStabilizerError::TooMany(most));
                }
                numbers.insert(image.clone(), found.len());
                found.push((image, next, number));
            }
        }
        next += 1;
    }
    let order = chain.order() / UBig::from(found.len());
    let way = |mut number: usize| {
        let mut element = Permutation::identity(chain.degree());
        while number > 0 {
            let (_, before, generator) = &found[number];
            element = generators[*generator].then(&element);
            number = *before;
        }
        element
    };
    let schreier = |rng: &mut R| {
        let element = chain.random(rng);
        let number = numbers.get(&image(&found[0].0, &element)).copied().unwrap_or(0);
        element.then(&way(number).inverse())
    };
    // These elements are uniformly distributed in the stabilizer: a few of them generate it, unless by bad luck.
    let mut members: Vec<Permutation> = Vec::new();
    loop {
        members.extend((0..MORE).map(|_| schreier(rng)));
        let found_so_far = SchreierSims::new(&members).prove_while(rng, || match go_on() {
            true => Ok(()),
            false => Err(SetStabilizerError::Stopped),
        })?;
        if found_so_far.order() == order {
            return Ok(SetStabilizer { chain: found_so_far, images: found.len() });
        }
    }
}
