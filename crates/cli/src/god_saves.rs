//! Unfinished counts of God's algorithm, stored in the directory of the tables.
//!
//! Start at [`GodSaves`]. A save is a table file like any other. It is written whole, and accepted only if its checksum
//! is correct and it contains a count of the same puzzle. A count that cannot be saved continues without saves.

use crate::args::{Global, Writing};
use crate::output::Output;
use crate::table_files;
use permutant::analysis::state::god::{Damaged, Saves};
use permutant::search::table::Description;
use permutant_store::{TableDir, TableError};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Saves according to the options.
#[derive(Debug)]
pub(crate) struct GodSaves {
    directory: Option<TableDir>,
    output: Output,
    every: Duration,
    last: Mutex<Instant>,
}

impl GodSaves {
    /// Saves in the directory of the tables, from now on.
    pub(crate) fn new(global: &Global, output: &Output, every: Duration) -> Self {
        let directory = table_files::directory(global).filter(|_| global.write_tables != Writing::Never);
        GodSaves { directory, output: output.clone(), every, last: Mutex::new(Instant::now()) }
    }
}

impl Saves for GodSaves {
    fn load(&self, description: &Description) -> Option<Vec<u8>> {
        let file = self.directory.as_ref()?.open(description);
        let whole = file.and_then(|file| file.verify().map(|()| file.entries().to_vec()));
        match whole {
            Ok(entries) => Some(entries),
            Err(fault) if fault.is_absent() => None,
            Err(fault) => {
                self.output.note(&format!("note: the saved count is not used: {fault}"));
                None
            }
        }
    }

    fn level(&self, description: &Description, bytes: &dyn Fn() -> Vec<u8>) {
        let Some(directory) = &self.directory else { return };
        let mut last = self.last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if last.elapsed() < self.every {
            return;
        }
        if let Err(fault) = directory.build(description, || Ok::<_, TableError>(bytes())) {
            self.output.note(&format!("note: the count was not saved: {fault}"));
        }
        *last = Instant::now();
    }

    fn resumed(&self, description: &Description, resumed: Result<(), Damaged>) {
        let name = &description.name;
        self.output.note(&match resumed {
            Ok(()) => format!("continuing the saved count {name}"),
            Err(fault) => format!("note: {name} is not used: {fault}; the count starts from the beginning"),
        });
    }

    fn done(&self, description: &Description) {
        if let Some(directory) = &self.directory
            && let Err(fault) = directory.remove(&description.name)
        {
            self.output.note(&format!("note: the saved count was not removed: {fault}"));
        }
    }
}
