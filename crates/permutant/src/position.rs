//! Positions as users write them: an algorithm, facelets, a compact string, or a block of a file.
//!
//! Start at [`read`], which recognises what a line is, and [`read_file`] for texts of several lines.

use crate::algorithm;
use crate::model::{Family, Model};
use permutant_puzzle::diagnostic::Diagnostic;
use permutant_puzzle::formats::problem::Problem;
use permutant_puzzle::formats::scr::Settings;
use permutant_puzzle::formats::{WriteFault, kpuzzle, scr};
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;

/// Where the pieces are, and what is to be reached from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The state.
    pub state: State,
    /// The goal, where it is another than the solved state because something was left out.
    pub goal: Option<State>,
}

impl Position {
    /// A position that leaves nothing out.
    pub fn new(state: State) -> Self {
        Position { state, goal: None }
    }

    /// What an algorithm makes of a state.
    pub fn after(puzzle: &Puzzle, start: &State, turns: &[Turn]) -> Result<Self, Blocked> {
        let mut state = start.clone();
        for (at, turn) in turns.iter().enumerate() {
            if puzzle.is_restricted() && !puzzle.is_possible(&state, turn) {
                return Err(Blocked { at, turn: turn.to_string() });
            }
            turn.make(&mut state);
        }
        Ok(Position::new(state))
    }
}

/// How many pieces are not where they are when solved, or not turned so; held in the way in which they are fewest where
/// the puzzle is solved in any orientation. A piece that looks like the one that belongs there is right. O(slots ×
/// rotations).
pub fn wrong_pieces(puzzle: &Puzzle, state: &State) -> usize {
    let wrong = |solved: &State| -> usize {
        let rows = state.orbits.iter().zip(&solved.orbits);
        rows.map(|(now, home)| {
            let slots = 0..now.pieces.len();
            slots
                .filter(|&slot| {
                    (now.pieces[slot], now.orientations[slot]) != (home.pieces[slot], home.orientations[slot])
                })
                .count()
        })
        .sum()
    };
    puzzle.solved_states().iter().map(wrong).min().unwrap_or(0)
}

impl From<Problem> for Position {
    fn from(problem: Problem) -> Self {
        Position { state: problem.state, goal: problem.goal }
    }
}

/// A turn of an algorithm cannot be made in the state it meets.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("turn {} of the algorithm, {turn}, is not possible there: pieces block it", at + 1)]
pub struct Blocked {
    /// Index of the turn, from 0.
    pub at: usize,
    /// Its name.
    pub turn: String,
}

/// Reads a position in a line: a CPOS string, a facelet string of the right length, a KPuzzle pattern, or an
/// algorithm from the solved state. `faces` are the symbols of facelet strings, if the user named them.
pub fn read(model: &Model, text: &str, faces: Option<&str>) -> Result<Position, Diagnostic> {
    let line = text.trim();
    if line.starts_with("CPOS") {
        return scr::read_cpos(text, model.puzzle.definition()).map(Position::new);
    }
    if line.starts_with('{') {
        return kpuzzle::read_pattern(text, model.puzzle.definition()).map(Position::new);
    }
    if looks_like_facelets(model, line, faces.is_some()) {
        return read_facelets(model, text, faces);
    }
    read_algorithm(model, text)
}

/// Writes a position so that [`read`] reads the same: as facelets or as a compact string where those tell all of it, else as a
/// KPuzzle pattern. O(slots).
///
/// # Errors
///
/// Where the state is none of the puzzle's, or a name cannot stand in a pattern.
pub fn write(model: &Model, state: &State) -> Result<String, WriteFault> {
    let definition = model.puzzle.definition();
    let facelets = model
        .facelets
        .as_ref()
        .map(|layout| layout.write(model.puzzle.orbits(), model.puzzle.solved(), state));
    let compact = || scr::write_cpos(definition, state).ok();
    let same = |text: &String| read(model, text, None).is_ok_and(|read| read == Position::new(state.clone()));
    match facelets.filter(same).or_else(|| compact().filter(same)) {
        Some(text) => Ok(text),
        None => kpuzzle::write_pattern(definition, state),
    }
}

/// Reads a position given by an algorithm from the solved state.
pub fn read_algorithm(model: &Model, text: &str) -> Result<Position, Diagnostic> {
    let turns = algorithm::read(&model.puzzle, text)?;
    Position::after(&model.puzzle, model.puzzle.solved(), &turns)
        .map_err(|blocked| Diagnostic::new(0..text.len(), blocked.to_string()))
}

