//! Reading and writing one position as text: an algorithm, facelets, pieces, a board, a compact string, or the name of a case or a pattern.
//!
//! Start at [`read`], which recognises the kind of the text.

use super::board;
use super::cycles;
use super::facelets::{no_facelets, read_facelets};
use super::line_kind::{self, LineKind, plain};
use super::start::Position;
use crate::algorithm;
use crate::cubies;
use crate::last_layer;
use crate::model::Model;
use crate::named_patterns;
use permutant_puzzle::diagnostic::Diagnostic;
use permutant_puzzle::formats::{WriteError, kpuzzle, orbit_rows, piece_text, scr};
use permutant_puzzle::moves::Turn;
use permutant_puzzle::state::State;

/// Reads a position from one line: a CPOS string, facelets, pieces by name, a case of the last layer (`PLL:Ja`), a pattern by name
/// (`pattern:superflip`), a KPuzzle pattern, or
/// an algorithm from the solved state. [`LineKind`] recognises the kind. `faces` are the symbols of facelet strings, if the user named
/// them.
pub fn read(model: &Model, text: &str, faces: Option<&str>) -> Result<Position, Diagnostic> {
    match LineKind::of(model, text, faces.is_some()) {
        LineKind::Compact => {
            scr::read_cpos(&plain(model, text), model.puzzle.definition()).map(Position::new)
        }
        LineKind::Pattern => kpuzzle::read_pattern(text, model.puzzle.definition()).map(Position::new),
        LineKind::Facelets => read_facelets(model, &plain(model, text), faces),
        LineKind::Board => board::read(model, &plain(model, text)).map(Position::new),
        LineKind::Rows => {
            orbit_rows::read(model.puzzle.definition(), &plain(model, text)).map(Position::from)
        }
        LineKind::Pieces => read_pieces(model, &plain(model, text)),
        LineKind::Case => last_layer::read(model, &plain(model, text)),
        LineKind::NamedPattern => named_patterns::read(model, &plain(model, text)),
        LineKind::Cycles => cycles::read(model, &plain(model, text)),
        LineKind::Algorithm => read_algorithm(model, text).map_err(|fault| {
            match named_patterns::find(text).filter(|_| cubies::is_cube(model)) {
                Some(pattern) => {
                    fault.help(format!("`pattern:{}` is the pattern of this name", pattern.name))
                }
                None => fault,
            }
        }),
    }
}

/// Reads a position by the names of its pieces, in the order of Singmaster and Reid ([`piece_text`]).
pub fn read_pieces(model: &Model, text: &str) -> Result<Position, Diagnostic> {
    match &model.facelets {
        Some(layout) => piece_text::read(layout, model.puzzle.definition(), text).map(Position::from),
        None => Err(no_facelets(model, text)),
    }
}

/// Writes a position in such a form that [`read`] returns the same one: as facelets or as a compact string if those describe it
/// completely, otherwise as a KPuzzle pattern. O(slots).
///
/// # Errors
///
/// If the state is not one of the puzzle's, or a name cannot occur in a pattern.
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
    Ok(after_text(model, model.puzzle.solved(), text)?.0)
}

/// The position after an algorithm that starts in a given state, and its turns.
///
/// # Errors
///
/// Where the text is no algorithm of the puzzle, or the turn that is not possible there.
pub fn after_text(model: &Model, start: &State, text: &str) -> Result<(Position, Vec<Turn>), Diagnostic> {
    let (turns, places): (Vec<_>, Vec<_>) =
        algorithm::read_places(&model.puzzle, start, text)?.into_iter().unzip();
    match Position::after(&model.puzzle, start, &turns) {
        Ok(position) => Ok((position, turns)),
        Err(blocked) => Err(Diagnostic::new(places[blocked.at].clone(), blocked.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::read_file;

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

    /// What the program prints for each orbit is read as the same position, also with the lines that follow.
    #[test]
    fn rows_of_orbits_are_read_as_they_are_written() {
        for (name, algorithm) in [
            ("3x3x3", "R U2 F' M"),
            ("5x5x5", "R 2U F'"),
            ("square-1", "/ (3,0) /"),
            ("tetraminx", "R U'"),
            ("m12", "a"),
            ("clock", "UR2+"),
            ("topspin:8,4", "r t"),
        ] {
            let model = Model::find(name).unwrap();
            let expected = read(&model, algorithm, None).unwrap();
            let definition = model.puzzle.definition();
            let text = orbit_rows::write(definition, &expected.state, None, None);
            assert_eq!(read(&model, &text, None), Ok(expected.clone()), "{name}: {text}");
            let twice = format!("{text}\nfacelets  UUU\nsolved\n# and again\n{text}\nsolved\n");
            let found = read_file(&model, &twice).unwrap();
            let found: Vec<_> = found.into_iter().map(|(position, _)| position).collect();
            assert_eq!(found, [Ok(expected.clone()), Ok(expected)], "{name}: {text}");
        }
        let model = Model::find("3x3x3").unwrap();
        for (text, told) in [
            ("CORNERS 1 2 3 4 5 6 7", "7 entries for CORNERS"),
            ("CORNERS 1 2 3 4 5 6 7 9", "`9` is not a piece of CORNERS"),
            ("CORNERS 1 2 3 4 5 6 7 8+3", "`8+3` has no orientation"),
            ("CORNERS 1 2 3 4 5 6 7 7", "7"),
            ("CORNERS 1 2 3 4 5 6 7 8 WINGS 1 2", "`WINGS` is not an orbit of 3x3x3"),
        ] {
            let fault = read(&model, text, None).unwrap_err();
            assert!(fault.message.contains(told), "{fault}");
        }
    }

    /// The same cube in every notation; the names of pieces and the net were taken from a physical cube.
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
        // Several positions, one per line, remain separate.
        assert_eq!(read_file(&model, &format!("{shown}\n{shown}\n")).unwrap().len(), 2);
        assert_eq!(read_file(&model, "R U\nRUF\n// none\n3. F2 (1f*)\n").unwrap().len(), 3);
        let short = read_file(&model, &faces[..5].join("\n")).unwrap_err();
        assert!(short.message.contains("45 facelets where 3x3x3 has 54"), "{short}");
    }

    /// The stickers of a solid are read as the position that shows them, and a position with one sticker exchanged is rejected.
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
        // F carries the edge of L to U, that of U to R, that of R to D; corners move likewise, with a twist.
        let turned = "LF UR UB UL RF DR DB DL FU FD BR BL LFU URB UBL LDF RUF RFD DLB DBR";
        assert_eq!(read(&model, turned, None).unwrap(), read(&model, "F", None).unwrap());
        let small = Model::find("2x2x2").unwrap();
        let turned = "LFU URB UBL LDF RUF RFD DLB DBR";
        assert_eq!(read(&small, turned, None).unwrap(), read(&small, "F", None).unwrap());
        for (text, token, words) in [
            (&solved[..solved.len() - 4], "", "19 pieces where 3x3x3 has 20"),
            (&solved.replace("UFR", "URF"), "URF", "there is no such piece"),
            (&solved.replace("UL ", "UF "), "UF", "occurs"),
            (&solved.replace("UFR", "DB"), "DB", "is not a piece that can be at UFR"),
        ] {
            let fault = read(&model, text, None).unwrap_err();
            assert_eq!(fault.token(text), token, "{fault}");
            assert!(fault.message.contains(words), "{fault}");
        }
    }
}
