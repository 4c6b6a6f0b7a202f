//! The iterative deepening of one cube.
//!
//! Start at [`Deepening`]. Each length is split into jobs, see [`Jobs`], which the threads take in order.

use super::checkpoint::TO_DO;
use super::cube_pair::Machine;
use super::jobs::{Jobs, Ordered, Split};
use super::node::Step;
use super::search::{Shared, Worker, ends};
use super::table::Table;
use crate::model::cubie::CubieCube;
use crate::model::moves::Move;
use crate::simd::Lanes;
use permutant_search::limits::{Control, StopReason};
use permutant_search::threads::on_threads;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The parameters of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    pub(super) threads: usize,
    /// Interleaved searches per thread.
    pub(super) contexts: usize,
    pub(super) split: Split,
    /// See [`Jobs::new`].
    pub(super) fold: bool,
}

/// One cube, to be searched for solutions of one length after the other.
pub(super) struct Deepening<'a, L> {
    machine: Machine<'a, L>,
    table: Table<'a>,
    jobs: Jobs<L>,
    setup: Setup,
    is_solved: bool,
}

/// The parameters for one length.
pub(super) struct Task<'t> {
    pub(super) length: u8,
    /// Whether one solution is enough.
    pub(super) one: bool,
    /// The node limit, if any.
    pub(super) allowed: Option<u64>,
    /// Nodes of the finished jobs, [`TO_DO`] for the others; empty if no job is finished.
    pub(super) done: &'t [u64],
    /// Called at intervals with the nodes of the previous length and of the finished jobs, and with all nodes of this length.
    pub(super) keep: &'t (dyn Fn(&dyn Fn() -> Parts) + Sync),
}

#[cfg(test)]
impl Task<'_> {
    /// All solutions of a length.
    pub(super) fn new(length: u8) -> Task<'static> {
        Task { length, one: false, allowed: None, done: &[], keep: &|_| {} }
    }
}

/// The finished parts of a length.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    /// For each job, its nodes in the previous length.
    pub(super) before: Vec<u64>,
    /// For each job, its nodes in this length, or [`TO_DO`].
    pub(super) done: Vec<u64>,
    /// All nodes of this length.
    pub(super) nodes: u64,
}

/// The result of searching one length.
pub(super) struct Searched {
    pub(super) solutions: Vec<Vec<Move>>,
    pub(super) nodes: u64,
    pub(super) stopped: Option<StopReason>,
    /// The finished parts at the point where the search stopped.
    pub(super) parts: Parts,
}

impl<'a, L: Lanes> Deepening<'a, L> {
    pub(super) fn new(cube: &CubieCube, machine: Machine<'a, L>, table: Table<'a>, setup: Setup) -> Self {
        let jobs = Jobs::new(&machine, &table, cube, setup.split, setup.fold);
        Deepening { machine, table, jobs, setup, is_solved: *cube == CubieCube::SOLVED }
    }

    /// Prepares to resume a length; returns false if the node counts belong to other jobs.
    pub(super) fn restore(&mut self, length: u8, before: &[u64]) -> bool {
        self.jobs.restore(&self.machine, &self.table, length, before)
    }

    /// Finds the solutions of a length. The work is the same for any number of threads, except if one solution is wanted. With a
    /// limit on nodes the search uses one thread.
    pub(super) fn length(
        &mut self,
        task: &Task<'_>,
        control: &Control<'_>,
        run: impl Fn(Worker<'_, '_, L>, usize) + Copy + Sync,
    ) -> Searched
    where
        L: Send + Sync,
    {
        let Task { length, one, allowed, .. } = *task;
        if length == 0 {
            let solutions = if self.is_solved { vec![Vec::new()] } else { Vec::new() };
            return Searched { solutions, nodes: 0, stopped: None, parts: Parts::default() };
        }
        let Ordered { starts, mut jobs } = self.jobs.of_length(&self.machine, &self.table, length, one);
        jobs.retain(|job| task.done.get(job.number as usize).is_none_or(|&states| states == TO_DO));
        let visited: Vec<AtomicU64> = jobs.iter().map(|_| AtomicU64::new(TO_DO)).collect();
        let before = self.jobs.before(length);
        let mut done = task.done.to_vec();
        done.resize(self.jobs.count(length), TO_DO);
        // Jobs that the table prunes at the start are finished too, but need not be reported.
        let parts = |nodes: u64| {
            let mut done = done.clone();
            for (job, visited) in jobs.iter().zip(&visited) {
                done[job.number as usize] = visited.load(Ordering::Relaxed);
            }
            Parts { before: before.clone(), done, nodes }
        };
        let nodes_so_far = AtomicU64::new(0);
        let shared = Shared {
            machine: &self.machine,
            table: self.table,
            jobs: &jobs,
            starts: &starts,
            visited: &visited,
            next_job: AtomicUsize::new(0),
            last_job: AtomicUsize::new(usize::MAX),
            one,
            solutions: Mutex::new(Vec::new()),
            nodes: &nodes_so_far,
            max_nodes: allowed.unwrap_or(u64::MAX),
            stop: AtomicBool::new(false),
            reason: Mutex::new(None),
            control,
            keep: &|| (task.keep)(&|| parts(nodes_so_far.load(Ordering::Relaxed))),
        };
        // A limit on nodes is reproducible on a single thread only, and few jobs do not justify a second thread.
        let threads = if allowed.is_some() || jobs.len() < 100 { 1 } else { self.setup.threads };
        on_threads(threads, |number| run(Worker::new(&shared, number == 0), self.setup.contexts));
        let mut found = shared.solutions.into_inner().unwrap_or_else(PoisonError::into_inner);
        let stopped = shared.reason.into_inner().unwrap_or_else(PoisonError::into_inner);
        let parts = parts(nodes_so_far.load(Ordering::Relaxed));
        // Stable, so that those of one job stay in the order of its search.
        found.sort_by_key(|(job, _)| *job);
        if one {
            found.truncate(1);
        }
        let solutions = (found.into_iter())
            .map(|(job, inner)| self.moves(self.jobs.steps(length, jobs[job].number as usize), &inner))
            .collect();
        if stopped.is_none() {
            let states = parts.done.iter().map(|&states| if states == TO_DO { 0 } else { states });
            self.jobs.remember(length, states.collect());
        }
        Searched { solutions, nodes: parts.nodes, stopped, parts }
    }

    fn moves(&self, outer: &[Step], inner: &[Step]) -> Vec<Move> {
        ends(&outer.iter().chain(inner).copied()).concat()
    }
}
