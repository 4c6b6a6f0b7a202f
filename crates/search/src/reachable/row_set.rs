//! A set of rows of machine words, all of one length, numbered in the order of arrival.
//!
//! Start at [`RowSet::insert`]. The rows are stored one after the other in one vector. The hash table holds only their
//! numbers (open addressing, linear probing), so a row of two words costs 32 bytes at most.

use crate::prefetch::prefetch;

/// Marks a free place of the hash table.
const FREE: u32 = u32::MAX;

/// Distinct rows, numbered from 0.
#[derive(Clone, Debug)]
pub struct RowSet {
    width: usize,
    rows: Vec<u64>,
    /// A power of two of places, at most half of them occupied.
    places: Vec<u32>,
}

impl RowSet {
    /// An empty set of rows of `width` words, at least 1.
    pub fn new(width: usize) -> Self {
        RowSet { width: width.max(1), rows: Vec::new(), places: vec![FREE; 64] }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.len() / self.width
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The row with a number below [`RowSet::len`].
    pub fn row(&self, number: usize) -> &[u64] {
        &self.rows[number * self.width..][..self.width]
    }

    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        self.rows.capacity() * size_of::<u64>() + self.places.capacity() * size_of::<u32>()
    }

    /// The number of a row, and whether it is new. At most 2^32 - 1 rows.
    pub fn insert(&mut self, row: &[u64]) -> (u32, bool) {
        debug_assert_eq!(row.len(), self.width);
        if self.len() >= self.places.len() / 2 {
            self.grow();
        }
        let place = self.place(row);
        match self.places[place] {
            FREE => {
                let number = self.len() as u32;
                self.places[place] = number;
                self.rows.extend_from_slice(row);
                (number, true)
            }
            number => (number, false),
        }
    }

    /// Replaces `numbers` by the numbers of several rows, given one after the other. The rows are looked up together,
    /// so that the cache misses of all known rows overlap. Returns whether any row is new.
    pub fn insert_all(&mut self, rows: &[u64], numbers: &mut Vec<u32>) -> bool {
        let before = self.len();
        let mask = self.places.len() - 1;
        let place = |row: &[u64]| hash(row) as usize & mask;
        rows.chunks_exact(self.width).for_each(|row| prefetch(&self.places, place(row)));
        numbers.clear();
        numbers.extend(rows.chunks_exact(self.width).map(|row| self.places[place(row)]));
        numbers.iter().for_each(|&number| prefetch(&self.rows, (number as usize).wrapping_mul(self.width)));
        // Most known rows are found at the first place probed.
        for (number, row) in numbers.iter_mut().zip(rows.chunks_exact(self.width)) {
            let is_there = *number != FREE && is_same(self.row(*number as usize), row);
            *number = if is_there { *number } else { FREE };
        }
        for (number, row) in numbers.iter_mut().zip(rows.chunks_exact(self.width)) {
            if *number == FREE {
                *number = self.insert(row).0;
            }
        }
        self.len() > before
    }

    /// The number of a row, if it is in the set.
    pub fn get(&self, row: &[u64]) -> Option<u32> {
        if row.len() != self.width {
            return None;
        }
        Some(self.places[self.place(row)]).filter(|&number| number != FREE)
    }

    /// The place of a row, or the place where it would be inserted.
    fn place(&self, row: &[u64]) -> usize {
        let mask = self.places.len() - 1;
        let mut place = hash(row) as usize & mask;
        while self.places[place] != FREE && !is_same(self.row(self.places[place] as usize), row) {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self) {
        let mask = 2 * self.places.len() - 1;
        let mut places = vec![FREE; mask + 1];
        for number in 0..self.len() {
            let mut place = hash(self.row(number)) as usize & mask;
            while places[place] != FREE {
                place = (place + 1) & mask;
            }
            places[place] = number as u32;
        }
        self.places = places;
    }
}

/// Whether two rows are equal; they are short, so compare word by word.
#[inline]
fn is_same(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).all(|(one, other)| one == other)
}

/// Mixed bits of a row: multiply to 128 bits and fold, one word at a time.
#[inline]
pub fn hash(row: &[u64]) -> u64 {
    let mut hash = 0x9e37_79b9_7f4a_7c15_u64;
    for word in row {
        let product = u128::from(word ^ hash) * 0xa076_1d64_78bd_642f;
        hash = (product as u64) ^ (product >> 64) as u64;
    }
    hash ^ hash >> 32
}

/// Thirty-two bytes that identify a sequence of words: four sums with different initial values, each word mixed in by
/// the step of [`hash`]. It protects against mistakes, not against malice.
#[derive(Clone, Debug)]
pub struct Fingerprint([u64; 4]);

impl Fingerprint {
    /// The fingerprint of no words, for one purpose.
    pub fn new(purpose: u64) -> Self {
        Fingerprint([1, 2, 3, 4].map(|lane: u64| hash(&[lane, purpose])))
    }

    /// Adds a word.
    pub fn add(&mut self, word: u64) {
        for lane in &mut self.0 {
            *lane = hash(&[*lane, word]);
        }
    }

    /// Adds words and their number.
    pub fn add_all(&mut self, words: impl IntoIterator<Item = u64>) {
        let mut count = 0;
        for word in words {
            self.add(word);
            count += 1;
        }
        self.add(count);
    }

    /// The bytes.
    pub fn bytes(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for (chunk, lane) in bytes.chunks_exact_mut(8).zip(self.0) {
            chunk.copy_from_slice(&lane.to_le_bytes());
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_numbered_as_they_come() {
        let mut set = RowSet::new(2);
        let row = |i: u64| [i % 1000, i * i % 1000];
        let mut plain = std::collections::HashMap::new();
        for i in 0..5000 {
            let next = plain.len() as u32;
            let expected = *plain.entry(row(i)).or_insert(next);
            assert_eq!(set.insert(&row(i)), (expected, expected == next));
        }
        assert_eq!(set.len(), plain.len());
        let (mut together, mut numbers) = (RowSet::new(2), Vec::new());
        for first in (0..5000).step_by(50) {
            let rows: Vec<u64> = (first..first + 50).flat_map(row).collect();
            let before = together.len();
            assert_eq!(together.insert_all(&rows, &mut numbers), together.len() > before);
            assert!((first..first + 50).map(|i| plain[&row(i)]).eq(numbers.iter().copied()));
        }
        for (row, number) in plain {
            assert_eq!(set.get(&row), Some(number));
            assert_eq!(set.row(number as usize), row);
        }
        assert_eq!(set.get(&[2000, 1]), None);
        assert_eq!(set.get(&[1]), None);
    }
}
