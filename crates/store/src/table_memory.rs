//! A kept table as a search reads it: mapped at once, checked and copied beside the search where that pays.
//!
//! Start at [`TableMemory`]. Mapping takes no time whatever the size, and programs that run at once share the pages. Two
//! things are left to a thread of its own: reading all of it to see whether it is sound, and copying it into huge
//! pages, in which a table that is read at random is twice as fast. The copy begins only when the table has
//! been open for some seconds, so that a quick answer costs nothing; who reads the table has it from the next time on that
//! [`AsRef::as_ref`] is called.

use crate::table_error::TableError;
use crate::table_file::TableFile;
use memmap2::MmapMut;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError, Weak};
use std::time::Duration;

/// How long a table is open before it is copied.
const COPY_AFTER: Duration = Duration::from_secs(3);
/// How often somebody who waits is asked whether to go on.
const LOOK: Duration = Duration::from_millis(20);

/// What is known of the contents of a table.
#[derive(Debug)]
enum Contents {
    /// They were right when they were last read, and nothing was done to the file since.
    Trusted,
    /// They are being read.
    Unknown,
    /// They were read now, and are right.
    Sound,
    /// They were read now, and are not.
    Damaged,
}

/// What the memory, its check and the thread share.
#[derive(Debug)]
struct Shared {
    file: TableFile,
    copy: OnceLock<MmapMut>,
    contents: Mutex<Contents>,
    changed: Condvar,
    /// Nobody reads the table any more.
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

    /// What the thread does. `sound` is called where the contents were not known to be right, and are.
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
            // Without memory for a copy the map serves as well.
            Ok(None) | Err(_) => {}
        }
    }
}

/// The entries of a table.
#[derive(Debug)]
pub struct TableMemory(Arc<Shared>);

/// Tells whether a table that is in use is sound.
#[derive(Clone, Debug)]
pub struct TableCheck(Weak<Shared>);

impl TableMemory {
    /// The entries of a table whose contents are known to be right (`is_trusted`) or are read from now on. `sound` is
    /// called on a thread of its own when they were not known to be right, and are.
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
            // A system without threads checks now.
            shared.set(if shared.file.check().is_ok() { Contents::Sound } else { Contents::Damaged });
        }
        TableMemory(shared)
    }

    /// What tells whether it is sound.
    pub fn check(&self) -> TableCheck {
        TableCheck(Arc::downgrade(&self.0))
    }
}

/// From the copy, once there is one.
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
    /// Whether the table is sound, which is waited for where its contents are being read. `None` where `go_on` says no before
    /// that is known. A table that nobody uses any more has no fault.
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
