//! The shape of a generated puzzle: its faces and stickers in space, and the slot and sticker place that each sticker
//! shows.
//!
//! Start at [`Shape`], and [`Shape::colours`] for a position. Coordinates are rounded. The centre of the solid is the
//! origin, the faces of a regular solid have distance 1 from it, and the cubies of a box are 2 wide.

use super::dissection::Dissection;
use super::pieces::Pieces;
use super::solid::Solid;
use crate::formats::facelets::StickerPlace;
use crate::orbit::Orbit;
use crate::sorting;
use crate::state::State;

/// A point in space.
pub type Point = [f64; 3];

/// A face of the solid.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapeFace {
    /// Its name, such as `U`.
    pub name: String,
    /// The outward direction, of length 1.
    pub normal: Point,
    /// Its distance from the centre.
    pub distance: f64,
    /// Its colour as 0xRRGGBB, if it differs from the usual one.
    pub colour: Option<u32>,
}

/// A part of a face that moves as one.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapeSticker {
    /// Number of the face on which it lies.
    pub face: usize,
    /// Its corners, clockwise as seen from outside.
    pub corners: Vec<Point>,
    /// What it shows; `None` for a part that no move affects and that is not a piece of the definition.
    pub place: Option<StickerPlace>,
}

/// Faces and stickers in space.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    faces: Vec<ShapeFace>,
    stickers: Vec<ShapeSticker>,
    /// By orbit: the destination of each sticker of a piece when the piece is turned by one in its slot.
    steps: Vec<Vec<u16>>,
    /// Stickers of pieces that the definition leaves out, ascending.
    left_out: Vec<usize>,
}

impl Shape {
    pub(super) fn new(solid: &Solid, dissection: &Dissection, pieces: &Pieces) -> Self {
        let scaled = |point: Point, by: f64| point.map(|x| x / by);
        let faces = solid.faces().enumerate().map(|(number, face)| {
            let normal = scaled(solid.rounded(&face.normal), solid.length(number));
            let distance = solid.ring.value(solid.offsets[number]) / solid.length(number) / solid.unit;
            ShapeFace { name: face.name.clone(), normal, distance, colour: None }
        });
        let stickers = dissection.stickers.iter().enumerate().map(|(number, sticker)| {
            let slot = pieces.slot_of(number);
            let index = slot.stickers.iter().position(|&other| other == number).unwrap_or(0) as u16;
            let corners = sticker.corners.iter().map(|&corner| scaled(corner, solid.unit)).collect();
            let place = Some(StickerPlace { orbit: slot.orbit, slot: slot.number, index });
            ShapeSticker { face: sticker.face, corners, place }
        });
        let steps = pieces.steps();
        Shape { faces: faces.collect(), stickers: stickers.collect(), steps, left_out: Vec::new() }
    }

    /// The faces and stickers of a puzzle in which the stickers of every piece rotate with it, or stay in place if the
    /// piece has different numbers of orientations and stickers.
    pub(crate) fn of_parts(faces: Vec<ShapeFace>, stickers: Vec<ShapeSticker>, orbits: &[Orbit]) -> Self {
        let mut counts = vec![0u16; orbits.len()];
        for place in stickers.iter().filter_map(|sticker| sticker.place) {
            counts[place.orbit] = counts[place.orbit].max(place.index + 1);
        }
        let step = |(orbit, &count): (&Orbit, &u16)| {
            let turns = u16::from(orbit.orientations == count);
            (0..count).map(|index| (index + turns) % count).collect()
        };
        let steps = orbits.iter().zip(&counts).map(step).collect();
        Shape { faces, stickers, steps, left_out: Vec::new() }
    }

    /// The same with other orbits. For each old number: the new one, or `None` if its pieces are left out and show no
    /// colour.
    pub(crate) fn with_orbits(self, numbers: &[Option<usize>]) -> Self {
        let mut left_out = self.left_out;
        let stickers = self.stickers.into_iter().enumerate().map(|(number, sticker)| {
            let Some(place) = sticker.place else { return sticker };
            let new = numbers.get(place.orbit).copied().flatten();
            if new.is_none() {
                left_out.push(number);
            }
            ShapeSticker { place: new.map(|orbit| StickerPlace { orbit, ..place }), ..sticker }
        });
        let stickers = stickers.collect();
        sorting::sort(&mut left_out);
        let steps =
            self.steps.into_iter().zip(numbers).filter(|(_, new)| new.is_some()).map(|(step, _)| step);
        let shape = Shape { faces: self.faces, stickers, steps: steps.collect(), left_out };
        if shape.left_out.is_empty() { shape } else { shape.with_whole_corners() }
    }

    /// Keeps these stickers alone, each of a piece.
    pub(super) fn keep(&mut self, stickers: Vec<ShapeSticker>) {
        self.stickers = stickers;
        self.left_out.clear();
    }

