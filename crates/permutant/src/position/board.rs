//! Positions of puzzles whose pieces are numbered tiles in the plane, as rows of numbers: `1 2 3 4 5 6 8 7 0`.
//!
//! Start at [`read`], [`is_meant`] and [`grid`]. The format serves puzzles in which a single set of pieces, without orientations,
//! determines the position: sliding tiles, the torus, rings, a top spin. Slots come in their order, on a board row by row; `0` or `_`
//! is the hole. If there are identical pieces, a number is that of the kind. Without a hole, the numbers of a text that contains 0 are
//! counted from 0.

use crate::model::Model;
use permutant_puzzle::diagnostic::Diagnostic;
use permutant_puzzle::picture::{Outline, Plane};
use permutant_puzzle::state::State;

/// Shorter lists of numbers may be moves.
const FEWEST: usize = 4;

/// The words of a text; slashes or bars may also end rows, and brackets enclose all, as lists of programs.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let trimmed = text.trim();
    let inner = trimmed.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    inner
        .unwrap_or(trimmed)
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | '/' | '|'))
        .filter(|word| !word.is_empty())
}

/// Whether a puzzle has such positions: its first set consists of tiles, and the other sets carry no information, as all their pieces
/// are identical (for a sliding puzzle, the hand that moves the hole).
fn has_board(model: &Model) -> bool {
    let orbits = model.puzzle.orbits().iter().zip(&model.puzzle.solved().orbits).enumerate();
    !model.puzzle.orbits().is_empty()
        && orbits.into_iter().all(|(number, (set, row))| {
            set.orientations == 1 && (number == 0 || row.pieces.iter().all(|piece| *piece == row.pieces[0]))
        })
}

/// Whether a text is intended as a board: only numbers and holes, at least four of them, or one for each place if no move is a number.
pub(crate) fn is_meant(model: &Model, text: &str) -> bool {
    let fits = |count: usize| {
        count >= FEWEST || BoardLines::of(model).is_some_and(|board| count > 1 && count == board.places)
    };
    has_board(model) && fits(words(text).count()) && words(text).all(is_number)
}

/// Combines lines that each hold rows of a board, as written by [`grid`], into complete boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardLines {
    places: usize,
}

impl BoardLines {
    /// `None` if lines of numbers are not rows: the puzzle has no boards, or it has a move whose name is a number.
    pub fn of(model: &Model) -> Option<Self> {
        let has_number = model.puzzle.names().any(is_number);
        (has_board(model) && !has_number)
            .then(|| BoardLines { places: model.puzzle.orbits()[0].pieces.into() })
    }

    /// Whether a text is the beginning of a board that continues in the following lines.
    pub fn is_begun(self, text: &str) -> bool {
        let count = words(text).count();
        (1..self.places).contains(&count) && words(text).all(is_number)
    }
}

fn is_number(word: &str) -> bool {
    word == "_" || word.len() <= 5 && word.bytes().all(|b| b.is_ascii_digit())
}

/// The piece that is not a tile, if there is one.
fn hole(model: &Model) -> Option<u16> {
    model.plane.as_ref()?.blank.map(|(_, piece)| piece)
}

/// Reads a board. O(slots).
///
/// # Errors
///
/// If there are too few or too many numbers, or numbers other than those of the tiles.
pub(crate) fn read(model: &Model, text: &str) -> Result<State, Diagnostic> {
    let name = model.puzzle.name();
    let mut state = model.puzzle.solved().clone();
    let home = state.orbits[0].pieces.clone();
    let span = |word: &str| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        start..start + word.len()
    };
    let found: Vec<&str> = words(text).collect();
    if found.len() != home.len() {
        let end = text.trim_end().len();
        let place = found.get(home.len()).map_or(end..end, |word| span(word));
        return Err(Diagnostic::new(
            place,
            format!("{} numbers where {name} has {} places", found.len(), home.len()),
        )
        .expected("a number for each place, row by row, 0 or _ for the hole"));
    }
    let hole = hole(model);
    let is_zero = |word: &str| word.bytes().all(|b| b == b'0');
    let first = u16::from(hole.is_some() || !found.iter().any(|word| is_zero(word)));
    let mut left = home.clone();
    for (slot, word) in found.iter().enumerate() {
        let piece = match hole {
            Some(hole) if *word == "_" || is_zero(word) => Some(hole),
            _ => word.parse::<u16>().ok().and_then(|number| number.checked_sub(first)),
        };
        let at = piece.and_then(|piece| left.iter().position(|&other| other == piece));
        let Some((at, piece)) = at.zip(piece) else {
            let known = piece.is_some_and(|piece| home.contains(&piece));
            let message = match known {
                true => format!("{word} occurs too often"),
                false => format!("{name} has no piece {word}"),
            };
            let missing = left.first().map_or(String::new(), |&piece| match hole == Some(piece) {
                true => "_".to_string(),
                false => (piece + first).to_string(),
            });
            return Err(Diagnostic::new(span(word), message)
                .expected("the numbers of the solved board, each as often")
                .help(format!("{missing} is missing")));
        };
        left.remove(at);
        state.orbits[0].pieces[slot] = piece;
    }
    let solved = &model.puzzle.solved().orbits[0];
    for slot in 0..home.len() {
        let at = home.iter().position(|other| *other == state.orbits[0].pieces[slot]).unwrap_or(slot);
        (state.orbits[0].orientations[slot], state.orbits[0].moduli[slot]) =
            (solved.orientations[at], solved.moduli[at]);
    }
    Ok(state)
}

