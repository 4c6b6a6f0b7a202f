//! Puzzles and positions that the user specifies by names, arguments and files.
//!
//! Start at [`model`] and [`positions`]. [`crate::text_file`] reads files, and the library reads their contents.

use crate::args;
use crate::exit::Failure;
use crate::output::Item;
pub(crate) use crate::printed::{after, position, turns};
use crate::text_file;
use permutant::analysis::sequence::move_choice::{self, MetricChoiceError};
use permutant::ignored_pieces::{self, LeftOut};
use permutant::listed_moves;
use permutant::model::{Model, ModelError};
use permutant::position::{self, Position};
use permutant::puzzle::catalog::{self, NotFound};
use permutant::puzzle::formats::Kind;
use permutant::puzzle::formats::scr::Settings;
use permutant::puzzle::geometry::Description;
use permutant::puzzle::metric::Metric;
use std::path::Path;

/// Writes a text file.
pub(crate) fn write_text(path: &Path, text: &str) -> Result<(), Failure> {
    let end = if text.ends_with('\n') { "" } else { "\n" };
    std::fs::write(path, format!("{text}{end}")).map_err(|error| unwritable(path, &error))
}

/// Writes a file of bytes.
pub(crate) fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|error| unwritable(path, &error))
}

/// The failure of a file that cannot be written.
pub(crate) fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::bad_input(format!("{} cannot be written: {error}", path.display()))
}

/// A puzzle from the catalog, from a definition file, or from standard input, or a variant of it (`FILE without CORNERS`).
pub(crate) fn model(name: &str) -> Result<Model, Failure> {
    if is_file(name) {
        return of_definition(name);
    }
    if let Some((file, clauses)) = catalog::split_variant(name, is_file) {
        let variant = of_definition(file)?.variant(&clauses);
        return variant.map_err(|fault| Failure::bad_input(fault.to_string()));
    }
    // The depths in a description may be fractions, as in `c f 1/3`.
    if name.contains(std::path::MAIN_SEPARATOR) && !Description::is_meant(name) {
        return of_definition(name);
    }
    Model::find(name).map_err(|fault| match fault {
        NotFound::Description { description, fault } => Failure::in_text("description", &description, fault),
        fault => Failure::bad_input(fault.to_string())
            .help("`permutant puzzles` lists the catalog; a file works too"),
    })
}

/// The kind of a definition file by its ending.
fn kind_by_ending(path: &Path) -> Option<Kind> {
    path.extension().and_then(|extension| Kind::from_extension(&extension.to_string_lossy()))
}

fn is_toml(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"))
}

/// Whether a text is the name of a file, by its ending or because the file exists, or stands for standard input.
fn is_file(name: &str) -> bool {
    let path = Path::new(name);
    name == "-" || kind_by_ending(path).is_some() || is_toml(path) || path.is_file()
}

/// The puzzle of a definition file, or of standard input.
fn of_definition(name: &str) -> Result<Model, Failure> {
    if name == "-" {
        let text = text_file::read_standard_input()?;
        let listed = of_lists("standard input", &text);
        return listed.unwrap_or_else(|| {
            Model::from_any(&text).map_err(|fault| unreadable("standard input", &text, fault))
        });
    }
    let path = Path::new(name);
    let text = text_file::read(path)?;
    if is_toml(path) {
        return Model::from_toml(&text).map_err(|fault| Failure::in_text(name, &text, fault));
    }
    if let Some(listed) = of_lists(name, &text) {
        return listed;
    }
    let kind = kind_by_ending(path).unwrap_or_else(|| Kind::of_text(&text));
    Model::from_text(&text, kind).map_err(|fault| unreadable(name, &text, fault))
}

/// The puzzle of a definition by lists; `None` if the text is not meant as one.
fn of_lists(name: &str, text: &str) -> Option<Result<Model, Failure>> {
    let read = || listed_moves::read(text).map_err(|fault| Failure::in_text(name, text, fault));
    listed_moves::is_meant(text).then(read)
}

fn unreadable(name: &str, text: &str, fault: ModelError) -> Failure {
    match fault {
        ModelError::Text(diagnostic) => Failure::in_text(name, text, diagnostic),
        ModelError::Puzzle(fault) => Failure::bad_input(format!("{name}: {fault}")),
    }
}

/// A metric by its name or by weights, each of a move of the puzzle.
pub(crate) fn metric(model: &Model, text: &str) -> Result<Metric, Failure> {
    move_choice::metric(&model.puzzle, text).map_err(|fault| match fault {
        MetricChoiceError::Unknown(fault) => Failure::bad_input(format!("the weights of --metric: {fault}")),
        fault => Failure::bad_input(fault.to_string()),
    })
}

/// Checks the symbols of faces, if there are any. Only facelets use them, but a mistake in them is one everywhere.
pub(crate) fn check_faces(model: &Model, faces: Option<&str>) -> Result<(), Failure> {
    let check = |faces| position::check_faces(model, faces);
    faces.map_or(Ok(()), check).map_err(|fault| Failure::bad_input(format!("--faces: {fault}")))
}

