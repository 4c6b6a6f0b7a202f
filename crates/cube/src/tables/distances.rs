//! Tables of distances, one byte per entry.
//!
//! Start at [`distances`].

use super::rows::{Entries, Rows, fill};
use permutant_search::limits::{Control, StopReason};
use std::sync::atomic::{AtomicU8, Ordering};

/// An entry that is not reached.
const EMPTY: u8 = u8::MAX;

/// A byte for each entry.
struct Bytes {
    width: usize,
    entries: Vec<AtomicU8>,
}

impl Bytes {
    fn new(rows: usize, width: usize) -> Bytes {
        Bytes { width, entries: (0..rows * width).map(|_| AtomicU8::new(EMPTY)).collect() }
    }

    #[inline]
    fn at(&self, row: usize, place: usize) -> &AtomicU8 {
        &self.entries[row * self.width + place]
    }

    /// The places of a row that hold a value.
    fn holding(&self, row: usize, value: u8) -> Vec<u16> {
        let row = self.entries[row * self.width..][..self.width].iter().enumerate();
        row.filter(|(_, entry)| entry.load(Ordering::Relaxed) == value)
            .map(|(place, _)| place as u16)
            .collect()
    }
}

impl Entries for Bytes {
    /// Two threads that fill an entry at once may both find it empty: a count is a few too high, which costs less than an exact one.
    #[inline]
    fn fill(&self, row: usize, place: usize, depth: u8) -> bool {
        let entry = self.at(row, place);
        let is_empty = entry.load(Ordering::Relaxed) == EMPTY;
        if is_empty {
            entry.store(depth, Ordering::Relaxed);
        }
        is_empty
    }

    #[inline]
    fn is_at(&self, row: usize, place: usize, last: u8) -> bool {
        self.at(row, place).load(Ordering::Relaxed) == last
    }

    fn places(&self, row: usize, depth: u8) -> Vec<u16> {
        self.holding(row, depth)
    }

    fn empty(&self, row: usize) -> Vec<u16> {
        self.holding(row, EMPTY)
    }
}

/// The distance of every state from place 0 of row 0: `width` · row + place. States that cannot be reached, or not within
/// 31 turns, keep 255.
///
/// # Errors
///
/// The reason for the stop, if `control` stopped it.
pub fn distances<G: Rows + Sync>(
    graph: &G,
    threads: usize,
    control: &Control<'_>,
    on_depth: impl Fn(u64),
) -> Result<Vec<u8>, StopReason> {
    distances_to(graph, &[(0, 0)], threads, control, on_depth)
}

/// The same from the nearest of several goals, each a row and a place.
///
/// # Errors
///
/// The reason for the stop, if `control` stopped it.
pub fn distances_to<G: Rows + Sync>(
    graph: &G,
    ends: &[(usize, usize)],
    threads: usize,
    control: &Control<'_>,
    on_depth: impl Fn(u64),
) -> Result<Vec<u8>, StopReason> {
    let table = Bytes::new(graph.rows(), graph.width());
    fill(graph, &table, ends, threads, control, on_depth)?;
    Ok(table.entries.into_iter().map(AtomicU8::into_inner).collect())
}
