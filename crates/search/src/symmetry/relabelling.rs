//! From images of turns to images of slots: the relabelling that maps given turns to given others.
//!
//! Start at [`Relabelling::build`]. The image of one slot of a connected part determines the images of all its slots:
//! if turn g brings the content of s to s', the image of g must bring that of the image of s to the image of s'. For
//! each part, the search tries a slot, a unit and a shift; the rest follows or fails. Parts are processed one after the
//! other with backtracking, since they must agree on the orbit, the unit and the identical pieces.

use super::automorphism::{Automorphism, OrbitImage};
use super::touched_slots::{Flat, FlatTurn};
use num_integer::gcd;
use permutant_puzzle::puzzle::Puzzle;
use std::collections::BTreeMap;

/// No image yet.
const NONE: u32 = u32::MAX;

/// Images of slots: the target of each, and the shift of its marks; by orbit, its target and the unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Relabelling {
    slots: Vec<u32>,
    shifts: Vec<u16>,
    orbits: Vec<Option<(usize, u16)>>,
    /// By orbit and piece: its image, and what is added to its orientation.
    pieces: Vec<BTreeMap<u16, (u16, u16)>>,
}

/// The slots that turns connect, as parts that start with their least slots.
pub(super) fn connected_parts(flat: &Flat, turns: &[usize]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; flat.slots.len()];
    let mut parts = Vec::new();
    for start in 0..seen.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut part = vec![start];
        let mut at = 0;
        while at < part.len() {
            for &turn in turns {
                let next = flat.to[turn][part[at]] as usize;
                if !std::mem::replace(&mut seen[next], true) {
                    part.push(next);
                }
            }
            at += 1;
        }
        parts.push(part);
    }
    // The parts that decide most come first.
    parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
    parts
}

impl Relabelling {
    pub(super) fn identity(flat: &Flat) -> Self {
        let slots = (0..flat.slots.len() as u32).collect();
        let orbits = (0..flat.orbits.len()).map(|orbit| Some((orbit, 1))).collect();
        let (shifts, pieces) = (vec![0; flat.slots.len()], vec![BTreeMap::new(); flat.orbits.len()]);
        let mut identity = Relabelling { slots, shifts, orbits, pieces };
        let all: Vec<usize> = (0..flat.slots.len()).collect();
        let kept = identity.add_pieces(flat, &all);
        debug_assert!(kept, "every piece stays as it is");
        identity
    }

    /// A relabelling that maps each turn of the pairs to its image and the solved state to itself, if one is found
    /// within `budget` steps, which are subtracted from it.
    pub(super) fn build(
        flat: &Flat,
        parts: &[Vec<usize>],
        pairs: &[(usize, usize)],
        budget: &mut u64,
    ) -> Option<Self> {
        let empty = Relabelling {
            slots: vec![NONE; flat.slots.len()],
            shifts: vec![0; flat.slots.len()],
            orbits: vec![None; flat.orbits.len()],
            pieces: vec![BTreeMap::new(); flat.orbits.len()],
        };
        let mut taken = vec![false; flat.slots.len()];
        empty.extend(flat, parts, pairs, &mut taken, budget)
    }

