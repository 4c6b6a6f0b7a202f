//! Breadth-first search that fills a table row by row on some threads, a byte an entry.
//!
//! Start at [`distances`]. The same walk as in `rows`, for tables that are looked up as they are: distances and not
//! remainders, so that threads can fill rows of each other. At one depth all of them write the same value, so it does
//! not matter who comes first.

use super::rows::Rows;
use permutant_search::limits::{Control, StopReason};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};

/// An entry that is not reached.
const EMPTY: u8 = u8::MAX;

/// Backward steps that an entry not yet reached takes before it meets the last depth, about.
const STEPS_BACK: u64 = 4;

/// Rows that a thread takes at a time.
const BLOCK: usize = 64;

/// Does something for each number below `count`, in blocks, on some threads.
///
/// # Errors
///
/// Why it was stopped, where `control` did so.
pub(crate) fn for_rows(
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
    std::thread::scope(|scope| {
        // Where threads cannot be had, this one does it all.
        for _ in 1..threads {
            let _ = std::thread::Builder::new().spawn_scoped(scope, run);
        }
        run();
    });
    stopped.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).map_or(Ok(()), Err)
}

/// The distance of every state from place 0 of row 0: `width` · row + place. States that cannot be reached keep 255.
///
/// # Errors
///
/// Why it was stopped, where `control` did so.
pub(crate) fn distances(
    graph: &(impl Rows + Sync),
    threads: usize,
    control: &Control<'_>,
    on_depth: impl Fn(u64),
) -> Result<Vec<u8>, StopReason> {
    let (rows, width, turns) = (graph.rows(), graph.width(), graph.turns());
    let table: Vec<AtomicU8> = (0..rows * width).map(|_| AtomicU8::new(EMPTY)).collect();
    let row = |row: usize| &table[row * width..(row + 1) * width];
    let set = |entry: &AtomicU8, distance: u8| entry.store(distance, Ordering::Relaxed);
    let get = |entry: &AtomicU8| entry.load(Ordering::Relaxed);
    set(&table[0], 0);
    graph.twins(0, |twin, map| set(&row(twin)[usize::from(map[0])], 0));
    let (mut last, mut reached) = (1, 1);
    for depth in 0..EMPTY - 1 {
        let left = (rows * width) as u64 - reached;
        on_depth(reached);
        if last == 0 || left == 0 {
            break;
        }
        let backward = left * STEPS_BACK < last * turns as u64;
        for_rows(rows, threads, control, |at| {
            let here = row(at);
            if backward {
                let is_last = |place: usize| {
                    (0..turns).any(|turn| {
                        let (from, map) = graph.step(at, turn);
                        get(&row(from)[usize::from(map[place])]) == depth
                    })
                };
                for (place, entry) in here.iter().enumerate() {
                    if get(entry) == EMPTY && is_last(place) {
                        set(entry, depth + 1);
                    }
                }
                return;
            }
            let places: Vec<usize> = (0..width).filter(|&place| get(&here[place]) == depth).collect();
            if places.is_empty() {
                return;
            }
            let mut twins: Vec<(usize, &[u16])> = Vec::new();
            for turn in 0..turns {
                let (to, map) = graph.step(at, turn);
                twins.clear();
                graph.twins(to, |twin, map| twins.push((twin, map)));
                let there = row(to);
                for &place in &places {
                    let place = usize::from(map[place]);
                    if get(&there[place]) == EMPTY {
                        set(&there[place], depth + 1);
                        for (twin, map) in &twins {
                            set(&row(*twin)[usize::from(map[place])], depth + 1);
                        }
                    }
                }
            }
        })?;
        let found = AtomicU64::new(0);
        for_rows(rows, threads, control, |at| {
            let count = row(at).iter().filter(|entry| get(entry) == depth + 1).count();
            found.fetch_add(count as u64, Ordering::Relaxed);
        })?;
        last = found.into_inner();
        reached += last;
    }
    Ok(table.into_iter().map(AtomicU8::into_inner).collect())
}
