//! Many positions of one puzzle, solved on several threads.
//!
//! Start at [`solve`]. Threads take the next positions as they finish the last ones; the calling thread watches for signals and reports
//! progress. Answers do not depend on the number of threads.

use crate::choices::Choice;
use crate::errors::{Kind, in_text, raised, unsolved, unsupported};
use crate::given;
use crate::puzzle::{KeptSolver, Puzzle};
use crate::rows::{self, Rows};
use crate::solution::{Found, Solution};
use crate::solving;
use crate::work::{self, LOOK};
use permutant::model::Model;
use permutant::position::{self, Position};
use permutant::puzzle::metric::Metric;
use permutant::search::limits::Control;
use permutant::solver::Solver;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::slice::PySliceIndices;
use pyo3::types::{PyBytes, PyList, PySlice};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Instant;

/// Solutions of many positions, in their order.
#[pyclass(frozen, sequence, module = "permutant")]
#[derive(Debug)]
pub(crate) struct Solutions {
    model: Arc<Model>,
    metric: Metric,
    solved: Vec<Result<Found, PyErr>>,
}

/// What is to be solved.
enum Input {
    Rows(Rows),
    Texts(Vec<String>),
    Positions(Vec<PyResult<Position>>),
}

impl Input {
    fn of(puzzle: &Bound<'_, Puzzle>, given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Some(rows) = Rows::of(given)? {
            // Before hours are spent on the first rows.
            if rows.len() > 0 {
                let expected = rows::count(puzzle.get())?;
                let found = rows.row(0).len();
                if found != expected {
                    let name = puzzle.get().model.puzzle.name().to_string();
                    return Err(unsupported(&format!(
                        "rows of {found} values where {name} has {expected} stickers"
                    )));
                }
            }
            return Ok(Input::Rows(rows));
        }
        if given.is_instance_of::<pyo3::types::PyString>() {
            return Err(PyTypeError::new_err("one text is one position; solve_many takes a list of them"));
        }
        if let Ok(texts) = given.extract::<Vec<String>>() {
            return Ok(Input::Texts(texts));
        }
        let positions = given.try_iter()?.map(|item| Ok(given::read(puzzle, &item?, None)));
        positions.collect::<PyResult<_>>().map(Input::Positions)
    }

    fn len(&self) -> usize {
        match self {
            Input::Rows(rows) => rows.len(),
            Input::Texts(texts) => texts.len(),
            Input::Positions(positions) => positions.len(),
        }
    }

    fn position(&self, puzzle: &Puzzle, number: usize) -> PyResult<Position> {
        match self {
            Input::Rows(rows) => rows::read(puzzle, rows.row(number)),
            Input::Texts(texts) => {
                let text = &texts[number];
                position::read(&puzzle.model, text, None).map_err(|fault| in_text(text, &fault))
            }
            Input::Positions(positions) => match &positions[number] {
                Ok(position) => Ok(position.clone()),
                Err(fault) => Err(Python::attach(|py| fault.clone_ref(py))),
            },
        }
    }
}

/// Solves one position; the limit of time is its own.
fn answer(
    model: &Model,
    solver: &Solver<'_>,
    choice: &Choice,
    position: &Position,
    cancel: &AtomicBool,
) -> PyResult<Found> {
    let started = Instant::now();
    let is_up = || choice.time_limit.is_some_and(|limit| started.elapsed() >= limit);
    let control = Control::new().with_cancel(cancel).with_deadline(&is_up);
    let answer = solving::best(solver, choice, position, &control).map_err(|fault| unsolved(&fault))?;
    Ok(Found::new(model, &position.state, &answer))
}

