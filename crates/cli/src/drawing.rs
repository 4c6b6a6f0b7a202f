//! Pictures of positions as specified by the options.
//!
//! Start at [`Drawing`]: the appearance of a puzzle and the options, prepared once for many positions.

use crate::args::{Picture, PictureScheme, PictureTheme, PictureView};
use crate::exit::Failure;
use clap::ValueEnum;
use permutant::algorithm;
use permutant::model::Model;
use permutant::position::Position;
use permutant::puzzle::moves::Turn;
use permutant::puzzle::picture::{
    self, Canvas, Depiction, Look, Loose, Scene, Scheme, Style, Theme, View, svg,
};
use permutant::puzzle::puzzle::Puzzle;
use permutant::puzzle::state::State;
use permutant::puzzle::transformation::{OrbitTransformation, Transformation};
use std::collections::BTreeSet;
use std::path::Path;

/// The data with which positions of a puzzle are drawn.
pub(crate) struct Drawing<'a> {
    puzzle: &'a Puzzle,
    look: Look,
    style: Style,
    depiction: Depiction,
    /// Moves, made from the drawn position, or cycles of pieces that arrows show.
    arrows: Option<String>,
}

impl<'a> Drawing<'a> {
    /// Refuses puzzles that cannot be drawn, and options that do not fit the puzzle.
    pub(crate) fn new(model: &'a Model, options: &Picture) -> Result<Self, Failure> {
        let look = Drawing::look(model)?;
        if let (Look::Plane(_), Some(option)) = (&look, options.chosen_for_solids()) {
            let name = model.puzzle.name();
            let message = format!("{option} is for pictures of solids, and {name} is drawn in the plane");
            return Err(Failure::bad_input(message));
        }
        let view = match options.view {
            PictureView::Solid => View::Solid,
            PictureView::Net => View::Net,
            PictureView::Stereographic => View::Stereographic,
        };
        let scheme = match options.scheme {
            PictureScheme::Usual => Scheme::Usual,
            PictureScheme::Safe => Scheme::Safe,
        };
        let theme = match options.theme {
            PictureTheme::Clear => Theme::Clear,
            PictureTheme::Light => Theme::Light,
            PictureTheme::Dark => Theme::Dark,
        };
        let only = if options.only.is_empty() { None } else { Some(pieces(&model.puzzle, &options.only)?) };
        let blocks = picture::blocks(&model.puzzle, &look);
        Ok(Drawing {
            puzzle: &model.puzzle,
            style: Style { width: options.width, letters: options.letters || look.is_numbered(), theme },
            look,
            depiction: Depiction { view, scheme, only, blocks, ..Depiction::default() },
            arrows: options.arrows.clone(),
        })
    }

    /// Refuses options of pictures where none is drawn.
    pub(crate) fn none(options: &Picture, how: &str) -> Result<(), Failure> {
        match options.chosen() {
            None => Ok(()),
            Some(option) => Err(Failure::bad_input(format!("{option} is an option of pictures"))
                .help(format!("for a picture, add {how}"))),
        }
    }

    /// The appearance of a puzzle, or an error if it cannot be drawn.
    pub(crate) fn look(model: &Model) -> Result<Look, Failure> {
        model.look().ok_or_else(|| {
            Failure::bad_input(format!("there is no picture of {}", model.puzzle.name()))
                .help("definitions are drawn as discs, and this one has too many pieces")
        })
    }

    /// Where the parts are that are no pieces, after turns from the solved state.
    pub(crate) fn loose<'t>(&self, turns: impl IntoIterator<Item = &'t Turn>) -> Loose {
        let mut loose = Loose::home(&self.look);
        loose.turn(&self.look, turns);
        loose
    }

    fn canvas(&self, position: &Position, loose: &Loose) -> Result<Canvas, Failure> {
        let mut depiction = Depiction { loose: loose.clone(), ..self.depiction.clone() };
        if let Some(text) = &self.arrows {
            depiction.arrows = Some(match cycles(self.puzzle, text)? {
                Some(change) => change,
                None => {
                    let turns = algorithm::read_from(self.puzzle, &position.state, text)
                        .map_err(|fault| Failure::in_text("arrows", text, fault))?;
                    turns
                        .iter()
                        .fold(Transformation::identity(), |all, turn| all.then(&turn.transformation()))
                }
            });
        }
        let drawn = self.look.picture(position.reference(self.puzzle), &position.state, &depiction);
        Ok(Canvas::new(&drawn, self.style))
    }

    /// A picture as SVG.
    pub(crate) fn svg(&self, position: &Position, loose: &Loose, title: &str) -> Result<String, Failure> {
        Ok(svg::write(&self.canvas(position, loose)?, title))
    }

    /// A picture as a PNG file.
    pub(crate) fn png(&self, position: &Position, loose: &Loose) -> Result<Vec<u8>, Failure> {
        permutant_raster::png(&self.canvas(position, loose)?)
            .map_err(|fault| Failure::bad_input(fault.to_string()))
    }

    /// The error for a PNG picture without a file to write it to.
    pub(crate) fn no_file() -> Failure {
        Failure::bad_input("a PNG picture is written to a file").help("name the file: -o FILE.png")
    }

    /// Refuses to write one kind of picture into a file whose name is that of the other.
    pub(crate) fn check_ending(file: Option<&Path>, format: &impl ValueEnum) -> Result<(), Failure> {
        let format = format.to_possible_value();
        let format = format.as_ref().map_or("", |value| value.get_name());
        let other = match format {
            "svg" => "png",
            "png" => "svg",
            _ => return Ok(()),
        };
        let ending = file.and_then(Path::extension);
        if !ending.is_some_and(|ending| ending.eq_ignore_ascii_case(other)) {
            return Ok(());
        }
        let message = format!("the file ends in {other}, but the picture is to be written as {format}");
        Err(Failure::bad_input(message).help(format!("choose {other}, or a file that ends in {format}")))
    }

    /// The data that a page needs, as one line of JSON.
    pub(crate) fn scene(&self, state: &State, loose: &Loose) -> String {
        let mut scene = Scene::new(self.puzzle, &self.look, state, self.depiction.scheme);
        scene.place(loose);
        scene.to_json()
    }
}

