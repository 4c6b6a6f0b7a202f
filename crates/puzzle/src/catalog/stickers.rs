//! From stickers to pieces: orbits, orientations and moves of a puzzle whose stickers are numbered.
//!
//! Start at [`StickerModel::new`]: it takes the stickers of each piece and the orbit of the piece.
//! [`StickerModel::transformation`] then derives a move from the stickers. A piece's stickers are listed clockwise,
//! its reference sticker first; the orientation of a piece in a slot is the number of places, clockwise, from the
//! slot's reference to the piece's own (Kociemba's twist). For pieces with several stickers and one orientation (the
//! wings of a big cube), following the moves determines the order of their stickers.

use crate::definition::Definition;
use crate::formats::facelets::{Facelet, FaceletLayout, StickerPlace};
use crate::orbit::Orbit;
use crate::small_map::Map;
use crate::transformation::{OrbitTransformation, Transformation};

/// A slot.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    /// The orbit.
    pub(crate) orbit: usize,
    /// Its stickers, clockwise, the reference first.
    pub(crate) stickers: Vec<u32>,
}

/// Pieces and orbits of a puzzle given by its stickers.
#[derive(Clone, Debug)]
pub(crate) struct StickerModel {
    orbits: Vec<Orbit>,
    /// Slots in the order in which they are numbered within their orbits.
    slots: Vec<Slot>,
    /// For each sticker: its slot in `slots`, and its place in the slot's list.
    place: Map<u32, (usize, usize)>,
    /// For each of `slots`: its number within the orbit.
    number: Vec<u16>,
}

/// The effect of a move on the stickers that it moves: pairs (from, to).
pub(crate) type StickerMove = Vec<(u32, u32)>;

impl StickerModel {
    /// `orbits` gives names and orientations (the number of pieces is counted here). `slots` gives all slots, by orbit
    /// in the order of their numbers. `moves` must reach every slot of an orbit whose pieces have several stickers and
    /// one orientation.
    pub(crate) fn new(orbits: &[(&str, u16)], mut slots: Vec<Slot>, moves: &[StickerMove]) -> Self {
        let mut orbits: Vec<_> = (orbits.iter())
            .map(|&(name, orientations)| Orbit { name: name.to_string(), pieces: 0, orientations })
            .collect();
        let mut number = Vec::with_capacity(slots.len());
        for slot in &slots {
            let orbit = &mut orbits[slot.orbit];
            number.push(orbit.pieces);
            orbit.pieces += 1;
        }
        let mut place = Map::new();
        for (index, slot) in slots.iter().enumerate() {
            place.extend(slot.stickers.iter().enumerate().map(|(at, &sticker)| (sticker, (index, at))));
        }
        let followed: Vec<Map<u32, u32>> =
            moves.iter().map(|pairs| pairs.iter().copied().collect()).collect();
        let mut settled = vec![false; slots.len()];
        for start in 0..slots.len() {
            let one_way = slots[start].stickers.len() > 1 && orbits[slots[start].orbit].orientations == 1;
            if !one_way || settled[start] {
                continue;
            }
            settled[start] = true;
            let mut queue = vec![start];
            while let Some(at) = queue.pop() {
                for images in &followed {
                    let stickers: Vec<u32> =
                        slots[at].stickers.iter().map(|s| *images.get(s).unwrap_or(s)).collect();
                    let target = place[&stickers[0]].0;
                    if !std::mem::replace(&mut settled[target], true) {
                        place.extend(stickers.iter().enumerate().map(|(i, &s)| (s, (target, i))));
                        slots[target].stickers = stickers;
                        queue.push(target);
                    }
                }
            }
        }
        StickerModel { orbits, slots, place, number }
    }

    /// Derives a move from the stickers. The move must carry whole pieces to whole slots of the same orbit.
    pub(crate) fn transformation(&self, pairs: &StickerMove) -> Transformation {
        let mut rows: Map<usize, (Vec<u16>, Vec<u16>)> = Map::new();
        for &(from, to) in pairs {
            let ((source, at), (target, to_at)) = (self.place[&from], self.place[&to]);
            if at != 0 {
                continue; // one sticker determines the destination of the piece; the others follow
            }
            let orbit = self.slots[source].orbit;
            debug_assert_eq!(orbit, self.slots[target].orbit, "a move keeps orbits");
            let pieces = self.orbits[orbit].pieces;
            let (permutation, orientation) =
                rows.get_or_insert_with(orbit, || ((0..pieces).collect(), vec![0; usize::from(pieces)]));
            let slot = usize::from(self.number[target]);
            permutation[slot] = self.number[source];
            orientation[slot] = to_at as u16 % self.orbits[orbit].orientations;
        }
        let part = |(orbit, (permutation, orientation))| {
            let part = OrbitTransformation::new(&self.orbits[orbit], permutation, orientation);
            (orbit, part.expect("a move of whole pieces permutes the slots"))
        };
        Transformation::from_parts(rows.into_iter().map(part))
    }

    /// A definition without moves in which pieces with the same colours are identical, given the colour of each
    /// sticker.
    pub(crate) fn definition(&self, name: &str, colour: impl Fn(u32) -> u16) -> Definition {
        let mut definition = Definition::new(name, self.orbits.clone());
        let mut numbers: Map<(usize, Vec<u16>), u16> = Map::new();
        let mut used = vec![0u16; self.orbits.len()];
        for (slot, &number) in self.slots.iter().zip(&self.number) {
            let colours = slot.stickers.iter().map(|&sticker| colour(sticker)).collect();
            let piece = *numbers.get_or_insert_with((slot.orbit, colours), || {
                used[slot.orbit] += 1;
                used[slot.orbit] - 1
            });
            definition.solved.orbits[slot.orbit].pieces[usize::from(number)] = piece;
        }
        definition
    }

    /// The layout of facelets in which sticker i is the i-th facelet.
    pub(crate) fn facelets(&self, faces: &[char], face: impl Fn(u32) -> u8) -> FaceletLayout {
        let facelets = (0..self.place.len() as u32).map(|sticker| {
            let (slot, at) = self.place[&sticker];
            let (orbit, slot) = (self.slots[slot].orbit, self.number[slot]);
            Facelet { face: face(sticker), place: Some(StickerPlace { orbit, slot, index: at as u16 }) }
        });
        let facelets = facelets.collect();
        FaceletLayout::new(faces.to_vec(), facelets, &self.orbits).expect("every sticker has its place")
    }
}
