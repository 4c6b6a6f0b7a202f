//! How a generated puzzle looks: its faces and stickers in space, and which place of which slot each sticker shows.
//!
//! Start at [`Shape`]. Coordinates are rounded; the centre of the solid is at 0, its faces at the distance 1.

use super::dissection::Dissection;
use super::pieces::Pieces;
use super::solid::Solid;
use crate::formats::facelets::StickerPlace;

/// A point in space.
pub type Point = [f64; 3];

/// A face of the solid.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapeFace {
    /// Its name, as `U`.
    pub name: String,
    /// The outward direction, of length 1.
    pub normal: Point,
}

/// A part of a face that moves as one.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapeSticker {
    /// Number of the face on which it lies.
    pub face: usize,
    /// Its corners, clockwise as seen from outside.
    pub corners: Vec<Point>,
    /// What it shows.
    pub place: StickerPlace,
}

/// Faces and stickers in space.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    faces: Vec<ShapeFace>,
    stickers: Vec<ShapeSticker>,
    /// By orbit: the number of stickers of each of its pieces.
    counts: Vec<u16>,
}

impl Shape {
    pub(super) fn new(solid: &Solid, dissection: &Dissection, pieces: &Pieces) -> Self {
        let scaled = |point: Point, by: f64| point.map(|x| x / by);
        let faces = solid.faces().enumerate().map(|(number, face)| {
            let normal = scaled(face.normal.map(|x| solid.ring.value(x)), solid.length(number));
            ShapeFace { name: face.name.clone(), normal }
        });
        let stickers = dissection.stickers.iter().enumerate().map(|(number, sticker)| {
            let slot = pieces.slot_of(number);
            let index = slot.stickers.iter().position(|&other| other == number).unwrap_or(0) as u16;
            let corners = sticker.corners.iter().map(|&corner| scaled(corner, solid.unit)).collect();
            let place = StickerPlace { orbit: slot.orbit, slot: slot.number, index };
            ShapeSticker { face: sticker.face, corners, place }
        });
        let mut counts = vec![1; pieces.orbits.len()];
        pieces.slots.iter().for_each(|slot| counts[slot.orbit] = slot.stickers.len() as u16);
        Shape { faces: faces.collect(), stickers: stickers.collect(), counts }
    }

    /// The faces; stickers name them by their numbers here.
    pub fn faces(&self) -> &[ShapeFace] {
        &self.faces
    }

    /// The stickers, face by face.
    pub fn stickers(&self) -> &[ShapeSticker] {
        &self.stickers
    }

    /// The number of stickers of each piece of an orbit.
    pub fn stickers_of_a_piece(&self, orbit: usize) -> u16 {
        self.counts[orbit]
    }
}
