//! Many elements of a group with a word for each, in a few long rows.
//!
//! Images are 16-bit points, one row of `degree` for each element; what is compared is a 64-bit hash of the row, and
//! the row itself where it matters.

use super::alphabet::Letter;
use std::hash::{BuildHasherDefault, Hasher};

/// Hash of a row of images. The rows that are compared are few against 2^64, and a collision only ever drops an
/// element from a collection that needs none in particular.
#[inline]
pub(super) fn hash(images: &[u16]) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15; // 2^64 / golden ratio
    let mix = |state: u64, value: u64| {
        let product = u128::from(state ^ value) * u128::from(FACTOR);
        (product as u64) ^ (product >> 64) as u64
    };
    let mut state = FACTOR;
    let (fours, rest) = images.as_chunks::<4>();
    for four in fours {
        let value = four.iter().fold(0, |value, &image| value << 16 | u64::from(image));
        state = mix(state.rotate_left(23), value.wrapping_add(FACTOR));
    }
    for &image in rest {
        state = mix(state.rotate_left(23), u64::from(image).wrapping_add(FACTOR));
    }
    mix(state, images.len() as u64)
}

/// Passes on keys that are hashes already.
#[derive(Default)]
pub(super) struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0 << 8 ^ u64::from(byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

pub(super) type HashedSet = std::collections::HashSet<u64, BuildHasherDefault<Hashed>>;
pub(super) type HashedMap<V> = std::collections::HashMap<u64, V, BuildHasherDefault<Hashed>>;

/// `product[p] = second[first[p]]`: first the one, then the other.
#[inline]
pub(super) fn multiply(first: &[u16], second: &[u16], product: &mut [u16]) {
    for (product, &image) in product.iter_mut().zip(first) {
        *product = second[usize::from(image)];
    }
}

/// `inverse[images[p]] = p`.
#[inline]
pub(super) fn invert(images: &[u16], inverse: &mut [u16]) {
    for (point, &image) in images.iter().enumerate() {
        inverse[usize::from(image)] = point as u16;
    }
}

/// Elements, each with a word and its cost.
#[derive(Clone, Debug)]
pub(super) struct Elements {
    degree: usize,
    images: Vec<u16>,
    letters: Vec<Letter>,
    /// Ends of the words in `letters`.
    ends: Vec<u32>,
    costs: Vec<u32>,
}

impl Elements {
    pub(super) fn new(degree: usize) -> Self {
        Elements { degree, images: Vec::new(), letters: Vec::new(), ends: Vec::new(), costs: Vec::new() }
    }

    pub(super) fn degree(&self) -> usize {
        self.degree
    }

    pub(super) fn len(&self) -> usize {
        self.costs.len()
    }

    pub(super) fn push(&mut self, images: &[u16], word: &[Letter], cost: u32) -> u32 {
        debug_assert_eq!(images.len(), self.degree);
        self.images.extend_from_slice(images);
        self.letters.extend_from_slice(word);
        self.ends.push(self.letters.len() as u32);
        self.costs.push(cost);
        self.costs.len() as u32 - 1
    }

    #[inline]
    pub(super) fn images(&self, at: u32) -> &[u16] {
        &self.images[at as usize * self.degree..][..self.degree]
    }

    #[inline]
    pub(super) fn word(&self, at: u32) -> &[Letter] {
        let start = if at == 0 { 0 } else { self.ends[at as usize - 1] };
        &self.letters[start as usize..self.ends[at as usize] as usize]
    }

    #[inline]
    pub(super) fn cost(&self, at: u32) -> u32 {
        self.costs[at as usize]
    }
}
