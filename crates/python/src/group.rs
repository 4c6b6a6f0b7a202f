//! The group that the moves of a puzzle generate.
//!
//! Start at [`of_puzzle`]. Elements are permutations of points: one for each orientation of each piece, numbered by orbit, slot and
//! orientation, as `permutant group` numbers them.

use crate::choices::{self, MEMORY};
use crate::errors::{Kind, in_text, limit, raised, unsupported};
use crate::given;
use crate::numbers::int;
use crate::permutation::{self, Permutation};
use crate::puzzle::Puzzle;
use crate::work;
use permutant::algorithm;
use permutant::analysis::group::report::{GroupError, GroupReport, Membership, Request};
use permutant::analysis::group::words::{PuzzleWords, WordEffort, WordMoves, WordsError};
use permutant::analysis::sequence::order::product;
use permutant::group;
use permutant::position::line_kind::LineKind;
use permutant::puzzle::points::Points;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Mutex, PoisonError};

/// A permutation group with a stabilizer chain.
#[pyclass(frozen, module = "permutant")]
#[derive(Debug)]
pub(crate) struct Group {
    puzzle: Py<Puzzle>,
    report: GroupReport,
    /// The words made last, and their metric.
    words: Mutex<Option<(String, std::sync::Arc<PuzzleWords>)>>,
}

/// The group of a puzzle.
pub(crate) fn of_puzzle(puzzle: &Bound<'_, Puzzle>) -> PyResult<Group> {
    let model = &puzzle.get().model;
    let request = Request { members: true, ..Request::default() };
    let report = work::beside(puzzle.py(), None, None, |control| {
        GroupReport::new(&model.puzzle, &request, || control.interrupted().is_none())
    })?;
    let report = report.map_err(|fault| match fault {
        GroupError::Interrupted => limit(permutant::search::limits::StopReason::Cancelled),
        fault => unsupported(&fault),
    })?;
    Ok(Group { puzzle: puzzle.clone().unbind(), report, words: Mutex::new(None) })
}

impl Group {
    /// The element that an argument denotes: a permutation, cycles, a position, or an algorithm.
    fn element(&self, py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<group::Permutation> {
        if let Ok(permutation) = given.cast::<Permutation>() {
            return Ok(permutation.get().0.clone());
        }
        let puzzle = self.puzzle.bind(py);
        let model = &puzzle.get().model;
        let points = Points::new(model.puzzle.orbits())
            .ok_or_else(|| unsupported("the puzzle has too many points for a group"))?;
        if let Ok(text) = given.extract::<String>() {
            match LineKind::of(model, &text, false) {
                // An algorithm says where each piece goes, even among identical ones.
                LineKind::Algorithm => {
                    let turns = algorithm::read(&model.puzzle, &text);
                    let turns = turns.map_err(|fault| in_text(&text, &fault))?;
                    return Ok(points.permutation(&product(&turns)));
                }
                LineKind::Cycles => return permutation::read(&text, points.degree()),
                _ => {}
            }
        }
        let position = given::read(puzzle, given, None)?;
        let change = match position.goal {
            None => points.between(model.puzzle.solved(), &position.state),
            Some(_) => None,
        };
        let several = || {
            unsupported(
                "this position represents several elements; give an algorithm or a permutation instead",
            )
        };
        change.map(|change| points.permutation(&change)).ok_or_else(several)
    }

    fn membership(&self, py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<Membership> {
        let element = self.element(py, given)?;
        let points = Points::new(self.puzzle.get().model.puzzle.orbits());
        let found = work::at_once(py, None, |_| {
            let whole = points.and_then(|points| points.transformation(&element.extended(points.degree())));
            match whole {
                Some(whole) => self.report.membership(&whole),
                None => self.report.membership_of_points(&element),
            }
        })?;
        found.ok_or_else(|| unsupported("the group of this puzzle is too large for a stabilizer chain"))
    }

    /// The words of the group in a metric.
    fn words(&self, py: Python<'_>, name: &str) -> PyResult<std::sync::Arc<PuzzleWords>> {
        let kept = self.words.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((known, words)) = kept
            && known == name
        {
            return Ok(words);
        }
        let puzzle = self.puzzle.get();
        let metric = choices::metric(puzzle, name)?;
        let memory = usize::try_from(MEMORY).unwrap_or(usize::MAX);
        let words = work::beside(py, None, None, |control| {
            PuzzleWords::new(
                &puzzle.model.puzzle,
                WordMoves::Generators,
                &metric,
                memory,
                &*puzzle.tables,
                control,
            )
        })?;
        let words = std::sync::Arc::new(words.map_err(|fault| no_words(&fault))?);
        *self.words.lock().unwrap_or_else(PoisonError::into_inner) = Some((name.to_string(), words.clone()));
        Ok(words)
    }
}

fn no_words(fault: &WordsError) -> PyErr {
    match fault {
        WordsError::Outside(_) => raised(Kind::Unsolvable, fault),
        _ => unsupported(fault),
    }
}

#[pymethods]
impl Group {
    #[getter]
    fn order<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        int(py, self.report.order())
    }

    /// The number of points.
    #[getter]
    fn degree(&self) -> usize {
        self.report.degree()
    }

    /// How the order was proved.
    #[getter]
    fn proof(&self) -> &'static str {
        self.report.proof().about()
    }

