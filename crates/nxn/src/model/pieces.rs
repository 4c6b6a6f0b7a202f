//! The pieces of an NxNxN cube, read from its colours, and the reason if the colours do not form a solvable cube.
//!
//! Start at [`Pieces::read`]. Corners and middle edges are those of a 3x3x3 and obey its laws (on even cubes only the corners
//! do). Every pair of adjacent colours is on exactly two wings of an orbit, once in each orientation. An orbit of centres has
//! four of each colour. Every cube that satisfies these conditions can be solved, since a quarter turn of an inner layer is an
//! odd permutation of exactly one orbit of wings.

use crate::model::geometry::{self, Cell, FACES};
use crate::model::orbit::{Orbit, Permutation, SLOTS};
use crate::model::stickers::Stickers;
use permutant_cube::model::cubie::CubieCube;
use permutant_cube::model::facelet;
use permutant_cube::model::solvability::NotSolvable;
use std::fmt;

/// Why a cube cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolvable {
    /// The fixed centres do not have six colours.
    #[error("two of the six fixed centres have the same colour {0}")]
    FixedCentres(char),
    /// A colour is not the number of a face.
    #[error("there is a seventh colour on face {0}, row {1}, column {2}")]
    Colour(char, usize, usize),
    /// A colour is on too many or too few stickers.
    #[error("colour {colour} is on {found} stickers instead of {expected}")]
    Count {
        /// The colour, as the letter of its face.
        colour: char,
        /// Stickers found.
        found: usize,
        /// N².
        expected: usize,
    },
    /// An orbit of centres does not have four stickers of a colour.
    #[error("of the centres like the one in row {row}, column {column}, {found} are {colour} instead of 4")]
    Centres {
        /// Row of the first cell of the orbit, from 1.
        row: usize,
        /// Its column.
        column: usize,
        /// The colour.
        colour: char,
        /// The number of centres with it.
        found: usize,
    },
    /// A wing has two colours that no wing has in the solved cube.
    #[error(
        "the wing in row {row}, column {column} of face {face} shows {colours}: no edge has these colours"
    )]
    Wing {
        /// The face of one of its stickers.
        face: char,
        /// The row there, from 1.
        row: usize,
        /// The column there.
        column: usize,
        /// Its colours.
        colours: String,
    },
    /// A wing occurs twice, so another one is missing.
    #[error(
        "of the wings in column {column}, two are the same {found}, and {missing} is missing: one of a pair is flipped"
    )]
    WingTwice {
        /// Column of the orbit, from 1.
        column: usize,
        /// The colours that occur twice in this orientation.
        found: String,
        /// The colours that do not occur.
        missing: String,
    },
    /// Corners or middle edges with colours that no piece has.
    #[error("{0}")]
    Pieces(String),
    /// A law of the 3x3x3 is violated.
    #[error("{0}")]
    Laws(Reason),
}

/// The violated law of the 3x3x3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason(pub NotSolvable);

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The pieces of a solvable cube.
#[derive(Clone, Debug)]
pub struct Pieces {
    /// N.
    pub size: usize,
    /// Orbits of centres, the innermost ring first, with the colour in each slot.
    pub centres: Vec<(Orbit, [u8; SLOTS])>,
    /// Orbits of wings, the innermost first: for each slot, the piece in it, numbered by its slot in the solved cube.
    pub wings: Vec<(Orbit, Permutation)>,
    /// Corners, and middle edges on odd cubes; on even cubes the edges are solved.
    pub outer: CubieCube,
}

/// The colours of a cube as numbers of faces, relative to its fixed centres if it has some.
pub fn seen_from_centres(cube: &Stickers<u8>) -> Result<Stickers<u8>, Unsolvable> {
    let size = cube.size();
    let mut cells = cube.cells();
    let face_cell = |at: usize| (FACES[at / (size * size)], at / size % size + 1, at % size + 1);
    if let Some(at) = cells.iter().position(|&colour| colour >= 6) {
        let (face, row, column) = face_cell(at);
        return Err(Unsolvable::Colour(face, row, column));
    }
    if size % 2 == 1 {
        cells = by_centres(cube).map_err(Unsolvable::FixedCentres)?;
    }
    for colour in 0..6u8 {
        let (found, expected) = (cells.iter().filter(|&&c| c == colour).count(), size * size);
        if found != expected {
            return Err(Unsolvable::Count { colour: FACES[usize::from(colour)], found, expected });
        }
    }
    Ok(Stickers::new(&cells).expect("as many cells as before"))
}

/// The number of each colour, named by the face that shows it in the middle or next to it; an error if two faces show
/// the same one.
fn by_centres(cube: &Stickers<u8>) -> Result<Vec<u8>, char> {
    let middle = cube.size() / 2;
    let mut face_of = [6u8; 6];
    for face in 0..6 {
        let colour = usize::from(cube.get(Cell { face, row: middle, column: middle }));
        if face_of[colour] != 6 {
            return Err(FACES[colour]);
        }
        face_of[colour] = face as u8;
    }
    Ok(cube.cells().into_iter().map(|colour| face_of[usize::from(colour)]).collect())
}

