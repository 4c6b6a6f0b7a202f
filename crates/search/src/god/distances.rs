//! Two bits per state: its distance modulo 3, or the mark of a state that has not been reached.
//!
//! Start at [`Distances`]. Rows begin at whole words of 32 entries, low bits first; the entries after the last place of
//! a row stay at 3. The distances of neighbours differ by at most one, so the remainder shows which of them are nearer,
//! and a finished table leads from every state to the solved one.

use crate::prefetch::prefetch;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Number of entries per word.
pub const PER_WORD: usize = 32;

/// Number of words per cache line.
const LINE_WORDS: usize = 8;

/// The entry of an unreached state.
pub const UNREACHED: u64 = 3;

/// Low bits of all entries of a word.
pub const LOW: u64 = 0x5555_5555_5555_5555;

/// An array of rows of two-bit entries, shared by threads.
#[derive(Debug)]
pub struct Distances {
    words: Vec<AtomicU64>,
    row_words: usize,
}

impl Distances {
    /// All entries unreached.
    pub fn new(rows: usize, width: usize) -> Self {
        let row_words = width.div_ceil(PER_WORD);
        let words = (0..rows * row_words).map(|_| AtomicU64::new(u64::MAX)).collect();
        Distances { words, row_words }
    }

    /// Size in bytes of an array with this number of rows.
    pub fn bytes(rows: usize, width: usize) -> u64 {
        rows as u64 * width.div_ceil(PER_WORD) as u64 * 8
    }

    /// Number of words per row.
    pub fn row_words(&self) -> usize {
        self.row_words
    }

    /// The words of a row.
    #[inline]
    pub fn row(&self, row: usize) -> &[AtomicU64] {
        &self.words[row * self.row_words..][..self.row_words]
    }

    /// Prefetches a row that is read or written soon.
    #[inline]
    pub fn prefetch(&self, row: usize) {
        let first = row * self.row_words;
        // Rows are not aligned to cache lines: the last word may lie in one more line.
        (first..first + self.row_words).step_by(LINE_WORDS).for_each(|word| prefetch(&self.words, word));
        prefetch(&self.words, first + self.row_words - 1);
    }

    /// The entry of a state.
    #[inline]
    pub fn get(&self, row: usize, place: usize) -> u64 {
        entry(self.row(row), place)
    }

    /// Writes the entry of an unreached state. Returns true only to the caller that found the state unreached. With
    /// `SHARED`, other threads may write to the same word at the same time.
    #[inline]
    pub fn claim<const SHARED: bool>(row: &[AtomicU64], place: usize, value: u64) -> bool {
        let (word, shift) = (&row[place / PER_WORD], 2 * (place % PER_WORD));
        let now = word.load(Relaxed);
        if now >> shift & 3 != UNREACHED {
            return false;
        }
        let keep = !((UNREACHED ^ value) << shift);
        if SHARED {
            word.fetch_and(keep, Relaxed) >> shift & 3 == UNREACHED
        } else {
            word.store(now & keep, Relaxed);
            true
        }
    }

    /// As [`Distances::claim`], but without branches and only if no other thread writes: 1 if the state was unreached,
    /// otherwise 0.
    #[inline]
    pub fn claim_alone(row: &[AtomicU64], place: usize, value: u64) -> u64 {
        let (word, shift) = (&row[place / PER_WORD], 2 * (place % PER_WORD));
        let now = word.load(Relaxed);
        let unreached = now >> shift & now >> shift >> 1 & 1;
        word.store(now ^ ((UNREACHED ^ value) * unreached) << shift, Relaxed);
        unreached
    }

    /// The entries as words, low bits first.
    pub fn to_words(&self) -> impl ExactSizeIterator<Item = u64> + '_ {
        self.words.iter().map(|word| word.load(Relaxed))
    }

    /// The array from the bytes of its words, low ones first; `None` if their number does not match rows and width.
    pub fn from_bytes(rows: usize, width: usize, bytes: &[u8]) -> Option<Self> {
        let row_words = width.div_ceil(PER_WORD);
        if bytes.len() != rows * row_words * 8 {
            return None;
        }
        let word =
            |chunk: &[u8]| AtomicU64::new(chunk.iter().rev().fold(0, |word, &b| word << 8 | u64::from(b)));
        Some(Distances { words: bytes.chunks_exact(8).map(word).collect(), row_words })
    }
}

/// The entry of a place in a row.
#[inline]
pub fn entry(row: &[AtomicU64], place: usize) -> u64 {
    row[place / PER_WORD].load(Relaxed) >> (2 * (place % PER_WORD)) & 3
}

/// The low bits of the entries of a word that have a given value.
#[inline]
pub fn equal(word: u64, value: u64) -> u64 {
    let differ = word ^ (value * LOW);
    !(differ | differ >> 1) & LOW
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_apart_from_each_other() {
        let table = Distances::new(3, 40);
        assert_eq!((table.row_words(), Distances::bytes(3, 40)), (2, 48));
        for (place, value) in [(0, 0), (31, 1), (32, 2), (39, 0)] {
            assert!(Distances::claim::<false>(table.row(1), place, value));
            assert!(!Distances::claim::<true>(table.row(1), place, value));
            assert_eq!(table.get(1, place), value);
        }
        let row: Vec<u64> = (0..40).map(|place| table.get(1, place)).collect();
        assert_eq!(row.iter().filter(|&&entry| entry == UNREACHED).count(), 36);
        assert!((0..40).all(|place| table.get(0, place) == UNREACHED && table.get(2, place) == UNREACHED));
        assert_eq!(equal(table.row(1)[0].load(Relaxed), 1), 1 << 62);
        let bytes: Vec<u8> = table.to_words().flat_map(u64::to_le_bytes).collect();
        let copy = Distances::from_bytes(3, 40, &bytes).unwrap();
        assert_eq!(copy.get(1, 32), 2);
        assert!(Distances::from_bytes(3, 65, &bytes).is_none());
    }
}
