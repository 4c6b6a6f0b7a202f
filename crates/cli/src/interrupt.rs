//! Ctrl-C. The first one asks every job to stop in an orderly way, so that nothing is left half done. A job that does
//! not stop soon afterwards is ended.

use crate::drawn_line;
use crate::exit::Exit;
use serde_json::json;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The progress of the current job.
static REACHED: Mutex<String> = Mutex::new(String::new());

/// Whether anything was reported since the user interrupted.
static REPORTED: AtomicBool = AtomicBool::new(false);

/// The number of answers and saves that are being written.
static HELD: AtomicUsize = AtomicUsize::new(0);

/// The time that a job has to notice. Searches check many times within it. The preparation of a big cube does not
/// check, and has nothing to lose.
const GRACE: Duration = Duration::from_millis(150);
/// The greatest time to wait for writing to end: the reader of an answer may have stopped reading.
const WRITING: Duration = Duration::from_secs(10);
/// The interval between checks whether writing has ended.
const LOOK: Duration = Duration::from_millis(10);

/// Listens from now on. A job that has to be ended and has reported nothing since is reported as interrupted, with `json` as a record too.
/// On a platform without handlers, the default of the system remains.
pub(crate) fn listen(json: bool) {
    let _ = ctrlc::set_handler(move || {
        // Ending at once, on a second Ctrl-C or when the first has no effect, is safe: tables are whole or absent at
        // any moment.
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            std::process::exit(Exit::Interrupted as i32);
        }
        std::thread::spawn(move || {
            std::thread::sleep(GRACE);
            let noticed = Instant::now();
            while HELD.load(Ordering::SeqCst) > 0 && noticed.elapsed() < WRITING {
                std::thread::sleep(LOOK);
            }
            // What is still being written has no reader: nothing more can be said there.
            if !REPORTED.load(Ordering::SeqCst) && HELD.load(Ordering::SeqCst) == 0 {
                report_end(json);
            }
            std::process::exit(Exit::Interrupted as i32);
        });
    });
}

/// Reports that a job was ended, and how far it was.
fn report_end(json: bool) {
    let reached = REACHED.lock().unwrap_or_else(PoisonError::into_inner).clone();
    drawn_line::aside(|| match &reached[..] {
        "" => eprintln!("error: interrupted"),
        reached => eprintln!("error: interrupted at: {reached}"),
    });
    if json {
        // Without a reader, the exit code still tells.
        let _ = writeln!(std::io::stdout(), "{}", json!({ "error": "interrupted" }));
    }
}

/// Writes an answer or a save; a first interruption does not cut it off.
pub(crate) fn hold<T>(write: impl FnOnce() -> T) -> T {
    HELD.fetch_add(1, Ordering::SeqCst);
    let written = write();
    HELD.fetch_sub(1, Ordering::SeqCst);
    written
}

/// Reports an answer or a failure; a first interruption does not cut it off, and after it nothing else need be reported.
pub(crate) fn report<T>(write: impl FnOnce() -> T) -> T {
    let written = hold(write);
    if happened() {
        REPORTED.store(true, Ordering::SeqCst);
    }
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
