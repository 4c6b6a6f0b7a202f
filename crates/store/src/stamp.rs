//! A record, kept beside a table file, that its contents have been verified.
//!
//! Start at [`Stamp`]. Reading a table of gigabytes takes seconds, whereas opening it takes no time. Its contents are therefore checked
//! when it is written, and again if the file has changed since. A change shows in what the system reports of the file: its length,
//! times and number. A stamp is a hint for one machine, in a file of its own; a lost or damaged stamp costs one check.

use std::fs::Metadata;
use std::time::UNIX_EPOCH;

/// The system's data about a file, in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stamp(String);

impl Stamp {
    /// The stamp of a file with the checksum in its header.
    pub(crate) fn of(metadata: &Metadata, checksum: &[u8; 32]) -> Stamp {
        let changed = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let changed = changed.unwrap_or_default();
        let sum = permutant_search::table::hex(&checksum[..8]);
        let length = metadata.len();
        Stamp(format!(
            "length {length} time {}.{:09}{} sum {sum}\n",
            changed.as_secs(),
            changed.subsec_nanos(),
            file(metadata)
        ))
    }

    /// The form in which it is stored.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

/// The number of the file, and the time of its last change of any kind, which no program can set back.
#[cfg(unix)]
fn file(metadata: &Metadata) -> String {
    use std::os::unix::fs::MetadataExt;
    format!(" {}.{:09} inode {}", metadata.ctime(), metadata.ctime_nsec(), metadata.ino())
}

#[cfg(not(unix))]
fn file(_: &Metadata) -> String {
    String::new()
}
