//! The positions of a coset by distance, level by level.
//!
//! Start at [`run`]. A level is all positions that can be solved in so many turns. First come the elements that one more turn of
//! G1 reaches (see `prepass`), then the ends of all ways into G1 of exactly this length (see `search`). Both together make the
//! level exact. To show only that no position needs more than some length, the ways are searched to five turns below it; the
//! turns of G1 do nearly all of the rest, and the two-phase solver solves the few positions that they leave.
//!
//! The method is T. Rokicki's (Twenty-Two Moves Suffice for Rubik's Cube, Mathematical Intelligencer 32, 2010).

use super::bitmap::Bitmap;
use super::checkpoint::{Begun, Checkpoint, Saves};
use super::endings::{Endings, LONG, Near, SHORT};
use super::layout::{ELEMENTS, Layout, PAGE};
use super::parts::{TWO_SYLLABLES, Ways, parts};
use super::phase_one::PhaseOne;
use super::prepass::prepass;
use super::search::{Search, THREAD_BYTES, search};
use super::sweep::Sweep;
use super::symmetry::Stabilizer;
use crate::model::cubie::CubieCube;
use crate::model::cubie::is_odd;
use crate::two_phase::weighted::{Costs, WeightedSolver};
use crate::two_phase::{QuarterTables, Solver, TABLE_BYTES};
use permutant_search::limits::{Control, Limits, Outcome, Progress, StopReason};
use permutant_search::threads::on_threads;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The number of positions of a coset, 8! · 8! · 4! / 2.
pub const POSITIONS: u64 = ELEMENTS;

/// The least length for which [`Aim::Within`] is answered in half turns: there are positions of 20 turns.
pub const LEAST_WITHIN: u32 = 20;

/// The same in quarter turns: there are positions of 26.
pub const LEAST_WITHIN_QUARTERS: u32 = 26;

/// The turns in which lengths are counted.
#[derive(Clone, Copy, Debug)]
struct Counted {
    /// The least length for which [`Aim::Within`] is answered.
    least_within: u32,
    /// Turns of G1 that may end a solution without its way into G1 having been searched.
    unsearched: u32,
    /// Positions so near that if there are fewer, ways of one turn more are searched.
    few: u64,
    /// Names the turns in a checkpoint.
    name: u8,
}

/// 48 million positions within 15 leave 2 to be solved one by one, 19 million leave 112 000, which takes longer than level 16.
const HALF_TURNS: Counted =
    Counted { least_within: LEAST_WITHIN, unsearched: 5, few: 24_000_000, name: b' ' };

const QUARTER_TURNS: Counted =
    Counted { least_within: LEAST_WITHIN_QUARTERS, unsearched: 8, few: 24_000_000, name: b'q' };

/// When a count does something other than search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// Ways of the last level from which on a prepass takes less time than searching for what it finds.
    pub(super) many_ways: u64,
    /// Ways of a level after which it is kept, minutes of CPU time.
    pub(super) ways_at_a_time: u64,
}

impl Pace {
    /// Which takes least time, and loses little of it if the count is stopped.
    pub(super) const USUAL: Pace = Pace { many_ways: 20_000_000, ways_at_a_time: 2_000_000_000 };
}

/// Ways of the last level from which on long endings save more time than it takes to find them.
const WAYS_FOR_LONG: u64 = 1_500_000;

/// Positions that are solved one by one at most, before a level is searched.
const MANY_LEFT: u64 = 1_000_000;

/// States that the two-phase solver visits at most for one position whose exact distance is sought.
const NODES: u64 = 1 << 28;

/// What is to be found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// That every position has a solution of at most so many turns, [`LEAST_WITHIN`] or [`LEAST_WITHIN_QUARTERS`] or more.
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
    /// Those of them that were tried one by one. [`Report::decide`] finds their distances.
    pub undecided: Vec<CubieCube>,
    /// What stopped the search, if something did.
    pub stopped: Option<StopReason>,
}

impl Report {
    /// The greatest length of a solution that was found or made up; no position that was solved needs more.
    pub fn longest(&self) -> u32 {
        (self.exact.len() + self.within.len()).saturating_sub(1) as u32
    }

