//! Multi-threaded breadth-first search that fills a table row by row, with one byte per entry.
//!
//! Start at [`distances`]. The traversal is that of `rows`, but the table stores distances and not remainders, so that threads
//! can fill each other's rows. At a given depth all threads write the same value, so their order does not matter.

use super::rows::Rows;
use permutant_search::limits::{Control, StopReason};
use permutant_search::threads::on_threads;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// An entry that is not reached.
const EMPTY: u8 = u8::MAX;

/// Distances that a table may have: a bit each in a word.
const MOST: u8 = 31;

/// Backward steps that an entry not yet reached takes before it meets the last depth, about.
const STEPS_BACK: u64 = 4;

/// Rows that a thread takes at a time.
const BLOCK: usize = 16;

/// Calls a function for each number below `count`, in blocks, on several threads.
///
/// # Errors
///
/// The reason for the stop, if `control` stopped it.
pub fn for_rows(
    count: usize,
    threads: usize,
    control: &Control<'_>,
    work: impl Fn(usize) + Sync,
) -> Result<(), StopReason> {
    let next = AtomicUsize::new(0);
    let stopped = Mutex::new(None);
    let run = || {
        loop {
            let first = next.fetch_add(BLOCK, Ordering::Relaxed);
            if first >= count {
                return;
            }
            if let Some(reason) = control.interrupted() {
                *stopped.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(reason);
                return;
            }
            (first..count.min(first + BLOCK)).for_each(&work);
        }
    };
    on_threads(threads, |_| run());
    stopped.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).map_or(Ok(()), Err)
}

/// A table that several threads fill.
struct Filling<'a, G> {
    graph: &'a G,
    width: usize,
    entries: Vec<AtomicU8>,
    /// For each row a bit for each distance that an entry of it has.
    depths: Vec<AtomicU32>,
}

impl<G: Rows> Filling<'_, G> {
    fn row(&self, row: usize) -> &[AtomicU8] {
        &self.entries[row * self.width..(row + 1) * self.width]
    }

    /// Whether this was news.
    #[inline]
    fn fill(row: &[AtomicU8], place: usize, distance: u8) -> bool {
        let entry = &row[place];
        let is_new = entry.load(Ordering::Relaxed) == EMPTY;
        if is_new {
            entry.store(distance, Ordering::Relaxed);
        }
        is_new
    }

    fn note(&self, row: usize, distance: u8) {
        self.depths[row].fetch_or(1 << distance, Ordering::Relaxed);
    }

    /// The places of a row that hold a value.
    fn places(&self, row: usize, value: u8) -> Vec<u16> {
        let row = self.row(row).iter().enumerate();
        row.filter(|(_, entry)| entry.load(Ordering::Relaxed) == value)
            .map(|(place, _)| place as u16)
            .collect()
    }

    /// Fills what is one turn from the entries of a row at a depth. How many, where threads meet a few too many.
    fn forward(&self, row: usize, depth: u8) -> u64 {
        if self.depths[row].load(Ordering::Relaxed) >> depth & 1 == 0 {
            return 0;
        }
        let places = self.places(row, depth);
        let mut twins: Vec<(usize, &[u16])> = Vec::new();
        let mut count = 0;
        for turn in 0..self.graph.turns() {
            let (to, map) = self.graph.step(row, turn);
            let there = self.row(to);
            twins.clear();
            self.graph.twins(to, |twin, map| twins.push((twin, map)));
            let before = count;
            for &place in &places {
                let place = usize::from(map[usize::from(place)]);
                if Self::fill(there, place, depth + 1) {
                    count += 1;
                    for &(twin, map) in &twins {
                        count += u64::from(Self::fill(self.row(twin), usize::from(map[place]), depth + 1));
                        self.note(twin, depth + 1);
                    }
                }
            }
            if count > before {
                self.note(to, depth + 1);
            }
        }
        count
    }

    /// Fills the entries of a row that are one turn from a depth.
    fn backward(&self, row: usize, depth: u8) -> u64 {
        let mut empty = self.places(row, EMPTY);
        let (here, mut count) = (self.row(row), 0);
        for turn in 0..self.graph.turns() {
            if empty.is_empty() {
                break;
            }
            let (from, map) = self.graph.step(row, turn);
            let from = self.row(from);
            empty.retain(|&place| {
                let meets = from[usize::from(map[usize::from(place)])].load(Ordering::Relaxed) == depth;
                if meets {
                    here[usize::from(place)].store(depth + 1, Ordering::Relaxed);
                    count += 1;
                }
                !meets
            });
        }
        if count > 0 {
            self.note(row, depth + 1);
        }
        count
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
    let (rows, width, turns) = (graph.rows(), graph.width(), graph.turns());
    let total = (rows * width) as u64;
    let table = Filling {
        graph,
        width,
        entries: (0..rows * width).map(|_| AtomicU8::new(EMPTY)).collect(),
        depths: (0..rows).map(|_| AtomicU32::new(0)).collect(),
    };
    for &(row, place) in ends {
        Filling::<G>::fill(table.row(row), place, 0);
        table.note(row, 0);
        graph.twins(row, |twin, map| {
            Filling::<G>::fill(table.row(twin), usize::from(map[place]), 0);
            table.note(twin, 0);
        });
    }
    let (mut last, mut reached) = (ends.len() as u64, ends.len() as u64);
    for depth in 0..MOST {
        on_depth(reached);
        let backward = total.saturating_sub(reached) * STEPS_BACK < last * turns as u64;
        let found = AtomicU64::new(0);
        for_rows(rows, threads, control, |row| {
            let count = if backward { table.backward(row, depth) } else { table.forward(row, depth) };
            found.fetch_add(count, Ordering::Relaxed);
        })?;
        last = found.into_inner();
        reached = total.min(reached + last);
        if last == 0 {
            break;
        }
    }
    Ok(table.entries.into_iter().map(AtomicU8::into_inner).collect())
}
