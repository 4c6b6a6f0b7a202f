//! God's algorithm: the number of states at each distance.
//!
//! Start at [`count`].

use crate::choices;
use crate::errors::{limit, limited, unsupported};
use crate::numbers::int;
use crate::puzzle::Puzzle;
use crate::work;
use permutant::algorithm;
use permutant::analysis::sequence::move_choice;
use permutant::analysis::state::god::{self, GodError, NoSaves, Report};
use permutant::search::limits::StopReason;
use pyo3::prelude::*;

/// The arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    pub(crate) metric: &'a str,
    pub(crate) moves: &'a [String],
    pub(crate) depth: Option<u64>,
    pub(crate) antipodes: usize,
    pub(crate) threads: Option<usize>,
    pub(crate) memory: u64,
}

/// The number of states at each distance.
#[pyclass(frozen, module = "permutant")]
#[derive(Debug)]
pub(crate) struct GodsCount {
    report: Report,
    #[pyo3(get)]
    puzzle: String,
    #[pyo3(get)]
    metric: String,
}

/// Counts the states of a puzzle by their distance.
pub(crate) fn count(
    puzzle: &Puzzle,
    py: Python<'_>,
    asked: &Asked<'_>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<GodsCount> {
    let model = &puzzle.model;
    let metric = choices::metric(puzzle, asked.metric)?;
    let turns =
        move_choice::turns(&model.puzzle, &metric, asked.moves).map_err(|fault| unsupported(&fault))?;
    let request = god::Request {
        metric: metric.clone(),
        turns,
        goals: vec![model.puzzle.solved().clone()],
        depth: asked.depth,
        antipodes: asked.antipodes,
        symmetry: true,
        classes: false,
        threads: work::threads(asked.threads),
        max_memory: asked.memory,
        saves: &NoSaves,
        store: None,
    };
    let counted = work::beside(py, None, progress, |control| god::run(&model.puzzle, &request, control))?;
    let report = counted.map_err(|fault| match fault {
        GodError::Memory { .. } => {
            limited("memory", &format!("{fault}; allow more with memory, or count up to a depth"))
        }
        _ => unsupported(&fault),
    })?;
    match report.stopped {
        None | Some(StopReason::Length | StopReason::Memory) => {}
        Some(reason) => return Err(limit(reason)),
    }
    let (puzzle, metric) = (model.puzzle.name().to_string(), metric.name().to_string());
    Ok(GodsCount { report, puzzle, metric })
}

#[pymethods]
impl GodsCount {
    /// The number of states at distance 0, 1, and so on.
    #[getter]
    fn distribution<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.report.distribution.iter().map(|count| int(py, count)).collect()
    }

    #[getter]
    fn total<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        int(py, &self.report.total())
    }

    /// The greatest distance; `None` if not all states were counted.
    #[getter]
    fn diameter(&self) -> Option<usize> {
        self.report.diameter()
    }

    #[getter]
    fn is_complete(&self) -> bool {
        self.report.stopped.is_none()
    }

    /// The number of all states, if it is known.
    #[getter]
    fn states<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.report.states.as_ref().map(|states| int(py, states)).transpose()
    }

    /// Farthest states: an algorithm that leads there, and a shortest solution.
    #[getter]
    fn antipodes(&self) -> Vec<(String, String)> {
        let antipodes = self.report.antipodes.iter();
        antipodes.map(|far| (algorithm::write(&far.scramble), algorithm::write(&far.solution))).collect()
    }

    #[getter]
    fn method(&self) -> &'static str {
        self.report.method
    }

    fn __repr__(&self) -> String {
        let far = self.report.distribution.len().saturating_sub(1);
        let all = if self.is_complete() { "all " } else { "" };
        let total = self.report.total();
        format!(
            "<permutant.GodsCount of {}: {all}{total} states within {far} ({})>",
            self.puzzle, self.metric
        )
    }
}
