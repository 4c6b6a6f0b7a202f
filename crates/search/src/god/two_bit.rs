//! Breadth-first search over rows of states, with a quarter of a byte per state.
//!
//! Start at [`TwoBit::new`] and [`TwoBit::step`], which counts one more level. A small level is kept as a list; the
//! states of a larger one are found by scanning the table. Their successors are then generated (forward). Once most
//! states are reached, it is cheaper to check for each unreached state whether a neighbour belongs to the last level
//! (backward): each row is then written by one thread only, and most states find such a neighbour among their first.
//! The direction of a level depends on counts only, and a state is counted by the thread that writes its entry first,
//! so that counts do not depend on the number of threads. All moves must cost the same and have their inverses among
//! them. After Rokicki's and Kociemba's use of Cooperman's and Finkelstein's two-bit tables.

use super::distances::{Distances, LOW, PER_WORD, UNREACHED, entry, equal};
use crate::limits::{Control, Progress, StopReason};
use crate::reachable::place::Place;
use crate::reachable::rows::{Maps, PlaceMaps, Rows, Stored};
use crate::threads::on_threads;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Least size of a list of the states of a level; for large tables it is a fraction of all states, see [`LIST_SHARE`].
const LEAST_LIST: u64 = 1 << 14;

/// A list takes 8 bytes per state, the table a quarter byte: with at most one state of 512 in the list, a sixteenth of
/// the table.
const LIST_SHARE: u64 = 512;

/// A level is counted backward if it has more than one state per this many unreached states. Measured on the 2x2x2 and
/// the skewb: between 2 and 8 it hardly matters.
const BACKWARD_SHARE: u64 = 4;

/// Levels with fewer states than this are counted by one thread, because starting others takes longer.
const SINGLE_THREADED: u64 = 1 << 12;

/// A count of the states of rows by distance.
#[derive(Debug)]
pub struct TwoBit<'a> {
    pub(super) rows: &'a Rows,
    pub(super) distances: Distances,
    pub(super) counts: Vec<u64>,
    pub(super) reached: u64,
    /// The states of the last level, if they are few: row × width + place.
    pub(super) list: Option<Vec<u64>>,
    pub(super) threads: usize,
}

/// The findings of one thread.
#[derive(Debug, Default)]
struct Found {
    /// Number of states reached; each place counts with the weight of its row.
    count: u64,
    /// The states, unless there are more than may be kept.
    list: Vec<u64>,
    overflow: bool,
}

impl Found {
    #[inline]
    fn add(&mut self, state: u64, weight: u64, most: usize) {
        self.count += weight;
        if self.list.len() < most {
            self.list.push(state);
        } else {
            self.overflow = true;
        }
    }
}

impl<'a> TwoBit<'a> {
    /// A count of the solved state.
    pub fn new(rows: &'a Rows, threads: usize) -> Self {
        TwoBit::of_goals(rows, &[rows.solved()], threads)
    }

    /// A count of some goals, each given as row and place. If rows represent classes, the goals must be closed under
    /// all symmetries.
    pub fn of_goals(rows: &'a Rows, goals: &[(usize, usize)], threads: usize) -> Self {
        let distances = Distances::new(rows.len(), rows.width());
        let (mut list, mut count) = (Vec::new(), 0);
        for &(row, place) in goals {
            if Distances::claim::<false>(distances.row(row), place, 0) {
                list.push((row * rows.width() + place) as u64);
                count += rows.weight(row);
            }
        }
        let list = Some(list);
        TwoBit { rows, distances, counts: vec![count], reached: count, list, threads: threads.max(1) }
    }

    /// Bytes that the search takes besides the rows.
    pub fn bytes(rows: &Rows) -> u64 {
        // A list of the level, and another that is being built.
        Distances::bytes(rows.len(), rows.width()) + 2 * 8 * most_listed(rows)
    }

    /// Number of states at each distance so far.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Number of states reached so far.
    pub fn reached(&self) -> u64 {
        self.reached
    }

    /// The entries.
    pub fn distances(&self) -> &Distances {
        &self.distances
    }

    /// The entries, kept when the search is done.
    pub fn into_distances(self) -> Distances {
        self.distances
    }

    /// Whether every state of the rows is reached; then no further level has any.
    pub fn is_full(&self) -> bool {
        self.reached == self.rows.size()
    }

