//! Move names of cubes of any size: what turns, derived from the name alone.
//!
//! Start at [`CubeTurn::of`], which gives the axis, direction and layers of a move. The names are those of SiGN and
//! the WCA: `R`, `2R`, `2-4r`, `r`, `3Rw`, `M E S`, `m e s`, `x y z`, `Rv`. The module does not know the size of the
//! cube: the puzzle decides that `2R` is the middle layer of a 3x3x3, or that a cube has no layer 7.

use super::ast::{Layers, MoveToken};
use super::simplify::MoveAlgebra;

/// The length of the longest name, `Rw`, of a cube.
pub const LONGEST_NAME: usize = 2;

/// A face of the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Face {
    /// Up.
    U,
    /// Right.
    R,
    /// Front.
    F,
    /// Down.
    D,
    /// Left.
    L,
    /// Back.
    B,
}

impl Face {
    /// All faces, in the order of facelet strings.
    pub const ALL: [Face; 6] = [Face::U, Face::R, Face::F, Face::D, Face::L, Face::B];

    /// The face of a capital letter.
    pub fn from_letter(letter: char) -> Option<Face> {
        Face::ALL.into_iter().find(|face| face.letter() == letter)
    }

    /// Its capital letter.
    pub fn letter(self) -> char {
        b"URFDLB"[self as usize].into()
    }

    /// The opposite face.
    pub fn opposite(self) -> Face {
        Face::ALL[(self as usize + 3) % 6]
    }

    /// The first face in [`Face::ALL`] on the same axis: U, R or F.
    pub fn axis(self) -> Face {
        Face::ALL[self as usize % 3]
    }
}

/// The layers that turn about an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurningLayers {
    /// Layers `from` to `to` counted from the face, as for `R` (1 to 1), `2R` (2 to 2), `r` (1 to 2), `2-4r`.
    Block {
        /// The outermost layer, from 1.
        from: u16,
        /// The innermost layer, at least `from`.
        to: u16,
    },
    /// The middle layer: `M`, `E`, `S`.
    Middle,
    /// All layers except the two outer ones: `m`, `e`, `s`.
    Inner,
    /// The whole cube: `x`, `y`, `z`, `Rv`.
    Whole,
}

/// A turn of a cube, as far as its name determines it: as seen from `face`, these layers turn clockwise `amount` times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CubeTurn {
    /// The face from which layers are counted and the direction is seen.
    pub face: Face,
    /// The layers that turn.
    pub layers: TurningLayers,
    /// The number of quarter turns.
    pub amount: i32,
}

/// The forms of names, regardless of the face.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `R`
    Capital,
    /// `r`
    Lower,
    /// `Rw`
    Wide,
    /// `Rv`
    View,
    /// `M`, following `L`
    Slice,
    /// `m`
    InnerSlice,
    /// `x`, following `R`
    Rotation,
}

/// The forms of slices and rotations: the letters of M, E, S and x, y, z, each with the face that it follows. M, E and
/// S turn as L, D and F do; some old pages define E differently.
const SLICES: [(char, char, Face); 3] = [('M', 'm', Face::L), ('E', 'e', Face::D), ('S', 's', Face::F)];
const ROTATIONS: [(char, Face); 3] = [('x', Face::R), ('y', Face::U), ('z', Face::F)];

/// The face and the form of a name.
pub(super) fn form_of(name: &str) -> Option<(Face, Form)> {
    let mut letters = name.chars();
    let first = letters.next()?;
    let second = letters.next();
    if letters.next().is_some() {
        return None;
    }
    match second {
        Some('w') => return Some((Face::from_letter(first)?, Form::Wide)),
        Some('v') => return Some((Face::from_letter(first)?, Form::View)),
        Some(_) => return None,
        None => {}
    }
    if let Some(face) = Face::from_letter(first) {
        return Some((face, Form::Capital));
    }
    for (capital, lower, face) in SLICES {
        if first == capital {
            return Some((face, Form::Slice));
        }
        if first == lower {
            return Some((face, Form::InnerSlice));
        }
    }
    if let Some((_, face)) = ROTATIONS.into_iter().find(|&(letter, _)| letter == first) {
        return Some((face, Form::Rotation));
    }
    let face = Face::ALL.into_iter().find(|face| face.letter().to_ascii_lowercase() == first)?;
    Some((face, Form::Lower))
}

