//! Rows of machine words in ascending order, as differences.
//!
//! Start at [`Encoder`], [`Run`] and [`Sorter`]. A row is a number of some words, the first the most significant. The difference to the row
//! before takes seven bits per byte, so that a sorted run of n rows of b bits takes about (b - log2 n) / 7 bytes per row.

use super::level_store::{LevelStore, Scratch};
use super::varint::damaged;
use std::io::{self, BufReader, Read};

/// Bytes of a buffer in front of a file.
const BUFFER: usize = 1 << 16;

/// Writes ascending rows.
#[derive(Debug)]
pub(super) struct Encoder {
    before: Vec<u64>,
    difference: Vec<u64>,
}

impl Encoder {
    pub(super) fn new(words: usize) -> Self {
        Encoder { before: vec![0; words], difference: vec![0; words] }
    }

    /// Appends a row that is not less than the row before.
    pub(super) fn write(&mut self, row: &[u64], to: &mut Vec<u8>) {
        let mut borrow = 0;
        for at in (0..row.len()).rev() {
            let (less, first) = row[at].overflowing_sub(self.before[at]);
            let (less, second) = less.overflowing_sub(borrow);
            self.difference[at] = less;
            borrow = u64::from(first | second);
        }
        self.before.copy_from_slice(row);
        let mut first = self.difference.iter().position(|&word| word != 0).unwrap_or(row.len() - 1);
        let last = row.len() - 1;
        loop {
            if first == last {
                return super::varint::write(self.difference[last], to);
            }
            to.push(self.difference[last] as u8 | 0x80);
            for at in (first + 1..=last).rev() {
                self.difference[at] = self.difference[at] >> 7 | self.difference[at - 1] << 57;
            }
            self.difference[first] >>= 7;
            first += usize::from(self.difference[first] == 0);
        }
    }
}

/// Reads ascending rows.
#[derive(Debug)]
pub(super) struct Decoder {
    /// The last row that was read.
    pub(super) row: Vec<u64>,
    difference: Vec<u64>,
}

impl Decoder {
    pub(super) fn new(words: usize) -> Self {
        Decoder { row: vec![0; words], difference: vec![0; words] }
    }

    /// Reads the next row; `false` at the end of the bytes.
    pub(super) fn read(&mut self, from: &mut impl Read) -> io::Result<bool> {
        let mut byte = [0];
        let mut shift = 0;
        let words = self.row.len();
        self.difference.fill(0);
        loop {
            if from.read(&mut byte)? == 0 {
                return if shift == 0 { Ok(false) } else { Err(damaged()) };
            }
            let bits = u64::from(byte[0] & 0x7f);
            let (word, offset) = (shift / 64, shift % 64);
            if word >= words {
                return Err(damaged());
            }
            self.difference[words - 1 - word] |= bits << offset;
            if offset > 57 && word + 1 < words {
                self.difference[words - 2 - word] |= bits >> (64 - offset);
            }
            if byte[0] < 0x80 {
                break;
            }
            shift += 7;
        }
        let mut carry = 0;
        for at in (0..words).rev() {
            let (sum, first) = self.row[at].overflowing_add(self.difference[at]);
            let (sum, second) = sum.overflowing_add(carry);
            self.row[at] = sum;
            carry = u64::from(first | second);
        }
        Ok(true)
    }
}

/// A sorted run that is read row by row.
pub(super) struct Run {
    from: BufReader<Box<dyn Read + Send>>,
    decoder: Decoder,
    is_over: bool,
}

impl Run {
    /// At its first row.
    pub(super) fn new(from: Box<dyn Read + Send>, words: usize) -> io::Result<Self> {
        let from = BufReader::with_capacity(BUFFER, from);
        let mut run = Run { from, decoder: Decoder::new(words), is_over: false };
        run.advance()?;
        Ok(run)
    }

    /// The row at which it is; `None` after the last.
    pub(super) fn row(&self) -> Option<&[u64]> {
        (!self.is_over).then_some(&self.decoder.row[..])
    }

    /// Goes on to the next row.
    pub(super) fn advance(&mut self) -> io::Result<()> {
        self.is_over = !self.decoder.read(&mut self.from)?;
        Ok(())
    }

    /// Goes on to the first row that is not less than this one, and returns whether it is this one.
    pub(super) fn find(&mut self, row: &[u64]) -> io::Result<bool> {
        while self.row().is_some_and(|here| here < row) {
            self.advance()?;
        }
        Ok(self.row() == Some(row))
    }
}

/// Sorts rows that lie one after the other, and removes repetitions. Runs that are already sorted are merged.
pub(super) fn sort(rows: &mut Vec<u64>, words: usize) {
    fn sort_by<const WORDS: usize>(rows: &mut [u64]) {
        rows.as_chunks_mut::<WORDS>().0.sort();
    }
    match words {
        1 => rows.sort(),
        2 => sort_by::<2>(rows),
        3 => sort_by::<3>(rows),
        4 => sort_by::<4>(rows),
        5..=8 => {
            let mut order: Vec<[u64; 8]> = rows.chunks_exact(words).map(widened).collect();
            order.sort();
            rows.chunks_exact_mut(words)
                .zip(&order)
                .for_each(|(row, wide)| row.copy_from_slice(&wide[..words]));
        }
        _ => {
            let mut order: Vec<&[u64]> = rows.chunks_exact(words).collect();
            order.sort();
            *rows = order.concat();
        }
    }
    let mut kept = words.min(rows.len());
    for at in (words..rows.len()).step_by(words) {
        if rows[at..at + words] != rows[kept - words..kept] {
            rows.copy_within(at..at + words, kept);
            kept += words;
        }
    }
    rows.truncate(kept);
}

