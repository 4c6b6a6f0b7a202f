//! Positions as facelets and stickers, some of which may be ignored.
//!
//! Start at [`read_facelets`].

use super::start::Position;
use crate::model::{Family, Model, Stickers};
use crate::solver::Solver;
use permutant_puzzle::diagnostic::Diagnostic;
use permutant_puzzle::geometry::Seen;
use permutant_puzzle::picture::Painted;
use permutant_search::limits::Control;

/// Reads a facelet string. The user's list assigns symbols to faces; otherwise the symbols are the letters of the faces, or the centres
/// of an odd cube identify them.
pub fn read_facelets(model: &Model, text: &str, faces: Option<&str>) -> Result<Position, Diagnostic> {
    let Some(layout) = &model.facelets else {
        let stickers = model.stickers().ok_or_else(|| no_facelets(model, text))?;
        return read_stickers(model, stickers, text, faces);
    };
    let by_centres = faces.is_none().then(|| centre_symbols(model, text)).flatten();
    let faces = faces.map(str::to_string).or(by_centres);
    layout.read(model.puzzle.definition(), text, faces.as_deref()).map(Position::from)
}

/// Checks the symbols that a user gives to the faces, also where no facelets follow that would use them.
///
/// # Errors
///
/// If they are not one symbol for each face, all different and none that stands for facelets that do not matter, or if the puzzle has no
/// facelet strings.
pub fn check_faces(model: &Model, symbols: &str) -> Result<(), FacesError> {
    let letters = || model.stickers().map(|stickers| stickers.text.letters());
    let faces = model.facelets.as_ref().map(|layout| layout.faces().to_vec()).or_else(letters);
    let faces = faces.ok_or_else(|| FacesError::NoFacelets { puzzle: model.puzzle.name().to_string() })?;
    let given: Vec<char> = symbols.chars().filter(|c| !c.is_whitespace()).collect();
    let distinct = given.iter().enumerate().all(|(at, symbol)| !given[..at].contains(symbol));
    match given.len() == faces.len() && distinct && !given.iter().any(|&symbol| is_wild(symbol)) {
        true => Ok(()),
        false => Err(FacesError::Symbols {
            given: symbols.to_string(),
            count: faces.len(),
            faces: faces.into_iter().collect(),
        }),
    }
}

/// What is wrong with the symbols of faces.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FacesError {
    /// The puzzle has no facelets.
    #[error("{puzzle} has no facelet strings")]
    NoFacelets {
        /// Its name.
        puzzle: String,
    },
    /// The symbols do not stand for one face each.
    #[error(
        "'{given}' is not one symbol for each face; expected {count} different symbols for the faces {faces}"
    )]
    Symbols {
        /// What the user gave.
        given: String,
        /// The number of faces.
        count: usize,
        /// Their letters.
        faces: String,
    },
}

/// Reads the stickers of a solid. If the colours fit several positions, a solvable one is chosen; turns of pieces that do not show, as
/// those of the centres of a supercube, do not matter.
fn read_stickers(
    model: &Model,
    stickers: &Stickers,
    text: &str,
    faces: Option<&str>,
) -> Result<Position, Diagnostic> {
    let puzzle = &model.puzzle;
    let Painted { colours, places } = stickers.text.read(puzzle.name(), text, faces)?;
    let read = stickers.shape.read_colours(puzzle.orbits(), puzzle.solved(), &colours);
    let state = read.map_err(|fault| {
        let first = fault.stickers().first().and_then(|&sticker| places.get(sticker)).cloned();
        Diagnostic::new(first.unwrap_or(0..text.len()), fault.to_string())
            .expected("the colours of a piece, in the same order around it as on the puzzle")
            .help(format!("the faces are {}", stickers.text.legend()))
    })?;
    let seen = Seen::new(&stickers.shape, puzzle.orbits(), puzzle.solved());
    if seen.tells_all() {
        return Ok(Position::new(state));
    }
    let found = Solver::new(model).solvability_as_seen(&state, &seen, &Control::new()).state;
    let is_found = found.is_some();
    let state = found.unwrap_or(state);
    match (seen.with_seen_turns(&state), seen.with_seen_turns(puzzle.solved())) {
        (Some(state), Some(goal)) if !puzzle.is_restricted() => Ok(Position { state, goal: Some(goal) }),
        // Which moves are possible may depend on turns that do not show.
        (Some(_), _) if !is_found => {
            let message = format!("these colours do not determine the position of {}", puzzle.name());
            Err(Diagnostic::new(0..text.len(), message).expected("an algorithm, or a file with a position"))
        }
        _ => Ok(Position::new(state)),
    }
}

pub(super) fn no_facelets(model: &Model, text: &str) -> Diagnostic {
    let message = format!("{} has no facelet strings", model.puzzle.name());
    Diagnostic::new(0..text.len(), message).expected("an algorithm, or a file with a position")
}

/// Whether a symbol stands for a facelet that does not matter.
fn is_wild(symbol: char) -> bool {
    matches!(symbol, '?' | '.' | '-')
}

/// The symbols of the centres of an odd cube in the order of faces, if they identify the faces: all six differ, and they are not the
/// letters of the faces as some rotation of the cube would show them.
fn centre_symbols(model: &Model, text: &str) -> Option<String> {
    let (Family::Cube(size), Some(layout)) = (model.family, &model.facelets) else { return None };
    let symbols: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    if size % 2 == 0 || symbols.len() != layout.facelets().len() {
        return None;
    }
    let area = usize::from(size) * usize::from(size);
    let centres = |symbols: &[char]| (0..6).map(|face| symbols[face * area + area / 2]).collect::<Vec<_>>();
    let found = centres(&symbols);
    let distinct = (0..6).all(|at| !found[..at].contains(&found[at]) && !is_wild(found[at]));
    let puzzle = &model.puzzle;
    let turned = puzzle.rotations().iter().any(|rotation| {
        let shown = layout.write(puzzle.orbits(), puzzle.solved(), &puzzle.solved().after(rotation));
        centres(&shown.chars().collect::<Vec<_>>()) == found
    });
    (distinct && !turned).then(|| found.into_iter().collect())
}
