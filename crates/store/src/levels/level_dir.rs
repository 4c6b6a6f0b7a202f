//! A directory with the levels of counts.
//!
//! Start at [`LevelDir::new`]. It is the [`LevelStore`] of a single process. Where several share a count, each has one of its own, and what
//! connects them calls [`LevelDir::record`], [`LevelDir::complete`] and [`LevelDir::tidy`] in the right order.

use super::level_file::{Checked, Sealed, Temporary, Writing, at, damaged};
use super::manifest::{Complete, Files, Manifest};
use crate::plain_file::make_directory;
use permutant_search::parted::level_store::{Keep, LevelStore, Output, Scratch};
use permutant_search::table::hex;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The name of the file that says which level is complete.
const COMPLETE: &str = "complete";

/// How long to wait for another program that counts in the same place.
const PATIENCE: Duration = Duration::from_secs(3);

/// A directory of counts, for one worker.
#[derive(Debug)]
pub struct LevelDir {
    path: PathBuf,
    worker: usize,
    workers: usize,
    stays: bool,
    /// The count whose subdirectory is locked.
    entered: Mutex<Option<([u8; 32], File)>>,
    open: Mutex<Option<Arc<Count>>>,
    /// Bytes of files and messages.
    written: Arc<AtomicU64>,
}

/// The bytes of each file of messages, by level and part. Threads that send to the same one take turns.
type Messages = BTreeMap<(u64, usize), Arc<Mutex<u64>>>;

/// A count that was begun.
#[derive(Debug)]
struct Count {
    /// The subdirectory.
    path: PathBuf,
    keep: Keep,
    parts: usize,
    files: Mutex<Files>,
    messages: Mutex<Messages>,
    /// Files that were compared with their checksums to be read at any place.
    compared: Mutex<BTreeSet<(u64, usize)>>,
    /// Messages that the manifest of the last level names.
    named: Mutex<BTreeSet<(u64, usize)>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LevelDir {
    /// In a directory that need not exist. With `stays`, a complete count stays there, otherwise its files are removed.
    pub fn new(path: &Path, stays: bool) -> Self {
        LevelDir::of_worker(path, stays, 0, 1)
    }

    /// That of one of several workers that share a count, and perhaps the directory.
    pub fn of_worker(path: &Path, stays: bool, worker: usize, workers: usize) -> Self {
        LevelDir {
            path: path.to_path_buf(),
            worker,
            workers: workers.max(1),
            stays,
            entered: Mutex::new(None),
            open: Mutex::new(None),
            written: Arc::default(),
        }
    }

    fn subdirectory(&self, identity: &[u8; 32]) -> PathBuf {
        self.path.join(format!("god-{}", hex(&identity[..8])))
    }

    fn count(&self) -> io::Result<Arc<Count>> {
        lock(&self.open).clone().ok_or_else(|| io::Error::other("no count was begun"))
    }

    /// Makes the subdirectory of a count, and locks it until the count is done or another one is entered. What is read of it before could
    /// change: another program may complete levels there, or remove it.
    fn enter(&self, identity: &[u8; 32]) -> io::Result<PathBuf> {
        let path = self.subdirectory(identity);
        let mut entered = lock(&self.entered);
        if entered.as_ref().is_some_and(|(of, _)| of == identity) {
            return Ok(path);
        }
        *entered = None;
        let lock_path = path.join(format!("worker-{}.lock", self.worker));
        loop {
            make_directory(&path).map_err(io::Error::other)?;
            let lock_file = match crate::plain_file::open_lock(&lock_path) {
                Err(fault) if fault.is_absent() => continue,
                opened => opened.map_err(io::Error::other)?,
            };
            acquire(&lock_file, &path)?;
            // The program that held it may have removed it with its count.
            if is_at(&lock_file, &lock_path) {
                *entered = Some((*identity, lock_file));
                return Ok(path);
            }
        }
    }

    /// The number of parts, the last complete level and its numbers, as far as this directory knows. The count is locked from then on.
    ///
    /// # Errors
    /// If another program works there, or if the record cannot be read.
    pub fn saved(&self, identity: &[u8; 32]) -> io::Result<Option<(usize, u64, Vec<u64>)>> {
        let path = self.enter(identity)?.join(COMPLETE);
        match fs::read_to_string(&path) {
            Ok(text) => {
                let Complete { parts, level, numbers } =
                    Complete::read(&text).ok_or_else(|| damaged(&path))?;
                Ok(Some((parts, level, numbers)))
            }
            Err(fault) if fault.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(fault) => Err(at(&path, "cannot be read")(fault)),
        }
    }

    /// Opens a count at the end of a level, or at its beginning.
    ///
    /// # Errors
    /// If another program works there, if files cannot be read, or if messages for later levels are damaged.
    pub fn open(&self, identity: &[u8; 32], parts: usize, keep: Keep, level: Option<u64>) -> io::Result<()> {
        let path = self.enter(identity)?;
        self.await_others(&path)?;
        let (mut files, mut messages) = (Files::new(), Messages::new());
        let mut named = BTreeSet::new();
        if let Some(level) = level {
            let manifests = manifests(&path, level)?;
            if manifests.is_empty() && self.workers == 1 {
                return Err(damaged(&path.join(manifest_name(level, self.worker))));
            }
            for manifest in manifests {
                files.extend(manifest.files);
                for (at, sealed) in manifest.messages {
                    let file = message_path(&path, at);
                    check_message(&file, sealed)?;
                    messages.insert(at, Arc::new(Mutex::new(sealed.bytes)));
                    named.insert(at);
                }
            }
        }
        let count = Count {
            path,
            keep,
            parts,
            files: Mutex::new(files),
            messages: Mutex::new(messages),
            compared: Mutex::default(),
            named: Mutex::new(named),
        };
        count.remove_others(level)?;
        *lock(&self.open) = Some(Arc::new(count));
        Ok(())
    }

    /// Waits for workers of an earlier count of more workers, which may not have noticed yet that it ended: they would write here.
    fn await_others(&self, path: &Path) -> io::Result<()> {
        for entry in fs::read_dir(path).map_err(at(path, "cannot be read"))?.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let number = name.strip_prefix("worker-").and_then(|rest| rest.strip_suffix(".lock"));
            if number.and_then(|number| number.parse().ok()).is_some_and(|other: usize| other >= self.workers)
            {
                acquire(&crate::plain_file::open_lock(&entry.path()).map_err(io::Error::other)?, path)?;
            }
        }
        Ok(())
    }