    /// Gives a face another colour, as 0xRRGGBB; `false` if there is none of that name.
    pub(crate) fn paint(&mut self, face: &str, colour: u32) -> bool {
        let named = self.faces.iter_mut().find(|known| known.name.eq_ignore_ascii_case(face));
        named.map(|face| face.colour = Some(colour)).is_some()
    }

    /// The faces; stickers refer to them by their indices here.
    pub fn faces(&self) -> &[ShapeFace] {
        &self.faces
    }

    /// The stickers, face by face.
    pub fn stickers(&self) -> &[ShapeSticker] {
        &self.stickers
    }

    /// The number of stickers of each piece of an orbit.
    pub fn stickers_of_a_piece(&self, orbit: usize) -> usize {
        self.steps[orbit].len()
    }

    /// Whether a sticker belongs to a piece that the definition leaves out, so that it has no colour.
    pub(crate) fn is_left_out(&self, sticker: usize) -> bool {
        self.left_out.binary_search(&sticker).is_ok()
    }

    /// The destination of a sticker, given by its index in the slot, when its piece is turned in place.
    pub(crate) fn turned(&self, orbit: usize, index: u16, by: u16) -> u16 {
        (0..by).fold(index, |at, _| self.steps[orbit].get(usize::from(at)).copied().unwrap_or(at))
    }

    /// By sticker: the face that has its colour when the puzzle is solved. `None` if the position does not determine
    /// it. Both states must be of the puzzle, or the goal and the state of an incomplete position. O(stickers × orientations).
    pub fn colours(&self, solved: &State, state: &State) -> Vec<Option<usize>> {
        self.homes(solved, state).into_iter().map(|home| Some(self.stickers[home?].face)).collect()
    }

    /// By sticker: the sticker of the solved puzzle that is there now; of identical pieces, one of them. `None` if the position
    /// does not determine its colour. Both states must be of the puzzle, or the goal and the state of an incomplete position.
    /// O(stickers × orientations).
    pub fn homes(&self, solved: &State, state: &State) -> Vec<Option<usize>> {
        // By orbit, slot and index: the sticker there.
        let mut numbers: Vec<Vec<Vec<usize>>> = (solved.orbits.iter().zip(&self.steps))
            .map(|(orbit, step)| vec![vec![0; step.len()]; orbit.pieces.len()])
            .collect();
        for (number, sticker) in self.stickers.iter().enumerate() {
            if let Some(StickerPlace { orbit, slot, index }) = sticker.place {
                numbers[orbit][usize::from(slot)][usize::from(index)] = number;
            }
        }
        // By orbit and piece: its solved slots, of those that look alike the first. Identical pieces have one, pieces that a position leaves
        // open have several.
        let homes: Vec<Vec<Vec<usize>>> = (solved.orbits.iter().zip(&numbers))
            .map(|(rest, numbers)| {
                let face = |&number: &usize| self.stickers[number].face;
                let is_alike = |one: usize, other: usize| {
                    (rest.orientations[one], rest.moduli[one])
                        == (rest.orientations[other], rest.moduli[other])
                        && numbers[one].iter().map(face).eq(numbers[other].iter().map(face))
                };
                let pieces = rest.pieces.iter().map(|&piece| usize::from(piece) + 1).max().unwrap_or(0);
                let mut homes: Vec<Vec<usize>> = vec![Vec::new(); pieces];
                for (slot, &piece) in rest.pieces.iter().enumerate() {
                    let known = &mut homes[usize::from(piece)];
                    if !known.iter().any(|&other| is_alike(slot, other)) {
                        known.push(slot);
                    }
                }
                homes
            })
            .collect();
        let home = |(number, sticker): (usize, &ShapeSticker)| {
            let Some(StickerPlace { orbit, slot, index }) = sticker.place else {
                return Some(number).filter(|&number| !self.is_left_out(number));
            };
            let (step, slot) = (&self.steps[orbit], usize::from(slot));
            let (row, rest) = (&state.orbits[orbit], &solved.orbits[orbit]);
            let turns = step.iter().enumerate().any(|(from, &to)| from != usize::from(to));
            let shown = |&home: &usize| {
                if turns && row.moduli[slot] != rest.moduli[home] {
                    return None;
                }
                let modulus = row.moduli[slot].max(1);
                let turned = (row.orientations[slot] + modulus - rest.orientations[home] % modulus) % modulus;
                let shown = (0..step.len()).find(|&from| {
                    (0..turned).fold(from, |at, _| usize::from(step[at])) == usize::from(index)
                });
                shown.map(|from| numbers[orbit][home][from])
            };
            let (first, others) = homes[orbit].get(usize::from(row.pieces[slot]))?.split_first()?;
            let first = shown(first)?;
            let is_same = |sticker: usize| self.stickers[sticker].face == self.stickers[first].face;
            others.iter().all(|home| shown(home).is_some_and(is_same)).then_some(first)
        };
        self.stickers.iter().enumerate().map(home).collect()
    }
}
