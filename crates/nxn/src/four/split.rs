//! Phase 2: the other centres to their axes, the centres of F and B to where half turns complete them, and the wings into two
//! halves.
//!
//! Start at [`Split`]. The halves are the sets of slots that the turns of phase 3 keep apart. Each half must contain one wing
//! of each pair. The table does not include this condition: one in 660 ends of this phase satisfies it, and half of those have
//! an even pairing.

use super::halves::Halves;
use super::moves::{MOVES, PHASE_3, State, may_follow, tables};
use crate::model::orbit::{Permutation, is_odd, then};
use crate::model::slot_sets::{SetRank, axis_set, moved, pack, pack_sides, unpack, unpack_sides};
use crate::reduction::levels;

/// Turns of the faces and of Fw, and half turns of Uw and Rw: the turns that keep the centres of F and B on their axis.
const PHASE_2: [usize; 23] =
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 22, 24, 25, 26];

/// By place: the quarter turns of F, B and Fw, which end the phase. All other turns belong to phase 3 as well, which
/// can begin with them.
const LAST: [usize; 6] = [6, 8, 15, 17, 20, 22];

/// All places.
const ALL: [usize; PHASE_2.len()] = {
    let mut all = [0; PHASE_2.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = at;
        at += 1;
    }
    all
};

/// Quarter turns of Fw, by place; each is an odd permutation of the wings.
const ODD: [usize; 2] = [20, 22];

/// C(8, 4) sets of four of the eight slots of F and B.
const ENDS: usize = 70;

/// The tables of phase 2.
pub(super) struct Split {
    sides: SetRank,
    /// By set of the 16 slots of U, R, D and L, and by turn: the set after the turn.
    side_moves: Vec<[u16; PHASE_2.len()]>,
    ends: SetRank,
    end_moves: Vec<[u8; PHASE_2.len()]>,
    /// By position: whether centres and parity of the wings allow the phase to end here.
    over: Vec<bool>,
    /// By position: the number of turns until one of [`LAST`] ends the phase.
    distances: Vec<u8>,
}

/// A position of phase 2.
#[derive(Clone, Copy)]
struct At {
    side: u16,
    end: u8,
    /// Whether the permutation of the wings is odd.
    odd: bool,
}

impl At {
    #[inline]
    fn place(self) -> usize {
        (usize::from(self.side) * ENDS + usize::from(self.end)) * 2 + usize::from(self.odd)
    }
}

/// Bytes of the distances: C(16, 8) sets, times the sets of the ends and the parity.
pub(super) const BYTES: usize = 12_870 * ENDS * 2;

impl Split {
    /// From saved distances, or from distances computed now.
    pub(super) fn new(kept: Option<&[u8]>) -> Self {
        let (sides, ends) = (SetRank::new(16, 8), SetRank::new(8, 4));
        let sets = &tables().centre_sets;
        let side_moves: Vec<[u16; PHASE_2.len()]> = (sides.sets().into_iter())
            .map(|set| {
                PHASE_2.map(|number| sides.rank(pack_sides(moved(unpack_sides(set), &sets[number]))) as u16)
            })
            .collect();
        let end_moves: Vec<[u8; PHASE_2.len()]> = (ends.sets().into_iter())
            .map(|set| PHASE_2.map(|number| ends.rank(pack(moved(unpack(set, 2), &sets[number]), 2)) as u8))
            .collect();
        // The sets that the turns of phase 3 reach from a solved face F of either colour.
        let mut good = vec![0x0f, 0xf0];
        let mut next = 0;
        while next < good.len() {
            for number in PHASE_3 {
                let set = pack(moved(unpack(good[next], 2), &sets[number]), 2);
                if !good.contains(&set) {
                    good.push(set);
                }
            }
            next += 1;
        }
        let over = vec![false; sides.count() * ENDS * 2];
        let mut split = Split { sides, side_moves, ends, end_moves, over, distances: Vec::new() };
        let last = split.mark_ends(&good);
        let found = || {
            let after = |at, turn| split.after(at, turn);
            levels::distances(split.over.len(), last, At::place, PHASE_2.len(), after)
        };
        split.distances = kept.map_or_else(found, <[u8]>::to_vec);
        split
    }

