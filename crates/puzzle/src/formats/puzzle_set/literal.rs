//! Lists of numbers with names, as JSON and Python write them: `{"f0": [0, 1], 'r0': [1, 0]}`.
//!
//! Start at [`read`]. In a quoted field of a table a quote is written twice, so two quotes count as one here; what is read keeps its
//! place in the text.

use crate::diagnostic::Diagnostic;
use std::ops::Range;

/// A value and its place.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) span: Range<usize>,
    pub(super) content: Content,
}

/// What a value is.
#[derive(Clone, Debug)]
pub(super) enum Content {
    /// A number or a text.
    Word(String),
    /// Values in square brackets or parentheses.
    List(Vec<Value>),
    /// Values with names, in order.
    Map(Vec<(Value, Value)>),
}

impl Value {
    /// The text of a word.
    pub(super) fn word(&self) -> Option<&str> {
        match &self.content {
            Content::Word(word) => Some(word),
            _ => None,
        }
    }
}

/// How deep values may be nested.
const MOST_NESTED: usize = 8;

/// Reads the value that a part of a text is.
pub(super) fn read(text: &str, part: Range<usize>) -> Result<Value, Diagnostic> {
    let mut reader = Reader { text, at: part.start, end: part.end };
    let value = reader.value(0)?;
    reader.skip_space();
    match reader.at == reader.end {
        true => Ok(value),
        false => Err(reader.fault("something follows the last bracket", "the end")),
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    end: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied().filter(|_| self.at < self.end)
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn fault(&self, message: &str, expected: &str) -> Diagnostic {
        let rest = self.text.get(self.at..self.end).unwrap_or("");
        let length = rest.chars().next().map_or(0, char::len_utf8);
        let message = if rest.is_empty() { "the text ends too early" } else { message };
        Diagnostic::new(self.at..self.at + length, message).expected(expected)
    }

    fn value(&mut self, depth: usize) -> Result<Value, Diagnostic> {
        self.skip_space();
        let start = self.at;
        if depth > MOST_NESTED {
            return Err(self.fault("brackets are nested too deeply", "a list of numbers"));
        }
        let content = match self.peek() {
            Some(b'{') => self.map(depth)?,
            Some(b'[') => Content::List(self.list(b']', depth)?),
            Some(b'(') => Content::List(self.list(b')', depth)?),
            Some(b'"' | b'\'') => Content::Word(self.quoted()?),
            _ => Content::Word(self.bare()?),
        };
        Ok(Value { span: start..self.at, content })
    }

    /// After an item: whether another one follows.
    fn goes_on(&mut self, close: u8) -> Result<bool, Diagnostic> {
        self.skip_space();
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                self.skip_space();
                Ok(self.peek() != Some(close) || self.closed(close))
            }
            Some(byte) if byte == close => {
                self.at += 1;
                Ok(false)
            }
            _ => Err(self.fault("an item is not followed by a comma", "a comma or a closing bracket")),
        }
    }

    /// Passes over a closing bracket; `false`, as nothing follows it.
    fn closed(&mut self, close: u8) -> bool {
        self.at += usize::from(self.peek() == Some(close));
        false
    }

    fn is_empty(&mut self, close: u8) -> bool {
        self.at += 1;
        self.skip_space();
        let is_empty = self.peek() == Some(close);
        self.at += usize::from(is_empty);
        is_empty
    }

    fn list(&mut self, close: u8, depth: usize) -> Result<Vec<Value>, Diagnostic> {
        let mut items = Vec::new();
        if self.is_empty(close) {
            return Ok(items);
        }
        loop {
            items.push(self.value(depth + 1)?);
            if !self.goes_on(close)? {
                return Ok(items);
            }
        }
    }

    fn map(&mut self, depth: usize) -> Result<Content, Diagnostic> {
        let mut items = Vec::new();
        if self.is_empty(b'}') {
            return Ok(Content::Map(items));
        }
        loop {
            self.skip_space();
            let start = self.at;
            if !matches!(self.peek(), Some(b'"' | b'\'')) {
                return Err(self.fault("a name is not in quotes", "a name in quotes"));
            }
            let name = self.quoted()?;
            let name = Value { span: start..self.at, content: Content::Word(name) };
            self.skip_space();
            if self.peek() != Some(b':') {
                return Err(self.fault("a name is not followed by a colon", "a colon"));
            }
            self.at += 1;
            items.push((name, self.value(depth + 1)?));
            if !self.goes_on(b'}')? {
                return Ok(Content::Map(items));
            }
        }
    }

    /// A text in single or double quotes, or in doubled double quotes. Names have no escapes, so a backslash is refused.
    fn quoted(&mut self) -> Result<String, Diagnostic> {
        let rest = &self.text[self.at..self.end];
        // Two quotes begin a name of doubled quotes, unless they are an empty name.
        let begins_name = |rest: &str| !rest.trim_start().starts_with([',', ':', ']', '}', ')']);
        let mark = match rest.strip_prefix("\"\"") {
            Some(after) if begins_name(after) => "\"\"",
            _ => &rest[..1],
        };
        let start = self.at + mark.len();
        let Some(length) = self.text[start..self.end].find(mark) else {
            return Err(self.fault("a quote is not closed", "a name in quotes"));
        };
        let inside = &self.text[start..start + length];
        if let Some(at) = inside.find(['\\', '\n']) {
            self.at = start + at;
            return Err(
                self.fault("a name in quotes has an escape or a line end", "a name of plain characters")
            );
        }
        self.at = start + length + mark.len();
        Ok(inside.to_string())
    }

    /// A word without quotes: a number, `true`, `null`.
    fn bare(&mut self) -> Result<String, Diagnostic> {
        let rest = &self.text[self.at..self.end];
        let length =
            rest.find(|c: char| !(c.is_ascii_alphanumeric() || "+-._".contains(c))).unwrap_or(rest.len());
        if length == 0 {
            return Err(self.fault("this is no value", "a number, a text in quotes, or a list in brackets"));
        }
        self.at += length;
        Ok(rest[..length].to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(value: &Value) -> String {
        match &value.content {
            Content::Word(word) => word.clone(),
            Content::List(items) => format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(" ")),
            Content::Map(items) => {
                let item = |(name, value): &(Value, Value)| format!("{}={}", shown(name), shown(value));
                format!("{{{}}}", items.iter().map(item).collect::<Vec<_>>().join(" "))
            }
        }
    }

    #[test]
    fn json_python_and_quoted_fields_read_alike() {
        let expected = "{f0=[0 1] r0=[]}";
        for text in
            [r#"{"f0": [0, 1], "r0": []}"#, "{'f0': (0, 1,), 'r0': [],}", r#"{""f0"":[0,1] , ""r0"": []} "#]
        {
            assert_eq!(shown(&read(text, 0..text.len()).unwrap()), expected, "{text}");
        }
        assert_eq!(shown(&read(r#"{"": "", "a": null}"#, 0..19).unwrap()), "{= a=null}");
    }

    #[test]
    fn errors_have_a_place() {
        for (text, at, message) in [
            ("{f: [0]}", 1, "a name is not in quotes"),
            ("{'f' [0]}", 5, "a name is not followed by a colon"),
            ("{'f': [0 1]}", 9, "an item is not followed by a comma"),
            ("{'f': [0, 1}", 11, "an item is not followed by a comma"),
            ("{'f': [0, 1]", 12, "the text ends too early"),
            ("[0] x", 4, "something follows the last bracket"),
            ("[,]", 1, "this is no value"),
            ("['a\\\\b']", 3, "a name in quotes has an escape or a line end"),
            ("['a]", 1, "a quote is not closed"),
            ("[[[[[[[[[[0]]]]]]]]]]", 9, "brackets are nested too deeply"),
        ] {
            let fault = read(text, 0..text.len()).unwrap_err();
            assert_eq!((fault.span.start, fault.message.as_str()), (at, message), "{text}");
        }
    }
}
