//! The search forwards: all traces of one length from a position, each compared with the table.
//!
//! Start at [`Forwards::meet`]. Where the last filter of the table contains the sum of a row, words that lead on to the solved state are sought
//! level by level. Each part of a lexicographically least word is one itself, so each trace with the least number of involutions is found once,
//! and of these the first with the fewest turns at its ends is taken: the same one wherever the search and the table meet, and on any number of
//! threads. Words that begin with letter 0 come first; the others need a turn at their beginning, and once a word needs no more, the rest is
//! left out.

use super::ends::Ends;
use super::letters::{Letters, Row, identity};
use super::necklace::{Necklaces, Summed};
use super::structure::Alternating;
use super::table::{DoubleCosets, FILTERS};
use crate::limits::{Control, StopReason};
use crate::threads::on_threads;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Letters of the words at which parts begin.
const PART_LETTERS: usize = 3;

/// Nodes between two checks of the caller's flags.
const NODES_PER_LOOK: u64 = 1 << 16;

/// What the search forwards needs to know.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forwards<'a> {
    pub(super) alternating: &'a Alternating,
    pub(super) table: &'a DoubleCosets,
    pub(super) threads: usize,
    pub(super) control: &'a Control<'a>,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub(super) struct Met {
    pub(super) best: Option<Ends>,
    pub(super) nodes: u64,
}

impl Met {
    /// Adds what was found later.
    fn merge(&mut self, other: Met) {
        self.nodes += other.nodes;
        if let Some(other) = other.best
            && self.best.as_ref().is_none_or(|best| other.turns < best.turns)
        {
            self.best = Some(other);
        }
    }
}

/// The beginning of a word.
#[derive(Clone, Debug)]
struct Part {
    word: Vec<usize>,
    row: Row,
    forbidden: u32,
}

impl Part {
    /// The fewest turns at the ends of its words: a word that begins with letter 0 needs none before it.
    fn least_turns(&self) -> u32 {
        u32::from(self.word.first().is_some_and(|&letter| letter != 0))
    }
}

impl Forwards<'_> {
    /// The words from a row that may be on a level of the table, or one level further.
    pub(super) fn lead_on(&self, row: &Row, level: usize) -> Met {
        let enough = AtomicUsize::new(usize::MAX);
        let mut walk = Walk::new(self, &enough);
        if self.may_be_on(level, row) {
            // It ends early only at the best word.
            let _ = walk.lead_on(row, 0, level);
        }
        walk.met
    }

    /// Whether a row is on a level, or may be on it according to a filter.
    fn may_be_on(&self, level: usize, row: &Row) -> bool {
        match level.checked_sub(self.table.exact()) {
            None | Some(0) => self.table.contains(self.alternating, level, row),
            Some(further) => self.table.may_contain(further, self.alternating.necklaces.summed(row).sum),
        }
    }

    /// The words from a row that have `length` letters and then as many as the table's last filter is from solved.
    pub(super) fn meet(&self, row: &Row, length: usize) -> Result<Met, StopReason> {
        let letters = &self.alternating.letters;
        let mut parts = vec![Part { word: Vec::new(), row: *row, forbidden: 0 }];
        let begun = length.saturating_sub(2).min(PART_LETTERS);
        for _ in 0..begun {
            let further = parts.iter().flat_map(|part| {
                letters.outside(part.forbidden).map(|letter| Part {
                    word: part.word.iter().copied().chain([letter]).collect(),
                    row: letters.after(&part.row, letter),
                    forbidden: letters.forbidden_after(part.forbidden, letter),
                })
            });
            parts = further.collect();
        }
        let first = parts.partition_point(|part| part.least_turns() == 0);
        let mut met = self.meet_in(&parts[..first], length - begun)?;
        if met.best.as_ref().is_none_or(|best| best.turns > 1) {
            met.merge(self.meet_in(&parts[first..], length - begun)?);
        }
        Ok(met)
    }

    /// The words of some parts, of which all need as many turns at least.
    fn meet_in(&self, parts: &[Part], left: usize) -> Result<Met, StopReason> {
        // Parts after one with a word that needs no more turns are not needed.
        let (next, enough) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let results: Vec<Mutex<Met>> = parts.iter().map(|_| Mutex::default()).collect();
        let stop = Mutex::new(None);
        let worker = |_: usize| {
            let mut walk = Walk::new(self, &enough);
            loop {
                let at = next.fetch_add(1, Relaxed);
                let Some(part) = parts.get(at).filter(|_| at <= enough.load(Relaxed)) else { break };
                walk.begin(at, part);
                let end = walk.walk(&part.row, part.forbidden, left);
                if walk.has_best() {
                    enough.fetch_min(at, Relaxed);
                }
                let met = std::mem::take(&mut walk.met);
                self.control.visited(met.nodes);
                *results[at].lock().unwrap_or_else(PoisonError::into_inner) = met;
                if let Err(Stop::Limit(reason)) = end {
                    *stop.lock().unwrap_or_else(PoisonError::into_inner) = Some(reason);
                    next.store(parts.len(), Relaxed);
                    break;
                }
            }
        };
        on_threads(self.threads, worker);
        if let Some(reason) = stop.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(reason);
        }
        let mut met = Met::default();
        for result in results.into_iter().take(enough.into_inner().saturating_add(1)) {
            met.merge(result.into_inner().unwrap_or_else(PoisonError::into_inner));
        }
        Ok(met)
    }
}