/// Pieces of a puzzle by name, such as `CORNERS` or `UF`.
pub(crate) fn pieces(model: &Model, names: &[&str]) -> Result<Vec<(usize, u16)>, Failure> {
    ignored_pieces::named_pieces(model, names).map_err(|fault| Failure::bad_input(fault.to_string()))
}

/// The pieces and orientations that the user ignores, if any.
pub(crate) fn left_out(
    model: &Model,
    pieces: &[String],
    orientations: &[String],
) -> Result<Option<LeftOut>, Failure> {
    let any = !pieces.is_empty() || !orientations.is_empty();
    let left_out = any.then(|| LeftOut::new(model, pieces, orientations));
    left_out.transpose().map_err(|fault| Failure::bad_input(fault.to_string()))
}

/// The same puzzle, with the solved state accepted in any orientation of the whole puzzle.
pub(crate) fn in_any_orientation(model: &Model) -> Result<Model, Failure> {
    let puzzle = model.puzzle.clone().up_to_rotation();
    if puzzle.rotations().len() == 1 {
        let message = format!("{} defines no rotations of the whole puzzle", puzzle.name());
        let help =
            "add moves named x, y, z, or Uv to the definition; moves with such names turn the whole puzzle";
        return Err(Failure::bad_input(message).help(help));
    }
    Ok(model.clone().with_puzzle(puzzle))
}

/// A position with its name.
pub(crate) struct Named {
    /// What the user wrote, or the file and the number of the position in it.
    pub(crate) input: String,
    pub(crate) position: Result<Position, Failure>,
    /// The settings that a scramble file specifies for its solutions.
    pub(crate) settings: Settings,
}

impl Named {
    /// The item for results about it, as the one at `index` of this many.
    pub(crate) fn item(&self, index: usize, of: usize) -> Item<'_> {
        Item { input: &self.input, number: index + 1, of: Some(of), line: None }
    }
}

/// The positions that the position arguments specify.
pub(crate) enum Positions {
    /// One position, or those of a file.
    Given(Vec<Named>),
    /// One per line of standard input.
    StandardInput,
}

/// One of the positions of a file: the position or the error in it, and the settings of the file for its solutions.
pub(crate) type Entry = (Result<Position, Failure>, Settings);

/// The positions of a file, at least one, and the name of the file.
pub(crate) fn positions_of_file(model: &Model, path: &Path) -> Result<(String, Vec<Entry>), Failure> {
    let text = text_file::read(path)?;
    let name = path.display().to_string();
    let failed = |fault| Failure::in_text(&name, &text, fault);
    let read = position::read_file(model, &text).map_err(failed)?;
    if read.is_empty() {
        return Err(Failure::bad_input(format!("{name} contains no position")));
    }
    let read = read.into_iter().map(|(position, settings)| (position.map_err(failed), settings)).collect();
    Ok((name, read))
}

/// The positions of a file, each with a name.
fn of_file(model: &Model, path: &Path) -> Result<Positions, Failure> {
    let (name, read) = positions_of_file(model, path)?;
    let count = read.len();
    let named = |(at, (position, settings))| {
        let input = if count == 1 { name.clone() } else { format!("{name} {}", at + 1) };
        Named { input, position, settings }
    };
    Ok(Positions::Given(read.into_iter().enumerate().map(named).collect()))
}

/// Whether a text in place of a position is the name of a file: the file exists, and the name cannot be a sequence of
/// moves.
fn is_file_name(text: &str) -> bool {
    let has_ending = || Path::new(text).extension().is_some_and(|ending| ending.len() <= 8);
    (text.contains(std::path::MAIN_SEPARATOR) || has_ending()) && Path::new(text).is_file()
}

/// The positions that the arguments specify.
pub(crate) fn positions(model: &Model, args: &args::Position) -> Result<Positions, Failure> {
    let faces = args.faces.as_deref();
    check_faces(model, faces)?;
    let one = |text: &str, position: Position| {
        let settings = Settings::default();
        Ok(Positions::Given(vec![Named { input: text.to_string(), position: Ok(position), settings }]))
    };
    if let Some(text) = &args.scramble {
        let read = position::read_algorithm(model, text);
        return one(text, read.map_err(|fault| Failure::in_text("algorithm", text, fault))?);
    }
    if let Some(text) = &args.facelets {
        let read = position::read_facelets(model, text, faces);
        return one(text, read.map_err(|fault| Failure::in_text("facelets", text, fault))?);
    }
    if let Some(path) = &args.state {
        return of_file(model, path);
    }
    match args.position.as_deref() {
        Some("-") => Ok(Positions::StandardInput),
        Some(text) if is_file_name(text) => of_file(model, Path::new(text)),
        Some(text) => one(text, position(model, text, faces)?),
        None => Err(Failure::bad_input("no position was given")
            .help("give an algorithm, a facelet string, --state FILE, or - to read standard input")),
    }
}
