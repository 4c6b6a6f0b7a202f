//! Puzzles and positions for other programs: definitions and pictures.
//!
//! Start at [`export()`].

use crate::error::PageError;
use crate::source;
use permutant::conversion;
use permutant::position;
use permutant::puzzle::formats::{Kind, kpuzzle};
use permutant::puzzle::picture::{self, Canvas, Depiction, Style, Theme, svg};
use serde::Serialize;

/// A text to be saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Exported {
    /// The text.
    pub text: String,
    /// The extension of a file of this kind, without the dot.
    pub ending: &'static str,
    /// Its media type.
    pub media_type: &'static str,
    /// Moves that the format cannot express.
    pub left_out: Vec<String>,
}

/// Writes a puzzle or its position: the definition as `kpuzzle`, `gap`, `tws` or `ksolve`, the position as `position`
/// (on one line), `pattern` (of KPuzzle) or `svg`.
///
/// # Errors
///
/// If there is no such puzzle, position or format, or the format cannot express the puzzle.
pub fn export(puzzle: &str, position: &str, format: &str) -> Result<Exported, PageError> {
    let model = source::model(puzzle)?;
    let definition = |kind, ending, media_type| {
        let converted = conversion::convert(&model.puzzle, kind).map_err(|fault| PageError::new(&fault))?;
        Ok(Exported { text: converted.text, ending, media_type, left_out: converted.left_out })
    };
    let state = || source::state(&model, position);
    let plain = |text, ending, media_type| Exported { text, ending, media_type, left_out: Vec::new() };
    let unsayable = |fault: permutant::puzzle::formats::WriteError| PageError::new(&fault);
    match format {
        "kpuzzle" => definition(Kind::Kpuzzle, "json", "application/json"),
        "gap" => definition(Kind::Gap, "g", "text/plain"),
        "tws" => definition(Kind::Tws, "tws", "text/plain"),
        "ksolve" => definition(Kind::Ksolve, "def", "text/plain"),
        "position" => {
            Ok(plain(position::write(&model, &state()?).map_err(unsayable)? + "\n", "txt", "text/plain"))
        }
        "pattern" => {
            let text = kpuzzle::write_pattern(model.puzzle.definition(), &state()?).map_err(unsayable)?;
            Ok(plain(text, "json", "application/json"))
        }
        "svg" => {
            let look = source::look(&model)?;
            let blocks = picture::blocks(&model.puzzle, &look);
            let loose = source::loose(&model, &look, position)?.unwrap_or_default();
            let depiction = Depiction { blocks, loose, ..Depiction::default() };
            let picture = look.picture(model.puzzle.solved(), &state()?, &depiction);
            let style = Style { letters: look.is_numbered(), theme: Theme::Clear, ..Style::default() };
            let text = svg::write(&Canvas::new(&picture, style), model.puzzle.name());
            Ok(plain(text, "svg", "image/svg+xml"))
        }
        other => Err(PageError::new(&format!("there is no format '{other}'"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_exported_is_read_again() {
        for (puzzle, position) in
            [("3x3x3", "R U F'"), ("m11", "a b"), ("slide:3x3", "R D"), ("a := (1,2,3); b := (3,4);", "a b")]
        {
            let positions =
                ["position", "pattern"].map(|format| export(puzzle, position, format).unwrap().text);
            let model = source::model(puzzle).unwrap();
            let state = position::read(&model, position, None).unwrap();
            for text in positions {
                assert_eq!(position::read(&model, &text, None), Ok(state.clone()), "{puzzle}");
            }
            for format in ["kpuzzle", "gap", "tws", "ksolve"] {
                // GAP cannot express restrictions.
                let Ok(exported) = export(puzzle, position, format) else {
                    assert_eq!(puzzle, "slide:3x3", "{format}");
                    continue;
                };
                let read = source::model(&exported.text).unwrap();
                assert_eq!(
                    read.puzzle.generators().count(),
                    model.puzzle.generators().count(),
                    "{puzzle} {format}"
                );
            }
            let picture = export(puzzle, position, "svg").unwrap();
            assert!(picture.text.starts_with("<svg") && picture.ending == "svg", "{puzzle}");
        }
        assert!(export("3x3x3", "R", "doc").is_err() && export("3x3x3", "Q", "svg").is_err());
    }
}
