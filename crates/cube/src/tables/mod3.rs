//! Distances modulo 3, with two bits per entry while a table is filled and five entries per byte when it is complete.
//!
//! Start at [`FiveToAByte`]. A turn changes a distance by at most one, so the remainders determine the distance along a path.
//! From any state, a turn to the previous remainder leads nearer, which gives the distance at the start of a path. Both layouts
//! are Kociemba's (kociemba.org/cube.htm).

use super::rows::Entries;
use permutant_search::prefetch::prefetch;
use permutant_search::threads::on_threads;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Two bits per entry: the remainder, or [`EMPTY`]. The rows follow each other without gaps.
///
/// ```text
/// 63     ...     3 2 1 0
/// | entry 31 | … | 1 | 0 |
/// ```
#[derive(Debug)]
pub(super) struct TwoBits {
    words: Vec<AtomicU64>,
    entries: usize,
    width: usize,
}

/// The low bit of each entry of a word.
const LOW: u64 = 0x5555_5555_5555_5555;

/// Not yet reached.
const EMPTY: u8 = 3;

impl TwoBits {
    /// A table of empty rows.
    pub(super) fn new(rows: usize, width: usize) -> TwoBits {
        let entries = rows * width;
        let words = (0..entries.div_ceil(32)).map(|_| AtomicU64::new(u64::MAX)).collect();
        TwoBits { words, entries, width }
    }

    /// Bytes of a table.
    pub(super) const fn bytes(entries: usize) -> usize {
        entries.div_ceil(32) * size_of::<u64>()
    }

    #[inline]
    fn word(&self, at: usize) -> (&AtomicU64, u32) {
        (&self.words[at / 32], 2 * (at % 32) as u32)
    }

    /// An entry, counted through all rows.
    #[inline]
    fn get(&self, at: usize) -> u8 {
        let (word, shift) = self.word(at);
        (word.load(Relaxed) >> shift & 3) as u8
    }

    /// The places in a row that currently hold a value, in order.
    fn holding(&self, row: usize, value: u8) -> Vec<u16> {
        let entries = row * self.width..(row + 1) * self.width;
        let words = entries.start / 32..entries.end.div_ceil(32);
        let mut found = Vec::new();
        let pattern = u64::from(value) * LOW;
        for (word, n) in self.words[words.clone()].iter().zip(words) {
            let differs = word.load(Relaxed) ^ pattern;
            let mut same = !(differs | differs >> 1) & LOW;
            while same != 0 {
                let at = 32 * n + same.trailing_zeros() as usize / 2;
                same &= same - 1;
                if entries.contains(&at) {
                    found.push((at - entries.start) as u16);
                }
            }
        }
        found
    }

    /// Packs the complete table on several threads. Both tables are in memory during this time.
    pub(super) fn pack(&self, threads: usize) -> Vec<u8> {
        let mut bytes = vec![0; self.entries.div_ceil(5)];
        let count = bytes.len();
        let remainder = |at: usize| if at < self.entries { self.get(at) % 3 } else { 0 };
        let share = count.div_ceil(threads.max(1)).max(1);
        let parts = Mutex::new(bytes.chunks_mut(share).enumerate().collect::<Vec<_>>());
        on_threads(threads, |_| {
            let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).pop();
            while let Some((number, part)) = next() {
                for (byte, n) in part.iter_mut().zip(number * share..) {
                    let places = [4 * n, 4 * n + 1, 4 * n + 2, 4 * n + 3, 4 * count + n];
                    *byte = places.iter().zip(WEIGHTS).map(|(&at, weight)| remainder(at) * weight).sum();
                }
            }
        });
        bytes
    }
}

impl Entries for TwoBits {
    #[inline]
    fn fill(&self, row: usize, place: usize, depth: u8) -> bool {
        let (word, shift) = self.word(row * self.width + place);
        // At one depth all write the same value, and from 3 to it only bits are cleared.
        word.load(Relaxed) >> shift & 3 == 3
            && word.fetch_and(!(u64::from(3 ^ (depth % 3)) << shift), Relaxed) >> shift & 3 == 3
    }

