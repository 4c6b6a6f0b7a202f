//! A count in the middle, as bytes: what is written after a level and read back after a kill.
//!
//! Start at [`Writer`] and [`Reader`]. Numbers are eight bytes, low ones first. Whoever reads takes any bytes: lengths are
//! looked at before memory is taken, and what does not fit together is refused. A checksum tells accidents only, as whoever
//! rewrites a file can write a fitting one: so what is saved is compared with itself in `integrity.rs`, and with the puzzle by the
//! count that goes on with it.

/// Why bytes are no count that can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the saved count is damaged, or is of another puzzle")]
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

    /// Numbers, after how many they are.
    pub fn numbers(&mut self, numbers: &[u64]) {
        self.number(numbers.len() as u64);
        numbers.iter().for_each(|&number| self.number(number));
    }

    /// Bytes as they are, to the end.
    pub fn rest(mut self, bytes: &[u8]) -> Vec<u8> {
        self.bytes.extend_from_slice(bytes);
        self.bytes
    }

    /// What was written.
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

    /// Numbers, as many as are told before them.
    pub fn numbers(&mut self) -> Result<Vec<u64>, Damaged> {
        let count = usize::try_from(self.number()?).map_err(|_| Damaged)?;
        self.some(count)
    }

    /// So many numbers.
    pub(super) fn some(&mut self, count: usize) -> Result<Vec<u64>, Damaged> {
        if count > self.bytes.len() / 8 {
            return Err(Damaged);
        }
        (0..count).map(|_| self.number()).collect()
    }

    /// Numbers of states by distance: there are goals, and the sum is a number.
    pub(super) fn levels(&mut self) -> Result<Vec<u64>, Damaged> {
        let levels = self.numbers()?;
        let sum = levels.iter().try_fold(0_u64, |sum, &level| sum.checked_add(level));
        let is_count = levels.first().is_some_and(|&goals| goals > 0) && sum.is_some();
        is_count.then_some(levels).ok_or(Damaged)
    }

    /// Refuses what does not begin with this number, which says what follows.
    pub(super) fn expect(&mut self, kind: u64) -> Result<(), Damaged> {
        (self.number()? == kind).then_some(()).ok_or(Damaged)
    }

    /// Everything that is left.
    pub fn rest(self) -> &'a [u8] {
        self.bytes
    }
}
