//! The directory of the tables: finding, listing and removing tables, and building them with one builder at a time.
//!
//! Start at [`TableDir::get_or_build`]. Each table has an empty lock file beside it. The lock on this file belongs to the system and
//! vanishes with its process, so a killed builder blocks no other. Lock files are never removed: removing one while a program waits for
//! it would allow two builders at once.

use crate::plain_file;
use crate::table_error::TableError;
use crate::table_file::{self, TableFile, UNFINISHED};
use permutant_search::table::{Description, HeaderError};
use std::ffi::{OsStr, OsString};
use std::fs::{self, TryLockError};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The extension of table files.
const EXTENSION: &str = "table";
/// The extension of lock files.
const LOCK: &str = "lock";
/// The extension of files that record that a table was checked.
const CHECKED: &str = "checked";

/// Tables of fewer bytes are never stamped: reading them takes some milliseconds, and the system clock may not distinguish two writes
/// in quick succession.
const STAMPED: u64 = 16 << 20;

/// A directory of tables. It need not exist before a table is built.
#[derive(Clone, Debug)]
pub struct TableDir {
    path: PathBuf,
}

/// A file of the directory.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Name of the table.
    pub name: String,
    /// The path.
    pub path: PathBuf,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// Whether it can be used.
    pub state: FileState,
}

impl Listed {
    /// Whether it has the name of a table, and not that of an unfinished file.
    pub fn is_table(&self) -> bool {
        self.path.extension() == Some(OsStr::new(EXTENSION))
    }
}

/// A table that was read completely.
#[derive(Debug)]
pub struct Verified {
    /// Name of the table.
    pub name: String,
    /// The error in it, if any.
    pub result: Result<(), TableError>,
}

/// The kind of a file in the directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileState {
    /// A complete table, as far as its header and length show.
    Whole {
        /// Checksum of its entries, from the header.
        checksum: [u8; 32],
        /// Version of the program that built it.
        built_by: String,
    },
    /// A file that cannot be used as a table.
    Unusable(String),
    /// A file left by a builder that was stopped, or one that a builder is writing.
    Unfinished,
    /// No plain file, but an object of the type named here.
    NotPlain(&'static str),
}

/// The result of cleaning.
#[derive(Debug, Default)]
pub struct Cleaned {
    /// The number of files removed.
    pub removed: u64,
    /// Files that should have been removed but remain, with the reasons.
    pub passed_over: Vec<TableError>,
}

