//! The table: its size, when it grows, and the bounds it gives.

use super::entries::{EMPTY, Entries};
use super::fill::{Filled, fill};
use super::parts::Parts;
use super::two_bit::TwoBit;
use crate::limits::{Control, Progress, StopReason};
use crate::sequences::Sequences;
use crate::space::Space;
use num_integer::gcd;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// Least size of a hashed table in bytes.
const LEAST: u64 = 1 << 12;
/// Number of entries per expected state of a level: with more entries, fewer states share one.
const ROOM: u64 = 8;
/// Amount of work that always pays.
const FREE_WORK: u64 = 1 << 14;

/// Number of values of a part's table per node searched, divided by the number of moves: filling the table then takes a
/// fraction of the time.
const VALUES_A_MOVE: u64 = 16;
/// Smaller tables of parts do not repay their time.
const LEAST_VALUES: u64 = 1 << 14;
/// Number of visits that take longer than reading a table from a file: some tenths of a second.
const WORTH_KEEPING: u64 = 1 << 21;

/// Distances of the states near the solved ones.
#[derive(Debug)]
pub struct PruningTable {
    pub(super) entries: Entries,
    sequences: Sequences,
    /// The unit of costs: their greatest common divisor.
    pub(super) unit: u32,
    /// Every state within this many units of a solved one has its entry; `None` before the first level.
    pub(super) filled: Option<u8>,
    /// States visited while filling the last level and the one before, repeated ones included.
    pub(super) work: [u64; 2],
    /// Greatest number of bytes that memory allows.
    pub(super) most: u64,
    /// No state is further away than the table is filled.
    pub(super) complete: bool,
    parts: Parts,
    /// Greatest number of values of a table when parts were last chosen.
    part_values: u64,
}

impl PruningTable {
    /// An empty table that will take at most `max_memory` bytes, rounded down to a power of two.
    pub fn new<S: Space>(space: &S, max_memory: u64) -> Self {
        let unit = space.moves().map(|m| space.cost(m)).fold(0, gcd).max(1);
        let allowed = max_memory.clamp(LEAST, 1 << 40);
        let most = 1 << allowed.ilog2();
        let entries = match space.size() {
            Some(size) if size <= allowed => {
                let mut bytes = Vec::new();
                bytes.resize_with(size as usize, || AtomicU8::new(EMPTY));
                Entries::Perfect(bytes)
            }
            _ => Entries::Hashed(TwoBit::least()),
        };
        let sequences = Sequences::unrestricted(space);
        PruningTable {
            entries,
            sequences,
            unit,
            filled: None,
            work: [0; 2],
            most,
            complete: false,
            parts: Parts::default(),
            part_values: 0,
        }
    }

    /// A lower bound for the cost of solving a state, by [`Space::index_up_to_symmetry`]: 0 before the first level is
    /// filled.
    #[inline]
    pub fn bound(&self, index: u64) -> u32 {
        let Some(filled) = self.filled else { return 0 };
        let units = match &self.entries {
            Entries::Perfect(bytes) => match bytes[index as usize].load(Relaxed) {
                EMPTY => u32::from(filled) + 1,
                known => u32::from(known),
            },
            Entries::Hashed(table) => u32::from(table.bound(index)),
        };
        units * self.unit
    }

    /// Prefetches what [`PruningTable::bound`] reads, so that several look-ups can overlap.
    #[inline]
    pub fn prefetch(&self, index: u64) {
        self.entries.prefetch(index);
    }

    /// The greatest bound that the table can give: the bound for states that it does not contain.
    #[inline]
    pub fn most_bound(&self) -> u32 {
        self.filled.map_or(0, |filled| (u32::from(filled) + 1) * self.unit)
    }

    /// Whether the table is complete and does not contain the state: then no sequence of moves solves it.
    pub fn is_unreachable(&self, index: u64) -> bool {
        self.complete
            && match &self.entries {
                Entries::Perfect(bytes) => bytes[index as usize].load(Relaxed) == EMPTY,
                Entries::Hashed(table) => table.is_empty_at(index),
            }
    }

    /// The greatest common divisor of the costs of all moves.
    pub fn unit(&self) -> u32 {
        self.unit
    }

    /// The cost up to which every state has its entry.
    pub fn filled(&self) -> Option<u32> {
        self.filled.map(|filled| u32::from(filled) * self.unit)
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        match &self.entries {
            Entries::Perfect(bytes) => bytes.len() as u64,
            Entries::Hashed(table) => table.bytes(),
        }
    }

    /// Exact distances of parts of the puzzle.
    pub(crate) fn parts(&self) -> &Parts {
        &self.parts
    }

