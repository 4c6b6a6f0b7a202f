//! The search as a whole: one cost after the other, its parts on all threads, solutions in order.
//!
//! For each possible cost, all canonical sequences of exactly that cost are searched depth first. A pruning table cuts
//! off states that cannot be solved within the cost; between two costs it is filled further when that pays. No solution
//! is found twice. When a solution of cost c is returned, every lower cost from `min_length` on has been ruled out.
//! Threads run ahead on later parts; their solutions are reported in the order of the parts, so that the same limits
//! yield the same solutions on any number of threads.

use super::guided::{Guidance, GuidedWalk};
use super::parts::{Part, split};
use super::solution::Solution;
use super::walk::{Frame, Halt, Seen, Step, Walk, Work};
use crate::guide::Guide;
use crate::limits::{Control, Limits, Outcome, Progress, StopReason};
use crate::pruning::{NEVER, PruningTable};
use crate::sequences::Sequences;
use crate::space::{MoveId, Space};
use crate::threads::on_threads;
use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// A part on which a thread ran ahead.
#[derive(Debug)]
struct Ahead<T> {
    walk: AnyWalk<T>,
    /// Solutions found, each with the number of nodes visited by then.
    found: VecDeque<(Solution, u64)>,
    /// Why the walk halted; `None` if it can continue.
    halt: Option<Halt>,
}

/// A walk with the pruning table or by a guide.
#[derive(Debug)]
enum AnyWalk<T> {
    Tabled(Walk<T>),
    Guided(GuidedWalk),
}

impl<T: Clone> AnyWalk<T> {
    fn new<S: Space<State = T>>(space: &S, guide: Option<&Guidance<'_>>, part: Part<T>) -> Self {
        let Part { path, start } = part;
        match (guide, space.row(&start.state)) {
            (Some(guide), Some(row)) => {
                AnyWalk::Guided(GuidedWalk::new(guide, row, path, start.node, start.left))
            }
            _ => AnyWalk::Tabled(Walk::new(space, path, start)),
        }
    }

    fn next<S: Space<State = T>>(
        &mut self,
        guide: Option<&Guidance<'_>>,
        work: &Work<'_, S>,
        most_nodes: u64,
    ) -> Result<Solution, Halt> {
        match (self, guide) {
            (AnyWalk::Guided(walk), Some(guide)) => walk.next(guide, work, most_nodes),
            (AnyWalk::Guided(_), None) => Err(Halt::Limit(StopReason::Fault)),
            (AnyWalk::Tabled(walk), _) => walk.next(work, most_nodes),
        }
    }

    fn seen(&self) -> Seen {
        match self {
            AnyWalk::Tabled(walk) => walk.seen,
            AnyWalk::Guided(walk) => walk.seen(),
        }
    }
}

/// Where a table may come from.
#[derive(Clone, Copy)]
struct Saved<'a>(&'a (dyn Fn() -> Option<PruningTable> + Sync));

impl std::fmt::Debug for Saved<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Saved")
    }
}

/// A search for solutions, lowest cost first.
#[derive(Debug)]
pub struct IdaStar<'a, S: Space> {
    space: &'a S,
    sequences: &'a Sequences,
    table: &'a mut PruningTable,
    limits: Limits,
    control: Control<'a>,
    threads: usize,
    saved: Option<Saved<'a>>,
    guide: Option<&'a Guide>,
    guidance: Option<Guidance<'a>>,
    after: Option<Solution>,
    start: S::State,
    /// The parts of the current cost that have not been started.
    parts: VecDeque<Part<S::State>>,
    /// The parts on which threads ran ahead; they come before the others.
    ahead: VecDeque<Ahead<S::State>>,
    /// The cost that is now searched.
    cost: u32,
    /// The least greater cost that was seen to be possible.
    next_cost: Option<u32>,
    started: bool,
    /// Nodes of the finished parts.
    nodes: u64,
    /// Nodes of the part that is now searched.
    nodes_here: u64,
    nodes_before: u64,
    found: u64,
    least: Option<u32>,
    end: Option<Outcome<()>>,
}

/// A table may take this many times the work of the search just made: without the table, the next cost takes about ten
/// times as much. Measured on the 3x3x3 and the pyraminx.
const GROWTH: u64 = 5;
/// Nodes of a guided search of one cost from which the next is split into parts: some milliseconds.
const WORTH_SPLITTING: u64 = 1 << 17;
/// Number of parts on which threads run ahead together.
const AHEAD: usize = 64;
/// Greatest number of solutions found ahead in a part.
const FOUND_AHEAD: usize = 256;

