//! Building the large tables.
//!
//! Start at [`build`]. The distances of both phases come from a breadth-first search on all threads (`pruning::distances`).
//! Each row of phase 1 is then compared with the rows that its turns lead to. A turn maps a row to a row, so all data read at a
//! time fits into the L1 cache.

use super::entry;
use crate::coordinates::coordinate;
use crate::coordinates::move_table::MoveTable;
use crate::coordinates::symcoord::{self, Conjugates, SymCoordinate};
use crate::model::move_masks::PHASE_2_MOVES;
use crate::model::moves::{Face, Move};
use crate::tables::{Phase1Rows, Phase2Rows, Rows, distances, for_rows};
use permutant_search::limits::{Control, Progress, StopReason};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Entries of phase 1: classes of flip and slice with the twist.
pub(super) const ENTRIES_1: usize = symcoord::FLIP_SLICE.classes * coordinate::TWIST.size;

/// Entries of phase 2: classes of corners with the edges of U and D.
const ENTRIES_2: usize = symcoord::CORNERS.classes * coordinate::UD_EDGES.size;

/// Bytes of the entries of phase 1, 4 · 64 430 · 2187; those of phase 2 come after them.
pub(super) const PHASE_1_BYTES: usize = 4 * ENTRIES_1;

/// Bytes of both tables: 563 633 640, and half of 2768 · 40 320.
pub const TABLE_BYTES: usize = PHASE_1_BYTES + ENTRIES_2 / 2;

/// The peak memory for building them in bytes, including the tables: a byte for each entry of phase 1, and rows.
pub const TABLE_BYTES_TO_BUILD: usize = TABLE_BYTES + ENTRIES_1 + (32 << 20);

/// The name in progress reports.
const NAME: &str = "two-phase";

/// The tables as bytes: entries of phase 1 (2187 · class + twist, four bytes each, low byte first), then of phase 2
/// (40 320 · class + edges, two to a byte, low half first; 15 stands for more too).
///
/// # Errors
///
/// The reason for the stop, if `control` stopped it.
pub(in crate::two_phase) fn build(threads: usize, control: &Control<'_>) -> Result<Vec<u8>, StopReason> {
    // Each table is searched, then written.
    const TOTAL: u64 = 2 * (ENTRIES_1 + ENTRIES_2) as u64;
    let tell = |done: u64| control.report(Progress::Table { name: NAME, done, total: TOTAL });
    if let Some(reason) = control.interrupted() {
        return Err(reason);
    }
    tell(0);
    let mut bytes = vec![0; TABLE_BYTES];
    let (first, second) = bytes.split_at_mut(PHASE_1_BYTES);
    phase1(first, threads, control, &tell)?;
    phase2(second, threads, control, |done| tell(2 * ENTRIES_1 as u64 + done))?;
    tell(TOTAL);
    Ok(bytes)
}

fn phase1(
    bytes: &mut [u8],
    threads: usize,
    control: &Control<'_>,
    tell: &(dyn Fn(u64) + Sync),
) -> Result<(), StopReason> {
    const WIDTH: usize = coordinate::TWIST.size;
    let flip_slice = SymCoordinate::build(&symcoord::FLIP_SLICE);
    let twist_moves = MoveTable::build(&coordinate::TWIST, &Move::ALL);
    let rows = Phase1Rows::new(&flip_slice, &twist_moves, &Conjugates::build(&coordinate::TWIST));
    let table = distances(&rows, threads, control, tell)?;
    let row = |row: usize| &table[row * WIDTH..(row + 1) * WIDTH];
    let entries: Vec<Mutex<&mut [u8]>> = bytes.chunks_mut(4 * WIDTH).map(Mutex::new).collect();
    let done = AtomicU64::new(0);
    for_rows(rows.rows(), threads, control, |at| {
        let here = row(at);
        let mut faces = [0u32; WIDTH];
        for face in 0..Face::ALL.len() {
            let [one, two, three] = [0, 1, 2].map(|n| {
                let (to, map) = rows.step(at, 3 * face + n);
                (row(to), map)
            });
            for (place, faces) in faces.iter_mut().enumerate() {
                let least = here[place] - u8::from(here[place] > 0);
                // 0 for nearer, 1 for equal, 2 for farther; in the solved state, where none is nearer, 0 and 1.
                let digit = |(to, map): (&[u8], &[u16])| usize::from(to[usize::from(map[place])] - least);
                let digits = 9 * digit(one) + 3 * digit(two) + digit(three);
                // 13 = 111 in base 3.
                let digits = if here[place] == 0 { digits + 13 } else { digits };
                *faces |= u32::from(entry::FACES[digits]) << (4 * face);
            }
        }
        let mut entries = entries[at].lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for ((entry, &distance), &faces) in entries.chunks_exact_mut(4).zip(here).zip(&faces) {
            entry.copy_from_slice(&entry::encode(distance, faces).to_le_bytes());
        }
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if done.is_multiple_of(4096) {
            tell(ENTRIES_1 as u64 + done * WIDTH as u64);
        }
    })
}

fn phase2(
    bytes: &mut [u8],
    threads: usize,
    control: &Control<'_>,
    tell: impl Fn(u64),
) -> Result<(), StopReason> {
    let corners = SymCoordinate::build(&symcoord::CORNERS);
    let edge_moves = MoveTable::build(&coordinate::UD_EDGES, &PHASE_2_MOVES);
    let edges = Conjugates::spread(&PHASE_2_MOVES, &edge_moves);
    let rows = Phase2Rows::new(&corners, &edge_moves, &edges);
    let table = distances(&rows, threads, control, tell)?;
    for (byte, pair) in bytes.iter_mut().zip(table.chunks_exact(2)) {
        *byte = pair[0].min(15) | pair[1].min(15) << 4;
    }
    Ok(())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::sync::LazyLock;

    /// The tables, filled once for all tests that need them.
    pub(in crate::two_phase) static TABLES: LazyLock<Vec<u8>> =
        LazyLock::new(|| build(2, &Control::new()).expect("nobody stops it"));

    #[test]
    #[ignore = "long: seconds in a build without checks, 800 MB"]
    fn distances_have_their_published_distributions() {
        // kociemba.org/cube.htm.
        let mut counts = [0u64; 16];
        for entry in TABLES[..PHASE_1_BYTES].as_chunks().0 {
            counts[usize::from(entry::distance(u32::from_le_bytes(*entry)))] += 1;
        }
        let published =
            [1, 1, 5, 44, 487, 5841, 68_364, 776_568, 7_950_748, 52_098_876, 76_236_234, 3_771_112, 129];
        assert_eq!(counts[..13], published);
        assert_eq!(counts.iter().sum::<u64>(), ENTRIES_1 as u64);
        let mut counts = [0u64; 16];
        for byte in &TABLES[PHASE_1_BYTES..] {
            counts[usize::from(byte & 15)] += 1;
            counts[usize::from(byte >> 4)] += 1;
        }
        // 15, 16, 17 and 18 turns share a value.
        let last = 15_974_563 + 1_290_346 + 19_777 + 15;
        let published = [
            1, 3, 10, 52, 285, 1318, 5671, 26_502, 115_467, 470_846, 1_853_056, 6_535_823, 18_349_792,
            32_843_350, 34_118_883, last,
        ];
        assert_eq!(counts, published);
    }
}