/// A permutation of pieces by its cycles of slots, such as `EDGES(1 2 3)(5 6) CORNERS(1,4)`: the content of the first
/// slot goes to the second. `None` if the text does not begin with a set and a bracket; it is then an algorithm.
fn cycles(puzzle: &Puzzle, text: &str) -> Result<Option<Transformation>, Failure> {
    let set_at = |text: &str| {
        puzzle.orbits().iter().position(|orbit| {
            let head = text.split_at_checked(orbit.name.len());
            head.is_some_and(|(name, rest)| name.eq_ignore_ascii_case(&orbit.name) && rest.starts_with('('))
        })
    };
    let mut rest = text.trim();
    let Some(mut orbit) = set_at(rest) else { return Ok(None) };
    let fault = |rest: &str| {
        Failure::bad_input(format!("--arrows '{text}': expected a cycle of slots at '{rest}'"))
            .help("write a permutation as EDGES(1 2 3)(5 6) CORNERS(1 4)")
    };
    let mut sources: Vec<Vec<u16>> =
        puzzle.orbits().iter().map(|orbit| (0..orbit.pieces).collect()).collect();
    while !rest.is_empty() {
        if let Some(next) = set_at(rest) {
            orbit = next;
            rest = &rest[puzzle.orbits()[orbit].name.len()..];
        }
        let (inner, after) =
            rest.strip_prefix('(').and_then(|inner| inner.split_once(')')).ok_or_else(|| fault(rest))?;
        let pieces = puzzle.orbits()[orbit].pieces;
        let slots = inner.split([',', ' ']).filter(|word| !word.is_empty()).map(|word| {
            let slot = word.parse::<u16>().ok().filter(|slot| (1..=pieces).contains(slot));
            slot.map(|slot| slot - 1).ok_or_else(|| fault(rest))
        });
        let slots = slots.collect::<Result<Vec<u16>, Failure>>()?;
        let is_moved = |slot: &u16| sources[orbit][usize::from(*slot)] != *slot;
        if slots.iter().any(is_moved) || (1..slots.len()).any(|at| slots[..at].contains(&slots[at])) {
            return Err(fault(rest));
        }
        for (at, &slot) in slots.iter().enumerate() {
            sources[orbit][usize::from(slots[(at + 1) % slots.len()])] = slot;
        }
        rest = after.trim_start();
    }
    let part = |(number, sources): (usize, Vec<u16>)| {
        let turns = vec![0; sources.len()];
        OrbitTransformation::new(&puzzle.orbits()[number], sources, turns).map(|part| (number, part))
    };
    let parts = sources.into_iter().enumerate().map(part).collect::<Result<Vec<_>, _>>();
    parts
        .map(|parts| Some(Transformation::from_parts(parts)))
        .map_err(|error| Failure::bad_input(format!("--arrows '{text}': {error}")))
}

/// The pieces given by their solved slots: `CENTERS`, `EDGES:5`, `EDGES:5-8`.
fn pieces(puzzle: &Puzzle, words: &[String]) -> Result<BTreeSet<(usize, u16)>, Failure> {
    let mut pieces = BTreeSet::new();
    for word in words {
        let (set, slots) = word.split_once(':').unwrap_or((word, ""));
        let found = puzzle.orbits().iter().position(|orbit| orbit.name.eq_ignore_ascii_case(set));
        let orbit = found.ok_or_else(|| {
            let names: Vec<&str> = puzzle.orbits().iter().map(|orbit| orbit.name.as_str()).collect();
            let message = format!("--only '{word}': {} has no set '{set}'", puzzle.name());
            Failure::bad_input(message).help(format!("its sets are {}", names.join(", ")))
        })?;
        let count = puzzle.orbits()[orbit].pieces;
        let (first, last) = slots.split_once('-').unwrap_or((slots, slots));
        let range = match (slots, first.parse::<u16>(), last.parse::<u16>()) {
            ("", ..) => 0..count,
            (_, Ok(first), Ok(last)) if 1 <= first && first <= last && last <= count => first - 1..last,
            _ => {
                let message =
                    format!("--only '{word}': expected slots of 1 to {count}, as {set}:1 or {set}:1-2");
                return Err(Failure::bad_input(message));
            }
        };
        pieces.extend(range.map(|slot| (orbit, puzzle.solved().orbits[orbit].pieces[usize::from(slot)])));
    }
    Ok(pieces)
}
