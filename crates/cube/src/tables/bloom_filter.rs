//! Bloom filters: sets that accept every member and a few non-members.
//!
//! Start at [`Sieve`] (B. Bloom, 1970; each key uses a single word, so that a query costs one memory access: Putze, Sanders and
//! Singler, 2007). This suffices for the lower bound of a search, because a false positive costs only a few more nodes. With
//! two bytes per member there are few false positives.

use permutant_search::prefetch::prefetch;

/// A set of keys.
#[derive(Clone, Debug)]
pub(crate) struct Sieve {
    words: Vec<u64>,
}

/// The word of a key, and its bits there.
pub(crate) type Place = (usize, u64);

/// 2^64 divided by the golden ratio, made odd: its product with a name is scattered over the upper half.
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

/// Keys that are inserted together: more than a core can wait for at once, and few enough for their words to stay cached.
const SIDE_BY_SIDE: usize = 64;

impl Sieve {
    /// An empty set with this many words of 64 bits, at least one.
    pub(crate) fn new(words: usize) -> Sieve {
        Sieve { words: vec![0; words.max(1)] }
    }

    /// The place of a key.
    ///
    /// ```text
    /// product of name and MIX    63           32 31  26 25  20 19  14 13   8 7     0
    ///                           |  word (scaled) | bit  | bit  | bit  | bit  |  -   |
    /// ```
    #[inline]
    pub(crate) fn place(&self, name: u32) -> Place {
        let mixed = u64::from(name ^ name >> 15).wrapping_mul(MIX);
        let word = (((mixed >> 32) * self.words.len() as u64) >> 32) as usize;
        let bits = [26, 20, 14, 8].iter().fold(0, |bits, shift| bits | 1 << (mixed >> shift & 63));
        (word, bits)
    }

    /// Inserts a key.
    #[inline]
    pub(crate) fn insert(&mut self, name: u32) {
        let (word, bits) = self.place(name);
        self.words[word] |= bits;
    }

    /// Inserts many keys.
    pub(crate) fn extend(&mut self, names: &[u32]) {
        for some in names.chunks(SIDE_BY_SIDE) {
            // All words are asked for before the first is read, so that the trips to memory overlap.
            let mut places = [(0, 0); SIDE_BY_SIDE];
            for (place, &name) in places.iter_mut().zip(some) {
                *place = self.place(name);
                prefetch(&self.words, place.0);
            }
            let words = &mut *self.words;
            for &(word, bits) in &places[..some.len()] {
                words[word] |= bits;
            }
        }
    }

    /// A buffer for inserting keys one after the other.
    pub(crate) fn fill(&mut self) -> Filling<'_> {
        Filling { sieve: self, names: [0; SIDE_BY_SIDE], count: 0 }
    }

    /// Whether the set may contain a key; never false for a member.
    #[inline]
    pub(crate) fn may_hold(&self, name: u32) -> bool {
        self.has(self.place(name))
    }

    /// The same for the place of a key.
    #[inline]
    pub(crate) fn has(&self, (word, bits): Place) -> bool {
        self.words[word] & bits == bits
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }
}

/// Keys to be inserted into a filter. All of them are inserted when this is dropped.
#[derive(Debug)]
pub(crate) struct Filling<'a> {
    sieve: &'a mut Sieve,
    names: [u32; SIDE_BY_SIDE],
    count: usize,
}

impl Filling<'_> {
    /// Inserts a key.
    #[inline]
    pub(crate) fn insert(&mut self, name: u32) {
        self.names[self.count % SIDE_BY_SIDE] = name;
        self.count += 1;
        if self.count == SIDE_BY_SIDE {
            self.flush();
        }
    }

    #[inline(never)]
    fn flush(&mut self) {
        self.sieve.extend(&self.names[..self.count]);
        self.count = 0;
    }
}

impl Drop for Filling<'_> {
    fn drop(&mut self) {
        self.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    #[test]
    fn members_pass_and_few_strangers_do() {
        let mut rng = ChaCha8Rng::seed_from_u64(71);
        // Sixteen bits a member; names without pattern, and names side by side.
        for scattered in [true, false] {
            let mut sieve = Sieve::new(25_000);
            let members: Vec<u32> =
                (0..100_000).map(|n| if scattered { rng.next_u32() >> 4 } else { 3 * n }).collect();
            sieve.extend(&members);
            assert!(members.iter().all(|&name| sieve.may_hold(name)));
            let strangers = (0..100_000).map(|n| if scattered { rng.next_u32() >> 4 } else { 3 * n + 1 });
            let passed = strangers.filter(|&name| sieve.may_hold(name)).count();
            assert!(passed < 1500, "{passed}");
        }
    }
}
