//! All positions of the 3x3x3 with given symmetry, antisymmetry or self-inversion.
//!
//! Start at [`bound`], which reads a requirement, and [`each`]. The counts are those of
//! [`Requirement::count`](permutant_cube::symmetric_cubes::Requirement::count).

use crate::cubies;
use crate::model::Model;
use permutant_cube::model::point_group::PointGroupError;
use permutant_cube::symmetric_cubes::{Bound, Requirement, SignedGroup};
use permutant_puzzle::diagnostic::Diagnostic;
use permutant_puzzle::state::State;
use std::ops::ControlFlow;

/// Reads `D4h`, `exactly D4h` or `at least D4h`; a class alone is meant exactly.
///
/// # Errors
///
/// If there is no such class, or several share the symbol.
pub fn bound(text: &str) -> Result<Bound, PointGroupError> {
    let text = text.trim();
    let (class, exactly) = match (text.strip_prefix("exactly "), text.strip_prefix("at least ")) {
        (_, Some(class)) => (class, false),
        (Some(class), None) => (class, true),
        (None, None) => (text, true),
    };
    Ok(Bound { class: class.trim().parse()?, exactly })
}

/// Passes positions that satisfy a requirement to `found`, one of each set of positions that differ by one of the 48 symmetries or by
/// inversion, with their signed groups, until `found` breaks or `go_on` returns false.
///
/// # Errors
///
/// If the puzzle is not the 3x3x3.
pub fn each(
    model: &Model,
    requirement: &Requirement,
    go_on: impl FnMut() -> bool,
    found: &mut dyn FnMut(State, SignedGroup) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Diagnostic> {
    let mut fault = None;
    let end = requirement.each(go_on, &mut |cube| match cubies::state(model, &cube) {
        Ok(state) => found(state, SignedGroup::of(&cube)),
        Err(diagnostic) => {
            fault = Some(diagnostic);
            ControlFlow::Break(())
        }
    });
    fault.map_or(Ok(end), Err)
}
