//! Distances in two bits per entry, hashed without keys, with a minimum for each cache line (Rokicki's layout in
//! twsearch).
//!
//! ```text
//! line of 64 bytes = 256 fields of 2 bits; fields 0 and 1 together hold 15 - least level of the line (0: none)
//! field 0: not reached    1: the level that was filled last    2: the level before    3: less; ask the line
//! ```
//!
//! Before each level 2 becomes 3 and 1 becomes 2. Within a level only 0 becomes 1, so that threads may write in any
//! order and the table is the same.

use crate::limits::{Control, StopReason};
use crate::prefetch::prefetch;
use crate::table::Memory;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Bytes per line.
const LINE: usize = 64;
/// Number of lines cleared between two checks of the control: 4 MiB of them.
const LINES_PER_LOOK: usize = 1 << 16;
/// Number of fields of a line that hold entries: 256, less the two of the minimum.
const ENTRIES: u64 = 254;
/// Greatest level that the minimum of a line can represent.
const MOST_MINIMUM: u8 = 14;
/// The low bit of every field.
const LOW: u64 = 0x5555_5555_5555_5555;

/// An aligned cache line: one that straddled two would cause two cache misses.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Line([AtomicU64; 8]);

/// The storage of the lines.
enum Lines {
    Made(Vec<Line>),
    /// In a kept table, after this number of other bytes, a multiple of 8.
    Kept(Memory, usize),
}

impl std::fmt::Debug for Lines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if matches!(self, Lines::Made(_)) { "Made" } else { "Kept" })
    }
}

impl Lines {
    /// The kept words.
    #[inline]
    fn kept(bytes: &Memory, from: usize) -> &[[u8; 8]] {
        (**bytes).as_ref()[from..].as_chunks::<8>().0
    }

    #[inline]
    fn word(&self, line: usize, word: usize) -> u64 {
        match self {
            Lines::Made(lines) => lines[line].0[word].load(Relaxed),
            Lines::Kept(bytes, from) => u64::from_le_bytes(Lines::kept(bytes, *from)[line * 8 + word]),
        }
    }

    /// The lines for writing: kept lines are copied first.
    fn make(&mut self) -> &mut [Line] {
        if let Lines::Kept(bytes, from) = self {
            let (lines, _) = Lines::kept(bytes, *from).as_chunks::<8>();
            let line =
                |words: &[[u8; 8]; 8]| Line(words.map(|word| AtomicU64::new(u64::from_le_bytes(word))));
            *self = Lines::Made(lines.iter().map(line).collect());
        }
        match self {
            Lines::Made(lines) => lines,
            Lines::Kept(..) => &mut [],
        }
    }
}

#[derive(Debug)]
pub(super) struct TwoBit {
    lines: Lines,
    /// Number of lines, less one: a power of two less one.
    mask: usize,
    /// The level that was filled last or is being filled; `None` before the first.
    level: Option<u8>,
    /// Whether that level is complete.
    whole: bool,
}

impl TwoBit {
    /// An empty table of this size in bytes, a power of two and at least 64. Checks the control now and then, because
    /// the system takes tenths of a second to clear a hundred megabytes.
    pub(super) fn new(bytes: u64, control: &Control<'_>) -> Result<Self, StopReason> {
        debug_assert!(bytes.is_power_of_two() && bytes >= LINE as u64);
        let count = bytes as usize / LINE;
        let mut lines = Vec::with_capacity(count);
        while lines.len() < count {
            if let Some(reason) = control.interrupted() {
                return Err(reason);
            }
            lines.resize_with(count.min(lines.len() + LINES_PER_LOOK), Line::default);
        }
        Ok(TwoBit { lines: Lines::Made(lines), mask: count - 1, level: None, whole: false })
    }

    /// An empty table of the least size, one line.
    pub(super) fn least() -> Self {
        TwoBit { lines: Lines::Made(vec![Line::default()]), mask: 0, level: None, whole: false }
    }