/// The name of this form that follows this face, or otherwise the opposite one; returns whether it is the opposite.
pub(super) fn name_of(face: Face, form: Form) -> (String, bool) {
    let letter = face.letter();
    match form {
        Form::Capital => (letter.to_string(), false),
        Form::Lower => (letter.to_ascii_lowercase().to_string(), false),
        Form::Wide => (format!("{letter}w"), false),
        Form::View => (format!("{letter}v"), false),
        Form::Slice | Form::InnerSlice => {
            let [first, second, third] = SLICES;
            let (capital, lower, follows) = match face.axis() {
                Face::R => first,
                Face::U => second,
                _ => third,
            };
            let name = if form == Form::Slice { capital } else { lower };
            (name.to_string(), follows != face)
        }
        Form::Rotation => {
            let [x, y, z] = ROTATIONS;
            let (name, follows) = match face.axis() {
                Face::R => x,
                Face::U => y,
                _ => z,
            };
            (name.to_string(), follows != face)
        }
    }
}

/// Whether this is the name of a turn of some cube, without layers and amount.
pub fn is_cube_name(name: &str) -> bool {
    form_of(name).is_some()
}

impl CubeTurn {
    /// Reads a move as a turn of a cube; `None` if it is not one. `1-3r`, `3r` and `3Rw` are the same turn; layers
    /// before `M`, `x` and similar names are not accepted.
    pub fn of(token: &MoveToken) -> Option<CubeTurn> {
        let (face, form) = form_of(&token.family)?;
        let layers = match (form, token.layers) {
            (Form::Capital, None) => TurningLayers::Block { from: 1, to: 1 },
            (Form::Capital, Some(Layers { from: None, to })) => TurningLayers::Block { from: to, to },
            (Form::Lower | Form::Wide, None) => TurningLayers::Block { from: 1, to: 2 },
            (Form::Lower | Form::Wide, Some(Layers { from: None, to })) => {
                TurningLayers::Block { from: 1, to }
            }
            (Form::Capital | Form::Lower | Form::Wide, Some(Layers { from: Some(from), to })) => {
                TurningLayers::Block { from, to }
            }
            (Form::Slice, None) => TurningLayers::Middle,
            (Form::InnerSlice, None) => TurningLayers::Inner,
            (Form::View | Form::Rotation, None) => TurningLayers::Whole,
            _ => return None,
        };
        if matches!(layers, TurningLayers::Block { from, to } if from == 0 || from > to) {
            return None;
        }
        Some(CubeTurn { face, layers, amount: token.amount })
    }
}

/// Rules that hold on a cube of any size: turns about one axis commute, and every turn has order 4.
///
/// Turns that are the same on one size only (`M` and `2L` on the 3x3x3) or in the opposite direction (`x` and
/// `Lv`) are not merged.
#[derive(Clone, Copy, Debug, Default)]
pub struct CubeAlgebra;

impl MoveAlgebra for CubeAlgebra {
    fn order(&self, token: &MoveToken) -> Option<u32> {
        CubeTurn::of(token).map(|_| 4)
    }

    fn commutes(&self, a: &MoveToken, b: &MoveToken) -> bool {
        match (CubeTurn::of(a), CubeTurn::of(b)) {
            (Some(a), Some(b)) => a.face.axis() == b.face.axis(),
            _ => false,
        }
    }

    fn same_generator(&self, a: &MoveToken, b: &MoveToken) -> bool {
        match (CubeTurn::of(a), CubeTurn::of(b)) {
            (Some(a), Some(b)) => (a.face, a.layers) == (b.face, b.layers),
            _ => a.family == b.family && a.layers == b.layers,
        }
    }
}
