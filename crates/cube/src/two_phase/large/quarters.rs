//! Phase 1 in quarter turns: the distance of each state to G1, and how each quarter turn changes it.
//!
//! Start at [`QuarterTables::build`] and [`Quarters::follow`]. States and their names are those of the large profile. An entry has
//! four bits for each face, so that its turns have the bits of the large profile:
//!
//! ```text
//! bit 31-28   27-24      23-20  …  7-4   3-0
//! |   0   | distance |    B    …    R  |  U  |     a face, from the low bit: clockwise nearer, clockwise no farther,
//!                                                                            counterclockwise nearer, counterclockwise no farther
//! ```

use super::build::ENTRIES_1;
use super::entry::{self, Turns24};
use super::tables::{Large, Parts, Seen};
use crate::coordinates::coordinate;
use crate::coordinates::move_table::MoveTable;
use crate::coordinates::symcoord::{self, Conjugates, SymCoordinate};
use crate::model::cubie::CubieCube;
use crate::model::move_masks::{NO_FACE, QUARTERS, SUCCESSORS, bits};
use crate::model::moves::Move;
use crate::tables::{Phase1Rows, Rows, distances, for_rows};
use crate::two_phase::profile::{Child, Turns};
use permutant_search::limits::{Control, Progress, StopReason};
use permutant_search::prefetch::prefetch;
use std::sync::{Mutex, PoisonError};

/// The bits of all quarter turns.
const ALL: Turns24 = 0x55_5555;

/// The rows of what may follow, beyond those of [`SUCCESSORS`]: a face has turned once, clockwise, and may do so again.
const ONCE: usize = NO_FACE + 1;

/// The quarter turns, as numbers of turns.
const QUARTER_TURNS: [usize; 12] = {
    let mut turns = [0; 12];
    let mut n = 0;
    while n < 12 {
        turns[n] = n / 2 * 3 + n % 2 * 2;
        n += 1;
    }
    turns
};

/// The table of phase 1 in quarter turns, with what is small beside it.
pub struct QuarterTables {
    bytes: Vec<u8>,
    parts: Parts,
    /// By symmetry, then by what turned last: the turns that may follow, as the representative names them.
    successors: Vec<[Turns24; ONCE + 6]>,
}

impl std::fmt::Debug for QuarterTables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("QuarterTables").finish_non_exhaustive()
    }
}

/// The table with direct access to its bytes, for a search.
#[derive(Debug)]
pub(crate) struct Quarters<'a> {
    tables: &'a QuarterTables,
}

/// The rows of phase 1 with quarter turns only.
struct QuarterRows<'a>(Phase1Rows<'a>);

impl Rows for QuarterRows<'_> {
    fn rows(&self) -> usize {
        self.0.rows()
    }

    fn width(&self) -> usize {
        self.0.width()
    }

    fn turns(&self) -> usize {
        QUARTER_TURNS.len()
    }

    fn step(&self, row: usize, turn: usize) -> (usize, &[u16]) {
        self.0.step(row, QUARTER_TURNS[turn])
    }

    fn twins<'a>(&'a self, row: usize, give: impl FnMut(usize, &'a [u16])) {
        self.0.twins(row, give);
    }
}

impl QuarterTables {
    /// Bytes of the table, 4 · 64 430 · 2187.
    pub const BYTES: usize = 4 * ENTRIES_1;

    /// Builds the table in seconds. That takes another 141 MB.
    ///
    /// # Errors
    ///
    /// The reason for the stop, if `control` stopped it.
    pub fn build(threads: usize, control: &Control<'_>) -> Result<QuarterTables, StopReason> {
        const WIDTH: usize = coordinate::TWIST.size;
        const TOTAL: u64 = 2 * ENTRIES_1 as u64;
        let tell = |done: u64| {
            control.report(Progress::Table { name: "phase 1 in quarter turns", done, total: TOTAL });
        };
        let flip_slice = SymCoordinate::build(&symcoord::FLIP_SLICE);
        let twist_moves = MoveTable::build(&coordinate::TWIST, &Move::ALL);
        let conjugates = Conjugates::build(&coordinate::TWIST);
        let rows = QuarterRows(Phase1Rows::new(&flip_slice, &twist_moves, &conjugates));
        let table = distances(&rows, threads, control, tell)?;
        let row = |row: usize| &table[row * WIDTH..(row + 1) * WIDTH];
        let mut bytes = vec![0; QuarterTables::BYTES];
        let entries: Vec<Mutex<&mut [u8]>> = bytes.chunks_mut(4 * WIDTH).map(Mutex::new).collect();
        for_rows(rows.rows(), threads, control, |at| {
            let here = row(at);
            let mut changes = [0u32; WIDTH];
            for turn in 0..QUARTER_TURNS.len() {
                let (to, map) = rows.step(at, turn);
                let to = row(to);
                for (place, changes) in changes.iter_mut().enumerate() {
                    let after = to[usize::from(map[place])];
                    let is = u32::from(after < here[place]) | u32::from(after <= here[place]) << 1;
                    *changes |= is << (2 * turn);
                }
            }
            let mut entries = entries[at].lock().unwrap_or_else(PoisonError::into_inner);
            for ((entry, &distance), &changes) in entries.chunks_exact_mut(4).zip(here).zip(&changes) {
                entry.copy_from_slice(&entry::encode(distance, changes).to_le_bytes());
            }
        })?;
        drop(entries);
        let parts = Parts::build();
        let by_symmetry = |(seen, bits): (&[Turns24; 7], &[u8; Move::COUNT])| {
            std::array::from_fn(|last| match last.checked_sub(ONCE) {
                None => seen[last] & ALL,
                Some(face) => seen[face] & ALL | 1 << bits[3 * face],
            })
        };
        let translation = &parts.translation;
        let successors = translation.successors.iter().zip(&translation.bits).map(by_symmetry).collect();
        Ok(QuarterTables { bytes, parts, successors })
    }