/// A cube whose centres are solved, in any orientation, as seen relative to these centres. `None` for another cube.
pub(crate) fn as_it_stands(cube: &Stickers<u8>) -> Option<Stickers<u8>> {
    by_centres(cube).ok().and_then(|cells| Stickers::new(&cells))
}

/// The colours of the 3x3x3 that a cube represents: corners, the edges in this column of each side, and solved centres.
pub fn as_3x3x3(cube: &Stickers<u8>, column: usize) -> String {
    let size = cube.size();
    let seen = |face: usize, at: usize| {
        if at == 4 {
            return FACES[face];
        }
        // The edge of each side: the sticker that is in `column` when its face is turned to the top.
        let lines = [0, column, size - 1];
        let (row, col) = (at / 3, at % 3);
        let cell = Cell { face, row: lines[row], column: lines[col] };
        FACES[usize::from(cube.get(cell))]
    };
    (0..6).flat_map(|face| (0..9).map(move |at| (face, at))).map(|(face, at)| seen(face, at)).collect()
}

fn letters(colours: &[u8]) -> String {
    colours.iter().map(|&colour| FACES[usize::from(colour)]).collect()
}

/// The two faces of a wing in each slot, first the one that identifies it.
pub fn wing_faces() -> [[usize; 2]; SLOTS] {
    // The wings of the 4x4x4 are arranged like those of every cube.
    let orbit = Orbit { row: 0, column: 1 };
    std::array::from_fn(|slot| {
        let cell = orbit.cell(4, slot);
        [cell.face, geometry::neighbours(4, cell)[0].face]
    })
}

impl Pieces {
    /// Whether the permutation of the corners is odd.
    pub fn has_odd_corners(&self) -> bool {
        let corners = self.outer.corners.permutation();
        let inversions = |at: usize| corners[..at].iter().filter(|&&other| other > corners[at]).count();
        (0..corners.len()).map(inversions).sum::<usize>() % 2 == 1
    }

    /// The pieces of a cube of at least 2 layers, its colours as [`seen_from_centres`] gives them. O(N²).
    pub fn read(cube: &Stickers<u8>) -> Result<Pieces, Unsolvable> {
        let size = cube.size();
        let mut centres = Vec::new();
        for orbit in Orbit::centres(size) {
            let colours: [u8; SLOTS] = std::array::from_fn(|slot| cube.get(orbit.cell(size, slot)));
            for colour in 0..6u8 {
                let found = colours.iter().filter(|&&c| c == colour).count();
                if found != 4 {
                    let (row, column) = (orbit.row + 1, orbit.column + 1);
                    let colour = FACES[usize::from(colour)];
                    return Err(Unsolvable::Centres { row, column, colour, found });
                }
            }
            centres.push((orbit, colours));
        }
        let faces = wing_faces();
        let mut wings = Vec::new();
        for orbit in Orbit::wings(size) {
            let mut seen = [false; SLOTS];
            let (mut pieces, mut twice) = ([0; SLOTS], None);
            for (slot, piece) in pieces.iter_mut().enumerate() {
                let cell = orbit.cell(size, slot);
                let colours = [cell, geometry::neighbours(size, cell)[0]].map(|cell| cube.get(cell));
                let home = faces.iter().position(|faces| faces.map(|face| face as u8) == colours);
                let Some(home) = home else {
                    let Cell { face, row, column } = cell;
                    let (face, colours) = (FACES[face], letters(&colours));
                    return Err(Unsolvable::Wing { face, row: row + 1, column: column + 1, colours });
                };
                if std::mem::replace(&mut seen[home], true) {
                    twice = Some(home);
                }
                *piece = home as u8;
            }
            if let (Some(twice), Some(missing)) = (twice, seen.iter().position(|seen| !seen)) {
                let named = |slot: usize| letters(&faces[slot].map(|face| face as u8));
                let (found, missing) = (named(twice), named(missing));
                return Err(Unsolvable::WingTwice { column: orbit.column + 1, found, missing });
            }
            wings.push((orbit, pieces));
        }
        Ok(Pieces { size, centres, wings, outer: outer(cube)? })
    }
}

/// Corners and middle edges; on an even cube the edges are solved.
pub(crate) fn outer(cube: &Stickers<u8>) -> Result<CubieCube, Unsolvable> {
    let size = cube.size();
    let even = size.is_multiple_of(2);
    let mut seen: Vec<char> = as_3x3x3(cube, if even { 0 } else { size / 2 }).chars().collect();
    if even {
        for (at, letter) in seen.iter_mut().enumerate() {
            if at % 9 % 2 == 1 {
                *letter = FACES[at / 9];
            }
        }
    }
    let seen: String = seen.into_iter().collect();
    let pieces = facelet::read(&seen).map_err(|fault| Unsolvable::Pieces(fault.message))?;
    match pieces.check_solvable() {
        // Where edges are pairs of wings, it is not determined which edges are exchanged.
        Err(reason) if !even || reason.twist.is_some() => {
            let reason = if even { NotSolvable { parity: None, ..reason } } else { reason };
            Err(Unsolvable::Laws(Reason(reason)))
        }
        _ => Ok(pieces),
    }
}
