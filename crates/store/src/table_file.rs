//! One table file: written whole, opened by mapping it into memory.
//!
//! Start at [`TableFile::open`] and [`write()`]. Opening checks the header and the length and reads nothing else; [`TableFile::verify`]
//! reads everything. A file appears under its name only after all of it has reached the disk, so a killed program or a crash of the
//! machine leaves either a complete table or none.

use crate::plain_file;
use crate::stamp::Stamp;
use crate::table_error::TableError;
use memmap2::{Mmap, MmapMut};
use permutant_search::table::{self, Description, HEADER_BYTES, Header};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A table that is open.
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    header: Header,
    /// The system's data about the file that was opened.
    stamp: Stamp,
    map: Mmap,
}

impl TableFile {
    /// Opens a table and checks that it is the one described. O(1): entries are read when they are used.
    pub fn open(path: &Path, expected: &Description) -> Result<Self, TableError> {
        let table = TableFile::open_any(path)?;
        expected.agree(&table.header.description).map_err(|fault| TableError::Header {
            path: path.to_path_buf(),
            name: expected.name.clone(),
            fault,
        })?;
        Ok(table)
    }

    /// Opens any table.
    pub fn open_any(path: &Path) -> Result<Self, TableError> {
        let file = plain_file::open(path)?;
        // SAFETY: this program never writes to or shortens a finished table. A new table takes its name by renaming, which leaves the
        // old file to the programs that have mapped it. Only reading the whole file would protect against other programs that shorten
        // it; the cache directory is the user's own.
        let map =
            unsafe { Mmap::map(&file) }.map_err(TableError::io(path, "cannot be mapped into memory"))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let header = Header::decode(&map).map_err(|fault| TableError::Header {
            path: path.to_path_buf(),
            name: name.clone(),
            fault,
        })?;
        let entries = header.description.payload_bytes().unwrap_or(usize::MAX);
        let expected = (entries as u64).saturating_add(HEADER_BYTES as u64);
        let found = map.len() as u64;
        if expected != found {
            return Err(TableError::Length { path: path.to_path_buf(), name, expected, found });
        }
        let metadata = file.metadata().map_err(TableError::io(path, "cannot be examined"))?;
        let stamp = Stamp::of(&metadata, &header.checksum);
        Ok(TableFile { path: path.to_path_buf(), header, stamp, map })
    }

    /// The header of the file.
    pub fn header(&self) -> &Header {
        &self.header
    }

    pub(crate) fn stamp(&self) -> &Stamp {
        &self.stamp
    }

    /// The entries, packed as described in the header, low bits first.
    pub fn entries(&self) -> &[u8] {
        &self.map[HEADER_BYTES..]
    }

    /// Reads all entries into memory with huge pages, if the system has them: for tables of hundreds of megabytes that are read at
    /// random, where a page of 4 KiB costs as much as the memory access itself. Their checksum is checked in the process. `go_on` is
    /// called repeatedly; if it returns false, the result is `None`.
    ///
    /// # Errors
    ///
    /// [`TableError::Damaged`] if the entries are not those that were written, [`TableError::Io`] if there is not enough memory.
    pub fn load(&self, mut go_on: impl FnMut() -> bool) -> Result<Option<MmapMut>, TableError> {
        let no_memory = TableError::io(&self.path, "cannot be read into memory");
        let mut memory = MmapMut::map_anon(self.entries().len()).map_err(no_memory)?;
        #[cfg(target_os = "linux")]
        {
            // If the system refuses, it uses small pages, as without the request.
            let _ = memory.advise(memmap2::Advice::HugePage);
        }
        let mut hasher = blake3::Hasher::new();
        // Piece by piece, so that the data being hashed are still in the cache.
        for (to, from) in memory.chunks_mut(LOADED).zip(self.entries().chunks(LOADED)) {
            if !go_on() {
                return Ok(None);
            }
            to.copy_from_slice(from);
            hasher.update(to);
        }
        if *hasher.finalize().as_bytes() != self.header.checksum {
            return Err(self.damaged("the checksum"));
        }
        Ok(Some(memory))
    }

    /// Reads all entries and checks their checksum.
    ///
    /// # Errors
    ///
    /// [`TableError::Damaged`] if the entries are not those that were written.
    pub fn check(&self) -> Result<(), TableError> {
        self.check_while(|| true).map(|_| ())
    }

