//! Successively shorter solutions of one position, as an iterator.
//!
//! Start at [`Improvements::new`]. The search runs on a thread of its own while the caller looks at what it has found, until the iterator
//! is closed or dropped.

use crate::choices::Choice;
use crate::errors::unsolved;
use crate::puzzle::Puzzle;
use crate::solution::{Found, Solution};
use crate::work::{self, LOOK};
use permutant::position::Position;
use permutant::search::limits::{Control, Outcome, StopReason};
use permutant::solver::SolveError;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// What the search sends: a solution, or the reason why there is none.
type Sent = PyResult<Solution>;

/// An iterator over solutions, each shorter than the one before.
#[pyclass(frozen, module = "permutant")]
#[derive(Debug)]
pub(crate) struct Improvements {
    cancel: Arc<AtomicBool>,
    solutions: Mutex<Receiver<Sent>>,
}

impl Improvements {
    /// Begins the search.
    pub(crate) fn new(
        puzzle: &Bound<'_, Puzzle>,
        position: Position,
        choice: Choice,
        threads: usize,
    ) -> PyResult<Self> {
        let cancel = Arc::new(AtomicBool::new(false));
        let (sender, solutions) = mpsc::channel();
        let (solver, model) = (puzzle.get().solver(threads), Arc::clone(&puzzle.get().model));
        let stop = Arc::clone(&cancel);
        let search = move || {
            let started = Instant::now();
            let is_up = || choice.time_limit.is_some_and(|limit| started.elapsed() >= limit);
            let control = Control::new().with_cancel(&stop).with_deadline(&is_up);
            let count = AtomicU64::new(0);
            let mut shortest = u64::MAX;
            let end = work::guarded(|| {
                solver.with_dependent(|_, solver| {
                    solver.solve(&choice.request(&position), &control, &mut |answer| {
                        // The last one may be repeated because its bound has risen.
                        if answer.length >= shortest && !answer.optimal {
                            return ControlFlow::Continue(());
                        }
                        shortest = answer.length;
                        count.fetch_add(1, Ordering::Relaxed);
                        let found = Found::new(&model, &position.state, &answer);
                        let solution = Solution::new(&model, &choice.metric, found);
                        match sender.send(Ok(solution)) {
                            Ok(()) => ControlFlow::Continue(()),
                            Err(_) => ControlFlow::Break(()),
                        }
                    })
                })
            });
            let fault = match end {
                Err(fault) => fault,
                // The caller closed it, and asks no more.
                Ok(
                    Ok(Outcome::LimitReached(StopReason::Cancelled))
                    | Err(SolveError::Limit(StopReason::Cancelled)),
                ) => return,
                Ok(Err(fault)) => unsolved(&fault),
                // If the search for a shorter solution was stopped, the solutions found before remain valid.
                _ if count.into_inner() > 0 => return,
                Ok(Ok(Outcome::LimitReached(reason))) => unsolved(&SolveError::Limit(reason)),
                Ok(Ok(_)) => unsolved(&SolveError::Unsolvable("every sequence of moves was tried".into())),
            };
            let _ = sender.send(Err(fault));
        };
        std::thread::Builder::new().name("permutant".into()).spawn(search)?;
        Ok(Improvements { cancel, solutions: Mutex::new(solutions) })
    }
}

#[pymethods]
impl Improvements {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Solution>> {
        loop {
            let next = py
                .detach(|| self.solutions.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK));
            match next {
                Ok(sent) => return sent.map(Some),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Err(exception) = py.check_signals() {
                self.close();
                return Err(exception);
            }
            if self.cancel.load(Ordering::Relaxed) {
                return Ok(None);
            }
        }
    }

    /// Ends the search.
    fn close(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

impl Drop for Improvements {
    fn drop(&mut self) {
        self.close();
    }
}
