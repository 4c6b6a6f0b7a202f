//! Files of levels: written with a checksum, and read with it.
//!
//! Start at [`Writing`] and [`Checked`].

use permutant_search::parted::level_store::{Output, Scratch};
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Bytes that are written at once.
const BUFFER: usize = 1 << 18;

/// What is known of a file that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sealed {
    pub(super) bytes: u64,
    pub(super) checksum: [u8; 32],
}

/// An error with the file to which it belongs.
pub(super) fn at(path: &Path, what: &str) -> impl FnOnce(io::Error) -> io::Error {
    let (path, what) = (path.to_path_buf(), what.to_string());
    move |fault| io::Error::new(fault.kind(), format!("{}: {what}: {fault}", path.display()))
}

/// The error of a file whose contents are not those that were written.
pub(super) fn damaged(path: &Path) -> io::Error {
    let text = format!(
        "{}: damaged: its checksum is not the one that was recorded; remove {} to count from the beginning",
        path.display(),
        path.parent().unwrap_or(path).display(),
    );
    io::Error::new(io::ErrorKind::InvalidData, text)
}

/// A file that is being written.
pub(super) struct Writing<F: FnOnce(Sealed)> {
    path: PathBuf,
    file: BufWriter<File>,
    hasher: blake3::Hasher,
    bytes: u64,
    written: Arc<AtomicU64>,
    finished: F,
}

impl<F: FnOnce(Sealed)> Writing<F> {
    /// Creates the file. Its bytes are added to `written`; `finished` learns what was written.
    pub(super) fn create(path: PathBuf, written: Arc<AtomicU64>, finished: F) -> io::Result<Self> {
        let file = File::create(&path).map_err(at(&path, "cannot be created"))?;
        let file = BufWriter::with_capacity(BUFFER, file);
        Ok(Writing { path, file, hasher: blake3::Hasher::new(), bytes: 0, written, finished })
    }
}

impl<F: FnOnce(Sealed)> Write for Writing<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write(bytes).map_err(at(&self.path, "cannot be written"))?;
        self.hasher.update(&bytes[..count]);
        self.bytes += count as u64;
        self.written.fetch_add(count as u64, Relaxed);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush().map_err(at(&self.path, "cannot be written"))
    }
}

impl<F: FnOnce(Sealed)> Output for Writing<F> {
    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.flush()?;
        (self.finished)(Sealed { bytes: self.bytes, checksum: *self.hasher.finalize().as_bytes() });
        Ok(())
    }
}

/// A file whose end is reached only if its checksum is right.
pub(super) struct Checked {
    path: PathBuf,
    file: File,
    hasher: blake3::Hasher,
    left: u64,
    expected: [u8; 32],
}

impl Checked {
    pub(super) fn open(path: PathBuf, sealed: Sealed) -> io::Result<Self> {
        let file = File::open(&path).map_err(at(&path, "cannot be opened"))?;
        let hasher = blake3::Hasher::new();
        Ok(Checked { path, file, hasher, left: sealed.bytes, expected: sealed.checksum })
    }
}

impl Read for Checked {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(to).map_err(at(&self.path, "cannot be read"))?;
        self.hasher.update(&to[..count]);
        let is_right = match self.left.checked_sub(count as u64) {
            Some(left) => {
                self.left = left;
                count > 0 || to.is_empty() || left == 0 && *self.hasher.finalize().as_bytes() == self.expected
            }
            None => false,
        };
        if is_right { Ok(count) } else { Err(damaged(&self.path)) }
    }
}

/// A temporary file, which the system removes.
pub(super) struct Temporary {
    directory: PathBuf,
    file: BufWriter<File>,
    written: Arc<AtomicU64>,
}

impl Temporary {
    pub(super) fn create(directory: &Path, written: Arc<AtomicU64>) -> io::Result<Self> {
        let file = tempfile::tempfile_in(directory).map_err(at(directory, "no file can be created there"))?;
        Ok(Temporary { directory: directory.to_path_buf(), file: BufWriter::new(file), written })
    }
}

impl Write for Temporary {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let what = "a temporary file there cannot be written";
        let count = self.file.write(bytes).map_err(at(&self.directory, what))?;
        self.written.fetch_add(count as u64, Relaxed);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush().map_err(at(&self.directory, "a temporary file there cannot be written"))
    }
}

impl Scratch for Temporary {
    fn read_back(mut self: Box<Self>) -> io::Result<Box<dyn Read + Send>> {
        self.flush()?;
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(Box::new(file))
    }
}
