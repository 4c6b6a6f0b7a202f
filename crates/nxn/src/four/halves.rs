//! The wings of phase 3: two halves of twelve slots that its turns keep apart, and the pairing of the wings of one half with
//! those of the other.
//!
//! Start at [`Halves`] and [`Pairing`]. The identity of a wing does not matter, only the place of its partner. A pairing is a
//! permutation of twelve elements, and all wings are paired if it is the identity. A turn moves both halves, so it multiplies a
//! pairing from both sides. So does a symmetry of the cube that preserves the halves.

use super::moves::{SIZE, TurnSet, WINGS};
use crate::model::geometry::{self, Cell, opposite};
use crate::model::orbit::{IDENTITY, Orbit, Permutation, SLOTS, inverse, is_odd, then};
use crate::model::turn::{Metric, Turn};
use crate::reduction::wings;

/// The edges of a 3x3x3: slots of a half.
pub(crate) const EDGES: usize = 12;

/// The slots of a half, padded to a power of two with unused ones that stay in place, so that no index is out of
/// bounds.
pub(crate) type Slots = [u8; 16];

/// For each slot of the first half, the slot of its wing's partner in the second half.
pub(crate) type Pairing = Slots;

/// The pairing in which all wings are paired.
pub(crate) const PAIRED: Pairing = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// The content of the place with a slot's number.
#[inline]
pub(crate) fn of_slot(slots: &Slots, slot: u8) -> u8 {
    slots[usize::from(slot) % 16]
}

/// The effect of a turn or a symmetry on the slots of both halves: the image of each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Image {
    pub(crate) first: Slots,
    pub(crate) second: Slots,
    /// The inverse of the effect on the first half.
    pub(crate) back: Slots,
}

impl Image {
    /// The pairing after this turn or symmetry.
    #[inline]
    pub(crate) fn of(&self, pairing: &Pairing) -> Pairing {
        self.back.map(|from| of_slot(&self.second, of_slot(pairing, from)))
    }
}

/// The two halves of the slots of wings.
pub(crate) struct Halves {
    /// By edge: its slot in the first half and in the second.
    pub(crate) slots: [[u8; 2]; EDGES],
    /// By slot: its edge, and whether it is in the second half.
    pub(crate) place: [(u8, bool); SLOTS],
}

impl Halves {
    pub(crate) fn new() -> Self {
        // The slots that the turns of the phase reach from slot 0.
        let turns = TurnSet::of(Metric::OuterBlocks);
        let mut first = 1u32;
        loop {
            let reached = turns.phase_3.iter().fold(first, |set, &number| {
                let p = &turns.wings[number];
                (0..SLOTS).filter(|&slot| set >> p[slot] & 1 == 1).fold(set, |set, slot| set | 1 << slot)
            });
            if reached == first {
                break;
            }
            first = reached;
        }
        let (mut slots, mut place) = ([[0; 2]; EDGES], [(0, false); SLOTS]);
        for (edge, pair) in wings::edges().into_iter().enumerate() {
            let swap = first >> pair[0] & 1 == 0;
            let pair = if swap { [pair[1], pair[0]] } else { pair };
            slots[edge] = pair.map(|slot| slot as u8);
            for (half, slot) in pair.into_iter().enumerate() {
                place[slot] = (edge as u8, half == 1);
            }
        }
        Halves { slots, place }
    }

    /// Whether phase 3 can pair all wings with an even number of flipped edges: each half contains one wing of each pair, and the
    /// permutations of the pairing and of the wings are even.
    pub(crate) fn can_be_paired(&self, wings: &Permutation) -> bool {
        let in_first = self.slots.iter().fold(0u32, |edges, [first, _]| {
            edges | 1 << self.place[usize::from(wings[usize::from(*first)])].0
        });
        in_first == (1 << EDGES) - 1 && !is_odd(wings) && !is_odd_image(&self.pairing(wings).0)
    }

