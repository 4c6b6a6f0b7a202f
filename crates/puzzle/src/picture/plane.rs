//! Where the slots of a puzzle in the plane lie, and how its moves carry them.
//!
//! Start at [`Plane`]. A part is a slot, drawn with the colour and the number of the piece that is there; what a move does is
//! said by the puzzle, and here only along which way ([`Motion`]).

use super::colours::Scheme;
use super::layout::{FlatSticker, Picture};
use super::outline::{Flat, Outline, frame};
use crate::state::State;
use std::collections::HashMap;

/// A slot.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// What is drawn of it.
    pub outline: Outline,
    /// Number of the orbit.
    pub orbit: usize,
    /// Number of the slot in the orbit.
    pub slot: u16,
    /// Which part of its slot it is, from 0: a piece turned by one goes on to the next of its parts.
    pub index: u16,
    /// Which colour the piece has that is at home here, below [`Plane::colours`].
    pub colour: usize,
    /// What is written on that piece.
    pub label: String,
}

/// The way along which a move carries parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// About a point, by so many degrees clockwise.
    Turn {
        /// The point.
        centre: Flat,
        /// How far.
        degrees: f64,
    },
    /// All by the same vector; what leaves at one end comes in at the other.
    Shift {
        /// The vector.
        by: Flat,
    },
    /// Each to the place of the next one.
    Track,
}

/// The slots of a puzzle laid out in the plane. Distances between neighbours are about 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plane {
    /// The slots, in the order in which pieces are numbered.
    pub parts: Vec<Part>,
    /// What lies under them.
    pub plates: Vec<Outline>,
    /// How many colours there are.
    pub colours: usize,
    /// The colours, where they are given, as 0xRRGGBB; they take the place of the usual ones.
    pub palette: Vec<u32>,
    /// By the name of a move: its way. A move without one is a [`Motion::Track`].
    pub motions: HashMap<String, Motion>,
    /// Orbit and number of a piece that is none: a hole.
    pub blank: Option<(usize, u16)>,
    /// By orbit: how many parts a slot has; 1 where an orbit is missing, and orientations are not seen then.
    pub rings: Vec<u16>,
}

impl Plane {
    /// The same with other orbits: by number, the new one, or that its slots are left out.
    pub(crate) fn with_orbits(self, numbers: &[Option<usize>]) -> Self {
        let part = |part: Part| Some(Part { orbit: numbers.get(part.orbit).copied().flatten()?, ..part });
        let blank =
            self.blank.and_then(|(orbit, piece)| Some((numbers.get(orbit).copied().flatten()?, piece)));
        let kept = self.rings.iter().zip(numbers).filter(|(_, new)| new.is_some());
        let rings = kept.map(|(&ring, _)| ring).collect();
        Plane { parts: self.parts.into_iter().filter_map(part).collect(), blank, rings, ..self }
    }

    /// How many parts a slot of an orbit has, at least 1.
    pub(super) fn rings(&self, orbit: usize) -> u16 {
        self.rings.get(orbit).copied().unwrap_or(1).max(1)
    }

    /// The way of a move.
    pub fn motion(&self, name: &str) -> Motion {
        self.motions.get(name).copied().unwrap_or(Motion::Track)
    }

    /// The colour of a number below [`Plane::colours`].
    pub fn shade(&self, number: usize, scheme: Scheme) -> u32 {
        let given = self.palette.get(number).copied().filter(|_| scheme == Scheme::Usual);
        given.unwrap_or_else(|| scheme.shade(number, self.colours))
    }

    /// By part: the number of the part that is home to the piece there; `None` for the hole. Both states must be of the
    /// puzzle. O(parts).
    pub fn homes(&self, solved: &State, state: &State) -> Vec<Option<usize>> {
        let shown = |part: &Part, state: &State| {
            let (row, slot) = (&state.orbits[part.orbit], usize::from(part.slot));
            let piece = row.pieces[slot];
            // The piece's own mark at this part, as far as it is known.
            let known = gcd(row.moduli[slot], self.rings(part.orbit));
            let mark = (part.index % known + known - row.orientations[slot] % known) % known;
            (part.orbit, piece, mark)
        };
        // Of pieces that look alike, the first one stands for all.
        let mut home = HashMap::new();
        for (number, part) in self.parts.iter().enumerate() {
            home.entry(shown(part, solved)).or_insert(number);
        }
        let is_hole = |&(orbit, piece, _): &(usize, u16, u16)| Some((orbit, piece)) == self.blank;
        let parts = self.parts.iter().map(|part| Some(shown(part, state)).filter(|shown| !is_hole(shown)));
        parts.map(|shown| home.get(&shown?).copied()).collect()
    }

    /// A position, drawn.
    pub fn picture(&self, solved: &State, state: &State, scheme: Scheme) -> Picture {
        let shown = |(number, home): (usize, Option<usize>)| {
            let home = &self.parts[home?];
            Some(FlatSticker {
                sticker: number,
                outline: self.parts[number].outline.clone(),
                colour: Some(self.shade(home.colour, scheme)),
                name: Some(home.label.clone()),
            })
        };
        let outlines = self.parts.iter().map(|part| &part.outline).chain(&self.plates);
        Picture {
            frame: frame(outlines),
            faces: Vec::new(),
            plates: self.plates.clone(),
            stickers: self.homes(solved, state).into_iter().enumerate().filter_map(shown).collect(),
            joints: Vec::new(),
            arrows: Vec::new(),
        }
    }
}

/// At least 1.
pub(super) fn gcd(a: u16, b: u16) -> u16 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}
