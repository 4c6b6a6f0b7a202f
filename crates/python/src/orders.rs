//! Orders: of one sequence of moves, of many, and of all elements of a group.
//!
//! Start at [`of_sequence`] and [`of_many`].

use crate::choices;
use crate::errors::{in_text, limit, unsupported};
use crate::numbers::int;
use crate::permutation::Permutation;
use crate::puzzle::Puzzle;
use crate::work;
use permutant::algorithm;
use permutant::analysis::group::order_distribution::{self, DistributionError};
use permutant::analysis::sequence::census::{self, CensusError, Sequences, Span};
use permutant::analysis::sequence::order;
use permutant::group::UBig;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// What a sequence does when it is repeated.
#[pyclass(frozen, module = "permutant")]
#[derive(Debug)]
pub(crate) struct SequenceOrder {
    found: order::SequenceOrder,
    cycles: Vec<String>,
}

/// The order of a sequence.
pub(crate) fn of_sequence(puzzle: &Puzzle, py: Python<'_>, text: &str) -> PyResult<SequenceOrder> {
    let model = &puzzle.model;
    work::at_once(py, None, |_| {
        let turns = algorithm::read(&model.puzzle, text).map_err(|fault| in_text(text, &fault))?;
        let facelets = model.facelets.as_ref();
        let found = order::SequenceOrder::of_written(&model.puzzle, facelets, text, &turns);
        let found = found.map_err(|fault| unsupported(&fault))?;
        let cycles = found.cycles.write(model.puzzle.orbits());
        Ok(SequenceOrder { found, cycles })
    })?
}

#[pymethods]
impl SequenceOrder {
    /// The least number of repetitions without effect, with all pieces told apart.
    #[getter]
    fn order<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        int(py, &self.found.order)
    }

    /// The same as the puzzle is coloured.
    #[getter]
    fn coloured_order<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        int(py, &self.found.coloured_order)
    }

    /// The cycles of the pieces, a line for each orbit.
    #[getter]
    fn cycles(&self) -> Vec<String> {
        self.cycles.clone()
    }

    /// The effect on the stickers, each told apart.
    #[getter]
    fn stickers(&self) -> Permutation {
        Permutation(self.found.stickers.clone())
    }

    fn __repr__(&self) -> String {
        format!("<permutant.SequenceOrder {}>", self.found.order)
    }
}

/// The arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    pub(crate) length: Option<u32>,
    pub(crate) sample: Option<u64>,
    pub(crate) seed: u64,
    pub(crate) moves: &'a [String],
    pub(crate) metric: &'a str,
    pub(crate) threads: Option<usize>,
    pub(crate) memory: u64,
}

/// The length of random sequences unless the caller says otherwise, as for the program.
const SAMPLED_LENGTH: u32 = 20;

/// How many elements or sequences have each order.
pub(crate) fn of_many<'py>(
    puzzle: &Puzzle,
    py: Python<'py>,
    asked: &Asked<'_>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let counts: Vec<(UBig, UBig)> = match (asked.length, asked.sample) {
        (None, None) => of_all(puzzle, py, asked, progress)?,
        _ => of_sequences(puzzle, py, asked, progress)?,
    };
    let orders = PyDict::new(py);
    for (order, count) in &counts {
        orders.set_item(int(py, order)?, int(py, count)?)?;
    }
    Ok(orders)
}

/// The orders of all elements of the group that the moves generate.
fn of_all(
    puzzle: &Puzzle,
    py: Python<'_>,
    asked: &Asked<'_>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<(UBig, UBig)>> {
    let model = &puzzle.model;
    let moves: Vec<_> = match asked.moves {
        [] => model.puzzle.generators().map(|base| base.transformation.clone()).collect(),
        names => (names.iter())
            .map(|name| {
                model.puzzle.base(name).map(|turn| turn.transformation()).ok_or_else(|| unknown(puzzle, name))
            })
            .collect::<PyResult<_>>()?,
    };
    let found = work::beside(py, None, progress, |control| {
        order_distribution::exact(&model.puzzle, &moves, control)
    })?;
    let found = found.map_err(|fault| match fault {
        DistributionError::Stopped(reason) => limit(reason),
        _ => unsupported(&format!("{fault}; sample counts the orders of random sequences of any puzzle")),
    })?;
    Ok(found.counts.into_iter().map(|(order, count)| (order.into(), count)).collect())
}

/// The orders of sequences of moves.
fn of_sequences(
    puzzle: &Puzzle,
    py: Python<'_>,
    asked: &Asked<'_>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<(UBig, UBig)>> {
    let model = &puzzle.model;
    let metric = choices::metric(puzzle, asked.metric)?;
    let moves =
        census::moves(&model.puzzle, &metric, asked.moves, false).map_err(|name| unknown(puzzle, &name))?;
    let span = match (asked.sample, asked.length) {
        (Some(count), length) => {
            Span::Sample { count, length: length.unwrap_or(SAMPLED_LENGTH), seed: asked.seed }
        }
        (None, length) => Span::UpTo(length.unwrap_or(0)),
    };
    let request = census::Request {
        moves,
        metric,
        sequences: Sequences::Canonical,
        span,
        threads: work::threads(asked.threads),
        max_memory: asked.memory,
    };
    let found = work::beside(py, None, progress, |control| census::run(&model.puzzle, &request, control))?;
    let found = found.map_err(|fault| match fault {
        CensusError::Stopped(reason) => limit(reason),
        other => unsupported(&other),
    })?;
    Ok(found.orders.into_iter().map(|line| (line.order, line.count.into())).collect())
}

fn unknown(puzzle: &Puzzle, name: &str) -> PyErr {
    let known: Vec<_> = puzzle.model.puzzle.generators().map(|base| base.name.clone()).collect();
    unsupported(&format!(
        "{} has no move '{name}'; moves are names without amounts, such as {}",
        puzzle.model.puzzle.name(),
        known.join(", ")
    ))
}
