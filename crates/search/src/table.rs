//! The common format of table files, as bytes: a header of one page, followed by the entries.
//!
//! Start at [`Description`] (what a table should be) and [`Header`] (what a file claims to be). A table is used only if
//! its header agrees with the description; otherwise the error names the field that differs. For a full check, the
//! header also contains the number of occurrences of each value and a checksum of the entries. This module does not
//! access files; that is the task of `store`.

use std::fmt;

/// Size of the header in bytes: one page, so that entries that are mapped into memory are aligned.
pub const HEADER_BYTES: usize = 4096;

const MAGIC: [u8; 8] = *b"PERMUTAN";
const FORMAT_VERSION: u32 = 1;
/// Differs when read on a machine with the other byte order; the fields themselves are always little-endian.
const BYTE_ORDER: u32 = 0x0102_0304;

/// The position of each field. Each field starts where the previous one ends.
mod layout {
    use std::ops::Range;
    pub(super) const MAGIC: Range<usize> = 0..8;
    pub(super) const FORMAT: Range<usize> = 8..12;
    pub(super) const BYTE_ORDER: Range<usize> = 12..16;
    pub(super) const ENTRY_BITS: Range<usize> = 16..20;
    pub(super) const ENTRIES: Range<usize> = 24..32;
    pub(super) const NAME: Range<usize> = 32..96;
    pub(super) const METRIC: Range<usize> = 96..160;
    pub(super) const FINGERPRINT: Range<usize> = 160..192;
    pub(super) const CHECKSUM: Range<usize> = 192..224;
    pub(super) const BUILT_BY: Range<usize> = 224..288;
    /// 256 counts of 8 bytes.
    pub(super) const DISTRIBUTION: Range<usize> = 288..2336;
    /// A checksum of everything before it.
    pub(super) const HEADER_CHECKSUM: Range<usize> = 4088..4096;
}

/// The memory that holds the bytes of a table: a vector, a mapped file, or memory provided by the caller, such as huge
/// pages.
pub type Memory = Box<dyn AsRef<[u8]> + Send + Sync>;

/// The description of a table, known before it is built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// Its name: 1 to 64 bytes of letters, digits, `-`, `_` and `.`; it also names the file.
    pub name: String,
    /// The metric of its distances, at most 64 bytes.
    pub metric: String,
    /// Identifies the puzzle, the coordinate and the way of counting: tables with another meaning have another
    /// fingerprint.
    pub fingerprint: [u8; 32],
    /// Bits per entry: 1, 2, 4 or 8.
    pub entry_bits: u8,
    /// Number of entries; `None` if it is not known before they are built.
    pub entries: Option<u64>,
}

/// The header of a table file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The description of the table.
    pub description: Description,
    /// Number of occurrences of each value, by value.
    pub distribution: Vec<u64>,
    /// Checksum of the entries, computed by the program that wrote the file.
    pub checksum: [u8; 32],
    /// Version of the program that built the table.
    pub built_by: String,
}

/// Why bytes are not a header, or not the expected one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HeaderError {
    /// Too few bytes.
    #[error("the file has {0} bytes, fewer than the {HEADER_BYTES} of a table's header")]
    TooShort(usize),
    /// Another kind of file.
    #[error("this is not a table file")]
    NotATable,
    /// Written by another version of the format.
    #[error("the table has format version {found}, this program reads version {FORMAT_VERSION}")]
    Format {
        /// The version found.
        found: u32,
    },
    /// The header is damaged.
    #[error("the header of the table is damaged")]
    Damaged,
    /// A field differs from the expected one.
    #[error("the table is another one: {field} is {found}, expected {expected}")]
    Mismatch {
        /// Which field.
        field: &'static str,
        /// What was expected.
        expected: String,
        /// What the file says.
        found: String,
    },
    /// A description that cannot be written.
    #[error("{0}")]
    Unwritable(&'static str),
}

impl Description {
    /// Checks names, widths and sizes.
    pub fn check(&self) -> Result<(), HeaderError> {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if self.name.is_empty() || self.name.len() > layout::NAME.len() || !self.name.chars().all(plain) {
            return Err(HeaderError::Unwritable(
                "the name of a table is 1 to 64 letters, digits, hyphens, underscores and dots",
            ));
        }
        if self.name.starts_with('.') {
            return Err(HeaderError::Unwritable("the name of a table does not start with a dot"));
        }
        if self.metric.len() > layout::METRIC.len() || self.metric.contains('\0') {
            return Err(HeaderError::Unwritable("the metric of a table is at most 64 bytes"));
        }
        if !matches!(self.entry_bits, 1 | 2 | 4 | 8) || self.payload_bytes().is_none() {
            return Err(HeaderError::Unwritable(
                "a table has entries of 1, 2, 4 or 8 bits, and fits into memory",
            ));
        }
        Ok(())
    }

