//! Whether the contents of a table file were found right, kept beside it.
//!
//! Start at [`Stamp`]. Reading a table of gigabytes takes seconds, opening it takes none: so its contents are checked when
//! it is written, and again where something was done to the file since. What tells is what the system says of it:
//! length, times and number of the file. A stamp is a hint for one machine, in a file of its own; one that is lost or torn
//! costs a check.

use std::fs::Metadata;
use std::time::UNIX_EPOCH;

/// What the system says of a file, in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stamp(String);

impl Stamp {
    /// Of a file, and of the checksum that its header has.
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

    /// As it is kept.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

/// The number of the file, and when anything of it changed, which no program can set back.
#[cfg(unix)]
fn file(metadata: &Metadata) -> String {
    use std::os::unix::fs::MetadataExt;
    format!(" {}.{:09} inode {}", metadata.ctime(), metadata.ctime_nsec(), metadata.ino())
}

#[cfg(not(unix))]
fn file(_: &Metadata) -> String {
    String::new()
}
