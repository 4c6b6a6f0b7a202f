//! The text in which a level is recorded: a line for each fact, and a checksum of all lines at the end.
//!
//! Start at [`Manifest`] (the files of one worker) and [`Complete`] (the last level of all).

use super::level_file::Sealed;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::str::SplitWhitespace;

/// The first line; the number changes with the format of the directory.
const FIRST: &str = "permutant levels 1";

/// Files by level and part.
pub(super) type Files = BTreeMap<(u64, usize), Sealed>;

/// The files of one worker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Manifest {
    /// Written by parts.
    pub(super) files: Files,
    /// Sent for levels to come.
    pub(super) messages: Files,
}

/// The last level that is complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Complete {
    pub(super) parts: usize,
    pub(super) level: u64,
    pub(super) numbers: Vec<u64>,
}

impl Manifest {
    pub(super) fn text(&self) -> String {
        let mut text = format!("{FIRST}\n");
        for (word, files) in [("file", &self.files), ("message", &self.messages)] {
            for (&(level, part), file) in files {
                let _ = writeln!(text, "{word} {level} {part} {} {}", file.bytes, hex(&file.checksum));
            }
        }
        sealed(&text)
    }

    /// `None` if the text is not one of a manifest.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut manifest = Manifest::default();
        for line in opened(text)?.lines().skip(1) {
            let mut words = line.split_whitespace();
            let files = match words.next()? {
                "file" => &mut manifest.files,
                "message" => &mut manifest.messages,
                _ => return None,
            };
            let at = (number(&mut words)?, usize::try_from(number(&mut words)?).ok()?);
            let file = Sealed { bytes: number(&mut words)?, checksum: from_hex(words.next()?)? };
            files.insert(at, file);
        }
        Some(manifest)
    }
}

impl Complete {
    pub(super) fn text(&self) -> String {
        let mut text = format!("{FIRST}\nparts {}\nlevel {}\nnumbers", self.parts, self.level);
        self.numbers.iter().for_each(|number| {
            let _ = write!(text, " {number}");
        });
        text.push('\n');
        sealed(&text)
    }

    /// `None` if the text is not one of a complete level.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut lines = opened(text)?.lines().skip(1);
        let mut after = |word: &str| lines.next()?.strip_prefix(word).map(str::split_whitespace);
        let parts = usize::try_from(number(&mut after("parts")?)?).ok()?;
        let level = number(&mut after("level")?)?;
        let numbers = after("numbers")?.map(|word| word.parse().ok()).collect::<Option<_>>()?;
        Some(Complete { parts, level, numbers })
    }
}

fn number(words: &mut SplitWhitespace<'_>) -> Option<u64> {
    words.next()?.parse().ok()
}

/// A text with its checksum.
fn sealed(text: &str) -> String {
    let checksum = blake3::hash(text.as_bytes());
    format!("{text}checksum {}\n", checksum.to_hex())
}

/// The lines before the checksum, if it is right.
fn opened(text: &str) -> Option<&str> {
    let (lines, checksum) = text.trim_end().rsplit_once("checksum ")?;
    (lines.starts_with(FIRST) && blake3::hash(lines.as_bytes()).to_hex().as_str() == checksum)
        .then_some(lines)
}

fn hex(bytes: &[u8; 32]) -> String {
    blake3::Hash::from_bytes(*bytes).to_hex().to_string()
}

fn from_hex(text: &str) -> Option<[u8; 32]> {
    blake3::Hash::from_hex(text).ok().map(|hash| *hash.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_written() {
        let file = |bytes| Sealed { bytes, checksum: [bytes as u8; 32] };
        let files = Files::from([((0, 0), file(1)), ((7, 12), file(1 << 40))]);
        let manifest = Manifest { files, messages: Files::from([((9, 3), file(5))]) };
        assert_eq!(Manifest::read(&manifest.text()), Some(manifest.clone()));
        let complete = Complete { parts: 16, level: 7, numbers: vec![1, 18, 243] };
        assert_eq!(Complete::read(&complete.text()), Some(complete.clone()));
        assert_eq!(Complete::read(&complete.text().replace("243", "244")), None);
        assert_eq!(Manifest::read(&manifest.text().replace("file 7", "file 8")), None);
        assert_eq!(Manifest::read(""), None);
        assert_eq!(Complete::read(&manifest.text()), None);
    }
}
