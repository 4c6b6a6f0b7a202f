//! How calls that may take long run: without the interpreter's lock, answering Ctrl-C, reporting progress, and with a panic turned into an
//! exception.
//!
//! Start at [`at_once`] (on the calling thread, for work of microseconds) and [`beside`] (on another thread, while the calling thread
//! watches for signals). Only the main thread of Python can notice a signal, and a search on several threads does not return to it.

use crate::errors::{Kind, raised};
use permutant::search::limits::{Control, Progress};
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, ThreadId};
use std::time::{Duration, Instant};

/// How often signals are checked.
pub(crate) const LOOK: Duration = Duration::from_millis(50);

/// Converts a panic to an exception.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|_| raised(Kind::Internal, "internal error: please report this call and its arguments"))
}

/// The number of threads that an argument asks for; without one, all cores.
pub(crate) fn threads(wanted: Option<usize>) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    wanted.map_or_else(all, |threads| threads.clamp(1, 1024))
}

/// Runs work on the calling thread. It must call its control on this thread.
///
/// # Errors
///
/// The exception of a signal handler, such as `KeyboardInterrupt`.
pub(crate) fn at_once<T: Send>(
    py: Python<'_>,
    time_limit: Option<Duration>,
    work: impl FnOnce(&Control<'_>) -> T + Send,
) -> PyResult<T> {
    let started = Instant::now();
    let caller = std::thread::current().id();
    let signals = Mutex::new(Signals { looked: started, raised: None });
    let is_up =
        || time_limit.is_some_and(|limit| started.elapsed() >= limit) || Signals::stop(&signals, caller);
    let control = Control::new().with_deadline(&is_up);
    let done = py.detach(|| guarded(|| work(&control)))?;
    match signals.into_inner().unwrap_or_else(PoisonError::into_inner).raised {
        Some(exception) => Err(exception),
        None => Ok(done),
    }
}

/// When signals were last checked, and what a handler raised.
struct Signals {
    looked: Instant,
    raised: Option<PyErr>,
}

impl Signals {
    /// Whether a handler of signals raised an exception.
    fn stop(signals: &Mutex<Signals>, caller: ThreadId) -> bool {
        if std::thread::current().id() != caller {
            return false;
        }
        let mut signals = signals.lock().unwrap_or_else(PoisonError::into_inner);
        if signals.raised.is_none() && signals.looked.elapsed() >= LOOK {
            signals.raised = Python::attach(|py| py.check_signals().err());
            signals.looked = Instant::now();
        }
        signals.raised.is_some()
    }
}

/// Runs work on another thread. Reports go to `progress`, which is called on the calling thread with the stage, how far it is, and its
/// end, 0 if that is not known; an exception that it raises stops the work.
///
/// # Errors
///
/// The exception of a signal handler or of `progress`, or that there is no further thread to be had.
pub(crate) fn beside<T: Send>(
    py: Python<'_>,
    time_limit: Option<Duration>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Control<'_>) -> T + Send,
) -> PyResult<T> {
    let started = Instant::now();
    let cancel = AtomicBool::new(false);
    let listener = progress.map(|progress| progress.clone().unbind());
    py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, reports) = mpsc::channel::<Progress>();
            let cancel = &cancel;
            let worker = Builder::new().spawn_scoped(scope, move || {
                let is_up = || time_limit.is_some_and(|limit| started.elapsed() >= limit);
                let tell = |report: Progress| _ = sender.send(report);
                let control = Control::new().with_cancel(cancel).with_deadline(&is_up).with_progress(&tell);
                guarded(|| work(&control))
            })?;
            let watched = watch(&reports, listener.as_ref());
            if watched.is_err() {
                cancel.store(true, Ordering::Relaxed);
            }
            // `guarded` leaves nothing for the thread to panic with.
            let done = worker.join().unwrap_or_else(|_| Err(raised(Kind::Internal, "internal error")));
            watched.and(done)
        })
    })
}

/// Watches for signals and reports until the work is done.
fn watch(reports: &mpsc::Receiver<Progress>, listener: Option<&Py<PyAny>>) -> PyResult<()> {
    let mut latest = None::<Progress>;
    let mut looked = Instant::now();
    loop {
        let end = match reports.recv_timeout(LOOK) {
            Ok(report) => {
                // Reports that the listener has no time for are replaced by later ones.
                latest = Some(report);
                false
            }
            Err(RecvTimeoutError::Timeout) => false,
            Err(RecvTimeoutError::Disconnected) => true,
        };
        if !end && looked.elapsed() < LOOK {
            continue;
        }
        looked = Instant::now();
        Python::attach(|py| {
            py.check_signals()?;
            match (latest.take(), listener) {
                (Some(report), Some(listener)) => tell(py, listener, &report),
                _ => Ok(()),
            }
        })?;
        if end {
            return Ok(());
        }
    }
}

/// Calls a listener with the name of the stage, and how far it is.
fn tell(py: Python<'_>, listener: &Py<PyAny>, report: &Progress) -> PyResult<()> {
    let (stage, done, total) = match *report {
        Progress::Table { name, done, total } => (format!("table: {name}"), done, total),
        Progress::Part { name, done, total } => (name.to_string(), done, total),
        Progress::Depth { length, nodes } => (format!("length {length}"), nodes, 0),
        Progress::Level { distance, states } => (format!("distance {distance}"), states, 0),
        Progress::Improved { length, nodes } => (format!("found length {length}"), nodes, 0),
        _ => return Ok(()),
    };
    listener.call1(py, (stage, done, total)).map(|_| ())
}
