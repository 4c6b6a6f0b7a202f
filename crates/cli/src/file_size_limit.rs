//! The limit on the size of files. A write beyond it fails like a write to a full disk. The part that was written can
//! then be removed, and the message states the required size.

/// Makes writes beyond the limit fail from now on; by default the system would end the program.
#[cfg(unix)]
pub(crate) fn fail_writes() {
    use nix::sys::signal::{SigHandler, Signal, signal};
    // No dependency has a safe call for this. Checking the limit before each write would not cover the writes of
    // libraries. SAFETY: the signal is ignored, so no code runs when it arrives, and no other part of the program
    // handles it.
    let _ = unsafe { signal(Signal::SIGXFSZ, SigHandler::SigIgn) };
}

/// Such writes fail anyway.
#[cfg(not(unix))]
pub(crate) fn fail_writes() {}
