//! The puzzles that have a name.
//!
//! Start at [`find`], which takes what a user types (`3x3x3`, `pyraminx`, in any case), and [`list`].

mod cube;
mod face_turning;
mod megaminx;
mod pyraminx;
mod skewb;
mod stickers;

pub use cube::{Cube, FACES, MAX_SIZE, cube};

use crate::formats::facelets::FaceletLayout;
use crate::puzzle::Puzzle;
use crate::spelling;

/// A puzzle of the catalog.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// How its facelet strings are laid out, where it has them.
    pub facelets: Option<FaceletLayout>,
}

/// A line of the catalog: a name, or a pattern of names, and what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The name; `NxNxN` stands for every size.
    pub name: &'static str,
    /// Other names of the same puzzle.
    pub other_names: &'static [&'static str],
    /// What it is, in a line.
    pub about: &'static str,
}

/// Why there is no such puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotFound {
    /// No puzzle has this name.
    #[error("there is no puzzle named '{name}'{}", suggestion(.nearest))]
    Unknown {
        /// What was asked for.
        name: String,
        /// The nearest name of the catalog, if one is near.
        nearest: Option<String>,
    },
    /// A cube of a size that is not built.
    #[error("a cube of size {0} is not built; expected 2 to {MAX_SIZE}")]
    Size(String),
}

fn suggestion(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|name| format!("; did you mean '{name}'?")).unwrap_or_default()
}

const LINES: [Line; 5] = [
    Line {
        name: "NxNxN",
        other_names: &[],
        about: "cubes of any size, 2x2x2 and up; the colours of a face look alike",
    },
    Line { name: "pyraminx", other_names: &[], about: "pyraminx with its tips" },
    Line { name: "tetraminx", other_names: &["pyraminx:notips"], about: "pyraminx without its tips" },
    Line { name: "skewb", other_names: &[], about: "skewb, turned about its corners" },
    Line { name: "megaminx", other_names: &[], about: "megaminx, twelve faces" },
];

/// The lines of the catalog.
pub fn list() -> &'static [Line] {
    &LINES
}

/// The size of a cube by its name: `5x5x5`, or `5` as people shorten it.
fn cube_size(name: &str) -> Option<Result<u16, NotFound>> {
    let parts: Vec<&str> = name.split('x').collect();
    let is_cube = matches!(parts[..], [a, b, c] if a == b && b == c) || matches!(parts[..], [a, b] if a == b);
    if !is_cube || parts[0].is_empty() || !parts[0].bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let size = parts[0].parse::<u16>().ok().filter(|size| (2..=MAX_SIZE).contains(size));
    Some(size.ok_or_else(|| NotFound::Size(parts[0].to_string())))
}

/// A puzzle of the catalog by its name, in any case.
pub fn find(name: &str) -> Result<Entry, NotFound> {
    let lower = name.trim().to_lowercase();
    if let Some(size) = cube_size(&lower) {
        let size = size?;
        let cube = cube(size).ok_or_else(|| NotFound::Size(size.to_string()))?;
        return Ok(Entry { puzzle: cube.puzzle, facelets: Some(cube.facelets) });
    }
    let is = |line: &&Line| line.name == lower || line.other_names.contains(&lower.as_str());
    let puzzle = match LINES.iter().find(is).map(|line| line.name) {
        Some("pyraminx") => pyraminx::pyraminx(true),
        Some("tetraminx") => pyraminx::pyraminx(false),
        Some("skewb") => skewb::skewb(),
        Some("megaminx") => megaminx::megaminx(),
        _ => {
            let known = LINES.iter().skip(1).map(|line| line.name);
            let nearest = spelling::nearest(&lower, known.chain(["2x2x2", "3x3x3", "4x4x4", "5x5x5"]));
            return Err(NotFound::Unknown { name: name.to_string(), nearest: nearest.map(str::to_string) });
        }
    };
    Ok(Entry { puzzle, facelets: None })
}

#[cfg(test)]
mod tests;
