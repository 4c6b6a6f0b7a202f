//! Tables for a solver, kept in files: opened if they exist, otherwise built and stored, and built in memory where the
//! directory cannot be used.
//!
//! Start at [`TableFiles`]. It decides nothing about when a table is worth building; what a user should hear goes to a
//! [`Listener`].

use crate::table_dir::TableDir;
use crate::table_error::TableError;
use crate::table_file::TableFile;
use crate::table_memory::{TableCheck, TableMemory};
use permutant_search::limits::{Control, StopReason};
use permutant_search::table::{Description, Memory};
use permutant_search::table_source::{Checked, TableSource};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What happens to tables and saved searches. As text, one line without a full stop.
#[derive(Debug)]
#[non_exhaustive]
pub enum Note<'a> {
    /// A table is built now, and the caller waits for it.
    Builds {
        /// The table.
        description: &'a Description,
        /// Where it will be stored; `None` if it stays in memory.
        directory: Option<&'a Path>,
    },
    /// A table is used, but not stored.
    NotStored(&'a str, &'a TableError),
    /// A stored table is not used, as its file is not an ordinary one.
    NotUsed(&'a str, &'a TableError),
    /// A stored table is damaged and is not used.
    Damaged(&'a str),
    /// A table in use is damaged, and its file is removed.
    Removes(&'a str),
    /// That file could not be removed.
    NotRemoved(&'a TableError),
    /// There is no room for a table.
    NoRoom {
        /// The name of the table.
        name: &'a str,
        /// Its size.
        bytes: u64,
        /// The directory.
        directory: &'a Path,
        /// The free space there.
        room: u64,
    },
    /// A search continues where an earlier one was stopped.
    Continues,
    /// The checkpoint of a search cannot be used.
    SearchNotUsed(&'a TableError),
    /// A stopped search is saved.
    SearchSaved,
    /// A search could not be saved.
    SearchNotSaved(&'a TableError),
    /// The checkpoint of a finished search could not be removed.
    SearchNotRemoved(&'a TableError),
}

impl fmt::Display for Note<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Builds { description, .. } => write!(f, "building the table {}", description.name),
            Note::NotStored(name, fault) => write!(f, "note: the table {name} is not stored: {fault}"),
            Note::NotUsed(name, fault) => write!(f, "note: the table {name} is not used: {fault}"),
            Note::Damaged(name) => write!(f, "note: the table {name} is damaged: it is built again"),
            Note::Removes(name) => write!(f, "note: the table {name} is damaged and is removed"),
            Note::NotRemoved(fault) => write!(f, "note: {fault}"),
            Note::NoRoom { name, bytes, directory, room } => write!(
                f,
                "note: no room for the table {name} ({} MB) in {}, which has {} MB left; a smaller table is used",
                bytes.div_ceil(1_000_000),
                directory.display(),
                room / 1_000_000
            ),
            Note::Continues => f.write_str("continuing the saved search"),
            Note::SearchNotUsed(fault) => write!(f, "note: the saved search is not used: {fault}"),
            Note::SearchSaved => f.write_str("the search is saved; the same command continues it"),
            Note::SearchNotSaved(fault) => write!(f, "note: the search is not saved: {fault}"),
            Note::SearchNotRemoved(fault) => write!(f, "note: the saved search was not removed: {fault}"),
        }
    }
}

/// Which tables are written into files. Existing files are read in any case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Writing {
    /// Tables that take longer to build than to read.
    #[default]
    Auto,
    /// Every table, also of short searches.
    Always,
    /// None, and no checkpoints of searches either: the directory stays as it is.
    Never,
}

/// The side that talks to a user.
pub trait Listener: Sync + fmt::Debug {
    /// Something that the user may want to know.
    fn hear(&self, note: &Note<'_>);

    /// Writes a checkpoint, which an interruption should not cut off.
    fn hold(&self, write: &mut dyn FnMut()) {
        write();
    }
}

/// A source of tables that keeps them in files.
#[derive(Debug)]
pub struct TableFiles<L> {
    directory: Option<TableDir>,
    writing: Writing,
    listener: L,
    /// Whether the user has been told that the disk is full.
    told_of_room: AtomicBool,
    /// The time at which a search was last saved, or could first have been saved.
    saved: Mutex<Option<Instant>>,
    /// Handles that report whether tables in use are intact, by name.
    checks: Mutex<HashMap<String, TableCheck>>,
}

/// The interval at which running searches are saved.
const SAVE_EVERY: Duration = Duration::from_secs(60);
/// The time that a search must have run for its results to be worth saving.
const WORTH_SAVING: Duration = Duration::from_secs(5);

impl<L: Listener> TableFiles<L> {
    /// Tables in this directory; without one they are built in memory.
    pub fn new(directory: Option<TableDir>, listener: L) -> Self {
        TableFiles {
            directory,
            writing: Writing::Auto,
            listener,
            told_of_room: AtomicBool::new(false),
            saved: Mutex::new(None),
            checks: Mutex::default(),
        }
    }

    /// With another choice of tables that are written; [`Writing::Auto`] without it.
    pub fn with_writing(self, writing: Writing) -> Self {
        TableFiles { writing, ..self }
    }

    /// The directory.
    pub fn directory(&self) -> Option<&TableDir> {
        self.directory.as_ref()
    }

    /// The listener.
    pub fn listener(&self) -> &L {
        &self.listener
    }

    /// The directory, if it may be written to.
    fn written(&self) -> Option<&TableDir> {
        self.directory.as_ref().filter(|_| self.writing != Writing::Never)
    }

    /// The directory, if a table is to be opened or stored there.
    fn place_of(&self, description: &Description) -> Option<&TableDir> {
        self.directory.as_ref().filter(|_| self.writing != Writing::Never || self.has(description))
    }

    /// Announces a table that is built now.
    fn announce(&self, description: &Description) {
        let directory = self.written().map(TableDir::path);
        self.listener.hear(&Note::Builds { description, directory });
    }

    /// Reads a table from its file. Builds it if there is no usable file, and again if it is damaged.
    fn sound<T, B: AsRef<Vec<u8>>>(
        &self,
        directory: &TableDir,
        description: &Description,
        build: &mut dyn FnMut() -> Result<B, Unkept>,
        read: impl Fn(TableFile) -> Result<T, Unkept>,
    ) -> Result<T, Unkept> {
        match read(directory.get_or_build(description, &mut *build)?) {
            Err(Unkept::Fault(TableError::Damaged { name, .. })) if self.written().is_some() => {
                self.listener.hear(&Note::Damaged(&name));
                read(directory.build(description, build)?)
            }
            said => said,
        }
    }
}

/// Bytes that are left free on the disk when a table is written.
const SPARE: u64 = 64 << 20;

/// The free space of a directory, if it is too little for a table of this many bytes.
pub fn lacks_room(directory: &TableDir, bytes: u64) -> Option<u64> {
    directory.room().filter(|room| *room < bytes.saturating_add(SPARE))
}

/// The reason why a table is not stored in a file.
enum Unkept {
    /// Reading or building it was stopped.
    Stopped(StopReason),
    Fault(TableError),
}

impl From<TableError> for Unkept {
    fn from(fault: TableError) -> Self {
        Unkept::Fault(fault)
    }
}

impl<L: Listener> TableSource for TableFiles<L> {
    fn entries(
        &self,
        description: &Description,
        build: &mut dyn FnMut() -> Option<Vec<u8>>,
    ) -> Option<Cow<'_, [u8]>> {
        let Some(directory) = self.place_of(description) else { return build().map(Cow::Owned) };
        let read = |file: TableFile| Ok(file.check().map(|()| file.entries().to_vec())?);
        let mut build_or_stop = || build().ok_or(Unkept::Stopped(StopReason::Cancelled));
        match self.sound(directory, description, &mut build_or_stop, read) {
            Ok(entries) => Some(Cow::Owned(entries)),
            Err(Unkept::Stopped(_)) => None,
            Err(Unkept::Fault(fault)) => {
                self.listener.hear(&Note::NotStored(&description.name, &fault));
                build().map(Cow::Owned)
            }
        }
    }

    fn memory(
        &self,
        description: &Description,
        checked: Checked,
        control: &Control<'_>,
        build: &mut dyn FnMut() -> Result<Vec<u8>, StopReason>,
    ) -> Result<Memory, StopReason> {
        let Some(directory) = self.place_of(description) else {
            self.announce(description);
            return build().map(|entries| Box::new(entries) as Memory);
        };
        // A table that cannot be written is still used.
        let built = Mutex::new(None::<Arc<Vec<u8>>>);
        let mut build_and_note = || {
            self.announce(description);
            let entries = Arc::new(build().map_err(Unkept::Stopped)?);
            *built.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&entries));
            Ok(entries)
        };
        // A damaged file cannot be replaced where nothing is written, so it must be recognised before it is used.
        let checked = if self.writing == Writing::Never { Checked::First } else { checked };
        let stamps = self.written().cloned();
        let open = |file: TableFile| {
            *built.lock().unwrap_or_else(PoisonError::into_inner) = None;
            let mut is_trusted = directory.is_checked(&file);
            let mut stopped = None;
            let go_on = || {
                stopped = control.interrupted();
                stopped.is_none()
            };
            if !is_trusted && checked == Checked::First {
                if !file.check_while(go_on)? {
                    return Err(Unkept::Stopped(stopped.unwrap_or(StopReason::Cancelled)));
                }
                if let Some(stamps) = &stamps {
                    stamps.set_checked(&file);
                }
                is_trusted = true;
            }
            let stamps = stamps.clone();
            let memory = TableMemory::new(file, is_trusted, move |file| {
                if let Some(stamps) = &stamps {
                    stamps.set_checked(file);
                }
            });
            let mut checks = self.checks.lock().unwrap_or_else(PoisonError::into_inner);
            checks.insert(description.name.clone(), memory.check());
            Ok(Box::new(memory) as Memory)
        };
        let loaded = self.sound(directory, description, &mut build_and_note, open);
        match loaded {
            Ok(memory) => Ok(memory),
            Err(Unkept::Stopped(reason)) => Err(reason),
            Err(Unkept::Fault(fault)) => {
                self.listener.hear(&Note::NotStored(&description.name, &fault));
                let kept = built.lock().unwrap_or_else(PoisonError::into_inner).take();
                match kept.and_then(Arc::into_inner) {
                    Some(entries) => Ok(Box::new(entries)),
                    None => {
                        self.announce(description);
                        build().map(|entries| Box::new(entries) as Memory)
                    }
                }
            }
        }
    }

    fn is_sound(&self, description: &Description, control: &Control<'_>) -> Result<bool, StopReason> {
        let checks = self.checks.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(check) = checks.get(&description.name).cloned() else { return Ok(true) };
        drop(checks);
        let mut stopped = None;
        let is_sound = check.is_sound(|| {
            stopped = control.interrupted();
            stopped.is_none()
        });
        if is_sound == Some(false) {
            self.listener.hear(&Note::Removes(&description.name));
            if let Some(Err(fault)) = self.written().map(|directory| directory.remove(&description.name)) {
                self.listener.hear(&Note::NotRemoved(&fault));
            }
        }
        is_sound.ok_or(stopped.unwrap_or(StopReason::Cancelled))
    }

    fn kept(&self, description: &Description) -> Option<Memory> {
        let directory = self.directory.as_ref()?;
        let checked = directory.open(description).and_then(|file| {
            if !directory.is_checked(&file) {
                file.check()?;
                if let Some(stamps) = self.written() {
                    stamps.set_checked(&file);
                }
            }
            Ok(file)
        });
        match checked {
            Ok(file) => Some(Box::new(file)),
            Err(fault) => {
                if !fault.is_absent() {
                    let name = &description.name;
                    self.listener.hear(&match fault {
                        TableError::NotPlain { .. } => Note::NotUsed(name, &fault),
                        _ => Note::Damaged(name),
                    });
                }
                None
            }
        }
    }

    fn keeps_all(&self) -> bool {
        self.writing == Writing::Always
    }

    fn keep(&self, description: &Description, entries: &[u8]) {
        let Some(directory) = self.written() else { return };
        if let Err(fault) = directory.build(description, || Ok::<_, TableError>(entries.to_vec())) {
            self.listener.hear(&Note::NotStored(&description.name, &fault));
        }
    }

    fn saved_search(&self, description: &Description) -> Option<Vec<u8>> {
        let file = self.written()?.open(description);
        match file.and_then(|file| file.verify().map(|()| file.entries().to_vec())) {
            Ok(bytes) => {
                self.listener.hear(&Note::Continues);
                Some(bytes)
            }
            Err(fault) => {
                if !fault.is_absent() {
                    self.listener.hear(&Note::SearchNotUsed(&fault));
                }
                None
            }
        }
    }

    fn save_search(&self, description: &Description, stops: bool, bytes: &dyn Fn() -> Vec<u8>) {
        let Some(directory) = self.written() else { return };
        let mut saved = self.saved.lock().unwrap_or_else(PoisonError::into_inner);
        let elapsed = saved.get_or_insert_with(Instant::now).elapsed();
        if elapsed < if stops { WORTH_SAVING } else { SAVE_EVERY } {
            return;
        }
        let mut written = Ok(());
        self.listener.hold(&mut || {
            written = directory.build(description, || Ok::<_, TableError>(bytes())).map(|_| ());
        });
        match written {
            Ok(()) if stops => self.listener.hear(&Note::SearchSaved),
            Ok(()) => *saved = Some(Instant::now()),
            Err(fault) => self.listener.hear(&Note::SearchNotSaved(&fault)),
        }
    }

    fn end_search(&self, description: &Description) {
        if let Some(directory) = self.written()
            && let Err(fault) = directory.remove(&description.name)
        {
            self.listener.hear(&Note::SearchNotRemoved(&fault));
        }
    }

    fn has_room(&self, description: &Description) -> bool {
        let bytes = description.payload_bytes().unwrap_or(usize::MAX) as u64;
        let Some(directory) = self.written() else { return true };
        let Some(room) = lacks_room(directory, bytes) else { return true };
        if !self.told_of_room.swap(true, Ordering::Relaxed) {
            let (name, directory) = (&description.name, directory.path());
            self.listener.hear(&Note::NoRoom { name, bytes, directory, room });
        }
        false
    }

    fn has(&self, description: &Description) -> bool {
        self.directory.as_ref().is_some_and(|directory| directory.open(description).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hears nothing.
    #[derive(Debug)]
    struct Deaf;

    impl Listener for Deaf {
        fn hear(&self, _: &Note<'_>) {}
    }

    /// Tables stored in this directory.
    fn files_in(directory: &Path) -> TableFiles<Deaf> {
        TableFiles::new(Some(TableDir::new(directory)), Deaf)
    }

    /// A table with one-byte entries.
    fn of_bytes(name: &str, entries: Option<u64>) -> Description {
        Description { name: name.into(), metric: "htm".into(), fingerprint: [0; 32], entry_bits: 8, entries }
    }

    #[test]
    fn a_table_that_cannot_be_kept_is_built_all_the_same_and_once() {
        let directory = tempfile::tempdir().unwrap();
        // A file where the directory should be.
        let path = directory.path().join("file");
        std::fs::write(&path, "").unwrap();
        let files = files_in(&path);
        let description = of_bytes("test", Some(3));
        let mut builds = 0;
        let memory = files.memory(&description, Checked::First, &Control::new(), &mut || {
            builds += 1;
            Ok(vec![1, 2, 3])
        });
        assert_eq!(((*memory.unwrap()).as_ref(), builds), (&[1, 2, 3][..], 1));
        let stopped =
            files.memory(&description, Checked::First, &Control::new(), &mut || Err(StopReason::Time));
        assert_eq!(stopped.err(), Some(StopReason::Time));
    }

    #[test]
    fn where_nothing_is_written_a_damaged_table_is_built_in_memory() {
        let directory = tempfile::tempdir().unwrap();
        let description = of_bytes("test", Some(3));
        let built = |files: &TableFiles<Deaf>| {
            let memory =
                files.memory(&description, Checked::Beside, &Control::new(), &mut || Ok(vec![1, 2, 3]));
            (*memory.unwrap()).as_ref().to_vec()
        };
        assert_eq!(built(&files_in(directory.path())), [1, 2, 3]);
        let path = directory.path().join("test.table");
        let mut bytes = std::fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        let reads_only = files_in(directory.path()).with_writing(Writing::Never);
        assert_eq!(built(&reads_only), [1, 2, 3]);
        assert_eq!(reads_only.is_sound(&description, &Control::new()), Ok(true));
        assert_eq!(std::fs::read(&path).unwrap(), bytes, "the file is as it was");
    }

    #[test]
    fn reading_a_table_is_stopped_like_a_search() {
        let directory = tempfile::tempdir().unwrap();
        let files = files_in(directory.path());
        // A table that is read in several pieces, with a check before each.
        let bytes = 1 << 20;
        let description = of_bytes("test", Some(bytes));
        let build = || Ok(vec![7; bytes as usize]);
        assert!(files.memory(&description, Checked::First, &Control::new(), &mut { build }).is_ok());
        let asked = std::sync::atomic::AtomicU32::new(0);
        let time_is_up = || asked.fetch_add(1, Ordering::Relaxed) == 2;
        let control = Control::new().with_deadline(&time_is_up);
        let mut never = || panic!("it is kept");
        assert_eq!(
            files.memory(&description, Checked::First, &control, &mut never).err(),
            Some(StopReason::Time)
        );
        assert_eq!(asked.into_inner(), 3);
        // The file still exists.
        assert!(files.memory(&description, Checked::First, &Control::new(), &mut never).is_ok());
    }

    #[test]
    fn a_table_that_is_damaged_cut_short_or_of_another_version_is_built_again() {
        let directory = tempfile::tempdir().unwrap();
        let files = files_in(directory.path());
        let description = of_bytes("test", Some(100));
        let builds = std::cell::Cell::new(0);
        let build = || {
            builds.set(builds.get() + 1);
            vec![7; 100]
        };
        let memory =
            || files.memory(&description, Checked::First, &Control::new(), &mut || Ok(build())).unwrap();
        memory();
        let file = directory.path().join("test.table");
        let whole = std::fs::read(&file).unwrap();
        let last = whole.len() - 1;
        // Damage to an entry, to the format version, or to the fingerprint of the table's subject; and a missing
        // last byte.
        let flipped = [(whole.len(), last), (whole.len(), 8), (whole.len(), 160), (last, 0)];
        for (n, (length, at)) in flipped.into_iter().enumerate() {
            let damaged = || {
                let mut bytes = whole[..length].to_vec();
                bytes[at] ^= u8::from(length == whole.len());
                std::fs::remove_file(&file).unwrap();
                std::fs::write(&file, bytes).unwrap();
                builds.set(0);
            };
            damaged();
            assert!(files.kept(&description).is_none(), "{n}");
            assert_eq!((*memory()).as_ref(), [7; 100], "{n}");
            assert_eq!(builds.get(), 1, "{n}");
            damaged();
            assert_eq!(*files.entries(&description, &mut || Some(build())).unwrap(), [7; 100], "{n}");
            assert_eq!(builds.get(), 1, "{n}");
            assert_eq!(std::fs::read(&file).unwrap(), whole, "{n}");
        }
    }

    /// A table that is verified while it is used: a damaged one is removed when its state is requested, and built
    /// again.
    #[test]
    fn a_damaged_table_is_found_beside_the_search_that_uses_it() {
        let directory = tempfile::tempdir().unwrap();
        let bytes = 17 << 20;
        let description = of_bytes("large", Some(bytes));
        let (builds, control) = (std::cell::Cell::new(0), Control::new());
        let build = || {
            builds.set(builds.get() + 1);
            Ok(vec![3; bytes as usize])
        };
        let files = files_in(directory.path());
        let memory = |files: &TableFiles<Deaf>| {
            files.memory(&description, Checked::Beside, &control, &mut { build }).unwrap()
        };
        drop(memory(&files));
        // Known to be intact: no wait.
        let up = || true;
        let at_once = Control::new().with_deadline(&up);
        let kept = memory(&files);
        assert_eq!(files.is_sound(&description, &at_once), Ok(true));
        drop(kept);
        let file = directory.path().join("large.table");
        let mut whole = std::fs::read(&file).unwrap();
        *whole.last_mut().unwrap() ^= 1;
        std::fs::write(&file, whole).unwrap();
        let kept = memory(&files);
        assert_eq!((*kept).as_ref().len(), bytes as usize);
        assert_eq!(files.is_sound(&description, &control), Ok(false));
        assert!(!file.exists());
        drop(kept);
        let again = memory(&files);
        assert_eq!(files.is_sound(&description, &control), Ok(true));
        assert_eq!(((*again).as_ref().last(), builds.get()), (Some(&3), 2));
    }

    #[test]
    fn a_search_is_saved_where_it_took_long_until_it_is_done() {
        let directory = tempfile::tempdir().unwrap();
        let files = files_in(directory.path());
        let description = of_bytes("save", None);
        files.save_search(&description, true, &|| vec![1, 2, 3]);
        assert_eq!(files.saved_search(&description), None, "it has only begun");
        let begun_before = |time| *files.saved.lock().unwrap() = Instant::now().checked_sub(time);
        begun_before(WORTH_SAVING);
        files.save_search(&description, false, &|| vec![1, 2, 3]);
        assert_eq!(files.saved_search(&description), None, "it goes on, and it is not time yet");
        files.save_search(&description, true, &|| vec![1, 2, 3]);
        assert_eq!(files.saved_search(&description), Some(vec![1, 2, 3]));
        begun_before(SAVE_EVERY);
        files.save_search(&description, false, &|| vec![4, 5]);
        assert_eq!(files.saved_search(&description), Some(vec![4, 5]));
        files.end_search(&description);
        assert_eq!(files.saved_search(&description), None);
    }

    #[test]
    fn what_does_not_fit_on_the_disk_is_known_before() {
        let directory = tempfile::tempdir().unwrap();
        let directory = TableDir::new(directory.path());
        assert_eq!(lacks_room(&directory, 1 << 10), None);
        assert!(lacks_room(&directory, u64::MAX).is_some());
    }
}
