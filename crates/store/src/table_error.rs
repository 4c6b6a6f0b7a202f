//! What can go wrong with table files and what lies where they belong, and what to do then.
//!
//! Start at [`TableError`]. A message names the file, and the command or the option that helps.

use permutant_search::table::HeaderError;
use std::io;
use std::path::{Path, PathBuf};

/// Why a table cannot be written, opened or trusted.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The system said no.
    #[error("{}: {what}: {source}", path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// What was tried.
        what: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// Something that is no file lies where one belongs.
    #[error("{}: {kind}, where a plain file belongs; remove it, or name another place with --tables", path.display())]
    NotPlain {
        /// Where it lies.
        path: PathBuf,
        /// What it is.
        kind: &'static str,
    },
    /// The file does not fit on the disk, or is larger than the system lets this program write.
    #[error("{}: no room for a file of {bytes} bytes: {source}; {}", path.display(), remedy(source))]
    NoRoom {
        /// The file.
        path: PathBuf,
        /// Bytes of all of it.
        bytes: u64,
        /// What the system said.
        source: io::Error,
    },
    /// The contents do not fit together, though they are those that were written.
    #[error("{}: {why}; `permutant tables remove {name}` removes it", path.display())]
    Contents {
        /// The file.
        path: PathBuf,
        /// The table.
        name: String,
        /// What is wrong.
        why: String,
    },
    /// The header is not the expected one.
    #[error("{}: {fault}; `permutant tables build {name}` builds it again", path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// The table that was wanted.
        name: String,
        /// What is wrong.
        fault: HeaderError,
    },
    /// The entries are not as many as the header says.
    #[error("{}: {found} bytes, expected {expected}; `permutant tables build {name}` builds it again", path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// The table.
        name: String,
        /// Bytes that the header speaks of.
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
    /// A builder delivered something else than it described.
    #[error("the table {name} was built with {found} bytes of entries, expected {expected}")]
    Built {
        /// The table.
        name: String,
        /// Bytes of its description.
        expected: usize,
        /// Bytes delivered.
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

    /// Whether there is simply no such file.
    pub fn is_absent(&self) -> bool {
        matches!(self, TableError::Io { source, .. } if source.kind() == io::ErrorKind::NotFound)
    }
}

/// What to do where there is no room.
fn remedy(source: &io::Error) -> &'static str {
    match source.kind() {
        io::ErrorKind::FileTooLarge => {
            "raise the limit on the size of files (ulimit -f), or name another place with --tables"
        }
        _ => "make room, or name another place with --tables",
    }
}
