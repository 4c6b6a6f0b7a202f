//! Filling one level of a table: every state at exactly that cost from a solved one is visited.
//!
//! [`fill`] starts from the states around the solved ones, one for each symmetry class, and continues depth first over
//! canonical sequences, on all threads.

use super::entries::Entries;
use super::partial_table::Near;
use crate::limits::{Control, StopReason};
use crate::sequences::{Node, Sequences};
use crate::space::Space;
use crate::symmetry::Around;
use crate::threads::on_threads;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// The work and the result of filling a level.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Filled {
    /// States visited, repeated ones included.
    pub(super) work: u64,
    /// Entries that were empty before.
    pub(super) written: u64,
    /// No state is further away, and no other state can be solved.
    pub(super) last: bool,
}

/// Number of parts of the work that a thread takes at once.
const STARTS_AT_ONCE: usize = 16;
/// Number of indices that are written together.
const BUFFER: usize = 256;
/// Number of states expanded between two checks of the caller's flags.
const VISITS_PER_LOOK: u64 = 1 << 9;

/// Fills the level of this cost (`level` times `unit`). `expected` is the number of states it may visit. `memory` is
/// that of the table, of which the states around the solved ones take a part.
pub(super) fn fill<S: Space>(
    space: &S,
    sequences: &Sequences,
    entries: &Entries,
    (level, unit): (u8, u32),
    (expected, memory): (u64, u64),
    threads: usize,
    control: &Control<'_>,
) -> Result<Filled, StopReason> {
    let cost = u32::from(level) * unit;
    // The exact start should take only a small part of the time and memory.
    let states = memory / (8 * space.move_count().max(1) as u64 * (space.state_bytes() as u64 + 64));
    let wanted = (expected / 4096).clamp(64, 1 << 13).min(states).max(1) as usize;
    let near = Near::new(space, wanted, cost.saturating_sub(unit));
    if near.rim.is_empty() {
        // All solvable states are inside; the table reports this once their levels are filled.
        let Near { inside, .. } = near;
        let written = if level == 0 { 0 } else { inside.len() as u64 };
        return Ok(Filled { work: inside.len() as u64, written, last: true });
    }
    let (next, work, written, stopped) =
        (AtomicUsize::new(0), AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
    let worker = |_: usize| -> Result<(), StopReason> {
        let goal = &space.goals()[0];
        let mut visit = Visit {
            space,
            sequences,
            entries,
            control,
            level,
            unit,
            spare: [goal.clone(), goal.clone()],
            always: space.is_always_possible(),
            around: Around::default(),
            indices: Vec::with_capacity(BUFFER),
            visits: 0,
            work: 0,
            written: 0,
        };
        // A path has at most one state per unit of cost, and one beyond.
        let mut states = vec![goal.clone(); usize::from(level) + 1];
        let mut representative = goal.clone();
        let end = loop {
            let from = next.fetch_add(STARTS_AT_ONCE, Relaxed);
            let Some(starts) = near.rim.get(from..).filter(|starts| !starts.is_empty()) else { break Ok(()) };
            if stopped.load(Relaxed) {
                // The thread that was stopped reports the reason.
                break Ok(());
            }
            let mut result = Ok(());
            for (state, reached) in starts.iter().take(STARTS_AT_ONCE) {
                let Some(left) = cost.checked_sub(*reached) else { continue };
                if left == 0 {
                    visit.write(state);
                    continue;
                }
                for m in space.moves() {
                    let Some(left) = left.checked_sub(space.cost(space.inverse(m))) else { continue };
                    let Some(node) = sequences.after(sequences.start(), m) else { continue };
                    if space.apply(m, state, &mut states[0]) {
                        // A path that returns to the inside is not shortest.
                        space.representative(&states[0], &mut representative);
                        if !near.inside.contains(&representative) {
                            result = result.and_then(|()| visit.visit(&mut states, node, left));
                        }
                    }
                }
            }
            if result.is_err() {
                stopped.store(true, Relaxed);
                break result;
            }
        };
        visit.flush();
        work.fetch_add(visit.work, Relaxed);
        written.fetch_add(visit.written, Relaxed);
        end
    };
    let threads = if expected < 1 << 14 { 1 } else { threads.max(1) };
    let ends: Vec<Result<(), StopReason>> = on_threads(threads, worker);
    ends.into_iter().collect::<Result<(), StopReason>>()?;
    Ok(Filled { work: work.into_inner(), written: written.into_inner(), last: false })
}

struct Visit<'a, S: Space> {
    space: &'a S,
    sequences: &'a Sequences,
    entries: &'a Entries,
    control: &'a Control<'a>,
    level: u8,
    unit: u32,
    spare: [S::State; 2],
    /// Every move can be made in every state.
    always: bool,
    around: Around,
    /// Indices of states that were visited and have not been written.
    indices: Vec<u64>,
    visits: u64,
    work: u64,
    written: u64,
}

impl<S: Space> Visit<'_, S> {
    fn write(&mut self, state: &S::State) {
        let index = self.space.index_up_to_symmetry(state, &mut self.spare[0]);
        self.write_index(index);
    }

    fn write_index(&mut self, index: u64) {
        self.work += 1;
        self.entries.prefetch(index);
        self.indices.push(index);
        if self.indices.len() == self.indices.capacity() {
            self.flush();
        }
    }

    fn flush(&mut self) {
        self.written += self.entries.write(&self.indices, self.level);
        self.indices.clear();
    }

    /// Visits every state at exactly `left` from `states[0]`, backward: a move counts the cost of its inverse.
    fn visit(&mut self, states: &mut [S::State], node: Node, left: u32) -> Result<(), StopReason> {
        let Some((state, rest)) = states.split_first_mut() else { return Ok(()) };
        if left == 0 {
            self.write(state);
            return Ok(());
        }
        // Whether `around` belongs to this state, and not to one that was visited since.
        let mut looked = false;
        for m in self.space.moves() {
            let cost = self.space.cost(self.space.inverse(m));
            let Some(next) = self.sequences.after(node, m).filter(|_| cost <= left) else { continue };
            let is_last = cost == left;
            // After the last move, only the index is needed.
            if !(is_last && self.always || self.space.apply(m, state, &mut rest[0])) {
                continue;
            }
            if is_last {
                if !std::mem::replace(&mut looked, true) {
                    self.space.begin_expand(state, &mut self.around);
                }
                let index = self.space.index_after(m, &self.around, state, &mut self.spare);
                self.write_index(index);
                continue;
            }
            // On a perfect index, a state that was reached at lower cost leads to nothing new.
            let reached = self.level - ((left - cost) / self.unit) as u8;
            if self.entries.is_known_nearer(|| self.space.index(&rest[0]), reached) {
                continue;
            }
            self.visit(rest, next, left - cost)?;
            looked = false;
        }
        self.visits += 1;
        if !self.visits.is_multiple_of(VISITS_PER_LOOK) {
            return Ok(());
        }
        self.control.interrupted().map_or(Ok(()), Err)
    }
}
