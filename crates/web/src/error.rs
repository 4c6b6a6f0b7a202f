//! Errors as the page shows them: below the text, with their place.
//!
//! Start at [`PageError`]. As in JavaScript, places are counted in UTF-16 units.

use permutant::puzzle::diagnostic::Diagnostic;
use serde::Serialize;

/// An error and its place in the text that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Fault"))]
pub struct PageError {
    /// What is wrong.
    pub message: String,
    /// The place in the text, from and up to which UTF-16 unit; `None` if the error does not concern a text.
    pub span: Option<[usize; 2]>,
    /// What was expected there; may be empty.
    pub expected: String,
    /// What to do; may be empty.
    pub help: String,
}

impl PageError {
    /// An error that does not concern a text.
    pub fn new(message: &(impl ToString + ?Sized)) -> Self {
        PageError { message: message.to_string(), span: None, expected: String::new(), help: String::new() }
    }

    /// An error in a text that was read.
    pub fn in_text(text: &str, fault: Diagnostic) -> Self {
        PageError {
            span: Some([units(text, fault.span.start), units(text, fault.span.end)]),
            message: fault.message,
            expected: fault.expected,
            help: fault.help.unwrap_or_default(),
        }
    }
}

/// Converts a place in a text from bytes to UTF-16 units. O(bytes before it).
pub fn units(text: &str, end: usize) -> usize {
    text.char_indices().take_while(|(at, _)| *at < end).map(|(_, c)| c.len_utf16()).sum()
}

impl std::fmt::Display for PageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PageError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_utf_16() {
        // é is two bytes and one unit, 🂡 four bytes and two units.
        let text = "é🂡 Q";
        let fault = PageError::in_text(text, Diagnostic::new(7..8, "unknown"));
        assert_eq!(fault.span, Some([4, 5]));
        assert_eq!(PageError::in_text(text, Diagnostic::new(8..8, "end")).span, Some([5, 5]));
    }
}
