//! Table files: the same directory, the same rules and the same files as those of the program.
//!
//! Start at [`current`]. What a user may want to know about files goes to the logger `permutant`.

use crate::errors::{limit, unsupported};
use crate::work;
use permutant::search::table_source::{Checked, TableSource};
use permutant::tables::{Table, list};
use permutant_store::table_files::{Listener, Note};
use permutant_store::{TableDir, TableFiles};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// The tables of a solver.
pub(crate) type Files = TableFiles<Logger>;

/// Writes to the logger of Python.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Logger;

impl Listener for Logger {
    fn hear(&self, note: &Note<'_>) {
        let level = if matches!(note, Note::Builds { .. }) { "info" } else { "warning" };
        let text = note.to_string().replace("the same command", "the same call");
        let text = text.strip_prefix("note: ").unwrap_or(&text);
        // Without an interpreter, as when it ends, nobody listens; nor is a logger that fails a reason to stop.
        let _ = Python::try_attach(|py| {
            let logger = py.import("logging")?.call_method1("getLogger", ("permutant",))?;
            logger.call_method1(level, (text,)).map(|_| ())
        });
    }
}

/// The tables that the next puzzle uses.
static CURRENT: Mutex<Option<Arc<Files>>> = Mutex::new(None);

/// The tables that puzzles use from now on: of the user's cache unless [`set_tables`] chose others.
pub(crate) fn current() -> Arc<Files> {
    let mut current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
    let of_user = || Arc::new(Files::new(TableDir::of_user(|name| std::env::var_os(name)), Logger));
    Arc::clone(current.get_or_insert_with(of_user))
}

/// Chooses the directory of tables for puzzles that are made from now on; `None` keeps tables in memory.
#[pyfunction]
#[pyo3(signature = (directory))]
pub(crate) fn set_tables(directory: Option<PathBuf>) {
    let files = Files::new(directory.map(TableDir::new), Logger);
    *CURRENT.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(files));
}

/// Every table: its name, what it holds, its size, and whether it is stored.
#[pyfunction]
pub(crate) fn tables(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let files = current();
    let described = |table: Table| {
        let entry = PyDict::new(py);
        entry.set_item("name", table.name)?;
        entry.set_item("about", table.about)?;
        entry.set_item("bytes", table.bytes())?;
        entry.set_item("stored", files.has(&table.description()))?;
        Ok(entry)
    };
    list().into_iter().map(described).collect()
}

/// Builds a table once and stores it.
#[pyfunction]
#[pyo3(signature = (name, *, threads=None, progress=None))]
pub(crate) fn build_table(
    py: Python<'_>,
    name: &str,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let table = list().into_iter().find(|table| table.name == name);
    let table = table.ok_or_else(|| {
        let names: Vec<_> = list().iter().map(|table| table.name).collect();
        unsupported(&format!("there is no table '{name}'; the tables are {}", names.join(", ")))
    })?;
    let files = current();
    let directory = files.directory().map(|directory| directory.path().display().to_string());
    let Some(directory) = directory else {
        return Err(unsupported("tables are kept in memory; choose a directory with set_tables"));
    };
    let threads = work::threads(threads);
    let built = work::beside(py, None, progress, |control| {
        let mut build = || table.build(threads, control);
        files.memory(&table.description(), Checked::First, control, &mut build).map(|_| ())
    })?;
    built.map_err(limit)?;
    match files.has(&table.description()) {
        true => Ok(()),
        false => Err(unsupported(&format!(
            "the table {name} could not be stored in {directory}; the log says why"
        ))),
    }
}
