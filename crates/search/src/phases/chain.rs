//! The order in which moves are left out, and which pieces each phase solves.

use permutant_group::orbit::orbits;
use permutant_group::permutation::Permutation;
use std::collections::HashMap;
use std::ops::Range;
use std::slice;

/// Greatest number of positions of the pieces of a phase: what a search without a table of all of them does in milliseconds.
const MOST_POSITIONS: f64 = 1e10;

/// The same where a beam solves the pieces without which a move can be left out.
const MOST_OF_A_BEAM: f64 = 1e16;

/// What moves and slots have to do with each other. Slots of all orbits are numbered together.
#[derive(Debug)]
pub(super) struct Layout {
    /// For each move, whatever its amount, the slots that it touches.
    pub(super) touched: Vec<Vec<bool>>,
    /// For each move, to which slots one of its turns brings pieces; the cycles of that turn contain those of the others.
    cycles: Vec<Permutation>,
    pub(super) slots: Vec<Slot>,
}

/// A slot and what belongs there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub(super) orbit: usize,
    /// Its first place; there is one for each orientation of a piece.
    pub(super) first: u16,
    pub(super) orientations: u16,
    /// The piece; identical ones of an orbit share a number.
    pub(super) piece: u16,
    /// Its orientation, and the modulus to which it is known.
    pub(super) orientation: u16,
    pub(super) modulus: u16,
}

/// What was left before one was taken.
fn take_one(left: &mut f64) -> f64 {
    *left -= 1.0;
    *left + 1.0
}

/// A phase: moves that are still allowed, and the slots whose pieces it solves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) bases: Vec<usize>,
    pub(super) pieces: Vec<usize>,
    /// Whether a beam solves them, as there are too many positions for a search.
    pub(super) is_large: bool,
}

impl Slot {
    pub(super) fn places(&self) -> Range<u16> {
        self.first..self.first + self.orientations
    }

    /// A place as it would be if the piece in it belonged here with orientation 0: then it is solved in [`Slot::solved`].
    pub(super) fn relative(&self, place: u16, of: &Slot) -> u16 {
        let turned = place - of.first + self.orientations - self.orientation;
        of.first + turned % self.orientations
    }

    pub(super) fn solved(&self) -> Vec<u16> {
        self.places().step_by(usize::from(self.modulus)).collect()
    }

    pub(super) fn is_alike(&self, other: &Slot) -> bool {
        (self.orbit, self.piece) == (other.orbit, other.piece)
    }
}

impl Layout {
    /// That of a number of moves, given for each turn its move and where it brings what is in each place. `None` if that is no permutation.
    pub(super) fn new(
        slots: Vec<Slot>,
        slot_of: &[usize],
        (bases, count): (&[usize], usize),
        moves: &[Vec<u16>],
    ) -> Option<Layout> {
        let of_base =
            |base: usize| bases.iter().zip(moves).filter(move |(other, _)| **other == base).map(|(_, to)| to);
        let touches = |base: usize, slot: &Slot| {
            of_base(base).any(|to| slot.places().any(|place| to[usize::from(place)] != place))
        };
        let on_slots = |to: &Vec<u16>| {
            let images = slots.iter().map(|slot| slot_of[usize::from(to[usize::from(slot.first)])] as u32);
            Permutation::from_moved_to(&images.collect::<Vec<_>>()).ok()
        };
        let cycles = |base: usize| {
            let turns = of_base(base).filter_map(on_slots);
            turns.min_by_key(|turn| orbits(slots.len(), slice::from_ref(turn)).len())
        };
        let touched = (0..count).map(|base| slots.iter().map(|slot| touches(base, slot)).collect()).collect();
        let cycles = (0..count).map(cycles).collect::<Option<_>>()?;
        Some(Layout { touched, cycles, slots })
    }

    /// The slots that some of these moves touch.
    pub(super) fn reached(&self, bases: &[usize]) -> Vec<bool> {
        (0..self.slots.len()).map(|slot| bases.iter().any(|&base| self.touched[base][slot])).collect()
    }

