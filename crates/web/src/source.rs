//! A puzzle from the text that a user writes: a name, a description, or the whole text of a definition.
//!
//! Start at [`model`], and [`state`] for its positions.

use crate::error::PageError;
#[cfg(feature = "work")]
use crate::rows;
#[cfg(feature = "work")]
use permutant::algorithm;
use permutant::model::Model;
#[cfg(feature = "work")]
use permutant::model::ModelError;
#[cfg(feature = "work")]
use permutant::position::line_kind::LineKind;
#[cfg(feature = "work")]
use permutant::position::{self, Position};
use permutant::puzzle::catalog::NotFound;
#[cfg(feature = "work")]
use permutant::puzzle::moves::Turn;
use permutant::puzzle::picture::Look;
#[cfg(feature = "work")]
use permutant::puzzle::picture::Loose;
#[cfg(feature = "work")]
use permutant::puzzle::state::State;

/// Whether a text is a definition rather than a name: it has several lines, is a JSON object, or lists generators for
/// GAP.
pub fn is_definition(text: &str) -> bool {
    let text = text.trim();
    text.contains(['\n', '\r']) || text.starts_with('{') || text.contains(":=")
}

/// The greatest number of layers of a cube that a page draws: forty thousand stickers, and moves of as many pieces each.
pub const MOST_LAYERS: usize = 81;

/// The appearance of a puzzle.
///
/// # Errors
///
/// If it is too large to be drawn.
pub fn look(model: &Model) -> Result<Look, PageError> {
    let too_large = || PageError::new(&format!("{} has too many pieces to be drawn", model.puzzle.name()));
    model.look().ok_or_else(too_large)
}

/// The number of layers of a cube of that name.
fn layers(name: &str) -> Option<usize> {
    let sides: Option<Vec<usize>> = name.trim().split(['x', 'X']).map(|side| side.parse().ok()).collect();
    match sides?[..] {
        [a, b, c] if a == b && b == c => Some(a),
        _ => None,
    }
}

/// The puzzle that a text names or, with the feature `work`, defines.
///
/// # Errors
///
/// If there is no such puzzle, or the text contains an error.
pub fn model(text: &str) -> Result<Model, PageError> {
    if is_definition(text) {
        return defined(text);
    }
    // The moves of the largest cubes take more memory than a page has, so they are refused by their name.
    if layers(text).is_some_and(|layers| layers > MOST_LAYERS) {
        let message = format!("a page draws cubes of at most {MOST_LAYERS} layers");
        return Err(PageError::new(&message));
    }
    Model::find(text).map_err(|fault| match fault {
        NotFound::Description { description, fault } if description == text => {
            PageError::in_text(text, fault)
        }
        fault => PageError::new(&fault),
    })
}

#[cfg(feature = "work")]
fn defined(text: &str) -> Result<Model, PageError> {
    Model::from_any(text).map_err(|fault| match fault {
        ModelError::Text(fault) => PageError::in_text(text, fault),
        ModelError::Puzzle(fault) => PageError::new(&fault),
    })
}

#[cfg(not(feature = "work"))]
fn defined(_: &str) -> Result<Model, PageError> {
    Err(PageError::new("this engine does not read definitions"))
}

/// The position of a puzzle that a text describes, with parts possibly unknown: [`rows`], or any form that the library
/// reads.
///
/// # Errors
///
/// If the text is not a position of the puzzle.
#[cfg(feature = "work")]
pub fn position(model: &Model, text: &str) -> Result<Position, PageError> {
    if rows::is_rows(text) {
        return rows::read(&model.puzzle, text).map(Position::new);
    }
    position::read(model, text, None).map_err(|fault| PageError::in_text(text, fault))
}

/// The state that a text describes.
///
/// # Errors
///
/// If the text is not a position of the puzzle, or leaves something open.
#[cfg(feature = "work")]
pub fn state(model: &Model, text: &str) -> Result<State, PageError> {
    let Position { state, goal } = position(model, text)?;
    match goal {
        None => Ok(state),
        Some(_) => Err(PageError::new(
            "this position is incomplete; give the place and the orientation of every piece",
        )),
    }
}

/// Where the parts are that are no pieces, as far as the text of a position says it: an algorithm carries them, and [`rows`] may name them.
///
/// # Errors
///
/// If the text puts other things there.
#[cfg(feature = "work")]
pub fn loose(model: &Model, look: &Look, text: &str) -> Result<Option<Loose>, PageError> {
    if rows::is_rows(text) {
        return rows::read_loose(look, text);
    }
    let home = Loose::home(look);
    if home.shown().is_empty() || LineKind::of(model, text, false) != LineKind::Algorithm {
        return Ok(None);
    }
    Ok(algorithm::read(&model.puzzle, text).ok().map(|turns| {
        let mut loose = home;
        loose.turn(look, &turns);
        loose
    }))
}

/// Turns from the solved state as text.
#[cfg(feature = "work")]
pub fn write(model: &Model, turns: &[Turn]) -> String {
    algorithm::write_from(&model.puzzle, model.puzzle.solved(), turns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "work")]
    #[test]
    fn a_position_is_whole() {
        let cube = model("2x2x2").unwrap();
        let solved = cube.puzzle.solved();
        assert_eq!(state(&cube, "UUUURRRRFFFFDDDDLLLLBBBB").as_ref(), Ok(solved));
        assert_eq!(state(&cube, "R R'").as_ref(), Ok(solved));
        assert!(state(&cube, "UUUU????????????????????").unwrap_err().message.contains("incomplete"));
        assert!(position(&cube, "UUUU????????????????????").is_ok());
        assert!(state(&cube, "{").is_err() && state(&cube, "R Q").unwrap_err().span.is_some());
    }

    #[test]
    fn what_no_page_holds_is_refused() {
        assert_eq!(
            (layers("3x3x3"), layers(" 12X12x12"), layers("2x3x4"), layers("cube")),
            (Some(3), Some(12), None, None)
        );
        for name in ["82x82x82", "255x255x255"] {
            assert!(model(name).is_err_and(|fault| fault.message.contains("at most 81 layers")), "{name}");
        }
    }

    #[cfg(feature = "work")]
    #[test]
    fn names_and_texts() {
        assert_eq!(model("3x3x3").unwrap().puzzle.name(), "3x3x3");
        assert_eq!(model("a := (1,2,3); b := (3,4);").unwrap().puzzle.generators().count(), 2);
        let fault = model("positions = 3\n[[track]]\nname = \"r\"\ncycle = [1, 2, 4]\n").unwrap_err();
        assert_eq!(fault.span, Some([43, 52]), "{fault:?}");
        assert!(model("c f 7/3").unwrap_err().span.is_some());
        assert!(model("no puzzle").unwrap_err().span.is_none());
    }
}
