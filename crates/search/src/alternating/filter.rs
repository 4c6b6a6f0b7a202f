//! A Bloom filter, of one word for each look-up (B. H. Bloom, 1970).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Contains every sum that was added, and few others.
#[derive(Debug)]
pub(super) struct Filter {
    words: Vec<AtomicU64>,
}

impl Filter {
    /// An empty filter of about so many bytes.
    pub(super) fn new(bytes: u64) -> Self {
        Filter { words: (0..(bytes / 8).max(1)).map(|_| AtomicU64::new(0)).collect() }
    }

    pub(super) fn bytes(&self) -> u64 {
        8 * self.words.len() as u64
    }

    /// The word of a sum, from its upper bits.
    #[inline]
    fn place(&self, sum: u64) -> usize {
        ((u128::from(sum) * self.words.len() as u128) >> 64) as usize
    }

    /// Four bits of the word, from the lowest 24 bits of the sum.
    #[inline]
    fn bits(sum: u64) -> u64 {
        1 << (sum & 63) | 1 << (sum >> 6 & 63) | 1 << (sum >> 12 & 63) | 1 << (sum >> 18 & 63)
    }

    /// Begins to load the word of a sum.
    #[inline]
    pub(super) fn prefetch(&self, sum: u64) {
        crate::prefetch::prefetch(&self.words, self.place(sum));
    }

    #[inline]
    pub(super) fn insert(&self, sum: u64) {
        let (word, bits) = (&self.words[self.place(sum)], Self::bits(sum));
        if word.load(Relaxed) & bits != bits {
            word.fetch_or(bits, Relaxed);
        }
    }

    /// Whether the sum may have been added.
    #[inline]
    pub(super) fn may_contain(&self, sum: u64) -> bool {
        let bits = Self::bits(sum);
        self.words[self.place(sum)].load(Relaxed) & bits == bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mixing::mixed;

    #[test]
    fn few_others_are_contained() {
        let filter = Filter::new(20_000);
        (0..10_000).for_each(|n| filter.insert(mixed(n)));
        assert!((0..10_000).all(|n| filter.may_contain(mixed(n))));
        let others = (10_000..110_000).filter(|&n| filter.may_contain(mixed(n))).count();
        assert!(others < 2_000, "{others}");
    }
}
