//! Words of the line formats (twsearch, ksolve) with their positions in the text.
//!
//! Start at [`Lexer`]. Words are separated by bytes up to 0x20; a line ends at LF or CR, so CR LF gives an additional
//! empty line, which has no effect. The two dialects differ in their rows and comments, see [`Dialect`].

use crate::diagnostic::Diagnostic;
use std::ops::Range;

/// A word of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    /// Its characters.
    pub(super) text: &'t str,
    /// The byte offset of the first character.
    pub(super) start: usize,
    /// The number of line ends before it.
    pub(super) line: usize,
}

impl Token<'_> {
    /// Its place in the text.
    pub(super) fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// The empty place just after it.
    pub(super) fn after(&self) -> Range<usize> {
        let end = self.span().end;
        end..end
    }
}

/// The meaning of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// twsearch: a command and a row take one line each; `#` opens a comment as the first byte of a line.
    Lines,
    /// ksolve: line ends are spaces; a word that begins with `#` opens a comment.
    Words,
}

#[derive(Clone, Copy)]
struct Cursor {
    at: usize,
    line: usize,
}

/// Divides a text into words.
pub(super) struct Lexer<'t> {
    text: &'t str,
    dialect: Dialect,
    cursor: Cursor,
}

fn is_line_end(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

impl<'t> Lexer<'t> {
    /// At the start of the text; a byte order mark is skipped.
    pub(super) fn new(text: &'t str, dialect: Dialect) -> Self {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Lexer { text, dialect, cursor: Cursor { at, line: 0 } }
    }

    /// The dialect.
    pub(super) fn dialect(&self) -> Dialect {
        self.dialect
    }

    fn end_of_line(&self, at: usize) -> usize {
        let bytes = &self.text.as_bytes()[at..];
        at + bytes.iter().position(|&byte| is_line_end(byte)).unwrap_or(bytes.len())
    }

    fn opens_comment(&self, at: usize) -> bool {
        let bytes = self.text.as_bytes();
        bytes[at] == b'#'
            && (self.dialect == Dialect::Words
                || at == 0
                || is_line_end(bytes[at - 1])
                || self.text[..at] == *"\u{feff}")
    }

    /// Calls `comment` with each comment that is skipped.
    fn scan(&self, mut cursor: Cursor, mut comment: impl FnMut(Range<usize>)) -> (Option<Token<'t>>, Cursor) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(cursor.at) {
            if byte <= b' ' {
                cursor.line += usize::from(is_line_end(byte));
                cursor.at += 1;
            } else if self.opens_comment(cursor.at) {
                let end = self.end_of_line(cursor.at);
                comment(cursor.at..end);
                cursor.at = end;
            } else {
                let rest = &bytes[cursor.at..];
                let length = rest.iter().position(|&byte| byte <= b' ').unwrap_or(rest.len());
                let (start, line) = (cursor.at, cursor.line);
                cursor.at += length;
                return (Some(Token { text: &self.text[start..cursor.at], start, line }), cursor);
            }
        }
        (None, cursor)
    }

    /// Returns the next word without taking it.
    pub(super) fn peek(&self) -> Option<Token<'t>> {
        self.scan(self.cursor, |_| ()).0
    }

    /// Takes the next word.
    pub(super) fn next(&mut self) -> Option<Token<'t>> {
        let (token, cursor) = self.scan(self.cursor, |_| ());
        self.cursor = cursor;
        token
    }

    /// Takes the next word if it is on the line of the previous one.
    pub(super) fn next_on_line(&mut self) -> Option<Token<'t>> {
        let line = self.cursor.line;
        self.peek().filter(|token| token.line == line)?;
        self.next()
    }

    /// Takes the rest of the line of the previous word, without the spaces around it.
    pub(super) fn rest_of_line(&mut self) -> Token<'t> {
        let (start, line) = (self.cursor.at, self.cursor.line);
        let end = self.end_of_line(start);
        self.cursor.at = end;
        let raw = &self.text[start..end];
        let text = raw.trim_matches(|c: char| c <= ' ');
        let lead = raw.len() - raw.trim_start_matches(|c: char| c <= ' ').len();
        // An empty rest is placed directly after the last word, whatever spaces follow.
        let lead = if text.is_empty() { 0 } else { lead };
        Token { text, start: start + lead, line }
    }

    /// Takes the words after a command: all on its line for twsearch, `usage.len()` words for ksolve. Their
    /// number is checked; `usage` names them.
    pub(super) fn arguments<const N: usize>(
        &mut self,
        command: Token<'t>,
        usage: [&str; N],
    ) -> Result<[Token<'t>; N], Diagnostic> {
        let expected = || format!("`{} {}`", command.text, usage.join(" "));
        let mut found = [command; N];
        let mut last = command;
        for (index, slot) in found.iter_mut().enumerate() {
            let token = match self.dialect {
                Dialect::Lines => self.next_on_line(),
                Dialect::Words => self.next(),
            };
            let Some(token) = token else {
                let message = format!("`{}` has only {index} of its {N} words", command.text);
                return Err(Diagnostic::new(last.after(), message).expected(expected()));
            };
            (*slot, last) = (token, token);
        }
        self.line_is_done(&expected())?;
        Ok(found)
    }

    /// For twsearch, checks that the line of the last word contains no more words.
    pub(super) fn line_is_done(&mut self, expected: &str) -> Result<(), Diagnostic> {
        if self.dialect == Dialect::Lines
            && let Some(token) = self.next_on_line()
        {
            let message = format!("`{}` is one word too many on this line", token.text);
            return Err(Diagnostic::new(token.span(), message).expected(expected));
        }
        Ok(())
    }

    /// The empty place at the end of the text.
    pub(super) fn end(&self) -> Range<usize> {
        self.text.len()..self.text.len()
    }

    /// The comments before the first word, each without `#` and one following space.
    pub(super) fn head_comments(&self) -> Vec<String> {
        let mut comments = Vec::new();
        self.scan(self.cursor, |span| {
            let comment = &self.text[span.start + 1..span.end];
            comments.push(comment.strip_prefix(' ').unwrap_or(comment).trim_end().to_owned());
        });
        comments
    }

    /// Takes everything up to the word `End`. Comments are overwritten by spaces, so that places in the result are
    /// those of the text.
    pub(super) fn until_end(&mut self, opening: Token<'t>) -> Result<(String, Range<usize>), Diagnostic> {
        let start = self.cursor.at;
        let mut comments = Vec::new();
        let mut end = start;
        loop {
            let (token, cursor) = self.scan(self.cursor, |span| comments.push(span));
            self.cursor = cursor;
            match token {
                None => return Err(no_end(opening, self.end())),
                Some(token) if token.text == "End" => break,
                Some(token) => end = token.span().end,
            }
        }
        let mut bytes = self.text.as_bytes()[start..end].to_vec();
        for comment in comments {
            let cut = comment.start.min(end) - start..comment.end.min(end) - start;
            bytes[cut].fill(b' ');
        }
        // Comments are whole runs of characters, so what is left is UTF-8.
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let trimmed = text.trim_start_matches(|c: char| c <= ' ');
        let start = end - trimmed.len();
        Ok((trimmed.to_owned(), start..end))
    }
}

