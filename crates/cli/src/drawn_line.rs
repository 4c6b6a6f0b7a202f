//! The line of progress that is shown on a terminal at present. It is removed before anything else is written.

use indicatif::ProgressBar;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The line shown at present.
static DRAWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Writes something while the line is removed.
pub(crate) fn aside<T>(write: impl FnOnce() -> T) -> T {
    let drawn = drawn().clone();
    match drawn {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// The line shown at present, to be set or removed.
pub(crate) fn drawn() -> MutexGuard<'static, Option<ProgressBar>> {
    DRAWN.lock().unwrap_or_else(PoisonError::into_inner)
}