/// Why a part ends early.
enum Stop {
    /// It has the best word, or is not needed.
    Enough,
    Limit(StopReason),
}

/// The last two letters of a word whose sum is being looked up.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    sum: u64,
    letters: [u8; 2],
}

/// The walk over the words of parts.
struct Walk<'a> {
    letters: &'a Letters,
    necklaces: &'a Necklaces,
    forwards: &'a Forwards<'a>,
    enough: &'a AtomicUsize,
    part: usize,
    /// The fewest turns that its words need.
    least_turns: u32,
    word: Vec<usize>,
    leaves: Vec<Leaf>,
    summed: Summed,
    met: Met,
    next_look: u64,
}

impl<'a> Walk<'a> {
    fn new(forwards: &'a Forwards<'a>, enough: &'a AtomicUsize) -> Self {
        let Alternating { letters, necklaces, .. } = forwards.alternating;
        Walk {
            letters,
            necklaces,
            forwards,
            enough,
            part: 0,
            least_turns: 0,
            word: Vec::new(),
            leaves: Vec::new(),
            summed: necklaces.summed(&identity()),
            met: Met::default(),
            next_look: 0,
        }
    }

    fn begin(&mut self, number: usize, part: &Part) {
        (self.part, self.least_turns, self.next_look) = (number, part.least_turns(), 0);
        self.word.clear();
        self.word.extend_from_slice(&part.word);
    }

    /// Whether nothing better can follow in its part.
    fn has_best(&self) -> bool {
        self.met.best.as_ref().is_some_and(|best| best.turns <= self.least_turns)
    }

    /// Does something with a row after one more letter.
    fn after(
        &mut self,
        (row, forbidden): (&Row, u32),
        letter: usize,
        then: impl FnOnce(&mut Self, &Row, u32) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.word.push(letter);
        let after = self.letters.after(row, letter);
        let end = then(self, &after, self.letters.forbidden_after(forbidden, letter));
        self.word.pop();
        end
    }

    /// The level of rows after the last letter.
    fn level(&self) -> usize {
        self.forwards.table.exact() + FILTERS
    }

    /// Tries all words of `left` more letters.
    fn walk(&mut self, row: &Row, forbidden: u32, left: usize) -> Result<(), Stop> {
        match left {
            0 => {
                self.met.nodes += 1;
                let level = self.level();
                match self.forwards.may_be_on(level, row) {
                    true => self.lead_on(row, forbidden, level),
                    false => Ok(()),
                }
            }
            2 => self.last_two(row, forbidden),
            _ => {
                for letter in self.letters.outside(forbidden) {
                    self.after((row, forbidden), letter, |walk, row, forbidden| {
                        walk.walk(row, forbidden, left - 1)
                    })?;
                }
                Ok(())
            }
        }
    }

    /// Tries all pairs of last letters. All look-ups begin before the first is used, so that they wait for memory together.
    fn last_two(&mut self, row: &Row, forbidden: u32) -> Result<(), Stop> {
        if self.met.nodes >= self.next_look {
            self.next_look = self.met.nodes + NODES_PER_LOOK;
            if let Some(reason) = self.forwards.control.interrupted() {
                return Err(Stop::Limit(reason));
            }
            if self.enough.load(Relaxed) < self.part {
                return Err(Stop::Enough);
            }
        }
        let (letters, table) = (self.letters, self.forwards.table);
        self.leaves.clear();
        for first in letters.outside(forbidden) {
            self.necklaces.sum_up(&letters.after(row, first), &mut self.summed);
            for second in letters.outside(letters.forbidden_after(forbidden, first)) {
                let sum = self.necklaces.sum_after(letters, &self.summed, second);
                table.prefetch(FILTERS, sum);
                self.leaves.push(Leaf { sum, letters: [first as u8, second as u8] });
            }
        }
        self.met.nodes += self.leaves.len() as u64;
        for at in 0..self.leaves.len() {
            let Leaf { sum, letters } = self.leaves[at];
            if table.may_contain(FILTERS, sum) {
                let [first, second] = letters.map(usize::from);
                self.after((row, forbidden), first, |walk, row, forbidden| {
                    walk.after((row, forbidden), second, |walk, row, forbidden| {
                        walk.lead_on(row, forbidden, walk.level())
                    })
                })?;
            }
        }
        Ok(())
    }

    /// Tries all words that lead from a row on this level to the solved state, each letter to the level before.
    fn lead_on(&mut self, row: &Row, forbidden: u32, level: usize) -> Result<(), Stop> {
        let Some(before) = level.checked_sub(1) else {
            let found = Ends::of(self.letters, &self.word, row);
            self.met.merge(Met { best: Some(found), nodes: 0 });
            return if self.has_best() { Err(Stop::Enough) } else { Ok(()) };
        };
        let Forwards { alternating, table, .. } = *self.forwards;
        // The filter takes less time than the numbers of classes.
        let summed = (before == table.exact() + 1).then(|| self.necklaces.summed(row));
        for letter in self.letters.outside(forbidden) {
            let leads_on = match &summed {
                Some(summed) => table.may_contain(1, self.necklaces.sum_after(self.letters, summed, letter)),
                None => table.contains(alternating, before, &self.letters.after(row, letter)),
            };
            if leads_on {
                self.after((row, forbidden), letter, |walk, row, forbidden| {
                    walk.lead_on(row, forbidden, before)
                })?;
            }
        }
        Ok(())
    }
}