/// Solves all positions.
pub(crate) fn solve(
    puzzle: &Bound<'_, Puzzle>,
    positions: &Bound<'_, PyAny>,
    choice: &Choice,
    threads: Option<usize>,
    on_error: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Solutions> {
    let raises = match on_error {
        "raise" => true,
        "keep" => false,
        _ => return Err(unsupported(&format!("on_error is '{on_error}'; expected 'raise' or 'keep'"))),
    };
    let input = Input::of(puzzle, positions)?;
    let choice = Choice { is_batch: true, builds: progress.is_some(), ..choice.clone() };
    let listener = progress.map(|progress| progress.clone().unbind());
    let (py, puzzle) = (puzzle.py(), puzzle.get());
    let batch = Batch {
        puzzle,
        solver: puzzle.solver(1),
        count: input.len(),
        input,
        choice: &choice,
        raises,
        next: AtomicUsize::new(0),
        done: AtomicUsize::new(0),
        cancel: AtomicBool::new(false),
        solved: Mutex::default(),
    };
    let threads = work::threads(threads).min(batch.count).max(1);
    if choice.time_limit.is_some() {
        // The limit of a position does not include what all of them need. If that fails, each position says so.
        work::beside(py, None, None, |control| {
            batch.solver.with_dependent(|kept, solver| {
                let solved = Position::new(kept.model.puzzle.solved().clone());
                let _ = solver.prepare(&choice.request(&solved), control, || ());
            });
        })?;
    }
    py.detach(|| batch.run(threads, listener.as_ref()))?;
    let mut solved = batch.solved.into_inner().unwrap_or_else(PoisonError::into_inner);
    solved.sort_unstable_by_key(|(number, _)| *number);
    if raises && let Some(at) = solved.iter().position(|(_, found)| found.is_err()) {
        let (number, fault) = solved.swap_remove(at);
        return Err(fault
            .err()
            .map_or_else(|| raised(Kind::Internal, "internal error"), |f| numbered(py, f, number)));
    }
    let solved = solved.into_iter().map(|(_, found)| found).collect();
    Ok(Solutions { model: Arc::clone(&puzzle.model), metric: choice.metric.clone(), solved })
}

/// An exception that says to which position it belongs.
fn numbered(py: Python<'_>, fault: PyErr, number: usize) -> PyErr {
    // Exceptions of other packages may refuse the attribute; they are raised all the same.
    let _ = fault.value(py).setattr("index", number);
    fault
}

/// A batch in progress.
struct Batch<'p> {
    puzzle: &'p Puzzle,
    solver: Arc<KeptSolver>,
    input: Input,
    count: usize,
    choice: &'p Choice,
    /// Whether the first fault ends the batch.
    raises: bool,
    /// The next position to be solved.
    next: AtomicUsize,
    /// The number of positions that are solved.
    done: AtomicUsize,
    cancel: AtomicBool,
    solved: Mutex<Vec<(usize, PyResult<Found>)>>,
}

impl Batch<'_> {
    /// Solves all positions on this many threads.
    fn run(&self, threads: usize, listener: Option<&Py<PyAny>>) -> PyResult<()> {
        std::thread::scope(|scope| {
            let (sender, ended) = mpsc::channel::<()>();
            for number in 0..threads {
                let alive = sender.clone();
                let begun = Builder::new().spawn_scoped(scope, move || {
                    self.work();
                    drop(alive);
                });
                match begun {
                    Ok(_) => {}
                    // Those that there are do the work of all.
                    Err(_) if number > 0 => break,
                    Err(fault) => return Err(fault.into()),
                }
            }
            drop(sender);
            let watched = self.watch(&ended, listener);
            if watched.is_err() {
                self.cancel.store(true, Ordering::Relaxed);
            }
            watched
        })
    }

    /// Solves one position after the other. After a fault no further one is begun; those before it are all in progress by then, so that
    /// the first fault is the same on any number of threads.
    fn work(&self) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.count || self.cancel.load(Ordering::Relaxed) {
                return;
            }
            let found = work::guarded(|| {
                let position = self.input.position(self.puzzle, number)?;
                self.solver.with_dependent(|kept, solver| {
                    answer(&kept.model, solver, self.choice, &position, &self.cancel)
                })
            });
            let found = found.and_then(|found| found);
            if self.raises && found.is_err() {
                self.next.store(self.count, Ordering::Relaxed);
            }
            self.solved.lock().unwrap_or_else(PoisonError::into_inner).push((number, found));
            self.done.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Watches for signals and reports progress until all threads have ended.
    fn watch(&self, ended: &mpsc::Receiver<()>, listener: Option<&Py<PyAny>>) -> PyResult<()> {
        loop {
            let is_over = matches!(ended.recv_timeout(LOOK), Err(RecvTimeoutError::Disconnected));
            Python::attach(|py| {
                py.check_signals()?;
                let done = self.done.load(Ordering::Relaxed);
                listener.map_or(Ok(()), |listener| listener.call1(py, (done, self.count)).map(|_| ()))
            })?;
            if is_over {
                return Ok(());
            }
        }
    }
}