    /// The states of the last level as row and place, ascending, if they are few enough to be kept.
    pub fn last_level(&self) -> Option<Vec<(usize, usize)>> {
        let mut list = self.list.clone()?;
        list.sort_unstable();
        let width = self.rows.width() as u64;
        Some(list.into_iter().map(|state| ((state / width) as usize, (state % width) as usize)).collect())
    }

    /// Counts the next level and returns its number of states; 0 if there is none. After an interruption the counts are
    /// those of the previous levels, and no further level can be counted.
    pub fn step(&mut self, control: &Control<'_>) -> Result<u64, StopReason> {
        if self.is_full() {
            return Ok(0);
        }
        let level = self.counts.len() as u64;
        control.report(Progress::Depth { length: level as u32, nodes: self.reached });
        let (from, to) = ((level - 1) % 3, level % 3);
        let size = *self.counts.last().unwrap_or(&0);
        let unreached = self.rows.size() - self.reached;
        let places = size.min(unreached) / (self.rows.size() / places(self.rows)).max(1);
        let threads = if places < SINGLE_THREADED { 1 } else { self.threads };
        let level = Level { from, to, size, unreached, threads };
        let found = match self.rows.maps() {
            Maps::Narrow(maps) => self.make(Stored { maps, width: self.rows.width() }, &level, control),
            Maps::Wide(maps) => self.make(Stored { maps, width: self.rows.width() }, &level, control),
            Maps::Blocks(maps) => self.make(maps, &level, control),
        }?;
        let count = found.iter().map(|found| found.count).sum();
        let listed = found.iter().all(|found| !found.overflow);
        self.list = listed.then(|| found.into_iter().flat_map(|found| found.list).collect());
        if count > 0 {
            self.counts.push(count);
            self.reached += count;
        }
        Ok(count)
    }

    fn make<M: PlaceMaps>(
        &self,
        maps: M,
        level: &Level,
        control: &Control<'_>,
    ) -> Result<Vec<Found>, StopReason> {
        let &Level { from, to, size, unreached, threads } = level;
        let work = Work {
            rows: self.rows,
            maps,
            distances: &self.distances,
            from,
            to,
            writers: Writers::new(self.rows.len(), threads),
            listed: (most_listed(self.rows) / threads as u64) as usize,
            stop: AtomicBool::new(false),
            control,
        };
        let found = if size.saturating_mul(BACKWARD_SHARE) > unreached {
            work.share_out(threads, work.pieces(), Work::backward)
        } else if let Some(list) = &self.list {
            let chunk = list.len().div_ceil(threads * 8).max(64);
            work.share_out(threads, list.len().div_ceil(chunk), |work, piece, found| {
                let states = &list[piece * chunk..((piece + 1) * chunk).min(list.len())];
                if threads == 1 {
                    work.expand_list::<false>(states, found);
                } else {
                    work.expand_list::<true>(states, found);
                }
            })
        } else {
            work.share_out(threads, work.pieces(), Work::forward)
        };
        if work.stop.load(Relaxed) {
            return Err(control.interrupted().unwrap_or(StopReason::Cancelled));
        }
        Ok(found)
    }
}

/// Number of places of all rows.
fn places(rows: &Rows) -> u64 {
    (rows.len() * rows.width()) as u64
}

/// A level that is to be counted.
struct Level {
    /// The entry of the last level, and of the one that is to be made.
    from: u64,
    to: u64,
    /// Number of states of the last level, and of unreached states.
    size: u64,
    unreached: u64,
    threads: usize,
}

fn most_listed(rows: &Rows) -> u64 {
    (places(rows) / LIST_SHARE).max(LEAST_LIST)
}

/// One level that is being counted.
struct Work<'a, M> {
    rows: &'a Rows,
    maps: M,
    distances: &'a Distances,
    /// The entry of the last level, and of the one that is being made.
    from: u64,
    to: u64,
    writers: Writers,
    /// Number of states that a thread may list.
    listed: usize,
    stop: AtomicBool,
    control: &'a Control<'a>,
}

/// How threads that write to the same rows are kept apart.
enum Writers {
    /// There is only one.
    One,
    /// A thread that writes to a row holds a lock, which several rows share. It is acquired once for all places to
    /// which a step leads.
    Locks(Vec<Mutex<()>>),
    /// There are too few rows for locks: each entry is written by itself.
    Entries,
}

/// Number of locks: enough that two threads rarely need the same one.
const LOCKS: usize = 1 << 10;