fn shown(model: &Model, piece: u16) -> String {
    if hole(model) == Some(piece) { "_".into() } else { (piece + 1).to_string() }
}

/// The rows of a board in the plane, with `_` for the hole; `None` if the puzzle is not a board of equal rows.
pub fn grid(model: &Model, state: &State) -> Option<String> {
    let columns = columns(model.plane.as_ref()?).filter(|_| has_board(model))?;
    let words: Vec<String> = state.orbits[0].pieces.iter().map(|&piece| shown(model, piece)).collect();
    let width = words.iter().map(String::len).max().unwrap_or(1);
    let row = |row: &[String]| row.iter().map(|word| format!("{word:>width$}")).collect::<Vec<_>>().join(" ");
    Some(words.chunks(columns).map(row).collect::<Vec<_>>().join("\n"))
}

/// The number of columns of a board, if its slots form equal rows in their order.
fn columns(plane: &Plane) -> Option<usize> {
    let places: Vec<[f64; 2]> = plane.parts.iter().map(|part| middle(&part.outline)).collect();
    let is_numbered = plane.parts.iter().enumerate().all(|(at, part)| usize::from(part.slot) == at);
    let first = places.first()?;
    let columns = places.iter().take_while(|place| (place[1] - first[1]).abs() < 0.01).count();
    let same = |a: f64, b: f64| (a - b).abs() < 0.01;
    let in_rows = places.iter().enumerate().all(|(at, place)| {
        let (row, column) = (at / columns, at % columns);
        same(place[0], places[column][0]) && same(place[1], places[row * columns][1])
    });
    (is_numbered && columns > 1 && columns < places.len() && places.len().is_multiple_of(columns) && in_rows)
        .then_some(columns)
}

fn middle(outline: &Outline) -> [f64; 2] {
    match outline {
        Outline::Disc { centre, .. } => *centre,
        Outline::Polygon(corners) => {
            let count = corners.len().max(1) as f64;
            [0, 1].map(|i| corners.iter().map(|corner| corner[i]).sum::<f64>() / count)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position;

    #[test]
    fn boards_are_read_and_written() {
        for (name, moves) in
            [("slide:3x3", "R D L"), ("slide:3x4", "D R R"), ("torus:3x3", "R1 C2"), ("moebius:3x3", "R R D")]
        {
            let model = Model::find(name).unwrap();
            let expected = position::read(&model, moves, None).unwrap();
            let text = grid(&model, &expected.state).unwrap();
            assert_eq!(position::read(&model, &text, None), Ok(expected.clone()), "{name}: {text}");
            let line = text.replace('\n', " ").replace('_', "0");
            assert_eq!(position::read(&model, &line, None), Ok(expected), "{name}: {line}");
        }
        let model = Model::find("slide:3x3").unwrap();
        let solved = "1 2 3\n4 5 6\n7 8 _";
        assert_eq!(grid(&model, model.puzzle.solved()).as_deref(), Some(solved));
        for (text, told) in [
            ("1 2 3 4 5 6 7 8", "8 numbers where slide:3x3 has 9 places"),
            ("1 2 3 4 5 6 7 7 0", "7 occurs too often"),
            ("1 2 3 4 5 6 7 10 0", "no piece 10"),
        ] {
            let fault = position::read(&model, text, None).unwrap_err();
            assert!(fault.message.contains(told), "{fault}");
        }
        // A top spin and rings are also rows of numbers, without a hole; they have no grid.
        let spin = Model::find("topspin:8,4").unwrap();
        let expected = position::read(&spin, "r t", None).unwrap();
        let line = expected.state.orbits[0]
            .pieces
            .iter()
            .map(|piece| (piece + 1).to_string())
            .collect::<Vec<_>>()
            .join(" ");
        assert_eq!(position::read(&spin, &line, None), Ok(expected));
        // Counted from 0 or from 1, as the numbers say.
        let stack = Model::find("pancake:6").unwrap();
        let expected = position::read(&stack, "f3 f5", None);
        assert_eq!(position::read(&stack, "5 4 1 2 3 6", None), expected);
        assert_eq!(position::read(&stack, "4 3 0 1 2 5", None), expected);
        let fault = position::read(&stack, "4 3 0 1 2 6", None).unwrap_err();
        assert!(fault.to_string().contains("no piece 6"), "{fault}");
        assert_eq!(grid(&spin, spin.puzzle.solved()), None);
    }
}
