//! Breadth-first search that fills a table row by row, on several threads.
//!
//! Start at [`fill`]. A row is one value of a coordinate that is reduced by symmetry. A turn maps a whole row to a whole row,
//! by one of a few permutations of its places. The table is therefore traversed in order, and each step accesses only cached
//! lines, whatever the size of the table. At a given depth all threads write the same value, so their order does not matter.

use permutant_search::limits::{Control, StopReason};
use permutant_search::threads::on_threads;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// States in rows.
pub trait Rows {
    /// Number of rows.
    fn rows(&self) -> usize;

    /// Places in a row, at most 2^16.
    fn width(&self) -> usize;

    /// Number of turns.
    fn turns(&self) -> usize;

    /// Where a turn takes a row: the row, and the place for each place.
    fn step(&self, row: usize, turn: usize) -> (usize, &[u16]);

    /// Gives the other names that the states of a row have: a row, and the place for each place.
    fn twins<'a>(&'a self, row: usize, give: impl FnMut(usize, &'a [u16]));
}

/// The entries of a table, which threads fill for each other.
pub(super) trait Entries: Sync {
    /// Fills an entry if it is empty, and returns whether it was.
    fn fill(&self, row: usize, place: usize, depth: u8) -> bool;

    /// Whether an entry next to an empty one has the last depth that is complete.
    fn is_at(&self, row: usize, place: usize, last: u8) -> bool;

    /// The places of a row that may have a depth: if others are among them, all entries one turn from those are filled.
    fn places(&self, row: usize, depth: u8) -> Vec<u16>;

    /// The empty places of a row.
    fn empty(&self, row: usize) -> Vec<u16>;
}

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
struct Filling<'a, G, E> {
    graph: &'a G,
    entries: &'a E,
    /// For each row a bit for each distance that an entry of it has.
    depths: Vec<AtomicU32>,
}

impl<G: Rows, E: Entries> Filling<'_, G, E> {
    fn note(&self, row: usize, distance: u8) {
        self.depths[row].fetch_or(1 << distance, Ordering::Relaxed);
    }

    /// Fills an entry under all its names. How many of them were empty.
    #[inline]
    fn fill(&self, row: usize, place: usize, twins: &[(usize, &[u16])], depth: u8) -> u64 {
        let mut count = u64::from(self.entries.fill(row, place, depth));
        if count > 0 {
            for &(twin, map) in twins {
                count += u64::from(self.entries.fill(twin, usize::from(map[place]), depth));
                self.note(twin, depth);
            }
        }
        count
    }

    /// Fills what is one turn from the entries of a row at a depth.
    fn forward(&self, row: usize, depth: u8) -> u64 {
        if self.depths[row].load(Ordering::Relaxed) >> depth & 1 == 0 {
            return 0;
        }
        let places = self.entries.places(row, depth);
        let mut twins: Vec<(usize, &[u16])> = Vec::new();
        let mut count = 0;
        for turn in 0..self.graph.turns() {
            let (to, map) = self.graph.step(row, turn);
            twins.clear();
            self.graph.twins(to, |twin, map| twins.push((twin, map)));
            let before = count;
            for &place in &places {
                count += self.fill(to, usize::from(map[usize::from(place)]), &twins, depth + 1);
            }
            if count > before {
                self.note(to, depth + 1);
            }
        }
        count
    }

    /// Fills the entries of a row that are one turn from a depth.
    fn backward(&self, row: usize, depth: u8) -> u64 {
        let (mut empty, mut count) = (self.entries.empty(row), 0);
        for turn in 0..self.graph.turns() {
            if empty.is_empty() {
                break;
            }
            let (from, map) = self.graph.step(row, turn);
            empty.retain(|&place| {
                let meets = self.entries.is_at(from, usize::from(map[usize::from(place)]), depth);
                if meets {
                    count += u64::from(self.entries.fill(row, usize::from(place), depth + 1));
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

/// Fills empty entries with the distance from the nearest of several goals, each a row and a place, up to 31 turns, and returns
/// the number of entries at each distance. The search runs forward from the last depth while that is small, and backward from
/// the unreached entries once few are left (Kociemba). `on_depth` gets the number of entries that are filled.
///
/// # Errors
///
/// The reason for the stop, if `control` stopped it.
pub(super) fn fill<G: Rows + Sync>(
    graph: &G,
    entries: &impl Entries,
    ends: &[(usize, usize)],
    threads: usize,
    control: &Control<'_>,
    on_depth: impl Fn(u64),
) -> Result<Vec<u64>, StopReason> {
    let (rows, total) = (graph.rows(), (graph.rows() * graph.width()) as u64);
    let table = Filling { graph, entries, depths: (0..rows).map(|_| AtomicU32::new(0)).collect() };
    let mut counts = vec![0];
    for &(row, place) in ends {
        let mut twins = Vec::new();
        graph.twins(row, |twin, map| twins.push((twin, map)));
        counts[0] += table.fill(row, place, &twins, 0);
        table.note(row, 0);
    }
    let mut reached = counts[0];
    for depth in 0..MOST {
        on_depth(reached);
        let last = counts[usize::from(depth)];
        let backward = total.saturating_sub(reached) * STEPS_BACK < last * graph.turns() as u64;
        let found = AtomicU64::new(0);
        for_rows(rows, threads, control, |row| {
            let count = if backward { table.backward(row, depth) } else { table.forward(row, depth) };
            found.fetch_add(count, Ordering::Relaxed);
        })?;
        let count = found.into_inner();
        if count == 0 {
            break;
        }
        counts.push(count);
        reached = total.min(reached + count);
    }
    Ok(counts)
}
