//! Pieces, orbits and orientations, from stickers and rotations.
//!
//! Start at [`Pieces::of`]. Every motion of a piece is a rotation of the solid. The rotations that map a slot to
//! itself are therefore all orientations of a piece there; they share an axis and form a cyclic group. Each orbit has
//! a first slot, and each slot a rotation that maps the first slot to it. The effect of a move on the orientation is
//! the rotation that remains. Pieces with one sticker show no orientation, and have one only on request. A piece in
//! the centre of the solid cannot be identified by its stickers, which are pieces of their own.

use super::cells::clockwise_angle;
use super::dissection::Dissection;
use super::rotations::Rotations;
use super::solid::Solid;
use crate::definition::Definition;
use crate::orbit::Orbit;
use crate::small_map::{Map, Set};
use crate::sorting;
use crate::transformation::{OrbitTransformation, Transformation};

/// A slot.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) orbit: usize,
    pub(super) number: u16,
    /// Its stickers: the images of those of the orbit's first slot.
    pub(super) stickers: Vec<usize>,
    /// The rotation that maps the first slot here.
    from_first: usize,
    /// One of its stickers, which determines its layers.
    any: usize,
    /// The faces that it is on, sorted.
    on: Vec<usize>,
}

/// Data shared by the slots of an orbit.
#[derive(Clone, Debug)]
struct Shared {
    /// By rotation that preserves the first slot: the number of places by which it turns the piece.
    turn: Map<usize, u16>,
    /// The destination of each sticker when the piece is turned by one.
    step: Vec<u16>,
}

/// The pieces of a puzzle.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    pub(super) orbits: Vec<Orbit>,
    shared: Vec<Shared>,
    pub(super) slots: Vec<Slot>,
    /// By sticker: its slot.
    slot_of: Vec<usize>,
    /// By rotation: the image of each sticker.
    images: Vec<Vec<u32>>,
    /// Whether pieces with one sticker have orientations.
    oriented_centres: bool,
}

impl Pieces {
    /// `None` if a rotation does not map stickers to stickers, which does not happen if the rotations map the cuts to
    /// each other. With `oriented_centres`, pieces with one sticker have orientations.
    pub(super) fn of(
        solid: &Solid,
        rotations: &Rotations,
        dissection: &Dissection,
        oriented_centres: bool,
    ) -> Option<Self> {
        let count = dissection.stickers.len();
        let images = images(rotations, dissection)?;
        // The stickers of each piece.
        let mut groups: Map<(&[u8], Option<usize>), Vec<usize>> = Map::new();
        for (number, sticker) in dissection.stickers.iter().enumerate() {
            let alone = (Some(&sticker.layers) == dissection.core.as_ref()).then_some(sticker.face);
            groups.get_or_insert_with((&sticker.layers, alone), Vec::new).push(number);
        }
        let groups: Vec<Vec<usize>> = groups.into_iter().map(|(_, stickers)| stickers).collect();
        let mut group_of = vec![0; count];
        for (group, stickers) in groups.iter().enumerate() {
            stickers.iter().for_each(|&sticker| group_of[sticker] = group);
        }
        let mut pieces = Pieces {
            orbits: Vec::new(),
            shared: Vec::new(),
            slots: Vec::new(),
            slot_of: vec![0; count],
            images,
            oriented_centres,
        };
        let mut placed = vec![false; groups.len()];
        let mut order: Vec<usize> = (0..groups.len()).collect();
        sorting::sort_by_key(&mut order, |&group| (kind(groups[group].len()).0, group));
        for first in order {
            if !placed[first] {
                pieces.add_orbit(solid, rotations, dissection, &groups, &group_of, first);
                let orbit = pieces.orbits.len() - 1;
                for slot in pieces.slots.iter().filter(|slot| slot.orbit == orbit) {
                    placed[group_of[slot.any]] = true;
                }
            }
        }
        pieces.name_orbits();
        Some(pieces)
    }