impl<'a, S: Space> IdaStar<'a, S> {
    /// A search from `start`, on one thread. The table may hold levels of an earlier search of the same space.
    pub fn new(
        space: &'a S,
        sequences: &'a Sequences,
        table: &'a mut PruningTable,
        start: &S::State,
        limits: &Limits,
        control: Control<'a>,
    ) -> Self {
        IdaStar {
            space,
            sequences,
            table,
            limits: limits.clone(),
            control,
            threads: 1,
            saved: None,
            guide: None,
            guidance: None,
            after: None,
            start: start.clone(),
            parts: VecDeque::new(),
            ahead: VecDeque::new(),
            cost: 0,
            next_cost: None,
            started: false,
            nodes: 0,
            nodes_here: 0,
            nodes_before: 0,
            found: 0,
            least: None,
            end: None,
        }
    }

    /// The same search on the given number of threads. The solutions and the number of nodes stay the same.
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// The solutions that come after a sequence in the order of the search: by cost, and at equal cost by the numbers
    /// of their moves. The sequence need not be a solution.
    pub fn after(mut self, moves: &[MoveId]) -> Self {
        let cost = moves.iter().fold(0u32, |cost, &m| cost.saturating_add(self.space.cost(m)));
        // Everything that costs something comes after the empty sequence.
        self.limits.min_length = self.limits.min_length.max(cost).max(1);
        self.after = Some(Solution { moves: moves.to_vec(), cost });
        self
    }

