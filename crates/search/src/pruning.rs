//! Lower bounds for the distance to the solved states, from a table over states near them.
//!
//! Start at [`PruningTable::new`] and [`PruningTable::bound`]. One byte an entry, indexed by the space's perfect
//! index or by its hashed bits: an entry is the least cost of the states that fall on it, as far as the table is
//! filled; an empty entry means "further than that". Two states on one entry can only lower the bound, so it
//! never overestimates. Filled by depth-first search over canonical sequences from the solved states, level by
//! level, when the search finds that worth its while (the way of twsearch's tables).

use crate::limits::{Control, Progress, StopReason};
use crate::sequences::{Node, Sequences};
use crate::space::Space;

/// An entry on which no state has fallen yet.
const EMPTY: u8 = u8::MAX;
/// Fewest entries of a hashed table.
const LEAST: u64 = 1 << 12;
/// Most entries of a table by default: 2^28 bytes.
const MOST: u64 = 1 << 28;

/// Distances of the states near the solved ones.
#[derive(Clone, Debug)]
pub struct PruningTable {
    entries: Vec<u8>,
    sequences: Sequences,
    /// Costs are counted in this unit, their greatest common divisor.
    unit: u32,
    /// Every state within this many units of a solved one has its entry; `None` before the first level.
    filled: Option<u8>,
    /// States visited while filling the last level, repeated ones included.
    work: u64,
    /// Most entries that memory allows.
    most: u64,
    perfect: bool,
    /// No state lies further than the table is filled.
    complete: bool,
}

impl PruningTable {
    /// An empty table that will take at most `max_memory` bytes.
    pub fn new<S: Space>(space: &S, max_memory: u64) -> Self {
        let unit = space.moves().map(|m| space.cost(m)).fold(0, gcd).max(1);
        let allowed = max_memory.clamp(LEAST, MOST);
        let perfect = space.size().is_some_and(|size| size <= allowed);
        let most = match space.size() {
            Some(size) if perfect => size,
            _ => 1 << allowed.ilog2(),
        };
        let entries = vec![EMPTY; if perfect { most } else { LEAST } as usize];
        let sequences = Sequences::unrestricted(space);
        PruningTable { entries, sequences, unit, filled: None, work: 0, most, perfect, complete: false }
    }

    /// A lower bound for what it costs to solve a state: 0 before the first level is filled.
    #[inline]
    pub fn bound(&self, index: u64) -> u32 {
        let Some(filled) = self.filled else { return 0 };
        let entry = self.entries[self.slot(index)];
        let units = if entry == EMPTY { u32::from(filled) + 1 } else { u32::from(entry) };
        units * self.unit
    }

    #[inline]
    fn slot(&self, index: u64) -> usize {
        // A power of two unless perfect; then the index is below the length already.
        if self.perfect { index as usize } else { index as usize & (self.entries.len() - 1) }
    }

    /// Whether the table is complete and the state is not in it: no sequence of moves solves it.
    pub fn is_unreachable(&self, index: u64) -> bool {
        self.complete && self.entries[self.slot(index)] == EMPTY
    }

    /// The greatest common divisor of the costs of all moves.
    pub fn unit(&self) -> u32 {
        self.unit
    }

    /// The cost up to which every state has its entry.
    pub fn filled(&self) -> Option<u32> {
        self.filled.map(|filled| u32::from(filled) * self.unit)
    }

    /// Bytes taken.
    pub fn bytes(&self) -> u64 {
        self.entries.len() as u64
    }

    /// Fills another level if a search of `nodes` nodes would gain by it: if the level costs less than that,
    /// and memory allows. Says whether it did. Stopped in the middle, the table is as it was.
    pub fn deepen<S: Space>(
        &mut self,
        space: &S,
        nodes: u64,
        control: &Control<'_>,
    ) -> Result<bool, StopReason> {
        let level = self.filled.map_or(0, |filled| filled.saturating_add(1));
        // A level takes about as many times the work of the last as a state has successors.
        let branching = space.move_count() as u64;
        let expected = self.work.saturating_mul(branching);
        if self.complete || level >= EMPTY - 1 || expected > nodes.max(1 << 14) {
            return Ok(false);
        }
        let wanted = expected.saturating_mul(2).next_power_of_two().clamp(LEAST, self.most);
        if !self.perfect && self.work > self.most {
            return Ok(false);
        }
        let refill = !self.perfect && wanted > self.entries.len() as u64;
        if refill {
            self.entries = vec![EMPTY; wanted as usize];
            self.filled = None;
        }
        let from = if refill { 0 } else { level };
        for level in from..=level {
            self.fill(space, level, control)?;
            self.filled = Some(level);
        }
        control.report(Progress::Table { name: "pruning", done: u64::from(level), total: 0 });
        Ok(true)
    }

    fn fill<S: Space>(&mut self, space: &S, level: u8, control: &Control<'_>) -> Result<(), StopReason> {
        let cost = u32::from(level) * self.unit;
        let mut filling = Filling { table: self, space, control, level, written: 0, work: 0 };
        let mut states = Vec::new();
        for goal in space.goals() {
            states.clear();
            // A path has at most one state for each unit of cost, and the one beyond.
            states.resize(usize::from(level) + 1, goal.clone());
            let start = filling.table.sequences.start();
            filling.visit(&mut states, start, cost)?;
        }
        let (written, work) = (filling.written, filling.work);
        self.work = work.max(1);
        // With every move costing one unit, an empty level ends the space, if entries are not shared.
        self.complete = self.perfect && written == 0 && space.moves().all(|m| space.cost(m) == self.unit);
        Ok(())
    }
}

struct Filling<'a, S: Space> {
    table: &'a mut PruningTable,
    space: &'a S,
    control: &'a Control<'a>,
    level: u8,
    written: u64,
    work: u64,
}

impl<S: Space> Filling<'_, S> {
    /// Visits every state at exactly `left` from `states[0]`, backwards: a move counts what its inverse costs.
    fn visit(&mut self, states: &mut [S::State], node: Node, left: u32) -> Result<(), StopReason> {
        if left == 0 {
            self.work += 1;
            if self.work.is_multiple_of(1 << 12)
                && let Some(reason) = self.control.interrupted()
            {
                return Err(reason);
            }
            let slot = self.table.slot(self.space.index(&states[0]));
            let entry = &mut self.table.entries[slot];
            if *entry == EMPTY {
                *entry = self.level;
                self.written += 1;
            }
            return Ok(());
        }
        for m in self.space.moves() {
            let cost = self.space.cost(self.space.inverse(m));
            let Some(next) = self.table.sequences.after(node, m).filter(|_| cost <= left) else { continue };
            let Some((state, rest)) = states.split_first_mut() else { continue };
            if self.space.apply(m, state, &mut rest[0]) {
                // On a perfect index a state that was reached for less leads to nothing new.
                if self.table.perfect {
                    let entry = self.table.entries[self.table.slot(self.space.index(&rest[0]))];
                    let here = u32::from(self.level) - (left - cost) / self.table.unit;
                    if u32::from(entry) < here {
                        continue;
                    }
                }
                self.visit(rest, next, left - cost)?;
            }
        }
        Ok(())
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