    /// Builds exact tables of parts, or larger ones than before, if this takes about as long as a search of `nodes`
    /// nodes and they give better bounds than the table over whole states. Removes those that no longer do.
    pub(crate) fn refine<S: Space>(
        &mut self,
        space: &S,
        nodes: u64,
        control: &Control<'_>,
    ) -> Result<(), StopReason> {
        if let Some(given) = space.given_parts() {
            if self.part_values == 0 {
                self.parts = Parts::given(space, given, control)?;
                self.part_values = 1;
            }
            return Ok(());
        }
        let known = self.most_bound();
        self.parts.weigh(known);
        let affordable = nodes.saturating_mul(VALUES_A_MOVE) / space.move_count().max(1) as u64;
        let values = affordable.min(self.most / 16);
        // Tables that gave poor bounds are likely to do so for a while.
        let growth = if self.parts.is_empty() { 16 } else { 4 };
        let is_due = values >= LEAST_VALUES.max(self.part_values.saturating_mul(growth));
        if is_due && self.parts.may_tell(values, known) {
            self.parts = Parts::choose(space, values as usize, self.most / 4, known, control)?;
            self.part_values = values;
        }
        Ok(())
    }

    /// Number of states that filling the next level is expected to visit.
    fn next_work<S: Space>(&self, space: &S) -> u64 {
        // The work grows from level to level by about the same factor, which is at most the number of successors of a
        // state.
        let branching = space.move_count() as u64;
        match self.work {
            [last, before] if before >= 64 => last.saturating_mul(last.div_ceil(before).min(branching)),
            [last, _] => last.saturating_mul(branching),
        }
    }

    /// Whether a search of `nodes` nodes would fill a level that takes enough work to be worth keeping.
    pub fn has_much_to_fill<S: Space>(&self, space: &S, nodes: u64) -> bool {
        let expected = self.next_work(space);
        !self.complete && expected >= WORTH_KEEPING && expected <= nodes.max(FREE_WORK)
    }

    /// Whether filling the table took enough work for it to be worth keeping.
    pub fn is_worth_keeping(&self) -> bool {
        self.work[0] >= WORTH_KEEPING
    }

    /// Fills another level if this pays for a search of `nodes` nodes: if the level costs less than that, and memory
    /// allows. Returns whether it did. If it is stopped midway, the table gives the same bounds as before.
    pub fn deepen<S: Space>(
        &mut self,
        space: &S,
        nodes: u64,
        threads: usize,
        control: &Control<'_>,
    ) -> Result<bool, StopReason> {
        let level = self.filled.map_or(0, |filled| filled.saturating_add(1));
        let expected = self.next_work(space);
        // Costs of the level after this one must not overflow.
        let is_last = level >= EMPTY - 1 || self.unit.checked_mul(u32::from(level) + 1).is_none();
        if self.complete || is_last || expected > nodes.max(FREE_WORK) {
            return Ok(false);
        }
        let mut from = level;
        if let Entries::Hashed(table) = &self.entries {
            // With four entries per byte, at most half should be used.
            if expected > self.most.saturating_mul(2) {
                return Ok(false);
            }
            let wanted = (expected.saturating_mul(ROOM) / 4).next_power_of_two().clamp(LEAST, self.most);
            if wanted > table.bytes() {
                self.entries = Entries::Hashed(TwoBit::new(wanted, control)?);
                (self.filled, self.work, from) = (None, [0; 2], 0);
            }
        }
        for level in from..=level {
            self.fill(space, level, expected, threads, control)?;
        }
        control.report(Progress::Table { name: "pruning", done: u64::from(level), total: 0 });
        Ok(true)
    }

    fn fill<S: Space>(
        &mut self,
        space: &S,
        level: u8,
        expected: u64,
        threads: usize,
        control: &Control<'_>,
    ) -> Result<(), StopReason> {
        if let Entries::Hashed(table) = &mut self.entries {
            table.begin(level);
        }
        let perfect = matches!(self.entries, Entries::Perfect(_));
        // With a perfect index, what is cut off depends on the order of visits.
        let threads = if perfect { 1 } else { threads };
        let at = (level, self.unit);
        let Filled { work, written, last } =
            fill(space, &self.sequences, &self.entries, at, (expected, self.most), threads, control)?;
        if let Entries::Hashed(table) = &mut self.entries {
            table.end();
        }
        self.filled = Some(level);
        self.work = [work.max(1), self.work[0]];
        // If every move costs one unit and entries are not shared, an empty level ends the space.
        let uniform = space.moves().all(|m| space.cost(m) == self.unit);
        self.complete = last || perfect && written == 0 && uniform;
        Ok(())
    }
}
