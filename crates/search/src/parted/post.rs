//! Messages to the parts of a count, collected until they are worth sending.

use super::level_store::LevelStore;
use std::io;

/// Messages to all parts, collected until they are worth sending.
#[derive(Debug)]
pub(super) struct Post<'a> {
    store: &'a dyn LevelStore,
    waiting: Vec<Vec<u8>>,
    /// Bytes that are sent at once to one part.
    parcel: usize,
}

/// Bytes that wait for all parts together, about.
const WAITING: usize = 1 << 22;

/// Greatest number of bytes that are sent at once.
const MOST: usize = 1 << 16;

impl<'a> Post<'a> {
    pub(super) fn new(store: &'a dyn LevelStore, parts: usize) -> Self {
        Post { store, waiting: vec![Vec::new(); parts], parcel: (WAITING / parts.max(1)).min(MOST) }
    }

    /// The bytes that wait to be sent to a part: whole messages are appended.
    pub(super) fn to(&mut self, part: usize) -> &mut Vec<u8> {
        &mut self.waiting[part]
    }

    /// Sends what has become large enough.
    pub(super) fn send_large(&mut self, level: u64, part: usize) -> io::Result<()> {
        if self.waiting[part].len() > self.parcel {
            self.store.send(level, part, &self.waiting[part])?;
            self.waiting[part].clear();
        }
        Ok(())
    }

    /// Sends the rest.
    pub(super) fn send_all(&mut self, level: u64) -> io::Result<()> {
        for (part, bytes) in self.waiting.iter_mut().enumerate() {
            if !bytes.is_empty() {
                self.store.send(level, part, bytes)?;
                bytes.clear();
            }
        }
        Ok(())
    }
}
