//! Some of the cheapest known words for every coset of every level of a stabilizer chain.
//!
//! Level `i` belongs to the stabilizer of the base points before `i`. Its slot `p` holds elements of that stabilizer
//! that map the point `p` to the base point. Sifting an element thus multiplies it by one element of a slot at each
//! level.

use dashu_int::UBig;

use super::alphabet::{Alphabet, Letter};
use super::elements::Elements;
use super::images::{invert, multiply};

#[derive(Clone, Debug)]
pub(super) struct Levels {
    pub(super) elements: Elements,
    pub(super) levels: Vec<Level>,
    /// Elements kept in a slot.
    width: usize,
    /// Bytes that elements may take.
    bytes: usize,
    /// Whether an element was turned away because they would have taken more.
    is_full: bool,
    /// How often room was made.
    made_room: u8,
}

/// The longest word that is kept: nobody plays it, but it may lead to shorter ones.
const LONGEST: usize = 1 << 18;
/// Where room has to be made more often than this, words grow without end.
const MOST_TIMES: u8 = 8;

#[derive(Clone, Debug)]
pub(super) struct Level {
    pub(super) base: u16,
    /// By point: elements, cheapest first.
    pub(super) slots: Vec<Vec<u32>>,
}

impl Level {
    pub(super) fn best(&self, point: u16) -> Option<u32> {
        self.slots[usize::from(point)].first().copied()
    }

    /// Number of slots that hold something.
    pub(super) fn filled(&self) -> usize {
        self.slots.iter().filter(|slot| !slot.is_empty()).count()
    }
}

impl Levels {
    pub(super) fn new(degree: usize, width: usize, bytes: usize) -> Self {
        Levels {
            elements: Elements::new(degree),
            levels: Vec::new(),
            width,
            bytes,
            is_full: false,
            made_room: 0,
        }
    }

    pub(super) fn push_level(&mut self, base: u16) {
        let degree = self.elements.degree();
        self.levels.push(Level { base, slots: vec![Vec::new(); degree] });
    }

    /// The level of an element: the first whose base point it moves. `None` if it fixes the base.
    pub(super) fn level_of(&self, images: &[u16]) -> Option<usize> {
        self.levels.iter().position(|level| images[usize::from(level.base)] != level.base)
    }

    /// Whether a slot would take an element of that cost.
    pub(super) fn wants(&self, level: usize, point: u16, cost: u32) -> bool {
        let slot = &self.levels[level].slots[usize::from(point)];
        slot.len() < self.width || slot.last().is_some_and(|&last| cost < self.elements.cost(last))
    }

    /// Offers an element and its inverse to their slots; whether one of them is now the cheapest of its slot.
    pub(super) fn offer(&mut self, alphabet: &Alphabet, images: &[u16], word: &[Letter], cost: u32) -> bool {
        let Some(level) = self.level_of(images) else { return false };
        let base = self.levels[level].base;
        let mut inverse = vec![0; images.len()];
        invert(images, &mut inverse);
        let forward = self.offer_at(level, inverse[usize::from(base)], images, word, cost);
        let point = images[usize::from(base)];
        let backward = self.wants(level, point, cost)
            && self.offer_at(level, point, &inverse, &alphabet.invert(word), cost);
        forward || backward
    }

    pub(super) fn offer_at(
        &mut self,
        level: usize,
        point: u16,
        images: &[u16],
        word: &[Letter],
        cost: u32,
    ) -> bool {
        if !self.wants(level, point, cost) {
            return false;
        }
        if word.len() > LONGEST || !self.elements.has_room(word.len(), self.bytes) {
            self.is_full = true;
            return false;
        }
        let elements = &mut self.elements;
        let slot = &mut self.levels[level].slots[usize::from(point)];
        if let Some(known) = slot.iter().position(|&known| elements.images(known) == images) {
            if elements.cost(slot[known]) <= cost {
                return false;
            }
            slot.remove(known);
        }
        let element = elements.push(images, word, cost);
        let at = slot.partition_point(|&known| elements.cost(known) <= cost);
        slot.insert(at, element);
        slot.truncate(self.width);
        at == 0
    }

    /// Multiplies by cheapest elements until the base is fixed or a slot is empty: the level where that is.
    pub(super) fn sift(&self, images: &mut Vec<u16>, word: &mut Vec<Letter>) -> Option<usize> {
        let mut product = vec![0; images.len()];
        for (at, level) in self.levels.iter().enumerate() {
            let point = images[usize::from(level.base)];
            if point == level.base {
                continue;
            }
            let Some(best) = level.best(point) else { return Some(at) };
            multiply(images, self.elements.images(best), &mut product);
            std::mem::swap(images, &mut product);
            word.extend_from_slice(self.elements.word(best));
        }
        None
    }

    /// Makes room if elements were turned away. Returns whether there is some: elements that stand in slots may take half of
    /// the memory, and the rest must not fill up again and again. Numbers of elements are no longer valid afterwards.
    pub(super) fn make_room(&mut self) -> bool {
        if self.is_full && self.made_room < MOST_TIMES {
            self.compact();
            self.made_room += 1;
            self.is_full = !self.elements.has_room(0, self.bytes / 2);
        }
        !self.is_full
    }

    /// Forgets the elements that stand in no slot any more.
    pub(super) fn compact(&mut self) {
        let mut kept = Elements::new(self.elements.degree());
        for level in &mut self.levels {
            for element in level.slots.iter_mut().flatten() {
                let old = *element;
                *element =
                    kept.push(self.elements.images(old), self.elements.word(old), self.elements.cost(old));
            }
        }
        self.elements = kept;
    }

    /// Costs of the cheapest words of a level's slots.
    pub(super) fn costs_of(&self, level: &Level) -> impl Iterator<Item = u32> {
        level.slots.iter().filter_map(|slot| slot.first()).map(|&best| self.elements.cost(best))
    }

    /// Cost of the cheapest word of each slot, level by level, point by point; 0 for base points and empty slots.
    pub(super) fn least_costs(&self) -> Vec<u16> {
        let cost = |slot: &Vec<u32>| {
            slot.first().map_or(0, |&best| u16::try_from(self.elements.cost(best)).unwrap_or(u16::MAX))
        };
        self.levels.iter().flat_map(|level| level.slots.iter().map(cost)).collect()
    }

    /// The product of the numbers of elements in the transversals: the order of the group if no slot is missing.
    pub(super) fn order(&self) -> UBig {
        self.levels.iter().map(|level| UBig::from(level.filled() + 1)).product()
    }
}