    /// The group that contains it, by its orbits.
    #[getter]
    fn envelope(&self) -> &str {
        self.report.envelope()
    }

    /// The generators by their names.
    #[getter]
    fn generators<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let model = &self.puzzle.get().model;
        let named = PyDict::new(py);
        for (base, permutation) in model.puzzle.generators().zip(self.report.generators()) {
            named.set_item(&base.name, Permutation(permutation.clone()))?;
        }
        Ok(named)
    }

    /// The orbits of at least two points, each with the set of pieces to which it belongs.
    #[getter]
    fn orbits(&self, py: Python<'_>) -> PyResult<Vec<(String, Vec<u32>)>> {
        let orbits = work::at_once(py, None, |_| self.report.orbits())?;
        Ok(orbits.into_iter().map(|orbit| (orbit.set, orbit.points)).collect())
    }

    /// The points of the base of the stabilizer chain.
    #[getter]
    fn base(&self) -> Vec<u32> {
        self.report.base().to_vec()
    }

    /// The number of images of each base point under the stabilizer of those before it; their product is the order.
    #[getter]
    fn transversals(&self) -> Vec<usize> {
        self.report.transversals()
    }

    /// Whether moves can make an element.
    fn contains(&self, py: Python<'_>, element: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.membership(py, element)? == Membership::Member)
    }

    fn __contains__(&self, py: Python<'_>, element: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.contains(py, element)
    }

    /// Why moves cannot make an element; `None` if they can.
    fn obstacle(&self, py: Python<'_>, element: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        Ok(match self.membership(py, element)? {
            Membership::Member => None,
            Membership::Stranger(reason) => Some(reason),
        })
    }

    /// An algorithm that makes an element.
    #[pyo3(signature = (element, *, effort="beam", width=500, metric="qtm"))]
    fn factor(
        &self,
        py: Python<'_>,
        element: &Bound<'_, PyAny>,
        effort: &str,
        width: usize,
        metric: &str,
    ) -> PyResult<String> {
        let effort = match effort {
            "table" => WordEffort::Table,
            "search" => WordEffort::STARTS,
            "beam" => WordEffort::Beam(width.clamp(1, 1 << 20)),
            _ => return Err(unsupported(&format!("effort is '{effort}'; expected table, search or beam"))),
        };
        let whole = self.element(py, element)?;
        let words = self.words(py, metric)?;
        let found = work::beside(py, None, None, |control| {
            let element = words.element(&whole)?;
            let word = words.word(&element, effort, control)?;
            if let Some(reason) = control.interrupted() {
                return Ok(Err(limit(reason)));
            }
            // Handed out only after it was multiplied out.
            match words.table().alphabet().element(&word) == element {
                true => Ok(Ok(algorithm::write(&words.turns(&word)))),
                false => Ok(Err(raised(
                    Kind::Internal,
                    "internal error: a word of another element; please report it",
                ))),
            }
        })?;
        found.map_err(|fault| no_words(&fault))?
    }

    fn __repr__(&self) -> String {
        let name = self.puzzle.get().model.puzzle.name();
        format!("<permutant.Group of {name}, order {}>", self.report.order())
    }
}
