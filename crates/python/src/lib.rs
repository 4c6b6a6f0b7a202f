//! The library as Python calls it: the module `permutant._native`.
//!
//! Start at `puzzle_calls` and `position_calls`, and at [`work`] for the way in which every long call runs: without the interpreter's
//! lock, with Ctrl-C, with panics turned into exceptions. The package around this module, with its types, exceptions and tests, is in
//! `python/` at the root. No rule of a puzzle and no algorithm is here.

use pyo3::prelude::*;

mod batch;
mod choices;
mod custom;
mod errors;
mod given;
mod god;
mod group;
mod improvements;
mod numbers;
mod orders;
mod permutation;
mod picture;
mod position;
mod position_calls;
mod puzzle;
mod puzzle_calls;
mod rows;
mod solution;
mod solving;
mod tables;
mod work;

/// The module.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<puzzle::Puzzle>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<solution::Solution>()?;
    module.add_class::<batch::Solutions>()?;
    module.add_class::<improvements::Improvements>()?;
    module.add_class::<permutation::Permutation>()?;
    module.add_class::<picture::Picture>()?;
    module.add_class::<group::Group>()?;
    module.add_class::<god::GodsCount>()?;
    module.add_class::<orders::SequenceOrder>()?;
    module.add_function(wrap_pyfunction!(tables::set_tables, module)?)?;
    module.add_function(wrap_pyfunction!(tables::tables, module)?)?;
    module.add_function(wrap_pyfunction!(tables::build_table, module)?)?;
    module.add_function(wrap_pyfunction!(puzzle_calls::puzzles, module)?)
}
