//! Tables of the library, kept in files of the user's cache.
//!
//! Start at [`TableFiles`]. A cache that cannot be used is no reason to fail: the table is built in memory, and a note
//! says so.

use crate::args::Global;
use crate::output::Output;
use permutant::tables::{Table, TableSource};
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

impl TableSource for TableFiles {
    fn entries(&self, table: &Table) -> Cow<'_, [u8]> {
        let Some(directory) = &self.directory else { return Cow::Owned(table.build()) };
        let kept = directory.get_or_build(&table.description(), || Ok::<_, TableError>(table.build()));
        match kept {
            Ok(file) => Cow::Owned(file.entries().to_vec()),
            Err(fault) => {
                self.output.note(&format!("note: the table {} is not kept: {fault}", table.name));
                Cow::Owned(table.build())
            }
        }
    }
}