    #[inline]
    fn is_at(&self, row: usize, place: usize, last: u8) -> bool {
        self.get(row * self.width + place) == last % 3
    }

    fn places(&self, row: usize, depth: u8) -> Vec<u16> {
        self.holding(row, depth % 3)
    }

    fn empty(&self, row: usize) -> Vec<u16> {
        self.holding(row, EMPTY)
    }
}

/// Five remainders per byte, 1.6 bits each.
///
/// With n bytes, byte b holds the entries 4b, 4b + 1, 4b + 2, 4b + 3 and 4n + b as the digits of a number in base 3, so
/// that finding an entry takes no division by five.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FiveToAByte<B = Vec<u8>> {
    bytes: B,
}

/// 3^k, the weight of digit k.
const WEIGHTS: [u8; 5] = [1, 3, 9, 27, 81];

/// The digits of each byte; 3^5 = 243 of them occur.
static DIGITS: [[u8; 5]; 256] = {
    let mut digits = [[0; 5]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut digit = 0;
        while digit < 5 {
            digits[byte][digit] = byte as u8 / WEIGHTS[digit] % 3;
            digit += 1;
        }
        byte += 1;
    }
    digits
};

/// The byte and the digit of an entry in so many bytes.
#[inline]
fn place(bytes: usize, at: usize) -> (usize, usize) {
    match at.checked_sub(4 * bytes) {
        None => (at / 4, at % 4),
        Some(byte) => (byte, 4),
    }
}

impl<B: AsRef<[u8]>> FiveToAByte<B> {
    /// The entries that these bytes hold.
    pub(super) fn new(bytes: B) -> Self {
        FiveToAByte { bytes }
    }

    /// The remainder at a place, 0 to 2.
    #[inline]
    pub fn get(&self, at: usize) -> u8 {
        let bytes = self.bytes.as_ref();
        let (byte, digit) = place(bytes.len(), at);
        DIGITS[usize::from(bytes[byte])][digit]
    }

    /// Requests the cache line of an entry.
    #[inline]
    pub(crate) fn prefetch(&self, at: usize) {
        let bytes = self.bytes.as_ref();
        prefetch(bytes, place(bytes.len(), at).0);
    }

    /// The same entries, borrowed.
    pub(super) fn view(&self) -> FiveToAByte<&[u8]> {
        FiveToAByte { bytes: self.bytes.as_ref() }
    }

    /// The raw bytes.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }
}

/// The distance after a turn, from the distance before and the remainder after.
#[inline]
pub(crate) fn next_distance(before: u32, remainder: u8) -> u32 {
    // before + ((remainder − before + 1) mod 3) − 1, kept from going below zero.
    before + (u32::from(remainder) + 2 * before + 1) % 3 - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_entries_are_those_that_were_filled() {
        for (rows, width) in [(1, 1), (3, 7), (5, 33), (2, 64), (7, 41)] {
            let table = TwoBits::new(rows, width);
            let value = |row: usize, at: usize| ((row * 31 + at * at) % 3) as u8;
            for row in 0..rows {
                for at in 0..width {
                    assert_eq!(table.get(row * width + at), EMPTY);
                    assert!(table.fill(row, at, value(row, at)));
                    assert!(!table.fill(row, at, 1));
                }
            }
            let packed = table.pack(1);
            assert_eq!(packed.len(), (rows * width).div_ceil(5));
            for threads in [2, 3, 50] {
                assert_eq!(table.pack(threads), packed);
            }
            let packed = FiveToAByte::new(packed);
            for row in 0..rows {
                let found = table.places(row, 1);
                for at in 0..width {
                    assert_eq!(packed.get(row * width + at), value(row, at));
                    assert_eq!(found.contains(&(at as u16)), value(row, at) == 1);
                }
            }
        }
    }

    #[test]
    fn the_remainder_tells_the_distance_after_a_turn() {
        for before in 0..20u32 {
            for after in before.saturating_sub(1)..=before + 1 {
                assert_eq!(next_distance(before, (after % 3) as u8), after);
            }
        }
    }
}
