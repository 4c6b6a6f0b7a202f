//! Rows of images: multiplication, inversion and comparison of group elements.
//!
//! A row stores the image of each point as a 16-bit number. Start at [`multiply`] and [`hash`]. Rows are compared by a
//! 64-bit hash, and entry by entry where it matters.

use std::collections::{HashMap, HashSet};
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

pub(super) type HashedSet = HashSet<u64, BuildHasherDefault<Hashed>>;
pub(super) type HashedMap<V> = HashMap<u64, V, BuildHasherDefault<Hashed>>;

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