/// The error for a block whose end is missing.
pub(super) fn no_end(opening: Token<'_>, end: Range<usize>) -> Diagnostic {
    Diagnostic::new(end, format!("the text ends inside `{}`", opening.text))
        .expected("`End`")
        .help("every block is closed by a line `End`")
}

/// The error for a word that should be a command.
pub(super) fn unknown_command(token: Token<'_>, commands: &[&str]) -> Diagnostic {
    let fault = Diagnostic::new(token.span(), format!("`{}` is not a command", token.text))
        .expected(format!("one of {}", commands.join(", ")));
    let like = commands.iter().find(|command| command.eq_ignore_ascii_case(token.text));
    match like {
        Some(like) => fault.help(format!("write `{like}`: case matters here")),
        None if token.text.starts_with('#') => fault.help("a comment begins in the first column"),
        None => fault,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_comments_of_the_two_dialects() {
        let text = "\u{feff}# one\r\n#two \n A\tb\r # c\nd";
        let words = |dialect| {
            let mut lexer = Lexer::new(text, dialect);
            std::iter::from_fn(|| lexer.next()).map(|token| token.text).collect::<Vec<_>>()
        };
        assert_eq!(words(Dialect::Lines), ["A", "b", "#", "c", "d"]);
        assert_eq!(words(Dialect::Words), ["A", "b", "d"]);
        assert_eq!(Lexer::new(text, Dialect::Lines).head_comments(), ["one", "two"]);
    }

    #[test]
    fn text_up_to_end_keeps_its_places() {
        let text = "X R U\n# Ü F\n R' \nEnd";
        let mut lexer = Lexer::new(text, Dialect::Lines);
        let opening = lexer.next().unwrap();
        let (found, span) = lexer.until_end(opening).unwrap();
        assert_eq!(found.len(), span.len());
        assert_eq!(found.split_whitespace().collect::<Vec<_>>(), ["R", "U", "R'"]);
        assert_eq!(&text[span.start..span.start + 3], "R U");
    }
}