    /// The pairing of separated wings, and whether the permutation of those of the first half is odd.
    pub(crate) fn pairing(&self, wings: &Permutation) -> (Pairing, bool) {
        // By edge: the places of its wings.
        let mut places = [[0; 2]; EDGES];
        for (at, pair) in self.slots.iter().enumerate() {
            for (half, &slot) in pair.iter().enumerate() {
                let edge = self.place[usize::from(wings[usize::from(slot)])].0;
                places[usize::from(edge)][half] = at as u8;
            }
        }
        let mut pairing = PAIRED;
        places.iter().for_each(|&[first, second]| pairing[usize::from(first)] = second);
        (pairing, is_odd_image(&places.map(|[first, _]| first)))
    }

    /// The effect of a permutation of all slots on both halves; `None` if it does not preserve them.
    pub(crate) fn image(&self, p: &Permutation) -> Option<Image> {
        let mut image = Image { first: PAIRED, second: PAIRED, back: PAIRED };
        for (to, &from) in p.iter().enumerate() {
            let ((edge, second), (target, is_second)) = (self.place[usize::from(from)], self.place[to]);
            if second != is_second {
                return None;
            }
            let half = if second { &mut image.second } else { &mut image.first };
            half[usize::from(edge)] = target;
        }
        (0..).zip(image.first).for_each(|(from, to)| image.back[usize::from(to)] = from);
        Some(image)
    }

    /// The symmetries of the cube that preserve the axis of F and B and the halves; the identity comes first.
    pub(crate) fn symmetries(&self) -> Vec<Image> {
        let last = SIZE as u16 - 1;
        let rotation =
            |axis: u8, amount: u8| WINGS.permutation(SIZE, Turn { axis, from: 0, to: last, amount });
        let making = [rotation(2, 1), rotation(0, 2), mirror()];
        let mut all = vec![IDENTITY];
        let mut next = 0;
        while next < all.len() {
            for p in making.iter().map(|p| then(&all[next], p)).collect::<Vec<_>>() {
                if !all.contains(&p) {
                    all.push(p);
                }
            }
            next += 1;
        }
        all.iter().filter_map(|p| self.image(p)).collect()
    }
}

/// The slots that contents come from when a reflection exchanges R and L.
fn mirror() -> Permutation {
    let image = |cell: Cell| {
        let face = if geometry::axis_of(cell.face).0 == 0 { opposite(cell.face) } else { cell.face };
        Cell { face, row: cell.row, column: SIZE - 1 - cell.column }
    };
    // In the mirror, a wing is identified by its other sticker.
    let to = |slot: usize| {
        let other = image(geometry::neighbours(SIZE, WINGS.cell(SIZE, slot))[0]);
        Orbit::of_cell(SIZE, other).map_or(slot, |(_, to)| to)
    };
    inverse(&std::array::from_fn(|slot| to(slot) as u8))
}

pub(crate) fn is_odd_image(image: &[u8]) -> bool {
    let mut whole = IDENTITY;
    whole[..image.len()].copy_from_slice(image);
    is_odd(&whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_and_symmetries_keep_the_halves() {
        let halves = Halves::new();
        for metric in [Metric::OuterBlocks, Metric::LayerQuarters] {
            let turns = TurnSet::of(metric);
            assert!(turns.phase_3.iter().all(|&number| halves.image(&turns.wings[number]).is_some()));
        }
        assert!(halves.can_be_paired(&IDENTITY));
        let symmetries = halves.symmetries();
        assert_eq!(symmetries.len(), 8);
        assert!(symmetries.iter().all(|image| image.of(&PAIRED) == PAIRED));
    }

    #[test]
    fn pairings_follow_the_wings() {
        let halves = Halves::new();
        for metric in [Metric::OuterBlocks, Metric::LayerQuarters] {
            let turns = TurnSet::of(metric);
            let mut wings = IDENTITY;
            let mut pairing = PAIRED;
            for at in 0..200usize {
                let number = turns.phase_3[(at * at % 11 + at) % turns.phase_3.len()];
                wings = then(&wings, &turns.wings[number]);
                pairing = halves.image(&turns.wings[number]).unwrap().of(&pairing);
                assert_eq!(halves.pairing(&wings).0, pairing);
            }
            assert_ne!(pairing, PAIRED);
        }
    }
}