impl Writers {
    fn new(rows: usize, threads: usize) -> Self {
        match threads {
            1 => Writers::One,
            _ if rows < LOCKS => Writers::Entries,
            _ => Writers::Locks((0..LOCKS).map(|_| Mutex::new(())).collect()),
        }
    }

    /// Exclusive access to a row while it is held; `None` if each entry is written by itself.
    fn alone(&self, row: usize) -> Option<Option<MutexGuard<'_, ()>>> {
        match self {
            Writers::One => Some(None),
            // No lock guards data that a thread could leave inconsistent.
            Writers::Locks(locks) => {
                Some(Some(locks[row % LOCKS].lock().unwrap_or_else(PoisonError::into_inner)))
            }
            Writers::Entries => None,
        }
    }
}

/// Rows of at most this number of words are prefetched: all neighbours of one fit the first-level cache.
const SHORT_ROW: usize = 1 << 5;

/// Least number of words of a table in one piece of work.
const PIECE_WORDS: usize = 1 << 11;

impl<M: PlaceMaps> Work<'_, M> {
    /// Number of pieces of the table: whole rows of about [`PIECE_WORDS`] words, or parts of the only row.
    fn pieces(&self) -> usize {
        let (rows, words) = (self.rows.len(), self.distances.row_words());
        if rows == 1 { words.div_ceil(PIECE_WORDS) } else { rows.div_ceil(self.piece_rows()) }
    }

    fn piece_rows(&self) -> usize {
        (PIECE_WORDS / self.distances.row_words()).max(1)
    }

    /// The rows of a piece, and the words of each.
    fn piece(&self, piece: usize) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        let (rows, words) = (self.rows.len(), self.distances.row_words());
        if rows == 1 {
            (0..1, piece * PIECE_WORDS..((piece + 1) * PIECE_WORDS).min(words))
        } else {
            let each = self.piece_rows();
            (piece * each..((piece + 1) * each).min(rows), 0..words)
        }
    }

    /// Divides pieces among threads; their order does not matter.
    fn share_out(
        &self,
        threads: usize,
        pieces: usize,
        run: impl Fn(&Self, usize, &mut Found) + Sync,
    ) -> Vec<Found> {
        let next = AtomicUsize::new(0);
        on_threads(threads, |_| {
            let mut found = Found::default();
            loop {
                let piece = next.fetch_add(1, Relaxed);
                if piece >= pieces || self.stop.load(Relaxed) {
                    return found;
                }
                if self.control.interrupted().is_some() {
                    self.stop.store(true, Relaxed);
                }
                run(self, piece, &mut found);
            }
        })
    }

    fn state(&self, row: usize, place: usize) -> u64 {
        (row * self.rows.width() + place) as u64
    }

    /// Reaches a state and its images under the symmetries that fix its row.
    #[inline]
    fn reach<const SHARED: bool>(&self, row: usize, place: usize, found: &mut Found) {
        let (here, weight) = (self.distances.row(row), self.rows.weight(row));
        if Distances::claim::<SHARED>(here, place, self.to) {
            found.add(self.state(row, place), weight, self.listed);
            for &map in self.rows.itself(row) {
                let place = self.maps.image(map, place);
                if Distances::claim::<SHARED>(here, place, self.to) {
                    found.add(self.state(row, place), weight, self.listed);
                }
            }
        }
    }

    /// Expands the states of a list.
    fn expand_list<const SHARED: bool>(&self, states: &[u64], found: &mut Found) {
        let width = self.rows.width() as u64;
        for &state in states {
            let (row, place) = ((state / width) as usize, (state % width) as usize);
            for step in self.rows.steps(row) {
                self.reach::<SHARED>(step.row as usize, self.maps.image(step.map, place), found);
            }
        }
    }

    /// Prefetches the neighbours of a row, if it is one of these: they may lie anywhere. Long rows cause enough work in
    /// each neighbour.
    #[inline]
    fn look_ahead(&self, row: usize, rows: &std::ops::Range<usize>) {
        if self.distances.row_words() <= SHORT_ROW && rows.contains(&row) {
            self.rows.steps(row).iter().for_each(|step| self.distances.prefetch(step.row as usize));
        }
    }

    /// Expands the states of the last level in a piece of the table.
    fn forward(&self, piece: usize, found: &mut Found) {
        let (rows, words) = self.piece(piece);
        let (mut places, mut room): (Vec<M::Place>, Vec<M::Place>) = (Vec::new(), Vec::new());
        for row in rows.clone() {
            self.look_ahead(row + 1, &rows);
            places_with(self.distances.row(row), words.clone(), self.from, self.rows.width(), &mut places);
            if places.is_empty() {
                continue;
            }
            for step in self.rows.steps(row) {
                let to = step.row as usize;
                let image = self.maps.view(step.map, places.len(), &mut room);
                let alone = self.writers.alone(to);
                if alone.is_none() {
                    for place in &places {
                        self.reach::<true>(to, image(place.index()), found);
                    }
                } else if found.overflow && self.rows.itself(to).is_empty() {
                    // No list is kept, so states are counted without branches.
                    let there = self.distances.row(to);
                    let claimed =
                        |place: &M::Place| Distances::claim_alone(there, image(place.index()), self.to);
                    found.count += places.iter().map(claimed).sum::<u64>() * self.rows.weight(to);
                } else {
                    for place in &places {
                        self.reach::<false>(to, image(place.index()), found);
                    }
                }
            }
        }
    }

    /// Looks for neighbours of the last level around the unreached states of a piece of the table. Only this thread
    /// writes to the piece. Other threads may read it and see that what is written here does not belong to the last
    /// level.
    fn backward(&self, piece: usize, found: &mut Found) {
        let (rows, words) = self.piece(piece);
        let (mut places, mut room): (Vec<M::Place>, Vec<M::Place>) = (Vec::new(), Vec::new());
        let mut new = vec![0_u64; words.len()];
        for row in rows.clone() {
            self.look_ahead(row + 1, &rows);
            let here = self.distances.row(row);
            places_with(here, words.clone(), UNREACHED, self.rows.width(), &mut places);
            let all = places.len();
            for step in self.rows.steps(row) {
                if places.is_empty() {
                    break;
                }
                let to = self.distances.row(step.row as usize);
                let image = self.maps.view(step.map, places.len(), &mut room);
                // Compacted without branches: whether a neighbour belongs to the last level cannot be predicted.
                let mut kept = 0;
                for at in 0..places.len() {
                    let place = places[at];
                    let hit = entry(to, image(place.index())) == self.from;
                    places[kept] = place;
                    kept += usize::from(!hit);
                }
                places.truncate(kept);
            }
            if places.len() == all {
                continue;
            }
            // States that were unreached and have been removed are new.
            for (word, new) in words.clone().zip(&mut new) {
                *new = unreached(here[word].load(Relaxed), word, self.rows.width());
            }
            for place in places.iter().map(|place| place.index()) {
                new[place / PER_WORD - words.start] ^= 1 << (2 * (place % PER_WORD));
            }
            for (word, &new) in words.clone().zip(&new) {
                if new != 0 {
                    let now = here[word].load(Relaxed);
                    here[word].store(now ^ (new * (UNREACHED ^ self.to)), Relaxed);
                    self.add_word(row, word, new, found);
                }
            }
        }
    }

    /// Counts the states of a word whose low bits are given.
    fn add_word(&self, row: usize, word: usize, bits: u64, found: &mut Found) {
        let (count, weight) = (bits.count_ones(), self.rows.weight(row));
        if found.list.len() + count as usize > self.listed {
            found.count += u64::from(count) * weight;
            found.overflow = true;
            return;
        }
        let mut bits = bits;
        while bits != 0 {
            let place = word * PER_WORD + bits.trailing_zeros() as usize / 2;
            found.add(self.state(row, place), weight, self.listed);
            bits &= bits - 1;
        }
    }
}

/// The low bits of the unreached entries of a word of a row; entries after the last place of the row do not count.
fn unreached(word: u64, number: usize, width: usize) -> u64 {
    word & word >> 1 & inside(number, width)
}

/// The low bits of the entries of a word of a row up to its last place.
pub(super) fn inside(number: usize, width: usize) -> u64 {
    let rest = width - number * PER_WORD;
    if rest < PER_WORD { LOW & ((1 << (2 * rest)) - 1) } else { LOW }
}

/// The places of a row's words whose entries have a given value.
fn places_with<P: Place>(
    row: &[std::sync::atomic::AtomicU64],
    words: std::ops::Range<usize>,
    value: u64,
    width: usize,
    places: &mut Vec<P>,
) {
    places.clear();
    for word in words {
        let word_now = row[word].load(Relaxed);
        let mut bits =
            if value == UNREACHED { unreached(word_now, word, width) } else { equal(word_now, value) };
        while bits != 0 {
            places.push(P::new(word * PER_WORD + bits.trailing_zeros() as usize / 2));
            bits &= bits - 1;
        }
    }
}