    /// The levels at which a part wrote files that are there.
    pub fn levels_of(&self, part: usize) -> Vec<u64> {
        let Ok(count) = self.count() else { return Vec::new() };
        lock(&count.files).keys().filter(|(_, of)| *of == part).map(|(level, _)| *level).collect()
    }

    /// The levels for which a part has messages.
    pub fn levels_ahead(&self, part: usize) -> Vec<u64> {
        let Ok(count) = self.count() else { return Vec::new() };
        lock(&count.messages).keys().filter(|(_, of)| *of == part).map(|(level, _)| *level).collect()
    }

    /// A number that is greater the more is there of a part.
    pub fn holds(&self, part: usize) -> u64 {
        let newest = self.newest(part).map_or(0, |level| level + 1);
        newest | (self.levels_ahead(part).len() as u64) << 32
    }

    /// Makes the files durable that belong to a level, and records them.
    ///
    /// # Errors
    /// If the disk is full or fails.
    pub fn record(&self, level: u64) -> io::Result<()> {
        let count = self.count()?;
        let is_own = |(_, part): &(u64, usize)| part % self.workers == self.worker;
        let mut files = match count.keep {
            Keep::All => lock(&count.files).clone(),
            Keep::Last => newest(&lock(&count.files)),
        };
        files.retain(|at, _| is_own(at));
        let mut manifest = Manifest { files, messages: Files::new() };
        let waiting: Vec<_> = (lock(&count.messages).iter())
            .filter(|(at, _)| at.0 > level && is_own(at))
            .map(|(&at, bytes)| (at, *lock(bytes)))
            .collect();
        for (at, bytes) in waiting {
            manifest.messages.insert(at, sealed(&message_path(&count.path, at), bytes)?);
        }
        *lock(&count.named) = manifest.messages.keys().copied().collect();
        sync(&count.path, &manifest)?;
        write_whole(&count.path, &manifest_name(level, self.worker), &manifest.text())
    }

