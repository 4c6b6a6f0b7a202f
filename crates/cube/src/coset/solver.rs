//! The positions of a coset by distance, level by level.
//!
//! Start at [`run`]. A level is all positions that can be solved in so many turns. First come the elements that one more turn of
//! G1 reaches (see `prepass`), then the ends of all ways into G1 of exactly this length (see `search`). Both together make the
//! level exact. To show only that no position needs more than some length, the ways are searched to five turns below it; the
//! turns of G1 do nearly all of the rest, and the two-phase solver solves the few positions that they leave.
//!
//! The method is T. Rokicki's (Twenty-Two Moves Suffice for Rubik's Cube, Mathematical Intelligencer 32, 2010).

use super::bitmap::Bitmap;
use super::checkpoint::{Checkpoint, Saves};
use super::layout::{ELEMENTS, Layout, PAGE};
use super::prepass::prepass;
use super::search::{Search, THREAD_BYTES, Ways, search};
use super::sweep::Sweep;
use crate::model::cubie::CubieCube;
use crate::two_phase::{Large, Solver, TABLE_BYTES};
use permutant_search::limits::{Control, Limits, Outcome, Progress, StopReason};
use permutant_search::threads::on_threads;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The number of positions of a coset, 8! · 8! · 4! / 2.
pub const POSITIONS: u64 = ELEMENTS;

/// The least length for which [`Aim::Within`] is answered: there are positions of 20 turns.
pub const LEAST_WITHIN: u32 = 20;

/// Turns of G1 that may end a solution without its way into G1 having been searched.
const UNSEARCHED: u32 = 5;

/// Positions so near that if there are fewer, ways of one turn more are searched: 48 million leave 2 positions to be solved one by
/// one, 19 million leave 112 000, which takes longer.
const FEW: u64 = 24_000_000;

/// Ways of the last level from which on a prepass takes less time than searching for what it finds.
const MANY_WAYS: u64 = 20_000_000;

/// Positions that are solved one by one at most, before a level is searched.
const MANY_LEFT: u64 = 1_000_000;

/// States that the two-phase solver visits at most for one position whose exact distance is sought.
const NODES: u64 = 1 << 28;

/// What is to be found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// That every position has a solution of at most so many turns, [`LEAST_WITHIN`] or more.
    Within(u32),
    /// The number of positions at each distance up to this one.
    Depth(u32),
    /// The number of positions at every distance.
    Optimal,
}

/// What is asked of a coset.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// A position of the coset; the others differ by what turns of U, D, R2, L2, F2 and B2 do before its scramble.
    pub cube: &'a CubieCube,
    /// What is to be found out.
    pub aim: Aim,
    /// The number of threads. The counts do not depend on it.
    pub threads: usize,
    /// Bytes that may be used: [`bytes_needed`] are.
    pub max_memory: u64,
    /// Where finished levels are kept, and where to go on.
    pub saves: &'a dyn Saves,
}

impl std::fmt::Debug for Request<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Request")
            .field("aim", &self.aim)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

/// What was found out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The number of positions at each distance, from 0, as far as it is exact.
    pub exact: Vec<u64>,
    /// The number of further positions solved with one turn more at a time; some of these solutions may not be shortest.
    pub within: Vec<u64>,
    /// Positions that were then solved one by one, within the last length.
    pub singly: u64,
    /// Positions not solved within that length.
    pub left: u64,
    /// What stopped the search, if something did.
    pub stopped: Option<StopReason>,
}

impl Report {
    /// The greatest length of a solution that was found or made up; no position that was solved needs more.
    pub fn longest(&self) -> u32 {
        (self.exact.len() + self.within.len()).saturating_sub(1) as u32
    }
}

