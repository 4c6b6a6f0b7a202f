//! Positions as rows of small numbers, one for each sticker.
//!
//! Start at [`Rows::of`] and [`position`]. On a cube the value of a sticker is the number of the face that has its colour, in the order
//! U R F D L B; on another solid the same with the faces of [`faces`]; on a puzzle that was made of lists it is the label of the point.

use crate::custom::Labels;
use crate::errors::{in_text, unsupported};
use crate::puzzle::Puzzle;
use permutant::position::{self, Position};
use permutant::puzzle::state::State;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// What a row of a puzzle consists of.
#[derive(Debug)]
enum Writing<'p> {
    /// Facelets, with the letters of the faces.
    Letters(Vec<char>),
    /// Labels.
    Labels(&'p Labels),
}

/// How rows of the puzzle are written.
fn writing(puzzle: &Puzzle) -> PyResult<Writing<'_>> {
    if let Some(labels) = &puzzle.labels {
        return Ok(Writing::Labels(labels));
    }
    if let Some(layout) = &puzzle.model.facelets {
        return Ok(Writing::Letters(layout.faces().to_vec()));
    }
    match puzzle.model.stickers() {
        Some(stickers) => Ok(Writing::Letters(stickers.text.letters())),
        None => Err(unsupported(&format!(
            "{} has no arrays of stickers; give its positions as text",
            puzzle.model.puzzle.name()
        ))),
    }
}

/// The names of the values.
pub(crate) fn faces(puzzle: &Puzzle) -> Vec<String> {
    match writing(puzzle) {
        Ok(Writing::Labels(labels)) => labels.names.clone(),
        Ok(Writing::Letters(letters)) => letters.iter().map(char::to_string).collect(),
        Err(_) => Vec::new(),
    }
}

/// The number of stickers.
pub(crate) fn count(puzzle: &Puzzle) -> PyResult<usize> {
    let model = &puzzle.model;
    writing(puzzle).map(|writing| match (writing, &model.facelets) {
        (Writing::Labels(labels), _) => labels.points,
        (_, Some(layout)) => layout.facelets().len(),
        _ => model.stickers().map_or(0, |stickers| stickers.text.len()),
    })
}

/// Reads one row.
pub(crate) fn read(puzzle: &Puzzle, row: &[u16]) -> PyResult<Position> {
    let letters = match writing(puzzle)? {
        Writing::Labels(labels) => return labels.state(&puzzle.model, row).map(Position::new),
        Writing::Letters(letters) => letters,
    };
    let mut text = String::with_capacity(row.len());
    for (at, &value) in row.iter().enumerate() {
        let letter = letters.get(usize::from(value)).ok_or_else(|| {
            let most = letters.len().saturating_sub(1);
            unsupported(&format!("sticker {at} is {value}; expected the number of a face, 0 to {most}"))
        })?;
        text.push(*letter);
    }
    let symbols: String = letters.iter().collect();
    position::read_facelets(&puzzle.model, &text, Some(&symbols)).map_err(|fault| in_text(&text, &fault))
}

/// Writes a state as a row.
pub(crate) fn write(puzzle: &Puzzle, state: &State) -> PyResult<Vec<u16>> {
    let model = &puzzle.model;
    let letters = match writing(puzzle)? {
        Writing::Labels(labels) => return Ok(labels.row(state)),
        Writing::Letters(letters) => letters,
    };
    let text = match (&model.facelets, model.stickers()) {
        (Some(layout), _) => layout.write(model.puzzle.orbits(), model.puzzle.solved(), state),
        (None, Some(stickers)) => stickers.text.write(&stickers.shape.colours(model.puzzle.solved(), state)),
        (None, None) => String::new(),
    };
    let value = |letter: char| {
        let face = letters.iter().position(|&known| known == letter);
        face.map(|face| face as u16).ok_or_else(|| unsupported("the position does not show all its stickers"))
    };
    text.chars().filter(|letter| !letter.is_whitespace()).map(value).collect()
}

/// Rows of an array.
#[derive(Debug)]
pub(crate) struct Rows {
    values: Vec<u16>,
    width: usize,
    /// Number of dimensions of the array.
    dimensions: usize,
}

impl Rows {
    /// The rows of an array of numpy; `None` if the object is no array.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        let (Ok(kind), Ok(shape)) = (object.getattr("dtype"), object.getattr("shape")) else {
            return Ok(None);
        };
        let shape: Vec<usize> = shape.extract()?;
        let (letter, bytes): (String, usize) =
            (kind.getattr("kind")?.extract()?, kind.getattr("itemsize")?.extract()?);
        if letter != "u" || bytes > 2 {
            return Err(unsupported(&format!(
                "an array of {kind} is not an array of stickers; convert it with .astype(numpy.uint8)"
            )));
        }
        let &[.., width] = &shape[..] else {
            return Err(unsupported("an array without dimensions is no position"));
        };
        if shape.len() > 2 {
            return Err(unsupported(&format!(
                "an array of {} dimensions; expected one row a position",
                shape.len()
            )));
        }
        let little = if bytes == 2 { object.call_method1("astype", ("<u2",))? } else { object.clone() };
        let raw = little.call_method0("tobytes")?;
        let raw = raw.cast::<PyBytes>()?.as_bytes();
        let values = match bytes {
            1 => raw.iter().map(|&value| u16::from(value)).collect(),
            _ => raw.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect(),
        };
        Ok(Some(Rows { values, width, dimensions: shape.len() }))
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        if self.dimensions == 1 { 1 } else { self.values.len().checked_div(self.width).unwrap_or(0) }
    }

    /// A row.
    pub(crate) fn row(&self, number: usize) -> &[u16] {
        self.values.get(number * self.width..(number + 1) * self.width).unwrap_or_default()
    }
}

/// The position of an array, or of a list of labels.
pub(crate) fn position(puzzle: &Puzzle, given: &Bound<'_, PyAny>) -> PyResult<Position> {
    if let Some(rows) = Rows::of(given)? {
        return match rows.dimensions {
            1 => checked(puzzle, rows.row(0)),
            _ => Err(unsupported("several positions; solve_many takes them")),
        };
    }
    if let Some(labels) = &puzzle.labels {
        return labels.read(given).and_then(|row| checked(puzzle, &row));
    }
    match given.extract::<Vec<u16>>() {
        Ok(row) => checked(puzzle, &row),
        Err(_) => Err(unsupported(
            "this is not a position; expected text, an array of stickers, or a position of the same puzzle",
        )),
    }
}

/// Reads a row whose length may be wrong.
pub(crate) fn checked(puzzle: &Puzzle, row: &[u16]) -> PyResult<Position> {
    let expected = count(puzzle)?;
    match row.len() == expected {
        true => read(puzzle, row),
        false => Err(unsupported(&format!(
            "{} values where {} has {expected} stickers",
            row.len(),
            puzzle.model.puzzle.name()
        ))),
    }
}
