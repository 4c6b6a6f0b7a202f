//! A solution that the referee accepted.
//!
//! Start at [`Solution`]. [`Found`] is what is kept of each in a batch of a million.

use permutant::algorithm;
use permutant::engine::Engine;
use permutant::model::Model;
use permutant::puzzle::metric::Metric;
use permutant::puzzle::state::State;
use permutant::solver::Answer;
use pyo3::prelude::*;
use std::sync::Arc;

/// A solution as text, with its figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) algorithm: Box<str>,
    /// The same in names of moves, where the puzzle writes algorithms by directions.
    moves: Option<Box<str>>,
    pub(crate) length: u64,
    lower_bound: u32,
    optimal: bool,
    engine: Engine,
    nodes: u64,
}

impl Found {
    /// The answer for a state.
    pub(crate) fn new(model: &Model, start: &State, answer: &Answer) -> Self {
        let has_directions = !model.puzzle.directions().is_empty();
        Found {
            algorithm: algorithm::write_from(&model.puzzle, start, &answer.turns).into(),
            moves: has_directions.then(|| algorithm::write(&answer.turns).into()),
            length: answer.length,
            lower_bound: answer.lower_bound,
            optimal: answer.optimal,
            engine: answer.engine,
            nodes: answer.nodes,
        }
    }
}

/// An algorithm that solves a position, and what is known of its length.
#[pyclass(frozen, module = "permutant")]
#[derive(Clone, Debug)]
pub(crate) struct Solution {
    model: Arc<Model>,
    metric: String,
    found: Found,
}

impl Solution {
    pub(crate) fn new(model: &Arc<Model>, metric: &Metric, found: Found) -> Self {
        Solution { model: Arc::clone(model), metric: metric.name().to_string(), found }
    }
}

#[pymethods]
impl Solution {
    #[getter]
    fn algorithm(&self) -> &str {
        &self.found.algorithm
    }

    #[getter]
    fn length(&self) -> u64 {
        self.found.length
    }

    #[getter]
    fn metric(&self) -> &str {
        &self.metric
    }

    #[getter]
    fn lower_bound(&self) -> u32 {
        self.found.lower_bound
    }

    #[getter]
    fn optimal(&self) -> bool {
        self.found.optimal
    }

    #[getter]
    fn method(&self) -> String {
        self.found.engine.to_string()
    }

    #[getter]
    fn nodes(&self) -> u64 {
        self.found.nodes
    }

    /// Names of moves with their amounts.
    #[getter]
    fn steps(&self) -> Vec<(String, i64)> {
        let text = self.found.moves.as_ref().unwrap_or(&self.found.algorithm);
        // The library reads what it writes.
        let turns = algorithm::read(&self.model.puzzle, text).unwrap_or_default();
        turns.iter().map(|turn| (turn.base().name.clone(), turn.amount())).collect()
    }

    fn __str__(&self) -> &str {
        &self.found.algorithm
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.found.length).unwrap_or(usize::MAX)
    }

    /// A solution of no moves is true, too.
    fn __bool__(&self) -> bool {
        true
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Solution>().is_ok_and(|other| {
            let other = other.get();
            Arc::ptr_eq(&self.model, &other.model)
                && (&self.metric, &self.found) == (&other.metric, &other.found)
        })
    }

    fn __repr__(&self) -> String {
        let Found { algorithm, length, optimal, .. } = &self.found;
        let proven = if *optimal { ", optimal" } else { "" };
        format!("<permutant.Solution {algorithm:?} ({length} {}{proven})>", self.metric)
    }
}
