//! Ctrl-C: the first asks every job to stop where it is, so that nothing is left half done; a job that has not stopped
//! soon after is ended.

use crate::drawn_line;
use crate::exit::Exit;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// How far the job that is under way has come.
static REACHED: Mutex<String> = Mutex::new(String::new());

/// Answers and saves that are being written.
static HELD: AtomicUsize = AtomicUsize::new(0);

/// How long a job may take to notice: searches look many times in it, but making a great cube ready does not, and has nothing to
/// lose.
const GRACE: Duration = Duration::from_millis(150);
/// How long it is waited for what is being written: whoever reads an answer may have stopped reading.
const WRITING: Duration = Duration::from_secs(10);
/// How often somebody looks whether what was being written is.
const LOOK: Duration = Duration::from_millis(10);

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
            let noticed = Instant::now();
            while HELD.load(Ordering::SeqCst) > 0 && noticed.elapsed() < WRITING {
                std::thread::sleep(LOOK);
            }
            let reached = REACHED.lock().unwrap_or_else(PoisonError::into_inner).clone();
            if !reached.is_empty() {
                drawn_line::aside(|| eprintln!("error: interrupted at: {reached}"));
            }
            std::process::exit(Exit::Interrupted as i32);
        });
    });
}

/// Writes an answer or what a later run goes on with: a first interruption does not cut it off.
pub(crate) fn hold<T>(write: impl FnOnce() -> T) -> T {
    HELD.fetch_add(1, Ordering::SeqCst);
    let written = write();
    HELD.fetch_sub(1, Ordering::SeqCst);
    written
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
