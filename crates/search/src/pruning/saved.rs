//! A table as bytes: kept after a search and read before the next search of the same space.
//!
//! Start at [`PruningTable::save`] and [`PruningTable::restore`]. The entries follow seven numbers of eight bytes. The
//! reader accepts any bytes and rejects inconsistent ones. Whether they are the bytes that were written must be
//! verified by a checksum around them.

use super::entries::Entries;
use super::pruning_table::PruningTable;
use super::two_bit::TwoBit;
use crate::god::saved::{Damaged, Reader, Writer};
use crate::space::Space;
use crate::table::Memory;

/// Marks the beginning of the entries and identifies their layout.
const LAYOUT: u64 = u64::from_le_bytes(*b"two bit2");

impl PruningTable {
    /// The table as bytes; `None` if it is still empty, was stopped within a level, or uses a perfect index, because
    /// filling such a table is faster than reading it.
    pub fn save(&self) -> Option<Vec<u8>> {
        let (Entries::Hashed(table), Some(filled)) = (&self.entries, self.filled) else { return None };
        if !table.is_whole_at(filled) {
            return None;
        }
        let mut writer = Writer::default();
        writer.number(LAYOUT);
        let numbers = [self.unit.into(), filled.into(), self.work[0], self.work[1], self.complete.into()];
        writer.numbers(&numbers);
        Some(writer.rest(&table.to_bytes()))
    }

    /// A table that [`PruningTable::save`] made for the same space. It is read in place, until another level is filled.
    ///
    /// # Errors
    ///
    /// If the bytes are not a table, or one of more than `max_memory` bytes.
    pub fn restore<S: Space>(space: &S, max_memory: u64, memory: Memory) -> Result<Self, Damaged> {
        let bytes = (*memory).as_ref();
        let mut reader = Reader::new(bytes);
        if reader.number()? != LAYOUT {
            return Err(Damaged);
        }
        let [unit, filled, last, before, complete] =
            <[u64; 5]>::try_from(reader.numbers()?).map_err(|_| Damaged)?;
        let mut table = PruningTable::new(space, max_memory);
        let level = u8::try_from(filled).ok().filter(|&level| level < u8::MAX - 1).ok_or(Damaged)?;
        let entries = reader.rest();
        let from = bytes.len() - entries.len();
        let fits = entries.len() as u64 <= table.most && matches!(table.entries, Entries::Hashed(_));
        if u64::from(table.unit) != unit || complete > 1 || !fits {
            return Err(Damaged);
        }
        table.entries = Entries::Hashed(TwoBit::kept(level, memory, from).ok_or(Damaged)?);
        (table.filled, table.work, table.complete) = (Some(level), [last, before], complete == 1);
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Control;
    use crate::puzzle_space::PuzzleSpace;
    use permutant_puzzle::catalog;
    use permutant_puzzle::metric::Metric;

    fn space() -> PuzzleSpace {
        let puzzle = catalog::find("pyraminx").unwrap().puzzle;
        let (metric, goals) = (Metric::htm(), [puzzle.solved().clone()]);
        let turns = puzzle.search_turns(&metric);
        PuzzleSpace::new(&puzzle, &turns, &metric, &goals).unwrap().with_symmetry(&puzzle, &turns, &goals)
    }

    /// What was saved says the same as before, and fills on to the same.
    #[test]
    fn a_table_goes_on_where_it_was_saved() {
        let space = space();
        let mut table = PruningTable::new(&space, 1 << 16);
        assert_eq!(table.save(), None);
        while table.filled() < Some(4) {
            assert!(table.deepen(&space, u64::MAX, 1, &Control::new()).unwrap());
        }
        let mut again = PruningTable::restore(&space, 1 << 16, Box::new(table.save().unwrap())).unwrap();
        for _ in 0..2 {
            assert_eq!((again.filled(), again.bytes()), (table.filled(), table.bytes()));
            for index in (0..100_000u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)) {
                assert_eq!(again.bound(index), table.bound(index));
            }
            for table in [&mut table, &mut again] {
                assert!(table.deepen(&space, u64::MAX, 1, &Control::new()).unwrap());
            }
        }
    }

    #[test]
    fn what_is_no_table_is_refused() {
        let space = space();
        let mut table = PruningTable::new(&space, 1 << 16);
        assert!(table.deepen(&space, u64::MAX, 1, &Control::new()).unwrap());
        let good = table.save().unwrap();
        let restored = |bytes: &[u8], memory: u64| {
            PruningTable::restore(&space, memory, Box::new(bytes.to_vec())).is_ok()
        };
        assert!(restored(&good, 1 << 16));
        for length in [0, 7, 8, 48, 56, 63, good.len() - 1] {
            assert!(!restored(&good[..length], 1 << 16), "{length} bytes");
        }
        // Layout, how many numbers, the unit, the level, and whether it is complete.
        for (at, bit) in [(0, 1), (8, 1), (16, 2), (25, 1), (48, 2)] {
            let mut bad = good.clone();
            bad[at] ^= bit;
            assert!(!restored(&bad, 1 << 16), "byte {at}");
        }
        let mut large = good.clone();
        large.resize(56 + (1 << 17), 0);
        assert!(!restored(&large, 1 << 16) && restored(&large, 1 << 17));
    }
}