    /// The number of positions of some pieces in the slots that these moves reach, divided by the number of choices of identical ones.
    fn positions(&self, pieces: &[usize], reached: &[bool]) -> f64 {
        let (mut free, mut alike) = (HashMap::new(), HashMap::new());
        for slot in self.slots.iter().zip(reached).filter_map(|(slot, reached)| reached.then_some(slot)) {
            *free.entry(slot.orbit).or_insert(0.0) += 1.0;
            *alike.entry((slot.orbit, slot.piece)).or_insert(0.0) += 1.0;
        }
        let mut take = |slot: &Slot| {
            Some((take_one(free.get_mut(&slot.orbit)?), take_one(alike.get_mut(&(slot.orbit, slot.piece))?)))
        };
        pieces.iter().map(|&piece| &self.slots[piece]).fold(1.0, |product, slot| {
            let (free, alike) = take(slot).unwrap_or((1.0, 1.0));
            product * free * f64::from(slot.modulus) / alike
        })
    }

    /// The two moves that touch the latest slots and have some in common, by the mean number of their slots. Other slots come last.
    pub(super) fn last(&self, order: &[usize]) -> Option<[usize; 2]> {
        let late = |slot: usize| order.iter().position(|&other| other == slot).unwrap_or(order.len());
        let bases = 0..self.touched.len();
        let pairs = bases.clone().flat_map(|one| (0..one).map(move |other| [one, other]));
        let share = |pair: &[usize; 2]| {
            self.touched[pair[0]].iter().zip(&self.touched[pair[1]]).any(|(one, other)| *one && *other)
        };
        let mean = |pair: &[usize; 2]| {
            let reached = self.reached(pair);
            let slots: Vec<usize> = (0..reached.len()).filter(|&slot| reached[slot]).collect();
            slots.iter().map(|&slot| late(slot)).sum::<usize>() * 1000 / slots.len().max(1)
        };
        pairs.filter(share).max_by_key(mean)
    }

    /// Phases that leave out `first`, then always the move without which most pieces have to be solved, so that the moves that are left
    /// share pieces; and the moves that are left after them. Ends where no move can be left out without solving too much at once, even for a
    /// beam if there are beams, or the last moves are left.
    pub(super) fn chain(&self, first: usize, last: &[usize], has_beams: bool) -> (Vec<Plan>, Vec<usize>) {
        let mut bases: Vec<usize> = (0..self.touched.len()).filter(|&base| base != first).collect();
        let all: Vec<usize> = (0..self.touched.len()).collect();
        let mut plans: Vec<Plan> = Vec::new();
        let mut plan = Plan { pieces: self.only(&all, &bases), bases: all, is_large: false };
        // Identical pieces find their places in shorter phases if these stay within reach of each other (ten professor tetraminxes take 698 turns,
        // otherwise 849). Where all differ, it is better to solve many at once (ten master pyraminxes took 269, otherwise 316).
        let has_alike = self.has_alike();
        while bases.len() > last.len() {
            let begin = self.reached(&plan.bases);
            let without = |base: usize| -> Vec<usize> {
                bases.iter().copied().filter(|&other| other != base).collect()
            };
            let mut choices: Vec<(usize, Vec<usize>)> = bases
                .iter()
                .filter(|base| !last.contains(base))
                .filter(|base| !has_alike || self.is_connected(&bases, &without(**base)))
                .map(|&base| (base, self.only(&bases, &without(base))))
                .collect();
            choices.sort_by_cached_key(|(base, pieces)| {
                std::cmp::Reverse((pieces.len(), self.nearly(*base, &without(*base))))
            });
            let most = choices.first().map_or(0, |(_, pieces)| pieces.len());
            choices.retain(|(_, pieces)| most == 0 || !pieces.is_empty());
            let with = |new: &[usize]| -> Vec<usize> { plan.pieces.iter().chain(new).copied().collect() };
            let number = |(_, new): &(usize, Vec<usize>)| self.positions(&with(new), &begin);
            let may_be_large = has_beams && plan.pieces.is_empty();
            let most_positions = if may_be_large { MOST_OF_A_BEAM } else { MOST_POSITIONS };
            match choices.iter().find(|choice| number(choice) <= most_positions) {
                Some(choice @ (base, new)) if plan.pieces.is_empty() || new.len() == most => {
                    plan.is_large = number(choice) > MOST_POSITIONS;
                    plan.pieces.extend(new);
                    bases = without(*base);
                }
                _ if plan.pieces.is_empty() => break,
                _ => {
                    plans.push(plan);
                    plan = Plan { bases: bases.clone(), pieces: Vec::new(), is_large: false };
                }
            }
        }
        plans.extend(Some(plan).filter(|plan| !plan.pieces.is_empty()));
        plans.iter_mut().for_each(|plan| plan.pieces.sort_unstable());
        (plans, bases)
    }

