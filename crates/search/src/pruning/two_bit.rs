//! Distances in two bits an entry, hashed without keys, with a minimum for each cache line (Rokicki's layout, of
//! twsearch).
//!
//! ```text
//! line of 64 bytes = 256 fields of 2 bits; fields 0 and 1 together hold 15 - least level of the line (0: none)
//! field 0: not reached    1: the level that was filled last    2: the level before    3: less; ask the line
//! ```
//!
//! Before each level 2 becomes 3 and 1 becomes 2. Within a level only 0 becomes 1, so that threads may write in any
//! order and the table is the same.

use crate::prefetch::prefetch;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Words in a line: 64 bytes.
const LINE: usize = 8;
/// Fields of a line that hold entries: 256, less the two of the minimum.
const ENTRIES: u64 = 254;
/// Largest level that the minimum of a line can tell.
const MOST_MINIMUM: u8 = 14;
/// The low bit of every field.
const LOW: u64 = 0x5555_5555_5555_5555;

#[derive(Debug)]
pub(super) struct TwoBit {
    words: Vec<AtomicU64>,
    /// The level that was filled last or is being filled; `None` before the first.
    level: Option<u8>,
    /// Whether that level is whole.
    whole: bool,
}

impl TwoBit {
    /// An empty table of so many bytes, a power of two and at least 64.
    pub(super) fn new(bytes: u64) -> Self {
        debug_assert!(bytes.is_power_of_two() && bytes >= 64);
        let mut words = Vec::new();
        words.resize_with((bytes / 8) as usize, AtomicU64::default);
        TwoBit { words, level: None, whole: false }
    }

    /// A table of these bytes, a power of two and at least 64, whose last level is whole.
    pub(super) fn from_bytes(level: u8, bytes: &[u8]) -> Option<Self> {
        if !bytes.len().is_power_of_two() || bytes.len() < 64 {
            return None;
        }
        let (words, _) = bytes.as_chunks::<8>();
        let words = words.iter().map(|word| AtomicU64::new(u64::from_le_bytes(*word))).collect();
        Some(TwoBit { words, level: Some(level), whole: true })
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        self.words.iter().flat_map(|word| word.load(Relaxed).to_le_bytes()).collect()
    }

    /// Whether this level was filled last, and to its end.
    pub(super) fn is_whole_at(&self, level: u8) -> bool {
        self.whole && self.level == Some(level)
    }

    pub(super) fn bytes(&self) -> u64 {
        self.words.len() as u64 * 8
    }

    /// The line's first word, and the field in the line, 2 to 255.
    #[inline]
    fn place(&self, index: u64) -> (usize, u32) {
        let line = (index >> 16) as usize & (self.words.len() / LINE - 1);
        let field = 2 + (((index & 0xffff) * ENTRIES) >> 16);
        (line * LINE, field as u32)
    }

    /// Asks memory for the entry of an index that is read or written soon.
    #[inline]
    pub(super) fn prefetch(&self, index: u64) {
        let (line, field) = self.place(index);
        prefetch(&self.words, line + field as usize / 32);
    }

    /// A lower bound for the level of an index.
    #[inline]
    pub(super) fn bound(&self, index: u64) -> u8 {
        let (line, field) = self.place(index);
        let Some(level) = self.level else { return 0 };
        match self.words[line + field as usize / 32].load(Relaxed) >> (field % 32 * 2) & 3 {
            0 => level + u8::from(self.whole),
            1 => level,
            2 => level - 1,
            _ => 15 - (self.words[line].load(Relaxed) & 15) as u8,
        }
    }

    /// Whether nothing was written to the field of an index.
    pub(super) fn is_empty_at(&self, index: u64) -> bool {
        let (line, field) = self.place(index);
        self.words[line + field as usize / 32].load(Relaxed) >> (field % 32 * 2) & 3 == 0
    }

    /// Makes ready to write a level: the next one, or the last one again if it is not whole.
    pub(super) fn begin(&mut self, level: u8) {
        self.whole = false;
        if self.level == Some(level) {
            return;
        }
        if self.level.is_some() {
            for (at, word) in self.words.iter_mut().enumerate() {
                let word = word.get_mut();
                let kept = if at.is_multiple_of(LINE) { *word & 15 } else { 0 };
                let (high, low) = (*word >> 1 & LOW, *word & LOW);
                let fields = (high | low) << 1 | high;
                *word = if at.is_multiple_of(LINE) { fields & !15 | kept } else { fields };
            }
        }
        self.level = Some(level);
    }

    /// The level that is being filled is whole.
    pub(super) fn end(&mut self) {
        self.whole = true;
    }

    /// Writes the level that is being filled to the field of an index, if it holds none; says whether it did.
    #[inline]
    pub(super) fn write(&self, index: u64) -> bool {
        let (line, field) = self.place(index);
        let (word, shift) = (&self.words[line + field as usize / 32], field % 32 * 2);
        if word.load(Relaxed) >> shift & 3 != 0 {
            return false;
        }
        let first = &self.words[line];
        if first.load(Relaxed) & 15 == 0 {
            // All who write here in one level write the same.
            let level = self.level.unwrap_or(0).min(MOST_MINIMUM);
            first.fetch_or(u64::from(15 - level), Relaxed);
        }
        word.fetch_or(1 << shift, Relaxed) >> shift & 3 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against a map of first writers: bounds are never more, and exact where no field is shared.
    #[test]
    fn bounds_never_exceed_what_was_written() {
        let mut table = TwoBit::new(1 << 10);
        let mut written = std::collections::HashMap::new();
        let mut index = 1u64;
        for level in 0..20u8 {
            table.begin(level);
            for _ in 0..40 {
                index = index.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                let mixed = index ^ index >> 29;
                table.write(mixed);
                written.entry(mixed).or_insert(level);
                assert!(table.bound(mixed) <= level);
            }
            table.end();
            for (&index, &least) in &written {
                assert!(table.bound(index) <= least);
                assert!(!table.is_empty_at(index));
            }
        }
    }
}
