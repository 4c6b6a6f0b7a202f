//! What Python calls on a puzzle.
//!
//! Each call checks its arguments here and does its work in a file of its own.

use crate::batch::{self, Solutions};
use crate::choices::{self, Choice, Wish};
use crate::custom;
use crate::errors::{no_model, not_found, unsolved, unsupported};
use crate::given;
use crate::god::{self, GodsCount};
use crate::group::{self, Group};
use crate::improvements::Improvements;
use crate::orders::{self, SequenceOrder};
use crate::position::Position;
use crate::puzzle::Puzzle;
use crate::{rows, work};
use permutant::model::Model;
use permutant::puzzle::catalog;
use permutant::puzzle::formats::Kind;
use permutant::scramble::Scrambler;
use permutant::{algorithm, conversion, position};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping};
use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};

/// A seed from the operating system, within the range of whole numbers that every program keeps exactly.
fn chance() -> u64 {
    RandomState::new().hash_one(0) >> 11
}

/// The names of the puzzles of the catalog, with a description; patterns have capitals for their numbers.
#[pyfunction]
pub(crate) fn puzzles() -> BTreeMap<&'static str, &'static str> {
    catalog::list().map(|line| (line.name, line.about)).collect()
}

#[pymethods]
impl Puzzle {
    #[new]
    fn new(py: Python<'_>, name: &str) -> PyResult<Self> {
        let found = work::at_once(py, None, |_| Model::find(name))?;
        found.map(|model| Puzzle::of_model(model, None)).map_err(|fault| not_found(name, &fault))
    }

    #[staticmethod]
    fn from_definition(py: Python<'_>, text: &str) -> PyResult<Self> {
        let read = work::at_once(py, None, |_| Model::from_any(text))?;
        read.map(|model| Puzzle::of_model(model, None)).map_err(|fault| no_model(text, &fault))
    }

    #[staticmethod]
    #[pyo3(signature = (moves, solved=None, *, name="custom", reading="replaced by"))]
    fn from_moves(
        moves: &Bound<'_, PyMapping>,
        solved: Option<&Bound<'_, PyAny>>,
        name: &str,
        reading: &str,
    ) -> PyResult<Self> {
        let (model, labels) = custom::puzzle(name, moves, solved, reading)?;
        Ok(Puzzle::of_model(model, Some(labels)))
    }

    #[getter]
    fn name(&self) -> &str {
        self.model.puzzle.name()
    }

    #[getter]
    fn moves(&self) -> Vec<&str> {
        self.model.puzzle.generators().map(|base| base.name.as_str()).collect()
    }

    /// The names of the values in arrays of stickers, in their order.
    #[getter]
    fn faces(&self) -> Vec<String> {
        rows::faces(self)
    }

    /// The number of stickers of a position as an array.
    #[getter]
    fn sticker_count(&self) -> PyResult<usize> {
        rows::count(self)
    }

    #[getter]
    fn solved(slf: &Bound<'_, Self>) -> Position {
        let solved = slf.get().model.puzzle.solved().clone();
        Position::new(slf, position::Position::new(solved))
    }

    #[pyo3(signature = (position=None, *, faces=None))]
    fn position(
        slf: &Bound<'_, Self>,
        position: Option<&Bound<'_, PyAny>>,
        faces: Option<&str>,
    ) -> PyResult<Position> {
        match position {
            Some(given) => Ok(Position::new(slf, given::read(slf, given, faces)?)),
            None => Ok(Puzzle::solved(slf)),
        }
    }

    #[pyo3(signature = (kind="kpuzzle"))]
    fn definition(&self, kind: &str) -> PyResult<String> {
        let kind = match kind {
            "kpuzzle" => Kind::Kpuzzle,
            "tws" => Kind::Tws,
            "ksolve" => Kind::Ksolve,
            "gap" => Kind::Gap,
            _ => return Err(unsupported(&format!("'{kind}' is not kpuzzle, tws, ksolve or gap"))),
        };
        conversion::convert(&self.model.puzzle, kind)
            .map(|converted| converted.text)
            .map_err(|fault| unsupported(&fault))
    }

