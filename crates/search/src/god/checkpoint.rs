//! Saving a count in two-bit entries as bytes, and checking whether bytes are a count of the given rows.
//!
//! Start at [`TwoBit::save`] and [`TwoBit::resume`]. Proving every entry would require a second count. The check made
//! here takes one pass over the table and some thousand walks through it. It verifies that the numbers of entries agree
//! with those of the levels, that no level is larger than the moves allow, that the first levels are those of a fresh
//! count, and that sampled states from the whole table have the distance that the levels next to them imply. For a
//! table of at most [`SAMPLED`] states this check is a proof.

use super::distances::{Distances, LOW, UNREACHED, equal};
use super::saved::{Damaged, Reader, Writer};
use super::two_bit::{TwoBit, inside};
use crate::limits::Control;
use crate::reachable::row_set::hash;
use crate::reachable::rows::Rows;
use std::sync::atomic::Ordering::Relaxed;

/// The first number of a saved count of this kind.
pub(super) const SAVED: u64 = u64::from_le_bytes(*b"god rows");

/// A level with more states than this is not counted again; a smaller one takes milliseconds.
const RECOUNTED: u64 = 1 << 14;

/// Greatest number of states that are checked one by one.
const SAMPLED: usize = 1 << 12;

impl TwoBit<'_> {
    /// Resumes a count of the same rows and goals that [`TwoBit::save`] wrote.
    ///
    /// # Errors
    /// [`Damaged`] if the bytes are not a count of these rows, as far as a check of samples shows.
    pub fn resume(self, bytes: &[u8]) -> Result<Self, Damaged> {
        let mut reader = Reader::new(bytes);
        reader.expect(SAVED)?;
        let (rows, threads) = (self.rows, self.threads);
        let counts = reader.levels()?;
        if reader.number()? != rows.size() {
            return Err(Damaged);
        }
        let distances = Distances::from_bytes(rows.len(), rows.width(), reader.rest()).ok_or(Damaged)?;
        let reached = counts.iter().sum();
        let saved = TwoBit { rows, distances, counts, reached, list: None, threads };
        check(self, &saved)?;
        Ok(saved)
    }

    /// The count so far, as bytes.
    pub fn save(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.number(SAVED);
        writer.numbers(&self.counts);
        writer.number(self.rows.size());
        writer.words(self.distances.to_words())
    }
}

/// Whether a saved count is consistent, as far as this can be decided without the rows. The number of states that a row
/// represents is unknown here, so there may be fewer entries than the levels claim, but not more, and none of other
/// levels.
pub(super) fn fits_together(mut reader: Reader<'_>) -> Result<(), Damaged> {
    let counts = reader.levels()?;
    let mut entries = [0; 3];
    let (size, bytes) = (reader.number()?, reader.rest());
    for word in bytes.chunks(8) {
        let word = u64::from_le_bytes(word.try_into().map_err(|_| Damaged)?);
        (0..).zip(&mut entries).for_each(|(value, sum)| *sum += u64::from(equal(word, value).count_ones()));
    }
    let fits = |(there, told): (u64, u64)| there <= told && (there == 0) == (told == 0);
    let is_whole = counts.iter().sum::<u64>() <= size && entries.into_iter().zip(by_entry(&counts)).all(fits);
    is_whole.then_some(()).ok_or(Damaged)
}

/// Compares a saved count with its rows, and with the beginning of a new count of them.
fn check(mut begun: TwoBit<'_>, saved: &TwoBit<'_>) -> Result<(), Damaged> {
    let rows = saved.rows;
    let goals = begun.last_level().unwrap_or_default();
    let is_right = entries_add_up(saved) && grows_by_moves(saved) && begins_so(&mut begun, saved);
    let table = Table { rows, distances: saved.distances(), goals, last: saved.counts().len() - 1 };
    let places = rows.len() * rows.width();
    let count = places.min(SAMPLED);
    let spread = |at: usize| match places > SAMPLED {
        true => ((u128::from(hash(&[at as u64])) * places as u128) >> u64::BITS) as usize,
        false => at,
    };
    let mut sample = (0..count).map(spread).map(|at| (at / rows.width(), at % rows.width()));
    (is_right && sample.all(|state| table.is_right(state))).then_some(()).ok_or(Damaged)
}

