//! Sources of tables: built in memory, or kept in files by a program.
//!
//! Start at [`TableSource`].

use crate::limits::{Control, StopReason};
use crate::table::{Description, Memory};
use std::borrow::Cow;

/// When the contents of a kept table are checked, if they are not known to be correct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// Before they are used: wrong entries would give wrong results.
    First,
    /// While they are used: wrong entries only make bounds wrong, and a caller that reports a bound calls
    /// [`TableSource::is_sound`] first.
    Beside,
}

/// A source of tables.
pub trait TableSource: Sync + std::fmt::Debug {
    /// The entries of a table, kept or built; `None` if the build was stopped and returned none.
    fn entries(
        &self,
        description: &Description,
        build: &mut dyn FnMut() -> Option<Vec<u8>>,
    ) -> Option<Cow<'_, [u8]>>;

    /// The same for a table of hundreds of megabytes, in memory that is fast to open and to read at random.
    ///
    /// # Errors
    ///
    /// The reason for which reading or building was stopped, if `control` or `build` stopped it.
    fn memory(
        &self,
        description: &Description,
        _checked: Checked,
        control: &Control<'_>,
        build: &mut dyn FnMut() -> Result<Vec<u8>, StopReason>,
    ) -> Result<Memory, StopReason> {
        control.interrupted().map_or(Ok(()), Err)?;
        let mut stopped = None;
        let entries =
            self.entries(description, &mut || build().map_err(|reason| stopped = Some(reason)).ok());
        match entries {
            Some(entries) => Ok(Box::new(entries.into_owned())),
            None => Err(stopped.unwrap_or(StopReason::Cancelled)),
        }
    }

    /// Whether what [`TableSource::memory`] returned is what was built. Waits for a check in progress. A table that
    /// fails the check is not returned again.
    ///
    /// # Errors
    ///
    /// The reason for which `control` stopped the wait for the check.
    fn is_sound(&self, _: &Description, _: &Control<'_>) -> Result<bool, StopReason> {
        Ok(true)
    }

    /// A kept and checked table, as stored on the disk; `None` if there is none, or a damaged one.
    fn kept(&self, _: &Description) -> Option<Memory> {
        None
    }

    /// Whether [`TableSource::keep`] is also wanted for tables that are computed again in less time than a user notices.
    fn keeps_all(&self) -> bool {
        false
    }

    /// Keeps a table, replacing one of the same description.
    fn keep(&self, _: &Description, _: &[u8]) {}

    /// The checkpoint of a long search that was stopped.
    fn saved_search(&self, _: &Description) -> Option<Vec<u8>> {
        None
    }

    /// Called very often with the progress of a long search, to save a checkpoint now and then; also when the search
    /// stops, if `stops`.
    fn save_search(&self, _: &Description, _stops: bool, _bytes: &dyn Fn() -> Vec<u8>) {}

    /// The search is done: its checkpoint is no longer needed.
    fn end_search(&self, _: &Description) {}

    /// Whether a table of this size could be kept; a table that is not requested may be too large to keep.
    fn has_room(&self, _: &Description) -> bool {
        true
    }

    /// Whether a table already exists.
    fn has(&self, _: &Description) -> bool {
        false
    }
}

/// Builds every table in memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct InMemory;

impl TableSource for InMemory {
    fn entries(&self, _: &Description, build: &mut dyn FnMut() -> Option<Vec<u8>>) -> Option<Cow<'_, [u8]>> {
        build().map(Cow::Owned)
    }
}
