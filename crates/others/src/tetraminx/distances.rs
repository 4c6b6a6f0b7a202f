//! Tables of distances for the second phase: of the centres, and of all other pieces that inner and middle layers move.
//!
//! Start at [`build`] and [`Distances`]. Entries have four bits, two in a byte: first the rest, then the centres, each by its number
//! (`inside.rs`). No centres are farther than 13 turns. A few of the others are 16 turns away and count as 15.

use super::inside::{CENTRES, Coordinates, Inside, REST, TURNS};
use permutant_search::limits::{Control, Progress, StopReason};
use permutant_search::prefetch::prefetch;
use permutant_search::table::Memory;
use permutant_search::threads::on_threads;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};

/// Bytes of the tables.
pub const BYTES: usize = (REST + CENTRES) / 2;

/// Bytes that building them takes.
pub const BYTES_TO_BUILD: usize = BYTES + CENTRES;

/// An entry that has not been reached.
const EMPTY: u8 = u8::MAX;

/// The greatest entry.
const FARTHEST: u8 = 15;

/// Entries that a thread examines at a time.
const CHUNK: usize = 1 << 16;

/// Computes the tables on so many threads. The result does not depend on their number.
///
/// # Errors
/// The reason for which `control` stopped it.
pub fn build(threads: usize, control: &Control<'_>) -> Result<Vec<u8>, StopReason> {
    let coordinates = Coordinates::new();
    let mut bytes = Vec::with_capacity(BYTES);
    pack(&levels(REST, threads, control, |number| coordinates.rests_beside(number))?, &mut bytes);
    pack(&levels(CENTRES, threads, control, |number| coordinates.centres_beside(number))?, &mut bytes);
    Ok(bytes)
}

/// Adds entries, two to a byte.
fn pack(entries: &[AtomicU8], bytes: &mut Vec<u8>) {
    let (pairs, _) = entries.as_chunks::<2>();
    bytes.extend(
        pairs
            .iter()
            .map(|[low, high]| low.load(Relaxed).min(FARTHEST) | high.load(Relaxed).min(FARTHEST) << 4),
    );
}

/// The distance of each number from 0, level by level. Once fewer numbers are left than the last level has, these look for a neighbour in it.
fn levels(
    size: usize,
    threads: usize,
    control: &Control<'_>,
    beside: impl Fn(usize) -> [usize; TURNS] + Sync,
) -> Result<Vec<AtomicU8>, StopReason> {
    let entries: Vec<AtomicU8> = (0..size).map(|_| AtomicU8::new(EMPTY)).collect();
    entries[0].store(0, Relaxed);
    let (mut level, mut last, mut reached) = (0, 1, 1);
    while last > 0 {
        let is_backwards = last > size - reached;
        let next = AtomicUsize::new(0);
        let found = on_threads(threads, |_| {
            let mut found = 0;
            loop {
                let first = next.fetch_add(CHUNK, Relaxed);
                if first >= size || control.interrupted().is_some() {
                    return found;
                }
                for number in first..(first + CHUNK).min(size) {
                    let entry = entries[number].load(Relaxed);
                    if is_backwards && entry == EMPTY {
                        if beside(number).into_iter().any(|at| entries[at].load(Relaxed) == level) {
                            entries[number].store(level + 1, Relaxed);
                            found += 1;
                        }
                    } else if !is_backwards && entry == level {
                        for at in beside(number) {
                            let is_new = entries[at].load(Relaxed) == EMPTY
                                && entries[at].compare_exchange(EMPTY, level + 1, Relaxed, Relaxed).is_ok();
                            found += usize::from(is_new);
                        }
                    }
                }
            }
        });
        if let Some(reason) = control.interrupted() {
            return Err(reason);
        }
        last = found.into_iter().sum();
        reached += last;
        level += 1;
        control.report(Progress::Part {
            name: "distances of the second phase",
            done: reached as u64,
            total: size as u64,
        });
    }
    Ok(entries)
}

/// The tables.
pub(super) struct Distances {
    bytes: Memory,
}

impl std::fmt::Debug for Distances {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Distances").finish_non_exhaustive()
    }
}

impl Distances {
    /// Tables that [`build`] computed; `None` if their size is another.
    pub(super) fn new(bytes: Memory) -> Option<Self> {
        ((*bytes).as_ref().len() == BYTES).then_some(Distances { bytes })
    }

    /// Their entries.
    pub(super) fn entries(&self) -> Entries<'_> {
        let (rest, centres) = (*self.bytes).as_ref().split_at(REST / 2);
        Entries { rest, centres }
    }
}

/// The entries of the tables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entries<'t> {
    rest: &'t [u8],
    centres: &'t [u8],
}

