//! Tables of the library, kept in files of the user's cache.
//!
//! Start at [`TableFiles`]. A cache that cannot be used is no reason to fail: the table is built in memory, and a note
//! says so.

use crate::args::Global;
use crate::output::Output;
use permutant::cube::optimal::Memory;
use permutant::search::table::Description;
use permutant::tables::TableSource;
use permutant_store::{TableDir, TableError};
use std::borrow::Cow;

/// The directory of the tables: what the user named, else the user's own; `None` with `--no-tables`.
pub(crate) fn directory(global: &Global) -> Option<TableDir> {
    match &global.tables {
        _ if global.no_tables => None,
        Some(path) => Some(TableDir::new(path)),
        None => TableDir::of_user(|name| std::env::var_os(name)),
    }
}

/// A source of tables that keeps them in files.
#[derive(Debug)]
pub(crate) struct TableFiles {
    directory: Option<TableDir>,
    output: Output,
}

impl TableFiles {
    /// As the user asked.
    pub(crate) fn new(global: &Global, output: &Output) -> Self {
        TableFiles { directory: directory(global), output: output.clone() }
    }
}

/// Why a table is not kept in a file.
enum Unkept {
    /// Its build was stopped.
    Stopped,
    Fault(TableError),
}

impl From<TableError> for Unkept {
    fn from(fault: TableError) -> Self {
        Unkept::Fault(fault)
    }
}

impl TableSource for TableFiles {
    fn entries(
        &self,
        description: &Description,
        build: &mut dyn FnMut() -> Option<Vec<u8>>,
    ) -> Option<Cow<'_, [u8]>> {
        let Some(directory) = &self.directory else { return build().map(Cow::Owned) };
        match directory.get_or_build(description, || build().ok_or(Unkept::Stopped)) {
            Ok(file) => Some(Cow::Owned(file.entries().to_vec())),
            Err(Unkept::Stopped) => None,
            Err(Unkept::Fault(fault)) => {
                self.output.note(&format!("note: the table {} is not kept: {fault}", description.name));
                build().map(Cow::Owned)
            }
        }
    }

    fn memory(
        &self,
        description: &Description,
        build: &mut dyn FnMut() -> Option<Vec<u8>>,
    ) -> Option<Memory> {
        let Some(directory) = &self.directory else {
            return build().map(|entries| Box::new(entries) as Memory);
        };
        let loaded = directory.get_or_build(description, || build().ok_or(Unkept::Stopped)).and_then(
            |file| match file.load() {
                Err(fault @ TableError::Damaged { .. }) => {
                    self.output.note(&format!("note: {fault}: it is built again"));
                    let file = directory.build(description, || build().ok_or(Unkept::Stopped))?;
                    Ok(file.load()?)
                }
                loaded => Ok(loaded?),
            },
        );
        match loaded {
            Ok(memory) => Some(Box::new(memory)),
            Err(Unkept::Stopped) => None,
            Err(Unkept::Fault(fault)) => {
                self.output.note(&format!("note: the table {} is not kept: {fault}", description.name));
                build().map(|entries| Box::new(entries) as Memory)
            }
        }
    }

    fn kept(&self, description: &Description) -> Option<Memory> {
        let loaded = self.directory.as_ref()?.open(description).and_then(|file| file.load());
        match loaded {
            Ok(memory) => Some(Box::new(memory)),
            Err(fault) => {
                if !fault.is_absent() {
                    let name = &description.name;
                    self.output.note(&format!("note: the table {name} is damaged: it is built again"));
                }
                None
            }
        }
    }

    fn keep(&self, description: &Description, entries: &[u8]) {
        let Some(directory) = &self.directory else { return };
        if let Err(fault) = directory.build(description, || Ok::<_, TableError>(entries.to_vec())) {
            self.output.note(&format!("note: the table {} is not kept: {fault}", description.name));
        }
    }

    fn has(&self, description: &Description) -> bool {
        self.directory.as_ref().is_some_and(|directory| directory.open(description).is_ok())
    }
}
