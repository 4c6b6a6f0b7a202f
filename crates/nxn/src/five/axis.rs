//! Phase 1: the T and X centres of two opposite colours to F and B.
//!
//! Start at [`Axis`]. Each of the two orbits alone has distances of all C(24, 8) = 735 471 sets of slots. Both together have
//! distances of up to [`DEEPEST`] turns. 20 009 065 classes of pairs under the sixteen symmetries that preserve the axis are
//! that near. They share [`PLACES`] places by a hash, each with the least distance of those that collide. C. Shuang's cube555
//! has such a table.

use super::classes::{self, Classes};
use super::grid::nibble;
use super::moves::{MOVES, State, T_CENTRES, X_CENTRES, axis_colours, tables};
use crate::model::orbit::inverse;
use crate::model::slot_sets::{SetMove, SetRank, axis_set, moved, set_move};
use crate::phase_ida_star::Space;
use crate::reduction::levels;
use permutant_search::limits::{Control, StopReason};
use permutant_search::prefetch::prefetch;

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

/// Quarter turns of Uw, Rw, Dw and Lw, which end the phase: phase 2 has all other turns.
const ENDS: u64 = 1 << 18 | 1 << 20 | 1 << 21 | 1 << 23 | 1 << 27 | 1 << 29 | 1 << 30 | 1 << 32;

/// The greatest distance that the table of pairs knows.
pub(super) const DEEPEST: u8 = 7;
/// Bits of a place in the table of pairs.
const PLACE_BITS: u32 = 26;
/// Places in that table.
const PLACES: usize = 1 << PLACE_BITS;
/// Bytes of the table.
pub(super) const BYTES: usize = PLACES / 2;

/// Pairs processed between two checks of the caller's flags.
const PAIRS_PER_LOOK: usize = 1 << 14;

/// Sets of slots of T and X centres.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    t: u32,
    x: u32,
    /// The index in the table of pairs, once the position is prepared.
    place: u32,
}

/// The data that phase 1 needs beside its table.
pub(super) struct Axis {
    rank: SetRank,
    t: Vec<u8>,
    x: Vec<u8>,
    /// The classes of sets of X centres.
    classes: Classes,
    /// By symmetry: its effect on sets of T centres and of X centres.
    symmetries: Vec<[SetMove; 2]>,
}

/// A class of pairs: the class of the X centres, and the T centres as seen from the representative of that class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Pair(u64);

impl Pair {
    fn new(class: usize, t: u32) -> Self {
        Pair((class as u64) << 24 | u64::from(t))
    }

    fn class(self) -> usize {
        (self.0 >> 24) as usize
    }

    fn t(self) -> u32 {
        self.0 as u32 & 0xff_ffff
    }

    /// The index in the table.
    fn place(self) -> u32 {
        (self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - PLACE_BITS)) as u32
    }
}

impl Axis {
    pub(super) fn build() -> Self {
        let rank = SetRank::new(24, 8);
        let distances = |sets: &[SetMove]| {
            let after = |set, turn: usize| moved(set, &sets[turn]);
            levels::distances(rank.count(), vec![axis_set(2)], |set| rank.rank(set), MOVES, after)
        };
        let (t, x) = (distances(&tables().t_sets), distances(&tables().x_sets));
        let all = classes::symmetries([T_CENTRES, X_CENTRES]);
        let undoing = |of: &[_; 2]| all.iter().position(|with| *with == [inverse(&of[0]), inverse(&of[1])]);
        let back: Vec<usize> =
            all.iter().map(|of| undoing(of).expect("the inverse of a symmetry is one")).collect();
        let symmetries: Vec<[SetMove; 2]> =
            all.iter().map(|of| [set_move(&of[0]), set_move(&of[1])]).collect();
        let classes = Classes::new(&rank, &back, |symmetry, set| moved(set, &symmetries[symmetry][1]));
        Axis { rank, t, x, classes, symmetries }
    }

    fn pair(&self, t: u32, x: u32) -> Pair {
        let (class, symmetry) = self.classes.class(self.rank.rank(x));
        Pair::new(class, moved(t, &self.symmetries[symmetry][0]))
    }

    /// The same pair, as seen from each symmetry that preserves its X centres.
    fn twins(&self, pair: Pair, mut give: impl FnMut(Pair)) {
        let x = self.classes.standing()[pair.class()];
        for [on_t, on_x] in &self.symmetries {
            if moved(x, on_x) == x {
                give(Pair::new(pair.class(), moved(pair.t(), on_t)));
            }
        }
    }

    /// The pairs after each turn.
    fn successors(&self, pair: Pair, mut give: impl FnMut(Pair)) {
        let x = self.classes.standing()[pair.class()];
        for (on_t, on_x) in tables().t_sets.iter().zip(&tables().x_sets) {
            self.twins(self.pair(moved(pair.t(), on_t), moved(x, on_x)), &mut give);
        }
    }