    fn extend(
        self,
        flat: &Flat,
        parts: &[Vec<usize>],
        pairs: &[(usize, usize)],
        taken: &mut [bool],
        budget: &mut u64,
    ) -> Option<Self> {
        let Some((part, rest)) = parts.split_first() else { return Some(self) };
        let orbit = flat.slots[part[0]].orbit;
        let (range, modulus) = &flat.orbits[orbit];
        let orbits: Vec<usize> = match self.orbits[orbit] {
            Some((image, _)) => vec![image],
            None => (0..flat.orbits.len())
                .filter(|&image| {
                    let (other, other_modulus) = &flat.orbits[image];
                    let free = !self.orbits.iter().flatten().any(|(known, _)| *known == image);
                    free && other.len() == range.len() && other_modulus == modulus
                })
                .collect(),
        };
        for image in orbits {
            let units: Vec<u16> = match self.orbits[orbit] {
                Some((_, unit)) => vec![unit],
                None => (1..=(*modulus).max(2) - 1).filter(|&unit| gcd(*modulus, unit) == 1).collect(),
            };
            for to in flat.orbits[image].0.clone() {
                let alike = |&(turn, image): &(usize, usize)| {
                    (flat.to[turn][part[0]] as usize == part[0]) == (flat.to[image][to] as usize == to)
                };
                if taken[to] || !pairs.iter().all(alike) {
                    continue;
                }
                for &unit in &units {
                    for shift in 0..*modulus {
                        let mut next = self.clone();
                        next.orbits[orbit] = Some((image, unit));
                        let before = taken.to_vec();
                        let carried = next.carry(flat, part, (to, shift, unit), pairs, taken, budget);
                        if carried
                            && next.add_pieces(flat, part)
                            && let Some(done) = next.extend(flat, rest, pairs, taken, budget)
                        {
                            return Some(done);
                        }
                        taken.copy_from_slice(&before);
                        if *budget == 0 {
                            return None;
                        }
                        // Then another shift of the whole part leads to a contradiction as well.
                        if !carried {
                            break;
                        }
                    }
                }
            }
        }
        None
    }

    /// Derives the images of a whole part from that of one slot; `false` if they contradict each other.
    fn carry(
        &mut self,
        flat: &Flat,
        part: &[usize],
        (to, shift, unit): (usize, u16, u16),
        pairs: &[(usize, usize)],
        taken: &mut [bool],
        budget: &mut u64,
    ) -> bool {
        let modulus = u32::from(flat.modulus(part[0]));
        (self.slots[part[0]], self.shifts[part[0]]) = (to as u32, shift);
        taken[to] = true;
        let mut queue = vec![part[0]];
        while let Some(slot) = queue.pop() {
            let image = self.slots[slot] as usize;
            for &(turn, turn_image) in pairs {
                let Some(left) = budget.checked_sub(1) else { return false };
                *budget = left;
                let (next, next_image) = (flat.to[turn][slot] as usize, flat.to[turn_image][image]);
                // Marks: d(next) = d(slot) + twist of the image - u · twist.
                let twist = u32::from(unit) * u32::from(flat.turns[turn].twist[next]) % modulus;
                let other = u32::from(flat.turns[turn_image].twist[next_image as usize]);
                let shift = ((u32::from(self.shifts[slot]) + other + modulus - twist) % modulus) as u16;
                if self.slots[next] == NONE {
                    if std::mem::replace(&mut taken[next_image as usize], true) {
                        return false;
                    }
                    (self.slots[next], self.shifts[next]) = (next_image, shift);
                    queue.push(next);
                } else if (self.slots[next], self.shifts[next]) != (next_image, shift) {
                    return false;
                }
            }
        }
        true
    }

    /// Adds the images of pieces solved in the slots of a part; `false` if identical pieces would get different images,
    /// or different ones identical images.
    fn add_pieces(&mut self, flat: &Flat, part: &[usize]) -> bool {
        for &slot in part {
            let (here, image) = (flat.slots[slot], flat.slots[self.slots[slot] as usize]);
            let Some((_, unit)) = self.orbits[here.orbit] else { return false };
            let ((piece, orientation, modulus), (other, other_orientation, other_modulus)) =
                (here.home, image.home);
            if modulus != other_modulus {
                return false;
            }
            let m = u32::from(modulus);
            let taken_off = u32::from(unit) * u32::from(orientation) + u32::from(self.shifts[slot]);
            let becomes = (other, ((u32::from(other_orientation) + m - taken_off % m) % m) as u16);
            let known = &mut self.pieces[here.orbit];
            match known.get(&piece) {
                Some(before) if *before != becomes => return false,
                Some(_) => {}
                None if known.values().any(|(image, _)| *image == other) => return false,
                None => {
                    known.insert(piece, becomes);
                }
            }
        }
        true
    }

