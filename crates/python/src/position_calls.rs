//! What Python calls on a position.

use crate::choices::{self, Choice, Wish};
use crate::errors::{in_text, unsupported};
use crate::permutation::Permutation;
use crate::picture::{self, Picture};
use crate::position::Position;
use crate::puzzle::Puzzle;
use crate::solution::Solution;
use crate::{given, rows, solving, work};
use permutant::algorithm;
use permutant::position;
use permutant::puzzle::metric::Metric;
use permutant::puzzle::points::Points;
use permutant::puzzle::replay::replay;
use permutant::solver::Solvability;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

#[pymethods]
impl Position {
    #[getter]
    fn puzzle(&self, py: Python<'_>) -> Py<Puzzle> {
        self.puzzle.clone_ref(py)
    }

    /// Text from which the same position is read.
    #[getter]
    fn text(&self) -> PyResult<String> {
        self.has_all_pieces()?;
        position::write(&self.puzzle.get().model, &self.inner.state).map_err(|fault| unsupported(&fault))
    }

    /// The stickers as an array of numpy.
    #[getter]
    fn stickers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.has_all_pieces()?;
        let row = rows::write(self.puzzle.get(), &self.inner.state)?;
        let numpy = py.import("numpy")?;
        let (bytes, kind): (Vec<u8>, _) = match row.iter().all(|&value| value < 256) {
            true => (row.iter().map(|&value| value as u8).collect(), "uint8"),
            false => (row.iter().flat_map(|value| value.to_le_bytes()).collect(), "<u2"),
        };
        // A copy, as a view of bytes could not be written to.
        numpy.call_method1("frombuffer", (PyBytes::new(py, &bytes), kind))?.call_method0("copy")
    }

    /// The names of the stickers: facelets, or labels of points.
    #[getter]
    fn labels(&self) -> PyResult<Vec<String>> {
        self.has_all_pieces()?;
        let puzzle = self.puzzle.get();
        if let Some(labels) = &puzzle.labels {
            let pieces = self.inner.state.orbits.iter().flat_map(|orbit| &orbit.pieces);
            return Ok(pieces.filter_map(|&piece| labels.names.get(usize::from(piece)).cloned()).collect());
        }
        let names = rows::faces(puzzle);
        let row = rows::write(puzzle, &self.inner.state)?;
        Ok(row.into_iter().filter_map(|value| names.get(usize::from(value)).cloned()).collect())
    }

    #[getter]
    fn is_solved(&self) -> bool {
        let puzzle = &self.puzzle.get().model.puzzle;
        match &self.inner.goal {
            None => puzzle.is_solved(&self.inner.state),
            Some(goal) => puzzle.rotations().iter().any(|rotation| goal.after(rotation) == self.inner.state),
        }
    }

    /// Why the position cannot be solved; `None` if it can, or if that is not known without a search.
    fn obstacle(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let solver = self.puzzle.get().solver(1);
        let found = work::beside(py, None, None, |control| {
            solver.with_dependent(|_, solver| solver.solvability(&self.inner, control))
        })?;
        Ok(match found {
            Solvability::Unsolvable(reason) => Some(reason),
            Solvability::Solvable | Solvability::Open => None,
        })
    }

    /// The position after an algorithm.
    fn after(&self, py: Python<'_>, algorithm: &str) -> PyResult<Position> {
        self.has_all_pieces()?;
        let puzzle = self.puzzle.bind(py);
        let model = &puzzle.get().model;
        let state = &self.inner.state;
        let reached = work::at_once(py, None, |_| {
            let turns = algorithm::read_from(&model.puzzle, state, algorithm);
            let turns = turns.map_err(|fault| in_text(algorithm, &fault))?;
            position::Position::after(&model.puzzle, state, &turns).map_err(|fault| unsupported(&fault))
        })?;
        Ok(Position::new(puzzle, reached?))
    }

    /// Whether an algorithm solves the position, by the referee.
    fn is_solved_by(&self, py: Python<'_>, algorithm: &str) -> PyResult<bool> {
        let model = &self.puzzle.get().model;
        let position = &self.inner;
        work::at_once(py, None, |_| {
            let turns = algorithm::read_from(&model.puzzle, &position.state, algorithm);
            let turns = turns.map_err(|fault| in_text(algorithm, &fault))?;
            let end = replay(&model.puzzle, &position.state, &turns, &Metric::htm());
            let goals = match &position.goal {
                None => model.puzzle.solved_states(),
                Some(goal) => model.puzzle.rotations().iter().map(|rotation| goal.after(rotation)).collect(),
            };
            Ok(end.blocked_at.is_none() && goals.contains(&end.state))
        })?
    }

    /// The permutation of the points of the group that makes this position of the solved one.
    #[getter]
    fn permutation(&self) -> PyResult<Permutation> {
        self.has_all_pieces()?;
        let puzzle = &self.puzzle.get().model.puzzle;
        let points = Points::new(puzzle.orbits());
        let change = points.as_ref().and_then(|points| points.between(puzzle.solved(), &self.inner.state));
        match (points, change) {
            (Some(points), Some(change)) => Ok(Permutation(points.permutation(&change))),
            _ => Err(unsupported(&format!(
                "this position of {} represents several permutations, because it has identical pieces",
                puzzle.name()
            ))),
        }
    }

    #[pyo3(signature = (
        *, method="auto", optimal=false, min_length=0, max_length=None, time_limit=None, max_nodes=None,
        metric="htm", moves=None, to=None, threads=None, memory=choices::MEMORY, progress=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn solve(
        &self,
        py: Python<'_>,
        method: &str,
        optimal: bool,
        min_length: u32,
        max_length: Option<u32>,
        time_limit: Option<f64>,
        max_nodes: Option<u64>,
        metric: &str,
        moves: Option<Vec<String>>,
        to: Option<&Bound<'_, PyAny>>,
        threads: Option<usize>,
        memory: u64,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Solution> {
        let moves = moves.unwrap_or_default();
        let wish = Wish {
            method,
            optimal,
            min_length,
            max_length,
            time_limit,
            max_nodes,
            metric,
            moves: &moves,
            memory,
        };
        let mut choice = Choice::new(self.puzzle.get(), &wish)?;
        choice.builds = progress.is_some();
        if let Some(given) = to {
            let target = given::read(self.puzzle.bind(py), given, None)?;
            if target.goal.is_some() {
                return Err(unsupported("the position to reach is incomplete"));
            }
            choice.target = Some(target.state);
        }
        solving::one(self.puzzle.get(), py, &choice, &self.inner, threads, progress)
    }

    #[pyo3(signature = (
        *, count=None, min_length=0, max_length=None, time_limit=None, max_nodes=None, metric="htm", moves=None,
        threads=None, memory=choices::MEMORY, progress=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn solutions(
        &self,
        py: Python<'_>,
        count: Option<u64>,
        min_length: u32,
        max_length: Option<u32>,
        time_limit: Option<f64>,
        max_nodes: Option<u64>,
        metric: &str,
        moves: Option<Vec<String>>,
        threads: Option<usize>,
        memory: u64,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<Solution>> {
        let moves = moves.unwrap_or_default();
        let wish = Wish {
            min_length,
            max_length,
            time_limit,
            max_nodes,
            metric,
            moves: &moves,
            memory,
            ..Wish::default()
        };
        let mut choice = Choice::new(self.puzzle.get(), &wish)?;
        choice.improve = false;
        choice.optimal = true;
        choice.limits.max_solutions = count;
        choice.limits.shortest_only = count.is_none() && max_length.is_none();
        solving::several(self.puzzle.get(), py, &choice, &self.inner, threads, progress)
    }

    #[pyo3(signature = (*, view="solid", scheme="usual", theme="clear", letters=false, width=400))]
    fn picture(
        &self,
        py: Python<'_>,
        view: &str,
        scheme: &str,
        theme: &str,
        letters: bool,
        width: u32,
    ) -> PyResult<Picture> {
        let options = picture::Options { view, scheme, theme, letters, width };
        Picture::new(&self.puzzle.get().model, py, &self.inner.state, &options)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.picture(py, "solid", "usual", "clear", false, picture::WIDTH)?.svg())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Position>().is_ok_and(|other| {
            let other = other.get();
            Arc::ptr_eq(&self.puzzle.get().model, &other.puzzle.get().model) && self.inner == other.inner
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.inner.state.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let name = self.puzzle.get().model.puzzle.name();
        match self.inner.goal {
            Some(_) => format!("<permutant.Position of {name}, incomplete>"),
            None => match self.text() {
                Ok(text) => format!("<permutant.Position of {name}: {text}>"),
                Err(_) => format!("<permutant.Position of {name}>"),
            },
        }
    }
}
