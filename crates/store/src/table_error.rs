//! Errors of table files and of other objects in their place, with advice on how to resolve them.
//!
//! Start at [`TableError`]. A message names the file, and the command or the option that helps.

use permutant_search::table::HeaderError;
use std::io;
use std::path::{Path, PathBuf};

/// The reason why a table cannot be written, opened or trusted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The system returned an error.
    #[error("{}: {what}: {source}", path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// The operation that failed.
        what: &'static str,
        /// The error of the system.
        source: io::Error,
    },
    /// An object that is not a file is in the place of one.
    #[error(
        "{}: {kind} in place of a plain file; remove it, or choose another directory with --tables", path.display()
    )]
    NotPlain {
        /// Its path.
        path: PathBuf,
        /// Its type.
        kind: &'static str,
    },
    /// The file does not fit on the disk, or is larger than the system allows this program to write.
    #[error("{}: no room for a file of {bytes} bytes: {source}; {}", path.display(), remedy(source))]
    NoRoom {
        /// The file.
        path: PathBuf,
        /// Its total size in bytes.
        bytes: u64,
        /// The error of the system.
        source: io::Error,
    },
    /// The contents are inconsistent, although they are those that were written.
    #[error("{}: {why}; `permutant tables remove {name}` removes it", path.display())]
    Contents {
        /// The file.
        path: PathBuf,
        /// The table.
        name: String,
        /// The error.
        why: String,
    },
    /// The header is not the expected one.
    #[error("{}: {fault}; `permutant tables build {name}` builds it again", path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// The requested table.
        name: String,
        /// The error.
        fault: HeaderError,
    },
    /// The number of entries does not match the header.
    #[error("{}: {found} bytes, expected {expected}; `permutant tables build {name}` builds it again", path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// The table.
        name: String,
        /// Number of bytes according to the header.
        expected: u64,
        /// Bytes of the file.
        found: u64,
    },
    /// The entries are not those that were written.
    #[error("{}: {what} of the entries is not that of the header; `permutant tables build {name}` builds it again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The table.
        name: String,
        /// The checksum or the distribution.
        what: &'static str,
    },
    /// A builder returned entries that do not match its description.
    #[error("the table {name} was built with {found} bytes of entries, expected {expected}")]
    Built {
        /// The table.
        name: String,
        /// Number of bytes according to its description.
        expected: usize,
        /// Number of bytes returned.
        found: usize,
    },
}

impl TableError {
    pub(crate) fn io(path: &Path, what: &'static str) -> impl FnOnce(io::Error) -> TableError {
        let path = path.to_path_buf();
        move |source| TableError::Io { path, what, source }
    }

    pub(crate) fn not_plain(path: &Path, kind: &'static str) -> TableError {
        TableError::NotPlain { path: path.to_path_buf(), kind }
    }

    /// Whether the file simply does not exist.
    pub fn is_absent(&self) -> bool {
        matches!(self, TableError::Io { source, .. } if source.kind() == io::ErrorKind::NotFound)
    }
}

/// Advice for a full disk.
fn remedy(source: &io::Error) -> &'static str {
    match source.kind() {
        io::ErrorKind::FileTooLarge => {
            "raise the limit on the size of files (ulimit -f), or choose another directory with --tables"
        }
        _ => "free some space, or choose another directory with --tables",
    }
}