    /// The product: this relabelling, then `next`.
    pub(super) fn then(&self, next: &Self, flat: &Flat) -> Option<Self> {
        let slots: Vec<u32> = self.slots.iter().map(|&slot| next.slots[slot as usize]).collect();
        let unit_after = |orbit: usize| -> Option<(usize, u16)> {
            let (middle, unit) = self.orbits[orbit]?;
            let (image, then) = next.orbits[middle]?;
            let modulus = u32::from(flat.orbits[orbit].1);
            Some((image, (u32::from(unit) * u32::from(then) % modulus).max(u32::from(modulus == 1)) as u16))
        };
        let shift = |slot: usize| {
            let (middle, modulus) = (self.slots[slot] as usize, u32::from(flat.modulus(slot)));
            let unit = next.orbits[flat.slots[middle].orbit].map_or(1, |(_, unit)| u32::from(unit));
            ((u32::from(self.shifts[slot]) * unit + u32::from(next.shifts[middle])) % modulus) as u16
        };
        let mut product = Relabelling {
            slots,
            shifts: (0..self.slots.len()).map(shift).collect(),
            orbits: (0..self.orbits.len()).map(unit_after).collect(),
            pieces: vec![BTreeMap::new(); self.pieces.len()],
        };
        let all: Vec<usize> = (0..flat.slots.len()).collect();
        product.add_pieces(flat, &all).then_some(product)
    }

    /// The image of a turn.
    pub(super) fn conjugate(&self, flat: &Flat, turn: &FlatTurn) -> FlatTurn {
        let mut image = turn.clone();
        for (slot, &from) in turn.from.iter().enumerate() {
            let (to, modulus) = (self.slots[slot] as usize, u32::from(flat.modulus(slot)));
            let unit = self.orbits[flat.slots[slot].orbit].map_or(1, |(_, unit)| u32::from(unit));
            image.from[to] = self.slots[from as usize];
            let twist = unit * u32::from(turn.twist[slot]) + u32::from(self.shifts[slot]) + modulus;
            image.twist[to] = ((twist - u32::from(self.shifts[from as usize])) % modulus) as u16;
        }
        image
    }

    /// The images of all turns: a permutation of them, or `None` if the image of some turn is no turn of equal cost.
    pub(super) fn turns(&self, flat: &Flat) -> Option<Vec<usize>> {
        let mut images = Vec::with_capacity(flat.turns.len());
        for (index, turn) in flat.turns.iter().enumerate() {
            let cost = flat.costs[index];
            // Of identical turns, the first maps to the first, the second to the second.
            let place = flat.numbered(turn.clone(), cost).iter().position(|&known| known == index)?;
            images.push(*flat.numbered(self.conjugate(flat, turn), cost).get(place)?);
        }
        let mut seen = vec![false; images.len()];
        images.iter().all(|&image| !std::mem::replace(&mut seen[image], true)).then_some(images)
    }

    /// The automorphism, with its turns already known.
    pub(super) fn automorphism(&self, puzzle: &Puzzle, flat: &Flat, turns: Vec<usize>) -> Automorphism {
        let orbits = puzzle.orbits().iter().enumerate().map(|(number, orbit)| {
            let (image, unit) = self.orbits[number].unwrap_or((number, 1));
            let mut slots = vec![None; usize::from(orbit.pieces)];
            for at in flat.orbits[number].0.clone() {
                let to = flat.slots[self.slots[at] as usize].slot;
                slots[usize::from(flat.slots[at].slot)] = Some((to, self.shifts[at]));
            }
            OrbitImage { orbit: image, unit, slots, pieces: self.pieces[number].clone() }
        });
        Automorphism { orbits: orbits.collect(), turns }
    }
}