impl Solutions {
    fn at(&self, number: usize) -> Option<Solution> {
        let found = self.solved.get(number)?.as_ref().ok()?;
        Some(Solution::new(&self.model, &self.metric, found.clone()))
    }
}

#[pymethods]
impl Solutions {
    fn __len__(&self) -> usize {
        self.solved.len()
    }

    /// The solution of a position, or `None` if there is none.
    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = index.cast::<PySlice>() {
            let PySliceIndices { start, step, slicelength, .. } =
                slice.indices(self.solved.len().cast_signed())?;
            let number = |at: usize| start + at.cast_signed() * step;
            let some = (0..slicelength).map(|at| self.at(number(at).cast_unsigned()));
            return Ok(PyList::new(py, some.collect::<Vec<_>>())?.into_any());
        }
        let (number, count) = (index.extract::<isize>()?, self.solved.len());
        let number = if number < 0 { number.checked_add_unsigned(count) } else { Some(number) };
        match number.and_then(|number| usize::try_from(number).ok()).filter(|&number| number < count) {
            Some(number) => Ok(self.at(number).into_pyobject(py)?.into_any()),
            None => Err(PyIndexError::new_err(format!("there are {count} solutions"))),
        }
    }

    fn __iter__(slf: &Bound<'_, Self>) -> SolutionsIterator {
        SolutionsIterator { solutions: slf.clone().unbind(), next: AtomicUsize::new(0) }
    }

    /// The algorithms, as texts.
    #[getter]
    fn algorithms(&self) -> Vec<Option<&str>> {
        self.solved.iter().map(|found| found.as_ref().ok().map(|found| &*found.algorithm)).collect()
    }

    /// The lengths as an array of numpy; -1 where there is no solution.
    #[getter]
    fn lengths<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let length = |found: &Result<Found, PyErr>| match found {
            Ok(found) => i64::try_from(found.length).unwrap_or(i64::MAX),
            Err(_) => -1,
        };
        let bytes: Vec<u8> = self.solved.iter().flat_map(|found| length(found).to_le_bytes()).collect();
        let array = py.import("numpy")?.call_method1("frombuffer", (PyBytes::new(py, &bytes), "<i8"))?;
        array.call_method0("copy")
    }

    /// The positions without a solution, and why.
    #[getter]
    fn faults(&self, py: Python<'_>) -> Vec<(usize, Py<PyAny>)> {
        let faults = self.solved.iter().enumerate();
        let faults = faults.filter_map(|(number, found)| Some((number, found.as_ref().err()?)));
        faults
            .map(|(number, fault)| (number, numbered(py, fault.clone_ref(py), number).into_value(py).into()))
            .collect()
    }

    fn __repr__(&self) -> String {
        let name = self.model.puzzle.name();
        format!("<permutant.Solutions of {} positions of {name}>", self.solved.len())
    }
}

/// An iterator over solutions.
#[pyclass(frozen, module = "permutant")]
#[derive(Debug)]
struct SolutionsIterator {
    solutions: Py<Solutions>,
    next: AtomicUsize,
}

#[pymethods]
impl SolutionsIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self) -> Option<Option<Solution>> {
        let (solutions, number) = (self.solutions.get(), self.next.fetch_add(1, Ordering::Relaxed));
        (number < solutions.solved.len()).then(|| solutions.at(number))
    }
}
