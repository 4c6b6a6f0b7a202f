//! Whole numbers of any size between the library and Python.

use crate::errors::unsupported;
use permutant::group::UBig;
use pyo3::prelude::*;
use pyo3::types::PyInt;

/// A number as an `int`. O(bits): hexadecimal text needs no division.
pub(crate) fn int<'py>(py: Python<'py>, number: &UBig) -> PyResult<Bound<'py, PyAny>> {
    match u64::try_from(number) {
        Ok(small) => Ok(small.into_pyobject(py)?.into_any()),
        Err(_) => py.get_type::<PyInt>().call1((number.in_radix(16).to_string(), 16)),
    }
}

/// A number from an `int`, which must not be negative.
pub(crate) fn natural(number: &Bound<'_, PyInt>) -> PyResult<UBig> {
    let digits: String = number.call_method1("__format__", ("x",))?.extract()?;
    UBig::from_str_radix(&digits, 16).map_err(|_| unsupported("expected a whole number from 0"))
}
