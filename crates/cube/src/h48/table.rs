//! The table: a lower bound for each coset, in rows of two cache lines.
//!
//! Start at [`Table::bound`]. A row belongs to a class of corners, a choice of places for the second slice, and the flips that
//! are kept. It holds one entry for each choice of places for the first slice, in eight groups:
//!
//! ```text
//! byte 15 of a group, bits 7-4                            byte 0, bits 1-0
//! | least distance of the group | entry 61 | entry 60 | … | entry 0 |        8 · 62 = 496 ≥ 495
//! ```
//!
//! An entry of 0 denotes a distance of at most the base, for which the least distance of the group is used. An entry n denotes
//! base + n, and 3 also any greater distance. The layout is that of C. Shuang's cube48opt; the groups with a least value are
//! T. Rokicki's.

use super::coset::{BLOCKS, CLASSES, FLIPS};
use super::ranks::slot_of_rank;
use crate::model::moves::{Metric, Move};

/// Bytes of a row.
pub(super) const ROW: usize = 128;

/// The size of a table: the number of flips that it keeps, 0 to 11, each of which doubles it, and the metric of its distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    flips: u8,
    base: u8,
    metric: Metric,
}

impl Size {
    /// The smallest, 30 MB.
    pub const LEAST: Size = Size { flips: 0, base: 8, metric: Metric::HalfTurn };

    /// A size by the number of flips kept; `None` above 11.
    pub const fn new(flips: u8) -> Option<Size> {
        if flips <= 11 { Some(Size { flips, ..Size::LEAST }.counting(Metric::HalfTurn)) } else { None }
    }

    /// The same for a table in this metric. Quarter turns alone lead to fewer cosets, so the base is greater; with
    /// turns of opposite faces together it is less.
    pub const fn counting(self, metric: Metric) -> Size {
        let few = if self.flips < 4 { 8 } else { 9 };
        let base = match metric {
            Metric::HalfTurn | Metric::SliceQuarterTurn => few,
            Metric::QuarterTurn => few + 1,
            Metric::SliceTurn => few - 2,
            Metric::AxialTurn => few - 3,
        };
        Size { base, metric, ..self }
    }

    /// The metric of its distances.
    pub const fn metric(self) -> Metric {
        self.metric
    }

    /// The steps that cost 1: turns of a face, and of two opposite faces where they count 1 together.
    pub(super) fn steps(self) -> Vec<Vec<Move>> {
        let turns = Move::ALL.into_iter().map(|turn| vec![turn]);
        let pairs = Move::ALL.into_iter().flat_map(|one| Move::ALL.map(|other| vec![one, other]));
        let pairs = pairs.filter(|pair| pair[0].face() < pair[1].face());
        turns.chain(pairs).filter(|step| self.metric.length(step) == 1).collect()
    }

    /// The largest size whose table takes at most this many bytes.
    pub fn within(bytes: u64) -> Option<Size> {
        (0..=11).rev().filter_map(Size::new).find(|size| size.bytes() as u64 <= bytes)
    }

    /// The same with another base. With a lower one, the table is built sooner and has weaker bounds.
    pub const fn with_base(self, base: u8) -> Size {
        Size { base, ..self }
    }

    /// The number of flips kept.
    pub const fn flips(self) -> u8 {
        self.flips
    }

    /// Bytes of the table: 3393 · 70 · 2^flips rows of 128.
    pub const fn bytes(self) -> usize {
        CLASSES * self.rows_a_class() * ROW
    }

    /// The peak memory for building it in bytes, including the table: a bit for each entry, and lists.
    pub const fn bytes_to_build(self) -> usize {
        let lists = if self.flips >= 4 { 450 << 20 } else { 80 << 20 };
        self.bytes() + ((CLASSES * BLOCKS) << self.flips) / 8 + lists
    }

    pub(super) const fn rows_a_class(self) -> usize {
        70 << self.flips
    }

    pub(super) const fn flip_bits(self) -> usize {
        self.flips as usize
    }

    /// The base: the greatest distance for which an entry is only an upper limit. Most entries are one, two or three turns beyond
    /// it. For sizes from 8 on, a base of 10 might suit better, but takes thirteen times as long to build.
    pub const fn base(self) -> u32 {
        self.base as u32
    }

