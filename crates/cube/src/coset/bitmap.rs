//! A bit for each element of G1, page by page.
//!
//! Start at [`Bitmap`]. Pages lie in slots of one block of memory, of which there are more than pages, so that a page can be
//! renewed while others still need its old contents.

use super::layout::{PAGE, PAGES, Place};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// A set of elements of G1.
#[derive(Debug)]
pub(super) struct Bitmap<'a> {
    slots: Vec<RwLock<&'a mut [u64]>>,
    /// The slot of each page.
    pages: Vec<u32>,
    free: Mutex<Vec<u32>>,
}

impl<'a> Bitmap<'a> {
    /// The empty set, in memory that is all zero and holds at least [`PAGES`] slots of [`PAGE`] words.
    pub(super) fn new(memory: &'a mut [u64]) -> Bitmap<'a> {
        let slots: Vec<_> = memory.chunks_exact_mut(PAGE).map(RwLock::new).collect();
        let free = (PAGES as u32..slots.len() as u32).rev().collect();
        Bitmap { slots, pages: (0..PAGES as u32).collect(), free: Mutex::new(free) }
    }

    /// The slot that a page lies in.
    pub(super) fn slot_of(&self, page: u16) -> u32 {
        self.pages[usize::from(page)]
    }

    /// Lets pages lie in other slots.
    pub(super) fn move_pages(&mut self, slots: &[u32]) {
        self.pages.copy_from_slice(slots);
    }

    /// The slots in which no page lies.
    pub(super) fn free(&self) -> MutexGuard<'_, Vec<u32>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The words in a slot.
    pub(super) fn read(&self, slot: u32) -> RwLockReadGuard<'_, &'a mut [u64]> {
        self.slots[slot as usize].read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The words in a slot, to be changed.
    pub(super) fn write(&self, slot: u32) -> RwLockWriteGuard<'_, &'a mut [u64]> {
        self.slots[slot as usize].write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Inserts elements of one page, given by 64 · word + bit. How many were not in it.
    pub(super) fn insert(&self, page: u16, bits: &[u32]) -> u64 {
        let mut words = self.write(self.slot_of(page));
        let mut new = 0;
        for &bit in bits {
            let word = &mut words[bit as usize >> 6];
            let mask = 1 << (bit & 63);
            new += u64::from(*word & mask == 0);
            *word |= mask;
        }
        new
    }

    /// The elements that are not in the set, at most `most` of them.
    pub(super) fn missing(&self, most: usize) -> Vec<Place> {
        let mut found = Vec::new();
        for page in 0..PAGES as u16 {
            for (word, &bits) in self.read(self.slot_of(page)).iter().enumerate() {
                let mut bits = !bits;
                while bits != 0 {
                    if found.len() == most {
                        return found;
                    }
                    found.push(Place { page, bit: (word << 6) as u32 | bits.trailing_zeros() });
                    bits &= bits - 1;
                }
            }
        }
        found
    }

    /// The number of elements in the set.
    pub(super) fn count(&self) -> u64 {
        let count =
            |page| self.read(self.slot_of(page)).iter().map(|w| u64::from(w.count_ones())).sum::<u64>();
        (0..PAGES as u16).map(count).sum()
    }
}
