//! An unfinished count as bytes: the checkpoint written after a level and read back after a kill.
//!
//! Start at [`Writer`] and [`Reader`]. Numbers take eight bytes, low ones first. The reader accepts any bytes: it
//! checks lengths before it allocates memory, and rejects inconsistent data. A checksum detects only accidents, since
//! anyone who rewrites a file can also write a matching checksum. A saved count is therefore checked for consistency in
//! `integrity.rs`, and against the puzzle by the count that continues it.

/// Why bytes are not a count that can be resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the saved count is damaged, or belongs to another puzzle")]
pub struct Damaged;

/// Writes numbers.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    /// One number.
    pub fn number(&mut self, number: u64) {
        self.bytes.extend_from_slice(&number.to_le_bytes());
    }

    /// A sequence of numbers, preceded by its length.
    pub fn numbers(&mut self, numbers: &[u64]) {
        self.number(numbers.len() as u64);
        numbers.iter().for_each(|&number| self.number(number));
    }

    /// The remaining bytes, unchanged.
    pub fn rest(mut self, bytes: &[u8]) -> Vec<u8> {
        self.bytes.extend_from_slice(bytes);
        self.bytes
    }

    /// The remaining bytes, which are words, low bytes first.
    pub fn words(mut self, words: impl ExactSizeIterator<Item = u64>) -> Vec<u8> {
        // Exactly: they may be as many as fit into memory.
        self.bytes.reserve_exact(8 * words.len());
        words.for_each(|word| self.bytes.extend_from_slice(&word.to_le_bytes()));
        self.bytes
    }

    /// The bytes written.
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// Reads numbers.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    /// From the first byte on.
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes }
    }

    /// One number.
    pub fn number(&mut self) -> Result<u64, Damaged> {
        let (number, rest) = self.bytes.split_first_chunk().ok_or(Damaged)?;
        self.bytes = rest;
        Ok(u64::from_le_bytes(*number))
    }

    /// A sequence of numbers, preceded by its length.
    pub fn numbers(&mut self) -> Result<Vec<u64>, Damaged> {
        let count = usize::try_from(self.number()?).map_err(|_| Damaged)?;
        self.some(count)
    }

    /// The given number of numbers.
    pub(super) fn some(&mut self, count: usize) -> Result<Vec<u64>, Damaged> {
        if count > self.bytes.len() / 8 {
            return Err(Damaged);
        }
        (0..count).map(|_| self.number()).collect()
    }

    /// Number of states by distance: there is at least one goal, and the sum does not overflow.
    pub(super) fn levels(&mut self) -> Result<Vec<u64>, Damaged> {
        let levels = self.numbers()?;
        let sum = levels.iter().try_fold(0_u64, |sum, &level| sum.checked_add(level));
        let is_count = levels.first().is_some_and(|&goals| goals > 0) && sum.is_some();
        is_count.then_some(levels).ok_or(Damaged)
    }

    /// Rejects data that does not begin with this number, which identifies the kind.
    pub(super) fn expect(&mut self, kind: u64) -> Result<(), Damaged> {
        (self.number()? == kind).then_some(()).ok_or(Damaged)
    }

    /// All remaining bytes.
    pub fn rest(self) -> &'a [u8] {
        self.bytes
    }
}
