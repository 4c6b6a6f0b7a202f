//! Levels of a count in parts: the one loop that drives memory, a disk and several processes.
//!
//! Start at [`PartCount::new`] and [`PartCount::step`]. Each worker makes its own parts, some at a time; the numbers of states are added
//! over all workers. After each level the store is told to keep it, so that a count that was killed continues there.

use super::descent::{Descent, Path};
use super::level_store::LevelStore;
use super::parts::{Halt, Numbers, Parts};
use crate::limits::{Control, Progress};
use crate::threads::on_threads;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// How far a level is that is being made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelWork {
    /// The level.
    pub level: u64,
    /// Steps of the parts of this worker that are done: each part first sends, then takes in.
    pub done: u64,
    /// The number of these steps.
    pub total: u64,
    /// The number of states that this worker has found.
    pub states: u64,
    /// Bytes that this worker has written for the level.
    pub bytes: u64,
}

impl LevelWork {
    /// The bytes that the rest of the level is going to take, if it takes as many as what is done; `None` before a step is done.
    pub fn bytes_left(&self) -> Option<u64> {
        let left = u128::from(self.bytes) * u128::from(self.total.saturating_sub(self.done));
        left.checked_div(self.done.into()).map(|bytes| u64::try_from(bytes).unwrap_or(u64::MAX))
    }
}

/// A count of the states of a space by distance.
pub struct PartCount<'a> {
    parts: &'a dyn Parts,
    store: &'a dyn LevelStore,
    threads: usize,
    /// The parts of this worker.
    own: Vec<usize>,
    /// By own part: whether it has states at a level that is still to be expanded. All of them, after the count was resumed.
    has_states: Vec<bool>,
    counts: Vec<u64>,
    resumed: bool,
    /// Steps of parts done for the level that is being made, and states found at it.
    steps: AtomicU64,
    states: AtomicU64,
    /// What the store had written when the level was begun.
    written_before: u64,
}

impl std::fmt::Debug for PartCount<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PartCount").field("store", &self.store).field("counts", &self.counts).finish()
    }
}

impl<'a> PartCount<'a> {
    /// Counts the goals, or continues the count that the store holds. Some parts are made at a time, a thread each.
    ///
    /// # Errors
    /// If the store fails or holds another count, or if the caller interrupts.
    pub fn new(
        parts: &'a dyn Parts,
        store: &'a dyn LevelStore,
        threads: usize,
        control: &Control<'_>,
    ) -> Result<Self, Halt> {
        let saved = store.begin(&parts.identity(), parts.count(), parts.keep())?;
        let own: Vec<usize> = (store.worker()..parts.count()).step_by(store.workers()).collect();
        let has_states = vec![true; own.len()];
        let resumed = saved.is_some();
        let counts = saved.unwrap_or_default();
        let mut count = PartCount {
            parts,
            store,
            threads: threads.max(1),
            own,
            has_states,
            counts,
            resumed,
            steps: AtomicU64::new(0),
            states: AtomicU64::new(0),
            written_before: store.written(),
        };
        if count.counts.is_empty() {
            let written = if store.worker() == 0 { parts.begin(store)? } else { 0 };
            store.settle()?;
            // No part has anything to send for the goals.
            *count.steps.get_mut() = count.own.len() as u64;
            let absorbed = count.absorb(0, control)?;
            count.add(0, written + absorbed)?;
            count.has_states.fill(true);
        }
        Ok(count)
    }

    /// Whether the store held the beginning of the count.
    pub fn is_resumed(&self) -> bool {
        self.resumed
    }

    /// Whether no level is left to be counted.
    pub fn is_complete(&self) -> bool {
        let largest = self.parts.largest_cost() as usize;
        self.counts.iter().rev().take(largest).all(|&count| count == 0)
    }

