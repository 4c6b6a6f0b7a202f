//! Where the parts of a count are kept, and how states travel between them.
//!
//! Start at [`LevelStore`]. A store knows no puzzle: it keeps bytes by part and level, and delivers messages. When several workers share a
//! count, part p belongs to worker p mod workers; only that worker reads and writes its files.

use std::fmt::Debug;
use std::io::{self, Read, Write};

/// Bytes that are written to become a file, whole or absent.
pub trait Output: Write {
    /// Completes the file.
    ///
    /// # Errors
    /// If it cannot be written.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// Bytes that are written and then read back once.
pub trait Scratch: Write {
    /// Reads what was written, from the beginning.
    ///
    /// # Errors
    /// If it cannot be read.
    fn read_back(self: Box<Self>) -> io::Result<Box<dyn Read + Send>>;
}

/// Which files of a part are still needed when a level is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The last one.
    Last,
    /// All.
    All,
}

/// Storage and exchange of a count in parts.
pub trait LevelStore: Sync + Debug {
    /// Number of workers that share the count.
    fn workers(&self) -> usize {
        1
    }

    /// The number of this worker.
    fn worker(&self) -> usize {
        0
    }

    /// The number of parts of the count with this identity that the store holds, if it does. Called before [`LevelStore::begin`].
    ///
    /// # Errors
    /// If the store cannot be used.
    fn parts(&self, identity: &[u8; 32]) -> io::Result<Option<usize>>;

    /// Whether the store holds a count with this identity, as far as can be seen without reserving it.
    fn has_count(&self, identity: &[u8; 32]) -> bool;

    /// Begins a count, or continues the one with this identity and number of parts. Returns the numbers of its last
    /// [`LevelStore::commit`], if there was one.
    ///
    /// # Errors
    /// If the store cannot be used.
    fn begin(&self, identity: &[u8; 32], parts: usize, keep: Keep) -> io::Result<Option<Vec<u64>>>;

    /// Sends a message that a part takes in at a level. May be called by several threads.
    ///
    /// # Errors
    /// If it cannot be stored or delivered.
    fn send(&self, level: u64, part: usize, message: &[u8]) -> io::Result<()>;

    /// Waits until all messages that all workers have sent are there.
    ///
    /// # Errors
    /// If some are lost.
    fn settle(&self) -> io::Result<()>;

    /// The messages that a part has received for a level, in any order, one after the other; `None` if there are none.
    ///
    /// # Errors
    /// If they cannot be read.
    fn received(&self, level: u64, part: usize) -> io::Result<Option<Box<dyn Read + Send>>>;

    /// The level of the newest file of a part.
    fn newest(&self, part: usize) -> Option<u64>;

    /// The file that a part wrote at a level; `None` if it wrote none. Reading to the end fails if it is damaged.
    ///
    /// # Errors
    /// If it cannot be read.
    fn read(&self, level: u64, part: usize) -> io::Result<Option<Box<dyn Read + Send>>>;

    /// Bytes from some place of the file that a part wrote at a level; `None` if it wrote none. The whole file is compared with its checksum
    /// before bytes of it are read for the first time.
    ///
    /// # Errors
    /// If it cannot be read, or is damaged.
    fn read_at(&self, level: u64, part: usize, offset: u64, count: usize) -> io::Result<Option<Vec<u8>>>;

    /// Writes the file of a part at a level.
    ///
    /// # Errors
    /// If it cannot be created.
    fn write(&self, level: u64, part: usize) -> io::Result<Box<dyn Output + Send>>;

    /// The number of bytes that this worker has written to a disk; it only grows.
    fn written(&self) -> u64 {
        0
    }

    /// A temporary file.
    ///
    /// # Errors
    /// If it cannot be created.
    fn scratch(&self) -> io::Result<Box<dyn Scratch>>;

    /// Adds numbers of all workers; every worker gets the sums. All workers must call it, with equally many numbers.
    ///
    /// # Errors
    /// If a worker is lost.
    fn sum(&self, numbers: &[u64]) -> io::Result<Vec<u64>>;

    /// Completes a level: all files written so far are durable, and a count that is begun again continues here, with these numbers. Messages
    /// for this level, and files that are no longer needed, are removed.
    ///
    /// # Errors
    /// If this cannot be made durable; then the last commit before is still valid.
    fn commit(&self, level: u64, numbers: &[u64]) -> io::Result<()>;

    /// Nothing more will be read or written. If the count is complete, its files may be removed. All workers must call it.
    ///
    /// # Errors
    /// If files cannot be removed, or a worker is lost.
    fn done(&self, is_complete: bool) -> io::Result<()>;
}
