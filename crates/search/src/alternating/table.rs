//! The double cosets around the solved state, level by level.
//!
//! Start at [`DoubleCosets::deepen`]. The levels are sets of numbers of classes: all arrangements with the same number of involutions from
//! solved, up to turns of the ring and of the names of the pieces, and up to reflection where that is a symmetry. Beyond the last level lie
//! Bloom filters of the sums of what one and two letters make of it: what they contain is probably one or two levels further, and is so if a
//! letter leads to the level before. A filter takes a fraction of the memory of a level, and its sums take a fraction of the time that
//! numbers of classes take; that it sees the same class several times does not matter.

use super::classes::{Classes, Full};
use super::filter::Filter;
use super::letters::{MOST_SLOTS, Row, identity};
use super::structure::Alternating;
use crate::limits::{Control, Progress, StopReason};
use crate::threads::on_threads;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Bytes of a filter for each class in it: at two, 0.6 % of others seem to be in it, at one, 4 %.
const FILTER_BYTES: f64 = 2.0;

/// The fewest bytes of a filter for each class with which a table is made deeper.
const FEWEST_BYTES: f64 = 1.0;

/// Bytes of a filter of few classes.
const LEAST_FILTER: u64 = 1 << 16;

/// Classes that a thread takes at once.
const SHARE: usize = 1 << 12;

/// What it takes to compute the number of a class and to store it, in sums that are stored in a filter.
const NUMBERED: f64 = 10.0;

/// The number of filters.
pub(super) const FILTERS: usize = 2;

/// The levels, and the filters of the next ones.
#[derive(Debug)]
pub struct DoubleCosets {
    levels: Vec<Classes>,
    /// Of one level further and two.
    filters: Option<[Filter; FILTERS]>,
    /// Whether the levels contain all classes.
    is_complete: bool,
    /// The greatest memory that the next level has exceeded, although it was expected to fit.
    too_little: u64,
    /// Words that were compared with the table as deep as it is.
    searched: AtomicU64,
}

impl DoubleCosets {
    /// The least memory in which a table is of use.
    pub const LEAST_MEMORY: u64 = 1 << 24;

    /// A table of the solved state alone.
    pub fn new(alternating: &Alternating) -> Self {
        let solved = Classes::with_room(1);
        let added = solved.insert(alternating.necklaces.class(&identity()));
        debug_assert!(added.is_ok());
        DoubleCosets {
            levels: vec![solved],
            filters: None,
            is_complete: false,
            too_little: 0,
            searched: AtomicU64::new(0),
        }
    }

    /// The number of involutions up to which levels are complete.
    pub(super) fn exact(&self) -> usize {
        self.levels.len() - 1
    }

    pub(super) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Whether a row is on a level.
    pub(super) fn contains(&self, alternating: &Alternating, level: usize, row: &Row) -> bool {
        self.levels[level].contains(alternating.necklaces.class(row))
    }

    fn bytes_of_levels(&self) -> u64 {
        self.levels.iter().map(Classes::bytes).sum()
    }

    /// About the number of classes so many levels after the last one: the growth of the last level continues.
    fn expected(&self, alternating: &Alternating, further: i32) -> f64 {
        let letters = alternating.letters.slots as f64;
        let [last, before] = [0, 1]
            .map(|back| self.levels.iter().rev().nth(back).map_or(1.0, |level| level.len().max(1) as f64));
        // Small levels grow irregularly.
        let growth = if last < 1000.0 { letters } else { (last / before).min(letters) };
        last * growth.powi(further)
    }

    /// What the next level and its filters cost, in sums; `None` if they exceed the memory.
    fn cost_of_deepening(&self, alternating: &Alternating, max_memory: u64) -> Option<f64> {
        let [level, first, second] = [1, 2, 3].map(|further| self.expected(alternating, further));
        let levels = self.bytes_of_levels() + Classes::bytes_for(level as u64);
        let filters = ((first + second) * FEWEST_BYTES) as u64 + 2 * LEAST_FILTER;
        let fits =
            !self.is_complete && max_memory > self.too_little && levels.saturating_add(filters) <= max_memory;
        let letters = &alternating.letters;
        let last = self.levels[self.exact()].len() as f64;
        let [one, two] = [1, 2].map(|length| letters.traces(length));
        fits.then_some(one * NUMBERED * last + (one + two) * level)
    }

