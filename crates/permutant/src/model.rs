//! A puzzle as users name it: from the catalog, or from the text of a definition.
//!
//! Start at [`Model::find`] and [`Model::from_text`].

use permutant_puzzle::catalog::{self, Arrangements, NotFound};
use permutant_puzzle::definition::{Definition, MoveLimit};
use permutant_puzzle::diagnostic::Diagnostic;
use permutant_puzzle::formats::facelets::FaceletLayout;
use permutant_puzzle::formats::{self, Kind};
use permutant_puzzle::geometry::Shape;
use permutant_puzzle::picture::{Canvas, Depiction, Look, Plane, StickerText, Style, svg};
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::puzzle_error::PuzzleError;
use permutant_puzzle::state::State;
use std::sync::{Arc, OnceLock};

/// Facts about a puzzle that its definition does not contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// The NxNxN cube of the catalog, of this size.
    Cube(u16),
    /// The 3x3x3 whose centres show how they are turned.
    Supercube,
    /// Square-1.
    Square1,
    /// The clock.
    Clock,
    /// The professor tetraminx.
    ProfessorTetraminx,
    /// Another puzzle of the catalog.
    Catalog,
    /// A definition supplied by the user.
    Defined,
}

/// A puzzle and the ways of writing its positions.
#[derive(Clone, Debug)]
pub struct Model {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The layout of its facelet strings, if it has them.
    pub facelets: Option<FaceletLayout>,
    /// The specialised solvers for the puzzle.
    pub family: Family,
    /// Its shape, if it was cut from a solid.
    pub shape: Option<Shape>,
    /// Its layout in the plane, if it has one.
    pub plane: Option<Plane>,
    /// The number of its states, if it is known otherwise than from the order of its group.
    pub states: Option<Arrangements>,
    /// How a description was interpreted, in words.
    pub notes: Vec<String>,
    /// See [`Model::stickers`].
    stickers: OnceLock<Option<Arc<Stickers>>>,
}

/// The stickers of a solid, and their order in strings.
#[derive(Debug)]
pub struct Stickers {
    /// The solid.
    pub shape: Shape,
    /// The order.
    pub text: StickerText,
}

/// The reason why a text is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The text could not be read.
    #[error(transparent)]
    Text(#[from] Diagnostic),
    /// The text could be read, but contradicts itself.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
}

impl Model {
    /// A puzzle of the catalog by its name, in upper or lower case.
    pub fn find(name: &str) -> Result<Self, NotFound> {
        let catalog::Entry { puzzle, facelets, shape, plane, states, notes } = catalog::find(name)?;
        let family = match &facelets {
            Some(layout) => {
                // 6·N² facelets.
                Family::Cube((layout.facelets().len() / 6).isqrt() as u16)
            }
            None => match puzzle.name() {
                "supercube" => Family::Supercube,
                "square-1" => Family::Square1,
                "clock" => Family::Clock,
                "professor tetraminx" => Family::ProfessorTetraminx,
                _ => Family::Catalog,
            },
        };
        Ok(Model { puzzle, facelets, family, shape, plane, states, notes, stickers: OnceLock::new() })
    }

    /// The appearance of the puzzle. Definitions do not contain it, so puzzles defined by them are drawn as circles of numbered discs.
    /// `None` if the puzzle has so many pieces that they could not be distinguished.
    pub fn look(&self) -> Option<Look> {
        if let Some(plane) = &self.plane {
            return Some(Look::Plane(plane.clone()));
        }
        match (&self.shape, self.family) {
            (Some(shape), _) => Some(Look::Solid(shape.clone())),
            (None, Family::Defined) => {
                Plane::of_orbits(self.puzzle.orbits(), self.puzzle.solved()).map(Look::Plane)
            }
            (None, _) => catalog::look(&self.puzzle, self.facelets.as_ref()).map(Look::Solid),
        }
    }

    /// A picture of a state as SVG, in the usual colours and from the usual side; `None` if [`Model::look`] is. For other options start
    /// at [`Look::picture`].
    pub fn svg(&self, state: &State) -> Option<String> {
        let look = self.look()?;
        let style = Style { letters: look.is_numbered(), ..Style::default() };
        let picture = look.picture(self.puzzle.solved(), state, &Depiction::default());
        Some(svg::write(&Canvas::new(&picture, style), self.puzzle.name()))
    }

    /// The stickers of a solid without facelet strings of its own, in which its positions are written; `None` for other puzzles. They
    /// are computed on first use, in milliseconds, for the largest puzzles in a second.
    pub fn stickers(&self) -> Option<&Stickers> {
        let stickers = || {
            if self.facelets.is_some() {
                return None;
            }
            let Look::Solid(shape) = self.look()? else { return None };
            let text = StickerText::new(&shape)?;
            Some(Arc::new(Stickers { shape, text }))
        };
        self.stickers.get_or_init(stickers).as_deref()
    }

