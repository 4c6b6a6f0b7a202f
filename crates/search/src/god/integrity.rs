//! Whether a saved count of any kind is consistent in itself.
//!
//! Start at [`check`].

use super::saved::{Damaged, Reader};
use super::{checkpoint, hashed};

/// Whether a saved count is consistent, as far as this can be decided without its puzzle. O(bytes).
///
/// # Errors
/// [`Damaged`] if the levels do not agree with the states present, or exceed the total number of states.
pub fn check(bytes: &[u8]) -> Result<(), Damaged> {
    let mut reader = Reader::new(bytes);
    match reader.number()? {
        checkpoint::SAVED => checkpoint::fits_together(reader),
        hashed::SAVED => hashed::fits_together(reader),
        _ => Err(Damaged),
    }
}