    /// The table for a search.
    pub(crate) fn at_hand(&self) -> Quarters<'_> {
        Quarters { tables: self }
    }
}

impl Quarters<'_> {
    fn entry(&self, at: Seen) -> u32 {
        let place = Large::place(at.class, at.twist);
        let bytes = &self.tables.bytes[place..place + 4];
        u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
    }

    /// Where a cube is in phase 1.
    pub(crate) fn start(&self, cube: &CubieCube) -> Seen {
        let at = self.tables.parts.seen(cube);
        Seen { distance: entry::distance(self.entry(at)), ..at }
    }

    /// Gives the states after some turns from which exactly `left` further ones may lead to G1.
    #[inline]
    pub(crate) fn follow(&self, at: Seen, turns: Turns, left: u32, mut give: impl FnMut(Child<Seen>)) {
        let entry = self.entry(at);
        let (nearer, not_farther) = (entry & ALL, entry >> 1 & ALL);
        let symmetry = usize::from(at.symmetry & 15);
        let translation = &self.tables.parts.translation;
        // Slack in turns.
        let mut mask = match (left + 1).saturating_sub(at.distance.into()) {
            0 => nearer,
            1 => not_farther,
            _ => ALL,
        };
        mask &= self.tables.successors[symmetry][turns.last];
        if turns.leaving {
            mask &= translation.leaving;
        }
        for bit in bits(mask) {
            let farther = 1 - (not_farther >> bit & 1) as u8;
            let distance = at.distance + farther - (nearer >> bit & 1) as u8;
            let child = self.tables.parts.step(at, bit, distance);
            give(Child { turn: translation.turns[symmetry][bit], distance, at: child });
        }
    }

    /// The states within some turns of G1, one of those that are images of each other.
    pub(crate) fn near(&self, turns: u8) -> Vec<Seen> {
        Seen::near(&self.tables.bytes, turns)
    }

    /// Makes what the table says of a state come closer.
    #[inline]
    pub(crate) fn prefetch(&self, at: Seen) {
        prefetch(&self.tables.bytes, Large::place(at.class, at.twist));
        self.tables.parts.prefetch(at);
    }

    /// What turned last, after one more quarter turn: a row of [`SUCCESSORS`], or one beyond them for a face that may turn again.
    #[inline]
    pub(crate) fn after(last: usize, turn: Move) -> usize {
        let face = turn.face().index();
        if turn.quarters() == 1 && last != ONCE + face { ONCE + face } else { face }
    }

    /// The quarter turns that may follow, with a bit for each as the cube lies.
    #[inline]
    pub(crate) fn successors(last: usize) -> u32 {
        match last.checked_sub(ONCE) {
            None => SUCCESSORS[last] & QUARTERS,
            Some(face) => SUCCESSORS[face] & QUARTERS | 1 << (3 * face),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::moves::Face;

    #[test]
    fn a_face_turns_twice_in_one_direction_only() {
        let clockwise = |face: Face| Move::new(face, 1).unwrap();
        let counterclockwise = |face: Face| Move::new(face, 3).unwrap();
        let may = |last: usize, turn: Move| Quarters::successors(last) >> turn.index() & 1 == 1;
        for face in Face::ALL {
            let once = Quarters::after(NO_FACE, clockwise(face));
            assert!(may(once, clockwise(face)) && !may(once, counterclockwise(face)));
            let twice = Quarters::after(once, clockwise(face));
            assert!(!may(twice, clockwise(face)) && !may(twice, counterclockwise(face)));
            assert_eq!(Quarters::after(NO_FACE, counterclockwise(face)), twice);
        }
        for last in 0..ONCE + 6 {
            assert_eq!(Quarters::successors(last) & !QUARTERS, 0);
        }
    }

    #[test]
    #[ignore = "long: seconds in a build without checks, 800 MB"]
    fn every_quarter_turn_leads_where_the_table_says() {
        let tables = QuarterTables::build(2, &Control::new()).unwrap();
        let quarters = tables.at_hand();
        let mut counts = [0u64; 16];
        for class in 0..symcoord::FLIP_SLICE.classes as u16 {
            for twist in 0..coordinate::TWIST.size as u16 {
                let at = Seen { class, twist, symmetry: 0, distance: 0 };
                let at = Seen { distance: entry::distance(quarters.entry(at)), ..at };
                counts[usize::from(at.distance)] += 1;
                let mut count = 0;
                quarters.follow(at, Turns { last: NO_FACE, leaving: false }, 31, |child| {
                    assert_eq!(child.distance, entry::distance(quarters.entry(child.at)));
                    count += 1;
                });
                assert_eq!(count, 12);
            }
        }
        assert_eq!((counts[0], counts.iter().sum::<u64>()), (1, ENTRIES_1 as u64));
    }
}
