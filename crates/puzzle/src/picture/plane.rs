//! The positions of the slots of a planar puzzle, and the paths of its moves.
//!
//! Start at [`Plane`]. A part is a slot, drawn with the colour and the number of its piece. The puzzle defines the
//! effect of a move; this module gives only the path ([`Motion`]).

use super::colours::Scheme;
use super::fixture::Fixture;
use super::flat_picture::{FlatSticker, Picture};
use super::outline::{Flat, Outline, frame};
use super::seams::Seams;
use crate::small_map::Map;
use crate::state::State;
use num_integer::gcd;

/// A slot.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Its outline.
    pub outline: Outline,
    /// Number of the orbit.
    pub orbit: usize,
    /// Number of the slot in the orbit.
    pub slot: u16,
    /// The number of this part in its slot, from 0: a piece turned by one moves on to the next part.
    pub index: u16,
    /// The colour of the piece that belongs here, below [`Plane::colours`].
    pub colour: usize,
    /// The label of that piece.
    pub label: String,
    /// How the piece lies here, if it takes its outline along, and, in a slot with one ring, several parts, which are its stickers.
    /// Otherwise, outlines belong to slots.
    pub pose: Option<Pose>,
}

/// What a part shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Hole,
    /// A piece that the position leaves open.
    Open,
    /// What this part shows when the puzzle is solved.
    Part(usize),
}

/// The path along which a move carries parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// A clockwise rotation about a point.
    Turn {
        /// The point.
        centre: Flat,
        /// The angle.
        degrees: f64,
    },
    /// A shift of all parts by the same vector; a part that leaves at one end returns at the other.
    Shift {
        /// The vector.
        by: Flat,
    },
    /// Each part moves to the place of the next one.
    Track,
}

/// The pose of an outline: a point and a rotation about it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pose {
    /// The point.
    pub centre: Flat,
    /// The angle, clockwise.
    pub degrees: f64,
}

impl Pose {
    /// An outline in this pose, moved to another pose.
    pub fn carried(&self, outline: &Outline, to: &Pose) -> Outline {
        let (sin, cos) = (to.degrees - self.degrees).to_radians().sin_cos();
        let moved = |[x, y]: Flat| {
            let (x, y) = (x - self.centre[0], y - self.centre[1]);
            [to.centre[0] + cos * x - sin * y, to.centre[1] + sin * x + cos * y]
        };
        match outline {
            Outline::Polygon(corners) => Outline::Polygon(corners.iter().copied().map(moved).collect()),
            Outline::Disc { centre, radius } => Outline::Disc { centre: moved(*centre), radius: *radius },
        }
    }
}

/// The slots of a puzzle laid out in the plane. Distances between neighbours are about 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plane {
    /// The slots, in the order in which pieces are numbered.
    pub parts: Vec<Part>,
    /// The plates below them.
    pub plates: Vec<Outline>,
    /// What lies on the plates, from the bottom to the top.
    pub fixtures: Vec<Fixture>,
    /// The glued edges of a board.
    pub seams: Option<Seams>,
    /// The number of colours.
    pub colours: usize,
    /// The colours as 0xRRGGBB, if given; they replace the usual ones.
    pub palette: Vec<u32>,
    /// By the name of a move: its path. A move without one is a [`Motion::Track`].
    pub motions: Map<String, Motion>,
    /// The orbit and number of a piece that represents a hole.
    pub blank: Option<(usize, u16)>,
    /// The number of the colour of parts that are holes too, such as the hours of a dial at which no hand is.
    pub clear: Option<usize>,
    /// By orbit: the number of parts of a slot; 1 for missing orbits, whose orientations are then invisible.
    pub rings: Vec<u16>,
}

impl Plane {
    /// The same with other orbits. For each old number: the new one, or `None` if its slots are left out.
    pub(crate) fn with_orbits(self, numbers: &[Option<usize>]) -> Self {
        let new = |part: &Part| numbers.get(part.orbit).copied().flatten();
        let part = |part: Part| Some(Part { orbit: new(&part)?, ..part });
        let blank =
            self.blank.and_then(|(orbit, piece)| Some((numbers.get(orbit).copied().flatten()?, piece)));
        let kept = self.rings.iter().zip(numbers).filter(|(_, new)| new.is_some());
        let rings = kept.map(|(&ring, _)| ring).collect();
        Plane { parts: self.parts.into_iter().filter_map(part).collect(), blank, rings, ..self }
    }

    /// The number of parts of a slot of an orbit, at least 1.
    pub(super) fn rings(&self, orbit: usize) -> u16 {
        self.rings.get(orbit).copied().unwrap_or(1).max(1)
    }

    /// The path of a move.
    pub fn motion(&self, name: &str) -> Motion {
        self.motions.get(name).copied().unwrap_or(Motion::Track)
    }