    /// Says that a level is complete for all workers.
    ///
    /// # Errors
    /// If the disk is full or fails.
    pub fn complete(&self, level: u64, numbers: &[u64]) -> io::Result<()> {
        let count = self.count()?;
        let complete = Complete { parts: count.parts, level, numbers: numbers.to_vec() };
        write_whole(&count.path, COMPLETE, &complete.text())
    }

    /// Removes what is no longer needed after a level that is complete: own files, messages and manifests of earlier levels.
    ///
    /// # Errors
    /// If something cannot be removed.
    pub fn tidy(&self, level: u64) -> io::Result<()> {
        let count = self.count()?;
        if count.keep == Keep::Last {
            let mut files = lock(&count.files);
            let kept = newest(&files);
            for at in files.keys().filter(|at| !kept.contains_key(at)) {
                remove(&part_path(&count.path, *at))?;
            }
            *files = kept;
        }
        let mut messages = lock(&count.messages);
        for at in messages.keys().filter(|(of, _)| *of <= level) {
            remove(&message_path(&count.path, *at))?;
        }
        messages.retain(|(of, _), _| *of > level);
        if let Some(before) = level.checked_sub(1) {
            remove(&count.path.join(manifest_name(before, self.worker)))?;
        }
        Ok(())
    }
}

impl Count {
    /// Removes files that do not belong to the end of a level.
    fn remove_others(&self, level: Option<u64>) -> io::Result<()> {
        let (files, messages) = (lock(&self.files), lock(&self.messages));
        let mut known: BTreeSet<PathBuf> = files.keys().map(|&at| part_path(&self.path, at)).collect();
        known.extend(messages.keys().map(|&at| message_path(&self.path, at)));
        let here = fs::read_dir(&self.path).map_err(at(&self.path, "cannot be read"))?;
        for entry in here.flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            let name = name.to_string_lossy();
            let is_ours = name.starts_with("level-") && !known.contains(&path);
            let is_of_level =
                level.is_some_and(|level| name.starts_with(&format!("level-{level:04}.worker-")));
            if is_ours && !is_of_level {
                remove(&path)?;
            }
        }
        Ok(())
    }
}

/// Whether a file is still the one at a path.
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
        let (opened, there) = (file.metadata().map(identity), fs::metadata(path).map(identity));
        matches!((opened, there), (Ok(opened), Ok(there)) if opened == there)
    }
    #[cfg(not(unix))]
    {
        // A file that is open cannot be removed there.
        let _ = file;
        path.exists()
    }
}

/// Acquires a lock. A program that was killed, or lost another one, may still be about to end.
fn acquire(lock_file: &File, path: &Path) -> io::Result<()> {
    let began = Instant::now();
    loop {
        let text = match lock_file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) if began.elapsed() < PATIENCE => {
                std::thread::sleep(PATIENCE / 100);
                continue;
            }
            Err(TryLockError::WouldBlock) => "another program counts there".to_string(),
            Err(TryLockError::Error(fault)) => fault.to_string(),
        };
        return Err(io::Error::new(io::ErrorKind::ResourceBusy, format!("{}: {text}", path.display())));
    }
}

fn part_path(directory: &Path, (level, part): (u64, usize)) -> PathBuf {
    directory.join(format!("level-{level:04}.part-{part:04}"))
}

fn message_path(directory: &Path, (level, part): (u64, usize)) -> PathBuf {
    directory.join(format!("level-{level:04}.for-{part:04}"))
}

fn manifest_name(level: u64, worker: usize) -> String {
    format!("level-{level:04}.worker-{worker}")
}

/// The newest file of each part.
fn newest(files: &Files) -> Files {
    let newest: BTreeMap<usize, u64> = files.keys().map(|&(level, part)| (part, level)).collect();
    let is_newest = |(level, part): &(u64, usize)| newest[part] == *level;
    files.iter().filter(|(at, _)| is_newest(at)).map(|(&at, &file)| (at, file)).collect()
}

/// The manifests of all workers of a level that this directory has.
fn manifests(directory: &Path, level: u64) -> io::Result<Vec<Manifest>> {
    let prefix = manifest_name(level, 0);
    let prefix = prefix.trim_end_matches('0');
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).map_err(at(directory, "cannot be read"))?.flatten() {
        let name = entry.file_name();
        if name.to_string_lossy().starts_with(prefix) {
            let path = entry.path();
            let text = fs::read_to_string(&path).map_err(at(&path, "cannot be read"))?;
            found.push(Manifest::read(&text).ok_or_else(|| damaged(&path))?);
        }
    }
    Ok(found)
}

