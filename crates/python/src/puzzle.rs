//! A puzzle, with what it keeps for the next position.
//!
//! Start at [`Puzzle`]. What Python calls is in `puzzle_calls`.

use crate::custom::Labels;
use crate::tables::{self, Files};
use crate::work;
use permutant::model::Model;
use permutant::solver::Solver;
use pyo3::prelude::*;
use self_cell::self_cell;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What a solver refers to.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) model: Arc<Model>,
    pub(crate) tables: Arc<Files>,
}

self_cell!(
    /// A solver together with its puzzle and its tables.
    pub(crate) struct KeptSolver {
        owner: Kept,

        #[not_covariant]
        dependent: Solver,
    }
);

impl KeptSolver {
    fn made(model: &Arc<Model>, tables: &Arc<Files>, threads: usize) -> Arc<Self> {
        let kept = Kept { model: Arc::clone(model), tables: Arc::clone(tables) };
        Arc::new(KeptSolver::new(kept, |kept| {
            Solver::with_tables(&kept.model, &*kept.tables)
                .with_threads(threads)
                .with_build_threads(work::threads(None))
        }))
    }
}

/// A permutation puzzle.
#[pyclass(frozen, module = "permutant")]
#[derive(Debug)]
pub(crate) struct Puzzle {
    pub(crate) model: Arc<Model>,
    pub(crate) tables: Arc<Files>,
    /// The labels of the points of a puzzle that was made of lists.
    pub(crate) labels: Option<Labels>,
    /// The solver that uses one thread for a position.
    one: OnceLock<Arc<KeptSolver>>,
    /// The solver that uses several, and how many.
    several: Mutex<Option<(usize, Arc<KeptSolver>)>>,
}

impl std::fmt::Debug for KeptSolver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KeptSolver").field("owner", self.borrow_owner()).finish_non_exhaustive()
    }
}

impl Puzzle {
    /// A puzzle that uses the current tables.
    pub(crate) fn of_model(model: Model, labels: Option<Labels>) -> Self {
        Puzzle {
            model: Arc::new(model),
            tables: tables::current(),
            labels,
            one: OnceLock::new(),
            several: Mutex::new(None),
        }
    }

    /// The solver for this number of threads. Of those for several threads the last is kept.
    pub(crate) fn solver(&self, threads: usize) -> Arc<KeptSolver> {
        if threads <= 1 {
            let made = || KeptSolver::made(&self.model, &self.tables, 1);
            return Arc::clone(self.one.get_or_init(made));
        }
        let mut several = self.several.lock().unwrap_or_else(PoisonError::into_inner);
        match &*several {
            Some((kept, solver)) if *kept == threads => Arc::clone(solver),
            _ => {
                let solver = KeptSolver::made(&self.model, &self.tables, threads);
                *several = Some((threads, Arc::clone(&solver)));
                solver
            }
        }
    }
}