    /// Makes the last level exact: all positions that are not nearer have been found to be at its distance.
    pub(super) fn complete(&mut self) {
        let rest = self.within.drain(..).sum::<u64>() + std::mem::take(&mut self.singly);
        self.exact.extend((rest > 0).then_some(rest));
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
    /// [`Aim::Within`] a length that not every position has.
    #[error("not every position has a solution of {length} moves: expected {least} or more")]
    TooShort {
        /// The length.
        length: u32,
        /// The least that is proved.
        least: u32,
    },
}

/// Bytes of memory for a coset on so many threads, including the tables of the two-phase solver: 3.8 GB. Those of quarter turns
/// are smaller.
pub fn bytes_needed(threads: usize) -> u64 {
    let slots = Sweep::new(&Layout::build()).slots(threads);
    (8 * slots * PAGE + threads * THREAD_BYTES + Endings::BYTES + TABLE_BYTES + (32 << 20)) as u64
}

/// Counts the positions of a coset of G1 in half turns. `solver` must have its large tables.
///
/// The set of positions takes 2.44 GB, a fifth of that is used while it is renewed, the tables take 0.62 GB and the last turns of a search 0.1 GB. A coset within
/// 20 turns takes half a minute of CPU time; each exact level takes about 13 times as long as the one before.
///
/// # Errors
///
/// [`CosetError`], before any work is done. What stops the work later is told by the report.
pub fn run(solver: &Solver, request: &Request<'_>, control: &Control<'_>) -> Result<Report, CosetError> {
    run_at(solver, request, Pace::USUAL, control)
}

/// As [`run`], at a given pace.
pub(super) fn run_at(
    solver: &Solver,
    request: &Request<'_>,
    pace: Pace,
    control: &Control<'_>,
) -> Result<Report, CosetError> {
    solver.large_tables().ok_or(CosetError::SmallTables)?;
    let tables = || solver.large_tables().expect("that was asked");
    let single = || {
        let solver = solver.clone().with_threads(1);
        move |cube: &CubieCube, limits: &Limits| match solver.solve(cube, limits, control) {
            Outcome::Found(solution) => Outcome::Found(solution.length()),
            Outcome::ProvenNone => Outcome::ProvenNone,
            Outcome::LimitReached(reason) => Outcome::LimitReached(reason),
        }
    };
    count(&tables, &single, HALF_TURNS, request, pace, control)
}

/// Counts the positions of a coset of G1 in quarter turns.
///
/// As [`run`]; each exact level takes about nine times as long as the one before.
///
/// # Errors
///
/// As [`run`].
pub fn run_in_quarter_turns(
    tables: &QuarterTables,
    request: &Request<'_>,
    control: &Control<'_>,
) -> Result<Report, CosetError> {
    run_at_in_quarter_turns(tables, request, Pace::USUAL, control)
}

/// As [`run_at`], in quarter turns.
pub(super) fn run_at_in_quarter_turns(
    tables: &QuarterTables,
    request: &Request<'_>,
    pace: Pace,
    control: &Control<'_>,
) -> Result<Report, CosetError> {
    let solver = OnceLock::new();
    let single = || {
        let solver = solver.get_or_init(|| WeightedSolver::new(Costs::quarter_turns()));
        move |cube: &CubieCube, limits: &Limits| {
            let limits = Limits { max_solutions: Some(1), ..limits.clone() };
            match solver.improve(cube, &limits, control, |_| ControlFlow::Break(())) {
                Outcome::Found(solution) => Outcome::Found(solution.cost),
                Outcome::ProvenNone => Outcome::ProvenNone,
                Outcome::LimitReached(reason) => Outcome::LimitReached(reason),
            }
        }
    };
    count(&|| tables.at_hand(), &single, QUARTER_TURNS, request, pace, control)
}

fn count<P: PhaseOne, S: Fn(&CubieCube, &Limits) -> Outcome<u32>>(
    tables: &dyn Fn() -> P,
    single: &(dyn Fn() -> S + Sync),
    counted: Counted,
    request: &Request<'_>,
    pace: Pace,
    control: &Control<'_>,
) -> Result<Report, CosetError> {
    if let Aim::Within(length) = request.aim
        && length < counted.least_within
    {
        return Err(CosetError::TooShort { length, least: counted.least_within });
    }
    let needed = bytes_needed(request.threads);
    if needed > request.max_memory {
        return Err(CosetError::Memory { needed, allowed: request.max_memory });
    }
    let layout = Layout::build();
    let near = Near::new(&tables());
    let sweep = Sweep::new(&layout);
    let mut memory = vec![0; sweep.slots(request.threads) * PAGE];
    let mut levels = Levels {
        request,
        single,
        tables,
        near: &near,
        endings: None,
        counted,
        layout: &layout,
        sweep: &sweep,
        stabilizer: &Stabilizer::of(request.cube),
        bitmap: Bitmap::new(&mut memory),
        control,
        pace,
        report: Report { left: ELEMENTS, ..Report::default() },
        ways: 0,
    };
    levels.report.stopped = levels.all().err();
    Ok(levels.report)
}

/// A count in progress.
struct Levels<'a, 'm, P, S> {
    request: &'a Request<'a>,
    /// Makes what solves one position on one thread and tells the length of the solution.
    single: &'a (dyn Fn() -> S + Sync),
    /// Gives the table as it lies in memory now: at first it may be a mapped file, and later a copy that is read faster.
    tables: &'a dyn Fn() -> P,
    near: &'a Near,
    /// Of the last search.
    endings: Option<Endings<'a>>,
    counted: Counted,
    layout: &'a Layout,
    sweep: &'a Sweep,
    stabilizer: &'a Stabilizer,
    bitmap: Bitmap<'m>,
    control: &'a Control<'a>,
    pace: Pace,
    report: Report,
    /// Of the last level.
    ways: u64,
}

impl<P: PhaseOne, S: Fn(&CubieCube, &Limits) -> Outcome<u32>> Levels<'_, '_, P, S> {
    fn all(&mut self) -> Result<(), StopReason> {
        let cube = self.request.cube;
        let mut begun = Begun::default();
        if let Some(kept) = Checkpoint::load(self.request.saves, self.counted.name, cube, &mut self.bitmap) {
            self.report.left = ELEMENTS - kept.exact.iter().sum::<u64>();
            (self.report.exact, self.ways, begun) = (kept.exact, kept.ways, kept.begun);
        }
        let Counted { unsearched, few, .. } = self.counted;
        let (mut searched, last) = match self.request.aim {
            Aim::Within(length) => (length - unsearched, length),
            Aim::Depth(depth) => (depth, depth),
            Aim::Optimal => (u32::MAX, u32::MAX),
        };
        loop {
            let length = self.report.longest() + u32::from(!self.report.exact.is_empty());
            if self.report.left == 0 || length > last {
                break;
            }
            if matches!(self.request.aim, Aim::Within(_))
                && length + unsearched == last + 1
                && ELEMENTS - self.report.left < few
            {
                searched = length;
            }
            self.control.report(Progress::Depth { length, nodes: self.ways });
            // What the last turns of G1 reach is found either way. Where G1 itself has many positions, the ways from outside are few.
            let many = self.ways.max(ELEMENTS - self.report.left);
            let pays = if begun.parts > 0 { begun.is_joined } else { many >= self.pace.many_ways };
            if (pays || length > searched) && !begun.is_joined {
                begun.added += self.joined(length)?;
                begun.is_joined = true;
            }
            let mut added = begun.added;
            let is_nearly_done =
                self.request.aim == Aim::Optimal && begun.parts == 0 && self.report.left - added <= MANY_LEFT;
            if length > searched || is_nearly_done {
                self.report.within.push(added);
                self.report.left -= added;
                if is_nearly_done {
                    break;
                }
            } else {
                added = self.searched(length, begun)?;
                self.report.exact.push(added);
                self.report.left -= added;
                self.keep(Begun::default());
            }
            begun = Begun::default();
            self.control.report(Progress::Level { distance: length.into(), states: added });
        }
        match self.request.aim {
            Aim::Within(length) => self.one_by_one(length, None),
            Aim::Depth(_) => Ok(()),
            Aim::Optimal => self.the_farthest(),
        }
    }