    /// The space that is searched.
    pub fn space(&self) -> &'a S {
        self.space
    }

    /// The same search, which requests a table saved by an earlier one, once, before it fills much of its own.
    pub fn with_saved(mut self, saved: &'a (dyn Fn() -> Option<PruningTable> + Sync)) -> Self {
        self.saved = Some(Saved(saved));
        self
    }

    /// The same search, directed by a heuristic in place of the pruning table. The guide must have been made for this space.
    ///
    /// Solutions [`after`](Self::after) a sequence are found without it.
    pub fn with_guide(mut self, guide: &'a Guide) -> Self {
        self.guide = Some(guide).filter(|_| self.after.is_none());
        self.guidance = self.guide.map(|guide| Guidance::new(guide, self.sequences));
        self
    }

    /// Number of states visited so far; those of parts that threads finished ahead count when it is their turn.
    pub fn nodes(&self) -> u64 {
        self.nodes + self.nodes_here
    }

    /// No solution of lower cost exists (from the limits' `min_length` on).
    pub fn lower_bound(&self) -> u32 {
        self.cost
    }

    /// The cost of the first solution; no solution of lower cost exists (from the limits' `min_length` on).
    pub fn least(&self) -> Option<u32> {
        self.least
    }

    /// How the search ended: `None` while it is running. Found: the wanted number of solutions.
    pub fn end(&self) -> Option<&Outcome<()>> {
        self.end.as_ref()
    }

    fn finish(&mut self, end: Outcome<()>) {
        self.end = Some(end);
    }

    fn merge(&mut self, seen: Seen) {
        self.nodes += seen.nodes;
        if let Some(cost) = seen.next_cost {
            self.next_cost = Some(self.next_cost.map_or(cost, |next| next.min(cost)));
        }
    }

    fn work(&self) -> Work<'_, S> {
        let IdaStar { space, sequences, control, cost, .. } = *self;
        Work {
            space,
            sequences,
            table: self.table,
            control,
            cost,
            after: after_in(self.after.as_ref(), cost),
        }
    }

    /// The least memory of a path of this cost, every state of which stays until its successors are done. It matters only where solutions
    /// of millions of moves are wanted.
    fn path_bytes(&self, cost: u32) -> u64 {
        let costs = (0..self.space.move_count() as u16).map(|m| self.space.cost(MoveId(m)));
        let fewest = cost / costs.max().unwrap_or(1).max(1);
        let state = if self.guidance.is_some() { size_of::<MoveId>() } else { size_of::<Frame<S::State>>() };
        u64::from(fewest) * state as u64
    }

    /// Prepares the next cost; `false` when the search is over.
    fn next_threshold(&mut self) -> bool {
        // All solutions of the least cost have been found.
        if self.limits.shortest_only && self.found > 0 {
            self.finish(Outcome::Found(()));
            return false;
        }
        let least = if self.started { self.next_cost } else { Some(self.limits.min_length) };
        let Some(mut cost) = least else {
            self.finish(Outcome::ProvenNone);
            return false;
        };
        let spent = self.nodes - self.nodes_before;
        self.nodes_before = self.nodes;
        if self.guide.is_none()
            && let Err(reason) = self.extend_table(spent)
        {
            self.finish(Outcome::LimitReached(reason));
            return false;
        }
        let parts = self.table.parts().values(self.space, &self.start);
        let Some(parts) = parts.filter(|parts| self.table.parts().bound(parts) != NEVER) else {
            self.finish(Outcome::ProvenNone);
            return false;
        };
        let start = self.space.index_up_to_symmetry(&self.start, &mut self.start.clone());
        if self.table.is_unreachable(start) {
            self.finish(Outcome::ProvenNone);
            return false;
        }
        if !self.started || self.found == 0 {
            cost = cost.max(self.table.bound(start)).max(self.table.parts().bound(&parts));
        }
        if let (Some(guide), Some(row)) = (self.guide, self.space.row(&self.start)) {
            cost = cost.max(guide.bound(row));
        }
        // If the cost of every solution is an even number of units, or of every one an odd number, other costs are
        // skipped.
        if let Some(parity) = self.space.parity(&self.start) {
            let units = cost.div_ceil(self.table.unit());
            cost = (units + (units & 1 ^ parity)) * self.table.unit();
        }
        self.started = true;
        self.cost = cost;
        if self.limits.max_length.is_some_and(|most| cost > most) {
            self.finish(Outcome::LimitReached(StopReason::Length));
            return false;
        }
        if self.path_bytes(cost) > self.limits.max_memory {
            self.finish(Outcome::LimitReached(StopReason::Memory));
            return false;
        }
        self.control.report(Progress::Depth { length: cost, nodes: self.nodes });
        self.next_cost = None;
        let mut seen = Seen::default();
        // What is omitted before a sequence gives no information about greater costs.
        if cost == 0 || after_in(self.after.as_ref(), cost).is_some() {
            seen.postpone(cost + self.table.unit());
        }
        // Merging parts loses solutions, and may repeat a turn of a class if longer solutions are requested.
        let merge = self.limits.max_solutions == Some(1)
            && self.limits.min_length == 0
            && self.after.is_none()
            && !self.sequences.is_restricted()
            && self.space.move_limits().is_empty();
        let step = Step {
            state: self.start.clone(),
            node: self.sequences.start(),
            left: cost,
            by: MoveId(u16::MAX),
            parts,
        };
        self.parts = match self.guide.is_some() && spent < WORTH_SPLITTING {
            true => VecDeque::from([Part { path: Vec::new(), start: step }]),
            false => split(&self.work(), step, merge, &mut seen).into(),
        };
        self.merge(seen);
        true
    }

    /// Fills the table further after so many nodes: the first levels are cheap and make the first bound useful; later levels must pay.
    fn extend_table(&mut self, spent: u64) -> Result<(), StopReason> {
        loop {
            if self.saved.is_some()
                && self.table.has_much_to_fill(self.space, spent.saturating_mul(GROWTH))
                && let Some(table) = self.saved.take().and_then(|Saved(saved)| saved())
                && table.filled() > self.table.filled()
            {
                *self.table = table;
            }
            if !self.table.deepen(self.space, spent.saturating_mul(GROWTH), self.threads, &self.control)? {
                break;
            }
        }
        self.table.refine(self.space, spent, &self.control)
    }

    /// Number of nodes that may still be visited.
    fn nodes_left(&self) -> u64 {
        self.limits.max_nodes.map_or(u64::MAX, |most| most.saturating_sub(self.nodes))
    }

    /// Starts the next part, or lets all threads run ahead on the next parts. `false` if there are none.
    fn begin_parts(&mut self) -> bool {
        if self.threads == 1 || self.parts.len() < 2 {
            let Some(part) = self.parts.pop_front() else { return false };
            let walk = AnyWalk::new(self.space, self.guidance.as_ref(), part);
            // Walks of small parts end before they look.
            let halt = self.control.interrupted().map(Halt::Limit);
            self.ahead.push_back(Ahead { walk, found: VecDeque::new(), halt });
            return true;
        }
        let parts: Vec<Part<S::State>> = self.parts.drain(..self.parts.len().min(AHEAD)).collect();
        let wanted = self.limits.max_solutions.map_or(u64::MAX, |most| most - self.found);
        let (most_nodes, work, guide) = (self.nodes_left(), self.work(), self.guidance.as_ref());
        // Parts that follow one with all wanted solutions are not needed.
        let (next, enough) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let results: Vec<Mutex<Option<Ahead<S::State>>>> = parts.iter().map(|_| Mutex::new(None)).collect();
        let worker = |_: usize| {
            loop {
                let at = next.fetch_add(1, Relaxed);
                let Some(part) = parts.get(at).filter(|_| at <= enough.load(Relaxed)) else { break };
                let walk = AnyWalk::new(work.space, guide, part.clone());
                // Walks of small parts end before they look.
                let halt = work.control.interrupted().map(Halt::Limit);
                let mut ahead = Ahead { walk, found: VecDeque::new(), halt };
                while ahead.halt.is_none() && ahead.found.len() < FOUND_AHEAD && at <= enough.load(Relaxed) {
                    match ahead.walk.next(guide, &work, most_nodes) {
                        Ok(solution) => {
                            ahead.found.push_back((solution, ahead.walk.seen().nodes));
                            if ahead.found.len() as u64 >= wanted {
                                enough.fetch_min(at, Relaxed);
                                break;
                            }
                        }
                        Err(halt) => ahead.halt = Some(halt),
                    }
                }
                let mut slot = results[at].lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                *slot = Some(ahead);
            }
        };
        on_threads(self.threads, worker);
        for (part, result) in parts.into_iter().zip(results) {
            let result = result.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
            // A part that no thread reached is searched when it is its turn.
            let begun = result.unwrap_or_else(|| {
                let walk = AnyWalk::new(self.space, self.guidance.as_ref(), part);
                Ahead { walk, found: VecDeque::new(), halt: None }
            });
            self.ahead.push_back(begun);
        }
        true
    }

    /// The next solution of the current cost; `None` if there is none, or at a limit.
    fn next_of_cost(&mut self) -> Option<Solution> {
        loop {
            if self.ahead.is_empty() && !self.begin_parts() {
                return None;
            }
            let left = self.nodes_left();
            let work = Work {
                space: self.space,
                sequences: self.sequences,
                table: self.table,
                control: self.control,
                cost: self.cost,
                after: after_in(self.after.as_ref(), self.cost),
            };
            let Some(front) = self.ahead.front_mut() else { continue };
            let step = match (front.found.pop_front(), front.halt) {
                (Some((solution, nodes)), _) => Ok((solution, nodes)),
                // A halt for nodes referred to the number left when the threads started; now fewer are left.
                (None, Some(halt)) => Err(halt),
                (None, None) => {
                    let found = front.walk.next(self.guidance.as_ref(), &work, left);
                    found.map(|found| (found, front.walk.seen().nodes))
                }
            };
            match step {
                Ok((solution, nodes)) if nodes <= left => {
                    self.nodes_here = nodes;
                    return Some(solution);
                }
                Err(Halt::Done) if front.walk.seen().nodes <= left => {
                    let seen = front.walk.seen();
                    self.ahead.pop_front();
                    self.nodes_here = 0;
                    self.merge(seen);
                }
                Ok(_) | Err(Halt::Done) => {
                    self.nodes_here = left;
                    self.finish(Outcome::LimitReached(StopReason::Nodes));
                    return None;
                }
                Err(Halt::Limit(reason)) => {
                    self.nodes_here = front.walk.seen().nodes.min(left);
                    self.finish(Outcome::LimitReached(reason));
                    return None;
                }
            }
        }
    }
}

/// The moves after which solutions of a cost are wanted.
fn after_in(after: Option<&Solution>, cost: u32) -> Option<&[MoveId]> {
    after.filter(|after| after.cost == cost).map(|after| &after.moves[..])
}

impl<S: Space> Iterator for IdaStar<'_, S> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        loop {
            if self.end.is_some() {
                return None;
            }
            if self.limits.max_solutions.is_some_and(|most| self.found >= most) {
                self.finish(Outcome::Found(()));
                return None;
            }
            if self.parts.is_empty() && self.ahead.is_empty() && !self.next_threshold() {
                return None;
            }
            if let Some(solution) = self.next_of_cost() {
                self.found += 1;
                self.least.get_or_insert(solution.cost);
                return Some(solution);
            }
        }
    }
}