impl TableDir {
    /// The directory at this path.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        TableDir { path: path.into() }
    }

    /// The user's directory of tables, from the environment: `PERMUTANT_TABLES`, else `permutant/tables` in the
    /// platform's cache directory. `None` if the environment names no home.
    pub fn of_user(environment: impl Fn(&str) -> Option<OsString>) -> Option<Self> {
        let get = |name: &str| environment(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let path = match get("PERMUTANT_TABLES") {
            Some(path) => path,
            None => {
                let cache = if cfg!(windows) {
                    get("LOCALAPPDATA")
                } else if cfg!(target_os = "macos") {
                    get("HOME").map(|home| home.join("Library/Caches"))
                } else {
                    get("XDG_CACHE_HOME").or_else(|| get("HOME").map(|home| home.join(".cache")))
                };
                cache?.join("permutant").join("tables")
            }
        };
        Some(TableDir { path })
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes that files in it may still take, as far as the system reports: for the directory, or for its nearest existing parent.
    pub fn room(&self) -> Option<u64> {
        let here = std::path::absolute(&self.path).ok()?;
        here.ancestors().find_map(|path| fs4::available_space(path).ok())
    }

    fn file(&self, name: &str, extension: &str) -> PathBuf {
        self.path.join(format!("{name}.{extension}"))
    }

    /// Opens an existing table.
    pub fn open(&self, description: &Description) -> Result<TableFile, TableError> {
        TableFile::open(&self.file(&description.name, EXTENSION), description)
    }

    /// Opens a table, building it first if it is absent or if another one has its name. If two programs want it at once, one builds and
    /// the other waits. `build` returns the entries; an error of its own leaves no file.
    pub fn get_or_build<B: AsRef<Vec<u8>>, E: From<TableError>>(
        &self,
        description: &Description,
        build: impl FnOnce() -> Result<B, E>,
    ) -> Result<TableFile, E> {
        if let Ok(table) = self.open(description) {
            return Ok(table);
        }
        self.locked(description, || match self.open(description) {
            Ok(table) => Ok(table), // built while this program waited
            Err(_) => self.write(description, build()?.as_ref()),
        })
    }

    /// Builds a table anew, whether or not it exists.
    pub fn build<B: AsRef<Vec<u8>>, E: From<TableError>>(
        &self,
        description: &Description,
        build: impl FnOnce() -> Result<B, E>,
    ) -> Result<TableFile, E> {
        self.locked(description, || self.write(description, build()?.as_ref()))
    }

    fn write<E: From<TableError>>(&self, description: &Description, entries: &[u8]) -> Result<TableFile, E> {
        let path = self.file(&description.name, EXTENSION);
        table_file::write(&path, description, entries)?;
        let file = TableFile::open(&path, description)?;
        self.set_checked(&file);
        Ok(file)
    }

    /// Whether a table was intact when it was last read and has not changed since, so that it need not be read before use. A table too
    /// small for this to matter is never recorded as such.
    pub fn is_checked(&self, file: &TableFile) -> bool {
        let (stamp, wanted) = (self.file(&file.header().description.name, CHECKED), file.stamp().text());
        let is_same = |stamp: fs::File| {
            let mut there = Vec::new();
            let read = stamp.take(wanted.len() as u64 + 1).read_to_end(&mut there);
            read.is_ok() && there == wanted.as_bytes()
        };
        file.entries().len() as u64 >= STAMPED && plain_file::open(&stamp).is_ok_and(is_same)
    }

    /// Records that a table was read completely and is intact. If the record cannot be written, the table is checked again.
    pub fn set_checked(&self, file: &TableFile) {
        if file.entries().len() as u64 >= STAMPED {
            let name = &file.header().description.name;
            let _ = table_file::replace(&self.file(name, CHECKED), name, &[file.stamp().text().as_bytes()]);
        }
    }

    fn locked<T, E: From<TableError>>(
        &self,
        description: &Description,
        work: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        description.check().map_err(|fault| self.refused(description, fault))?;
        plain_file::make_directory(&self.path)?;
        // This is determined before anything is built. The table replaces a link; the target of the link is left unchanged.
        let table = self.file(&description.name, EXTENSION);
        if let Some(kind) = plain_file::what_lies_at(&table).filter(|kind| *kind != plain_file::LINK) {
            return Err(TableError::not_plain(&table, kind).into());
        }
        let path = self.file(&description.name, LOCK);
        let lock = plain_file::open_lock(&path)?;
        lock.lock().map_err(TableError::io(&path, "cannot be locked"))?;
        self.remove_unfinished(&description.name);
        work()
    }

    fn refused(&self, description: &Description, fault: HeaderError) -> TableError {
        TableError::Header { path: self.path.clone(), name: description.name.clone(), fault }
    }

    /// Removes files that builders of a table left behind. The lock must be held, so that no builder is writing them.
    fn remove_unfinished(&self, name: &str) -> u64 {
        let mine = |listed: &Listed| listed.state == FileState::Unfinished && listed.name == name;
        let stale = self.list().unwrap_or_default().into_iter().filter(mine);
        stale.filter(|listed| fs::remove_file(&listed.path).is_ok()).count() as u64
    }

    /// Removes a table; a missing one is not an error.
    pub fn remove(&self, name: &str) -> Result<(), TableError> {
        let path = self.file(name, EXTENSION);
        let _ = fs::remove_file(self.file(name, CHECKED));
        match fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(TableError::io(&path, "cannot be removed")(error))
            }
            _ => Ok(()),
        }
    }

    /// Every table and every leftover, by name. A directory that does not exist counts as empty.
    pub fn list(&self) -> Result<Vec<Listed>, TableError> {
        let entries = match fs::read_dir(&self.path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(TableError::io(&self.path, "cannot be read")(error)),
        };
        let mut listed: Vec<Listed> = entries.flatten().filter_map(|entry| describe(&entry.path())).collect();
        listed.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(listed)
    }

    /// Reads and checks every table, whatever records exist. `is_sound` checks what only the writer of the entries knows, and returns
    /// the error.
    pub fn verify(
        &self,
        is_sound: impl Fn(&Description, &[u8]) -> Result<(), String>,
    ) -> Result<Vec<Verified>, TableError> {
        let tables = self.list()?.into_iter().filter(Listed::is_table);
        Ok(tables
            .map(|listed| {
                let result = TableFile::open_any(&listed.path).and_then(|table| {
                    table.verify()?;
                    let description = &table.header().description;
                    is_sound(description, table.entries()).map_err(|why| TableError::Contents {
                        path: listed.path.clone(),
                        name: listed.name.clone(),
                        why,
                    })?;
                    self.set_checked(&table);
                    Ok(())
                });
                if result.is_err() {
                    let _ = fs::remove_file(self.file(&listed.name, CHECKED));
                }
                Verified { name: listed.name, result }
            })
            .collect())
    }

    /// Removes leftovers of builds that are not in progress, unusable files, and with `all` every table. Files that cannot be removed
    /// are skipped.
    pub fn clean(&self, all: bool) -> Result<Cleaned, TableError> {
        let mut cleaned = Cleaned::default();
        for listed in self.list()? {
            if all || !matches!(listed.state, FileState::Whole { .. }) {
                match self.clean_one(&listed) {
                    Ok(is_removed) => cleaned.removed += u64::from(is_removed),
                    Err(fault) => cleaned.passed_over.push(fault),
                }
            }
        }
        Ok(cleaned)
    }

    /// Removes a file, unless the lock shows that its table is being built.
    fn clean_one(&self, listed: &Listed) -> Result<bool, TableError> {
        if let FileState::NotPlain(kind) = listed.state {
            return Err(TableError::not_plain(&listed.path, kind));
        }
        let path = self.file(&listed.name, LOCK);
        let lock = plain_file::open_lock(&path)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(false),
            Err(TryLockError::Error(error)) => {
                return Err(TableError::io(&path, "cannot be locked")(error));
            }
        }
        if listed.is_table() {
            let _ = fs::remove_file(self.file(&listed.name, CHECKED));
        }
        fs::remove_file(&listed.path).map_err(TableError::io(&listed.path, "cannot be removed"))?;
        Ok(true)
    }
}

