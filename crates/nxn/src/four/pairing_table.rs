//! The number of turns of phase 3 that pair all wings, for every pairing: the 12! / 2 = 239 500 800 even ones, as 1538 classes
//! of the places of four partners, times 8! / 2 = 20 160 arrangements of the others.
//!
//! Start at [`PairingTable`]. The four partners are those of the edges between F and B, a set that all symmetries preserve.
//! Their places therefore determine the symmetry to the representative, and the other partners follow. Distances up to
//! [`Steps::depth`] are exact. The greater ones, about half in outer blocks, would take most of the time. The method follows Chen
//! Shuang's solver (TPR).

use super::halves::{EDGES, Image, PAIRED, Pairing, Slots, of_slot};
use permutant_search::prefetch::prefetch;
use std::collections::VecDeque;

/// Partners whose places determine a class.
const ROW: usize = 4;
/// Number of placements of four partners, written in base 12; placements that contain a partner twice are unused.
const ROWS: usize = EDGES.pow(ROW as u32);
/// Even arrangements of the others: 8! / 2. The first six determine the last two.
const REST: usize = 20_160;

/// Classes of placements of four partners.
const CLASSES: usize = 1538;
/// Bytes of the distances.
pub(super) const BYTES: usize = CLASSES * REST / 2;

/// The turns of the phase, as the table is built by them.
pub(super) struct Steps<'t> {
    pub(super) images: &'t [Image],
    /// What each counts.
    pub(super) costs: &'t [u8],
    /// Distances up to this are exact; greater ones are given as one more. At most 13.
    pub(super) depth: u8,
}

/// The distances of all pairings.
pub(super) struct PairingTable {
    symmetries: Vec<Image>,
    /// The slots of the first half, beginning with the four.
    order: Slots,
    /// By placement of four partners: the class, and the symmetry to its representative.
    classes: Vec<(u16, u8)>,
    /// By class: the other symmetries that preserve the representative.
    keeping: Vec<Vec<u8>>,
    /// By class: four bits for each partner that is with none of the four slots, its number among those eight.
    numbers: Vec<u64>,
    /// By symmetry: the slots whose contents come to the first six of the other slots.
    sources: Vec<[u8; 6]>,
    arrangements: Arrangements,
    /// Two distances per byte.
    distances: Vec<u8>,
}

/// Numbers of arrangements of six out of eight.
struct Arrangements {
    /// By the first four, three bits each: their number below 8 · 7 · 6 · 5, and two bits for each of the eight, its
    /// number among the four that remain.
    four: Vec<(u16, u16)>,
}

impl Arrangements {
    fn new() -> Self {
        let entry = |code: usize| {
            let mut used = 0_usize;
            let mut number = 0;
            for at in 0..4 {
                let member = code >> (3 * at) & 7;
                let before = (used & ((1 << member) - 1)).count_ones() as usize;
                number = number * (8 - at) + (member - before.min(member));
                used |= 1 << member;
            }
            let left = (0..8).filter(|member| used >> member & 1 == 0);
            let left = left.zip(0..4).fold(0, |left, (member, number)| left | number << (2 * member));
            (number as u16, left)
        };
        Arrangements { four: (0..1 << 12).map(entry).collect() }
    }

    #[inline]
    fn number(&self, six: [u64; 6]) -> usize {
        let [a, b, c, d, e, f] = six;
        let (number, left) = self.four[(a | b << 3 | c << 6 | d << 9) as usize & 0xfff];
        let [e, f] = [e, f].map(|member| usize::from(left >> (2 * member) & 3));
        usize::from(number) * 12 + e * 3 + f - usize::from(f > e)
    }
}

/// The number of the placement of the partners of four slots.
#[inline]
fn placement(pairing: &Pairing, four: &[u8]) -> usize {
    four.iter().fold(0, |number, &slot| number * EDGES + usize::from(of_slot(pairing, slot)))
}

impl PairingTable {
    /// From saved distances, or from distances computed now by a search from the paired wings.
    pub(super) fn new(symmetries: Vec<Image>, steps: &Steps<'_>, kept: Option<&[u8]>) -> Self {
        let order = four_first(&symmetries);
        let (classes, standing) = classes(&symmetries, &order);
        let keeping = standing.iter().map(|(_, keeping)| keeping.clone()).collect();
        let numbers = standing.iter().map(|(pairing, _)| numbers(pairing, &order)).collect();
        let sources = symmetries
            .iter()
            .map(|symmetry| std::array::from_fn(|at| of_slot(&symmetry.back, order[ROW + at])));
        let mut table = PairingTable {
            sources: sources.collect(),
            symmetries,
            order,
            classes,
            keeping,
            numbers,
            arrangements: Arrangements::new(),
            distances: Vec::new(),
        };
        match kept {
            Some(kept) => table.distances = kept.to_vec(),
            None => table.fill(steps),
        }
        table
    }

