//! The values of a part that can be reached from the solved states, numbered, with the effect of each move on them.

use super::projection::Projection;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A numbered part of states.
#[derive(Debug)]
pub(super) struct Coordinate {
    projection: Projection,
    numbers: HashMap<u128, u32, BuildHasherDefault<Mixed>>,
    /// `next[value * moves + m]`.
    next: Vec<u32>,
    moves: usize,
}

impl Coordinate {
    /// Numbers the values that moves reach from the parts of the goals. `None` beyond `most` values.
    /// O(values × moves × slots).
    pub(super) fn new(projection: Projection, goals: &[u128], most: usize) -> Option<Self> {
        let moves = projection.moves();
        let mut numbers: HashMap<u128, u32, BuildHasherDefault<Mixed>> = HashMap::default();
        let mut values: Vec<u128> = Vec::new();
        for &goal in goals {
            numbers.entry(goal).or_insert_with(|| {
                values.push(goal);
                values.len() as u32 - 1
            });
        }
        let mut next = Vec::new();
        let mut at = 0;
        while at < values.len() {
            let here = values[at];
            for m in 0..moves {
                let number = *numbers.entry(projection.after(here, m)).or_insert_with_key(|&after| {
                    values.push(after);
                    values.len() as u32 - 1
                });
                next.push(number);
            }
            if values.len() > most {
                return None;
            }
            at += 1;
        }
        Some(Coordinate { projection, numbers, next, moves })
    }

    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The value of a state; `None` if it cannot be reached from any goal.
    pub(super) fn value(&self, part: u128) -> Option<u32> {
        self.numbers.get(&part).copied()
    }

    pub(super) fn projection(&self) -> &Projection {
        &self.projection
    }

    #[inline]
    pub(super) fn after(&self, value: u32, m: usize) -> u32 {
        self.next[value as usize * self.moves + m]
    }

    /// Approximate size in bytes: a table entry per move, and the map from parts to numbers.
    pub(super) fn bytes(&self) -> u64 {
        (self.next.len() * size_of::<u32>() + self.numbers.capacity() * 33) as u64
    }
}

/// The values of all coordinates.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PartValues(pub(super) [u32; PartValues::MOST]);

impl PartValues {
    /// Greatest number of coordinates.
    pub(super) const MOST: usize = 8;
}

/// Greatest number of coordinates of given tables.
pub(crate) const MOST_GIVEN: usize = PartValues::MOST;

/// Hashes one number of 128 bits: multiply and fold, as packed states are mixed.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u128(byte.into()));
    }

    fn write_u128(&mut self, n: u128) {
        let fold = |a: u64, b: u64| {
            let wide = u128::from(a) * u128::from(b);
            wide as u64 ^ (wide >> 64) as u64
        };
        let low = fold(n as u64 ^ self.0 ^ 0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93);
        self.0 = fold((n >> 64) as u64 ^ low, 0xa076_1d64_78bd_642f) ^ low;
    }
}
