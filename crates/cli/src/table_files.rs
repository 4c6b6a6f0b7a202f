//! Tables of the library, stored in files of the user's cache.
//!
//! Start at [`TableFiles`]. If the cache cannot be used, the table is built in memory and a note says so.

use crate::args::Global;
use crate::interrupt;
use crate::output::Output;
use crate::progress;
use permutant::search::limits::{Control, StopReason};
use permutant::search::table::Description;
use permutant::search::table::Memory;
use permutant::solver::Advice;
use permutant::tables::{self, Checked, Table, TableSource};
use permutant_store::{TableCheck, TableDir, TableError, TableFile, TableMemory};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The directory of the tables: the one that the user specified, otherwise the default; `None` with `--no-tables`.
pub(crate) fn directory(global: &Global) -> Option<TableDir> {
    match &global.tables {
        _ if global.no_tables => None,
        Some(path) => Some(TableDir::new(path)),
        None => TableDir::of_user(|name| std::env::var_os(name)),
    }
}

/// A source of tables that keeps them in files.
#[derive(Debug)]
pub(crate) struct TableFiles {
    directory: Option<TableDir>,
    output: Output,
    threads: usize,
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

impl TableFiles {
    /// Tables according to the options, built on this many threads.
    pub(crate) fn new(global: &Global, output: &Output, threads: usize) -> Self {
        TableFiles {
            directory: directory(global),
            output: output.clone(),
            threads,
            told_of_room: AtomicBool::new(false),
            saved: Mutex::new(None),
            checks: Mutex::default(),
        }
    }

    /// Tells the user which tables would improve the answers.
    pub(crate) fn advise(&self, advice: &Advice) {
        let table = &advice.table;
        let seconds = table.seconds_to_build().div_ceil(self.threads.max(1) as u64);
        let without = if self.directory.is_none() { ", then solve without --no-tables" } else { "" };
        self.output.note(&format!(
            "note: {} with the table {}: `permutant tables build {}` builds it once ({} MB, about {}){without}",
            advice.gain,
            table.name,
            table.name,
            table.bytes().div_ceil(1_000_000),
            progress::time(seconds),
        ));
    }

    /// Announces a table that is built now, if the user has to wait for it.
    fn announce(&self, description: &Description) {
        if let Some(table) =
            tables::list().into_iter().find(|table| table.name == description.name && table.large)
        {
            let place = match &self.directory {
                Some(directory) => {
                    format!("once and stored in {} (--no-tables avoids this)", directory.path().display())
                }
                None => "in memory".to_string(),
            };
            self.output.note(&format!("{} is built {place}", estimate(&table, self.threads)));
        }
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
            Err(Unkept::Fault(fault @ TableError::Damaged { .. })) => {
                self.output.note(&format!("note: {fault}: it is built again"));
                read(directory.build(description, build)?)
            }
            said => said,
        }
    }
}

/// A table's size and building time.
pub(crate) fn estimate(table: &Table, threads: usize) -> String {
    let (megabytes, seconds) = (table.bytes().div_ceil(1_000_000), table.seconds_to_build());
    let seconds = seconds.div_ceil(threads.max(1) as u64);
    let time = progress::time(seconds);
    let threads = if threads > 1 { format!(" on {threads} threads") } else { String::new() };
    format!("the table {} ({megabytes} MB, about {time}{threads})", table.name)
}

/// Bytes that are left free on the disk when a table is written.
const SPARE: u64 = 64 << 20;

