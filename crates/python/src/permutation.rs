//! Permutations of points counted from 0.
//!
//! Start at [`Permutation`]. It is read "moved to": the content of point i goes to point p(i), and products act left to right, as in GAP
//! and SymPy.

use crate::errors::{in_text, unsupported};
use crate::numbers::{int, natural};
use permutant::group::cycle_notation::Notation;
use permutant::group::rank::big;
use permutant::group::{self, IBig};
use permutant::puzzle::diagnostic::Diagnostic;
use pyo3::prelude::*;
use pyo3::types::PyInt;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A permutation.
#[pyclass(frozen, module = "permutant")]
#[derive(Clone, Debug)]
pub(crate) struct Permutation(pub(crate) group::Permutation);

/// The most points that are numbered.
const MOST: usize = Notation::LARGEST_DEGREE;

fn bounded(count: usize) -> PyResult<()> {
    if count > MOST { Err(unsupported(&format!("{count} points; expected at most {MOST}"))) } else { Ok(()) }
}

/// The points of a list, or of an array.
fn points(list: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
    bounded(list.len()?)?;
    let given = list.try_iter().and_then(|items| items.map(|item| item?.extract()).collect());
    given.map_err(|_| unsupported("a permutation is a list of points, whole numbers from 0"))
}

fn of_images(images: &[u32]) -> PyResult<Permutation> {
    group::Permutation::from_moved_to(images).map(Permutation).map_err(|fault| unsupported(&fault))
}

/// The permutation that a text of cycles denotes, with points counted from 1.
pub(crate) fn read(text: &str, degree: usize) -> PyResult<group::Permutation> {
    bounded(degree)?;
    Notation::from_one().least_degree(degree).read(text).map_err(|fault| {
        let place = fault.offset..fault.offset + fault.length;
        let message = format!("this is not a permutation: {}", fault.found);
        in_text(text, &Diagnostic::new(place, message).expected(&fault.expected))
    })
}

#[pymethods]
impl Permutation {
    #[new]
    fn new(images: &Bound<'_, PyAny>) -> PyResult<Self> {
        Permutation::from_moved_to(images)
    }

    /// From a list in which entry i is the point to which i goes.
    #[staticmethod]
    fn from_moved_to(images: &Bound<'_, PyAny>) -> PyResult<Self> {
        of_images(&points(images)?)
    }

    /// From a list in which entry i is the point whose content comes to i.
    #[staticmethod]
    fn from_replaced_by(sources: &Bound<'_, PyAny>) -> PyResult<Self> {
        group::Permutation::from_replaced_by(&points(sources)?)
            .map(Permutation)
            .map_err(|fault| unsupported(&fault))
    }

    /// From cycles as in GAP, with points counted from 1.
    #[staticmethod]
    #[pyo3(signature = (text, degree=0))]
    fn from_cycles(text: &str, degree: usize) -> PyResult<Self> {
        read(text, degree).map(Permutation)
    }

    #[staticmethod]
    fn identity(degree: usize) -> PyResult<Self> {
        bounded(degree)?;
        Ok(Permutation(group::Permutation::identity(degree)))
    }

    /// The permutation with this rank in the lexicographic order of "moved to" lists.
    #[staticmethod]
    fn unrank(rank: &Bound<'_, PyInt>, degree: usize) -> PyResult<Self> {
        let images = big::unrank(degree, &natural(rank)?, degree).map_err(|fault| unsupported(&fault))?;
        of_images(&images)
    }

    fn rank<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rank = big::rank(self.0.degree(), &self.0.moved_to()).map_err(|fault| unsupported(&fault))?;
        int(py, &rank)
    }

    #[getter]
    fn degree(&self) -> usize {
        self.0.degree()
    }

    #[getter]
    fn moved_to(&self) -> Vec<u32> {
        self.0.moved_to()
    }

    #[getter]
    fn replaced_by(&self) -> Vec<u32> {
        self.0.replaced_by()
    }

    /// The cycles of at least two points.
    #[getter]
    fn cycles(&self) -> Vec<Vec<u32>> {
        self.0.cycles()
    }

    /// How many cycles of each length there are, fixed points included.
    #[getter]
    fn cycle_type(&self) -> BTreeMap<usize, usize> {
        self.0.cycle_type()
    }

    /// The least positive power that is the identity.
    #[getter]
    fn order<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        int(py, &self.0.order())
    }

    /// 0 if the permutation is even, 1 if it is odd.
    #[getter]
    fn parity(&self) -> u8 {
        u8::from(!self.0.is_even())
    }

    #[getter]
    fn is_identity(&self) -> bool {
        self.0.is_identity()
    }

    /// First this one, then the other: `(p.then(q))(i) == q(p(i))`.
    fn then(&self, other: &Bound<'_, Permutation>) -> Self {
        Permutation(self.0.then(&other.get().0))
    }

    /// First the other one, then this: `(p.after(q))(i) == p(q(i))`.
    fn after(&self, other: &Bound<'_, Permutation>) -> Self {
        Permutation(other.get().0.then(&self.0))
    }

    fn __mul__(&self, other: &Bound<'_, Permutation>) -> Self {
        self.then(other)
    }

    fn inverse(&self) -> Self {
        Permutation(self.0.inverse())
    }

    fn __invert__(&self) -> Self {
        self.inverse()
    }

    fn power(&self, exponent: &Bound<'_, PyInt>) -> PyResult<Self> {
        // In decimal, Python refuses numbers of more than 4300 digits.
        let digits: String = exponent.call_method1("__format__", ("x",))?.extract()?;
        let exponent =
            IBig::from_str_radix(&digits, 16).map_err(|_| unsupported("expected a whole number"))?;
        Ok(Permutation(self.0.power_big(&exponent)))
    }

    fn __pow__(&self, exponent: &Bound<'_, PyInt>, modulus: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        match modulus {
            None => self.power(exponent),
            Some(_) => Err(unsupported("powers of permutations have no modulus")),
        }
    }

    /// `by.inverse() * self * by`.
    fn conjugate(&self, by: &Bound<'_, Permutation>) -> Self {
        Permutation(self.0.conjugate(&by.get().0))
    }

    /// `self.inverse() * other.inverse() * self * other`.
    fn commutator(&self, other: &Bound<'_, Permutation>) -> Self {
        Permutation(self.0.commutator(&other.get().0))
    }

    fn __call__(&self, point: u32) -> u32 {
        self.0.image(point)
    }

    /// Cycles as GAP reads them, with points counted from 1.
    fn gap(&self) -> String {
        Notation::from_one().write_cycles(&self.0)
    }

    /// An expression of SymPy.
    fn sympy(&self) -> String {
        let images: Vec<String> = self.0.moved_to().iter().map(ToString::to_string).collect();
        format!("Permutation([{}])", images.join(", "))
    }

    fn __len__(&self) -> usize {
        self.0.degree()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Permutation>().is_ok_and(|other| self.0 == other.get().0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.gap()
    }

    fn __repr__(&self) -> String {
        format!("permutant.Permutation.from_cycles({:?}, {})", self.gap(), self.0.degree())
    }
}