    /// Whether some pieces are identical.
    fn has_alike(&self) -> bool {
        self.slots
            .iter()
            .enumerate()
            .any(|(number, slot)| self.slots[..number].iter().any(|other| slot.is_alike(other)))
    }

    /// Whether the slots that some of these moves reach remain within reach of each other.
    fn is_connected(&self, all: &[usize], some: &[usize]) -> bool {
        let (reached, before, after) = (self.reached(some), self.components(all), self.components(some));
        let mut within: HashMap<usize, usize> = HashMap::new();
        (0..reached.len())
            .filter(|&slot| reached[slot])
            .all(|slot| *within.entry(before[slot]).or_insert(after[slot]) == after[slot])
    }

    /// For each slot, the number of its component: these moves bring pieces to all slots of one.
    fn components(&self, bases: &[usize]) -> Vec<usize> {
        let cycles: Vec<Permutation> = bases.iter().map(|&base| self.cycles[base].clone()).collect();
        let mut of = vec![0; self.slots.len()];
        for (number, orbit) in orbits(of.len(), &cycles).iter().enumerate() {
            orbit.iter().for_each(|&slot| of[slot as usize] = number);
        }
        of
    }

    /// How near a move is to being the only one that touches its slots: those that few others touch count most.
    fn nearly(&self, base: usize, others: &[usize]) -> u64 {
        let weight = |slot: usize| {
            let others = others.iter().filter(|&&other| self.touched[other][slot]).count();
            1 << (2 * (15 - others.min(15)))
        };
        (0..self.slots.len()).filter(|&slot| self.touched[base][slot]).map(weight).sum()
    }

    /// The slots that only the first of these sets of moves touches.
    fn only(&self, all: &[usize], others: &[usize]) -> Vec<usize> {
        let (reached, left) = (self.reached(all), self.reached(others));
        (0..left.len()).filter(|&slot| reached[slot] && !left[slot]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves that exchange the pieces of two slots each.
    fn layout(exchanges: &[[usize; 2]], slots: u16) -> Layout {
        let all = 0..usize::from(slots);
        let touched = |pair: &[usize; 2]| all.clone().map(|slot| pair.contains(&slot)).collect();
        let exchange = |pair: &[usize; 2]| {
            let mut images: Vec<u32> = (0..u32::from(slots)).collect();
            images.swap(pair[0], pair[1]);
            Permutation::from_moved_to(&images).unwrap()
        };
        let slot =
            |first| Slot { orbit: 0, first, orientations: 1, piece: first, orientation: 0, modulus: 1 };
        Layout {
            touched: exchanges.iter().map(touched).collect(),
            cycles: exchanges.iter().map(exchange).collect(),
            slots: (0..slots).map(slot).collect(),
        }
    }

    #[test]
    fn moves_stay_that_connect_others() {
        let row = layout(&[[0, 1], [1, 2], [2, 3], [3, 4]], 5);
        assert!(row.is_connected(&[0, 1, 2, 3], &[1, 2, 3]));
        assert!(!row.is_connected(&[0, 1, 2, 3], &[0, 2, 3]));
        let (plans, left) = row.chain(0, &[2, 3], false);
        assert_eq!(left, [2, 3]);
        assert_eq!(plans, [Plan { bases: vec![0, 1, 2, 3], pieces: vec![0, 1], is_large: false }]);
        let ring = layout(&[[0, 1], [1, 2], [2, 0]], 3);
        assert!(ring.is_connected(&[0, 1, 2], &[0, 2]));
    }

    #[test]
    fn identical_pieces_have_fewer_positions() {
        let mut row = layout(&[[0, 1], [1, 2], [2, 3]], 4);
        assert_eq!(row.positions(&[0, 1], &[true; 4]), 12.0);
        row.slots.iter_mut().for_each(|slot| slot.piece /= 2);
        assert_eq!(row.positions(&[0, 1], &[true; 4]), 6.0);
        assert_eq!(row.positions(&[0, 2], &[true; 4]), 3.0);
    }
}