/// The free space of a directory, if it is too little for a table of this many bytes.
pub(crate) fn lacks_room(directory: &TableDir, bytes: u64) -> Option<u64> {
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

impl TableSource for TableFiles {
    fn entries(
        &self,
        description: &Description,
        build: &mut dyn FnMut() -> Option<Vec<u8>>,
    ) -> Option<Cow<'_, [u8]>> {
        let Some(directory) = &self.directory else { return build().map(Cow::Owned) };
        let read = |file: TableFile| Ok(file.check().map(|()| file.entries().to_vec())?);
        let mut build_or_stop = || build().ok_or(Unkept::Stopped(StopReason::Cancelled));
        match self.sound(directory, description, &mut build_or_stop, read) {
            Ok(entries) => Some(Cow::Owned(entries)),
            Err(Unkept::Stopped(_)) => None,
            Err(Unkept::Fault(fault)) => {
                self.output.note(&format!("note: the table {} is not stored: {fault}", description.name));
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
        let Some(directory) = &self.directory else {
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
                directory.set_checked(&file);
                is_trusted = true;
            }
            let stamps = directory.clone();
            let memory = TableMemory::new(file, is_trusted, move |file| stamps.set_checked(file));
            let mut checks = self.checks.lock().unwrap_or_else(PoisonError::into_inner);
            checks.insert(description.name.clone(), memory.check());
            Ok(Box::new(memory) as Memory)
        };
        let loaded = self.sound(directory, description, &mut build_and_note, open);
        match loaded {
            Ok(memory) => Ok(memory),
            Err(Unkept::Stopped(reason)) => Err(reason),
            Err(Unkept::Fault(fault)) => {
                self.output.note(&format!("note: the table {} is not stored: {fault}", description.name));
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
            self.output.note(&format!("note: the table {} is damaged and is removed", description.name));
            if let Some(Err(fault)) =
                self.directory.as_ref().map(|directory| directory.remove(&description.name))
            {
                self.output.note(&format!("note: {fault}"));
            }
        }
        is_sound.ok_or(stopped.unwrap_or(StopReason::Cancelled))
    }

    fn kept(&self, description: &Description) -> Option<Memory> {
        let directory = self.directory.as_ref()?;
        let checked = directory.open(description).and_then(|file| {
            if !directory.is_checked(&file) {
                file.check()?;
                directory.set_checked(&file);
            }
            Ok(file)
        });
        match checked {
            Ok(file) => Some(Box::new(file)),
            Err(fault) => {
                if !fault.is_absent() {
                    let name = &description.name;
                    self.output.note(&match fault {
                        TableError::NotPlain { .. } => format!("note: the table {name} is not used: {fault}"),
                        _ => format!("note: the table {name} is damaged: it is built again"),
                    });
                }
                None
            }
        }
    }

    fn keep(&self, description: &Description, entries: &[u8]) {
        let Some(directory) = &self.directory else { return };
        if let Err(fault) = directory.build(description, || Ok::<_, TableError>(entries.to_vec())) {
            self.output.note(&format!("note: the table {} is not stored: {fault}", description.name));
        }
    }

    fn saved_search(&self, description: &Description) -> Option<Vec<u8>> {
        let file = self.directory.as_ref()?.open(description);
        match file.and_then(|file| file.verify().map(|()| file.entries().to_vec())) {
            Ok(bytes) => {
                self.output.note("continuing the saved search");
                Some(bytes)
            }
            Err(fault) => {
                if !fault.is_absent() {
                    self.output.note(&format!("note: the saved search is not used: {fault}"));
                }
                None
            }
        }
    }

    fn save_search(&self, description: &Description, stops: bool, bytes: &dyn Fn() -> Vec<u8>) {
        let Some(directory) = &self.directory else { return };
        let mut saved = self.saved.lock().unwrap_or_else(PoisonError::into_inner);
        let elapsed = saved.get_or_insert_with(Instant::now).elapsed();
        if elapsed < if stops { WORTH_SAVING } else { SAVE_EVERY } {
            return;
        }
        match interrupt::hold(|| directory.build(description, || Ok::<_, TableError>(bytes()))) {
            Ok(_) if stops => {
                self.output.note("the search is saved; the same command continues it");
            }
            Ok(_) => *saved = Some(Instant::now()),
            Err(fault) => self.output.note(&format!("note: the search is not saved: {fault}")),
        }
    }

    fn end_search(&self, description: &Description) {
        if let Some(directory) = &self.directory
            && let Err(fault) = directory.remove(&description.name)
        {
            self.output.note(&format!("note: the saved search was not removed: {fault}"));
        }
    }

    fn has_room(&self, description: &Description) -> bool {
        let bytes = description.payload_bytes().unwrap_or(usize::MAX) as u64;
        let Some(directory) = &self.directory else { return true };
        let Some(room) = lacks_room(directory, bytes) else { return true };
        if !self.told_of_room.swap(true, Ordering::Relaxed) {
            self.output.note(&format!(
                "note: no room for the table {} ({} MB) in {}, which has {} MB left; a smaller table is \
                 used; choose another directory with --tables",
                description.name,
                bytes.div_ceil(1_000_000),
                directory.path().display(),
                room / 1_000_000
            ));
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
    use crate::args::Args;
    use clap::Parser as _;
    use std::path::Path;

    /// Tables stored in this directory, built on one thread.
    fn files_in(directory: &Path) -> TableFiles {
        let path = directory.display().to_string();
        let global = Args::parse_from(["permutant", "--quiet", "--tables", &path, "bench"]).global;
        TableFiles::new(&global, &Output::new(&global), 1)
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
        let memory = |files: &TableFiles| {
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
    fn estimates_tell_size_and_time() {
        let told = |name: &str, threads| {
            let table = tables::list().into_iter().find(|table| table.name == name).unwrap();
            estimate(&table, threads)
        };
        assert_eq!(told("3x3x3-optimal-3", 1), "the table 3x3x3-optimal-3 (244 MB, about 30 s)");
        assert_eq!(
            told("3x3x3-optimal-5", 2),
            "the table 3x3x3-optimal-5 (973 MB, about 2 min on 2 threads)"
        );
    }

    #[test]
    fn what_does_not_fit_on_the_disk_is_known_before() {
        let directory = tempfile::tempdir().unwrap();
        let directory = TableDir::new(directory.path());
        assert_eq!(lacks_room(&directory, 1 << 10), None);
        assert!(lacks_room(&directory, u64::MAX).is_some());
    }
}
