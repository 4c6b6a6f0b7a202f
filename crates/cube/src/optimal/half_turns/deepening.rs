//! The search of one cube, length after length.
//!
//! Start at [`Deepening`]. A length is split into jobs, see [`Jobs`], which the threads take in their order.

use super::jobs::{Jobs, Split};
use super::lanes::Lanes;
use super::search::{Shared, Step, Worker, ends};
use super::state::Machine;
use super::table::Table;
use crate::cubie::CubieCube;
use crate::moves::Move;
use permutant_search::limits::{Control, StopReason};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// How a cube is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    pub(super) threads: usize,
    /// Searches that each thread has under way.
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

/// One length, searched.
pub(super) struct Searched {
    pub(super) solutions: Vec<Vec<Move>>,
    pub(super) nodes: u64,
    pub(super) stopped: Option<StopReason>,
}

impl<'a, L: Lanes> Deepening<'a, L> {
    pub(super) fn new(cube: &CubieCube, machine: Machine<'a, L>, table: Table<'a>, setup: Setup) -> Self {
        let jobs = Jobs::new(&machine, &table, cube, setup.split, setup.fold);
        Deepening { machine, table, jobs, setup, is_solved: *cube == CubieCube::SOLVED }
    }

    /// All solutions of a length, or one. The work is the same for any number of threads, but where one solution is found
    /// or where `allowed` nodes are too few: one thread then.
    pub(super) fn length(
        &mut self,
        length: u8,
        one: bool,
        allowed: Option<u64>,
        control: &Control<'_>,
        run: impl Fn(Worker<'_, '_, L>, usize) + Copy + Send,
    ) -> Searched
    where
        L: Send + Sync,
    {
        if length == 0 {
            let solutions = if self.is_solved { vec![Vec::new()] } else { Vec::new() };
            return Searched { solutions, nodes: 0, stopped: None };
        }
        let (numbers, nodes): (Vec<usize>, Vec<_>) =
            self.jobs.of_length(&self.machine, &self.table, length, one).into_iter().unzip();
        let visited: Vec<AtomicU64> = nodes.iter().map(|_| AtomicU64::new(0)).collect();
        let shared = Shared {
            machine: &self.machine,
            table: self.table,
            jobs: &nodes,
            visited: &visited,
            next_job: AtomicUsize::new(0),
            last_job: AtomicUsize::new(usize::MAX),
            one,
            solutions: Mutex::new(Vec::new()),
            nodes: AtomicU64::new(0),
            max_nodes: allowed.unwrap_or(u64::MAX),
            stop: AtomicBool::new(false),
            reason: Mutex::new(None),
            control,
        };
        // A limit on nodes means the same every time on one thread only; and few jobs are not worth a second one.
        let threads = if allowed.is_some() || nodes.len() < 100 { 1 } else { self.setup.threads };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                let worker = Worker::new(&shared);
                let contexts = self.setup.contexts;
                let _ = std::thread::Builder::new().spawn_scoped(scope, move || run(worker, contexts));
            }
            run(Worker::new(&shared), self.setup.contexts);
        });
        let nodes = shared.nodes.load(Ordering::Relaxed);
        let mut found = shared.solutions.into_inner().unwrap_or_else(PoisonError::into_inner);
        let stopped = shared.reason.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Stable, so that those of one job stay in the order of its search.
        found.sort_by_key(|(job, _)| *job);
        if one {
            found.truncate(1);
        }
        let solutions = (found.into_iter())
            .map(|(job, inner)| self.moves(self.jobs.steps(length, numbers[job]), &inner))
            .collect();
        let visited = numbers.into_iter().zip(visited.into_iter().map(AtomicU64::into_inner));
        self.jobs.remember(length, visited);
        Searched { solutions, nodes, stopped }
    }

    fn moves(&self, outer: &[Step], inner: &[Step]) -> Vec<Move> {
        ends(&outer.iter().chain(inner).copied()).concat()
    }
}
