//! Where tables come from: built in memory, or kept by a program in files.
//!
//! Start at [`TableSource`].

use crate::limits::{Control, StopReason};
use crate::table::{Description, Memory};
use std::borrow::Cow;

/// When the contents of a kept table are checked, where it is not known that they are right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// Before they are used: wrong ones would lead astray.
    First,
    /// While they are used: wrong ones make wrong bounds and no more, and who says so asks [`TableSource::is_sound`] before.
    Beside,
}

/// Where tables come from.
pub trait TableSource: Sync + std::fmt::Debug {
    /// The entries of a table, kept or built; `None` if the build gave none, because it was stopped.
    fn entries(
        &self,
        description: &Description,
        build: &mut dyn FnMut() -> Option<Vec<u8>>,
    ) -> Option<Cow<'_, [u8]>>;

    /// The same for a table of hundreds of megabytes, which lies where it is fast to open and to read at random.
    ///
    /// # Errors
    ///
    /// Why reading or building it was stopped, where `control` or `build` did so.
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

    /// Whether what [`TableSource::memory`] gave is what was built, which is waited for where it is being checked. One that
    /// is not is given no more.
    ///
    /// # Errors
    ///
    /// Why the check was not waited for, where `control` said so.
    fn is_sound(&self, _: &Description, _: &Control<'_>) -> Result<bool, StopReason> {
        Ok(true)
    }

    /// A table that was kept, checked, as it lies on the disk; `None` if there is none, or a damaged one.
    fn kept(&self, _: &Description) -> Option<Memory> {
        None
    }

    /// Keeps a table, in place of one of the same description.
    fn keep(&self, _: &Description, _: &[u8]) {}

    /// What a long search that was stopped has left.
    fn saved_search(&self, _: &Description) -> Option<Vec<u8>> {
        None
    }

    /// Told very often where a long search stands, to save it now and then; and where it is stopped, if `stops`.
    fn save_search(&self, _: &Description, _stops: bool, _bytes: &dyn Fn() -> Vec<u8>) {}

    /// The search is done: what it has left is of no more use.
    fn end_search(&self, _: &Description) {}

    /// Whether a table of so many bytes could be kept; one that is not asked for may be too large to keep.
    fn has_room(&self, _: &Description) -> bool {
        true
    }

    /// Whether a table is there already.
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
