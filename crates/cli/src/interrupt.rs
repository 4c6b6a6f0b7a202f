//! Ctrl-C: the first asks every job to stop where it is, so that nothing is left half done; a job that has not stopped
//! soon after is ended.

use crate::exit::Exit;
use crate::progress;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// How far the job that is under way has come.
static REACHED: Mutex<String> = Mutex::new(String::new());

/// How long a job may take to notice: it looks many times a second, but making a great cube ready does not.
const GRACE: Duration = Duration::from_secs(2);

/// Listens from now on. Without a handler (a platform that has none) the default of the system stays.
pub(crate) fn listen() {
    let _ = ctrlc::set_handler(|| {
        // Ending at once, by a second one or when the first is not heard, is safe: tables are whole or absent at any
        // moment.
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            std::process::exit(Exit::Interrupted as i32);
        }
        std::thread::spawn(|| {
            std::thread::sleep(GRACE);
            let reached = REACHED.lock().unwrap_or_else(PoisonError::into_inner).clone();
            if !reached.is_empty() {
                progress::aside(|| eprintln!("error: interrupted at: {reached}"));
            }
            std::process::exit(Exit::Interrupted as i32);
        });
    });
}

/// How far a job has come, told where it does not stop in time to tell it.
pub(crate) fn at(reached: &str) {
    reached.clone_into(&mut REACHED.lock().unwrap_or_else(PoisonError::into_inner));
}

/// The flag that jobs look at.
pub(crate) fn flag() -> &'static AtomicBool {
    &INTERRUPTED
}

/// Whether the user interrupted.
pub(crate) fn happened() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}