    /// The colour of a number below [`Plane::colours`].
    pub fn shade(&self, number: usize, scheme: Scheme) -> u32 {
        let given = self.palette.get(number).copied().filter(|_| scheme == Scheme::Usual);
        given.unwrap_or_else(|| scheme.shade(number, self.colours))
    }

    /// By part: the number of the solved part of the piece there; `None` for the hole, and for a piece that the position leaves open. Both
    /// states must be of the puzzle, or the goal and the state of an incomplete position. O(parts).
    pub fn homes(&self, solved: &State, state: &State) -> Vec<Option<usize>> {
        let homes = self.contents(solved, state).into_iter().map(|content| match content {
            Content::Part(home) => Some(home),
            Content::Hole | Content::Open => None,
        });
        homes.collect()
    }

    /// By part: what is there.
    fn contents(&self, solved: &State, state: &State) -> Vec<Content> {
        let shown = |part: &Part, state: &State| {
            let (row, slot) = (&state.orbits[part.orbit], usize::from(part.slot));
            let piece = row.pieces[slot];
            if self.rings(part.orbit) == 1 {
                return (part.orbit, piece, part.index);
            }
            // The mark of the piece at this part, as far as it is known.
            let known = gcd(row.moduli[slot], self.rings(part.orbit)).max(1);
            let mark = (part.index % known + known - row.orientations[slot] % known) % known;
            (part.orbit, piece, mark)
        };
        // The first of several identical pieces represents all. Pieces that a position leaves open have one number, too, but look different.
        let mut home = Map::new();
        for (number, part) in self.parts.iter().enumerate() {
            let first = home.get_or_insert_with(shown(part, solved), || Some(number));
            let is_alike = |first: usize| {
                let first = &self.parts[first];
                (first.colour, &first.label) == (part.colour, &part.label)
            };
            *first = first.filter(|&first| is_alike(first));
        }
        let content = |part: &Part| {
            let shown @ (orbit, piece, _) = shown(part, state);
            match home.get(&shown).copied().flatten() {
                _ if Some((orbit, piece)) == self.blank => Content::Hole,
                Some(home) if Some(self.parts[home].colour) == self.clear => Content::Hole,
                Some(home) => Content::Part(home),
                None => Content::Open,
            }
        };
        self.parts.iter().map(content).collect()
    }

    /// The outline of a part that shows the piece that belongs in another part: that of the slot, or that of the piece
    /// in its present pose.
    pub fn outline(&self, part: usize, home: usize) -> Outline {
        let (here, there) = (&self.parts[part], &self.parts[home]);
        match (&here.pose, &there.pose) {
            (Some(to), Some(from)) => from.carried(&there.outline, to),
            _ => here.outline.clone(),
        }
    }

    /// The middle of a part. Where a piece that is turned in place goes round from part to part, this point goes round with it.
    pub(super) fn middle(&self, part: usize) -> Flat {
        const REACH: f64 = 0.3;
        let part = &self.parts[part];
        match &part.pose {
            Some(Pose { centre: [x, y], degrees }) if self.rings(part.orbit) > 1 => {
                let (sin, cos) = degrees.to_radians().sin_cos();
                [x + REACH * sin, y - REACH * cos]
            }
            _ => part.outline.middle(),
        }
    }

    /// The new index in the slot of a part of a piece when the piece is turned in place.
    pub(super) fn turned(&self, orbit: usize, index: u16, by: u16) -> u16 {
        if self.rings(orbit) == 1 {
            return index;
        }
        ((u32::from(index) + u32::from(by)) % u32::from(self.rings(orbit))) as u16
    }

    /// A picture of a position.
    pub fn picture(&self, solved: &State, state: &State, scheme: Scheme) -> Picture {
        let shown = |(number, content): (usize, Content)| {
            let home = match content {
                Content::Hole => return None,
                Content::Open => None,
                Content::Part(home) => Some(home),
            };
            Some(FlatSticker {
                sticker: number,
                outline: self.outline(number, home.unwrap_or(number)),
                colour: home.map(|home| self.shade(self.parts[home].colour, scheme)),
                name: home.map(|home| self.parts[home].label.clone()),
            })
        };
        let stickers: Vec<FlatSticker> =
            self.contents(solved, state).into_iter().enumerate().filter_map(shown).collect();
        let marks = self.seams.map(|seams| seams.arrows()).unwrap_or_default();
        // Parts that moves carry anywhere fit into the frame in every position.
        let drawn = stickers.iter().map(|sticker| &sticker.outline);
        let outlines = self.parts.iter().map(|part| &part.outline).chain(&self.plates).chain(&marks);
        let outlines = outlines.chain(self.fixtures.iter().map(|fixture| &fixture.outline));
        Picture {
            frame: frame(outlines.chain(drawn)),
            faces: Vec::new(),
            plates: self.plates.clone(),
            fixtures: self.fixtures.clone(),
            marks,
            stickers,
            joints: Vec::new(),
            arrows: Vec::new(),
        }
    }
}
