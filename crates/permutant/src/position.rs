//! Positions as users write them: an algorithm, facelets, a compact string, or a block of a file.
//!
//! Start at [`read`], which recognises what a line is, and [`read_file`] for texts of several lines.

use crate::algorithm;
use crate::board_text::{self, BoardLines};
use crate::last_layer;
use crate::line_kind::{self, LineKind, plain};
use crate::model::{Family, Model, Stickers};
use crate::solver::Solver;
use permutant_analysis::group::subgroup::{Subgroup, SubgroupError};
use permutant_puzzle::diagnostic::Diagnostic;
use permutant_puzzle::formats::problem::Problem;
use permutant_puzzle::formats::scr::Settings;
use permutant_puzzle::formats::{WriteError, kpuzzle, piece_text, scr};
use permutant_puzzle::geometry::Seen;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::picture::Painted;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_search::limits::Control;
use std::ops::Range;

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

    /// The same position, solved where its state is in a subgroup.
    ///
    /// # Errors
    ///
    /// [`SubgroupError::Incomplete`] for one that has a goal of its own.
    pub fn into_subgroup(&self, subgroup: &Subgroup) -> Result<Self, SubgroupError> {
        match self.goal {
            Some(_) => Err(SubgroupError::Incomplete),
            None => Ok(Position { state: subgroup.seen(&self.state), goal: Some(subgroup.goal().clone()) }),
        }
    }
}

/// How many pieces are not where they are when solved, or not turned so; held in the way in which they are fewest where
/// the puzzle is solved in any orientation. A piece that looks like the one that belongs there is right. O(slots ×
/// rotations).
pub fn wrong_pieces(puzzle: &Puzzle, state: &State) -> usize {
    wrong_by_orbit(puzzle, state, None).iter().sum()
}

/// The same by orbit, and with `goal` in the place of the solved state.
pub fn wrong_by_orbit(puzzle: &Puzzle, state: &State, goal: Option<&State>) -> Vec<usize> {
    let wrong = |goal: &State| -> Vec<usize> {
        let rows = state.orbits.iter().zip(&goal.orbits);
        rows.map(|(now, home)| {
            let slots = 0..now.pieces.len();
            slots
                .filter(|&slot| {
                    (now.pieces[slot], now.orientations[slot]) != (home.pieces[slot], home.orientations[slot])
                })
                .count()
        })
        .collect()
    };
    let fewest = |wrong: &Vec<usize>| wrong.iter().sum::<usize>();
    let all: Vec<Vec<usize>> = match goal {
        None => puzzle.solved_states().iter().map(wrong).collect(),
        Some(goal) => puzzle.rotations().iter().map(|rotation| wrong(&goal.after(rotation))).collect(),
    };
    all.into_iter().min_by_key(fewest).unwrap_or_default()
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

/// Reads a position in a line: a CPOS string, facelets, pieces by name, a case of the last layer (`PLL:Ja`), a KPuzzle pattern, or an
/// algorithm from the solved state; [`LineKind`] tells which. `faces` are the symbols of facelet strings, if the user named them.
pub fn read(model: &Model, text: &str, faces: Option<&str>) -> Result<Position, Diagnostic> {
    match LineKind::of(model, text, faces.is_some()) {
        LineKind::Compact => {
            scr::read_cpos(&plain(model, text), model.puzzle.definition()).map(Position::new)
        }
        LineKind::Pattern => kpuzzle::read_pattern(text, model.puzzle.definition()).map(Position::new),
        LineKind::Facelets => read_facelets(model, &plain(model, text), faces),
        LineKind::Board => board_text::read(model, &plain(model, text)).map(Position::new),
        LineKind::Pieces => read_pieces(model, &plain(model, text)),
        LineKind::Case => last_layer::read(model, &plain(model, text)),
        LineKind::Algorithm => read_algorithm(model, text),
    }
}

/// Reads a position by the names of its pieces, in the order of Singmaster and Reid ([`piece_text`]).
pub fn read_pieces(model: &Model, text: &str) -> Result<Position, Diagnostic> {
    match &model.facelets {
        Some(layout) => piece_text::read(layout, model.puzzle.definition(), text).map(Position::from),
        None => Err(no_facelets(model, text)),
    }
}

/// Writes a position so that [`read`] reads the same: as facelets or as a compact string where those tell all of it, else as a
/// KPuzzle pattern. O(slots).
///
/// # Errors
///
/// Where the state is none of the puzzle's, or a name cannot stand in a pattern.
pub fn write(model: &Model, state: &State) -> Result<String, WriteError> {
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
    line_kind::want_algorithm(model, text)?;
    let turns = algorithm::read(&model.puzzle, text)?;
    Position::after(&model.puzzle, model.puzzle.solved(), &turns)
        .map_err(|blocked| Diagnostic::new(0..text.len(), blocked.to_string()))
}

/// Reads a facelet string. Symbols stand for faces by the user's list, or they are the letters of the faces, or
/// the centres of an odd cube name them.
pub fn read_facelets(model: &Model, text: &str, faces: Option<&str>) -> Result<Position, Diagnostic> {
    let Some(layout) = &model.facelets else {
        let stickers = model.stickers().ok_or_else(|| no_facelets(model, text))?;
        return read_stickers(model, stickers, text, faces);
    };
    let by_centres = faces.is_none().then(|| centre_symbols(model, text)).flatten();
    let faces = faces.map(str::to_string).or(by_centres);
    layout.read(model.puzzle.definition(), text, faces.as_deref()).map(Position::from)
}

/// Reads the stickers of a solid. Where colours do not tell which of several positions it is, one that can be solved is taken.
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
            .expected("the colours of a piece, the way round as on the puzzle")
            .help(format!("the faces are {}", stickers.text.legend()))
    })?;
    let seen = Seen::new(&stickers.shape, puzzle.orbits(), puzzle.solved());
    if seen.tells_all() {
        return Ok(Position::new(state));
    }
    let found = Solver::new(model).solvability_as_seen(&state, &seen, &Control::new()).state;
    Ok(Position::new(found.unwrap_or(state)))
}

