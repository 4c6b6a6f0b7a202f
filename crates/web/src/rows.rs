//! A position as numbers: the form in which the engine that plays, the one that works, and addresses exchange
//! positions.
//!
//! Start at [`write()`] and [`read`]. The word `rows` is followed, for each set of pieces, by `_` and its slots in
//! order, separated by points. A slot is the number of its piece, then `-` and the orientation unless that is 0, then
//! `*` and the modulus to which the orientation is known unless that is the number of orientations of the set:
//! `rows_1.0.2_0-2.1-1`. Every position of every puzzle can be written in this form, and reading it takes little code.
//! Where parts that are no pieces are not in their solved places, `_c` and what each of them shows follow. In addresses no character of it
//! is escaped.

use crate::error::PageError;
use permutant::puzzle::orbit::Orbit;
use permutant::puzzle::picture::{Look, Loose};
use permutant::puzzle::puzzle::Puzzle;
use permutant::puzzle::state::{OrbitState, State};

const WORD: &str = "rows";
/// What stands before the parts that are no pieces.
const LOOSE: &str = "_c";

/// Whether a text is meant to be such a position.
pub fn is_rows(text: &str) -> bool {
    text.trim_start().strip_prefix(WORD).is_some_and(|rest| rest.starts_with('_'))
}

/// Writes a state of a puzzle in the form that [`read`] reads. O(slots).
pub fn write(puzzle: &Puzzle, state: &State, loose: &Loose) -> String {
    let mut text = WORD.to_string();
    for (row, orbit) in state.orbits.iter().zip(puzzle.orbits()) {
        for (slot, piece) in row.pieces.iter().enumerate() {
            text.push(if slot == 0 { '_' } else { '.' });
            text.push_str(&piece.to_string());
            for (sign, number, usual) in
                [('-', row.orientations[slot], 0), ('*', row.moduli[slot], orbit.orientations)]
            {
                if number != usual {
                    text.push(sign);
                    text.push_str(&number.to_string());
                }
            }
        }
    }
    if !loose.is_home() {
        for (at, part) in loose.shown().iter().enumerate() {
            text.push_str(if at == 0 { LOOSE } else { "." });
            text.push_str(&part.to_string());
        }
    }
    text
}

/// Reads where the parts are that are no pieces; `None` if the text does not say it, as they are in their solved places. O(text).
///
/// # Errors
///
/// If the text puts other things there.
pub fn read_loose(look: &Look, text: &str) -> Result<Option<Loose>, PageError> {
    let Some((_, shown)) = text.trim().split_once(LOOSE) else { return Ok(None) };
    let shown = shown.split('.').map(|part| part.parse().ok()).collect::<Option<Vec<usize>>>();
    let loose = shown.and_then(|shown| Loose::of(look, shown));
    loose.map(Some).ok_or_else(|| PageError::new("the centres cannot be like this"))
}

/// Reads a state of a puzzle. O(text).
///
/// # Errors
///
/// If the text is not a position of the puzzle.
pub fn read(puzzle: &Puzzle, text: &str) -> Result<State, PageError> {
    let unreadable = || PageError::new(&format!("this is not a position of {}", puzzle.name()));
    let pieces = text.trim().split(LOOSE).next().unwrap_or_default();
    let rest = pieces.strip_prefix(WORD).and_then(|rest| rest.strip_prefix('_')).ok_or_else(unreadable)?;
    let rows: Vec<&str> = rest.split('_').collect();
    if rows.len() != puzzle.orbits().len() {
        return Err(unreadable());
    }
    let orbits = rows.into_iter().zip(puzzle.orbits()).map(|(text, orbit)| row(text, orbit));
    let orbits = orbits.collect::<Option<Vec<_>>>().ok_or_else(unreadable)?;
    puzzle.admit(State { orbits }).map_err(|fault| PageError::new(&fault))
}

/// A row of slots; `None` if the text contains anything but numbers and signs.
fn row(text: &str, orbit: &Orbit) -> Option<OrbitState> {
    let mut row = OrbitState { pieces: Vec::new(), orientations: Vec::new(), moduli: Vec::new() };
    for slot in text.split('.') {
        let (slot, modulus) = divided(slot, '*', orbit.orientations)?;
        let (slot, orientation) = divided(slot, '-', 0)?;
        row.pieces.push(slot.parse().ok()?);
        row.orientations.push(orientation);
        row.moduli.push(modulus);
    }
    Some(row)
}

/// The text before a sign, and the number after it.
fn divided(text: &str, sign: char, usual: u16) -> Option<(&str, u16)> {
    match text.split_once(sign) {
        None => Some((text, usual)),
        Some((before, number)) => Some((before, number.parse().ok()?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use permutant::algorithm;
    use permutant::model::Model;
    use permutant::position;
    use permutant::position::Position;

    #[test]
    fn what_is_written_is_read_again() {
        let unoriented = "Name n\nSet A 3 4\nSolved\nA\n1 1 2\n? ? 0\nEnd\nMove r\nA\n2 3 1\n1 0 0\nEnd\n";
        for (name, text) in [
            ("3x3x3", "R U2 F' M"),
            ("5x5x5", "R 2U"),
            ("m24", "a b"),
            ("slide:4x4", "R D"),
            (unoriented, "r"),
        ] {
            let model = Model::find(name).or_else(|_| Model::from_any(name)).unwrap();
            let start = model.puzzle.solved();
            let turns = algorithm::read_from(&model.puzzle, start, text).unwrap();
            let state = Position::after(&model.puzzle, start, &turns).unwrap().state;
            let text = write(&model.puzzle, &state, &Loose::default());
            assert!(is_rows(&text));
            assert_eq!(read(&model.puzzle, &text), Ok(state.clone()), "{text}");
            // The other notations of a position give the same result.
            let other = position::write(&model, &state).unwrap();
            assert_eq!(position::read(&model, &other, None).unwrap().state, state, "{name}");
        }
        let cube = Model::find("2x2x2").unwrap().puzzle;
        assert_eq!(write(&cube, cube.solved(), &Loose::default()), "rows_0.1.2.3.4.5.6.7");
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let cube = Model::find("2x2x2").unwrap().puzzle;
        for text in [
            "",
            "rows",
            "rows_",
            "rows_0.1.2.3.4.5.6",
            "rows_0.1.2.3.4.5.6.7_0",
            "rows_0.1.2.3.4.5.6.6",
            "rows_0.1.2.3.4.5.6.7-3",
            "rows_0.1.2.3.4.5.6.7*0",
            "rows_0.1.2.3.4.5.6.7*1",
            "rows_0.1.2.3.4.5.6.70000",
            "rows_0.1.2.3.4.5.6.7-",
            "rows_0.1.2.3.4.5.6.é",
            "R U",
        ] {
            assert!(read(&cube, text).is_err(), "{text}");
        }
    }
}
