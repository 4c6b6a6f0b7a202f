//! The named puzzles.
//!
//! Start at [`find`], which accepts a name as a user types it (`3x3x3`, `pyraminx`, `torus:6x6`, in any case, or a
//! description such as `c f 1/3`, see [`crate::geometry`]), and [`list`]. Where move names end in a digit, such as
//! `R1` on a torus, the reader tries the whole name before it takes a trailing number as an amount: on `torus:12x12`
//! `R12` is row 12, on `torus:6x6` it is row 1 twice. `R1^2` and `R1'` are always powers of `R1`.

mod arrangements;
mod boards;
mod clock;
mod cube;
mod custom;
mod face_turning;
mod families;
mod gear;
mod globe;
mod gods_numbers;
mod ivy;
mod looks;
mod mathieu;
mod megaminx;
mod modified;
mod names;
mod parameters;
mod plane_layouts;
mod pyraminx;
mod rings;
mod siamese;
mod skewb;
mod solids;
mod square1;
mod stickers;
mod tracks;
mod variants;

pub use arrangements::Arrangements;
pub use clock::clock_move;
pub use cube::{Cube, FACES, MAX_SIZE, cube};
pub use custom::read as read_custom;
pub use gods_numbers::{GodsNumber, gods_numbers};
pub use looks::look;
pub(crate) use mathieu::generators as mathieu_generators;
pub use names::other_names;
pub use parameters::ParameterError;
pub use variants::split as split_variant;

use crate::diagnostic::Diagnostic;
use crate::formats::facelets::FaceletLayout;
use crate::geometry::{self, Description, LONGEST_SIDE, Shape};
use crate::picture::{Look, Plane};
use crate::puzzle::Puzzle;
use tracks::Made;

/// A puzzle of the catalog.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The layout of its facelet strings, if it has any.
    pub facelets: Option<FaceletLayout>,
    /// Its appearance, if it was cut from a solid.
    pub shape: Option<Shape>,
    /// Its layout in the plane, if it has one.
    pub plane: Option<Plane>,
    /// The number of its states, if its moves are not always possible, so that no group gives the number.
    pub states: Option<Arrangements>,
    /// How a description was interpreted, in words.
    pub notes: Vec<String>,
}

impl Entry {
    fn plain(puzzle: Puzzle) -> Self {
        Entry { puzzle, facelets: None, shape: None, plane: None, states: None, notes: Vec::new() }
    }

    fn cut(made: geometry::Generated) -> Self {
        let geometry::Generated { puzzle, shape, notes } = made;
        Entry { puzzle, facelets: None, shape: Some(shape), plane: None, states: None, notes }
    }
}

/// An entry of the catalog: a name or a pattern of names, and a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The name, or a pattern with capitals for its numbers, such as `NxNxN` and `torus:MxN`.
    pub name: &'static str,
    /// Examples: the name itself, or names that match the pattern.
    pub examples: &'static [&'static str],
    /// A description in one line.
    pub about: &'static str,
}

/// The reason why there is no such puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotFound {
    /// No puzzle has this name.
    #[error("there is no puzzle named '{name}'{}", suggestion(.nearest))]
    Unknown {
        /// The requested name.
        name: String,
        /// The nearest names of the catalog, the nearest first.
        nearest: Vec<String>,
    },
    /// A description of a solid and its cuts does not define a puzzle.
    #[error("'{description}': {fault}")]
    Description {
        /// The requested description.
        description: String,
        /// The error in it, with its place.
        fault: Diagnostic,
    },
    /// A box of unsupported size.
    #[error(
        "'{0}' is not a supported box; expected cuboid:AxBxC with sides of 1 to {LONGEST_SIDE}, not all 1, \
         such as cuboid:2x3x4"
    )]
    Cuboid(String),
    /// A cube of unsupported size.
    #[error("a cube of size {0} is not supported; expected 2 to {MAX_SIZE}")]
    Size(String),
    /// A puzzle has no such variant.
    #[error("'{name}': '{clause}': {why}; expected one of: {expected}")]
    Variant {
        /// The requested name.
        name: String,
        /// The clause with the error.
        clause: String,
        /// The error.
        why: String,
        /// The supported clauses.
        expected: &'static str,
    },
    /// A family has no puzzle with these parameters.
    #[error("'{name}': {fault}; expected {pattern}, such as {example}")]
    Parameters {
        /// The requested name.
        name: String,
        /// The error in its parameters.
        fault: ParameterError,
        /// The pattern of the family's names.
        pattern: &'static str,
        /// An example of such a name.
        example: &'static str,
    },
}

fn suggestion(nearest: &[String]) -> String {
    let quoted: Vec<String> = nearest.iter().map(|name| format!("'{name}'")).collect();
    match quoted.split_last() {
        None => String::new(),
        Some((name, [])) => format!("; did you mean {name}?"),
        Some((last, others)) => format!("; did you mean {} or {last}?", others.join(", ")),
    }
}

