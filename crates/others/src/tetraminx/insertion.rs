//! The fewest turns of outer layers that, inserted into a sequence of turns of inner and middle layers, solve wings and corners.
//!
//! Start at [`Insertion`]. A turn of an outer layer moves three wings in a cycle; which three of the whole, depends on the turns of inner layers before
//! it. So a product of such 3-cycles, in the order of the sequence, has to be what the sequence leaves of the wings, and the amounts at each corner
//! what it leaves of the corners. Products of up to three cycles from the beginning are kept by their effect; cycles are chosen from
//! the end until one of these products is what is left. As a 3-cycle changes the number of cycles of a permutation by two at most, few choices go so far.

use super::model::{CORNERS, HOME, Kind, Layer, Move, PAIRS, Position, composed, inverse};
use permutant_search::limits::Control;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

/// Cycles of the products that are kept.
const KEPT: usize = 3;

/// A place for a turn of an outer layer.
#[derive(Clone, Copy, Debug)]
struct Choice {
    /// Each of these wings gets what the next one has.
    cycle: [u8; 3],
    corner: u8,
    /// The number of turns of inner layers before it.
    after: usize,
}

/// How often the outer layer of each corner has turned its corner; `None` if stickers of a corner are not in its three places.
pub(super) fn amounts(position: &Position) -> Option<[u8; CORNERS]> {
    let mut amounts = [0; CORNERS];
    for (corner, amount) in amounts.iter_mut().enumerate() {
        let outer = Move { layer: Layer::Outer, corner: corner as u8, backwards: false };
        let stickers = |position: &Position| position.of(Kind::Corners)[3 * corner..][..3].to_vec();
        let mut turned = Position::SOLVED;
        while stickers(&turned) != stickers(position) {
            turned = turned.after(outer);
            *amount += 1;
            if *amount == 3 {
                return None;
            }
        }
    }
    Some(amounts)
}

/// What is left of the wings, and of the amounts at each corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rest {
    wings: [u8; PAIRS],
    amounts: [u8; CORNERS],
}

impl Rest {
    const NOTHING: Rest = Rest { wings: HOME, amounts: [0; CORNERS] };

    /// After one more turn of a choice.
    #[inline(always)]
    fn turned(mut self, choice: &Choice) -> Self {
        let [a, b, c] = choice.cycle.map(usize::from);
        (self.wings[a], self.wings[b], self.wings[c]) = (self.wings[b], self.wings[c], self.wings[a]);
        let amount = &mut self.amounts[usize::from(choice.corner)];
        *amount = if *amount == 2 { 0 } else { *amount + 1 };
        self
    }

    /// As a number.
    #[inline(always)]
    fn key(&self) -> u64 {
        let wings = self.wings.iter().fold(0, |key, &wing| key << 4 | u64::from(wing));
        self.amounts.iter().fold(wings, |key, &amount| key << 2 | u64::from(amount))
    }

    /// Lower bounds for the number of turns that it takes: a turn at each corner that has an amount, and half of the number of wings less that of
    /// cycles.
    #[inline(always)]
    fn corners(&self) -> usize {
        self.amounts.iter().filter(|&&amount| amount > 0).count()
    }

    #[inline(always)]
    fn wings(&self) -> usize {
        let (mut seen, mut cycles) = (0_u16, 0);
        for first in 0..PAIRS {
            if seen >> first & 1 == 0 {
                cycles += 1;
                let mut at = first;
                while seen >> at & 1 == 0 {
                    seen |= 1 << at;
                    at = usize::from(self.wings[at]);
                }
            }
        }
        (PAIRS - cycles).div_ceil(2)
    }
}

/// A hash of keys that are numbers already.
#[derive(Clone, Copy, Debug, Default)]
struct Scattered(u64);

impl Hasher for Scattered {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, number: u64) {
        let product = (self.0 ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = product ^ product >> 32;
    }
}

/// By effect, the least number of choices after the last one of a product.
type Products = HashMap<u64, u8, BuildHasherDefault<Scattered>>;

/// So many choices take a millisecond or more.
const LONG: usize = KEPT + 3;

/// What a search for choices uses.
struct Work<'w> {
    products: &'w [Products],
    control: &'w Control<'w>,
}

/// A sequence into which turns of outer layers are inserted.
#[derive(Debug)]
pub(super) struct Insertion<'s> {
    turns: &'s [Move],
    choices: Vec<Choice>,
    aim: Rest,
}

impl<'s> Insertion<'s> {
    /// For a sequence that solves a position but for its wings and corners.
    pub(super) fn new(position: &Position, turns: &'s [Move]) -> Self {
        let outer: [Move; CORNERS] = std::array::from_fn(|corner| Move {
            layer: Layer::Outer,
            corner: corner as u8,
            backwards: false,
        });
        let sources = outer.map(|turn| Kind::Wings.sources(turn));
        let mut before = HOME;
        let mut choices: Vec<Choice> = Vec::new();
        let inner = turns.iter().filter(|turn| turn.layer == Layer::Inner);
        for (after, turn) in std::iter::once(None).chain(inner.map(Some)).enumerate() {
            if let Some(&turn) = turn {
                before = composed(&before, Kind::Wings.sources(turn));
            }
            for (corner, sources) in sources.iter().enumerate() {
                // Turns about a corner commute: after one of the inner layer, nothing has changed for the outer one.
                if turn.is_some_and(|turn| usize::from(turn.corner) == corner) {
                    continue;
                }
                let moved = (0..PAIRS as u8).find(|&wing| sources[usize::from(wing)] != wing).unwrap_or(0);
                let next = |wing: u8| sources[usize::from(wing)];
                let cycle = [moved, next(moved), next(next(moved))].map(|wing| before[usize::from(wing)]);
                choices.push(Choice { cycle, corner: corner as u8, after });
            }
        }
        // The wings at the start, all cycles and all turns of the sequence make up the solved wings.
        let wings = composed(&inverse(position.of(Kind::Wings)), &inverse(&before));
        let amounts = amounts(position).unwrap_or_default().map(|amount| (3 - amount) % 3);
        Insertion { turns, choices, aim: Rest { wings, amounts } }
    }

