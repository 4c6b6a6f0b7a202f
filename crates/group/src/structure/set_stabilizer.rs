//! The stabilizer of a set of points.

use crate::permutation::Permutation;
use crate::schreier_sims::SchreierSims;
use crate::stabilizer_chain::StabilizerChain;
use dashu_int::UBig;
use rand_core::Rng;
use std::hash::{BuildHasher, RandomState};

/// Bytes of memory that an image takes in the hash table of its numbers, at most half of which are in use, and which doubles.
const BYTES_OF_NUMBER: u64 = 16;

/// Images that are allocated together.
const IMAGES_OF_CHUNK: usize = 1024;

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
/// reaches this order. O(images · generators · points of the set) time. An image takes four bytes for each of its points and 24 more;
/// `max_memory` bounds what all images take, the chains come on top. `go_on` is called repeatedly.
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
    let bytes = BYTES_OF_NUMBER + 4 * (set.len() + Images::STEP) as u64;
    let most = usize::try_from(max_memory / bytes).unwrap_or(usize::MAX).min(FREE as usize);
    let image = |of: &[u32], by: &Permutation, image: &mut Vec<u32>| {
        image.clear();
        image.extend(of.iter().map(|&point| by.image(point)));
        image.sort_unstable();
    };
    let mut found = Images::new(&set);
    let mut moved = Vec::with_capacity(set.len());
    let mut next = 0;
    while next < found.count {
        if !go_on() {
            return Err(SetStabilizerError::Stopped);
        }
        for (number, generator) in generators.iter().enumerate() {
            image(found.points(next), generator, &mut moved);
            if found.number(&moved).is_none() {
                if found.count >= most {
                    return Err(SetStabilizerError::TooMany(most));
                }
                found.add(&moved, [next as u32, number as u32]);
            }
        }
        next += 1;
    }
    let order = chain.order() / UBig::from(found.count);
    let way = |mut number: usize| {
        let mut element = Permutation::identity(chain.degree());
        while number > 0 {
            let [before, generator] = found.step(number);
            element = generators[generator as usize].then(&element);
            number = before as usize;
        }
        element
    };
    let mut schreier = |rng: &mut R| {
        let element = chain.random(rng);
        image(&set, &element, &mut moved);
        let number = found.number(&moved).unwrap_or(0);
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
            return Ok(SetStabilizer { chain: found_so_far, images: found.count });
        }
    }
}

/// An entry of the hash table that is not in use.
const FREE: u32 = u32::MAX;

/// The images of a set, numbered in the order in which they were found, each with the step that leads to it.
struct Images {
    /// Number of points of each image.
    size: usize,
    count: usize,
    /// The points of the images, ascending, and their steps.
    chunks: Vec<Vec<u32>>,
    /// The numbers of the images, by their hash values with linear probing.
    numbers: Vec<u32>,
    hasher: RandomState,
}

impl Images {
    /// Entries of a step: the number of the image before, and the generator that leads from there.
    const STEP: usize = 2;

    fn new(set: &[u32]) -> Self {
        let mut images = Images {
            size: set.len(),
            count: 0,
            chunks: Vec::new(),
            numbers: vec![FREE; 4],
            hasher: RandomState::new(),
        };
        images.add(set, [0, 0]);
        images
    }

    fn row(&self, number: usize) -> &[u32] {
        let row = self.size + Self::STEP;
        &self.chunks[number / IMAGES_OF_CHUNK][number % IMAGES_OF_CHUNK * row..][..row]
    }

    fn points(&self, number: usize) -> &[u32] {
        &self.row(number)[..self.size]
    }

    fn step(&self, number: usize) -> [u32; Self::STEP] {
        let row = self.row(number);
        [row[self.size], row[self.size + 1]]
    }

    /// The entry of the hash table that has the number of this image, or a free one.
    fn place(&self, points: &[u32]) -> usize {
        let last = self.numbers.len() - 1;
        let mut place = self.hasher.hash_one(points) as usize & last;
        while self.numbers[place] != FREE && self.points(self.numbers[place] as usize) != points {
            place = (place + 1) & last;
        }
        place
    }

    fn number(&self, points: &[u32]) -> Option<usize> {
        Some(self.numbers[self.place(points)]).filter(|&number| number != FREE).map(|number| number as usize)
    }

    /// Adds an image that is not there.
    fn add(&mut self, points: &[u32], step: [u32; Self::STEP]) {
        if self.count.is_multiple_of(IMAGES_OF_CHUNK) {
            // The first one grows as it is needed, the others are not moved.
            let rows = if self.count == 0 { 1 } else { IMAGES_OF_CHUNK };
            self.chunks.push(Vec::with_capacity(rows * (self.size + Self::STEP)));
        }
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.extend(points.iter().chain(&step));
        }
        if 2 * (self.count + 1) > self.numbers.len() {
            let length = 2 * self.numbers.len();
            // The old table is freed before the new one is allocated.
            self.numbers = Vec::new();
            self.numbers = vec![FREE; length];
            for number in 0..self.count {
                let place = self.place(self.points(number));
                self.numbers[place] = number as u32;
            }
        }
        let place = self.place(points);
        self.numbers[place] = self.count as u32;
        self.count += 1;
    }
}
