//! Text as a terminal may have it: what steers a terminal is written out.
//!
//! Start at [`printable`]. Names of files, and what is in them, may hold characters that colour, erase or reorder what stands
//! around them; a message shows them as `\u{1b}` in the place of obeying them.

use std::borrow::Cow;

/// A text without control characters, but for line feeds and tabs, and without marks that change the direction of what follows:
/// those are escaped as in Rust.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if steers(c) { shown.extend(c.escape_debug()) } else { shown.push(c) }
    }
    Cow::Owned(shown)
}

fn steers(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_written_out() {
        for (text, shown) in [
            ("R U'\tR2\n", "R U'\tR2\n"),
            ("Rubik’s 魔方", "Rubik’s 魔方"),
            ("\x1b[31mred", "\\u{1b}[31mred"),
            ("a\rb\x07\x7f", "a\\rb\\u{7}\\u{7f}"),
            ("\u{9b}31m", "\\u{9b}31m"),
            ("\u{202e}elbat", "\\u{202e}elbat"),
        ] {
            assert_eq!(printable(text), shown);
        }
    }
}