/// The checksum of a file of messages.
fn sealed(path: &Path, bytes: u64) -> io::Result<Sealed> {
    let mut hasher = blake3::Hasher::new();
    let file = File::open(path).map_err(at(path, "cannot be opened"))?;
    hasher.update_reader(file.take(bytes)).map_err(at(path, "cannot be read"))?;
    Ok(Sealed { bytes, checksum: *hasher.finalize().as_bytes() })
}

/// Cuts a file of messages to what its manifest names, and compares the checksum.
fn check_message(path: &Path, expected: Sealed) -> io::Result<()> {
    let file = OpenOptions::new().write(true).open(path).map_err(at(path, "cannot be opened"))?;
    file.set_len(expected.bytes).map_err(at(path, "cannot be shortened"))?;
    if sealed(path, expected.bytes)? == expected { Ok(()) } else { Err(damaged(path)) }
}

/// Makes the files of a manifest durable.
#[cfg(target_os = "linux")]
fn sync(directory: &Path, _: &Manifest) -> io::Result<()> {
    // One call for all files: one by one, each would wait for the journal.
    let opened = File::open(directory).map_err(at(directory, "cannot be opened"))?;
    rustix::fs::syncfs(opened).map_err(|fault| at(directory, "cannot be written")(fault.into()))
}

/// Makes the files of a manifest durable.
#[cfg(not(target_os = "linux"))]
fn sync(directory: &Path, manifest: &Manifest) -> io::Result<()> {
    let files = manifest.files.keys().map(|&of| part_path(directory, of));
    let messages = manifest.messages.keys().map(|&of| message_path(directory, of));
    for path in files.chain(messages) {
        let file = OpenOptions::new().write(true).open(&path).map_err(at(&path, "cannot be opened"))?;
        file.sync_all().map_err(at(&path, "cannot be written"))?;
    }
    Ok(())
}

/// Writes a small file that is whole or absent.
fn write_whole(directory: &Path, name: &str, text: &str) -> io::Result<()> {
    let path = directory.join(name);
    let mut file = tempfile::NamedTempFile::new_in(directory).map_err(at(&path, "cannot be created"))?;
    file.write_all(text.as_bytes()).map_err(at(&path, "cannot be written"))?;
    file.as_file().sync_all().map_err(at(&path, "cannot be written"))?;
    file.persist(&path).map_err(|fault| at(&path, "cannot be written")(fault.error))?;
    #[cfg(unix)]
    File::open(directory).and_then(|opened| opened.sync_all()).map_err(at(directory, "cannot be written"))?;
    Ok(())
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(fault) if fault.kind() != io::ErrorKind::NotFound => Err(at(path, "cannot be removed")(fault)),
        _ => Ok(()),
    }
}

/// Messages that are removed once they have been read.
struct Consumed {
    path: PathBuf,
    file: Option<File>,
}

impl Read for Consumed {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        match &mut self.file {
            Some(file) => file.read(to).map_err(at(&self.path, "cannot be read")),
            None => Ok(0),
        }
    }
}

impl Drop for Consumed {
    fn drop(&mut self) {
        self.file = None;
        // A file that stays is removed with those of its level.
        let _ = fs::remove_file(&self.path);
    }
}

impl LevelStore for LevelDir {
    fn parts(&self, identity: &[u8; 32]) -> io::Result<Option<usize>> {
        Ok(self.saved(identity)?.map(|(parts, _, _)| parts))
    }

    fn has_count(&self, identity: &[u8; 32]) -> bool {
        self.subdirectory(identity).join(COMPLETE).is_file()
    }

    fn begin(&self, identity: &[u8; 32], parts: usize, keep: Keep) -> io::Result<Option<Vec<u64>>> {
        let saved = self.saved(identity)?.filter(|(of, _, _)| *of == parts);
        self.open(identity, parts, keep, saved.as_ref().map(|(_, level, _)| *level))?;
        Ok(saved.map(|(_, _, numbers)| numbers))
    }