    /// The distances in the form to be saved, [`BYTES`].
    pub(super) fn distances(&self) -> &[u8] {
        &self.distances
    }

    fn fill(&mut self, &Steps { images, costs, depth: deepest }: &Steps<'_>) {
        self.distances = vec![0xff; BYTES];
        let most = usize::from(costs.iter().copied().max().unwrap_or(1));
        // The last levels, the farthest from the goal first.
        let mut levels = VecDeque::from([vec![PAIRED]]);
        self.reach(&PAIRED, 0);
        for depth in 1..=deepest {
            let mut next = Vec::new();
            for (before, level) in levels.iter().enumerate() {
                let of_cost = images.iter().zip(costs).filter(|(_, cost)| usize::from(**cost) == before + 1);
                let turns: Vec<&Image> = of_cost.map(|(image, _)| image).collect();
                for pairing in level {
                    for turn in &turns {
                        let after = turn.of(pairing);
                        if self.reach(&after, depth) && depth < deepest {
                            next.push(after);
                        }
                    }
                }
            }
            levels.push_front(next);
            levels.truncate(most);
        }
        // Entries that were not reached.
        for byte in &mut self.distances {
            let far = |nibble: u8| if nibble == 0xf { deepest + 1 } else { nibble };
            *byte = far(*byte & 0xf) | far(*byte >> 4) << 4;
        }
    }

    /// The class of a pairing, and the symmetry to its representative.
    #[inline]
    fn class(&self, pairing: &Pairing) -> (usize, usize) {
        let (class, symmetry) = self.classes[placement(pairing, &self.order[..ROW])];
        (usize::from(class), usize::from(symmetry))
    }

    /// The index of the image of a pairing under a symmetry to the representative of this class.
    #[inline]
    fn place(&self, class: usize, symmetry: usize, pairing: &Pairing) -> usize {
        let (second, numbers) = (&self.symmetries[symmetry].second, self.numbers[class]);
        let six = self.sources[symmetry].map(|source| {
            let partner = of_slot(second, of_slot(pairing, source));
            numbers >> (4 * partner) & 7
        });
        class * REST + self.arrangements.number(six)
    }

