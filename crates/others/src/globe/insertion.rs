//! Insertions into a word that change four pieces of one unit.
//!
//! Start at [`Insertions::of`], which lists them with their costs, and [`Insertion::apply`]. With flip f at column a, and the rows x and y
//! of a unit:
//!
//! - f x y⁻¹ f x⁻¹ y exchanges two pieces of the upper row with two of the lower one, half a turn away: the two flips exchange the same
//!   places but for one at each end.
//! - Turning the rows against each other before a flip that the unit sees, and back after it, does the same.
//!
//! Turns before an insertion choose the pieces. They cost nothing where the word turns the rows anyway, nor do flips that the word holds
//! twice already and the unit does not see.

use super::measure::{Change, exchange};
use super::moment::{Moment, Moments};
use super::word::{Segment, Word, cyclic};
use super::{Globe, Unit};
use std::collections::HashMap;
use std::rc::Rc;

/// Where flips of an insertion come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flips {
    /// Two new ones at this column.
    New(u16),
    /// Two that the word holds and the unit does not see.
    Unseen((usize, usize)),
}

/// An insertion into a segment of a word, as a unit sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Insertion {
    /// Turns before, flips, the upper row by one and the lower row back, flips, and the other turns.
    Exchange {
        /// The turns before.
        before: [i16; 2],
        /// The turn of the upper row between.
        between: i16,
        /// The flips.
        flips: Flips,
    },
    /// The turns before and after a flip that is seen are altered, the lower row by as much as the upper one, but backwards.
    Shift {
        /// The alteration of the upper row before the flip.
        by: i16,
    },
}

/// The cheapest exchanges by the distance of the columns: cost, turns before of the upper row, turn between.
type Cheapest = Rc<[(i16, i16, i16)]>;

/// The costs of exchanges in segments, by the turns there.
#[derive(Debug)]
pub(super) struct Insertions {
    globe: Globe,
    /// By the turns of the segment.
    cheapest: HashMap<[i16; 2], Cheapest>,
    /// Columns of exchanges that are looked at, empty between calls.
    promising: Vec<(u16, u16)>,
}

/// Turns tried beyond those that a segment makes anyway.
const DETOUR: i16 = 2;

/// Costs that are kept, some 25 MB.
const MOST_KEPT: usize = 1 << 22;

/// What an insertion costs, what it changes, and itself, with the number of its segment.
pub(super) type Offer = (i32, usize, Insertion);

impl Insertions {
    pub(super) fn new(globe: Globe) -> Self {
        Insertions { globe, cheapest: HashMap::new(), promising: Vec::new() }
    }

    fn length(&self, turns: i16) -> i16 {
        cyclic(i32::from(turns), self.globe.half).abs()
    }

    /// The additional turns of a row if `before` and `between` of its turns are made first.
    fn detour(&self, all: i16, before: i16, between: i16) -> i16 {
        self.length(before) + self.length(between) + self.length(all - before - between) - self.length(all)
    }

    /// The cheapest exchange with new flips, by how much the lower column is beyond the upper one.
    fn cheapest(&mut self, turns: [i16; 2]) -> Cheapest {
        if let Some(known) = self.cheapest.get(&turns) {
            return Rc::clone(known);
        }
        let (half, columns) = (self.globe.half as i16, self.globe.columns() as i16);
        let row = (0..columns).map(|beyond| {
            let ways = (0..columns).flat_map(|upper| [1, -1].map(|between| (upper, between)));
            let costs = ways.map(|(upper, between)| {
                // The places at both ends of the columns that the flips exchange.
                let lower = upper + beyond - if between > 0 { half - 1 } else { half + 1 };
                let cost = 2 + self.detour(turns[0], upper, between) + self.detour(turns[1], lower, -between);
                (cost, upper, between)
            });
            costs.min().unwrap_or((0, 0, 1))
        });
        let row: Cheapest = row.collect();
        // What is forgotten is found again.
        if (self.cheapest.len() + 1) * self.globe.columns() > MOST_KEPT {
            self.cheapest.clear();
        }
        self.cheapest.insert(turns, Rc::clone(&row));
        row
    }

    /// Calls `offer` with each insertion into a word that lessens the distance by at least `least`, and tells what it changes and by how much.
    /// O(segments · columns²).
    pub(super) fn of(
        &mut self,
        word: &Word,
        segments: &[Segment],
        moments: &Moments<'_>,
        least: i32,
        offer: &mut dyn FnMut(Offer, &Change, i32),
    ) {
        for (at, segment) in segments.iter().enumerate() {
            let moment = moments.at(at);
            self.exchanges(word, segment, at, (&moment, least), offer);
            if let (Some(_), Some(next)) = (segment.flip, segments.get(at + 1)) {
                self.shifts(word, [segment, next], at, (&moment, least), offer);
            }
        }
    }

