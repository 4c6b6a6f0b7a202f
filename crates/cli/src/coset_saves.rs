//! The finished levels of a coset, kept in a file that the user names.
//!
//! Start at [`CosetSaves`]. The file appears under its name only when it is whole. A level that cannot be kept is no reason to fail.

use crate::output::Output;
use permutant::coset::{Saves, WriteTo};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// Ways of a level from which on it takes longer to count it again than to write 2.4 GB.
const WORTH_KEEPING: u64 = 100_000_000;

/// A file for the levels of one coset.
#[derive(Debug)]
pub(crate) struct CosetSaves {
    path: PathBuf,
    output: Output,
}

impl CosetSaves {
    /// In a file that need not exist.
    pub(crate) fn new(path: &Path, output: &Output) -> Self {
        CosetSaves { path: path.to_path_buf(), output: output.clone() }
    }

    fn write(&self, write: WriteTo<'_>) -> io::Result<()> {
        let mut name = self.path.clone().into_os_string();
        name.push(".new");
        let mut to = BufWriter::new(File::create(&name)?);
        write(&mut to)?;
        to.flush()?;
        to.get_ref().sync_all()?;
        std::fs::rename(&name, &self.path)
    }
}

impl Saves for CosetSaves {
    fn load(&self) -> Option<Box<dyn Read>> {
        match File::open(&self.path) {
            Ok(file) => {
                self.output.note(&format!("going on with the levels in {}", self.path.display()));
                Some(Box::new(BufReader::new(file)))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => {
                self.output.note(&format!("note: {} cannot be read: {error}", self.path.display()));
                None
            }
        }
    }

    fn keep(&self, ways: u64, write: WriteTo<'_>) {
        if ways < WORTH_KEEPING {
            return;
        }
        if let Err(error) = self.write(write) {
            self.output.note(&format!("note: the levels are not kept in {}: {error}", self.path.display()));
        }
    }

    fn unusable(&self) {
        let path = self.path.display();
        self.output.note(&format!("note: {path} is of another coset or damaged: the count begins anew"));
    }
}
