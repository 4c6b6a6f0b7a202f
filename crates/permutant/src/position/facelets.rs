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
    let distinct =
        (0..6).all(|at| !found[..at].contains(&found[at]) && !matches!(found[at], '?' | '.' | '-'));
    let puzzle = &model.puzzle;
    let turned = puzzle.rotations().iter().any(|rotation| {
        let shown = layout.write(puzzle.orbits(), puzzle.solved(), &puzzle.solved().after(rotation));
        centres(&shown.chars().collect::<Vec<_>>()) == found
    });
    (distinct && !turned).then(|| found.into_iter().collect())
}
