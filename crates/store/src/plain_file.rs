//! The directory contains only plain files; anything else under one of their names is rejected at once.
//!
//! Start at [`open`] and [`open_lock`]. Opening a pipe would wait until another process writes to it, and a link may lead to a foreign
//! file. Opening therefore never waits, and a lock is opened without following a link and without changing its content. The type is
//! then checked on the opened file, since the name may by then refer to another one.

use crate::table_error::TableError;
use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::path::Path;

/// The name of a symbolic link in messages.
pub(crate) const LINK: &str = "a symbolic link";

/// Opens a file for reading; a link is followed, so that large tables may be on another disk.
pub(crate) fn open(path: &Path) -> Result<File, TableError> {
    let mut options = OpenOptions::new();
    options.read(true);
    without_waiting(&mut options, true);
    let file = options.open(path).map_err(TableError::io(path, "cannot be opened"))?;
    check(path, file, "cannot be opened")
}

/// Opens a lock file, creating it if it is absent: only its owner may read and write it.
pub(crate) fn open_lock(path: &Path) -> Result<File, TableError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    without_waiting(&mut options, false);
    // The error for a link or a directory differs from system to system, so the message names the type instead.
    let file = options.open(path).map_err(|error| match what_lies_at(path) {
        Some(kind) => TableError::not_plain(path, kind),
        None => TableError::io(path, "cannot be created")(error),
    })?;
    check(path, file, "cannot be created")
}

/// Creates a directory and its parents with access for the owner only. An existing directory is left unchanged.
pub(crate) fn make_directory(path: &Path) -> Result<(), TableError> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).map_err(TableError::io(path, "cannot be created"))
}

/// The type of the object at a path, if it is not a plain file. Links are not followed.
pub(crate) fn what_lies_at(path: &Path) -> Option<&'static str> {
    fs::symlink_metadata(path).ok().and_then(|metadata| kind(&metadata))
}

/// The type of an object, if it is not a plain file.
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
    // The mode applies to a file that is created here.
    options.mode(0o600).custom_flags(flags.bits().cast_signed());
}

/// On other systems pipes have no names among files, and making a link takes more rights than a file.
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
        assert!(told.contains("a directory in place of a plain file"), "{told}");
        assert!(open(&directory.path().join("absent")).unwrap_err().is_absent());
    }
}
