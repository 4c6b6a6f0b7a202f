//! Phase 1: the T and X centres of two opposite colours to F and B.
//!
//! Start at [`Axis`]. Distances of each of the two orbits alone, all C(24, 8) = 735 471 sets of slots.

use super::super::deepening::Space;
use super::super::levels;
use super::super::slot_sets::{SetMove, SetRank, axis_set, moved};
use super::moves::{MOVES, State, axis_colours, tables};

/// Every turn.
const TURNS: [u8; MOVES] = {
    let mut all = [0; MOVES];
    let mut number = 0;
    while number < MOVES {
        all[number] = number as u8;
        number += 1;
    }
    all
};

/// Quarter turns of Uw, Rw, Dw and Lw: phase 2 has the others.
const ENDS: u64 = 1 << 18 | 1 << 20 | 1 << 21 | 1 << 23 | 1 << 27 | 1 << 29 | 1 << 30 | 1 << 32;

/// See [`Space::greatest_sums`]: from the ways that were found without it on a few cubes, and tried on others.
const GREATEST_SUMS: [u8; 9] = [0, 2, 4, 6, 8, 9, 10, 12, 13];

/// Sets of slots of T and X centres.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    t: u32,
    x: u32,
}

/// The tables of phase 1.
pub(super) struct Axis {
    rank: SetRank,
    t: Vec<u8>,
    x: Vec<u8>,
}

impl Axis {
    pub(super) fn build() -> Self {
        let rank = SetRank::new(24, 8);
        let distances = |sets: &[SetMove]| {
            let after = |set, turn: usize| moved(set, &sets[turn]);
            levels::distances(rank.count(), vec![axis_set(2)], |set| rank.rank(set), MOVES, after)
        };
        let (t, x) = (distances(&tables().t_sets), distances(&tables().x_sets));
        Axis { rank, t, x }
    }

    pub(super) fn at(state: &State) -> At {
        At { t: axis_colours(&state.t_centres, 2), x: axis_colours(&state.x_centres, 2) }
    }
}

impl Space for Axis {
    type At = At;
    const TURNS: &'static [u8] = &TURNS;
    const ENDS: u64 = ENDS;
    const GREATEST_SUMS: &'static [u8] = &GREATEST_SUMS;

    fn after(&self, at: At, turn: usize) -> At {
        At { t: moved(at.t, &tables().t_sets[turn]), x: moved(at.x, &tables().x_sets[turn]) }
    }

    fn bounds(&self, at: At) -> [u8; 3] {
        [self.t[self.rank.rank(at.t)], self.x[self.rank.rank(at.x)], 0]
    }

    fn prepare(&self, _: &mut At, _: u8) -> bool {
        true
    }
}