    /// The same description, with the number of entries computed from the size of the payload if it was not known.
    pub fn sized(&self, payload_bytes: usize) -> Description {
        let entries = (payload_bytes as u64).saturating_mul(8) / u64::from(self.entry_bits.max(1));
        Description { entries: self.entries.or(Some(entries)), ..self.clone() }
    }

    /// Size of the entries in bytes, 0 while their number is unknown. `None` if it does not fit a machine word.
    pub fn payload_bytes(&self) -> Option<usize> {
        let bits = self.entries.unwrap_or(0).checked_mul(u64::from(self.entry_bits))?;
        usize::try_from(bits.div_ceil(8)).ok()
    }

    /// Returns an error that names the difference, if there is one.
    pub fn agree(&self, found: &Description) -> Result<(), HeaderError> {
        let differ = |field, expected: &dyn fmt::Display, found: &dyn fmt::Display| {
            Err(HeaderError::Mismatch { field, expected: expected.to_string(), found: found.to_string() })
        };
        if self.name != found.name {
            return differ("the name", &self.name, &found.name);
        }
        if self.metric != found.metric {
            return differ("the metric", &self.metric, &found.metric);
        }
        if self.entry_bits != found.entry_bits {
            return differ("the width of an entry", &self.entry_bits, &found.entry_bits);
        }
        let (expected, entries) = (self.entries, found.entries.unwrap_or(0));
        if let Some(expected) = expected.filter(|&expected| expected != entries) {
            return differ("the number of entries", &expected, &entries);
        }
        if self.fingerprint != found.fingerprint {
            return differ("the fingerprint", &hex(&self.fingerprint), &hex(&found.fingerprint));
        }
        Ok(())
    }
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The number of occurrences of each value among the first `entries` entries of `payload`; entries are stored low bits
/// first.
pub fn distribution(payload: &[u8], entry_bits: u8, entries: u64) -> Vec<u64> {
    let mut counts = vec![0u64; 256];
    let each = (8 / entry_bits.clamp(1, 8)).into();
    let mask = (1u16 << entry_bits.clamp(1, 8)) - 1;
    let mut left = entries;
    for &byte in payload {
        for at in 0..left.min(each) {
            counts[usize::from(u16::from(byte) >> (at * u64::from(entry_bits)) & mask)] += 1;
        }
        left -= left.min(each);
    }
    counts
}

impl Header {
    /// The header as bytes. Fails if the description cannot be written.
    pub fn encode(&self) -> Result<Box<[u8]>, HeaderError> {
        self.description.check()?;
        let mut bytes = vec![0; HEADER_BYTES];
        let text = |bytes: &mut [u8], range: std::ops::Range<usize>, text: &str| {
            let text = &text.as_bytes()[..text.len().min(range.len())];
            bytes[range.start..range.start + text.len()].copy_from_slice(text);
        };
        bytes[layout::MAGIC].copy_from_slice(&MAGIC);
        bytes[layout::FORMAT].copy_from_slice(&FORMAT_VERSION.to_le_bytes());
        bytes[layout::BYTE_ORDER].copy_from_slice(&BYTE_ORDER.to_le_bytes());
        bytes[layout::ENTRY_BITS].copy_from_slice(&u32::from(self.description.entry_bits).to_le_bytes());
        bytes[layout::ENTRIES].copy_from_slice(&self.description.entries.unwrap_or(0).to_le_bytes());
        text(&mut bytes, layout::NAME, &self.description.name);
        text(&mut bytes, layout::METRIC, &self.description.metric);
        text(&mut bytes, layout::BUILT_BY, &self.built_by);
        bytes[layout::FINGERPRINT].copy_from_slice(&self.description.fingerprint);
        bytes[layout::CHECKSUM].copy_from_slice(&self.checksum);
        for (slot, count) in bytes[layout::DISTRIBUTION].chunks_exact_mut(8).zip(&self.distribution) {
            slot.copy_from_slice(&count.to_le_bytes());
        }
        let header_checksum = checksum_of(&bytes);
        bytes[layout::HEADER_CHECKSUM].copy_from_slice(&header_checksum.to_le_bytes());
        Ok(bytes.into_boxed_slice())
    }