    /// A puzzle described by a TOML file: by tracks, by cycles, or by a solid and its cuts.
    pub fn from_toml(text: &str) -> Result<Self, Diagnostic> {
        let catalog::Entry { puzzle, facelets, shape, plane, states, notes } = catalog::read_custom(text)?;
        let family = Family::Defined;
        Ok(Model { puzzle, facelets, family, shape, plane, states, notes, stickers: OnceLock::new() })
    }

    /// A puzzle from a text of any supported kind, which is recognised from the text itself: the kinds of [`Model::from_text`] and
    /// [`Model::from_toml`].
    pub fn from_any(text: &str) -> Result<Self, ModelError> {
        if is_toml(text) {
            return Ok(Model::from_toml(text)?);
        }
        Model::from_text(text, Kind::of_text(text))
    }

    /// A puzzle from the text of a definition.
    pub fn from_text(text: &str, kind: Kind) -> Result<Self, ModelError> {
        Ok(Model::from_definition(formats::read_definition(text, kind)?)?)
    }

    /// A variant of a puzzle that is not of the catalog, described by the clauses that [`catalog::split_variant`]
    /// finds in `mine.tws without CORNERS`.
    pub fn variant(self, clauses: &[(bool, &str)]) -> Result<Self, NotFound> {
        let Model { puzzle, facelets, shape, plane, states, notes, .. } = self;
        let entry = catalog::Entry { puzzle, facelets, shape, plane, states, notes };
        let catalog::Entry { puzzle, facelets, shape, plane, states, notes } =
            catalog::variant(entry, clauses)?;
        let family = Family::Defined;
        Ok(Model { puzzle, facelets, family, shape, plane, states, notes, stickers: OnceLock::new() })
    }

    /// The same model with another puzzle of the same pieces, for example one that is solved in any orientation.
    pub fn with_puzzle(self, puzzle: Puzzle) -> Self {
        Model { puzzle, ..self }
    }

    /// The same puzzle with further limits on the number of occurrences of moves. No specialised solver takes these limits into
    /// account.
    pub fn with_move_limits(self, limits: &[MoveLimit]) -> Self {
        if limits.is_empty() {
            return self;
        }
        let puzzle = self.puzzle.with_move_limits(limits.iter().cloned());
        Model { puzzle, family: Family::Defined, ..self }
    }

    /// A puzzle from a definition.
    pub fn from_definition(definition: Definition) -> Result<Self, PuzzleError> {
        Ok(Model {
            puzzle: Puzzle::new(definition)?,
            facelets: None,
            family: Family::Defined,
            shape: None,
            plane: None,
            states: None,
            notes: Vec::new(),
            stickers: OnceLock::new(),
        })
    }
}

/// Whether a text is TOML, that is, whether its first significant line names a table or assigns a value to a key. No line of the other
/// formats begins in this way, as GAP's generators are given by `:=` and lists of permutations begin with numbers or cycles.
fn is_toml(text: &str) -> bool {
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim_start);
    let first = lines.into_iter().find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or("");
    let is_key = |key: &str| {
        let key = key.trim();
        key.starts_with(|c: char| !c.is_ascii_digit())
            && key.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-.".contains(&b))
    };
    match first.strip_prefix('[') {
        Some(table) => table.trim_start_matches('[').split(']').next().is_some_and(is_key),
        None => first.split_once('=').is_some_and(|(key, _)| is_key(key)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_tell_their_kind() {
        let toml = "# mine\npositions = 3\n[[track]]\nname = \"r\"\ncycle = [1, 2, 3]\n";
        let gap = "r := (1,2,3);";
        let tws = "Name three\nSet A 3 1\nSolved\nA\n1 2 3\nEnd\nMove r\nA\n2 3 1\nEnd\n";
        let json =
            formats::write_definition(Model::from_any(tws).unwrap().puzzle.definition(), Kind::Kpuzzle);
        for text in [toml, gap, tws, &json.unwrap()] {
            let model = Model::from_any(text).unwrap();
            let orders: Vec<_> = model.puzzle.generators().map(|base| base.order).collect();
            assert_eq!(orders, [Some(3)], "{text}");
            assert!(model.look().is_some(), "{text}");
        }
        for text in ["", "[", "positions = 3", "r := (1,2", "{", "Set"] {
            assert!(Model::from_any(text).is_err(), "{text}");
        }
    }
}
