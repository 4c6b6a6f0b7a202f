//! Colours of faces.
//!
//! Start at [`Scheme::colour`]. The usual colours are those in which each puzzle is sold. The other scheme uses
//! colours that people with any type of colour vision can distinguish (Masataka Okabe and Kei Ito, 2008); from nine
//! faces on, it repeats them in darker tones.

use crate::geometry::ShapeFace;

/// The colours of faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    /// The colours in which the puzzle is sold.
    #[default]
    Usual,
    /// Colours that can be distinguished with any colour vision.
    Safe,
}

/// By number of faces: names and colours.
const TETRAHEDRON: &[(&str, u32)] =
    &[("F", 0x00a651), ("D", 0xffdd00), ("BL", 0xe3242b), ("BR", 0x1f5fd0), ("L", 0xe3242b), ("R", 0x1f5fd0)];
const CUBE: &[(&str, u32)] =
    &[("U", 0xffffff), ("R", 0xd9202a), ("F", 0x00a651), ("D", 0xffdd00), ("L", 0xff8a1f), ("B", 0x1f5fd0)];
const OCTAHEDRON: &[(&str, u32)] = &[
    ("U", 0xffffff),
    ("F", 0xd9202a),
    ("R", 0x00a651),
    ("L", 0x8a3fc0),
    ("D", 0xffdd00),
    ("B", 0x1f5fd0),
    ("BR", 0x9aa0a6),
    ("BL", 0xff8a1f),
];
const DODECAHEDRON: &[(&str, u32)] = &[
    ("U", 0xffffff),
    ("F", 0x0b7a3b),
    ("R", 0xd9202a),
    ("BR", 0x1f4fb8),
    ("BL", 0xffdd00),
    ("L", 0x7b2fb0),
    ("FR", 0xfff1a8),
    ("FL", 0x7fc8f0),
    ("DL", 0xff9ec4),
    ("B", 0x8ee04e),
    ("DR", 0xff8a1f),
    ("D", 0x9aa0a6),
];

/// Okabe and Ito's colours, with white instead of black.
const SAFE: [u32; 8] = [0xffffff, 0xd55e00, 0x009e73, 0xf0e442, 0xe69f00, 0x0072b2, 0xcc79a7, 0x56b4e9];

impl Scheme {
    /// The colour of a face, as 0xRRGGBB, by its name and number among the faces of the puzzle.
    pub fn colour(self, name: &str, face: usize, faces: usize) -> u32 {
        let usual = match faces {
            4 => TETRAHEDRON,
            6 => CUBE,
            8 => OCTAHEDRON,
            12 => DODECAHEDRON,
            _ => &[],
        };
        let named = usual.iter().find(|(known, _)| *known == name).map(|(_, colour)| *colour);
        match (self, named) {
            (Scheme::Usual, Some(colour)) => colour,
            (Scheme::Usual, None) => around(face, faces),
            (Scheme::Safe, _) => darker(SAFE[face % SAFE.len()], [0, 70, 130][face / SAFE.len() % 3]),
        }
    }

    /// The colour of a face of a puzzle; a colour given for the face replaces the usual one.
    pub fn of_face(self, faces: &[ShapeFace], face: usize) -> u32 {
        let given = faces[face].colour.filter(|_| self == Scheme::Usual);
        given.unwrap_or_else(|| self.colour(&faces[face].name, face, faces.len()))
    }

    /// A colour of a puzzle in the plane, by its number among this many: evenly spaced hues, or those of the other
    /// scheme.
    pub fn shade(self, number: usize, of: usize) -> u32 {
        match self {
            // Evenly spaced hues in a light tone, so that black numbers are legible on all of them.
            Scheme::Usual => {
                let hue = 6.0 * number as f64 / of.max(1) as f64;
                let channel = |offset: f64| {
                    let distance = ((hue + offset).rem_euclid(6.0) - 3.0).abs() - 1.0;
                    (255.0 * (0.42 + 0.58 * distance.clamp(0.0, 1.0))) as u32
                };
                channel(0.0) << 16 | channel(4.0) << 8 | channel(2.0)
            }
            Scheme::Safe => darker(SAFE[number % SAFE.len()], [0, 70, 130][number / SAFE.len() % 3]),
        }
    }
}

/// Evenly spaced hues, alternating between light and dark; those of consecutive faces are far apart.
fn around(face: usize, faces: usize) -> u32 {
    let step = if faces.is_multiple_of(7) { 1 } else { 7 };
    let hue = 6.0 * (face * step % faces.max(1)) as f64 / faces.max(1) as f64;
    let light = if face.is_multiple_of(2) { 1.0 } else { 0.62 };
    let channel = |offset: f64| {
        let distance = ((hue + offset).rem_euclid(6.0) - 3.0).abs() - 1.0;
        let value = (0.12 + 0.88 * distance.clamp(0.0, 1.0)) * light;
        (255.0 * value) as u32
    };
    channel(0.0) << 16 | channel(4.0) << 8 | channel(2.0)
}

fn darker(colour: u32, by: u32) -> u32 {
    let channel = |shift: u32| (colour >> shift & 255).saturating_sub(by) << shift;
    channel(16) | channel(8) | channel(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;
    use std::collections::HashSet;

    #[test]
    fn faces_of_a_puzzle_have_different_colours() {
        for name in ["dino", "fto", "gigaminx", "icosamate", "jing pyraminx"] {
            let shape = catalog::find(name).unwrap().shape.unwrap();
            let count = shape.faces().len();
            for scheme in [Scheme::Usual, Scheme::Safe] {
                let colours: HashSet<u32> = (shape.faces().iter().enumerate())
                    .map(|(face, named)| scheme.colour(&named.name, face, count))
                    .collect();
                assert_eq!(colours.len(), count, "{name} {scheme:?}");
            }
        }
    }
}
