//! One round of the search on several threads.
//!
//! Start at [`Round::search`]. A round is a list of parts, which the threads take in order. The result is the solution of the
//! first part that has one, as with a single thread. Later parts are abandoned and earlier parts are completed. The remaining
//! parts then continue with the smaller number of turns that a better solution may have. The solutions and their order
//! therefore do not depend on the number of threads; only the nodes visited differ.

use super::directions::{Direction, Start, as_it_lies, phases};
use super::phase_search::{Search, Stop};
use super::profile::Profile;
use crate::model::moves::Move;
use crate::model::phases::Phases;
use crate::node_meter::Meter;
use permutant_search::limits::{Control, StopReason};
use permutant_search::threads::on_threads;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// All phase-1 maneuvers of a length from one start, followed by phase 2 with some numbers of turns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// The number of pre-moves, and which start of those with so many it is.
    pub(super) start: (usize, usize),
    /// The turns of phase 1, of which the pre-moves are some.
    pub(super) turns: u32,
    /// Fewest and most turns of phase 2.
    pub(super) phase2: (u32, u32),
}

/// The parts of a round, and what they are made of.
pub(super) struct Round<'r, P: Profile> {
    profile: &'r P,
    directions: &'r [Direction],
    /// By the number of pre-moves.
    starts: &'r [Vec<Start<P::At>>],
    parts: Vec<Part>,
    /// Those that have no solution any more.
    done: Vec<AtomicBool>,
    min_length: u32,
}

/// A solution of a part.
#[derive(Debug)]
pub(super) struct PartSolution {
    pub(super) moves: Vec<Move>,
    pub(super) phases: Option<Phases>,
}

/// The progress of the threads.
#[derive(Debug)]
pub(super) struct Searched {
    /// The first part that has a solution, and its first one.
    pub(super) found: Option<(usize, PartSolution)>,
    pub(super) nodes: u64,
    /// If set, parts before that of the solution may be unfinished.
    pub(super) stopped: Option<StopReason>,
}

impl<'r, P: Profile> Round<'r, P> {
    pub(super) fn new(
        profile: &'r P,
        directions: &'r [Direction],
        starts: &'r [Vec<Start<P::At>>],
        parts: Vec<Part>,
        min_length: u32,
    ) -> Self {
        let done = parts.iter().map(|_| AtomicBool::new(false)).collect();
        Round { profile, directions, starts, parts, done, min_length }
    }

    /// The first solution of at most `cap` turns.
    pub(super) fn search(&self, cap: u32, threads: usize, control: &Control<'_>) -> Searched {
        let next = AtomicUsize::new(0);
        let nodes = AtomicU64::new(0);
        // The first part that has a solution, as far as it is known.
        let first = AtomicUsize::new(usize::MAX);
        let found: Mutex<Option<(usize, PartSolution)>> = Mutex::new(None);
        let work = || {
            loop {
                let n = next.fetch_add(1, Ordering::Relaxed);
                let is_over = || first.load(Ordering::Relaxed) < n || control.interrupted().is_some();
                if n >= self.parts.len() || is_over() {
                    return;
                }
                if self.done[n].load(Ordering::Relaxed) {
                    continue;
                }
                let until = Control::new().with_deadline(&is_over);
                let mut meter = Meter::new(None, &until);
                let end = self.part(n, cap, &mut meter);
                nodes.fetch_add(meter.nodes, Ordering::Relaxed);
                match end {
                    Ok(None) => self.done[n].store(true, Ordering::Relaxed),
                    Ok(Some(solution)) => {
                        first.fetch_min(n, Ordering::Relaxed);
                        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                        if found.as_ref().is_none_or(|(part, _)| *part > n) {
                            *found = Some((n, solution));
                        }
                    }
                    Err(_) => {}
                }
            }
        };
        on_threads(threads.min(self.parts.len()), |_| work());
        Searched {
            found: found.into_inner().unwrap_or_else(PoisonError::into_inner),
            nodes: nodes.into_inner(),
            stopped: control.interrupted(),
        }
    }

    /// The first solution of a part that counts.
    fn part(&self, n: usize, cap: u32, meter: &mut Meter<'_>) -> Result<Option<PartSolution>, StopReason> {
        let Part { start: (pre_moves, start), turns, phase2 } = self.parts[n];
        let Start { direction, pre_moves, quarters, at } = &self.starts[pre_moves][start];
        let made = pre_moves.moves.len() as u32;
        if turns > cap || !self.profile.is_within(*at, turns - made) {
            return Ok(None);
        }
        let mut solution = None;
        let mut on_solution = |moves: &[Move], _| {
            let moves = as_it_lies(&self.directions[*direction], &[moves, &pre_moves.moves].concat());
            if moves.len() < self.min_length as usize {
                return Ok(cap.saturating_sub(made));
            }
            let phases = phases(&moves, &self.directions[*direction], pre_moves);
            solution = Some(PartSolution { moves, phases });
            Err(Stop::Found)
        };
        let cube = pre_moves.cube.then(&self.directions[*direction].cube);
        let fewest = self.min_length.saturating_sub(turns);
        let mut search = Search::new(self.profile, meter, &cube, (cap - made, *quarters), &mut on_solution);
        match search.run(*at, turns - made, (phase2.0.max(fewest), phase2.1)) {
            Err(Stop::Limit(reason)) => Err(reason),
            Ok(()) | Err(Stop::Found) => Ok(solution),
        }
    }
}
