//! Phase 2: the other centres to their axes, F and B so far that half turns finish them, and wings in two halves.
//!
//! Start at [`Split`]. The halves are the slots that the turns of phase 3 keep apart; of each pair of wings one has to be in
//! either. That is not in the table: one in 660 ends of this phase has it, and a quarter of those the parities that phase 3 needs.

use super::super::orbit::SLOTS;
use super::halves::Halves;
use super::moves::{MOVES, PHASE_3, SetRank, State, axis_set, may_follow, moved, tables};

/// Faces, Fw, and half turns of Uw and Rw: what keeps the centres of F and B there.
const PHASE_2: [usize; 23] =
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 22, 24, 25, 26];

/// Of these, by place, the quarter turns of F, B and Fw: the others are turns of phase 3 too, which may begin with them.
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

/// C(8, 4) sets of four of the eight slots of F and B.
const ENDS: usize = 70;

/// The tables of phase 2.
pub(super) struct Split {
    sides: SetRank,
    /// By set of the 16 slots of U, R, D and L, and turn.
    side_moves: Vec<[u16; PHASE_2.len()]>,
    ends: SetRank,
    end_moves: Vec<[u8; PHASE_2.len()]>,
    /// By set of sides, then of ends: whether the phase is over.
    over: Vec<bool>,
    /// Turns until one of [`LAST`] ends the phase.
    distances: Vec<u8>,
}

/// The slots of U, R, D and L as 16 bits, and of F and B as 8.
fn pack_sides(set: u32) -> u32 {
    set & 0xff | set >> 4 & 0xff00
}

fn unpack_sides(set: u32) -> u32 {
    set & 0xff | (set & 0xff00) << 4
}

fn pack_ends(set: u32) -> u32 {
    set >> 8 & 0xf | set >> 16 & 0xf0
}

fn unpack_ends(set: u32) -> u32 {
    (set & 0xf) << 8 | (set & 0xf0) << 16
}

impl Split {
    pub(super) fn build() -> Self {
        let (sides, ends) = (SetRank::new(16, 8), SetRank::new(8, 4));
        let sets = &tables().centre_sets;
        let side_moves: Vec<[u16; PHASE_2.len()]> = (sides.sets().into_iter())
            .map(|set| {
                PHASE_2.map(|number| sides.rank(pack_sides(moved(unpack_sides(set), &sets[number]))) as u16)
            })
            .collect();
        let end_moves: Vec<[u8; PHASE_2.len()]> = (ends.sets().into_iter())
            .map(|set| {
                PHASE_2.map(|number| ends.rank(pack_ends(moved(unpack_ends(set), &sets[number]))) as u8)
            })
            .collect();
        // From F of one colour by the turns of phase 3.
        let mut good = vec![0x0f, 0xf0];
        let mut next = 0;
        while next < good.len() {
            for number in PHASE_3 {
                let set = pack_ends(moved(unpack_ends(good[next]), &sets[number]));
                if !good.contains(&set) {
                    good.push(set);
                }
            }
            next += 1;
        }
        let mut over = vec![false; sides.count() * ENDS];
        let mut distances = vec![u8::MAX; sides.count() * ENDS];
        let mut frontier: Vec<(u16, u8)> = Vec::new();
        for side in [axis_set(0), axis_set(1)].map(|side| sides.rank(pack_sides(side))) {
            for end in good.iter().map(|&end| ends.rank(end)) {
                over[side * ENDS + end] = true;
                frontier.extend(LAST.map(|at| (side_moves[side][at], end_moves[end][at])));
            }
        }
        let place = |(side, end): (u16, u8)| usize::from(side) * ENDS + usize::from(end);
        frontier.iter().for_each(|&at| distances[place(at)] = 0);
        for depth in 1.. {
            let mut next = Vec::new();
            for &(side, end) in &frontier {
                for number in 0..PHASE_2.len() {
                    let at = (side_moves[usize::from(side)][number], end_moves[usize::from(end)][number]);
                    let distance = &mut distances[place(at)];
                    if *distance == u8::MAX {
                        *distance = depth;
                        next.push(at);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            frontier = next;
        }
        Split { sides, side_moves, ends, end_moves, over, distances }
    }

    /// Where a state is that phase 1 has brought so far.
    fn at(&self, state: &State) -> (u16, u8) {
        let ends = state.centres[8] % 3;
        let side = pack_sides(state.axis_colours((ends + 1) % 3));
        (self.sides.rank(side) as u16, self.ends.rank(pack_ends(state.colour(ends))) as u8)
    }

    /// Turns that the phase takes at least.
    pub(super) fn distance(&self, state: &State) -> usize {
        let (side, end) = self.at(state);
        let place = usize::from(side) * ENDS + usize::from(end);
        if self.over[place] { 0 } else { usize::from(self.distances[place]) + 1 }
    }

    /// Every sequence of exactly so many turns that ends where phase 3 can begin. `found` says whether to go on.
    pub(super) fn each(
        &self,
        state: &State,
        halves: &Halves,
        turns: usize,
        nodes: &mut u64,
        found: &mut dyn FnMut(&[usize], &State) -> bool,
    ) -> bool {
        let mut walk = Walk { tables: self, start: state, halves, path: Vec::new(), nodes, found };
        walk.step(self.at(state), turns)
    }
}

struct Walk<'a> {
    tables: &'a Split,
    start: &'a State,
    halves: &'a Halves,
    path: Vec<usize>,
    nodes: &'a mut u64,
    found: &'a mut dyn FnMut(&[usize], &State) -> bool,
}

impl Walk<'_> {
    fn step(&mut self, (side, end): (u16, u8), left: usize) -> bool {
        *self.nodes += 1;
        let place = usize::from(side) * ENDS + usize::from(end);
        if left == 0 {
            return !self.tables.over[place] || self.end();
        }
        if usize::from(self.tables.distances[place]) >= left {
            return true;
        }
        let last = self.path.last().copied().unwrap_or(MOVES);
        let places = if left == 1 { &LAST[..] } else { &ALL[..] };
        for &at in places {
            let number = PHASE_2[at];
            if may_follow(last, number) {
                let next = (
                    self.tables.side_moves[usize::from(side)][at],
                    self.tables.end_moves[usize::from(end)][at],
                );
                self.path.push(number);
                let on = self.step(next, left - 1);
                self.path.pop();
                if !on {
                    return false;
                }
            }
        }
        true
    }

    fn end(&mut self) -> bool {
        let mut wings = self.start.wings;
        for &number in &self.path {
            let p = &tables().wings[number];
            let old = wings;
            for slot in 0..SLOTS {
                wings[slot] = old[usize::from(p[slot])];
            }
        }
        if !self.halves.can_be_paired(&wings) {
            return true;
        }
        let state = self.path.iter().fold(*self.start, |state, &number| state.after(number));
        (self.found)(&self.path, &state)
    }
}
