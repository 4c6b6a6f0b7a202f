//! The appearance of a puzzle, solid or planar.
//!
//! Start at [`Look`]. [`super::depiction`] produces its pictures.

use super::plane::Plane;
use crate::formats::facelets::StickerPlace;
use crate::geometry::Shape;
use crate::small_map::Map;
use crate::transformation::Transformation;

/// The appearance of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub enum Look {
    /// A solid with stickers.
    Solid(Shape),
    /// Slots in the plane.
    Plane(Plane),
}

impl Look {
    /// Whether labels rather than colours alone distinguish the pieces.
    pub fn is_numbered(&self) -> bool {
        matches!(self, Look::Plane(_))
    }

    /// The number of stickers, or of parts in the plane.
    #[expect(clippy::len_without_is_empty, reason = "nothing that has a look is empty")]
    pub fn len(&self) -> usize {
        match self {
            Look::Solid(shape) => shape.stickers().len(),
            Look::Plane(plane) => plane.parts.len(),
        }
    }

    /// The content of a sticker; `None` for a part that is not a piece of the definition.
    pub fn place(&self, sticker: usize) -> Option<StickerPlace> {
        match self {
            Look::Solid(shape) => shape.stickers().get(sticker)?.place,
            Look::Plane(plane) => {
                let part = plane.parts.get(sticker)?;
                Some(StickerPlace { orbit: part.orbit, slot: part.slot, index: part.index })
            }
        }
    }
}

/// The stickers of a puzzle with their places, for any number of transformations that carry them.
#[derive(Debug)]
pub(super) struct Places<'a> {
    pub(super) look: &'a Look,
    pub(super) places: Vec<Option<StickerPlace>>,
    numbers: Map<StickerPlace, usize>,
}

impl<'a> Places<'a> {
    /// O(stickers · log stickers).
    pub(super) fn of(look: &'a Look) -> Self {
        let places: Vec<Option<StickerPlace>> = (0..look.len()).map(|sticker| look.place(sticker)).collect();
        let numbered = places.iter().enumerate();
        let numbers = numbered.filter_map(|(number, place)| Some(((*place)?, number))).collect();
        Places { look, places, numbers }
    }

    /// The stickers that a transformation moves, with their destinations: pairs of different numbers, ascending.
    pub(super) fn carried(&self, change: &Transformation) -> Vec<(usize, usize)> {
        // The transformation gives for each slot the origin of its piece; its inverse gives the destination.
        let back = change.inverse();
        let target = |place: StickerPlace| {
            let slot = back.part(place.orbit)?.permutation()[usize::from(place.slot)];
            let by = change.part(place.orbit)?.orientation()[usize::from(slot)];
            let index = match self.look {
                Look::Solid(shape) => shape.turned(place.orbit, place.index, by),
                Look::Plane(plane) => plane.turned(place.orbit, place.index, by),
            };
            self.numbers.get(&StickerPlace { slot, index, ..place }).copied()
        };
        let pairs = self.places.iter().enumerate();
        let pairs = pairs.filter_map(|(from, place)| Some((from, target((*place)?)?)));
        pairs.filter(|(from, to)| from != to).collect()
    }
}
