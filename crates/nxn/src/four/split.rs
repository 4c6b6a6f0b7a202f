//! Phase 2: the other centres to their axes, the centres of F and B to where half turns complete them, and the wings into two
//! halves.
//!
//! Start at [`Split`]. The halves are the sets of slots that the turns of phase 3 keep apart. Each half must contain one wing
//! of each pair. The table does not include this condition: one in 660 ends of this phase satisfies it, and half of those have
//! an even pairing.

use super::halves::Halves;
use super::moves::{NONE, State, TurnSet, may_follow};
use crate::model::orbit::{Permutation, is_odd, then};
use crate::model::slot_sets::{SetRank, axis_set, moved, pack, pack_sides, unpack, unpack_sides};
use crate::reduction::levels;

/// The most turns that the phase has in any metric.
const MOST: usize = 28;

/// C(8, 4) sets of four of the eight slots of F and B.
const ENDS: usize = 70;

/// The tables of phase 2.
pub(super) struct Split {
    turns: &'static TurnSet,
    /// By place: what the turns count.
    costs: Vec<u8>,
    /// All places.
    all: Vec<usize>,
    /// The places of the turns that end the phase. All other turns belong to phase 3 as well, which can begin with them.
    last: Vec<usize>,
    /// By place: whether a turn is an odd permutation of the wings.
    changes_parity: [bool; MOST],
    sides: SetRank,
    /// By set of the 16 slots of U, R, D and L, and by turn: the set after the turn.
    side_moves: Vec<[u16; MOST]>,
    ends: SetRank,
    end_moves: Vec<[u8; MOST]>,
    /// By position: whether centres and parity of the wings allow the phase to end here.
    over: Vec<bool>,
    /// By position: the number of turns until one of [`Split::last`] ends the phase.
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
    pub(super) fn new(turns: &'static TurnSet, kept: Option<&[u8]>) -> Self {
        let (numbers, sets) = (&turns.phase_2, &turns.centre_sets);
        let (sides, ends) = (SetRank::new(16, 8), SetRank::new(8, 4));
        let side_moves = sides.sets().into_iter().map(|set| {
            let mut row = [0; MOST];
            for (after, &number) in row.iter_mut().zip(numbers) {
                *after = sides.rank(pack_sides(moved(unpack_sides(set), &sets[number]))) as u16;
            }
            row
        });
        let end_moves = ends.sets().into_iter().map(|set| {
            let mut row = [0; MOST];
            for (after, &number) in row.iter_mut().zip(numbers) {
                *after = ends.rank(pack(moved(unpack(set, 2), &sets[number]), 2)) as u8;
            }
            row
        });
        let (side_moves, end_moves) = (side_moves.collect(), end_moves.collect());
        let costs = numbers.iter().map(|&number| turns.costs[number]).collect();
        let is_last = |place: &usize| !turns.phase_3.contains(&numbers[*place]);
        let all: Vec<usize> = (0..numbers.len()).collect();
        let last = all.iter().copied().filter(is_last).collect();
        let is_odd_turn =
            |place: usize| numbers.get(place).is_some_and(|&number| is_odd(&turns.wings[number]));
        let changes_parity = std::array::from_fn(is_odd_turn);
        // The sets that the turns of phase 3 reach from a solved face F of either colour.
        let mut good = vec![0x0f, 0xf0];
        let mut next = 0;
        while next < good.len() {
            for &number in &turns.phase_3 {
                let set = pack(moved(unpack(good[next], 2), &sets[number]), 2);
                if !good.contains(&set) {
                    good.push(set);
                }
            }
            next += 1;
        }
        let over = vec![false; sides.count() * ENDS * 2];
        let distances = Vec::new();
        let mut split = Split {
            turns,
            costs,
            all,
            last,
            changes_parity,
            sides,
            side_moves,
            ends,
            end_moves,
            over,
            distances,
        };
        let nearest = split.mark_ends(&good);
        let found = || {
            let after = |at, turn| split.after(at, turn);
            levels::distances_by_cost(split.over.len(), nearest, At::place, &split.costs, after)
        };
        split.distances = kept.map_or_else(found, <[u8]>::to_vec);
        split
    }

    /// The distances in the form to be saved, [`BYTES`].
    pub(super) fn distances(&self) -> &[u8] {
        &self.distances
    }

    /// Marks the ends of the phase, those with F and B as in `good`; returns the positions that one of the last turns
    /// leads to them.
    fn mark_ends(&mut self, good: &[u32]) -> Vec<At> {
        let mut nearest = Vec::new();
        for side in [axis_set(0), axis_set(1)].map(|side| self.sides.rank(pack_sides(side)) as u16) {
            for end in good.iter().map(|&end| self.ends.rank(end) as u8) {
                let at = At { side, end, odd: false };
                self.over[at.place()] = true;
                nearest.extend(self.last.iter().map(|&turn| self.after(at, turn)));
            }
        }
        nearest
    }

    /// The position after a turn, which is given by its place.
    #[inline]
    fn after(&self, at: At, turn: usize) -> At {
        let (side, end) =
            (self.side_moves[usize::from(at.side)][turn], self.end_moves[usize::from(at.end)][turn]);
        At { side, end, odd: at.odd ^ self.changes_parity[turn] }
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

    /// Every sequence that counts exactly so many turns and ends where phase 3 can begin. `found` returns whether to continue.
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
        let last = self.path.last().copied().unwrap_or(NONE);
        let tables = self.tables;
        // A last turn counts 1.
        let turns = if left == 1 { &tables.last } else { &tables.all };
        for &turn in turns {
            let after = tables.after(at, turn);
            let rest = left.saturating_sub(usize::from(tables.costs[turn]));
            let leads_on = match left {
                1 => tables.over[after.place()],
                _ => usize::from(tables.distances[after.place()]) < rest,
            };
            let number = tables.turns.phase_2[turn];
            if !leads_on || !may_follow(last, number) {
                continue;
            }
            self.path.push(number);
            let on = if rest == 0 { self.end() } else { self.step(after, rest) };
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
            self.wings.push(then(&before, &self.tables.turns.wings[*number]));
        }
        if !self.halves.can_be_paired(&self.wings[self.path.len()]) {
            return true;
        }
        let state = self.tables.turns.after_all(self.start, &self.path);
        (self.found)(&self.path, &state)
    }
}