/// The entry of a number.
#[inline(always)]
fn entry(of: &[u8], number: usize) -> u32 {
    u32::from(of[number / 2] >> (number % 2 * 4) & 15)
}

impl Entries<'_> {
    /// A lower bound for the number of turns that solve everything but the centres.
    #[inline(always)]
    pub(super) fn of_rest(self, of: &Inside) -> u32 {
        entry(self.rest, of.rest())
    }

    /// The number of turns that solve the centres of a number.
    #[inline(always)]
    pub(super) fn of_centres(self, rank: usize) -> u32 {
        entry(self.centres, rank)
    }

    /// Begins to look up everything but the centres.
    #[inline(always)]
    pub(super) fn prefetch_rest(self, of: &Inside) {
        prefetch(self.rest, of.rest() / 2);
    }

    /// Begins to look up the centres of a number.
    #[inline(always)]
    pub(super) fn prefetch_centres(self, rank: usize) {
        prefetch(self.centres, rank / 2);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::inside::{rank_of_centres, turns};
    use super::super::model::{HOME, Position};
    use super::*;

    /// Tables in which everything farther than `near` turns counts as one turn more.
    pub(in super::super) fn near(near: u8) -> Memory {
        let coordinates = Coordinates::new();
        let mut bytes = vec![(near + 1) * 0x11; BYTES];
        let fill = |first: usize, beside: &dyn Fn(usize) -> [usize; TURNS], bytes: &mut [u8]| {
            let mut level = vec![0];
            for distance in 0..=near {
                let mut next = Vec::new();
                for number in level {
                    let (byte, shift) = ((first + number) / 2, (first + number) % 2 * 4);
                    if bytes[byte] >> shift & 15 > distance {
                        bytes[byte] = bytes[byte] & !(15 << shift) | distance << shift;
                        next.extend(beside(number));
                    }
                }
                level = next;
            }
        };
        fill(0, &|number| coordinates.rests_beside(number), &mut bytes);
        fill(REST, &|number| coordinates.centres_beside(number), &mut bytes);
        Box::new(bytes)
    }

    #[test]
    fn levels_are_distances_on_any_number_of_threads() {
        // A ring of 100 000, with steps of one, ten, a hundred, a thousand and ten thousand in both directions.
        let size = 100_000;
        let beside = |number: usize| {
            std::array::from_fn(|turn| {
                let step = 10_usize.pow(turn as u32 / 2);
                (number + if turn % 2 == 0 { step } else { size - step }) % size
            })
        };
        let of = |threads| -> Vec<u8> {
            let entries = levels(size, threads, &Control::new(), beside).unwrap();
            entries.into_iter().map(AtomicU8::into_inner).collect()
        };
        let entries = of(1);
        assert_eq!([0, 1, 7, 25, 99_999, 55_555].map(|number| entries[number]), [0, 1, 4, 7, 1, 21]);
        assert!(entries == of(3));
    }

    /// The counts of a program that was written apart from this one, on the stickers of a listed puzzle.
    #[test]
    #[ignore = "long: a minute, 370 MB"]
    fn as_many_are_at_each_distance_as_counted_elsewhere() {
        let rest = [
            1, 10, 76, 476, 2259, 10_710, 43_852, 179_992, 652_082, 1_983_211, 4_469_764, 6_378_663,
            4_543_238,
        ];
        let rest = [&rest[..], &[1_256_074, 73_824, 1272 + 16]].concat();
        let centres = [1, 10, 76, 576, 4224, 27_431, 164_397, 1_004_997, 5_421_835, 24_803_560, 76_763_660];
        let centres = [&centres[..], &[110_566_920, 20_738_859, 4254]].concat();
        let bytes = build(2, &Control::new()).unwrap();
        for (bytes, counted) in [(&bytes[..REST / 2], rest), (&bytes[REST / 2..], centres)] {
            let mut counts = [0; 16];
            for byte in bytes {
                counts[usize::from(byte & 15)] += 1;
                counts[usize::from(byte >> 4)] += 1;
            }
            assert_eq!(counts[..counted.len()], counted);
        }
    }

    #[test]
    fn entries_stand_where_they_are_looked_up() {
        let coordinates = Coordinates::new();
        let distances = Distances::new(near(2)).unwrap();
        let entries = distances.entries();
        assert_eq!((entries.of_centres(rank_of_centres(&HOME)), entries.of_centres(CENTRES - 1)), (0, 3));
        for one in turns() {
            for other in turns().into_iter().filter(|other| other.corner != one.corner) {
                let inside = coordinates.inside(&Position::SOLVED.after(one).after(other)).unwrap();
                assert_eq!(entries.of_rest(&inside), 2);
                assert_eq!(entries.of_centres(rank_of_centres(&inside.centres)), 2);
            }
        }
        assert!(Distances::new(Box::new(vec![0_u8; 5])).is_none());
    }
}
