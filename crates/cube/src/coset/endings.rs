//! The last turns of the ways into G1, looked up as permutations.
//!
//! Start at [`Endings`]. From most states near G1 only few turns lead on, so a search would spend its time on long chains of
//! states without a branch, with a look-up in the table of phase 1 for each. The sequences of the last turns are found once for each
//! state and then only multiplied.

use super::parts::Ways;
use super::phase_one::PhaseOne;
use super::pieces::Pieces;
use crate::model::cubie::CubieCube;
use crate::model::move_masks::NO_FACE;
use crate::model::moves::Move;
use crate::model::symmetry::Symmetry;
use crate::simd::Portable;
use crate::two_phase::{Seen, Turns};
use permutant_search::prefetch::prefetch;
use std::ops::Range;

/// Turns of an ending where a search has few ways: 18 · 13.3^3 = 42 000 sequences lead into G1, which takes milliseconds.
pub(super) const SHORT: u32 = 4;

/// Turns of an ending where a search has many ways: 8 · 13.3^5 = 3.4 million sequences end with a turn into G1 from outside, which
/// take 100 MB. Those of seven turns would take more than a gigabyte.
pub(super) const LONG: u32 = 6;

/// The states within [`LONG`] turns of G1, up to symmetry, and where to find them.
#[derive(Debug)]
pub(super) struct Near {
    /// One of those that are images of each other.
    states: Vec<Seen>,
    /// At a place that depends on the state, one more than its number, or one of the slots after it; 0 in an empty slot.
    slots: Vec<Slot>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    place: u32,
    number: u32,
}

impl Near {
    /// Names of a state: one for each symmetry that takes it to its representative.
    const NAMES: usize = Symmetry::UD_COUNT;

    /// Reads the table of phase 1 once.
    pub(super) fn new(tables: &impl PhaseOne) -> Near {
        let states = tables.near(LONG as u8);
        let mut slots = vec![Slot::default(); 4 * states.len().next_power_of_two()];
        let last = slots.len() - 1;
        for (number, state) in (1..).zip(&states) {
            let mut slot = Near::first_slot(*state, last);
            while slots[slot].number != 0 {
                slot = (slot + 1) & last;
            }
            slots[slot] = Slot { place: state.place(), number };
        }
        Near { states, slots }
    }

    /// Where to begin looking for a state.
    #[inline]
    fn first_slot(at: Seen, last: usize) -> usize {
        // The golden ratio spreads places that follow each other.
        (u64::from(at.place()).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & last
    }

    /// Makes the slot of a state come closer.
    #[inline]
    pub(super) fn prefetch(&self, at: Seen) {
        prefetch(&self.slots, Near::first_slot(at, self.slots.len() - 1));
    }

    /// The number of a state, which must be near.
    #[inline]
    pub(super) fn number(&self, at: Seen) -> usize {
        let last = self.slots.len() - 1;
        let mut slot = Near::first_slot(at, last);
        while self.slots[slot].place != at.place() || self.slots[slot].number == 0 {
            debug_assert!(self.slots[slot].number != 0, "all states within {LONG} turns of G1 are there");
            slot = (slot + 1) & last;
        }
        Near::NAMES * (self.slots[slot].number as usize - 1) + at.symmetry()
    }
}

/// The endings of one length.
#[derive(Debug)]
pub(super) struct Endings<'n> {
    near: &'n Near,
    length: u32,
    /// Whether the last turn is one that leaves G1.
    leaving: bool,
    /// By the number of a state, where its endings begin; and where the last one ends.
    starts: Vec<u32>,
    all: Vec<Pieces>,
}

impl<'n> Endings<'n> {
    /// Bytes that endings and states take: those of [`LONG`] turns with the ones of a turn less.
    pub(super) const BYTES: usize = 120 << 20;

    /// The endings of some ways, of at most [`LONG`] turns.
    pub(super) fn new(near: &'n Near, tables: &impl PhaseOne, ways: Ways<'_>) -> Endings<'n> {
        let mut endings = Endings::none(near, ways.leaving);
        while endings.length < ways.looked_up {
            endings = endings.longer(tables);
        }
        endings
    }

    /// Whether [`Endings::new`] would find the same.
    pub(super) fn are_those_of(&self, ways: Ways<'_>) -> bool {
        (self.length, self.leaving) == (ways.looked_up, ways.leaving)
    }

    /// The endings of no turns.
    fn none(near: &'n Near, leaving: bool) -> Endings<'n> {
        let mut endings = Endings { near, length: 0, leaving, starts: vec![0], all: Vec::new() };
        for state in &near.states {
            for _ in 0..Near::NAMES {
                endings.all.extend((state.distance() == 0).then(|| Pieces::of(&CubieCube::SOLVED)));
                endings.starts.push(endings.all.len() as u32);
            }
        }
        endings
    }

    /// The endings of one turn more: each is a turn and one of these.
    fn longer<P: PhaseOne>(&self, tables: &P) -> Endings<'n> {
        let turns = Move::ALL.map(|turn| Pieces::of(CubieCube::of_move(turn)));
        let length = self.length + 1;
        let last = Turns { last: NO_FACE, leaving: self.leaving && length == 1 };
        // There are 13.35 times as many at each length.
        let (starts, all) = (Vec::with_capacity(self.starts.len()), Vec::with_capacity(14 * self.all.len()));
        let mut longer = Endings { length, starts, all, ..*self };
        longer.starts.push(0);
        for state in &self.near.states {
            for symmetry in 0..Near::NAMES {
                let at = state.image(symmetry);
                if state.distance() <= length {
                    tables.follow(at, last, length - 1, |child| {
                        let successors = P::successors(P::after(NO_FACE, child.turn));
                        let turn = &turns[child.turn.index()];
                        for ending in self.of(self.near.number(child.at)) {
                            if length == 1 || successors >> ending.first() & 1 == 1 {
                                longer.all.push(turn.then::<Portable>(ending, child.turn));
                            }
                        }
                    });
                }
                longer.starts.push(longer.all.len() as u32);
            }
        }
        longer
    }

    /// Turns of each ending.
    pub(super) fn length(&self) -> u32 {
        self.length
    }

    /// The states from which endings lead.
    pub(super) fn near(&self) -> &Near {
        self.near
    }

    /// Makes the place come closer at which the endings of a state begin.
    #[inline]
    pub(super) fn prefetch(&self, number: usize) {
        prefetch(&self.starts, number);
    }

    /// The sequences of turns that lead from a state into G1, as a range of all endings, which comes closer.
    #[inline]
    pub(super) fn range(&self, number: usize) -> Range<usize> {
        let range = self.starts[number] as usize..self.starts[number + 1] as usize;
        range.clone().step_by(2).for_each(|ending| prefetch(&self.all, ending));
        range
    }

    /// Some endings.
    #[inline]
    pub(super) fn get(&self, range: Range<usize>) -> &[Pieces] {
        &self.all[range]
    }

    fn of(&self, number: usize) -> &[Pieces] {
        self.get(self.range(number))
    }
}