static LINES: [Line; 10] = [
    Line {
        name: "NxNxN",
        examples: &["2x2x2", "3x3x3", "4x4x4", "5x5x5", "6x6x6", "7x7x7"],
        about: "cubes of any size, 2 to 255; centres of one colour are identical",
    },
    Line { name: "pyraminx", examples: &["pyraminx"], about: "pyraminx with its tips" },
    Line { name: "tetraminx", examples: &["tetraminx"], about: "pyraminx without its tips" },
    Line { name: "skewb", examples: &["skewb"], about: "skewb, turned about its corners" },
    Line { name: "megaminx", examples: &["megaminx"], about: "megaminx, twelve faces" },
    Line {
        name: "square-1",
        examples: &["square-1"],
        about: "Square-1, whose twist exchanges corners with pairs of edges",
    },
    Line {
        name: "ivy cube",
        examples: &["ivy cube"],
        about: "cube of four corners that turn and six leaves",
    },
    Line {
        name: "gear cube",
        examples: &["gear cube"],
        about: "opposite faces turn against each other, and the edges between roll along",
    },
    Line {
        name: "siamese cubes",
        examples: &["siamese cubes"],
        about: "two 3x3x3 that share a bar of an edge and two corners",
    },
    Line { name: "clock", examples: &["clock"], about: "Rubik's Clock: nine dials on each side, four pins" },
];

/// The entries of the catalog: solids, then the families in the plane.
pub fn list() -> impl Iterator<Item = &'static Line> {
    let solids = solids::SOLIDS.iter().map(|solid| &solid.line);
    LINES
        .iter()
        .chain(modified::MODIFIED.iter().map(|modified| &modified.line))
        .chain(solids)
        .chain([&solids::CUBOIDS])
        .chain(families::FAMILIES.iter().map(|family| &family.line))
}

/// The size of a cube from its name: `5x5x5`, or the short form `5`.
fn cube_size(name: &str) -> Option<Result<u16, NotFound>> {
    let parts: Vec<&str> = name.split('x').collect();
    let is_cube = matches!(parts[..], [a, b, c] if a == b && b == c) || matches!(parts[..], [a, b] if a == b);
    if !is_cube || parts[0].is_empty() || !parts[0].bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let size = parts[0].parse::<u16>().ok().filter(|size| (2..=MAX_SIZE).contains(size));
    Some(size.ok_or_else(|| NotFound::Size(parts[0].to_string())))
}

/// A puzzle of the catalog by its name, in any case, or by its description (`c f 1/3`), or a variant of a solid
/// (`5x5x5 with outer blocks`, `c f 1/3 without centers`).
pub fn find(name: &str) -> Result<Entry, NotFound> {
    let fault = match find_whole(name) {
        Err(fault) => fault,
        found => return found,
    };
    match variants::split(name, |before| find_whole(before).is_ok()) {
        Some((whole, clauses)) => {
            let meant = names::meant(whole);
            let whole = meant.as_deref().unwrap_or(whole);
            let (oriented, others): (Vec<_>, Vec<_>) =
                clauses.iter().copied().partition(|&(with, clause)| with && variants::is_of_centres(clause));
            let entry = match oriented.first() {
                Some((_, clause)) => with_oriented_centres(whole, name, clause)?,
                None => find_whole(whole)?,
            };
            let asks_for_layers = others.iter().any(|&(with, clause)| with && variants::is_of_layers(clause));
            let entry = match entry.plane.is_none() && entry.puzzle.layers().is_none() && asks_for_layers {
                true => with_layers(entry)?,
                false => entry,
            };
            let shape = || entry.shape.clone().or_else(|| look(&entry.puzzle, entry.facelets.as_ref()));
            let look = entry.plane.clone().map(Look::Plane).or_else(|| shape().map(Look::Solid));
            variants::apply(entry, look, &others, name)
        }
        None => Err(fault),
    }
}

/// A variant of a puzzle that is not of the catalog, described by the clauses that [`split_variant`] finds.
pub fn variant(entry: Entry, clauses: &[(bool, &str)]) -> Result<Entry, NotFound> {
    let word = |with| if with { "with" } else { "without" };
    let words = clauses.iter().map(|&(with, clause)| format!(" {} {clause}", word(with)));
    let name = format!("{}{}", entry.puzzle.name(), words.collect::<String>());
    let solid = entry.shape.clone().map(Look::Solid);
    let look = entry.plane.clone().map(Look::Plane).or(solid);
    variants::apply(entry, look, clauses, &name)
}

/// A solid with its own definition, cut by its description instead, so that its moves have layers.
fn with_layers(entry: Entry) -> Result<Entry, NotFound> {
    let Some(description) = looks::description(entry.puzzle.name()) else { return Ok(entry) };
    let made = geometry::generate(description, entry.puzzle.name());
    let fault = |fault| NotFound::Description { description: description.to_string(), fault };
    let mut cut = made.map(Entry::cut).map_err(fault)?;
    cut.notes.push(format!("moves are named as those of \"{description}\""));
    Ok(cut)
}

