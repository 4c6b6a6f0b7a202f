//! Ctrl-C. The first one asks every job to stop in an orderly way, so that nothing is left half done. A job that does
//! not stop soon afterwards is ended.

use crate::drawn_line;
use crate::exit::Exit;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The progress of the current job.
static REACHED: Mutex<String> = Mutex::new(String::new());

/// The number of answers and saves that are being written.
static HELD: AtomicUsize = AtomicUsize::new(0);

/// The time that a job has to notice. Searches check many times within it. The preparation of a big cube does not
/// check, and has nothing to lose.
const GRACE: Duration = Duration::from_millis(150);
/// The greatest time to wait for writing to end: the reader of an answer may have stopped reading.
const WRITING: Duration = Duration::from_secs(10);
/// The interval between checks whether writing has ended.
const LOOK: Duration = Duration::from_millis(10);

/// Listens from now on. On a platform without handlers, the default of the system remains.
pub(crate) fn listen() {
    let _ = ctrlc::set_handler(|| {
        // Ending at once, on a second Ctrl-C or when the first has no effect, is safe: tables are whole or absent at
        // any moment.
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

/// Writes an answer or a save; a first interruption does not cut it off.
pub(crate) fn hold<T>(write: impl FnOnce() -> T) -> T {
    HELD.fetch_add(1, Ordering::SeqCst);
    let written = write();
    HELD.fetch_sub(1, Ordering::SeqCst);
    written
}

/// Records the progress of a job, which is reported if the job does not stop in time to report it itself.
pub(crate) fn at(reached: &str) {
    reached.clone_into(&mut REACHED.lock().unwrap_or_else(PoisonError::into_inner));
}

/// The flag that jobs check.
pub(crate) fn flag() -> &'static AtomicBool {
    &INTERRUPTED
}

/// Whether the user interrupted.
pub(crate) fn happened() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}
