//! Distances modulo 3, with two bits per entry while a table is filled and five entries per byte when it is complete.
//!
//! Start at [`FiveToAByte`]. A turn changes a distance by at most one, so the remainders determine the distance along a path.
//! From any state, a turn to the previous remainder leads nearer, which gives the distance at the start of a path. Both layouts
//! are Kociemba's (kociemba.org/cube.htm).

/// Two bits per entry: the remainder, or [`TwoBits::EMPTY`]. Rows begin at a word of 32 entries.
///
/// ```text
/// 63     ...     3 2 1 0
/// | entry 31 | … | 1 | 0 |
/// ```
#[derive(Debug)]
pub(super) struct TwoBits {
    words: Vec<u64>,
    words_a_row: usize,
    width: usize,
}

/// The low bit of each entry of a word.
const LOW: u64 = 0x5555_5555_5555_5555;

impl TwoBits {
    /// Not yet reached.
    pub(super) const EMPTY: u8 = 3;

    /// A table of empty rows.
    pub(super) fn new(rows: usize, width: usize) -> TwoBits {
        let words_a_row = width.div_ceil(32);
        TwoBits { words: vec![u64::MAX; rows * words_a_row], words_a_row, width }
    }

    #[inline]
    fn place(&self, row: usize, at: usize) -> (usize, u32) {
        (row * self.words_a_row + at / 32, 2 * (at % 32) as u32)
    }

    /// An entry.
    #[inline]
    pub(super) fn get(&self, row: usize, at: usize) -> u8 {
        let (word, shift) = self.place(row, at);
        (self.words[word] >> shift & 3) as u8
    }

    /// Fills an entry if it is empty, and returns whether it was.
    #[inline]
    pub(super) fn fill(&mut self, row: usize, at: usize, remainder: u8) -> bool {
        let (word, shift) = self.place(row, at);
        let word = &mut self.words[word];
        let empty = *word >> shift & 3 == 3;
        if empty {
            *word ^= u64::from(3 ^ remainder) << shift;
        }
        empty
    }

    /// The places in a row that currently hold a value, in order.
    pub(super) fn places(&self, row: usize, value: u8, found: &mut Vec<u16>) {
        found.clear();
        let pattern = u64::from(value) * LOW;
        for (n, &word) in self.words[row * self.words_a_row..][..self.words_a_row].iter().enumerate() {
            let differs = word ^ pattern;
            let mut same = !(differs | differs >> 1) & LOW;
            while same != 0 {
                let at = 32 * n + same.trailing_zeros() as usize / 2;
                same &= same - 1;
                if at < self.width {
                    found.push(at as u16);
                }
            }
        }
    }

    /// Packs the complete table. Both tables are in memory during this time.
    pub(super) fn pack(&self) -> FiveToAByte {
        let rows = self.words.len() / self.words_a_row;
        let entries = rows * self.width;
        let mut packed = FiveToAByte { bytes: vec![0; entries.div_ceil(5)] };
        let mut at = 0;
        for row in 0..rows {
            for x in 0..self.width {
                packed.put(at, self.get(row, x) % 3);
                at += 1;
            }
        }
        packed
    }
}

/// Five remainders per byte, 1.6 bits each.
///
/// With n bytes, byte b holds the entries 4b, 4b + 1, 4b + 2, 4b + 3 and 4n + b as the digits of a number in base 3, so
/// that finding an entry takes no division by five.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FiveToAByte {
    bytes: Vec<u8>,
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

impl FiveToAByte {
    #[inline]
    fn place(&self, at: usize) -> (usize, usize) {
        match at.checked_sub(4 * self.bytes.len()) {
            None => (at / 4, at % 4),
            Some(byte) => (byte, 4),
        }
    }

    fn put(&mut self, at: usize, remainder: u8) {
        let (byte, digit) = self.place(at);
        self.bytes[byte] += remainder * WEIGHTS[digit];
    }

    /// The remainder at a place, 0 to 2.
    #[inline]
    pub fn get(&self, at: usize) -> u8 {
        let (byte, digit) = self.place(at);
        DIGITS[usize::from(self.bytes[byte])][digit]
    }

    /// The raw bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
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
            let mut table = TwoBits::new(rows, width);
            let value = |row: usize, at: usize| ((row * 31 + at * at) % 3) as u8;
            for row in 0..rows {
                for at in 0..width {
                    assert_eq!(table.get(row, at), TwoBits::EMPTY);
                    assert!(table.fill(row, at, value(row, at)));
                    assert!(!table.fill(row, at, 1));
                }
            }
            let packed = table.pack();
            assert_eq!(packed.bytes().len(), (rows * width).div_ceil(5));
            let mut found = Vec::new();
            for row in 0..rows {
                table.places(row, 1, &mut found);
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