    /// Whether one more level costs less than what a search for so many involutions saves by it, or less than what has been searched
    /// without it.
    pub(super) fn pays_deeper(&self, alternating: &Alternating, involutions: usize, max_memory: u64) -> bool {
        let Some(length) = involutions.checked_sub(self.exact() + FILTERS) else { return false };
        let Some(cost) = self.cost_of_deepening(alternating, max_memory) else { return false };
        let words = |length: usize| alternating.letters.traces(length);
        let saved = length.checked_sub(1).map_or(1.0, |shorter| words(length) - words(shorter));
        cost < saved || cost < self.searched.load(Relaxed) as f64
    }

    /// Notes that so many words were compared with the table.
    pub(super) fn searched(&self, words: u64) {
        self.searched.fetch_add(words, Relaxed);
    }

    fn bytes(&self) -> u64 {
        let filters = self.filters.as_ref();
        self.bytes_of_levels()
            + filters.map_or(2 * LEAST_FILTER, |filters| filters.iter().map(Filter::bytes).sum())
    }

    /// Whether the table is no larger than this.
    pub(super) fn fits(&self, max_memory: u64) -> bool {
        self.bytes() <= max_memory
    }

    /// Whether it has its filters, if it needs them.
    pub(super) fn is_prepared(&self) -> bool {
        self.is_complete || self.filters.is_some()
    }

    /// Whether a row with this sum may be so many levels after the last one.
    #[inline]
    pub(super) fn may_contain(&self, further: usize, sum: u64) -> bool {
        self.filters.as_ref().is_none_or(|filters| filters[further - 1].may_contain(sum))
    }

    /// Begins to look up a sum.
    #[inline]
    pub(super) fn prefetch(&self, further: usize, sum: u64) {
        if let Some(filters) = &self.filters {
            filters[further - 1].prefetch(sum);
        }
    }

    /// Leaves out what exceeds a lower limit than the one with which it was made.
    pub(super) fn fit(&mut self, max_memory: u64) {
        while !self.fits(max_memory) && (self.filters.take().is_some() || self.levels.len() > 1) {
            if !self.fits(max_memory) && self.levels.len() > 1 {
                self.levels.pop();
                (self.is_complete, self.too_little) = (false, 0);
            }
        }
    }

    /// Adds a level, and makes the filters of those after it anew.
    ///
    /// # Errors
    ///
    /// The reason for which the caller interrupts, or [`StopReason::Memory`] if the level is larger than expected. The table then lacks its
    /// filters, which slows a search down, and may lack the level.
    pub(super) fn deepen(
        &mut self,
        alternating: &Alternating,
        threads: usize,
        max_memory: u64,
        control: &Control<'_>,
    ) -> Result<(), StopReason> {
        self.filters = None;
        let mut room = (self.expected(alternating, 1) * 1.05) as u64 + 1;
        let level = loop {
            if self.bytes_of_levels() + Classes::bytes_for(room) > max_memory {
                self.too_little = max_memory;
                return Err(StopReason::Memory);
            }
            let next = Classes::with_room(room);
            match self.fill(alternating, &next, threads, control)? {
                Ok(()) => break next,
                Err(Full) => room *= 2,
            }
        };
        if level.len() == 0 {
            self.is_complete = true;
            return Ok(());
        }
        self.levels.push(level);
        (self.searched, self.too_little) = (AtomicU64::new(0), 0);
        self.prepare(alternating, threads, max_memory, control)
    }

