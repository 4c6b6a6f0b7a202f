//! A stored table as a search reads it: mapped at once, and verified and copied in the background where that pays.
//!
//! Start at [`TableMemory`]. Mapping takes no time whatever the size, and programs that run at the same time share the pages. A
//! separate thread does two things: it reads the whole table to verify it, and it copies the table into huge pages, which make random
//! access twice as fast. The copy begins only when the table has been open for some seconds, so that a quick answer costs nothing. A
//! reader gets the copy from its next call of [`AsRef::as_ref`] onwards.

use crate::table_error::TableError;
use crate::table_file::TableFile;
use memmap2::MmapMut;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError, Weak};
use std::time::Duration;

/// The time for which a table is open before it is copied.
const COPY_AFTER: Duration = Duration::from_secs(3);
/// The interval at which a waiting caller is asked whether to continue.
const LOOK: Duration = Duration::from_millis(20);

/// The state of verification of a table.
#[derive(Debug)]
enum Contents {
    /// It was intact when it was last read, and the file has not changed since.
    Trusted,
    /// It is being read.
    Unknown,
    /// It has now been read and is intact.
    Sound,
    /// It has now been read and is damaged.
    Damaged,
}

/// The data shared by the memory, its check and the thread.
#[derive(Debug)]
struct Shared {
    file: TableFile,
    copy: OnceLock<MmapMut>,
    contents: Mutex<Contents>,
    changed: Condvar,
    /// The table is no longer in use.
    is_dropped: AtomicBool,
}

impl Shared {
    fn set(&self, contents: Contents) {
        *self.contents.lock().unwrap_or_else(PoisonError::into_inner) = contents;
        self.changed.notify_all();
    }

    fn is_wanted(&self) -> bool {
        !self.is_dropped.load(Ordering::Relaxed)
    }

    /// The work of the thread. `sound` is called if the contents were not known to be intact and prove to be.
    fn work(&self, is_trusted: bool, sound: impl FnOnce(&TableFile)) {
        if !is_trusted {
            match self.file.check_while(|| self.is_wanted()) {
                Ok(true) => {
                    sound(&self.file);
                    self.set(Contents::Sound);
                }
                Ok(false) => return,
                Err(_) => return self.set(Contents::Damaged),
            }
        } else {
            let contents = self.contents.lock().unwrap_or_else(PoisonError::into_inner);
            let waited = self.changed.wait_timeout_while(contents, COPY_AFTER, |_| self.is_wanted());
            drop(waited.unwrap_or_else(PoisonError::into_inner));
        }
        if !self.is_wanted() {
            return;
        }
        match self.file.load(|| self.is_wanted()) {
            Ok(Some(copy)) => {
                let _ = self.copy.set(copy);
                self.set(Contents::Sound);
            }
            Err(TableError::Damaged { .. }) => self.set(Contents::Damaged),
            // If there is no memory for a copy, the map is used.
            Ok(None) | Err(_) => {}
        }
    }
}

/// The entries of a table.
#[derive(Debug)]
pub struct TableMemory(Arc<Shared>);

/// Reports whether a table in use is intact.
#[derive(Clone, Debug)]
pub struct TableCheck(Weak<Shared>);

impl TableMemory {
    /// The entries of a table whose contents are known to be intact (`is_trusted`) or are verified from now on. `sound` is called on a
    /// separate thread if they were not known to be intact and prove to be.
    pub fn new(
        file: TableFile,
        is_trusted: bool,
        sound: impl FnOnce(&TableFile) + Send + 'static,
    ) -> TableMemory {
        let shared = Arc::new(Shared {
            file,
            copy: OnceLock::new(),
            contents: Mutex::new(if is_trusted { Contents::Trusted } else { Contents::Unknown }),
            changed: Condvar::new(),
            is_dropped: AtomicBool::new(false),
        });
        let beside = Arc::clone(&shared);
        let thread = std::thread::Builder::new().name("table".into());
        if thread.spawn(move || beside.work(is_trusted, sound)).is_err() && !is_trusted {
            // On a system without threads the check runs now.
            shared.set(if shared.file.check().is_ok() { Contents::Sound } else { Contents::Damaged });
        }
        TableMemory(shared)
    }

    /// A handle that reports whether it is intact.
    pub fn check(&self) -> TableCheck {
        TableCheck(Arc::downgrade(&self.0))
    }
}

/// From the copy, once it exists.
impl AsRef<[u8]> for TableMemory {
    fn as_ref(&self) -> &[u8] {
        match self.0.copy.get() {
            Some(copy) => copy,
            None => self.0.file.entries(),
        }
    }
}

impl Drop for TableMemory {
    fn drop(&mut self) {
        self.0.is_dropped.store(true, Ordering::Relaxed);
        self.0.changed.notify_all();
    }
}

impl TableCheck {
    /// Whether the table is intact; waits if its contents are being read. `None` if `go_on` returns false before that is known. A table
    /// that is no longer in use counts as intact.
    pub fn is_sound(&self, mut go_on: impl FnMut() -> bool) -> Option<bool> {
        let Some(shared) = self.0.upgrade() else { return Some(true) };
        let mut contents = shared.contents.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match *contents {
                Contents::Trusted | Contents::Sound => return Some(true),
                Contents::Damaged => return Some(false),
                Contents::Unknown if !shared.is_wanted() => return Some(true),
                Contents::Unknown if !go_on() => return None,
                Contents::Unknown => {
                    let waited = shared.changed.wait_timeout(contents, LOOK);
                    contents = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
    }
}