/// Whether a line has as many symbols as the puzzle has facelets, without blanks between them, and is no
/// algorithm by its own marks.
fn looks_like_facelets(model: &Model, line: &str, named: bool) -> bool {
    let Some(layout) = &model.facelets else { return false };
    let symbols = line.chars().filter(|c| !c.is_whitespace()).count();
    let marks = |c: char| c.is_whitespace() || matches!(c, '\'' | '’' | '(' | ')' | '[' | ']' | ',' | ':');
    // Six symbols, or six and the one for "does not matter".
    let mut different: Vec<char> = line.chars().collect();
    different.sort_unstable();
    different.dedup();
    let few = different.len() <= layout.faces().len() + 1;
    let close = symbols.abs_diff(layout.facelets().len()) <= 2 && symbols > 12;
    if named {
        return symbols == layout.facelets().len();
    }
    (symbols == layout.facelets().len() || close) && few && !line.contains(marks)
}

/// Reads a facelet string. Symbols stand for faces by the user's list, or they are the letters of the faces, or
/// the centres of an odd cube name them.
pub fn read_facelets(model: &Model, text: &str, faces: Option<&str>) -> Result<Position, Diagnostic> {
    let Some(layout) = &model.facelets else {
        let message = format!("{} has no facelet strings", model.puzzle.name());
        return Err(
            Diagnostic::new(0..text.len(), message).expected("an algorithm, or a file with a position")
        );
    };
    let by_centres = faces.is_none().then(|| centre_symbols(model, text)).flatten();
    let faces = faces.map(str::to_string).or(by_centres);
    layout.read(model.puzzle.definition(), text, faces.as_deref()).map(Position::from)
}

/// The symbols of the centres of an odd cube in the order of faces, if those name the faces: they are six
/// different ones, and not the letters of the faces as some rotation of the cube would show them.
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

/// Reads every position of a file: the blocks of a scramble file, a KPuzzle pattern, or one position a line. What a scramble
/// file asks of solutions comes with each position; elsewhere nothing is asked.
pub fn read_file(model: &Model, text: &str) -> Result<Vec<(Position, Settings)>, Diagnostic> {
    let unasked = |positions: Vec<Position>| {
        positions.into_iter().map(|position| (position, Settings::default())).collect()
    };
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let definition = model.puzzle.definition();
    if start.starts_with('{') {
        return Ok(unasked(vec![Position::new(kpuzzle::read_pattern(text, definition)?)]));
    }
    let first = start.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#')).unwrap_or("");
    if !scr::is_command(first) {
        let whole = start.lines().count() <= 1;
        return if whole {
            read(model, text, None).map(|position| unasked(vec![position]))
        } else {
            read_lines(model, text).map(unasked)
        };
    }
    let mut positions = Vec::new();
    for entry in scr::read(text, definition)? {
        let position = match entry.scramble {
            scr::Scramble::Position(problem) => problem.into(),
            scr::Scramble::Algorithm { text: alg, span } => {
                read_algorithm(model, &alg).map_err(|fault| within(fault, span.start))?
            }
            scr::Scramble::Random => {
                return Err(Diagnostic::new(0..0, "a RandomScramble is no position")
                    .help("`permutant scramble` makes random positions"));
            }
        };
        positions.push((position, entry.settings));
    }
    Ok(positions)
}

fn read_lines(model: &Model, text: &str) -> Result<Vec<Position>, Diagnostic> {
    let mut positions = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        if !line.trim().is_empty() && !line.starts_with('#') {
            positions.push(read(model, line, None).map_err(|fault| within(fault, offset))?);
        }
        offset += line.len();
    }
    Ok(positions)
}

/// The same fault, its place counted in a longer text.
fn within(fault: Diagnostic, offset: usize) -> Diagnostic {
    Diagnostic { span: fault.span.start + offset..fault.span.end + offset, ..fault }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for (name, algorithm, start) in [
            ("3x3x3", "R U2 F' M", ""),
            ("5x5x5", "R 2U F'", ""),
            ("megaminx", "U R2 BL'", "CPOS"),
            ("m24", "a b c", "CPOS"),
            ("slide:4x4", "R D R", ""),
            ("pyraminx", "U l R", ""),
        ] {
            let model = Model::find(name).unwrap();
            let position = read(&model, algorithm, None).unwrap();
            let text = write(&model, &position.state).unwrap();
            assert_eq!(read(&model, &text, None), Ok(position), "{name}: {text}");
            assert!(text.starts_with(start), "{name}: {text}");
            let other = State::identity(&[]);
            assert!(write(&model, &other).is_err(), "{name}");
        }
    }
}
