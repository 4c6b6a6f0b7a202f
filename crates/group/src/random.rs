//! Bounded integers and shuffles drawn from a stream of random bits.
//!
//! [`below`] returns an unbiased integer below a bound, and [`shuffle`] puts a slice into an unbiased random order.
//! They are implemented here so that a seed gives the same permutation in every later version: what they draw from the
//! stream is part of their contract. Methods: Lemire, "Fast random integer generation in an interval" (2019), and
//! Fisher and Yates. The quality of the bits is that of the generator supplied. The module is not meant for
//! cryptography.

use rand_core::Rng;

/// An unbiased integer in `0..bound`; 0 for a bound of 0 or 1.
///
/// Draws one 64-bit word, and another only in the rare case that the first would bias the answer
/// (chance below `bound / 2^64`).
#[inline]
pub fn below<R: Rng + ?Sized>(rng: &mut R, bound: u64) -> u64 {
    if bound <= 1 {
        return 0;
    }
    let mut product = u128::from(rng.next_u64()) * u128::from(bound);
    if (product as u64) < bound {
        // 2^64 mod bound words would make some answers likelier than others; those are drawn again.
        let threshold = bound.wrapping_neg() % bound;
        while (product as u64) < threshold {
            product = u128::from(rng.next_u64()) * u128::from(bound);
        }
    }
    (product >> 64) as u64
}

/// Puts a slice into an unbiased random order. O(length), from the last place to the second.
pub fn shuffle<T, R: Rng + ?Sized>(rng: &mut R, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(rng, last as u64 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    #[test]
    fn a_seed_means_the_same_for_ever() {
        let mut rng = ChaCha8Rng::seed_from_u64(2026);
        let drawn: Vec<u64> = [6, 52, 1000, 1 << 40].map(|bound| below(&mut rng, bound)).to_vec();
        let mut cards: Vec<u8> = (0..10).collect();
        shuffle(&mut rng, &mut cards);
        assert_eq!(drawn, [3, 13, 42, 205_792_329_086]);
        assert_eq!(cards, [5, 8, 9, 3, 1, 0, 4, 7, 6, 2]);
    }

    #[test]
    fn every_order_of_three_is_equally_likely() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..6000 {
            let mut items = [0, 1, 2];
            shuffle(&mut rng, &mut items);
            *seen.entry(items).or_insert(0) += 1;
        }
        // Six orders, 1000 expected each, standard deviation 29.
        assert_eq!(seen.len(), 6);
        assert!(seen.values().all(|&count| (850..1150).contains(&count)), "{seen:?}");
    }

    #[test]
    fn bounds_of_nothing_and_everything() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        assert_eq!(below(&mut rng, 0), 0);
        assert_eq!(below(&mut rng, 1), 0);
        assert!((0..100).all(|_| below(&mut rng, u64::MAX) < u64::MAX));
    }
}
