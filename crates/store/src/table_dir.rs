//! The directory of the tables: found, listed, cleaned, and filled by one builder at a time.
//!
//! Start at [`TableDir::get_or_build`]. Next to each table lies an empty lock file; the lock on it is the system's
//! and vanishes with its process, so a builder that was killed blocks nobody. Lock files are never removed: one
//! that is removed while a program waits for it would let two build at once.

use crate::table_file::{self, TableError, TableFile, UNFINISHED};
use permutant_search::table::{Description, PassportFault};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// What table files end in.
const EXTENSION: &str = "table";
/// What lock files end in.
const LOCK: &str = "lock";
/// What files end in that say that a table was checked.
const CHECKED: &str = "checked";

/// Tables of fewer bytes are never stamped: reading them takes some milliseconds, and the clock of the system may not tell
/// two writes so near to each other apart.
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
    /// The file.
    pub path: PathBuf,
    /// Bytes of the file.
    pub bytes: u64,
    /// Whether it can be used.
    pub state: FileState,
}

/// A table that was read whole.
#[derive(Debug)]
pub struct Verified {
    /// Name of the table.
    pub name: String,
    /// What is wrong with it, if something is.
    pub result: Result<(), TableError>,
}

/// What a file of the directory is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileState {
    /// A whole table, as far as its passport and length tell.
    Whole {
        /// Checksum of its entries, from the passport.
        checksum: [u8; 32],
        /// Version of the program that built it.
        built_by: String,
    },
    /// A file that cannot be used as a table.
    Unusable(String),
    /// What a builder that was stopped left behind, or one at work is writing.
    Unfinished,
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

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes that files in it may still take, as far as the system tells: of the directory, or of the nearest one above
    /// it that is there.
    pub fn room(&self) -> Option<u64> {
        let here = std::path::absolute(&self.path).ok()?;
        here.ancestors().find_map(|path| fs4::available_space(path).ok())
    }

    fn file(&self, name: &str, extension: &str) -> PathBuf {
        self.path.join(format!("{name}.{extension}"))
    }

    /// Opens a table that is there.
    pub fn open(&self, description: &Description) -> Result<TableFile, TableError> {
        TableFile::open(&self.file(&description.name, EXTENSION), description)
    }

    /// Opens a table, building it first if it is absent or another one lies under its name. Of two programs that
    /// want it at once, one builds and the other waits. `build` returns the entries; an error of its own leaves
    /// no file.
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

    /// Builds a table anew, whatever is there.
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

    /// Whether a table was found right when it was last read, with nothing done to it since: it need not be read
    /// to be used. What is too small for that to matter never is.
    pub fn is_checked(&self, file: &TableFile) -> bool {
        let stamp = self.file(&file.passport().description.name, CHECKED);
        file.entries().len() as u64 >= STAMPED
            && fs::read(stamp).is_ok_and(|stamp| stamp == file.stamp().text().as_bytes())
    }

    /// Notes that a table was read whole and is right. Where that cannot be written, it is checked again.
    pub fn set_checked(&self, file: &TableFile) {
        if file.entries().len() as u64 >= STAMPED {
            let stamp = self.file(&file.passport().description.name, CHECKED);
            let _ = fs::write(stamp, file.stamp().text());
        }
    }

    fn locked<T, E: From<TableError>>(
        &self,
        description: &Description,
        work: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        description.check().map_err(|fault| self.refused(description, fault))?;
        fs::create_dir_all(&self.path).map_err(TableError::io(&self.path, "cannot be made"))?;
        let path = self.file(&description.name, LOCK);
        let lock = File::create(&path).map_err(TableError::io(&path, "cannot be made"))?;
        lock.lock().map_err(TableError::io(&path, "cannot be locked"))?;
        self.remove_unfinished(&description.name);
        work()
    }

    fn refused(&self, description: &Description, fault: PassportFault) -> TableError {
        TableError::Passport { path: self.path.clone(), name: description.name.clone(), fault }
    }

    /// Removes what builders of a table left behind. The lock must be held: then nobody is writing it.
    fn remove_unfinished(&self, name: &str) -> u64 {
        let mine = |listed: &Listed| listed.state == FileState::Unfinished && listed.name == name;
        let stale = self.list().unwrap_or_default().into_iter().filter(mine);
        stale.filter(|listed| fs::remove_file(&listed.path).is_ok()).count() as u64
    }

    /// Removes a table; one that is not there is no fault.
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

    /// Every table and every leftover, by name. A directory that does not exist is empty.
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

    /// Reads and checks every table, whatever was noted of it.
    pub fn verify(&self) -> Result<Vec<Verified>, TableError> {
        let tables = self.list()?.into_iter().filter(|listed| listed.state != FileState::Unfinished);
        Ok(tables
            .map(|listed| {
                let result =
                    TableFile::open_any(&listed.path).and_then(|table| table.verify().map(|()| table));
                let result = match result {
                    Ok(table) => {
                        self.set_checked(&table);
                        Ok(())
                    }
                    Err(fault) => {
                        let _ = fs::remove_file(self.file(&listed.name, CHECKED));
                        Err(fault)
                    }
                };
                Verified { name: listed.name, result }
            })
            .collect())
    }

    /// Removes leftovers of builds that nobody is at work on, unusable files, and with `all` every table.
    /// Returns how many files went.
    pub fn clean(&self, all: bool) -> Result<u64, TableError> {
        let mut removed = 0;
        for listed in self.list()? {
            // The lock tells whether somebody is building; if it cannot be had, the files stay.
            let path = self.file(&listed.name, LOCK);
            let lock = File::create(&path).map_err(TableError::io(&path, "cannot be made"))?;
            if lock.try_lock().is_err() {
                continue;
            }
            if all || !matches!(listed.state, FileState::Whole { .. }) {
                let _ = fs::remove_file(self.file(&listed.name, CHECKED));
                fs::remove_file(&listed.path).map_err(TableError::io(&listed.path, "cannot be removed"))?;
                removed += 1;
            }
        }
        Ok(removed)
    }
}

/// What a path is, if it is anything of ours.
fn describe(path: &Path) -> Option<Listed> {
    let bytes = fs::metadata(path).ok()?.len();
    let file_name = path.file_name()?.to_string_lossy().into_owned();
    if let Some(stem) = file_name.strip_suffix(UNFINISHED) {
        // NAME.RANDOM: the random part has no dot.
        let name = stem.rsplit_once('.').map_or(stem, |(name, _)| name).to_string();
        return Some(Listed { name, path: path.to_path_buf(), bytes, state: FileState::Unfinished });
    }
    if path.extension() != Some(OsStr::new(EXTENSION)) {
        return None;
    }
    let name = path.file_stem()?.to_string_lossy().into_owned();
    let state = match TableFile::open_any(path) {
        Ok(table) if table.passport().description.name == name => FileState::Whole {
            checksum: table.passport().checksum,
            built_by: table.passport().built_by.clone(),
        },
        Ok(table) => FileState::Unusable(format!("it is the table {}", table.passport().description.name)),
        Err(error) => FileState::Unusable(error.to_string()),
    };
    Some(Listed { name, path: path.to_path_buf(), bytes, state })
}