/// A solid cut again, with visible orientations of the pieces in the middles of its faces.
fn with_oriented_centres(whole: &str, name: &str, clause: &str) -> Result<Entry, NotFound> {
    if let Some(made) = solids::cuboid_with_oriented_centres(&whole.trim().to_ascii_lowercase()) {
        return made.map(Entry::cut);
    }
    let Some(description) = cuts(whole)? else {
        return Err(NotFound::Variant {
            name: name.to_string(),
            clause: clause.to_string(),
            why: "only solids have centres".to_string(),
            expected: "a solid, as '3x3x3 with centre orientations'",
        });
    };
    let made = geometry::generate_with_oriented_centres(&description, whole.trim());
    made.map(Entry::cut).map_err(|fault| NotFound::Description { description, fault })
}

/// The description of a solid with equal sides, from its name; `None` for any other name.
fn cuts(whole: &str) -> Result<Option<String>, NotFound> {
    if let Some(solid) = solids::find(whole) {
        return Ok(Some(solid.description.to_string()));
    }
    if let Some(size) = cube_size(&whole.trim().to_ascii_lowercase()) {
        let size = size?;
        let cut = |layer: u16| format!(" f {}/{size}", size - 2 * layer);
        return Ok(Some((1..=size / 2).map(cut).fold("c".to_string(), |all, cut| all + &cut)));
    }
    if Description::is_meant(whole) {
        return Ok(Some(whole.to_string()));
    }
    let entry = find_whole(whole)?;
    Ok(looks::description(entry.puzzle.name()).map(str::to_string))
}

/// The catalog's entry for a puzzle with this name.
pub fn line(name: &str) -> Option<&'static Line> {
    let lower = name.trim().to_ascii_lowercase();
    let is_listed = |line: &&Line| line.examples.contains(&lower.as_str());
    let head = lower.split_once(':').map(|(head, _)| head);
    let of_family = |line: &&Line| head.is_some() && line.name.split_once(':').map(|(head, _)| head) == head;
    let cube = || matches!(cube_size(&lower), Some(Ok(_))).then(|| &LINES[0]);
    list().find(is_listed).or_else(|| list().find(of_family)).or_else(cube)
}

/// A puzzle that is not a variant, by its name or an alternative name.
fn find_whole(name: &str) -> Result<Entry, NotFound> {
    if let Some(meant) = names::meant(name) {
        return find_named(&meant);
    }
    match find_named(name) {
        Err(NotFound::Unknown { .. }) if names::is_of_family(name) => find_named(&names::plain(name)),
        found => found,
    }
}

/// A puzzle by its name in the catalog.
fn find_named(name: &str) -> Result<Entry, NotFound> {
    let lower = name.trim().to_ascii_lowercase();
    if let Some(size) = cube_size(&lower) {
        let size = size?;
        let cube = cube(size).ok_or_else(|| NotFound::Size(size.to_string()))?;
        return Ok(Entry { facelets: Some(cube.facelets), ..Entry::plain(cube.puzzle) });
    }
    let is = |line: &&Line| line.name == lower;
    let drawn = |Made { puzzle, plane, states }: Made| {
        Ok(Entry { plane: Some(plane), states, ..Entry::plain(puzzle) })
    };
    let puzzle = match LINES.iter().find(is).map(|line| line.name) {
        Some("pyraminx") => pyraminx::pyraminx(true),
        Some("tetraminx") => pyraminx::pyraminx(false),
        Some("skewb") => skewb::skewb(),
        Some("megaminx") => megaminx::megaminx(),
        Some("square-1") => return drawn(square1::square1()),
        Some("clock") => return drawn(clock::clock()),
        Some("gear cube") => return drawn(gear::gear_cube()),
        Some("siamese cubes") => {
            let fault = || NotFound::Unknown { name: name.to_string(), nearest: Vec::new() };
            return drawn(siamese::siamese_cubes().ok_or_else(fault)?);
        }
        Some("ivy cube") => ivy::ivy_cube(),
        _ => return find_made(name, &lower),
    };
    Ok(Entry::plain(puzzle))
}

/// A puzzle made from tracks or cut from a solid.
fn find_made(name: &str, lower: &str) -> Result<Entry, NotFound> {
    let cut = |description: &str, called: &str| {
        let made = geometry::generate(description, called);
        made.map(Entry::cut)
            .map_err(|fault| NotFound::Description { description: description.to_string(), fault })
    };
    if let Some(solid) = solids::find(name) {
        return cut(solid.description, solid.line.name);
    }
    if let Some(modified) = modified::find(name) {
        let entry = find(modified.made_of)?;
        let states = modified.states.map(Arrangements::counted).or(entry.states);
        return Ok(Entry { puzzle: entry.puzzle.named(modified.line.name), states, ..entry });
    }
    if Description::is_meant(name) {
        return cut(name, name.trim());
    }
    if let Some(made) = solids::cuboid(lower) {
        return made.map(Entry::cut);
    }
    if let Some(made) = families::find(lower) {
        let Made { puzzle, plane, states } = made?;
        return Ok(Entry { plane: Some(plane), states, ..Entry::plain(puzzle) });
    }
    Err(NotFound::Unknown { name: name.to_string(), nearest: names::near(name) })
}

#[cfg(test)]
mod tests;