    fn exchanges(
        &mut self,
        word: &Word,
        segment: &Segment,
        at: usize,
        (moment, least): (&Moment<'_>, i32),
        offer: &mut dyn FnMut(Offer, &Change, i32),
    ) {
        let (half, columns) = (self.globe.half as i32, self.globe.columns() as i32);
        let mut promising = std::mem::take(&mut self.promising);
        moment.promising(least, &mut promising);
        let cheapest = if promising.is_empty() { Rc::from([]) } else { self.cheapest(segment.turns) };
        for (upper, lower) in promising.drain(..) {
            let (upper, lower) = (i32::from(upper), i32::from(lower));
            let change = exchange(self.globe, upper, lower);
            let gain = moment.gain(&change);
            if gain < least {
                continue;
            }
            let (cost, first, between) = cheapest[(lower - upper).rem_euclid(columns) as usize];
            // The column of the flip, before the turns.
            let flip = upper - i32::from(first) + if between > 0 { 0 } else { 1 };
            let second = i32::from(first) + lower - upper - if between > 0 { half - 1 } else { half + 1 };
            let insertion = Insertion::Exchange {
                before: [cyclic(i32::from(first), self.globe.half), cyclic(second, self.globe.half)],
                between,
                flips: Flips::New(flip.rem_euclid(columns) as u16),
            };
            offer((i32::from(cost), at, insertion), &change, gain);
        }
        self.promising = promising;
        let around = |turns: i16| turns.min(0) - DETOUR..=turns.max(0) + DETOUR;
        for &pair in &segment.unseen {
            let flip = i32::from(word.flips[pair.0]);
            for between in [1, -1] {
                for first in around(segment.turns[0]) {
                    for second in around(segment.turns[1]) {
                        let upper = flip + i32::from(first) - if between > 0 { 0 } else { 1 };
                        let lower = flip + half + i32::from(second) - if between > 0 { 1 } else { 0 };
                        let change = exchange(self.globe, upper, lower);
                        let gain = moment.gain(&change);
                        if gain >= least {
                            let cost = self.detour(segment.turns[0], first, between)
                                + self.detour(segment.turns[1], second, -between);
                            let before =
                                [first, second].map(|turns| cyclic(i32::from(turns), self.globe.half));
                            let insertion =
                                Insertion::Exchange { before, between, flips: Flips::Unseen(pair) };
                            offer((i32::from(cost), at, insertion), &change, gain);
                        }
                    }
                }
            }
        }
    }

    fn shifts(
        &self,
        word: &Word,
        [segment, next]: [&Segment; 2],
        at: usize,
        (moment, least): (&Moment<'_>, i32),
        offer: &mut dyn FnMut(Offer, &Change, i32),
    ) {
        let half = self.globe.half as i32;
        let Some(flip) = segment.flip.map(|flip| i32::from(word.flips[flip])) else { return };
        for by in [1, -1] {
            let upper = flip + i32::from(segment.turns[0]) - if by > 0 { 0 } else { 1 };
            let lower = flip + half + i32::from(segment.turns[1]) - if by > 0 { 1 } else { 0 };
            let change = exchange(self.globe, upper, lower);
            let gain = moment.gain(&change);
            if gain >= least {
                let more = |turns: i16, by: i16| self.length(turns + by) - self.length(turns);
                let before = more(segment.turns[0], by) + more(segment.turns[1], -by);
                let after = more(next.turns[0], -by) + more(next.turns[1], by);
                offer((i32::from(before + after), at, Insertion::Shift { by }), &change, gain);
            }
        }
    }

    /// The word with an insertion into a segment of a unit; where new flips may stand in several slots, `choice` selects one.
    pub(super) fn apply(
        &self,
        word: &Word,
        unit: &Unit,
        segments: &[Segment],
        at: usize,
        insertion: Insertion,
        choice: u64,
    ) -> Word {
        let globe = self.globe;
        let mut word = word.clone();
        let segment = &segments[at];
        let add = |word: &mut Word, slot: usize, turns: [i16; 2]| {
            for (&row, turns) in unit.rows.iter().zip(turns) {
                word.add(slot, row, turns, globe);
            }
        };
        match insertion {
            Insertion::Shift { by } => {
                if let Some(flip) = segment.flip {
                    add(&mut word, flip, [by, -by]);
                    add(&mut word, flip + 1, [-by, by]);
                }
            }
            Insertion::Exchange { before, between, flips } => {
                for &slot in &segment.slots {
                    unit.rows.iter().for_each(|&row| word.turns[slot][row] = 0);
                }
                let slot = segment.slots[(choice % segment.slots.len() as u64) as usize];
                let (open, close) = match flips {
                    Flips::Unseen(pair) => pair,
                    Flips::New(flip) => {
                        word.insert_twice(slot, flip);
                        (slot, slot + 1)
                    }
                };
                let made = [before[0] + between, before[1] - between];
                add(&mut word, open, before);
                add(&mut word, open + 1, [between, -between]);
                add(&mut word, close + 1, [segment.turns[0] - made[0], segment.turns[1] - made[1]]);
            }
        }
        word
    }
}
