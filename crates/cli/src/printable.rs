//! Text that is safe for a terminal: control characters are escaped.
//!
//! Start at [`printable`]. Names and contents of files may contain characters that colour, erase or reorder the
//! surrounding text. A message shows them as `\u{1b}` and so on instead of sending them to the terminal.

use std::borrow::Cow;

/// A text in which control characters, except line feeds and tabs, and marks that change the text direction are escaped
/// as in Rust.
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