    /// The distances in the form to be saved, [`BYTES`].
    pub(super) fn distances(&self) -> &[u8] {
        &self.distances
    }

    /// Marks the ends of the phase, those with F and B as in `good`; returns the positions that one of [`LAST`] leads
    /// to them.
    fn mark_ends(&mut self, good: &[u32]) -> Vec<At> {
        let mut last = Vec::new();
        for side in [axis_set(0), axis_set(1)].map(|side| self.sides.rank(pack_sides(side)) as u16) {
            for end in good.iter().map(|&end| self.ends.rank(end) as u8) {
                let at = At { side, end, odd: false };
                self.over[at.place()] = true;
                last.extend(LAST.map(|turn| self.after(at, turn)));
            }
        }
        last
    }

    /// The position after a turn, which is given by its place.
    #[inline]
    fn after(&self, at: At, turn: usize) -> At {
        let (side, end) =
            (self.side_moves[usize::from(at.side)][turn], self.end_moves[usize::from(at.end)][turn]);
        At { side, end, odd: at.odd ^ ODD.contains(&turn) }
    }

    /// The position of a state after phase 1.
    fn at(&self, state: &State) -> At {
        let ends = state.centres[8] % 3;
        let side = pack_sides(state.axis_colours((ends + 1) % 3));
        At {
            side: self.sides.rank(side) as u16,
            end: self.ends.rank(pack(state.colour(ends), 2)) as u8,
            odd: is_odd(&state.wings),
        }
    }

    /// The least number of turns to an end of the phase.
    pub(super) fn distance(&self, state: &State) -> usize {
        let place = self.at(state).place();
        if self.over[place] { 0 } else { usize::from(self.distances[place]) + 1 }
    }

    /// Every sequence of exactly this many turns that ends where phase 3 can begin. `found` returns whether to continue.
    pub(super) fn each(
        &self,
        state: &State,
        halves: &Halves,
        turns: usize,
        found: &mut dyn FnMut(&[usize], &State) -> bool,
    ) -> bool {
        let (at, wings) = (self.at(state), vec![state.wings]);
        let mut walk = Walk { tables: self, start: state, halves, path: Vec::new(), wings, found };
        if turns == 0 {
            return !self.over[at.place()] || walk.end();
        }
        walk.step(at, turns)
    }
}

struct Walk<'a> {
    tables: &'a Split,
    start: &'a State,
    halves: &'a Halves,
    path: Vec<usize>,
    /// The wings after each turn of the path, up to the end that was checked last: successive ends share most of their
    /// path.
    wings: Vec<Permutation>,
    found: &'a mut dyn FnMut(&[usize], &State) -> bool,
}

impl Walk<'_> {
    /// `left` is at least 1.
    fn step(&mut self, at: At, left: usize) -> bool {
        let last = self.path.last().copied().unwrap_or(MOVES);
        let turns = if left == 1 { &LAST[..] } else { &ALL[..] };
        for &turn in turns {
            let (number, after) = (PHASE_2[turn], self.tables.after(at, turn));
            let place = after.place();
            let leads_on = if left == 1 {
                self.tables.over[place]
            } else {
                usize::from(self.tables.distances[place]) < left - 1
            };
            if !leads_on || !may_follow(last, number) {
                continue;
            }
            self.path.push(number);
            let on = if left == 1 { self.end() } else { self.step(after, left - 1) };
            self.path.pop();
            self.wings.truncate(self.path.len() + 1);
            if !on {
                return false;
            }
        }
        true
    }

    fn end(&mut self) -> bool {
        for number in &self.path[self.wings.len() - 1..] {
            let before = self.wings[self.wings.len() - 1];
            self.wings.push(then(&before, &tables().wings[*number]));
        }
        if !self.halves.can_be_paired(&self.wings[self.path.len()]) {
            return true;
        }
        let state = self.path.iter().fold(*self.start, |state, &number| state.after(number));
        (self.found)(&self.path, &state)
    }
}