/// Why nothing was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CosetError {
    /// There is less memory than needed.
    #[error("the positions of a coset take {needed} bytes of memory, {allowed} are allowed")]
    Memory {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// The two-phase solver has its small tables.
    #[error("the large tables of the two-phase solver are missing")]
    SmallTables,
    /// [`Aim::Within`] a length below [`LEAST_WITHIN`].
    #[error("not every position has a solution of {0} turns: expected {LEAST_WITHIN} or more")]
    TooShort(u32),
}

/// Bytes of memory for a coset on so many threads, including the tables of the two-phase solver: 3.7 GB.
pub fn bytes_needed(threads: usize) -> u64 {
    let slots = Sweep::new(&Layout::build()).slots(threads);
    (8 * slots * PAGE + threads * THREAD_BYTES + TABLE_BYTES + (32 << 20)) as u64
}

/// Counts the positions of a coset of G1. `solver` must have its large tables.
///
/// The set of positions takes 2.44 GB, a fifth of that is used while it is renewed, and the tables take 0.62 GB. A coset within
/// 20 turns takes half a minute of CPU time; each exact level takes about 13 times as long as the one before.
///
/// # Errors
///
/// [`CosetError`], before any work is done. What stops the work later is told by the report.
pub fn run(solver: &Solver, request: &Request<'_>, control: &Control<'_>) -> Result<Report, CosetError> {
    run_joined(solver, request, MANY_WAYS, control)
}

/// As [`run`], with a prepass wherever the level before has at least so many ways.
pub(super) fn run_joined(
    solver: &Solver,
    request: &Request<'_>,
    many_ways: u64,
    control: &Control<'_>,
) -> Result<Report, CosetError> {
    let tables = solver.large_tables().ok_or(CosetError::SmallTables)?;
    if let Aim::Within(length) = request.aim
        && length < LEAST_WITHIN
    {
        return Err(CosetError::TooShort(length));
    }
    let needed = bytes_needed(request.threads);
    if needed > request.max_memory {
        return Err(CosetError::Memory { needed, allowed: request.max_memory });
    }
    let layout = Layout::build();
    let sweep = Sweep::new(&layout);
    let mut memory = vec![0; sweep.slots(request.threads) * PAGE];
    let mut levels = Levels {
        request,
        solver,
        tables,
        layout: &layout,
        sweep: &sweep,
        bitmap: Bitmap::new(&mut memory),
        control,
        many_ways,
        report: Report { left: ELEMENTS, ..Report::default() },
        ways: 0,
    };
    levels.report.stopped = levels.all().err();
    Ok(levels.report)
}

/// A count in progress.
struct Levels<'a, 'm> {
    request: &'a Request<'a>,
    solver: &'a Solver,
    tables: Large<'a>,
    layout: &'a Layout,
    sweep: &'a Sweep,
    bitmap: Bitmap<'m>,
    control: &'a Control<'a>,
    many_ways: u64,
    report: Report,
    /// Of the last level.
    ways: u64,
}

impl Levels<'_, '_> {
    fn all(&mut self) -> Result<(), StopReason> {
        let cube = self.request.cube;
        if let Some(kept) = Checkpoint::load(self.request.saves, cube, &mut self.bitmap) {
            self.report.left = ELEMENTS - kept.exact.iter().sum::<u64>();
            (self.report.exact, self.ways) = (kept.exact, kept.ways);
        }
        let (mut searched, last) = match self.request.aim {
            Aim::Within(length) => (length - UNSEARCHED, length),
            Aim::Depth(depth) => (depth, depth),
            Aim::Optimal => (u32::MAX, u32::MAX),
        };
        loop {
            let length = self.report.longest() + u32::from(!self.report.exact.is_empty());
            if self.report.left == 0 || length > last {
                break;
            }
            if matches!(self.request.aim, Aim::Within(_))
                && length + UNSEARCHED == last + 1
                && ELEMENTS - self.report.left < FEW
            {
                searched = length;
            }
            self.control.report(Progress::Depth { length, nodes: self.ways });
            let mut added = 0;
            // What the last turns of G1 reach is found either way.
            let is_joined = length > searched || self.ways >= self.many_ways;
            if is_joined {
                added = self.joined()?;
            }
            let is_nearly_done = self.request.aim == Aim::Optimal && self.report.left - added <= MANY_LEFT;
            if length > searched || is_nearly_done {
                self.report.within.push(added);
                self.report.left -= added;
                if is_nearly_done {
                    break;
                }
            } else {
                added += self.searched(length, is_joined)?;
                self.report.exact.push(added);
                self.report.left -= added;
                Checkpoint { exact: self.report.exact.clone(), ways: self.ways }.keep(
                    self.request.saves,
                    cube,
                    &self.bitmap,
                );
            }
            self.control.report(Progress::Level { distance: length.into(), states: added });
        }
        match self.request.aim {
            Aim::Within(length) => self.one_by_one(length, None),
            Aim::Depth(_) => Ok(()),
            Aim::Optimal => self.the_farthest(),
        }
    }

