//! Reads text files that the user names, up to a maximum size.
//!
//! Start at [`read`]. A name may denote something endless (a device), something that cannot be read (a directory), or
//! something that nobody may ever write to (a named pipe). Each of these is reported without waiting. A pipe with a
//! writer is read like a file, so that `<(command)` in a shell works.

use crate::exit::Failure;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// The maximum number of bytes: more than enough for a definition of 16 million entries.
const MAX_FILE: u64 = 1 << 28;

/// Reads a text file.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    let name = path.display();
    let failed = |error: io::Error| Failure::bad_input(format!("{name} cannot be read: {error}"));
    let file = open(path).map_err(failed)?;
    let metadata = file.metadata().map_err(failed)?;
    if metadata.is_dir() {
        return Err(Failure::bad_input(format!("{name} is a directory; expected a text file")));
    }
    let mut bytes = Vec::new();
    if metadata.len() <= MAX_FILE {
        file.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(failed)?;
    }
    if metadata.len().max(bytes.len() as u64) > MAX_FILE {
        let message = format!("{name} has more than {MAX_FILE} bytes, the maximum for a text file");
        return Err(Failure::bad_input(message));
    }
    if bytes.is_empty() && is_pipe(&metadata) {
        return Err(Failure::bad_input(format!("{name} is a pipe without a writer")));
    }
    text(bytes, &name.to_string())
}

/// Whether something has claimed standard input, which can be read only once.
static CLAIMED: AtomicBool = AtomicBool::new(false);

/// Claims standard input for one reader.
///
/// # Errors
///
/// If another reader has it, as with `-` both for the puzzle and for its positions.
pub(crate) fn claim_standard_input() -> Result<(), Failure> {
    match CLAIMED.swap(true, Ordering::SeqCst) {
        false => Ok(()),
        true => Err(Failure::bad_input("'-' is given twice, but standard input can be read only once")
            .help("write one of the two to a file")),
    }
}

/// Reads all of standard input.
pub(crate) fn read_standard_input() -> Result<String, Failure> {
    claim_standard_input()?;
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(MAX_FILE + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::bad_input(format!("standard input cannot be read: {error}")))?;
    if bytes.len() as u64 > MAX_FILE {
        let message =
            format!("standard input has more than {MAX_FILE} bytes, and no more are read as one text");
        return Err(Failure::bad_input(message));
    }
    text(bytes, "standard input")
}

fn text(bytes: Vec<u8>, name: &str) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::bad_input(format!("{name} is not a text file: byte {at} is not UTF-8"))
    })
}

/// Opens it without waiting; reading then waits for data as long as a writer exists.
#[cfg(unix)]
fn open(path: &Path) -> io::Result<File> {
    use rustix::fs::{OFlags, fcntl_setfl};
    use std::os::unix::fs::OpenOptionsExt;
    let file = File::options().read(true).custom_flags(OFlags::NONBLOCK.bits().cast_signed()).open(path)?;
    fcntl_setfl(&file, OFlags::empty())?;
    Ok(file)
}

#[cfg(not(unix))]
fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}

#[cfg(unix)]
fn is_pipe(metadata: &std::fs::Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&metadata.file_type())
}

#[cfg(not(unix))]
fn is_pipe(_: &std::fs::Metadata) -> bool {
    false
}