/// The kind of a path, if it belongs to the directory.
fn describe(path: &Path) -> Option<Listed> {
    let file_name = path.file_name()?.to_string_lossy().into_owned();
    let unfinished = file_name.strip_suffix(UNFINISHED);
    let name = match unfinished {
        // NAME.RANDOM: the random part has no dot.
        Some(stem) => stem.rsplit_once('.').map_or(stem, |(name, _)| name).to_string(),
        None if path.extension() == Some(OsStr::new(EXTENSION)) => {
            path.file_stem()?.to_string_lossy().into_owned()
        }
        None => return None,
    };
    // A table may be a link to one; an unfinished file never is.
    let itself = fs::symlink_metadata(path).ok()?;
    let metadata = if unfinished.is_some() { itself } else { fs::metadata(path).unwrap_or(itself) };
    let state = match plain_file::kind(&metadata) {
        Some(kind) => FileState::NotPlain(kind),
        None if unfinished.is_some() => FileState::Unfinished,
        None => match TableFile::open_any(path) {
            Ok(table) if table.header().description.name == name => FileState::Whole {
                checksum: table.header().checksum,
                built_by: table.header().built_by.clone(),
            },
            Ok(table) => FileState::Unusable(format!("it is the table {}", table.header().description.name)),
            Err(error) => FileState::Unusable(error.to_string()),
        },
    };
    Some(Listed { name, path: path.to_path_buf(), bytes: metadata.len(), state })
}