    /// The same check, as long as `go_on` returns true; it is called repeatedly, and the result is `false` if it returns false.
    ///
    /// # Errors
    ///
    /// [`TableError::Damaged`] if the entries are not those that were written.
    pub fn check_while(&self, mut go_on: impl FnMut() -> bool) -> Result<bool, TableError> {
        let mut hasher = blake3::Hasher::new();
        for entries in self.entries().chunks(LOADED) {
            if !go_on() {
                return Ok(false);
            }
            hasher.update(entries);
        }
        if *hasher.finalize().as_bytes() == self.header.checksum {
            Ok(true)
        } else {
            Err(self.damaged("the checksum"))
        }
    }

    fn damaged(&self, what: &'static str) -> TableError {
        TableError::Damaged { path: self.path.clone(), name: self.header.description.name.clone(), what }
    }

    /// Reads all entries and checks their checksum and distribution.
    pub fn verify(&self) -> Result<(), TableError> {
        let Header { description, distribution, .. } = &self.header;
        self.check()?;
        if table::distribution(self.entries(), description.entry_bits, description.entries.unwrap_or(0))
            != *distribution
        {
            return Err(self.damaged("the distribution"));
        }
        Ok(())
    }
}

/// The entries.
impl AsRef<[u8]> for TableFile {
    fn as_ref(&self) -> &[u8] {
        self.entries()
    }
}

/// The checksum that table files use: BLAKE3.
pub fn checksum(bytes: &[u8]) -> [u8; 32] {
    *blake3::hash(bytes).as_bytes()
}

/// Number of bytes that are read between two checks whether to continue.
const LOADED: usize = 1 << 18;

/// The extension of unfinished files.
pub(crate) const UNFINISHED: &str = ".unfinished";

/// Writes a table, which appears under its name once all of it is on the disk.
pub fn write(path: &Path, description: &Description, entries: &[u8]) -> Result<(), TableError> {
    let description = &description.sized(entries.len());
    let expected = description.payload_bytes().unwrap_or(usize::MAX);
    if entries.len() != expected {
        let (name, found) = (description.name.clone(), entries.len());
        return Err(TableError::Built { name, expected, found });
    }
    let header = Header {
        description: description.clone(),
        distribution: table::distribution(entries, description.entry_bits, description.entries.unwrap_or(0)),
        checksum: checksum(entries),
        built_by: env!("CARGO_PKG_VERSION").to_string(),
    };
    let header = header.encode().map_err(|fault| TableError::Header {
        path: path.to_path_buf(),
        name: description.name.clone(),
        fault,
    })?;
    replace(path, &description.name, &[&header, entries])
}

/// Replaces a file as a whole: writes to a file of another name in the same directory, flushes it to the disk, and renames it. If a
/// step fails, no file remains.
pub(crate) fn replace(path: &Path, name: &str, parts: &[&[u8]]) -> Result<(), TableError> {
    let directory = path.parent().unwrap_or(Path::new("."));
    let bytes = parts.iter().map(|part| part.len() as u64).sum();
    let failed = |what| {
        move |source: io::Error| match source.kind() {
            io::ErrorKind::FileTooLarge | io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                TableError::NoRoom { path: path.to_path_buf(), bytes, source }
            }
            _ => TableError::io(path, what)(source),
        }
    };
    let file = tempfile::Builder::new()
        .prefix(&format!("{name}."))
        .suffix(UNFINISHED)
        .tempfile_in(directory)
        .map_err(TableError::io(directory, "no file can be created here"))?;
    let mut out = file.as_file();
    parts.iter().try_for_each(|part| out.write_all(part)).map_err(failed("cannot be written"))?;
    out.sync_all().map_err(failed("cannot be written to the disk"))?;
    file.persist(path).map_err(|error| failed("cannot be renamed")(error.error))?;
    sync_directory(directory);
    Ok(())
}

/// Makes the new name survive a crash, if the system can do that; the file itself is already safe.
fn sync_directory(directory: &Path) {
    if cfg!(unix) {
        let _ = File::open(directory).and_then(|directory| directory.sync_all());
    }
}