fn no_facelets(model: &Model, text: &str) -> Diagnostic {
    let message = format!("{} has no facelet strings", model.puzzle.name());
    Diagnostic::new(0..text.len(), message).expected("an algorithm, or a file with a position")
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

/// What stands for a position in a file: one, or what is wrong with its text.
pub type Entry = Result<Position, Diagnostic>;

/// Reads every position of a file: the blocks of a scramble file, a KPuzzle pattern, facelets of one position in several lines, or
/// one position a line, where a fault in one line leaves the others. What a scramble file asks of solutions comes with each
/// position; elsewhere nothing is asked.
pub fn read_file(model: &Model, text: &str) -> Result<Vec<(Entry, Settings)>, Diagnostic> {
    let unasked = |positions: Vec<Entry>| {
        positions.into_iter().map(|position| (position, Settings::default())).collect()
    };
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let definition = model.puzzle.definition();
    if start.starts_with('{') {
        return Ok(unasked(vec![Ok(Position::new(kpuzzle::read_pattern(text, definition)?))]));
    }
    let first = start.lines().find(|line| !is_skipped(line)).unwrap_or("");
    if !scr::is_command(first) {
        if let Some(facelets) = facelets_in_lines(model, text) {
            return read_joined(model, text, &facelets).map(|position| unasked(vec![Ok(position)]));
        }
        return Ok(unasked(read_lines(model, text)));
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
        positions.push((Ok(position), entry.settings));
    }
    Ok(positions)
}

/// Whether a line of a list says nothing: it is blank, or a comment.
pub fn is_skipped(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#') || line.starts_with("//")
}

/// Characters of a text with their places, facelets in their order.
type Symbols = Vec<(char, Range<usize>)>;

/// The facelets of a text that has them in several lines: one face a line, one row a line, or the usual net, three rows of U, then L F
/// R B beside each other, then D. `None` where lines stand for themselves.
fn facelets_in_lines(model: &Model, text: &str) -> Option<Symbols> {
    let layout = model.facelets.as_ref()?;
    let (all, area) = (layout.facelets().len(), layout.facelets().len() / 6);
    let size = area.isqrt();
    let mut offset = 0;
    let mut lines: Vec<Symbols> = Vec::new();
    for line in text.split_inclusive('\n') {
        if !is_skipped(line) {
            let plain = plain(model, line);
            let symbols = plain.char_indices().filter(|(_, c)| !c.is_whitespace() && *c != '\u{feff}');
            lines.push(symbols.map(|(at, c)| (c, offset + at..offset + at + c.len_utf8())).collect());
        }
        offset += line.len();
    }
    let words: Vec<String> =
        lines.iter().map(|line| line.iter().map(|(symbol, _)| symbol).collect()).collect();
    let like_rows =
        lines.iter().all(|line| line.len() == size || line.len() == area || line.len() == 4 * size);
    if lines.len() < 2 || !like_rows || LineKind::of(model, &words.join(" "), false) != LineKind::Facelets {
        return None;
    }
    let lengths: Vec<usize> = lines.iter().map(Vec::len).collect();
    let alone = vec![size; size];
    if size > 1 && lengths == [alone.clone(), vec![4 * size; size], alone].concat() {
        let row = |line: usize, face: usize| lines[line][face * size..(face + 1) * size].iter().cloned();
        let face = |first: usize, face: usize| (first..first + size).flat_map(move |line| row(line, face));
        // In the order U R F D L B.
        let net = face(0, 0).chain(face(size, 2)).chain(face(size, 1));
        return Some(net.chain(face(2 * size, 0)).chain(face(size, 0)).chain(face(size, 3)).collect());
    }
    // Lines that are whole positions stand for themselves, as those of a 1x1x1 would.
    (size > 1 && lengths.iter().all(|&length| length < all)).then(|| lines.concat())
}

/// Reads facelets that were picked from a text.
fn read_joined(model: &Model, text: &str, facelets: &Symbols) -> Result<Position, Diagnostic> {
    let joined: String = facelets.iter().map(|(symbol, _)| symbol).collect();
    read_facelets(model, &joined, None).map_err(|fault| {
        let at = joined.char_indices().position(|(at, _)| at >= fault.span.start);
        let end = text.trim_end().len();
        let span = at.and_then(|at| facelets.get(at)).map_or(end..end, |(_, span)| span.clone());
        Diagnostic { span, ..fault }
    })
}

/// A position a line, or a board in the lines that its rows take.
fn read_lines(model: &Model, text: &str) -> Vec<Entry> {
    let boards = BoardLines::of(model);
    let mut positions = Vec::new();
    let (mut start, mut offset) = (0, 0);
    for line in text.split_inclusive('\n') {
        let entry = &text[start..offset + line.len()];
        offset += line.len();
        let is_begun = boards.is_some_and(|boards| boards.is_begun(entry)) && offset < text.len();
        if is_begun {
            continue;
        }
        if !is_skipped(entry) {
            positions.push(read(model, entry, None).map_err(|fault| within(fault, start)));
        }
        start = offset;
    }
    positions
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

    /// The same cube in every way to write it; the names of pieces and the net are from a cube in the hand.
    #[test]
    fn one_position_in_all_its_forms() {
        let model = Model::find("3x3x3").unwrap();
        let expected = read(&model, "F2 R2", None).unwrap();
        let facelets = "UUUUUUFFFUBBRRRRRRRRRFFDFFDDDBDDBDDBFFDLLLLLLLLLUBBUBB".to_string();
        let shown = model.facelets.as_ref().unwrap().write(
            model.puzzle.orbits(),
            model.puzzle.solved(),
            &expected.state,
        );
        let faces: Vec<&str> = (0..6).map(|face| &shown[9 * face..9 * face + 9]).collect();
        let row = |face: usize, row: usize| &faces[face][3 * row..3 * row + 3];
        let rows: Vec<&str> = (0..6).flat_map(|face| (0..3).map(move |at| row(face, at))).collect();
        let blanks = |face: usize| (0..3).map(|at| format!("      {}\n", row(face, at))).collect::<String>();
        let middle: String = (0..3)
            .map(|at| format!("{} {} {} {}\n", row(4, at), row(2, at), row(1, at), row(5, at)))
            .collect();
        for text in [
            shown.clone(),
            faces.join(" "),
            rows.join(" "),
            faces.join("\n"),
            format!("# the second\n{}\n// and the end\n", faces.join("\n\n")),
            rows.join("\r\n"),
            format!("{}{middle}{}", blanks(0), blanks(3)),
        ] {
            let found = read_file(&model, &text).unwrap_or_else(|fault| panic!("{fault}: {text}"));
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(found[0].0, Ok(expected.clone()), "{text}");
        }
        assert!(read(&model, &facelets, None).is_ok());
        // Several positions, one a line, stay several.
        assert_eq!(read_file(&model, &format!("{shown}\n{shown}\n")).unwrap().len(), 2);
        assert_eq!(read_file(&model, "R U\nRUF\n// none\n3. F2 (1f*)\n").unwrap().len(), 3);
        let short = read_file(&model, &faces[..5].join("\n")).unwrap_err();
        assert!(short.message.contains("45 facelets where 3x3x3 has 54"), "{short}");
    }

    /// What the stickers of a solid show is read as the position that shows it, and one with a sticker exchanged is refused.
    #[test]
    fn stickers_of_solids_are_positions() {
        for (name, moves) in [
            ("pyraminx", "U L' R b u"),
            ("skewb", "R U L' B R"),
            ("megaminx", "U R F2 BL' DR"),
            ("tetraminx", "U R' B"),
            ("dino", "UFR ULF'"),
        ] {
            let model = Model::find(name).unwrap();
            let expected = read(&model, moves, None).unwrap();
            let stickers = model.stickers().unwrap();
            let text = stickers.text.write(&stickers.shape.colours(model.puzzle.solved(), &expected.state));
            for text in [text.clone(), text.replace(' ', "")] {
                assert_eq!(read(&model, &text, None), Ok(expected.clone()), "{name}: {text}");
            }
            let cut = read(&model, &text[..text.len() - 2], None).unwrap_err();
            assert!(
                cut.message.contains(&format!("{} facelets where {name} has", stickers.text.len() - 2)),
                "{cut}"
            );
            let letters = stickers.text.letters();
            let painted = text.replacen(letters[0], &letters[1].to_string(), 1);
            assert!(read(&model, &painted, None).is_err(), "{name}: {painted}");
        }
    }

    #[test]
    fn pieces_by_name_are_positions() {
        let model = Model::find("3x3x3").unwrap();
        let solved = "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR";
        assert_eq!(read(&model, solved, None), read(&model, "", None));
        // F carries the edge of L to U, that of U to R, of R to D; corners alike, twisted.
        let turned = "LF UR UB UL RF DR DB DL FU FD BR BL LFU URB UBL LDF RUF RFD DLB DBR";
        assert_eq!(read(&model, turned, None).unwrap(), read(&model, "F", None).unwrap());
        let small = Model::find("2x2x2").unwrap();
        let turned = "LFU URB UBL LDF RUF RFD DLB DBR";
        assert_eq!(read(&small, turned, None).unwrap(), read(&small, "F", None).unwrap());
        for (text, token, words) in [
            (&solved[..solved.len() - 4], "", "19 pieces where 3x3x3 has 20"),
            (&solved.replace("UFR", "URF"), "URF", "there is no such piece"),
            (&solved.replace("UL ", "UF "), "UF", "occurs"),
            (&solved.replace("UFR", "DB"), "DB", "stands where the piece at UFR"),
        ] {
            let fault = read(&model, text, None).unwrap_err();
            assert_eq!(fault.token(text), token, "{fault}");
            assert!(fault.message.contains(words), "{fault}");
        }
    }
}