    /// Writes a distance if the entry is empty; returns whether it was.
    fn reach(&mut self, pairing: &Pairing, depth: u8) -> bool {
        let (class, symmetry) = self.class(pairing);
        if !self.write(self.place(class, symmetry, pairing), depth) {
            return false;
        }
        // The images under other symmetries to the same representative have the same distance.
        if !self.keeping[class].is_empty() {
            let least = self.symmetries[symmetry].of(pairing);
            for at in 0..self.keeping[class].len() {
                let other = self.place(class, usize::from(self.keeping[class][at]), &least);
                self.write(other, depth);
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

    /// The index of the distance of a pairing for [`PairingTable::at`]. The pairing must be even.
    #[inline]
    pub(super) fn look_up(&self, pairing: &Pairing) -> usize {
        let (class, symmetry) = self.class(pairing);
        let place = self.place(class, symmetry, pairing);
        prefetch(&self.distances, place / 2);
        place
    }

    /// A lower bound on the turns of phase 3 that pair all wings: exact up to [`Steps::depth`].
    #[inline]
    pub(super) fn at(&self, place: usize) -> u8 {
        self.distances[place / 2] >> (place % 2 * 4) & 0xf
    }
}

/// The slots of the first half, beginning with four that the symmetries permute among each other.
fn four_first(symmetries: &[Image]) -> Slots {
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

/// Four bits for each partner that is with none of the four slots: its number among those eight.
fn numbers(pairing: &Pairing, order: &Slots) -> u64 {
    let mut others: Vec<u8> = order[ROW..EDGES].iter().map(|&slot| pairing[usize::from(slot)]).collect();
    others.sort_unstable();
    others.iter().zip(0..).fold(0, |numbers, (&partner, number)| numbers | number << (4 * partner))
}

/// A pairing with the placement of a representative, and the other symmetries that preserve this placement.
type Standing = (Pairing, Vec<u8>);

/// By placement of four partners: the class, as in [`PairingTable`]; and the representative of each class.
fn classes(symmetries: &[Image], order: &Slots) -> (Vec<(u16, u8)>, Vec<Standing>) {
    let four = &order[..ROW];
    let mut classes = vec![(u16::MAX, 0); ROWS];
    let mut standing = Vec::new();
    for row in 0..ROWS {
        let mut partners: Vec<u8> =
            (0..ROW).rev().map(|at| (row / EDGES.pow(at as u32) % EDGES) as u8).collect();
        if (0..ROW).any(|at| partners[..at].contains(&partners[at])) {
            continue;
        }
        // The partners of the other slots are arbitrary.
        partners.extend(PAIRED.iter().filter(|partner| !partners.contains(partner)).collect::<Vec<_>>());
        let mut pairing = PAIRED;
        order.iter().zip(partners).for_each(|(&slot, partner)| pairing[usize::from(slot)] = partner);
        let images: Vec<usize> = symmetries.iter().map(|s| placement(&s.of(&pairing), four)).collect();
        let (symmetry, &least) = images.iter().enumerate().min_by_key(|(_, row)| **row).unwrap_or((0, &row));
        if least == row {
            classes[row] = (standing.len() as u16, 0);
            let keeps = (1..symmetries.len()).filter(|&s| images[s] == row).map(|s| s as u8);
            standing.push((pairing, keeps.collect()));
        } else {
            classes[row] = (classes[least].0, symmetry as u8);
        }
    }
    (classes, standing)
}

#[cfg(test)]
mod tests {
    use super::super::halves::Halves;
    use super::super::moves::TurnSet;
    use super::*;
    use crate::model::turn::Metric;
    use permutant_group::random::below;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    /// The distances of neighbours differ by at most one, every pairing except the goal has a neighbour that is nearer,
    /// and images under symmetries have equal distances.
    #[test]
    fn distances_fit_together() {
        for metric in [Metric::OuterBlocks, Metric::LayerQuarters] {
            distances_of_one_metric_fit_together(TurnSet::of(metric));
        }
    }

    fn distances_of_one_metric_fit_together(turns: &TurnSet) {
        let halves = Halves::new();
        let images: Vec<Image> =
            turns.phase_3.iter().map(|&number| halves.image(&turns.wings[number]).unwrap()).collect();
        let costs: Vec<u8> = turns.phase_3.iter().map(|&number| turns.costs[number]).collect();
        let depth = turns.pairing_depth;
        let table =
            PairingTable::new(halves.symmetries(), &Steps { images: &images, costs: &costs, depth }, None);
        assert_eq!(table.keeping.len(), 1538);
        // Arrangements of six are numbered without gaps.
        let differ =
            |six: &[u64]| six.iter().all(|member| six.iter().filter(|other| *other == member).count() == 1);
        let sixes = (0..8u64.pow(6)).map(|code| [0, 1, 2, 3, 4, 5].map(|at| code >> (3 * at) & 7));
        let mut places: Vec<usize> =
            sixes.filter(|six| differ(six)).map(|six| table.arrangements.number(six)).collect();
        places.sort_unstable();
        assert!(places.into_iter().eq(0..REST));
        let distance = |pairing: &Pairing| table.at(table.look_up(pairing));
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut seen = vec![0; usize::from(depth) + 2];
        for _ in 0..3000 {
            let mut pairing = PAIRED;
            for _ in 0..below(&mut rng, 16) {
                pairing = images[below(&mut rng, images.len() as u64) as usize].of(&pairing);
            }
            let far = distance(&pairing);
            seen[usize::from(far)] += 1;
            let by = |(image, cost): (&Image, &u8)| distance(&image.of(&pairing)) + cost;
            let nearest = images.iter().zip(&costs).map(by).min().unwrap();
            assert!(far == 0 || nearest == far || far == depth + 1 && nearest > depth);
            assert_eq!(far == 0, pairing == PAIRED);
            for symmetry in &table.symmetries {
                assert_eq!(distance(&symmetry.of(&pairing)), far);
            }
        }
        // Quarter turns of faces move pairs as they are, so none is a distance of one from paired.
        let unseen: Vec<usize> = (0..seen.len()).filter(|&distance| seen[distance] == 0).collect();
        assert_eq!(unseen, if costs.contains(&2) { vec![1] } else { Vec::new() }, "{seen:?}");
    }
}
