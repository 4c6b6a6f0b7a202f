//! How many turns of phase 3 pair all wings, for every pairing: the 12! / 2 = 239 500 800 even ones, as 1538 classes of
//! where four partners are, times 8! / 2 = 20 160 arrangements of the others.
//!
//! Start at [`PairingTable`]. The four are those of the edges between F and B, which all symmetries permute among each other; so
//! where their partners are decides which symmetry makes the least of its images, and the others follow. Distances up
//! to [`DEPTH`] are exact; the far ones, about half, would take most of the time. After Chen Shuang's solver (TPR).

use super::halves::{EDGES, Image, PAIRED, Pairing};
use super::moves::PHASE_3;

/// Distances up to this are exact; the others are told as one more.
pub(super) const DEPTH: u8 = 9;
/// Edges that make a class.
const ROW: usize = 4;
/// Ways to place four partners: 12 · 11 · 10 · 9.
const ROWS: usize = 11_880;
/// Even arrangements of the others: 8! / 2.
const REST: usize = 20_160;

/// The distances of all pairings.
pub(super) struct PairingTable {
    symmetries: Vec<Image>,
    /// The slots of the first half: the four first.
    order: [u8; EDGES],
    /// By placement of four partners: the class, and the symmetry that leads to the image that stands for it.
    classes: Vec<(u16, u8)>,
    /// By class: the other symmetries that keep the placement that stands for it.
    keeping: Vec<Vec<u8>>,
    /// Two pairings a byte.
    distances: Vec<u8>,
}

/// Digits of a pairing in mixed radix: of the slots in this order, how many of the partners that are free lie before theirs.
#[inline]
fn rank(pairing: &Pairing, slots: &[u8], first: usize, used: &mut u32) -> usize {
    let mut number = 0;
    for (at, &slot) in (first..).zip(slots) {
        let partner = u32::from(pairing[usize::from(slot) % EDGES]);
        let before = (*used & ((1 << partner) - 1)).count_ones();
        number = number * (EDGES - at) + (partner - before) as usize;
        *used |= 1 << partner;
    }
    number
}

impl PairingTable {
    /// Counts from the paired wings outwards. `turns` are those of the phase, in order.
    pub(super) fn build(symmetries: Vec<Image>, turns: &[Image; PHASE_3.len()]) -> Self {
        let order = four_first(&symmetries);
        let (classes, keeping) = classes(&symmetries, &order);
        let places = keeping.len() * REST;
        let mut table =
            PairingTable { symmetries, order, classes, keeping, distances: vec![0xff; places.div_ceil(2)] };
        let mut level = vec![PAIRED];
        table.reach(&PAIRED, 0);
        for depth in 1..=DEPTH {
            let mut next = Vec::new();
            for pairing in &level {
                for turn in turns {
                    let after = turn.of(pairing);
                    if table.reach(&after, depth) && depth < DEPTH {
                        next.push(after);
                    }
                }
            }
            level = next;
        }
        // What was not reached.
        for byte in &mut table.distances {
            let far = |nibble: u8| if nibble == 0xf { DEPTH + 1 } else { nibble };
            *byte = far(*byte & 0xf) | far(*byte >> 4) << 4;
        }
        table
    }

    /// Class, symmetry and rest.
    #[inline]
    fn place(&self, pairing: &Pairing) -> (usize, usize) {
        let (four, others) = self.order.split_at(ROW);
        let mut used = 0;
        let (class, symmetry) = self.classes[rank(pairing, four, 0, &mut used)];
        let class = usize::from(class);
        if symmetry == 0 {
            return (class, rank(pairing, &others[..6], ROW, &mut used));
        }
        (class, self.rest(&self.symmetries[usize::from(symmetry)].of(pairing)))
    }

    /// The arrangement of the others; the last two follow, as the pairing is even.
    #[inline]
    fn rest(&self, pairing: &Pairing) -> usize {
        let (four, others) = self.order.split_at(ROW);
        let mut used = four.iter().fold(0, |used, &slot| used | 1 << pairing[usize::from(slot) % EDGES]);
        rank(pairing, &others[..6], ROW, &mut used)
    }

    /// Writes a distance where none is; whether it did.
    fn reach(&mut self, pairing: &Pairing, depth: u8) -> bool {
        let (class, rest) = self.place(pairing);
        if !self.write(class * REST + rest, depth) {
            return false;
        }
        // Other symmetries that lead to the same class make images that are as far.
        if !self.keeping[class].is_empty() {
            let mut used = 0;
            let (_, symmetry) = self.classes[rank(pairing, &self.order[..ROW], 0, &mut used)];
            let least = self.symmetries[usize::from(symmetry)].of(pairing);
            for at in 0..self.keeping[class].len() {
                let image = self.symmetries[usize::from(self.keeping[class][at])].of(&least);
                let rest = self.rest(&image);
                self.write(class * REST + rest, depth);
            }
        }
        true
    }

