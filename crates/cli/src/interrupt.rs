//! Ctrl-C: the first asks every job to stop where it is, so that nothing is left half done; a job that has not stopped
//! soon after is ended.

use crate::exit::Exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

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
            std::process::exit(Exit::Interrupted as i32);
        });
    });
}

/// The flag that jobs look at.
pub(crate) fn flag() -> &'static AtomicBool {
    &INTERRUPTED
}

/// Whether the user interrupted.
pub(crate) fn happened() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}