    /// The pairs at the next distance.
    fn next_level(
        &self,
        before: &[Pair],
        level: &[Pair],
        control: &Control<'_>,
    ) -> Result<Vec<Pair>, StopReason> {
        let mut next = Vec::new();
        for pairs in level.chunks(PAIRS_PER_LOOK) {
            control.interrupted().map_or(Ok(()), Err)?;
            pairs.iter().for_each(|&pair| self.successors(pair, |after| next.push(after)));
        }
        next.sort_unstable();
        next.dedup();
        next.retain(|pair| before.binary_search(pair).is_err() && level.binary_search(pair).is_err());
        Ok(next)
    }

    /// The table of the pairs at most this many turns away. The search uses [`DEEPEST`], which takes O(38 000 000)
    /// turns.
    pub(super) fn fill(&self, deepest: u8, control: &Control<'_>) -> Result<Vec<u8>, StopReason> {
        let mut bytes = vec![(deepest + 1) * 0x11; BYTES];
        let mut mark = |pair: Pair, distance: u8| {
            let (place, shift) = (pair.place() as usize / 2, pair.place() % 2 * 4);
            if bytes[place] >> shift & 0xf > distance {
                bytes[place] = bytes[place] & !(0xf << shift) | distance << shift;
            }
        };
        let mut before: Vec<Pair> = Vec::new();
        let mut level = vec![self.pair(axis_set(2), axis_set(2))];
        mark(level[0], 0);
        for distance in 1..deepest {
            let next = self.next_level(&before, &level, control)?;
            next.iter().for_each(|&pair| mark(pair, distance));
            before = std::mem::replace(&mut level, next);
        }
        // The last level is too large for a list.
        for pairs in level.chunks(PAIRS_PER_LOOK) {
            control.interrupted().map_or(Ok(()), Err)?;
            pairs.iter().for_each(|&pair| self.successors(pair, |after| mark(after, deepest)));
        }
        Ok(bytes)
    }

    pub(super) fn at(state: &State) -> At {
        At { t: axis_colours(&state.t_centres, 2), x: axis_colours(&state.x_centres, 2), place: 0 }
    }

    pub(super) fn with<'a>(&'a self, table: &'a [u8]) -> AxisSpace<'a> {
        AxisSpace { parts: self, table }
    }
}

/// Phase 1 with its table.
pub(super) struct AxisSpace<'a> {
    parts: &'a Axis,
    table: &'a [u8],
}

impl Space for AxisSpace<'_> {
    type At = At;
    fn turns(&self) -> &[u8] {
        &TURNS
    }

    fn ends(&self) -> u64 {
        ENDS
    }

    fn after(&self, at: At, turn: usize) -> At {
        At { t: moved(at.t, &tables().t_sets[turn]), x: moved(at.x, &tables().x_sets[turn]), place: 0 }
    }

    fn bounds(&self, at: At) -> [u8; 3] {
        let parts = self.parts;
        let alone = [parts.t[parts.rank.rank(at.t)], parts.x[parts.rank.rank(at.x)]];
        [nibble(self.table, at.place as usize), alone[0], alone[1]]
    }

    fn prepare(&self, at: &mut At, left: u8) -> bool {
        let may_lead_on = self.parts.t[self.parts.rank.rank(at.t)] < left
            && self.parts.x[self.parts.rank.rank(at.x)] < left;
        if may_lead_on {
            at.place = self.parts.pair(at.t, at.x).place();
            prefetch(self.table, at.place as usize / 2);
        }
        may_lead_on
    }
}

#[cfg(test)]
mod tests {
    use super::super::moves::tests::{any, solved};
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    /// The number of pairs at each distance agrees with Chen Shuang's counts for cube555 (PruningValue.txt).
    #[test]
    fn levels_are_those_of_an_independent_count() {
        let axis = Axis::build();
        let mut class_sizes = vec![0; axis.classes.standing().len()];
        axis.rank.sets().into_iter().for_each(|set| class_sizes[axis.pair(0, set).class()] += 1);
        let (mut before, mut level) = (Vec::new(), vec![axis.pair(axis_set(2), axis_set(2))]);
        for published in [1, 4, 98, 2_036, 41_096, 824_950] {
            assert_eq!(level.iter().map(|pair| class_sizes[pair.class()]).sum::<usize>(), published);
            let next = axis.next_level(&before, &level, &Control::new()).unwrap();
            before = std::mem::replace(&mut level, next);
        }
    }

    #[test]
    fn bounds_are_never_more_than_the_turns_made() {
        let axis = Axis::build();
        let table = axis.fill(4, &Control::new()).unwrap();
        let space = axis.with(&table);
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..2000 {
            let mut state = solved();
            for turns in 0..6 {
                let mut at = Axis::at(&state);
                assert!(space.prepare(&mut at, u8::MAX));
                assert!(space.bound(at) <= turns);
                state = state.after(any(&mut rng, &TURNS) as u8);
            }
        }
    }
}