    fn write(&mut self, place: usize, depth: u8) -> bool {
        let (byte, shift) = (&mut self.distances[place / 2], place % 2 * 4);
        let is_free = *byte >> shift & 0xf == 0xf;
        if is_free {
            *byte ^= (0xf ^ depth) << shift;
        }
        is_free
    }

    /// Turns of phase 3 until all wings are paired, at least: exact up to [`DEPTH`]. The pairing must be even.
    #[inline]
    pub(super) fn distance(&self, pairing: &Pairing) -> u8 {
        let (class, rest) = self.place(pairing);
        let place = class * REST + rest;
        self.distances[place / 2] >> (place % 2 * 4) & 0xf
    }
}

/// The slots of the first half, with four first that the symmetries permute among each other.
fn four_first(symmetries: &[Image]) -> [u8; EDGES] {
    let orbit = |slot: u8| {
        let mut orbit: Vec<u8> = symmetries.iter().map(|s| s.first[usize::from(slot)]).collect();
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    };
    let four = (0..EDGES as u8).map(orbit).find(|orbit| orbit.len() == ROW).unwrap_or_default();
    let mut order = PAIRED;
    order.sort_by_key(|slot| (!four.contains(slot), *slot));
    order
}

/// Placements of four partners by class, as in [`PairingTable`].
fn classes(symmetries: &[Image], order: &[u8; EDGES]) -> (Vec<(u16, u8)>, Vec<Vec<u8>>) {
    let four = &order[..ROW];
    // A pairing for each placement; those of the other slots do not matter.
    let mut placements = vec![PAIRED; ROWS];
    for code in 0..EDGES.pow(ROW as u32) {
        let mut pairing = PAIRED;
        let partners: [u8; ROW] = std::array::from_fn(|at| (code / EDGES.pow(at as u32) % EDGES) as u8);
        if (0..ROW).any(|at| partners[..at].contains(&partners[at])) {
            continue;
        }
        four.iter().zip(partners).for_each(|(&slot, partner)| pairing[usize::from(slot)] = partner);
        placements[rank(&pairing, four, 0, &mut 0)] = pairing;
    }
    let mut classes = vec![(u16::MAX, 0); ROWS];
    let mut keeping = Vec::new();
    for row in 0..ROWS {
        let images: Vec<usize> =
            symmetries.iter().map(|s| rank(&s.of(&placements[row]), four, 0, &mut 0)).collect();
        let (symmetry, &least) = images.iter().enumerate().min_by_key(|(_, row)| **row).unwrap_or((0, &row));
        if least == row {
            classes[row] = (keeping.len() as u16, 0);
            let keeps = (1..symmetries.len()).filter(|&s| images[s] == row).map(|s| s as u8);
            keeping.push(keeps.collect());
        } else {
            classes[row] = (classes[least].0, symmetry as u8);
        }
    }
    (classes, keeping)
}

#[cfg(test)]
mod tests {
    use super::super::halves::Halves;
    use super::super::moves::tables;
    use super::*;
    use permutant_group::random::below;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    /// Neighbours differ by one turn at most, every pairing that is not the last has one that is nearer, and images are
    /// as far as each other.
    #[test]
    fn distances_fit_together() {
        let halves = Halves::new();
        let turns = PHASE_3.map(|number| halves.image(&tables().wings[number]).unwrap());
        let table = PairingTable::build(halves.symmetries(), &turns);
        assert_eq!(table.keeping.len(), 1538);
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut seen = [0; DEPTH as usize + 2];
        for _ in 0..3000 {
            let mut pairing = PAIRED;
            for _ in 0..below(&mut rng, 16) {
                pairing = turns[below(&mut rng, turns.len() as u64) as usize].of(&pairing);
            }
            let distance = table.distance(&pairing);
            seen[usize::from(distance)] += 1;
            let nearest = turns.iter().map(|turn| table.distance(&turn.of(&pairing))).min().unwrap();
            assert!(distance == 0 || nearest + 1 == distance || distance == DEPTH + 1 && nearest >= DEPTH);
            assert_eq!(distance == 0, pairing == PAIRED);
            for symmetry in &table.symmetries {
                assert_eq!(table.distance(&symmetry.of(&pairing)), distance);
            }
        }
        assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
    }
}
