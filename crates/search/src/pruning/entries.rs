//! The entries of a table: one byte each if states have a perfect index, otherwise hashed.
//!
//! Start at [`Entries`]. The threads that fill the entries share them.

use super::two_bit::TwoBit;
use crate::prefetch::prefetch;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// An entry of a perfect index that no state has reached.
pub(super) const EMPTY: u8 = u8::MAX;

/// The storage of distances.
#[derive(Debug)]
pub(super) enum Entries {
    /// By a perfect index: a byte each.
    Perfect(Vec<AtomicU8>),
    /// By hashed bits.
    Hashed(TwoBit),
}

impl Entries {
    /// Writes a level to the entries that are still empty and returns their number. All entries are prefetched first.
    pub(super) fn write(&self, indices: &[u64], level: u8) -> u64 {
        match self {
            Entries::Perfect(bytes) => {
                let write = |&&index: &&u64| {
                    bytes[index as usize].compare_exchange(EMPTY, level, Relaxed, Relaxed).is_ok()
                };
                indices.iter().filter(write).count() as u64
            }
            Entries::Hashed(table) => indices.iter().filter(|index| table.write(**index)).count() as u64,
        }
    }

    /// Prefetches an entry that is read or written soon.
    #[inline]
    pub(super) fn prefetch(&self, index: u64) {
        match self {
            Entries::Perfect(bytes) => prefetch(bytes, index as usize),
            Entries::Hashed(table) => table.prefetch(index),
        }
    }

    /// Whether a state is known to be nearer than `level`; not used for a hashed table.
    #[inline]
    pub(super) fn is_known_nearer(&self, index: impl FnOnce() -> u64, level: u8) -> bool {
        match self {
            Entries::Perfect(bytes) => bytes[index() as usize].load(Relaxed) < level,
            Entries::Hashed(_) => false,
        }
    }
}
