//! A position as a picture, for solid and planar puzzles.
//!
//! Start at [`Look::picture`] and its options, [`Depiction`].

use super::colours::Scheme;
use super::flat_picture::Picture;
use super::glue;
use super::layout::{View, picture};
use super::look::{Look, Places};
use super::loose::Loose;
use crate::definition::Block;
use crate::small_map::Map;
use crate::state::State;
use crate::transformation::Transformation;
use std::collections::BTreeSet;

/// The options of a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Depiction {
    /// The view, which matters only for solids.
    pub view: View,
    /// The colours.
    pub scheme: Scheme,
    /// The pieces that keep their colours, by orbit and number; all others are grey. `None` for all pieces.
    pub only: Option<BTreeSet<(usize, u16)>>,
    /// Glued pieces, each block of which is drawn as one.
    pub blocks: Vec<Block>,
    /// Where the parts are that are no pieces; in their solved places by default.
    pub loose: Loose,
    /// A transformation whose effect on the pieces is shown by arrows.
    pub arrows: Option<Transformation>,
}

/// The colour of pieces without their own colours.
const GREY: u32 = 0x8a8f96;

impl Look {
    /// A position drawn flat. Both states must be of the puzzle.
    pub fn picture(&self, solved: &State, state: &State, depiction: &Depiction) -> Picture {
        let Depiction { view, scheme, only, blocks, loose, arrows } = depiction;
        let mut drawn = match self {
            Look::Solid(shape) => picture(shape, solved, state, *view, *scheme),
            Look::Plane(plane) => plane.picture(solved, state, *scheme),
        };
        if !loose.is_home() {
            let mut shown = vec![(None, None); self.len()];
            for sticker in &drawn.stickers {
                shown[sticker.sticker] = (sticker.colour, sticker.name.clone());
            }
            loose.place(&mut shown);
            for sticker in &mut drawn.stickers {
                (sticker.colour, sticker.name) = shown[sticker.sticker].clone();
            }
        }
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
            // Nothing is drawn at the place of a blank, but pieces move there.
            let empty = |place: usize| match self {
                Look::Plane(plane) => Some(plane.parts[place].outline.middle()),
                Look::Solid(_) => None,
            };
            let arrow = |(from, to): (usize, usize)| {
                Some([*middles.get(&from)?, middles.get(&to).copied().or_else(|| empty(to))?])
            };
            drawn.arrows = Places::of(self).carried(change).into_iter().filter_map(arrow).collect();
        }
        drawn
    }
}
