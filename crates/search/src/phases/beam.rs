//! Phases with too many positions for a search: a beam, guided by the sum of all bounds.

use super::begin::{Begin, Phase};
use super::ends::{End, Ends};
use super::turning::{MOST_MOVES, Turning};
use crate::limits::{Control, StopReason};
use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{BuildHasher, BuildHasherDefault};

/// States that a beam keeps for each end that is wanted, up to a maximum.
const STATES_AN_END: usize = 16;
const MOST_STATES: usize = 1 << 16;

/// The first end may be found by chance; others take so many moves more at most.
const MORE_MOVES: usize = 1;

/// States between two questions whether to stop.
const UNASKED: usize = 1 << 8;

/// Hashes that are the same in each run: they order states of equal sums.
type Hashes = BuildHasherDefault<DefaultHasher>;

/// A beam through a phase.
pub(super) struct Beam<'a> {
    turning: Turning<'a>,
    phase: &'a Phase,
    control: &'a Control<'a>,
    found: Ends<'a>,
    /// Hashes of the places of the phase's pieces in all states so far.
    seen: HashSet<u64, Hashes>,
}

/// The states of a beam after so many moves.
#[derive(Default)]
struct Level {
    /// The places of the phase's pieces, state after state.
    rows: Vec<u16>,
    states: Vec<Reached>,
}

/// How a state was reached.
#[derive(Clone, Copy)]
struct Reached {
    /// The state in the level before, and the turn; `None` at the start of a phase.
    from: Option<(u32, u16)>,
    /// The number of the begin.
    begin: u32,
}

/// A state that may come into the next level: those of least sums do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    sum: u32,
    hash: u64,
    from: u32,
    turn: u16,
}

impl<'a> Beam<'a> {
    pub(super) fn new(
        turning: Turning<'a>,
        phase: &'a Phase,
        found: Ends<'a>,
        control: &'a Control<'a>,
    ) -> Beam<'a> {
        Beam { turning, phase, control, found, seen: HashSet::default() }
    }

    /// The ends of the phase from begins that belong to these starts, none if the beam finds none.
    ///
    /// # Errors
    /// The reason why the search was stopped.
    pub(super) fn ends(mut self, starts: &[End], begins: &[(usize, Begin)]) -> Result<Vec<End>, StopReason> {
        let width = (self.found.wanted() * STATES_AN_END).min(MOST_STATES);
        let first = starts.iter().map(|start| start.word.len()).min().unwrap_or(0);
        let mut last = first + MOST_MOVES;
        let mut levels: Vec<Level> = Vec::new();
        for length in first.. {
            let mut level = match levels.last() {
                Some(before) => self.next(before, width)?,
                None => Level::default(),
            };
            for (number, (start, begin)) in begins.iter().enumerate() {
                if starts[*start].word.len() == length {
                    level.rows.extend(&begin.rows);
                    level.states.push(Reached { from: None, begin: number as u32 });
                }
            }
            levels.push(level);
            if !self.keep_ends(&mut levels, starts, begins) {
                break;
            }
            if !self.found.ends.is_empty() {
                last = last.min(length + MORE_MOVES);
            }
            if length == last {
                break;
            }
        }
        Ok(self.found.ends)
    }

    /// Takes the ends out of the last level. Returns whether more are wanted.
    fn keep_ends(&mut self, levels: &mut [Level], starts: &[End], begins: &[(usize, Begin)]) -> bool {
        let count = self.phase.pieces.len();
        let Some((level, before)) = levels.split_last_mut() else { return true };
        let mut others = Level::default();
        for (&reached, row) in level.states.iter().zip(level.rows.chunks_exact(count)) {
            if self.sum(row) > 0 {
                others.rows.extend(row);
                others.states.push(reached);
                continue;
            }
            let (start, begin) = &begins[reached.begin as usize];
            let start = &starts[*start];
            let mut word = Vec::new();
            let mut from = reached.from;
            for level in before.iter().rev() {
                let Some((state, turn)) = from else { break };
                word.push(turn);
                from = level.states[state as usize].from;
            }
            word.extend(start.word.iter().rev());
            word.reverse();
            if !self.found.keep((start, begin), &word) {
                return false;
            }
        }
        *level = others;
        true
    }

    /// The sum of all bounds, the larger the farther a state is from the end.
    fn sum(&self, row: &[u16]) -> u32 {
        self.phase.bounds.iter().map(|bound| u32::from(bound.of(row, &self.phase.local))).sum()
    }

    /// The best of the states that one turn leads to.
    fn next(&mut self, last: &Level, width: usize) -> Result<Level, StopReason> {
        let count = self.phase.pieces.len();
        let enough = 4 * width;
        let mut row = vec![0; count];
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut most = u32::MAX;
        for (from, (state, places)) in last.states.iter().zip(last.rows.chunks_exact(count)).enumerate() {
            if from % UNASKED == 0
                && let Some(reason) = self.control.interrupted()
            {
                return Err(reason);
            }
            let before = state.from.map(|(_, turn)| self.turning.bases[usize::from(turn)]);
            for &turn in &self.phase.turns {
                let turn = turn as u16;
                if before
                    .is_some_and(|last| !self.turning.may_follow(last, self.turning.bases[usize::from(turn)]))
                {
                    continue;
                }
                let moved = &self.turning.moves[usize::from(turn)];
                for (to, &place) in row.iter_mut().zip(places) {
                    *to = moved[usize::from(place)];
                }
                let sum = self.sum(&row);
                if sum > most {
                    continue;
                }
                // All ways to an end are kept, as they do different things to other pieces.
                let way = (sum == 0).then_some((from, turn));
                let hash = self.seen.hasher().hash_one((way, &row));
                if self.seen.contains(&hash) {
                    continue;
                }
                candidates.push(Candidate { sum, hash, from: from as u32, turn });
                if candidates.len() == 2 * enough {
                    take_best(&mut candidates, enough);
                    if candidates.len() == enough {
                        most = candidates.last().map_or(most, |candidate| candidate.sum);
                    }
                }
            }
        }
        take_best(&mut candidates, width);
        self.seen.extend(candidates.iter().map(|candidate| candidate.hash));
        let mut level = Level::default();
        for Candidate { from, turn, .. } in candidates {
            let moved = &self.turning.moves[usize::from(turn)];
            let places = &last.rows[from as usize * count..][..count];
            level.rows.extend(places.iter().map(|&place| moved[usize::from(place)]));
            let begin = last.states[from as usize].begin;
            level.states.push(Reached { from: Some((from, turn)), begin });
        }
        Ok(level)
    }
}

/// Leaves so many candidates, each state once.
fn take_best(candidates: &mut Vec<Candidate>, count: usize) {
    candidates.sort_unstable();
    candidates.dedup_by_key(|candidate| candidate.hash);
    candidates.truncate(count);
}