    fn send(&self, level: u64, part: usize, message: &[u8]) -> io::Result<()> {
        let count = self.count()?;
        let bytes = Arc::clone(lock(&count.messages).entry((level, part)).or_default());
        let mut bytes = lock(&bytes);
        let path = message_path(&count.path, (level, part));
        // Nothing that an earlier count left under this name stays behind the message.
        let is_first = *bytes == 0;
        let mut file = (OpenOptions::new().create(true).write(true).truncate(is_first).open(&path))
            .map_err(at(&path, "cannot be opened"))?;
        file.seek(io::SeekFrom::Start(*bytes)).map_err(at(&path, "cannot be written"))?;
        file.write_all(message).map_err(at(&path, "cannot be written"))?;
        *bytes += message.len() as u64;
        self.written.fetch_add(message.len() as u64, Relaxed);
        Ok(())
    }

    fn settle(&self) -> io::Result<()> {
        Ok(())
    }

    fn received(&self, level: u64, part: usize) -> io::Result<Option<Box<dyn Read + Send>>> {
        let count = self.count()?;
        if !lock(&count.messages).contains_key(&(level, part)) {
            return Ok(None);
        }
        let path = message_path(&count.path, (level, part));
        let file = File::open(&path).map_err(at(&path, "cannot be opened"))?;
        // What a manifest names is needed again if this level is interrupted; the rest is sent again.
        if lock(&count.named).contains(&(level, part)) {
            return Ok(Some(Box::new(file)));
        }
        Ok(Some(Box::new(Consumed { path, file: Some(file) })))
    }

    fn newest(&self, part: usize) -> Option<u64> {
        let count = self.count().ok()?;
        lock(&count.files).keys().filter(|(_, of)| *of == part).map(|(level, _)| *level).max()
    }

    fn read(&self, level: u64, part: usize) -> io::Result<Option<Box<dyn Read + Send>>> {
        let count = self.count()?;
        let Some(sealed) = lock(&count.files).get(&(level, part)).copied() else { return Ok(None) };
        Ok(Some(Box::new(Checked::open(part_path(&count.path, (level, part)), sealed)?)))
    }

    fn read_at(&self, level: u64, part: usize, offset: u64, bytes: usize) -> io::Result<Option<Vec<u8>>> {
        if !lock(&self.count()?.compared).contains(&(level, part)) {
            let Some(mut file) = self.read(level, part)? else { return Ok(None) };
            io::copy(&mut file, &mut io::sink())?;
            lock(&self.count()?.compared).insert((level, part));
        }
        let path = part_path(&self.count()?.path, (level, part));
        let mut file = File::open(&path).map_err(at(&path, "cannot be opened"))?;
        let mut read = vec![0; bytes];
        (file.seek(io::SeekFrom::Start(offset)).and_then(|_| file.read_exact(&mut read)))
            .map_err(at(&path, "cannot be read"))?;
        Ok(Some(read))
    }

    fn write(&self, level: u64, part: usize) -> io::Result<Box<dyn Output + Send>> {
        let count = self.count()?;
        lock(&count.compared).remove(&(level, part));
        let path = part_path(&count.path, (level, part));
        let finished = move |sealed| {
            lock(&count.files).insert((level, part), sealed);
        };
        Ok(Box::new(Writing::create(path, Arc::clone(&self.written), finished)?))
    }

    fn written(&self) -> u64 {
        self.written.load(Relaxed)
    }

    fn scratch(&self) -> io::Result<Box<dyn Scratch>> {
        Ok(Box::new(Temporary::create(&self.count()?.path, Arc::clone(&self.written))?))
    }

    fn sum(&self, numbers: &[u64]) -> io::Result<Vec<u64>> {
        Ok(numbers.to_vec())
    }

    fn commit(&self, level: u64, numbers: &[u64]) -> io::Result<()> {
        self.record(level)?;
        self.complete(level, numbers)?;
        self.tidy(level)
    }

    fn done(&self, is_complete: bool) -> io::Result<()> {
        let Some(count) = lock(&self.open).take() else { return Ok(()) };
        if self.stays || !is_complete {
            return Ok(());
        }
        let path = count.path.clone();
        drop(count);
        let removed = fs::remove_dir_all(&path);
        *lock(&self.entered) = None;
        match removed {
            // Another process that shares the directory was first, or one that waited has opened its lock there and goes on.
            Err(fault)
                if !matches!(fault.kind(), io::ErrorKind::NotFound | io::ErrorKind::DirectoryNotEmpty) =>
            {
                Err(at(&path, "cannot be removed")(fault))
            }
            _ => Ok(()),
        }
    }
}
