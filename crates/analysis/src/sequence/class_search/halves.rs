//! The first halves of sequences, looked up by the slots on which a second half must agree with them.
//!
//! Start at [`Meeting`] and [`FirstHalves`]. A sequence a b leaves a slot unchanged exactly if b and the inverse of a have the same
//! effect on it. If whole orbits must be solved at the end, all their slots must agree. If only k pieces may move, their slots are
//! divided into k + 1 parts, at least one of which remains unchanged. Each part is tried in turn, and sequences that an earlier part
//! has already found are skipped.

use super::rows::{Row, Rows, from_of, twist_of};
use permutant_puzzle::cycle_class::CyclePattern;
use std::ops::Range;

/// Number of bits of solved orbits from which a division into parts does not pay: more than the pairs of halves that fit into memory.
const ENOUGH_BITS: f64 = 40.0;

/// The slots on which both halves must agree, one alternative after the other.
#[derive(Clone, Debug)]
pub(super) struct Meeting {
    /// Slots that must remain unchanged in every alternative.
    solved: Vec<usize>,
    /// Slots of which one part must remain unchanged; empty if the others are enough, or if nothing is known.
    parts: Vec<Vec<usize>>,
}

impl Meeting {
    /// The conditions of a pattern on slots.
    pub(super) fn new(rows: &Rows, pattern: &CyclePattern) -> Self {
        let (mut solved, mut open, mut moved) = (Vec::new(), Vec::new(), 0);
        let mut bits = 0.0;
        for (range, wishes) in rows.orbits().iter().zip(pattern.orbits()) {
            match wishes {
                None => {}
                Some(wishes) if wishes.is_empty() => {
                    solved.extend(range.clone());
                    bits += range
                        .clone()
                        .enumerate()
                        .map(|(n, slot)| ((n + 1) as f64).log2() + f64::from(rows.moduli[slot]).log2())
                        .sum::<f64>();
                }
                Some(wishes) => {
                    open.extend(range.clone());
                    moved += wishes.iter().map(|wish| wish.length).sum::<usize>();
                }
            }
        }
        let mut parts = Vec::new();
        if bits < ENOUGH_BITS && open.len() > moved {
            // The slots of each orbit are distributed evenly among the parts.
            parts = vec![Vec::new(); moved + 1];
            open.into_iter().enumerate().for_each(|(n, slot)| parts[n % (moved + 1)].push(slot));
        }
        Meeting { solved, parts }
    }

    /// The number of alternatives for meeting, at least 1.
    pub(super) fn ways(&self) -> usize {
        self.parts.len().max(1)
    }

    /// By touched slot: whether both halves must agree on it.
    fn agreed(&self, rows: &Rows, way: usize) -> Vec<bool> {
        let mut agreed = vec![false; rows.slots()];
        self.solved
            .iter()
            .chain(self.parts.get(way).into_iter().flatten())
            .for_each(|&slot| agreed[slot] = true);
        agreed
    }

    /// Whether this alternative is the first in which a change is found.
    pub(super) fn is_first(&self, row: &[u32], way: usize) -> bool {
        let left = |part: &Vec<usize>| part.iter().all(|&slot| Rows::is_fixed(row, slot));
        self.parts.is_empty() || self.parts.iter().position(left) == Some(way)
    }
}

/// Keys for the effects of halves on the slots on which they must agree: sums over the slots.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    agreed: Vec<bool>,
    moduli: Vec<u16>,
}

/// Mixes slot and content well (the finalizer of splitmix64).
fn mixed(slot: usize, content: u32) -> u64 {
    let mut bits = ((slot as u64) << 32 | u64::from(content)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

impl Keys {
    pub(super) fn new(rows: &Rows, meeting: &Meeting, way: usize) -> Self {
        Keys { agreed: meeting.agreed(rows, way), moduli: rows.moduli.clone() }
    }

    /// The key of a second half.
    pub(super) fn of(&self, row: &Row) -> u64 {
        let slots = row.iter().enumerate().filter(|(slot, _)| self.agreed[*slot]);
        slots.fold(0, |sum, (slot, &content)| sum.wrapping_add(mixed(slot, content)))
    }

    /// The key of the inverse of a first half.
    pub(super) fn of_inverse(&self, row: &Row) -> u64 {
        let mut sum = 0u64;
        for (slot, &content) in row.iter().enumerate() {
            let home = from_of(content);
            if self.agreed[home] {
                let twist = twist_of(content);
                let back = if twist == 0 { 0 } else { self.moduli[slot] - twist };
                sum = sum.wrapping_add(mixed(home, (slot as u32) << 16 | u32::from(back)));
            }
        }
        sum
    }
}

/// First halves by key.
#[derive(Clone, Debug, Default)]
pub(super) struct FirstHalves {
    /// Key and path, by key.
    entries: Vec<(u64, u64)>,
    /// By the first bits of a key: the start of its entries, with one more at the end.
    starts: Vec<usize>,
    shift: u32,
}

impl FirstHalves {
    /// Bytes for a given number of halves: 16 for an entry, 8 for its start, and as much again for sorting.
    pub(super) const BYTES: u64 = 32;

    /// Sorts the halves, each consisting of a key and a number for its path.
    pub(super) fn new(mut entries: Vec<(u64, u64)>) -> Self {
        entries.sort_unstable();
        let bits = entries.len().max(2).ilog2();
        let shift = 64 - bits;
        let mut starts = vec![0; (1 << bits) + 1];
        entries.iter().for_each(|(key, _)| starts[(key >> shift) as usize + 1] += 1);
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        FirstHalves { entries, starts, shift }
    }

    /// The paths with a given key, ascending.
    pub(super) fn with_key(&self, key: u64) -> impl Iterator<Item = u64> + '_ {
        let first = (key >> self.shift) as usize;
        let range: Range<usize> = match self.starts.get(first..first + 2) {
            Some(ends) => ends[0]..ends[1],
            None => 0..0,
        };
        self.entries[range].iter().filter(move |(other, _)| *other == key).map(|(_, path)| *path)
    }
}
