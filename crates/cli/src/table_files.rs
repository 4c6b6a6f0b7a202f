//! What the program says about table files: which are built and how long that takes, and which would improve answers.
//!
//! Start at [`open`] and [`Teller`]. The files themselves are [`permutant_store::TableFiles`].

use crate::args::{self, Global};
use crate::interrupt;
use crate::output::Output;
use crate::progress;
use permutant::solver::Advice;
use permutant::tables::{self, Table};
use permutant_store::TableDir;
use permutant_store::table_files::{Listener, Note, Writing};

/// The tables of the program.
pub(crate) type TableFiles = permutant_store::TableFiles<Teller>;

/// The directory of the tables: the one that the user specified, otherwise the default; `None` with `--no-tables`.
pub(crate) fn directory(global: &Global) -> Option<TableDir> {
    match &global.tables {
        _ if global.no_tables => None,
        Some(path) => Some(TableDir::new(path)),
        None => TableDir::of_user(|name| std::env::var_os(name)),
    }
}

/// Tables according to the options, built on this many threads.
pub(crate) fn open(global: &Global, output: &Output, threads: usize) -> TableFiles {
    let directory = directory(global);
    let stores = directory.is_some() && global.write_tables != args::Writing::Never;
    let teller = Teller { output: output.clone(), threads, stores };
    permutant_store::TableFiles::new(directory, teller).with_writing(match global.write_tables {
        args::Writing::Auto => Writing::Auto,
        args::Writing::Always => Writing::Always,
        args::Writing::Never => Writing::Never,
    })
}

/// Tells the user about tables.
#[derive(Debug)]
pub(crate) struct Teller {
    output: Output,
    /// Threads on which tables are built.
    threads: usize,
    /// Whether tables are stored.
    stores: bool,
}

impl Teller {
    /// Tells the user which tables would improve the answers.
    pub(crate) fn advise(&self, advice: &Advice) {
        let table = &advice.table;
        let seconds = table.seconds_to_build().div_ceil(self.threads.max(1) as u64);
        let without = if self.stores { "" } else { ", then solve with stored tables" };
        self.output.note(&format!(
            "note: {} with the table {}: `permutant tables build {}` builds it once ({} MB, about {}){without}",
            advice.gain,
            table.name,
            table.name,
            table.bytes().div_ceil(1_000_000),
            progress::time(seconds),
        ));
    }
}

impl Listener for Teller {
    fn hear(&self, note: &Note<'_>) {
        match note {
            Note::Builds { description, directory } => {
                let mut known = tables::list().into_iter();
                // Others are built so soon that nobody waits for them.
                let Some(table) = known.find(|table| table.name == description.name && table.large) else {
                    return;
                };
                let place = match directory {
                    Some(path) => format!("once and stored in {} (--no-tables avoids this)", path.display()),
                    None => "in memory".to_string(),
                };
                self.output.note(&format!("{} is built {place}", estimate(&table, self.threads)));
            }
            Note::NoRoom { .. } => {
                self.output.note(&format!("{note}; choose another directory with --tables"));
            }
            _ => self.output.note(&note.to_string()),
        }
    }

    fn hold(&self, write: &mut dyn FnMut()) {
        interrupt::hold(write);
    }
}

/// A table's size and building time.
pub(crate) fn estimate(table: &Table, threads: usize) -> String {
    let (megabytes, seconds) = (table.bytes().div_ceil(1_000_000), table.seconds_to_build());
    let seconds = seconds.div_ceil(threads.max(1) as u64);
    let time = progress::time(seconds);
    let threads = if threads > 1 { format!(" on {threads} threads") } else { String::new() };
    format!("the table {} ({megabytes} MB, about {time}{threads})", table.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_tell_size_and_time() {
        let told = |name: &str, threads| {
            let table = tables::list().into_iter().find(|table| table.name == name).unwrap();
            estimate(&table, threads)
        };
        assert_eq!(told("3x3x3-optimal-3", 1), "the table 3x3x3-optimal-3 (244 MB, about 30 s)");
        assert_eq!(
            told("3x3x3-optimal-5", 2),
            "the table 3x3x3-optimal-5 (973 MB, about 2 min on 2 threads)"
        );
    }
}