/// The number of states with each entry that these levels imply.
fn by_entry(counts: &[u64]) -> [u64; 3] {
    let mut sums = [0; 3];
    counts.iter().enumerate().for_each(|(distance, count)| sums[distance % 3] += count);
    sums
}

/// Whether the number of states with each entry agrees with the levels, and the padding after the last place of each
/// row is intact.
fn entries_add_up(saved: &TwoBit<'_>) -> bool {
    let rows = saved.rows;
    let mut there = [0; 3];
    for row in 0..rows.len() {
        for (number, word) in saved.distances().row(row).iter().enumerate() {
            let (word, inside) = (word.load(Relaxed), inside(number, rows.width()));
            if word | (3 * inside) != u64::MAX {
                return false;
            }
            for (value, sum) in (0..).zip(&mut there) {
                *sum += u64::from((equal(word, value) & inside).count_ones()) * rows.weight(row);
            }
        }
    }
    there == by_entry(saved.counts())
}

/// Whether every level has states, and no more than the moves can generate from the previous level.
fn grows_by_moves(saved: &TwoBit<'_>) -> bool {
    let moves = saved.rows.moves() as u64;
    saved.counts().windows(2).all(|levels| (1..=levels[0].saturating_mul(moves)).contains(&levels[1]))
}

/// Whether the first levels agree with those of a new count.
fn begins_so(begun: &mut TwoBit<'_>, saved: &TwoBit<'_>) -> bool {
    let is_small = |counts: &[u64]| counts.last().is_some_and(|&last| last <= RECOUNTED);
    while begun.counts().len() < saved.counts().len() && is_small(begun.counts()) {
        if !matches!(begun.step(&Control::new()), Ok(1..)) {
            return false;
        }
    }
    let rows = saved.rows;
    saved.counts().starts_with(begun.counts())
        && (0..rows.len()).all(|row| {
            let words = begun.distances().row(row).iter().zip(saved.distances().row(row));
            words.map(|(begun, saved)| (begun.load(Relaxed), saved.load(Relaxed))).all(|(begun, saved)| {
                let reached = !(begun & begun >> 1) & LOW;
                (begun ^ saved) & (3 * reached) == 0
            })
        })
}

/// A saved table, and the states at which its walks may end.
struct Table<'a> {
    rows: &'a Rows,
    distances: &'a Distances,
    goals: Vec<(usize, usize)>,
    /// The last level counted.
    last: usize,
}

impl Table<'_> {
    fn neighbours(&self, state: (usize, usize)) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.rows.moves()).map(move |m| self.rows.after(state, m).0)
    }

    /// The distance of a state by the table: the number of moves of a walk from entry to entry that ends at a goal.
    /// `None` if there is none.
    fn distance(&self, mut state: (usize, usize)) -> Option<usize> {
        for distance in 0..=self.last {
            if self.goals.contains(&state) {
                return Some(distance);
            }
            let nearer = (self.distances.get(state.0, state.1) + 2) % 3;
            state = self.neighbours(state).find(|next| self.distances.get(next.0, next.1) == nearer)?;
        }
        None
    }

    /// Whether a state is unreached, or is reached and all its neighbours have distances consistent with its own: at
    /// most one move farther, and reached unless the state belongs to the last level.
    fn is_right(&self, state: (usize, usize)) -> bool {
        if self.distances.get(state.0, state.1) == UNREACHED {
            return true;
        }
        let Some(distance) = self.distance(state) else { return false };
        self.neighbours(state).all(|next| match self.distances.get(next.0, next.1) {
            UNREACHED => distance == self.last,
            _ => self.distance(next).is_some_and(|farther| farther <= distance + 1),
        })
    }
}
