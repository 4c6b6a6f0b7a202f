//! Positions of any solid as strings of stickers, face by face, like facelet strings of cubes.
//!
//! Start at [`StickerText::new`]. Faces come in the order of [`Shape::faces`]; the stickers of a face row by row from
//! its top, each row from left to right, as seen by a viewer who holds the solid upright and turns it, or tilts it
//! for the faces at the top and bottom: the lower edge of U is at the front, and so is the upper edge of D. Each
//! sticker is written as the letter of the face with its colour; where faces have names of several letters, the faces
//! are A, B, C … in their order.

use super::rotation::{cross, dot};
use super::upright::Upright;
use crate::diagnostic::Diagnostic;
use crate::geometry::{Point, Shape};
use crate::sorting;
use std::ops::Range;

/// Stands for a colour that is not known, as where no piece is.
const UNKNOWN: char = '?';

/// The order of the stickers in a string, and the letters of their faces.
#[derive(Clone, Debug)]
pub struct StickerText {
    /// By index in the string: the number of the sticker.
    order: Vec<usize>,
    /// By face: its letter, its name, and its number of stickers.
    faces: Vec<(char, String, usize)>,
}

/// The contents of a string, by sticker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Painted {
    /// The face that has its colour, by number.
    pub colours: Vec<Option<usize>>,
    /// The place of each sticker in the text.
    pub places: Vec<Range<usize>>,
}

/// The letters of faces if their names are longer.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The greatest difference between heights in a row that is due to rounding, in units of the distance of a face from
/// the centre.
const SAME_ROW: f64 = 1e-3;

impl StickerText {
    /// The order of the stickers of a solid; `None` if it has more faces than there are letters.
    pub fn new(shape: &Shape) -> Option<Self> {
        let upright = Upright::of(shape);
        let single = shape.faces().iter().all(|face| face.name.chars().count() == 1);
        let mut letters = LETTERS.chars();
        let mut faces = Vec::new();
        for face in shape.faces() {
            let letter = if single { face.name.chars().next() } else { letters.next() };
            faces.push((letter?, face.name.clone(), 0));
        }
        let mut order = Vec::new();
        for (number, face) in shape.faces().iter().enumerate() {
            let [right, up] = directions(upright.point(face.normal));
            let middle = |corners: &[Point]| {
                let sum = corners.iter().fold([0.0; 3], |sum: Point, corner| {
                    let corner = upright.point(*corner);
                    std::array::from_fn(|i| sum[i] + corner[i] / corners.len() as f64)
                });
                (dot(sum, up), dot(sum, right))
            };
            let stickers = shape.stickers().iter().enumerate().filter(|(_, sticker)| sticker.face == number);
            let mut places: Vec<(f64, f64, usize)> = stickers
                .map(|(sticker, seen)| (middle(&seen.corners), sticker))
                .map(|((height, across), sticker)| (height, across, sticker))
                .collect();
            faces[number].2 = places.len();
            sorting::sort_by(&mut places, |a, b| b.0.total_cmp(&a.0));
            let mut start = 0;
            while start < places.len() {
                let top = places[start].0;
                let row = places[start..].iter().take_while(|place| top - place.0 < SAME_ROW).count();
                sorting::sort_by(&mut places[start..start + row], |a, b| a.1.total_cmp(&b.1));
                start += row;
            }
            order.extend(places.iter().map(|place| place.2));
        }
        Some(StickerText { order, faces })
    }

    /// The number of stickers.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The letters of the faces, in their order.
    pub fn letters(&self) -> Vec<char> {
        self.faces.iter().map(|(letter, ..)| *letter).collect()
    }

