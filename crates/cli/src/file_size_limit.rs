//! The limit on the size of files: a write beyond it fails like one to a full disk, so that what was written of the file can be
//! removed and the user is told how large it would have been.

/// Has writes beyond the limit fail from now on, where the system would end the program.
#[cfg(unix)]
pub(crate) fn fail_writes() {
    use nix::sys::signal::{SigHandler, Signal, signal};
    // No dependency has a call for this that is safe. To look at the limit before each write would not do: it says nothing of the
    // writes that the libraries make.
    // SAFETY: the signal is ignored, so no code runs when it comes, and no other part of the program handles it.
    let _ = unsafe { signal(Signal::SIGXFSZ, SigHandler::SigIgn) };
}

/// Writes fail there anyway.
#[cfg(not(unix))]
pub(crate) fn fail_writes() {}