    /// A table in these bytes from `from` on, a multiple of 8: a power of two and at least 64. Its last level is
    /// complete.
    pub(super) fn kept(level: u8, bytes: Memory, from: usize) -> Option<Self> {
        let length = (*bytes).as_ref().len().checked_sub(from)?;
        if !length.is_power_of_two() || length < LINE || !from.is_multiple_of(8) {
            return None;
        }
        let mask = length / LINE - 1;
        Some(TwoBit { lines: Lines::Kept(bytes, from), mask, level: Some(level), whole: true })
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let words = (0..=self.mask).flat_map(|line| (0..8).map(move |word| self.lines.word(line, word)));
        words.flat_map(u64::to_le_bytes).collect()
    }

    /// Whether this level was filled last, and completely.
    pub(super) fn is_whole_at(&self, level: u8) -> bool {
        self.whole && self.level == Some(level)
    }

    pub(super) fn bytes(&self) -> u64 {
        ((self.mask + 1) * LINE) as u64
    }

    /// The line of an index, the word in it, and the shift of its field there.
    #[inline]
    fn place(&self, index: u64) -> (usize, usize, u32) {
        let line = (index >> 16) as usize & self.mask;
        // 2 to 255.
        let field = 2 + (((index & 0xffff) * ENTRIES) >> 16) as u32;
        (line, field as usize / 32, field % 32 * 2)
    }

    /// The value in the field of an index.
    #[inline]
    fn field(&self, index: u64) -> u64 {
        let (line, word, shift) = self.place(index);
        self.lines.word(line, word) >> shift & 3
    }

    /// Prefetches the entry of an index that is read or written soon.
    #[inline]
    pub(super) fn prefetch(&self, index: u64) {
        let line = self.place(index).0;
        match &self.lines {
            Lines::Made(lines) => prefetch(lines, line),
            Lines::Kept(bytes, from) => prefetch(Lines::kept(bytes, *from), line * 8),
        }
    }

    /// A lower bound for the level of an index.
    #[inline]
    pub(super) fn bound(&self, index: u64) -> u8 {
        let Some(level) = self.level else { return 0 };
        match self.field(index) {
            0 => level + u8::from(self.whole),
            1 => level,
            2 => level - 1,
            _ => 15 - (self.lines.word(self.place(index).0, 0) & 15) as u8,
        }
    }

    /// Whether the field of an index is still empty.
    pub(super) fn is_empty_at(&self, index: u64) -> bool {
        self.field(index) == 0
    }

    /// Prepares for writing a level: the next one, or the last one again if it is incomplete.
    pub(super) fn begin(&mut self, level: u8) {
        self.whole = false;
        let lines = self.lines.make();
        if self.level == Some(level) {
            return;
        }
        if self.level.is_some() {
            for line in lines {
                let least = *line.0[0].get_mut() & 15;
                for word in &mut line.0 {
                    let word = word.get_mut();
                    let (high, low) = (*word >> 1 & LOW, *word & LOW);
                    *word = (high | low) << 1 | high;
                }
                let first = line.0[0].get_mut();
                *first = *first & !15 | least;
            }
        }
        self.level = Some(level);
    }

    /// Marks the level that is being filled as complete.
    pub(super) fn end(&mut self) {
        self.whole = true;
    }

    /// Writes the level that is being filled, between [`TwoBit::begin`] and [`TwoBit::end`], to the field of an index
    /// if it is empty; returns whether it did.
    #[inline]
    pub(super) fn write(&self, index: u64) -> bool {
        let Lines::Made(lines) = &self.lines else { return false };
        let (line, word, shift) = self.place(index);
        let Line(line) = &lines[line];
        let (first, word) = (&line[0], &line[word]);
        if word.load(Relaxed) >> shift & 3 != 0 {
            return false;
        }
        if first.load(Relaxed) & 15 == 0 {
            // All threads that write here during one level write the same value.
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
        let mut table = TwoBit::new(1 << 10, &Control::new()).unwrap();
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