    /// The kept ones of all flips: the uppermost bits.
    #[inline(always)]
    pub(super) const fn kept(self, flips: usize) -> usize {
        (flips & (FLIPS - 1)) >> (11 - self.flips)
    }
}

/// Where an entry is among the rows of its class: the byte and the shift.
fn place(size: Size, block: usize, kept: usize) -> (usize, usize) {
    let (row, slot) = ((block / 495) << size.flip_bits() | kept, slot_of_rank(block % 495));
    (row * ROW + slot / 4, 2 * (slot % 4))
}

/// Lowers an entry.
pub(super) fn put(rows: &mut [u8], size: Size, block: usize, kept: usize, value: u8) {
    let (byte, shift) = place(size, block, kept);
    let byte = &mut rows[byte];
    if *byte >> shift & 3 > value {
        *byte = *byte & !(3 << shift) | value << shift;
    }
}

/// Enters a coset whose distance is at most the base, as `block << 11 | flips`.
pub(super) fn put_near(rows: &mut [u8], size: Size, coset: u32, distance: u8) {
    let (block, kept) = (coset as usize / FLIPS, size.kept(coset as usize % FLIPS));
    put(rows, size, block, kept, 0);
    let least = &mut rows[place(size, block, kept).0 | 15];
    *least = *least & 0x0F | (*least >> 4).min(distance) << 4;
}

/// A table that can be queried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table<'a> {
    bytes: &'a [u8],
    size: Size,
}

impl<'a> Table<'a> {
    /// A table from its bytes; `None` if their number is wrong.
    pub(super) fn new(bytes: &'a [u8], size: Size) -> Option<Table<'a>> {
        (bytes.len() == size.bytes()).then_some(Table { bytes, size })
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// A table that is used only to compute addresses.
    #[cfg(test)]
    pub(super) fn unchecked(bytes: &'a [u8], size: Size) -> Table<'a> {
        Table { bytes, size }
    }

    /// The byte of an entry: class of corners, choice for the second slice, all flips, and slot.
    #[inline(always)]
    pub(super) fn address(&self, class: usize, second: usize, flips: usize, slot: usize) -> usize {
        (((class * 70 + second) << self.size.flip_bits()) + self.size.kept(flips)) * ROW + slot / 4
    }

    /// The bytes.
    #[inline(always)]
    pub(super) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The lower bound in an entry, given by its byte and slot.
    #[inline(always)]
    pub(super) fn bound(&self, address: usize, slot: usize) -> u32 {
        let entry = self.bytes[address] >> (2 * (slot % 4)) & 3;
        if entry == 0 {
            u32::from(self.bytes[address | 15] >> 4)
        } else {
            self.size.base() + u32::from(entry)
        }
    }

    /// The number of entries with each value.
    pub(super) fn distribution(&self) -> [u64; 4] {
        let mut counts = [0; 4];
        for row in self.bytes.chunks_exact(ROW) {
            for rank in 0..495 {
                let slot = slot_of_rank(rank);
                counts[usize::from(row[slot / 4] >> (2 * (slot % 4)) & 3)] += 1;
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::super::build::build;
    use super::*;
    use permutant_search::limits::Control;

    /// Tables and how many entries have each value, by cube48opt and nissy. Those of some flips only depend on which
    /// are kept, so they agree to a part in a hundred.
    fn check(flips: u8, published: [u64; 4]) {
        let size = Size::new(flips).unwrap();
        let bytes = build(size, 2, &Control::new()).unwrap();
        let counts = Table::new(&bytes, size).unwrap().distribution();
        assert_eq!(counts.iter().sum::<u64>(), ((CLASSES * BLOCKS) as u64) << flips);
        for (count, published) in counts.into_iter().zip(published) {
            assert!(count.abs_diff(published) < published / 100, "{counts:?} {published}");
        }
    }

    #[test]
    #[ignore = "long: half a minute in a build without checks, 450 MB"]
    fn with_three_flips_entries_are_as_many_as_published() {
        check(3, [6_671_995, 63_855_924, 393_715_680, 476_296_001]);
    }

    #[test]
    #[ignore = "long: three minutes in a build without checks, 2 GB"]
    fn with_five_flips_entries_are_as_many_as_published() {
        check(5, [82_457_215, 686_473_975, 2_346_852_529, 646_374_681]);
    }
}