/// A row with zeros behind it.
fn widened(row: &[u64]) -> [u64; 8] {
    let mut wide = [0; 8];
    wide[..row.len()].copy_from_slice(row);
    wide
}

/// Sorts more rows than memory holds.
pub(super) struct Sorter<'a> {
    store: &'a dyn LevelStore,
    words: usize,
    most: usize,
    rows: Vec<u64>,
    spilled: Vec<Box<dyn Scratch>>,
}

impl<'a> Sorter<'a> {
    /// Rows of `words` words, of which this number of bytes may be in memory, those of sorting included.
    pub(super) fn new(store: &'a dyn LevelStore, words: usize, bytes: u64) -> Self {
        // Sorting copies up to all rows once, and rows of five to eight words are widened.
        let per_row = 8 * words as u64 + 8 * if words > 4 { 8.max(2 * words as u64) } else { words as u64 };
        let most = usize::try_from(bytes / per_row).unwrap_or(usize::MAX).max(1 << 10).saturating_mul(words);
        Sorter { store, words, most, rows: Vec::new(), spilled: Vec::new() }
    }

    /// Adds a row.
    pub(super) fn add(&mut self, row: &[u64]) -> io::Result<()> {
        if self.rows.len() >= self.most {
            // Repetitions may leave room.
            sort(&mut self.rows, self.words);
            if self.rows.len() > self.most / 2 {
                self.spill()?;
            }
        }
        if self.rows.len() == self.rows.capacity() {
            let more = self.rows.len().clamp(1 << 10, self.most);
            self.rows.reserve_exact(more.min(self.most.saturating_sub(self.rows.len())).max(self.words));
        }
        self.rows.extend_from_slice(row);
        Ok(())
    }

    fn spill(&mut self) -> io::Result<()> {
        let mut scratch = self.store.scratch()?;
        let (mut encoder, mut bytes) = (Encoder::new(self.words), Vec::with_capacity(2 * BUFFER));
        for row in self.rows.chunks_exact(self.words) {
            encoder.write(row, &mut bytes);
            if bytes.len() >= BUFFER {
                scratch.write_all(&bytes)?;
                bytes.clear();
            }
        }
        scratch.write_all(&bytes)?;
        self.spilled.push(scratch);
        self.rows.clear();
        Ok(())
    }

    /// Hands over all rows in ascending order, each once.
    pub(super) fn finish<E: From<io::Error>>(
        mut self,
        mut take: impl FnMut(&[u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        sort(&mut self.rows, self.words);
        let mut runs = (self.spilled.drain(..))
            .map(|scratch| Run::new(scratch.read_back()?, self.words))
            .collect::<io::Result<Vec<Run>>>()?;
        let mut rest = self.rows.chunks_exact(self.words).peekable();
        let mut least = Vec::with_capacity(self.words);
        loop {
            let of_runs = runs.iter().filter_map(Run::row).min();
            let Some(next) = of_runs.into_iter().chain(rest.peek().copied()).min() else { return Ok(()) };
            least.clear();
            least.extend_from_slice(next);
            take(&least)?;
            if rest.peek() == Some(&&least[..]) {
                rest.next();
            }
            for run in &mut runs {
                if run.row() == Some(&least[..]) {
                    run.advance()?;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::memory_store::MemoryStore;
    use super::*;
    use crate::reachable::row_set::hash;
    use std::collections::BTreeSet;

    fn rows(words: usize, count: u64) -> Vec<Vec<u64>> {
        let row = |at: u64| {
            let word = |word: u64| {
                let number = hash(&[at % 700, word]);
                // Small and large numbers, so that differences borrow.
                if number.is_multiple_of(3) { number % 5 } else { number >> (number % 60) }
            };
            (0..words as u64).map(word).collect()
        };
        (0..count).map(row).collect()
    }

    #[test]
    fn rows_of_any_width_are_sorted_and_read_as_written() {
        for words in [1, 2, 3, 4, 6, 9] {
            let rows = rows(words, 2000);
            let expected: Vec<Vec<u64>> = rows.iter().cloned().collect::<BTreeSet<_>>().into_iter().collect();
            let mut flat = rows.concat();
            sort(&mut flat, words);
            assert_eq!(flat, expected.concat());
            let (mut encoder, mut bytes) = (Encoder::new(words), Vec::new());
            expected.iter().for_each(|row| encoder.write(row, &mut bytes));
            let mut run = Run::new(Box::new(io::Cursor::new(bytes.clone())), words).unwrap();
            for row in &expected {
                assert_eq!(run.row(), Some(&row[..]));
                run.advance().unwrap();
            }
            assert_eq!(run.row(), None);
            assert!(Run::new(Box::new(io::Cursor::new(vec![0xff; 100])), words).is_err());
        }
    }

    #[test]
    fn more_rows_than_memory_holds_are_sorted() {
        let store = MemoryStore::new();
        let rows: Vec<u64> = (0..20_000).map(|at| hash(&[at % 15_000])).collect();
        let mut sorter = Sorter::new(&store, 1, 16 << 10);
        rows.iter().for_each(|row| sorter.add(&[*row]).unwrap());
        assert!(sorter.spilled.len() > 5);
        let mut sorted = Vec::new();
        let take = |row: &[u64]| {
            sorted.push(row[0]);
            Ok::<_, io::Error>(())
        };
        sorter.finish(take).unwrap();
        let expected: Vec<u64> = rows.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
        assert_eq!(sorted, expected);
    }
}
