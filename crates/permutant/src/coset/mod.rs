//! All positions of a coset by distance.
//!
//! Start at [`run`]. The positions of a coset of a subgroup are those that moves of the subgroup, made before a scramble, turn into
//! each other; all of them enter the subgroup by the same moves. Cosets of ⟨U, D, R2, F2, L2, B2⟩ of the 3x3x3, along any of the three
//! axes, have an engine of their own (`large`). Cosets of any other subgroup, of any puzzle, are counted and listed by
//! [`permutant_analysis::state::coset`] (`general`).

mod general;
mod large;
mod request;

pub use permutant_analysis::state::coset::{CosetError as GeneralError, Listed};
pub use permutant_cube::coset::{CHECKPOINT_BYTES, CosetError, Saves, Unkept, WriteTo};
pub use request::{Aim, CosetRunError, Counting, Report, Request};

use crate::model::Model;
use permutant_search::limits::Control;
use std::ops::ControlFlow;

/// Counts the positions of a coset, and passes those at known distances to `on_listed`, if it is given, as they are found.
///
/// A coset of 19 508 428 800 positions takes about half a minute of CPU time for [`Aim::Within`] 20 turns, and 3.8 GB of memory; it is
/// not listed. Any other takes a byte for each position and the tables of a search.
///
/// # Errors
///
/// [`CosetRunError`], before any work is done. What stops the count later is told by the report.
pub fn run(
    model: &Model,
    request: &Request<'_>,
    control: &Control<'_>,
    on_listed: Option<&mut dyn FnMut(Listed) -> ControlFlow<()>>,
) -> Result<Report, CosetRunError> {
    if request.position.goal.is_some() {
        return Err(CosetRunError::Ignored);
    }
    match large::held(model, request).filter(|_| on_listed.is_none()) {
        Some(held) => large::run(model, request, held, control),
        None => general::run(model, request, control, on_listed),
    }
}