    /// A lower bound for the number of turns to insert.
    pub(super) fn bound(&self) -> usize {
        self.aim.corners().max(self.aim.wings())
    }

    /// The whole sequence with fewest inserted turns, at most so many; `None` if there is none, or the control interrupts.
    pub(super) fn shortest(&self, most: usize, control: &Control<'_>) -> Option<Vec<Move>> {
        let bound = self.bound();
        if bound > most {
            return None;
        }
        let mut products: [Products; KEPT + 1] = Default::default();
        self.keep(Rest::NOTHING, 0, 0, most.min(KEPT), &mut products);
        (bound..=most).find_map(|count| {
            let mut chosen = Vec::new();
            let work = Work { products: &products, control };
            self.search(&self.aim, self.choices.len(), count, &work, &mut chosen).then(|| self.with(chosen))
        })
    }

    /// Keeps a product, and those that go on from there with later choices.
    fn keep(&self, product: Rest, first: usize, count: usize, most: usize, products: &mut [Products]) {
        match products[count].entry(product.key()) {
            Entry::Occupied(mut entry) => {
                let least = entry.get_mut();
                *least = (*least).min(first as u8);
            }
            Entry::Vacant(entry) => {
                entry.insert(first as u8);
            }
        }
        if count == most {
            return;
        }
        for (at, choice) in self.choices.iter().enumerate().skip(first) {
            let once = product.turned(choice);
            self.keep(once, at + 1, count + 1, most, products);
            self.keep(once.turned(choice), at + 1, count + 1, most, products);
        }
    }

    /// Chooses so many among the first choices, from the last one on, whose product is `rest`: choices, and whether they turn backwards.
    fn search(
        &self,
        rest: &Rest,
        among: usize,
        count: usize,
        work: &Work<'_>,
        chosen: &mut Vec<(usize, bool)>,
    ) -> bool {
        if rest.corners() > count || rest.wings() > count {
            return false;
        }
        if count >= LONG && work.control.interrupted().is_some() {
            return false;
        }
        if count <= KEPT
            && work.products[count].get(&rest.key()).is_none_or(|&first| usize::from(first) > among)
        {
            return false;
        }
        if count == 0 {
            return true;
        }
        for (at, choice) in self.choices[..among].iter().enumerate().rev() {
            // What is left before a turn is what is left after it, turned back.
            let once = rest.turned(choice);
            for (rest, backwards) in [(once, true), (once.turned(choice), false)] {
                chosen.push((at, backwards));
                if self.search(&rest, at, count - 1, work, chosen) {
                    return true;
                }
                chosen.pop();
            }
        }
        false
    }

    /// The sequence with these turns.
    fn with(&self, chosen: Vec<(usize, bool)>) -> Vec<Move> {
        let mut waiting = chosen
            .into_iter()
            .rev()
            .map(|(at, backwards)| {
                let Choice { corner, after, .. } = self.choices[at];
                (after, Move { layer: Layer::Outer, corner, backwards })
            })
            .peekable();
        let (mut all, mut inner) = (Vec::new(), 0);
        for &turn in self.turns {
            // Before the next turn of an inner layer.
            if turn.layer == Layer::Inner {
                while let Some((_, turn)) = waiting.next_if(|&(after, _)| after == inner) {
                    all.push(turn);
                }
                inner += 1;
            }
            all.push(turn);
        }
        all.extend(waiting.map(|(_, turn)| turn));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::tests::{after, random_turns};
    use super::*;

    /// Sequences with turns of outer layers, whose inverses are solved again by no more of them.
    #[test]
    fn inserted_turns_solve_and_are_no_more_than_needed() {
        for seed in 0..30 {
            let turns = random_turns(20, seed);
            let position = after(&turns);
            let back: Vec<Move> = turns.iter().rev().map(|turn| turn.inverse()).collect();
            let (outer, others): (Vec<Move>, Vec<Move>) =
                back.iter().partition(|turn| turn.layer == Layer::Outer);
            let insertion = Insertion::new(&position, &others);
            let needed = outer.len().min(5);
            let Some(whole) = insertion.shortest(needed, &Control::new()) else {
                assert!(needed < outer.len(), "{seed}");
                continue;
            };
            assert!(whole.len() <= others.len() + needed && insertion.bound() <= needed);
            let end = whole.iter().fold(position, |position, &turn| position.after(turn));
            assert_eq!(end, Position::SOLVED, "{seed}");
            let inserted = whole.len() - others.len();
            assert!(inserted == 0 || insertion.shortest(inserted - 1, &Control::new()).is_none());
        }
    }
}