    fn add_orbit(
        &mut self,
        solid: &Solid,
        rotations: &Rotations,
        dissection: &Dissection,
        groups: &[Vec<usize>],
        group_of: &[usize],
        first: usize,
    ) {
        let carried = |rotation: usize, sticker: usize| self.images[rotation][sticker] as usize;
        let to = |rotation: usize| group_of[carried(rotation, groups[first][0])];
        let keep: Vec<usize> = (0..rotations.count()).filter(|&rotation| to(rotation) == first).collect();
        let stickers = clockwise(solid, dissection, &groups[first], |sticker| {
            keep.iter().any(|&rotation| carried(rotation, sticker) != sticker)
        });
        let turning = stickers.iter().any(|&s| keep.iter().any(|&rotation| carried(rotation, s) != s))
            || self.oriented_centres && keep.len() > 1;
        let (stickers, turn) = if turning {
            oriented(rotations, &keep, stickers, carried)
        } else {
            (stickers, keep.iter().map(|&rotation| (rotation, 0)).collect())
        };
        let orientations = if turning { keep.len() as u16 } else { 1 };
        let by_one = turn.iter().find(|(_, turns)| **turns == 1).map_or(0, |(&rotation, _)| rotation);
        let place = |sticker: usize| stickers.iter().position(|&other| other == sticker).unwrap_or(0) as u16;
        let step = stickers.iter().map(|&sticker| place(carried(by_one, sticker))).collect();
        let orbit = self.orbits.len();
        let mut from_first = vec![None; groups.len()];
        for rotation in 0..rotations.count() {
            let rank =
                |rotation: usize| solid.rank_of(dissection.stickers[carried(rotation, stickers[0])].face);
            let best = from_first[to(rotation)].get_or_insert(rotation);
            if rank(rotation) < rank(*best) {
                *best = rotation;
            }
        }
        let mut slots = Vec::new();
        let reached =
            from_first.into_iter().enumerate().filter_map(|(group, rotation)| Some((group, rotation?)));
        for (number, (group, rotation)) in reached.enumerate() {
            let stickers: Vec<usize> = stickers.iter().map(|&sticker| carried(rotation, sticker)).collect();
            let mut on: Vec<usize> = stickers.iter().map(|&s| dissection.stickers[s].face).collect();
            sorting::sort(&mut on);
            let (number, any) = (number as u16, groups[group][0]);
            slots.push(Slot { orbit, number, stickers, from_first: rotation, any, on });
        }
        for slot in slots {
            slot.stickers.iter().for_each(|&sticker| self.slot_of[sticker] = self.slots.len());
            self.slots.push(slot);
        }
        let pieces = self.slots.iter().filter(|slot| slot.orbit == orbit).count() as u16;
        self.orbits.push(Orbit { name: kind(stickers.len()).1.to_string(), pieces, orientations });
        self.shared.push(Shared { turn, step });
    }

    /// Numbers the orbits of each kind from the second on.
    fn name_orbits(&mut self) {
        let mut kinds: Vec<String> = Vec::new();
        for (number, orbit) in self.orbits.iter_mut().enumerate() {
            // Wings lie next to each other on the same two faces.
            let mut seen = Set::new();
            let slots = self.slots.iter().filter(|slot| slot.orbit == number);
            let beside = slots.map(|slot| &slot.on).filter(|on| !seen.insert(*on)).count() > 0;
            if orbit.name == EDGES && beside {
                orbit.name = WINGS.to_string();
            }
            kinds.push(orbit.name.clone());
            let count = kinds.iter().filter(|kind| **kind == orbit.name).count();
            if count > 1 {
                orbit.name = format!("{}{count}", orbit.name);
            }
        }
    }

    /// A definition without moves in which pieces with the same colours are identical; every face has a different
    /// colour.
    pub(super) fn definition(&self, name: &str, dissection: &Dissection) -> Definition {
        let mut definition = Definition::new(name, self.orbits.clone());
        let mut numbers: Map<(usize, Vec<usize>), u16> = Map::new();
        let mut used = vec![0u16; self.orbits.len()];
        for slot in &self.slots {
            let colours = slot.stickers.iter().map(|&sticker| dissection.stickers[sticker].face).collect();
            let piece = *numbers.get_or_insert_with((slot.orbit, colours), || {
                used[slot.orbit] += 1;
                used[slot.orbit] - 1
            });
            definition.solved.orbits[slot.orbit].pieces[usize::from(slot.number)] = piece;
        }
        definition
    }

    /// The effect of rotating the pieces for which `moves` holds; `moves` receives one sticker of each.
    pub(super) fn transformation(
        &self,
        rotations: &Rotations,
        rotation: usize,
        moves: impl Fn(usize) -> bool,
    ) -> Transformation {
        let mut rows: Vec<Option<(Vec<u16>, Vec<u16>)>> = vec![None; self.orbits.len()];
        for slot in self.slots.iter().filter(|slot| moves(slot.any)) {
            let to = &self.slots[self.slot_of[self.images[rotation][slot.any] as usize]];
            let pieces = self.orbits[slot.orbit].pieces;
            let (permutation, orientation) =
                rows[slot.orbit].get_or_insert_with(|| ((0..pieces).collect(), vec![0; usize::from(pieces)]));
            permutation[usize::from(to.number)] = slot.number;
            let left_over =
                rotations.then(rotations.then(slot.from_first, rotation), rotations.inverse(to.from_first));
            orientation[usize::from(to.number)] =
                self.shared[slot.orbit].turn.get(&left_over).copied().unwrap_or(0);
        }
        let part = |(orbit, row): (usize, Option<_>)| {
            let (permutation, orientation) = row?;
            let part = OrbitTransformation::new(&self.orbits[orbit], permutation, orientation);
            Some((orbit, part.expect("a layer that turns carries its slots onto one another")))
        };
        Transformation::from_parts(rows.into_iter().enumerate().filter_map(part))
    }

