//! Whether a saved count fits together, of whichever kind it is.
//!
//! Start at [`check`].

use super::saved::{Damaged, Reader};
use super::{checkpoint, hashed};

/// Whether a saved count fits together, as far as that can be told without its puzzle. O(bytes).
///
/// # Errors
/// [`Damaged`] for levels that do not add up to the states that are there, or to more states than there are.
pub fn check(bytes: &[u8]) -> Result<(), Damaged> {
    let mut reader = Reader::new(bytes);
    match reader.number()? {
        checkpoint::SAVED => checkpoint::fits_together(reader),
        hashed::SAVED => hashed::fits_together(reader),
        _ => Err(Damaged),
    }
}
