//! The entries of a table: a byte each where states have a perfect index, else hashed.
//!
//! Start at [`Entries`]. What fills them shares them between threads.

use super::two_bit::TwoBit;
use crate::prefetch::prefetch;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// An entry of a perfect index on which no state has fallen yet.
pub(super) const EMPTY: u8 = u8::MAX;

/// Where distances are kept.
#[derive(Debug)]
pub(super) enum Entries {
    /// By a perfect index: a byte each.
    Perfect(Vec<AtomicU8>),
    /// By hashed bits.
    Hashed(TwoBit),
}

impl Entries {
    /// Writes a level where nothing stands yet; says how often. All entries are asked for before.
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

    /// Asks memory for an entry that is read or written soon.
    #[inline]
    pub(super) fn prefetch(&self, index: u64) {
        match self {
            Entries::Perfect(bytes) => prefetch(bytes, index as usize),
            Entries::Hashed(table) => table.prefetch(index),
        }
    }

    /// Whether a state is known to be nearer than `level`; not asked of a hashed table.
    #[inline]
    pub(super) fn is_known_nearer(&self, index: impl FnOnce() -> u64, level: u8) -> bool {
        match self {
            Entries::Perfect(bytes) => bytes[index() as usize].load(Relaxed) < level,
            Entries::Hashed(_) => false,
        }
    }
}