    /// The number of elements that one more turn of G1 adds at this length.
    fn joined(&mut self, length: u32) -> Result<u64, StopReason> {
        let count = ELEMENTS - self.report.left;
        let odd = P::IS_ODD.then(|| is_odd(&self.request.cube.corners.permutation()) != (length % 2 == 1));
        let threads = self.request.threads;
        prepass(&mut self.bitmap, self.layout, self.sweep, (count, odd), threads, self.control)
    }

    /// Keeps the finished levels, and what is done of the next one.
    fn keep(&self, begun: Begun) {
        let checkpoint = Checkpoint { exact: self.report.exact.clone(), ways: self.ways, begun };
        checkpoint.keep(self.request.saves, self.counted.name, self.request.cube, &self.bitmap);
    }

    /// The number of elements that a level adds, of which part is done already. If there was a prepass, only those ways are searched
    /// that it does not find.
    fn searched(&mut self, length: u32, mut begun: Begun) -> Result<u64, StopReason> {
        let tables = (self.tables)();
        let is_long = self.ways >= WAYS_FOR_LONG && length >= TWO_SYLLABLES + LONG;
        let looked_up = if is_long { LONG } else { SHORT.min(length) };
        let ways = Ways { cube: self.request.cube, length, leaving: begun.is_joined, looked_up };
        let kept = self.endings.take().filter(|endings| endings.are_those_of(ways));
        let endings = kept.unwrap_or_else(|| Endings::new(self.near, &tables, ways));
        let all = Search {
            tables: &tables,
            endings: &endings,
            layout: self.layout,
            bitmap: &self.bitmap,
            stabilizer: self.stabilizer,
            control: self.control,
        };
        let parts = parts(ways, self.stabilizer, &tables);
        let left = |begun: Begun| parts.get(begun.parts as usize..).filter(|left| !left.is_empty());
        while let Some(left) = left(begun) {
            let (found, done) = search(all, (ways, left), self.pace.ways_at_a_time, self.request.threads)?;
            begun.parts += done as u64;
            begun.ways += found.ways;
            begun.added += found.added;
            if left.len() > done {
                self.control.report(Progress::Depth { length, nodes: begun.ways });
                self.keep(begun);
            }
        }
        self.ways = begun.ways;
        self.endings = Some(endings);
        Ok(begun.added)
    }

