//! Suggestions for an unknown move name.
//!
//! Start at [`suggest`]. [`crate::spelling`] finds the name that was probably intended.

use super::vocabulary::Vocabulary;
use crate::spelling;

/// The greatest number of names listed.
const MOST_LISTED: usize = 16;

/// Help for an unknown name: the nearest known one, or some of the known ones.
pub(super) fn suggest(word: &str, vocabulary: &dyn Vocabulary) -> Option<String> {
    if let Some(name) = spelling::nearest(word, vocabulary.names()) {
        return Some(format!("did you mean `{name}`?"));
    }
    let mut listed: Vec<&str> = vocabulary.names().take(MOST_LISTED + 1).collect();
    if listed.is_empty() {
        return None;
    }
    let more = if listed.len() > MOST_LISTED { ", …" } else { "" };
    listed.truncate(MOST_LISTED);
    Some(format!("known moves: {}{more}", listed.join(", ")))
}
