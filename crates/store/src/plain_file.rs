//! Files of the directory are plain files; whatever else lies under one of their names is refused at once.
//!
//! Start at [`open`] and [`open_lock`]. A pipe would be waited for until somebody writes into it, and a link may lead to a file
//! that is not ours. Opening never waits, a lock is opened without following a link and without touching what is in it, and
//! what was opened is asked what it is, since a name may mean something else by then.

use crate::table_error::TableError;
use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::path::Path;

/// What a symbolic link is called.
pub(crate) const LINK: &str = "a symbolic link";

/// Opens a file to read it; a link is followed, so that large tables may lie on another disk.
pub(crate) fn open(path: &Path) -> Result<File, TableError> {
    let mut options = OpenOptions::new();
    options.read(true);
    without_waiting(&mut options, true);
    let file = options.open(path).map_err(TableError::io(path, "cannot be opened"))?;
    check(path, file, "cannot be opened")
}

/// Opens a lock file, which is made if it is absent: only its owner may read and write it.
pub(crate) fn open_lock(path: &Path) -> Result<File, TableError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    without_waiting(&mut options, false);
    // What a link or a directory is refused with differs from system to system: it is told as what it is.
    let file = options.open(path).map_err(|error| match what_lies_at(path) {
        Some(kind) => TableError::not_plain(path, kind),
        None => TableError::io(path, "cannot be made")(error),
    })?;
    check(path, file, "cannot be made")
}

/// Makes a directory, and those above it, that only its owner may look into. One that is there stays as it is.
pub(crate) fn make_directory(path: &Path) -> Result<(), TableError> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).map_err(TableError::io(path, "cannot be made"))
}

/// What lies at a path, if it is no plain file. Links are not followed.
pub(crate) fn what_lies_at(path: &Path) -> Option<&'static str> {
    fs::symlink_metadata(path).ok().and_then(|metadata| kind(&metadata))
}

/// What something is, if it is no plain file.
pub(crate) fn kind(metadata: &Metadata) -> Option<&'static str> {
    let file_type = metadata.file_type();
    if file_type.is_file() {
        return None;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if file_type.is_fifo() {
            return Some("a named pipe");
        }
        if file_type.is_socket() {
            return Some("a socket");
        }
        if file_type.is_char_device() || file_type.is_block_device() {
            return Some("a device");
        }
    }
    Some(match () {
        () if file_type.is_dir() => "a directory",
        () if file_type.is_symlink() => LINK,
        () => "something else",
    })
}

fn check(path: &Path, file: File, failed: &'static str) -> Result<File, TableError> {
    let metadata = file.metadata().map_err(TableError::io(path, failed))?;
    match kind(&metadata) {
        Some(kind) => Err(TableError::not_plain(path, kind)),
        None => Ok(file),
    }
}

#[cfg(unix)]
fn without_waiting(options: &mut OpenOptions, follows_links: bool) {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    let flags = if follows_links { OFlags::NONBLOCK } else { OFlags::NONBLOCK | OFlags::NOFOLLOW };
    // The mode is that of a file that is made here.
    options.mode(0o600).custom_flags(flags.bits().cast_signed());
}

/// Elsewhere pipes have no names among files, and making a link takes more rights than a file.
#[cfg(not(unix))]
fn without_waiting(_: &mut OpenOptions, _: bool) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_left_as_it_is() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("t.lock");
        fs::write(&path, "something").unwrap();
        open_lock(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"something");
        let told = open_lock(directory.path()).unwrap_err().to_string();
        assert!(told.contains("a directory, where a plain file belongs"), "{told}");
        assert!(open(&directory.path().join("absent")).unwrap_err().is_absent());
    }
}