    /// By orbit: the destination of each sticker of a piece when the piece is turned by one.
    pub(super) fn steps(&self) -> Vec<Vec<u16>> {
        self.shared.iter().map(|shared| shared.step.clone()).collect()
    }

    /// The slot to which a sticker belongs.
    pub(super) fn slot_of(&self, sticker: usize) -> &Slot {
        &self.slots[self.slot_of[sticker]]
    }
}

/// By rotation: the image of each sticker. Looked up for a few rotations that generate all; the others are products of
/// these. O(rotations × stickers).
fn images(rotations: &Rotations, dissection: &Dissection) -> Option<Vec<Vec<u32>>> {
    let stickers = 0..dissection.stickers.len();
    let mut images: Vec<Option<Vec<u32>>> = vec![None; rotations.count()];
    images[0] = Some(stickers.clone().map(|sticker| sticker as u32).collect());
    let mut known = vec![0];
    let mut generators: Vec<(usize, Vec<u32>)> = Vec::new();
    for rotation in 0..rotations.count() {
        if images[rotation].is_some() {
            continue;
        }
        let image = |sticker| Some(dissection.image(rotations, rotation, sticker)? as u32);
        generators.push((rotation, stickers.clone().map(image).collect::<Option<_>>()?));
        // Includes those known so far: a new generator leads further from them as well.
        let mut next = 0;
        while let Some(&first) = known.get(next) {
            for (generator, then) in &generators {
                let product = rotations.then(first, *generator);
                if images[product].is_none() {
                    let from = images[first].as_ref()?;
                    images[product] = Some(from.iter().map(|&at| then[at as usize]).collect());
                    known.push(product);
                }
            }
            next += 1;
        }
    }
    images.into_iter().collect()
}

const EDGES: &str = "EDGES";
const WINGS: &str = "WINGS";

/// The name of pieces with this many stickers, and its rank in the order of the orbits.
fn kind(stickers: usize) -> (u8, &'static str) {
    match stickers {
        1 => (2, "CENTERS"),
        2 => (1, EDGES),
        _ => (0, "CORNERS"),
    }
}

/// The stickers of a piece clockwise as seen from outside, beginning with the one on the first face; those that a turn
/// of the piece in its slot leaves in place come last.
fn clockwise(
    solid: &Solid,
    dissection: &Dissection,
    stickers: &[usize],
    turns: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let middles: Vec<[f64; 3]> = stickers.iter().map(|&s| dissection.stickers[s].middle()).collect();
    let axis: [f64; 3] = std::array::from_fn(|i| middles.iter().map(|middle| middle[i]).sum());
    let key = |&sticker: &usize| (!turns(sticker), solid.rank_of(dissection.stickers[sticker].face));
    let Some(first) = stickers.iter().copied().min_by_key(key) else { return Vec::new() };
    let angle = |sticker: usize| {
        let middle = dissection.stickers[sticker].middle();
        clockwise_angle(axis, dissection.stickers[first].middle(), middle)
    };
    let mut sorted = stickers.to_vec();
    sorting::sort_by(&mut sorted, |&x, &y| {
        turns(y).cmp(&turns(x)).then(angle(x).total_cmp(&angle(y))).then(x.cmp(&y))
    });
    sorted
}

/// The stickers of a piece that can turn in its slot, and the amount by which each rotation turns it. A turn by one
/// moves the first sticker clockwise to the nearest place that it can reach. If the piece has as many stickers as
/// orientations, sticker j goes to the place of j + 1.
fn oriented(
    rotations: &Rotations,
    keep: &[usize],
    stickers: Vec<usize>,
    carried: impl Fn(usize, usize) -> usize,
) -> (Vec<usize>, Map<usize, u16>) {
    let place = |sticker: usize| stickers.iter().position(|&other| other == sticker).unwrap_or(0);
    let whole = keep.iter().copied().filter(|&rotation| rotations.order(rotation) == keep.len());
    let step = whole.min_by_key(|&rotation| place(carried(rotation, stickers[0]))).unwrap_or(0);
    let mut turn = Map::new();
    let mut cycle = Vec::new();
    let mut at = 0;
    for turns in 0..keep.len() as u16 {
        turn.insert(at, turns);
        cycle.push(carried(at, stickers[0]));
        at = rotations.then(at, step);
    }
    if stickers.len() == keep.len() { (cycle, turn) } else { (stickers, turn) }
}