    /// Reads a header from the start of a file. Accepts any bytes.
    pub fn decode(file: &[u8]) -> Result<Self, HeaderError> {
        let bytes = file.get(..HEADER_BYTES).ok_or(HeaderError::TooShort(file.len()))?;
        if bytes[layout::MAGIC] != MAGIC || word(bytes, layout::BYTE_ORDER) != u64::from(BYTE_ORDER) {
            return Err(HeaderError::NotATable);
        }
        let format = word(bytes, layout::FORMAT) as u32;
        if format != FORMAT_VERSION {
            return Err(HeaderError::Format { found: format });
        }
        if word(bytes, layout::HEADER_CHECKSUM) != checksum_of(bytes) {
            return Err(HeaderError::Damaged);
        }
        let text = |range: std::ops::Range<usize>| -> Result<String, HeaderError> {
            let field = &bytes[range];
            let end = field.iter().position(|&byte| byte == 0).unwrap_or(field.len());
            String::from_utf8(field[..end].to_vec()).map_err(|_| HeaderError::Damaged)
        };
        let mut fingerprint = [0; 32];
        fingerprint.copy_from_slice(&bytes[layout::FINGERPRINT]);
        let mut checksum = [0; 32];
        checksum.copy_from_slice(&bytes[layout::CHECKSUM]);
        let description = Description {
            name: text(layout::NAME)?,
            metric: text(layout::METRIC)?,
            fingerprint,
            entry_bits: u8::try_from(word(bytes, layout::ENTRY_BITS)).map_err(|_| HeaderError::Damaged)?,
            entries: Some(word(bytes, layout::ENTRIES)),
        };
        description.check().map_err(|_| HeaderError::Damaged)?;
        let distribution = (layout::DISTRIBUTION.step_by(8)).map(|at| word(bytes, at..at + 8)).collect();
        Ok(Header { description, distribution, checksum, built_by: text(layout::BUILT_BY)? })
    }
}

/// A little-endian number of up to 8 bytes.
fn word(bytes: &[u8], range: std::ops::Range<usize>) -> u64 {
    bytes[range].iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

/// A checksum of the header against damage, not against malice (FNV-1a, 64 bits).
fn checksum_of(bytes: &[u8]) -> u64 {
    let covered = &bytes[..layout::HEADER_CHECKSUM.start];
    covered
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        let description = Description {
            name: "2x2x2-htm".into(),
            metric: "htm".into(),
            fingerprint: [7; 32],
            entry_bits: 4,
            entries: Some(5),
        };
        Header { description, distribution: (0..256).collect(), checksum: [9; 32], built_by: "0.1.0".into() }
    }

    #[test]
    fn what_is_written_is_read() {
        let bytes = header().encode().unwrap();
        assert_eq!(bytes.len(), HEADER_BYTES);
        assert_eq!(Header::decode(&bytes), Ok(header()));
    }

    #[test]
    fn damage_is_seen_wherever_it_is() {
        let good = header().encode().unwrap();
        for at in 0..HEADER_BYTES {
            let mut bad = good.clone();
            bad[at] ^= 1 << (at % 8);
            assert!(Header::decode(&bad).is_err(), "byte {at}");
        }
        assert_eq!(Header::decode(&good[..100]), Err(HeaderError::TooShort(100)));
        assert_eq!(Header::decode(&[0; HEADER_BYTES]), Err(HeaderError::NotATable));
    }

    #[test]
    fn a_mismatch_says_what_differs() {
        let expected = header().description;
        let found = Description { entries: Some(6), ..expected.clone() };
        let told = expected.agree(&found).unwrap_err().to_string();
        assert_eq!(told, "the table is another one: the number of entries is 6, expected 5");
        assert_eq!(expected.agree(&expected), Ok(()));
    }

    #[test]
    fn what_cannot_be_written_is_refused() {
        for name in ["", "a/b", ".hidden", "ü", &"x".repeat(65)] {
            let description = Description { name: name.into(), ..header().description };
            assert!(description.check().is_err(), "{name}");
        }
        assert!(Description { entry_bits: 3, ..header().description }.check().is_err());
        assert!(Description { entries: Some(u64::MAX), ..header().description }.check().is_err());
    }

    #[test]
    fn distributions_are_counted_by_width() {
        let count = |bits, entries| distribution(&[0b1110_0100, 0b0000_0001], bits, entries);
        assert_eq!(count(2, 5)[..4], [1, 2, 1, 1]);
        assert_eq!(count(4, 3)[..15], [0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
        assert_eq!(count(1, 8)[..2], [4, 4]);
        assert_eq!(count(8, 2)[0b1110_0100], 1);
    }
}