    /// Fills the next level; [`Full`] if its room does not suffice.
    fn fill(
        &self,
        alternating: &Alternating,
        next: &Classes,
        threads: usize,
        control: &Control<'_>,
    ) -> Result<Result<(), Full>, StopReason> {
        let Alternating { letters, necklaces, .. } = alternating;
        // Neighbours of a level are on it or on the one before or after it.
        let known = &self.levels[self.levels.len().saturating_sub(2)..];
        let full = Mutex::new(Ok(()));
        self.on_last("double cosets", threads, control, &|number| {
            let row = necklaces.row(number);
            let mut numbers = [0; MOST_SLOTS];
            for (letter, number) in numbers.iter_mut().enumerate().take(letters.slots) {
                *number = necklaces.class(&letters.after(&row, letter));
                known.iter().chain([next]).for_each(|level| level.prefetch(*number));
            }
            for &number in &numbers[..letters.slots] {
                if !known.iter().any(|level| level.contains(number))
                    && let Err(Full) = next.insert(number)
                {
                    *full.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Err(Full);
                    return false;
                }
            }
            true
        })?;
        Ok(full.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    /// Makes the filters, if there are none.
    pub(super) fn prepare(
        &mut self,
        alternating: &Alternating,
        threads: usize,
        max_memory: u64,
        control: &Control<'_>,
    ) -> Result<(), StopReason> {
        if self.is_prepared() {
            return Ok(());
        }
        let Alternating { letters, necklaces, .. } = alternating;
        let room = max_memory.saturating_sub(self.bytes_of_levels());
        let [first, second] = [1, 2].map(|further| self.expected(alternating, further));
        let each = (room as f64 / (first + second)).min(FILTER_BYTES);
        let filters = [first, second].map(|classes| Filter::new(((classes * each) as u64).max(LEAST_FILTER)));
        self.on_last("filters of double cosets", threads, control, &|number| {
            let row = necklaces.row(number);
            let mut summed = necklaces.summed(&row);
            let (mut firsts, mut seconds) = ([0; MOST_SLOTS], [[0; MOST_SLOTS]; MOST_SLOTS]);
            for (letter, sum) in firsts.iter_mut().enumerate().take(letters.slots) {
                *sum = necklaces.sum_after(letters, &summed, letter);
                filters[0].prefetch(*sum);
            }
            // All look-ups begin before the first sum is stored, so that they wait for memory together.
            let after = |first: usize| letters.outside(letters.forbidden_after(0, first));
            for (first, sums) in seconds.iter_mut().enumerate().take(letters.slots) {
                necklaces.sum_up(&letters.after(&row, first), &mut summed);
                for second in after(first) {
                    sums[second] = necklaces.sum_after(letters, &summed, second);
                    filters[1].prefetch(sums[second]);
                }
            }
            for (first, (&sum, sums)) in firsts.iter().zip(&seconds).enumerate().take(letters.slots) {
                filters[0].insert(sum);
                after(first).for_each(|second| filters[1].insert(sums[second]));
            }
            true
        })?;
        self.filters = Some(filters);
        Ok(())
    }

    /// Does something for each class of the last level, on all threads, as long as it returns `true`.
    fn on_last(
        &self,
        name: &'static str,
        threads: usize,
        control: &Control<'_>,
        each: &(dyn Fn(u64) -> bool + Sync),
    ) -> Result<(), StopReason> {
        let last = &self.levels[self.exact()];
        let total = last.width().div_ceil(SHARE);
        let (next, stop) = (AtomicUsize::new(0), Mutex::new(None));
        let is_long = last.width() > 1 << 18;
        let work = |thread: usize| {
            loop {
                let share = next.fetch_add(1, Relaxed);
                if share >= total {
                    break;
                }
                if let Some(reason) = control.interrupted() {
                    *stop.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(reason);
                    next.store(total, Relaxed);
                    break;
                }
                if thread == 0 && is_long && share % 64 < threads {
                    let (done, total) = (share as u64, total as u64);
                    control.report(Progress::Table { name, done, total });
                }
                let places = share * SHARE..((share + 1) * SHARE).min(last.width());
                if !last.within(places).all(each) {
                    next.store(total, Relaxed);
                    break;
                }
            }
        };
        on_threads(threads, work);
        let stop = stop.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        stop.map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle_space::PuzzleSpace;
    use permutant_puzzle::catalog;
    use permutant_puzzle::metric::Metric;
    use std::collections::HashSet;

    fn named(name: &str) -> Alternating {
        let (puzzle, metric) = (catalog::find(name).unwrap().puzzle, Metric::htm());
        let goal = puzzle.solved().clone();
        let space = PuzzleSpace::new(&puzzle, &puzzle.search_turns(&metric), &metric, &[goal]).unwrap();
        Alternating::of(&space).unwrap()
    }

    /// The number of cosets in a class: of necklaces of named pieces, here written from piece 0 on.
    fn cosets(alternating: &Alternating, number: u64) -> usize {
        let slots = alternating.letters.slots;
        let row = alternating.necklaces.row(number);
        let images = (0..2 * slots).map(|image| {
            let (is_mirrored, name) = (image >= slots, image % slots);
            let renamed = |slot: usize| {
                let piece = usize::from(row[if is_mirrored { slots - 1 - slot } else { slot }]) + name;
                (if is_mirrored { 2 * slots - piece } else { piece }) % slots
            };
            let mut row: Vec<usize> = (0..slots).map(renamed).collect();
            let start = row.iter().position(|&piece| piece == 0).unwrap();
            row.rotate_left(start);
            row
        });
        images.collect::<HashSet<_>>().len()
    }

    /// The sizes of levels on any number of threads. The cosets of the first ones were counted by another program, without symmetry.
    #[test]
    fn levels_have_their_sizes() {
        let alternating = named("topspin:20,4");
        for threads in [1, 3] {
            let mut table = DoubleCosets::new(&alternating);
            while table.exact() < 6 {
                table.deepen(&alternating, threads, 1 << 26, &Control::new()).unwrap();
            }
            let sizes: Vec<u64> = table.levels.iter().map(Classes::len).collect();
            assert_eq!(sizes, [1, 1, 10, 69, 615, 5193, 43_212]);
            let count = |level: &Classes| -> usize {
                level.within(0..level.width()).map(|number| cosets(&alternating, number)).sum()
            };
            let sizes: Vec<usize> = table.levels[..5].iter().map(count).collect();
            assert_eq!(sizes, [1, 20, 250, 2560, 23_675]);
            // What lies one level further or two is in the filters.
            let mut row = identity();
            for letter in [0, 2, 4, 6, 3, 1, 5, 2] {
                row = alternating.letters.after(&row, letter);
            }
            let sum = alternating.necklaces.summed(&row).sum;
            assert!(
                (0..=6).any(|level| table.contains(&alternating, level, &row))
                    || table.may_contain(1, sum)
                    || table.may_contain(2, sum)
            );
        }
    }

    /// All classes of a small ring: those of 7! arrangements under 8 · 8 · 2 symmetries.
    #[test]
    fn small_rings_are_complete() {
        let alternating = named("topspin:8,4");
        let mut table = DoubleCosets::new(&alternating);
        while !table.is_complete() {
            table.deepen(&alternating, 1, 1 << 24, &Control::new()).unwrap();
        }
        let classes: u64 = table.levels.iter().map(Classes::len).sum();
        let mut all: Vec<u64> =
            (0..5040).map(|rank| alternating.necklaces.class(&alternating.necklaces.row(rank))).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(classes, all.len() as u64);
    }

    #[test]
    fn memory_bounds_a_table() {
        let alternating = named("topspin:20,4");
        let mut table = DoubleCosets::new(&alternating);
        let max_memory = DoubleCosets::LEAST_MEMORY;
        while table.cost_of_deepening(&alternating, max_memory).is_some() {
            table.deepen(&alternating, 1, max_memory, &Control::new()).unwrap();
        }
        assert!(table.fits(max_memory) && table.exact() >= 5, "{}", table.exact());
        table.fit(1 << 20);
        assert!(table.fits(1 << 20) && table.exact() > 2, "{}", table.exact());
    }
}
