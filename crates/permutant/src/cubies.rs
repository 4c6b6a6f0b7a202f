//! States of the 3x3x3 as cubes, and cubes as states.
//!
//! Start at [`of_state`] and [`state`].

use crate::model::{Family, Model};
use crate::position::read_facelets;
use permutant_cube::model::cubie::CubieCube;
use permutant_cube::model::facelet::{self, FaceCube};
use permutant_puzzle::diagnostic::Diagnostic;
use permutant_puzzle::state::State;

/// Whether a puzzle is the 3x3x3 of the catalog.
pub fn is_cube(model: &Model) -> bool {
    model.family == Family::Cube(3)
}

/// The cube that a state is, relative to its centres.
///
/// # Errors
///
/// If the puzzle is not the 3x3x3, or the state leaves pieces open.
pub fn of_state(model: &Model, state: &State) -> Result<CubieCube, Diagnostic> {
    let layout = model.facelets.as_ref().filter(|_| is_cube(model));
    let layout = layout.ok_or_else(|| not_a_cube(model))?;
    facelet::read(&layout.write(model.puzzle.orbits(), model.puzzle.solved(), state))
}

/// The state that a cube is.
///
/// # Errors
///
/// If the puzzle is not the 3x3x3.
pub fn state(model: &Model, cube: &CubieCube) -> Result<State, Diagnostic> {
    if !is_cube(model) {
        return Err(not_a_cube(model));
    }
    read_facelets(model, &FaceCube::from(cube).to_string(), None).map(|position| position.state)
}

fn not_a_cube(model: &Model) -> Diagnostic {
    Diagnostic::new(0..0, format!("{} is not the 3x3x3", model.puzzle.name())).expected("the puzzle 3x3x3")
}
