//! Positions as they are given: text, or stickers.
//!
//! Start at [`position`]. The value of a sticker is the number of the face that has its colour, in the order of [`faces`].

use crate::fault::Fault;
use crate::request::Given;
use permutant::model::Model;
use permutant::position::{self, Position};
use permutant::puzzle::state::State;

/// The letters of the faces; `None` if the puzzle has no facelet strings.
pub(crate) fn faces(model: &Model) -> Option<Vec<char>> {
    match &model.facelets {
        Some(layout) => Some(layout.faces().to_vec()),
        None => Some(model.stickers()?.text.letters()),
    }
}

/// The number of stickers; 0 if the puzzle has no facelet strings.
pub(crate) fn stickers(model: &Model) -> usize {
    match &model.facelets {
        Some(layout) => layout.facelets().len(),
        None => model.stickers().map_or(0, |stickers| stickers.text.len()),
    }
}

/// The facelet string of a state.
pub(crate) fn facelets(model: &Model, state: &State) -> Option<String> {
    let solved = model.puzzle.solved();
    match &model.facelets {
        Some(layout) => Some(layout.write(model.puzzle.orbits(), solved, state)),
        None => {
            let stickers = model.stickers()?;
            Some(stickers.text.write(&stickers.shape.colours(solved, state)))
        }
    }
}

/// The position that was given.
pub(crate) fn position(model: &Model, given: &Given) -> Result<Position, Fault> {
    let Given { text, faces: symbols, stickers } = given;
    let Some(row) = stickers else {
        return position::read(model, text, symbols.as_deref()).map_err(|fault| Fault::in_text(text, &fault));
    };
    let letters = faces(model).ok_or_else(|| {
        let name = model.puzzle.name();
        Fault::unsupported(&format!("{name} has no arrays of stickers; give its positions as text"))
    })?;
    let letter = |(at, &value): (usize, &u16)| {
        letters.get(usize::from(value)).ok_or_else(|| {
            let most = letters.len().saturating_sub(1);
            Fault::unsupported(&format!(
                "sticker {at} is {value}; expected the number of a face, 0 to {most}"
            ))
        })
    };
    let text = row.iter().enumerate().map(letter).collect::<Result<String, _>>()?;
    let symbols: String = letters.iter().collect();
    position::read_facelets(model, &text, Some(&symbols)).map_err(|fault| Fault::in_text(&text, &fault))
}

/// The state that was given, with all its pieces.
pub(crate) fn state(model: &Model, given: &Given) -> Result<State, Fault> {
    let Position { state, goal } = position(model, given)?;
    match goal {
        None => Ok(state),
        Some(_) => Err(Fault::unsupported("the position is incomplete: some of its pieces are not given")),
    }
}