    /// Every shorter length is exact, and of this one only what turns of G1 add is known: the positions that are left have this
    /// distance if the two-phase solver finds a solution of this length. Those of which it finds none are left to
    /// [`Report::decide`].
    fn the_farthest(&mut self) -> Result<(), StopReason> {
        if self.report.left > 0 {
            self.one_by_one(self.report.longest(), Some(NODES))?;
        }
        if self.report.left == 0 {
            self.report.complete();
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
            let single = (self.single)();
            let mut undecided = Vec::new();
            while let Some(&at) = left.get(next.fetch_add(1, Ordering::Relaxed)) {
                // Sequences that solve the position lead from the cube to this element.
                let position = self.layout.element(at).inverse().then(self.request.cube);
                if let Some(reason) = self.control.interrupted() {
                    return Err(reason);
                }
                match single(&position, &limits) {
                    Outcome::Found(found) if found <= length => {
                        let done = solved.fetch_add(1, Ordering::Relaxed) + 1;
                        self.control.report(Progress::Part { name: "one by one", done, total });
                    }
                    Outcome::LimitReached(StopReason::Cancelled) => return Err(StopReason::Cancelled),
                    _ => undecided.push(position),
                }
            }
            Ok(undecided)
        });
        self.report.singly += solved.load(Ordering::Relaxed);
        self.report.left -= solved.load(Ordering::Relaxed);
        for undecided in results {
            self.report.undecided.extend(undecided?);
        }
        Ok(())
    }
}