    /// The number of elements that one more turn of G1 adds.
    fn joined(&mut self) -> Result<u64, StopReason> {
        let count = ELEMENTS - self.report.left;
        let threads = self.request.threads;
        prepass(&mut self.bitmap, self.layout, self.sweep, count, threads, self.control)
    }

    /// The number of elements that ways of some length add: only those ways that a prepass does not find, if there was one.
    fn searched(&mut self, length: u32, is_joined: bool) -> Result<u64, StopReason> {
        let all =
            Search { tables: &self.tables, layout: self.layout, bitmap: &self.bitmap, control: self.control };
        let ways = Ways { cube: self.request.cube, length, leaving: is_joined };
        let found = search(all, ways, self.request.threads)?;
        self.ways = found.ways;
        Ok(found.added)
    }

    /// Every shorter length is exact, and of this one only what turns of G1 add is known: the positions that are left have this
    /// distance if the two-phase solver finds a solution of this length, and a greater one otherwise.
    fn the_farthest(&mut self) -> Result<(), StopReason> {
        if self.report.left > 0 {
            self.one_by_one(self.report.longest(), Some(NODES))?;
        }
        if self.report.left == 0 {
            let rest = self.report.within.drain(..).sum::<u64>() + std::mem::take(&mut self.report.singly);
            self.report.exact.extend((rest > 0).then_some(rest));
        }
        Ok(())
    }

    /// Solves each position that is left in at most `length` turns, or in at most so many nodes.
    fn one_by_one(&mut self, length: u32, max_nodes: Option<u64>) -> Result<(), StopReason> {
        // Those that cannot be solved stay in the set, so a second round would meet them again.
        let left = self.bitmap.missing(self.report.left.min(MANY_LEFT) as usize);
        let limits = Limits {
            max_length: Some(length),
            max_nodes,
            max_memory: self.request.max_memory,
            ..Limits::default()
        };
        let (next, solved) = (AtomicUsize::new(0), AtomicU64::new(0));
        let total = left.len() as u64;
        let results = on_threads(self.request.threads, |_| {
            let solver = self.solver.clone().with_threads(1);
            while let Some(&at) = left.get(next.fetch_add(1, Ordering::Relaxed)) {
                // Sequences that solve the position lead from the cube to this element.
                let position = self.layout.element(at).inverse().then(self.request.cube);
                if let Some(reason) = self.control.interrupted() {
                    return Err(reason);
                }
                match solver.solve(&position, &limits, self.control) {
                    Outcome::Found(solution) if solution.length() <= length => {
                        let done = solved.fetch_add(1, Ordering::Relaxed) + 1;
                        self.control.report(Progress::Part { name: "one by one", done, total });
                    }
                    Outcome::LimitReached(StopReason::Cancelled) => return Err(StopReason::Cancelled),
                    _ => {}
                }
            }
            Ok(())
        });
        self.report.singly += solved.load(Ordering::Relaxed);
        self.report.left -= solved.load(Ordering::Relaxed);
        results.into_iter().collect()
    }
}
