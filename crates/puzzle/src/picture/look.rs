//! How a puzzle looks, be it a solid or one in the plane.
//!
//! Start at [`Look::picture`] and what it may be asked for, [`Depiction`].

use super::colours::Scheme;
use super::glue;
use super::layout::{Picture, View, picture};
use super::plane::Plane;
use crate::definition::Block;
use crate::formats::facelets::StickerPlace;
use crate::geometry::Shape;
use crate::small_map::Map;
use crate::state::State;
use crate::transformation::Transformation;
use std::collections::BTreeSet;

/// How a puzzle looks.
#[derive(Clone, Debug, PartialEq)]
pub enum Look {
    /// A solid with stickers.
    Solid(Shape),
    /// Slots in the plane.
    Plane(Plane),
}

/// What a picture shows of a position, and how.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Depiction {
    /// From where; it matters for solids alone.
    pub view: View,
    /// In which colours.
    pub scheme: Scheme,
    /// The pieces that keep their colours, by orbit and number; all others are grey. `None` for all pieces.
    pub only: Option<BTreeSet<(usize, u16)>>,
    /// Pieces that only move together: they are drawn as one.
    pub blocks: Vec<Block>,
    /// Arrows show where this carries what is moved.
    pub arrows: Option<Transformation>,
}

/// The colour of pieces that are not shown.
const GREY: u32 = 0x8a8f96;

impl Look {
    /// A position laid out flat. Both states must be of the puzzle.
    pub fn picture(&self, solved: &State, state: &State, depiction: &Depiction) -> Picture {
        let Depiction { view, scheme, only, blocks, arrows } = depiction;
        let mut drawn = match self {
            Look::Solid(shape) => picture(shape, solved, state, *view, *scheme),
            Look::Plane(plane) => plane.picture(solved, state, *scheme),
        };
        if let Some(only) = only {
            for sticker in &mut drawn.stickers {
                let place = self.place(sticker.sticker);
                let piece = place.map(|at| (at.orbit, state.orbits[at.orbit].pieces[usize::from(at.slot)]));
                if !piece.is_some_and(|piece| only.contains(&piece)) {
                    (sticker.colour, sticker.name) = (Some(GREY), Some(String::new()));
                }
            }
        }
        drawn.joints = glue::joints(self, &glue::groups(self, blocks, state), &drawn.stickers);
        if let Some(change) = arrows {
            let middles: Map<usize, [f64; 2]> =
                drawn.stickers.iter().map(|sticker| (sticker.sticker, sticker.outline.middle())).collect();
            let arrow = |(from, to): (usize, usize)| Some([*middles.get(&from)?, *middles.get(&to)?]);
            drawn.arrows = self.carried(change).into_iter().filter_map(arrow).collect();
        }
        drawn
    }

    /// Whether pieces are told apart by what is written on them rather than by colours alone.
    pub fn is_numbered(&self) -> bool {
        matches!(self, Look::Plane(_))
    }

    /// Number of stickers, or of parts in the plane.
    #[expect(clippy::len_without_is_empty, reason = "nothing that has a look is empty")]
    pub fn len(&self) -> usize {
        match self {
            Look::Solid(shape) => shape.stickers().len(),
            Look::Plane(plane) => plane.parts.len(),
        }
    }

    /// What a sticker shows; `None` for a part that is no piece of the definition.
    pub fn place(&self, sticker: usize) -> Option<StickerPlace> {
        match self {
            Look::Solid(shape) => shape.stickers().get(sticker)?.place,
            Look::Plane(plane) => {
                let part = plane.parts.get(sticker)?;
                Some(StickerPlace { orbit: part.orbit, slot: part.slot, index: part.index })
            }
        }
    }

    /// Which stickers a change carries, and where to: pairs of different numbers, ascending.
    pub(super) fn carried(&self, change: &Transformation) -> Vec<(usize, usize)> {
        let places: Vec<Option<StickerPlace>> = (0..self.len()).map(|sticker| self.place(sticker)).collect();
        let numbered = places.iter().enumerate();
        let numbers: Map<StickerPlace, usize> =
            numbered.filter_map(|(number, place)| Some(((*place)?, number))).collect();
        // The change says for each slot where its piece comes from; what is wanted is where it goes.
        let back = change.inverse();
        let target = |place: StickerPlace| {
            let slot = back.part(place.orbit)?.permutation()[usize::from(place.slot)];
            let by = change.part(place.orbit)?.orientation()[usize::from(slot)];
            let index = match self {
                Look::Solid(shape) => shape.turned(place.orbit, place.index, by),
                Look::Plane(plane) => plane.turned(place.orbit, place.index, by),
            };
            numbers.get(&StickerPlace { slot, index, ..place }).copied()
        };
        let pairs = places.iter().enumerate().filter_map(|(from, place)| Some((from, target((*place)?)?)));
        pairs.filter(|(from, to)| from != to).collect()
    }
}
