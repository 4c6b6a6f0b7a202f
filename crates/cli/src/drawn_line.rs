//! The line of progress that is drawn on a terminal now: whatever else is written takes it away first.

use indicatif::ProgressBar;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The line that is drawn now.
static DRAWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Writes something while the line is taken away.
pub(crate) fn aside<T>(write: impl FnOnce() -> T) -> T {
    let drawn = drawn().clone();
    match drawn {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// The line that is drawn, to be set or taken away.
pub(crate) fn drawn() -> MutexGuard<'static, Option<ProgressBar>> {
    DRAWN.lock().unwrap_or_else(PoisonError::into_inner)
}
