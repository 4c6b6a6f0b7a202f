//! Tables in text: records of fields apart by commas or tabs, the first of which names the columns.
//!
//! Start at [`Table::read`]. Fields may be in double quotes, as in RFC 4180. The places of fields in the text are kept, because
//! a reader of this crate says where an error is.

use crate::diagnostic::Diagnostic;
use crate::spelling;
use std::ops::Range;

/// A field: its place in the text, without the quotes around it.
pub(super) type Field = Range<usize>;

/// A table whose first record names the columns.
#[derive(Debug)]
pub(super) struct Table<'t> {
    text: &'t str,
    names: Vec<Field>,
    /// The other records, with as many fields each.
    pub(super) rows: Vec<Vec<Field>>,
}

impl<'t> Table<'t> {
    /// Reads a table. Its first line decides whether tabs or commas separate fields.
    pub(super) fn read(text: &'t str) -> Result<Self, Diagnostic> {
        let begin = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let first = text[begin..].lines().next().unwrap_or("");
        let separator = if first.contains('\t') { b'\t' } else { b',' };
        let mut records = records(text, begin, separator)?.into_iter();
        let names = records.next().ok_or_else(|| {
            Diagnostic::new(0..text.len(), "the table is empty")
                .expected("a line with the names of its columns")
        })?;
        let rows: Vec<Vec<Field>> = records.collect();
        if let Some(row) = rows.iter().find(|row| row.len() != names.len()) {
            let (found, wanted) = (row.len(), names.len());
            let message = format!("{found} field{} instead of {wanted}", if found == 1 { "" } else { "s" });
            let span = row.get(wanted).or(row.last()).cloned().unwrap_or(0..0);
            return Err(
                Diagnostic::new(span, message).expected("as many fields as the first line names columns")
            );
        }
        Ok(Table { text, names, rows })
    }

    /// The content of a field.
    pub(super) fn text(&self, field: &Field) -> &'t str {
        &self.text[field.clone()]
    }

    /// The number of the column that has one of these names.
    pub(super) fn column(&self, names: &[&str]) -> Option<usize> {
        names.iter().find_map(|name| self.names.iter().position(|field| self.text(field).trim() == *name))
    }

    /// The number of the first column whose name satisfies a condition.
    pub(super) fn column_where(&self, is_it: impl Fn(&str) -> bool) -> Option<usize> {
        self.names.iter().position(|field| is_it(self.text(field).trim()))
    }

    /// The number of a column without which the table has no meaning.
    pub(super) fn needed(&self, names: &[&str]) -> Result<usize, Diagnostic> {
        self.column(names).ok_or_else(|| {
            let span = self.names.first().map_or(0, |first| first.start)
                ..self.names.last().map_or(0, |last| last.end);
            let known = self.names.iter().map(|field| self.text(field).trim());
            let near = names.iter().find_map(|name| spelling::nearest(name, known.clone()));
            let fault =
                Diagnostic::new(span, format!("there is no column {}", names[0])).expected(match names {
                    [name] => format!("a column named {name}"),
                    _ => format!("a column with one of the names {}", names.join(", ")),
                });
            match near {
                Some(near) => fault.help(format!("rename the column `{near}`")),
                None => fault,
            }
        })
    }
}

/// The records of a text from `begin`; blank lines are skipped.
fn records(text: &str, begin: usize, separator: u8) -> Result<Vec<Vec<Field>>, Diagnostic> {
    let bytes = text.as_bytes();
    let (mut records, mut record) = (Vec::new(), Vec::new());
    let mut at = begin;
    while at < bytes.len() {
        let (field, after) =
            if bytes[at] == b'"' { quoted(text, at, separator)? } else { plain(bytes, at, separator) };
        record.push(field);
        at = after;
        if bytes.get(at) == Some(&separator) {
            at += 1;
            // A separator at the end of the text is followed by an empty field.
            if at == bytes.len() {
                record.push(at..at);
            }
            if at < bytes.len() {
                continue;
            }
        }
        let is_blank = record.len() == 1 && text[record[0].clone()].trim().is_empty();
        let whole = std::mem::take(&mut record);
        if !is_blank {
            records.push(whole);
        }
        at += usize::from(bytes.get(at) == Some(&b'\r'));
        at += usize::from(bytes.get(at) == Some(&b'\n'));
    }
    Ok(records)
}

fn ends_line(byte: u8) -> bool {
    matches!(byte, b'\r' | b'\n')
}

/// A field without quotes, and where it ends.
fn plain(bytes: &[u8], at: usize, separator: u8) -> (Field, usize) {
    let length = bytes[at..].iter().position(|&byte| byte == separator || ends_line(byte));
    let end = length.map_or(bytes.len(), |length| at + length);
    (at..end, end)
}

/// A field that begins with a quote at `at`, and where it ends. Two quotes in it stand for one and stay as they are.
fn quoted(text: &str, at: usize, separator: u8) -> Result<(Field, usize), Diagnostic> {
    let bytes = text.as_bytes();
    let mut end = at + 1;
    loop {
        match (bytes.get(end), bytes.get(end + 1)) {
            (Some(b'"'), Some(b'"')) => end += 2,
            (Some(b'"'), None) => return Ok((at + 1..end, end + 1)),
            (Some(b'"'), Some(&next)) if next == separator || ends_line(next) => {
                return Ok((at + 1..end, end + 1));
            }
            (Some(b'"'), Some(_)) => {
                let after = text[end + 1..].chars().next().map_or(0, char::len_utf8);
                let span = end + 1..end + 1 + after;
                return Err(Diagnostic::new(span, "something follows the closing quote of a field")
                    .expected("the end of the field")
                    .help("a quote in a quoted field is written twice"));
            }
            (Some(_), _) => end += 1,
            (None, _) => {
                return Err(Diagnostic::new(at..at + 1, "a quote is not closed")
                    .expected("a field that ends with a quote"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Result<Vec<Vec<&str>>, String> {
        let table = Table::read(text).map_err(|fault| format!("{} {fault}", fault.position(text)))?;
        Ok(table.rows.iter().map(|row| row.iter().map(|field| table.text(field)).collect()).collect())
    }

    #[test]
    fn fields_are_as_they_stand_in_the_text() {
        assert_eq!(rows("a,b\n1,\"x,\"\"y\"\"\"\r\n\n,2").unwrap(), [["1", "x,\"\"y\"\""], ["", "2"]]);
        assert_eq!(rows("a\tb\n1,5\t\n").unwrap(), [["1,5", ""]]);
        assert_eq!(rows("\u{feff}a,b\n1,").unwrap(), [["1", ""]]);
    }

    #[test]
    fn errors_have_a_place() {
        assert!(rows("").unwrap_err().starts_with("line 1, column 1 the table is empty"));
        assert!(rows("a,b\n1\n").unwrap_err().starts_with("line 2, column 1 1 field instead of 2"));
        assert!(rows("a,b\n1,2,3\n").unwrap_err().starts_with("line 2, column 5 3 fields instead of 2"));
        assert!(rows("a\n\"b").unwrap_err().starts_with("line 2, column 1 a quote is not closed"));
        assert!(rows("a\n\"b\"c").unwrap_err().starts_with("line 2, column 4 something follows"));
        let table = Table::read("puzle,moves\n").unwrap();
        assert!(table.needed(&["puzzle"]).unwrap_err().to_string().contains("rename the column `puzle`"));
    }
}