    #[pyo3(signature = (
        positions, *, method="auto", optimal=false, max_length=None, time_limit=None, max_nodes=None,
        metric="htm", threads=None, memory=choices::MEMORY, on_error="raise", progress=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn solve_many(
        slf: &Bound<'_, Self>,
        positions: &Bound<'_, PyAny>,
        method: &str,
        optimal: bool,
        max_length: Option<u32>,
        time_limit: Option<f64>,
        max_nodes: Option<u64>,
        metric: &str,
        threads: Option<usize>,
        memory: u64,
        on_error: &str,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Solutions> {
        let wish =
            Wish { method, optimal, max_length, time_limit, max_nodes, metric, memory, ..Wish::default() };
        let choice = Choice::new(slf.get(), &wish)?;
        batch::solve(slf, positions, &choice, threads, on_error, progress)
    }

    #[pyo3(signature = (
        position, *, method="auto", optimal=false, time_limit=None, max_nodes=None, metric="htm",
        threads=None, memory=choices::MEMORY
    ))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn improvements(
        slf: &Bound<'_, Self>,
        position: &Bound<'_, PyAny>,
        method: &str,
        optimal: bool,
        time_limit: Option<f64>,
        max_nodes: Option<u64>,
        metric: &str,
        threads: Option<usize>,
        memory: u64,
    ) -> PyResult<Improvements> {
        let wish = Wish { method, optimal, time_limit, max_nodes, metric, memory, ..Wish::default() };
        let choice = Choice { improve: true, ..Choice::new(slf.get(), &wish)? };
        let position = given::read(slf, position, None)?;
        Improvements::new(slf, position, choice, work::threads(threads))
    }

    #[pyo3(signature = (count, seed=None, *, moves=None, length=None))]
    fn scrambles(
        &self,
        py: Python<'_>,
        count: usize,
        seed: Option<u64>,
        moves: Option<u32>,
        length: Option<u32>,
    ) -> PyResult<Vec<String>> {
        if moves.is_some_and(|moves| moves > MOST_MOVES) {
            return Err(unsupported(&format!("a scramble has at most {MOST_MOVES} moves")));
        }
        let (model, seed) = (&self.model, seed.unwrap_or_else(chance));
        work::beside(py, None, None, |control| {
            let mut scrambler = Scrambler::new(model, seed, moves).with_tables(&*self.tables);
            if let Some(length) = length {
                scrambler = scrambler.with_length(length).map_err(|fault| unsupported(&fault))?;
            }
            let written = |_| {
                let scramble = scrambler.next(control).map_err(|fault| unsolved(&fault))?;
                Ok(algorithm::write_from(&model.puzzle, model.puzzle.solved(), &scramble.turns))
            };
            (0..count).map(written).collect()
        })?
    }

    fn order(&self, py: Python<'_>, algorithm: &str) -> PyResult<SequenceOrder> {
        orders::of_sequence(self, py, algorithm)
    }

    #[pyo3(signature = (
        *, length=None, sample=None, seed=0, moves=None, metric="htm", threads=None, memory=choices::MEMORY,
        progress=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn orders<'py>(
        &self,
        py: Python<'py>,
        length: Option<u32>,
        sample: Option<u64>,
        seed: u64,
        moves: Option<Vec<String>>,
        metric: &str,
        threads: Option<usize>,
        memory: u64,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let moves = moves.unwrap_or_default();
        let asked = orders::Asked { length, sample, seed, moves: &moves, metric, threads, memory };
        orders::of_many(self, py, &asked, progress)
    }

    #[pyo3(signature = (
        *, metric="htm", moves=None, depth=None, antipodes=1, threads=None, memory=choices::MEMORY, progress=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn god(
        slf: &Bound<'_, Self>,
        metric: &str,
        moves: Option<Vec<String>>,
        depth: Option<u64>,
        antipodes: usize,
        threads: Option<usize>,
        memory: u64,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<GodsCount> {
        let moves = moves.unwrap_or_default();
        let asked = god::Asked { metric, moves: &moves, depth, antipodes, threads, memory };
        god::count(slf.get(), slf.py(), &asked, progress)
    }

    fn group(slf: &Bound<'_, Self>) -> PyResult<Group> {
        group::of_puzzle(slf)
    }

    fn __repr__(&self) -> String {
        format!("<permutant.Puzzle {:?}>", self.name())
    }
}

/// The largest number of random moves, as for the program.
const MOST_MOVES: u32 = 1_000_000;