    /// Number of states at each distance so far; distances that no sum of costs equals have none.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Number of states reached so far.
    pub fn reached(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Counts the next level that has states, and returns its distance and number of states; `None` if there is none. After an error the
    /// counts are those of the previous levels, and the count has to be begun again to go on.
    ///
    /// # Errors
    /// If the store fails, or if the caller interrupts.
    pub fn step(&mut self, control: &Control<'_>) -> Result<Option<(u64, u64)>, Halt> {
        loop {
            let last = self.counts.len() as u64 - 1;
            if self.is_complete() {
                let levels = self.counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
                self.counts.truncate(levels);
                return Ok(None);
            }
            *self.steps.get_mut() = 0;
            *self.states.get_mut() = 0;
            self.written_before = self.store.written();
            if self.counts[last as usize] > 0 {
                self.expand(last, control)?;
            }
            // Also if there was nothing to send.
            *self.steps.get_mut() = self.own.len() as u64;
            self.store.settle()?;
            let found = self.absorb(last + 1, control)?;
            let sum = self.add(last + 1, found)?;
            if sum > 0 {
                return Ok(Some((last + 1, sum)));
            }
        }
    }

    /// How far the level is that is being made, or was when a step failed.
    pub fn work(&self) -> LevelWork {
        LevelWork {
            level: self.counts.len() as u64,
            done: self.steps.load(Relaxed),
            total: 2 * self.own.len() as u64,
            states: self.states.load(Relaxed),
            bytes: self.store.written() - self.written_before,
        }
    }

    /// Completes a level at which this worker found some states, and returns how many all found.
    fn add(&mut self, level: u64, found: u64) -> Result<u64, Halt> {
        let sum = self.store.sum(&[found])?[0];
        self.counts.push(sum);
        if let Err(fault) = self.store.commit(level, &self.counts) {
            self.counts.pop();
            return Err(fault.into());
        }
        Ok(sum)
    }

    fn expand(&mut self, level: u64, control: &Control<'_>) -> Result<(), Halt> {
        // With moves of different costs, a part without states at this level may have some at others.
        let skips = self.parts.largest_cost() == 1;
        let has_states = |at: usize| self.has_states[at] || !skips;
        self.share_out(control, |at, part| {
            if has_states(at) { self.parts.expand(part, level, self.store, control) } else { Ok(()) }
        })?;
        Ok(())
    }

    fn absorb(&mut self, level: u64, control: &Control<'_>) -> Result<u64, Halt> {
        let found: Vec<AtomicU64> = self.own.iter().map(|_| AtomicU64::new(0)).collect();
        self.share_out(control, |at, part| {
            let states = self.parts.absorb(part, level, self.store, control)?;
            found[at].store(states, Relaxed);
            self.states.fetch_add(states, Relaxed);
            Ok(())
        })?;
        let found: Vec<u64> = found.into_iter().map(AtomicU64::into_inner).collect();
        self.has_states = found.iter().map(|&count| count > 0).collect();
        Ok(found.iter().sum())
    }

    /// Divides the own parts among threads. The first error ends all.
    fn share_out(
        &self,
        control: &Control<'_>,
        work: impl Fn(usize, usize) -> Result<(), Halt> + Sync,
    ) -> Result<(), Halt> {
        let next = AtomicUsize::new(0);
        let has_failed = AtomicBool::new(false);
        let halt: Mutex<Option<Halt>> = Mutex::new(None);
        on_threads(self.threads.min(self.own.len()), |_| {
            loop {
                let at = next.fetch_add(1, Relaxed);
                if at >= self.own.len() || has_failed.load(Relaxed) {
                    return;
                }
                let result = match control.interrupted() {
                    Some(reason) => Err(reason.into()),
                    None => work(at, self.own[at]),
                };
                if let Err(fault) = result {
                    has_failed.store(true, Relaxed);
                    halt.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(fault);
                    return;
                }
                self.steps.fetch_add(1, Relaxed);
                let LevelWork { level: distance, done, total, states, bytes } = self.work();
                control.report(Progress::LevelParts { distance, done, total, states, bytes });
            }
        });
        halt.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    /// Up to `most` of the states of the last level, each with a shortest path to a goal. All workers must call it.
    ///
    /// # Errors
    /// If the store fails.
    pub fn antipodes(&self, most: usize) -> io::Result<Vec<(Numbers, Path)>> {
        let level = self.counts.len() as u64 - 1;
        let descent = Descent::new(self.parts, self.store);
        let mut states: Vec<Numbers> = Vec::new();
        for part in 0..self.parts.count() {
            // The owner tells all.
            let mut own = Vec::new();
            if descent.is_own(part) {
                own = self.parts.last(part, level, most - states.len(), self.store)?;
            }
            let sizes = [own.len() as u64, own.first().map_or(0, |state| state.len() as u64)];
            let sizes = self.store.sum(&sizes)?;
            let told = match own.is_empty() {
                true => vec![0; (sizes[0] * sizes[1]) as usize],
                false => own.concat(),
            };
            let told = self.store.sum(&told)?;
            states.extend(told.chunks(sizes[1].max(1) as usize).map(<[u64]>::to_vec));
            if states.len() >= most {
                break;
            }
        }
        states.into_iter().map(|state| Ok((state.clone(), descent.solve(state, level)?))).collect()
    }
}
