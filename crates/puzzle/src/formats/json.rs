//! JSON values with their positions in the text.
//!
//! Start at [`Value::parse`]. The grammar is serde_json's: the whole text is checked first, then each value is taken
//! as a slice of it, whose address gives the position. An error found long after the syntax check thus still points
//! at the value. Members of objects keep their order, and duplicates are rejected.

use crate::diagnostic::Diagnostic;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

/// A value in a text.
#[derive(Clone, Copy)]
pub(super) struct Value<'t> {
    /// The whole text.
    text: &'t str,
    /// The slice of the text that contains the value.
    raw: &'t str,
}

/// A member of an object.
#[derive(Clone)]
pub(super) struct Member<'t> {
    /// Its name.
    pub(super) name: String,
    /// The name as a value, which gives its place.
    pub(super) key: Value<'t>,
    /// The value after the colon.
    pub(super) value: Value<'t>,
}

struct Members<'t>(Vec<(&'t RawValue, &'t RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct All;
        impl<'de> Visitor<'de> for All {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(All)
    }
}

impl<'t> Value<'t> {
    /// The value of a whole text, whose grammar is checked completely.
    pub(super) fn parse(text: &'t str) -> Result<Self, Diagnostic> {
        let trimmed = text.strip_prefix('\u{feff}').unwrap_or(text);
        let base = text.len() - trimmed.len();
        match serde_json::from_str::<&RawValue>(trimmed) {
            Ok(raw) => Ok(Value { text, raw: raw.get() }),
            Err(error) => {
                let at = base + offset(trimmed, error.line(), error.column());
                let end = at + text[at..].chars().next().map_or(0, char::len_utf8);
                // The library includes line and column in its message; they are replaced by our own.
                let message = error.to_string();
                let message = message.split(" at line ").next().unwrap_or_default();
                let span = if error.is_eof() { text.len()..text.len() } else { at..end };
                Err(Diagnostic::new(span, format!("this is not JSON: {message}")).expected("JSON"))
            }
        }
    }

    fn slice(&self, raw: &'t RawValue) -> Self {
        Value { text: self.text, raw: raw.get() }
    }

    /// Its place in the text.
    pub(super) fn span(&self) -> Range<usize> {
        // Both addresses lie in the same text, so the difference is the offset. In no case does it lead out of bounds.
        let start = (self.raw.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        let start = start.min(self.text.len());
        start..(start + self.raw.len()).min(self.text.len())
    }

    /// An error at this value. Arrays and objects are marked by their first character.
    pub(super) fn fault(&self, message: impl Into<String>) -> Diagnostic {
        let mut span = self.span();
        if self.raw.starts_with(['[', '{']) {
            span.end = span.start + 1;
        }
        Diagnostic::new(span, message)
    }

    fn kind(&self) -> &'static str {
        match self.raw.as_bytes().first() {
            Some(b'{') => "an object",
            Some(b'[') => "an array",
            Some(b'"') => "a string",
            Some(b't' | b'f') => "true or false",
            Some(b'n') => "null",
            _ => "a number",
        }
    }

    fn is_not(&self, what: &str, expected: &str) -> Diagnostic {
        self.fault(format!("{what} is {}", self.kind())).expected(expected)
    }

    /// Whether it is an object.
    pub(super) fn is_object(&self) -> bool {
        self.raw.starts_with('{')
    }

    /// The members of an object; `what` describes the value.
    pub(super) fn members(&self, what: &str) -> Result<Vec<Member<'t>>, Diagnostic> {
        let all = serde_json::from_str::<Members<'t>>(self.raw);
        let all = all.map_err(|_| self.is_not(what, "an object `{ … }`"))?;
        let mut names = HashSet::new();
        let mut members = Vec::with_capacity(all.0.len());
        for (key, value) in all.0 {
            let (key, value) = (self.slice(key), self.slice(value));
            let name = key.string("a name")?;
            if !names.insert(name.clone()) {
                return Err(key
                    .fault(format!("`{name}` occurs a second time in this object"))
                    .expected("every name once"));
            }
            members.push(Member { name, key, value });
        }
        Ok(members)
    }

    /// The elements of an array.
    pub(super) fn elements(&self, what: &str) -> Result<Vec<Value<'t>>, Diagnostic> {
        let all = serde_json::from_str::<Vec<&'t RawValue>>(self.raw);
        let all = all.map_err(|_| self.is_not(what, "an array `[ … ]`"))?;
        Ok(all.into_iter().map(|raw| self.slice(raw)).collect())
    }

    /// A string.
    pub(super) fn string(&self, what: &str) -> Result<String, Diagnostic> {
        serde_json::from_str(self.raw).map_err(|_| self.is_not(what, "a string"))
    }

    /// A whole number below `modulus`, or a negative one that stands for it: -1 for `modulus - 1`.
    pub(super) fn residue(&self, what: &str, modulus: u16) -> Result<u16, Diagnostic> {
        let negative = self.raw.strip_prefix('-').and_then(|digits| digits.parse::<u16>().ok());
        match negative.filter(|below| (1..modulus).contains(below)) {
            Some(below) => Ok(modulus - below),
            None => self.number(what, 0, u32::from(modulus) - 1).map(|value| value as u16),
        }
    }

    /// A whole number from `least` to `most`.
    pub(super) fn number(&self, what: &str, least: u32, most: u32) -> Result<u32, Diagnostic> {
        let expected = || format!("a whole number from {least} to {most}");
        let Ok(value) = serde_json::from_str::<u64>(self.raw) else {
            let is_number = self.kind() == "a number";
            return Err(if is_number {
                self.fault(format!("{what} cannot be {}", self.raw)).expected(expected())
            } else {
                self.is_not(what, &expected())
            });
        };
        let fits = u32::try_from(value).ok().filter(|value| (least..=most).contains(value));
        fits.ok_or_else(|| self.fault(format!("{what} cannot be {value}")).expected(expected()))
    }
}

/// The byte offset of a line and column as serde_json counts them: lines by LF, and columns in bytes up to the byte
/// that was read last.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start = match line.checked_sub(2) {
        None => 0,
        Some(nth) => text.match_indices('\n').nth(nth).map_or(text.len(), |(at, _)| at + 1),
    };
    let mut at = (start + column.saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