    /// The order of the faces, with their letters if these differ from their names: `A=U B=F …`.
    pub fn legend(&self) -> String {
        let one = |(letter, name, _): &(char, String, usize)| match name.chars().eq([*letter]) {
            true => name.clone(),
            false => format!("{letter}={name}"),
        };
        self.faces.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    /// Writes the colours of stickers ([`Shape::colours`]), with a blank between faces and `?` for unknown colours.
    pub fn write(&self, colours: &[Option<usize>]) -> String {
        let letter = |sticker: &usize| {
            let face = colours.get(*sticker).copied().flatten().and_then(|face| self.faces.get(face));
            face.map_or(UNKNOWN, |(letter, ..)| *letter)
        };
        let mut text = String::new();
        let mut rest = self.order.iter();
        for (.., count) in &self.faces {
            if !text.is_empty() {
                text.push(' ');
            }
            text.extend(rest.by_ref().take(*count).map(letter));
        }
        text
    }

    /// The colours of stickers in a string; blanks are ignored, and `?` leaves a colour open. `symbols` are those of the faces, if the user specified
    /// them. `puzzle` is its name in messages.
    pub fn read(&self, puzzle: &str, text: &str, symbols: Option<&str>) -> Result<Painted, Diagnostic> {
        let written = text.char_indices().filter(|(_, c)| !c.is_whitespace() && *c != '\u{feff}');
        let shown: Vec<(usize, char)> = written.collect();
        let (found, all) = (shown.len(), self.order.len());
        if found != all {
            let end = text.trim_end().len();
            let span = shown.get(all).map_or(end..end, |(at, c)| *at..at + c.len_utf8());
            return Err(Diagnostic::new(span, format!("{found} facelets where {puzzle} has {all}"))
                .expected(format!("{all} facelets, face by face: {}", self.legend()))
                .help(
                    "a line contains all facelets of a position; write moves with spaces between them, as \
                     in `U F R2`",
                ));
        }
        let letters: Vec<char> = match symbols {
            Some(symbols) => symbols.chars().filter(|c| !c.is_whitespace()).collect(),
            None => self.letters(),
        };
        if letters.len() != self.faces.len() {
            let message = format!("{} symbols for {} faces", letters.len(), self.faces.len());
            return Err(Diagnostic::new(0..0, message).expected(format!("one for each of {}", self.legend())));
        }
        let mut colours = vec![None; all];
        let mut places = vec![0..0; all];
        for (&sticker, (at, symbol)) in self.order.iter().zip(shown) {
            let span = at..at + symbol.len_utf8();
            if symbol == UNKNOWN {
                places[sticker] = span;
                continue;
            }
            let Some(face) = letters.iter().position(|&letter| letter == symbol) else {
                let list: String = letters.iter().collect();
                return Err(Diagnostic::new(span, format!("`{symbol}` stands for no face"))
                    .expected(format!("one of {list}"))
                    .help(format!("the faces are {}", self.legend())));
            };
            (colours[sticker], places[sticker]) = (Some(face), span);
        }
        Ok(Painted { colours, places })
    }
}

/// The directions to the right and up on a face, as seen from outside: upright on faces to the side.
fn directions(normal: Point) -> [Point; 2] {
    let across = |direction: Point| {
        let along = dot(direction, normal);
        let rest: Point = std::array::from_fn(|i| direction[i] - along * normal[i]);
        let length = dot(rest, rest).sqrt();
        (length > 1e-6).then(|| rest.map(|x| x / length))
    };
    // The axes are to the right, up, and to the front.
    let tipped = if normal[1] > 0.0 { [0.0, 0.0, -1.0] } else { [0.0, 0.0, 1.0] };
    let up = across([0.0, 1.0, 0.0]).or_else(|| across(tipped)).unwrap_or([0.0, 1.0, 0.0]);
    [cross(up, normal), up]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;

    /// For cubes, the order is that of facelet strings. On a solved puzzle, each face has its own letter.
    #[test]
    fn stickers_are_in_the_order_of_the_net() {
        for name in ["2x2x2", "3x3x3", "4x4x4"] {
            let entry = catalog::find(name).unwrap();
            let shape = catalog::look(&entry.puzzle, entry.facelets.as_ref()).unwrap();
            let text = StickerText::new(&shape).unwrap();
            assert_eq!(text.order, (0..text.len()).collect::<Vec<_>>(), "{name}");
        }
        for (name, legend, first) in [
            ("pyraminx", "F D L R", "FFFFFFFFF DDDDDDDDD "),
            ("skewb", "U R F D L B", "UUUUU RRRRR "),
            ("megaminx", "", "AAAAAAAAAAA BBBBBBBBBBB "),
        ] {
            let entry = catalog::find(name).unwrap();
            let shape = entry.shape.clone().or_else(|| catalog::look(&entry.puzzle, None)).unwrap();
            let text = StickerText::new(&shape).unwrap();
            let solved = entry.puzzle.solved();
            let written = text.write(&shape.colours(solved, solved));
            assert!(written.starts_with(first), "{name}: {written}");
            let mut faces: Vec<&str> = legend.split_whitespace().collect();
            let mut known = text.legend();
            if !faces.is_empty() {
                faces.sort_unstable();
                let mut sorted: Vec<&str> = known.split(' ').collect();
                sorted.sort_unstable();
                known = sorted.join(" ");
                assert_eq!(known, faces.join(" "), "{name}");
            }
        }
    }
}
