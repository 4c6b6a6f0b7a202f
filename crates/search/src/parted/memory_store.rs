//! A store in memory: for counts of which only the method matters, such as those of tests.
//!
//! Start at [`MemoryStore`].

use super::level_store::{Keep, LevelStore, Output, Scratch};
use std::collections::BTreeMap;
use std::io::{self, Cursor, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Files and messages by level and part.
type Files = BTreeMap<(u64, usize), Vec<u8>>;

/// Keeps all parts in memory.
#[derive(Debug, Default)]
pub struct MemoryStore {
    files: Arc<Mutex<Files>>,
    messages: Mutex<Files>,
    keep: Mutex<Option<Keep>>,
}

impl MemoryStore {
    /// Without a count.
    pub fn new() -> Self {
        MemoryStore::default()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The bytes of a file that is being written.
struct Writing {
    at: (u64, usize),
    bytes: Vec<u8>,
    files: Arc<Mutex<Files>>,
}

impl Write for Writing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Output for Writing {
    fn finish(self: Box<Self>) -> io::Result<()> {
        lock(&self.files).insert(self.at, self.bytes);
        Ok(())
    }
}

impl Scratch for Vec<u8> {
    fn read_back(self: Box<Self>) -> io::Result<Box<dyn Read + Send>> {
        Ok(Box::new(Cursor::new(*self)))
    }
}

impl LevelStore for MemoryStore {
    fn parts(&self, _: &[u8; 32]) -> io::Result<Option<usize>> {
        Ok(None)
    }

    fn has_count(&self, _: &[u8; 32]) -> bool {
        false
    }

    fn begin(&self, _: &[u8; 32], _: usize, keep: Keep) -> io::Result<Option<Vec<u64>>> {
        *lock(&self.keep) = Some(keep);
        // Nothing outlives a count.
        lock(&self.files).clear();
        lock(&self.messages).clear();
        Ok(None)
    }

    fn send(&self, level: u64, part: usize, message: &[u8]) -> io::Result<()> {
        lock(&self.messages).entry((level, part)).or_default().extend_from_slice(message);
        Ok(())
    }

    fn settle(&self) -> io::Result<()> {
        Ok(())
    }

    fn received(&self, level: u64, part: usize) -> io::Result<Option<Box<dyn Read + Send>>> {
        let messages = lock(&self.messages).remove(&(level, part));
        Ok(messages.map(|bytes| Box::new(Cursor::new(bytes)) as Box<dyn Read + Send>))
    }

    fn newest(&self, part: usize) -> Option<u64> {
        lock(&self.files).keys().filter(|(_, of)| *of == part).map(|(level, _)| *level).max()
    }

    fn read(&self, level: u64, part: usize) -> io::Result<Option<Box<dyn Read + Send>>> {
        let bytes = lock(&self.files).get(&(level, part)).cloned();
        Ok(bytes.map(|bytes| Box::new(Cursor::new(bytes)) as Box<dyn Read + Send>))
    }

    fn read_at(&self, level: u64, part: usize, offset: u64, count: usize) -> io::Result<Option<Vec<u8>>> {
        let files = lock(&self.files);
        let Some(bytes) = files.get(&(level, part)) else { return Ok(None) };
        let bytes = bytes.get(offset as usize..).and_then(|bytes| bytes.get(..count));
        bytes.map(|bytes| Some(bytes.to_vec())).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }

    fn write(&self, level: u64, part: usize) -> io::Result<Box<dyn Output + Send>> {
        Ok(Box::new(Writing { at: (level, part), bytes: Vec::new(), files: Arc::clone(&self.files) }))
    }

    fn scratch(&self) -> io::Result<Box<dyn Scratch>> {
        Ok(Box::new(Vec::new()))
    }

    fn sum(&self, numbers: &[u64]) -> io::Result<Vec<u64>> {
        Ok(numbers.to_vec())
    }

    fn commit(&self, _: u64, _: &[u64]) -> io::Result<()> {
        if *lock(&self.keep) == Some(Keep::Last) {
            let mut files = lock(&self.files);
            let newest: BTreeMap<usize, u64> = files.keys().map(|&(level, part)| (part, level)).collect();
            files.retain(|(level, part), _| newest[part] == *level);
        }
        Ok(())
    }

    fn done(&self, _: bool) -> io::Result<()> {
        Ok(())
    }
}
