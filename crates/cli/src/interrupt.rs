//! Ctrl-C: the first asks every job to stop where it is, so that nothing is left half done.

use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Listens from now on. Without a handler (a platform that has none) the default of the system stays.
pub(crate) fn listen() {
    let _ = ctrlc::set_handler(|| {
        // A second one ends the program at once: tables are whole or absent at any moment.
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
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
