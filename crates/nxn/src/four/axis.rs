//! Phase 1: the eight centres of two opposite colours to two opposite faces, with distances of all C(24, 8) = 735 471 sets of
//! slots.
//!
//! Start at [`Axis`].

use super::moves::{NONE, TurnSet, may_follow};
use crate::model::slot_sets::{SetRank, axis_set, moved};
use crate::reduction::levels;

/// The number of turns from any set of eight slots to any two opposite faces.
pub(super) struct Axis {
    turns: &'static TurnSet,
    rank: SetRank,
    distances: Vec<u8>,
}

/// Bytes of the distances.
pub(super) const BYTES: usize = 735_471;

impl Axis {
    /// From saved distances, or from distances computed now.
    pub(super) fn new(turns: &'static TurnSet, kept: Option<&[u8]>) -> Self {
        let rank = SetRank::new(24, 8);
        let found = || {
            let ends = (0..3).map(axis_set).collect();
            let after = |set, turn: usize| moved(set, &turns.centre_sets[turn]);
            levels::distances_by_cost(rank.count(), ends, |set| rank.rank(set), &turns.costs, after)
        };
        let distances = kept.map_or_else(found, <[u8]>::to_vec);
        Axis { turns, rank, distances }
    }

    /// The distances in the form to be saved, [`BYTES`].
    pub(super) fn distances(&self) -> &[u8] {
        &self.distances
    }

    /// Every sequence that counts exactly so many turns and whose last turn brings the set to two opposite faces; a sequence never
    /// ends with a turn that phase 2 can make. `found` returns whether to continue.
    pub(super) fn each(&self, set: u32, turns: usize, found: &mut dyn FnMut(&[usize]) -> bool) -> bool {
        self.walk(set, turns, &mut Vec::new(), found)
    }

    fn walk(
        &self,
        set: u32,
        left: usize,
        path: &mut Vec<usize>,
        found: &mut dyn FnMut(&[usize]) -> bool,
    ) -> bool {
        let distance = usize::from(self.distances[self.rank.rank(set)]);
        if distance > left {
            return true;
        }
        if left == 0 {
            return found(path);
        }
        // The phase ends with a turn that changes the distance.
        if left == 1 && distance == 0 {
            return true;
        }
        let last = path.last().copied().unwrap_or(NONE);
        for (number, by) in self.turns.centre_sets.iter().enumerate() {
            let Some(rest) = left.checked_sub(usize::from(self.turns.costs[number])) else { continue };
            if may_follow(last, number) && (rest > 0 || self.turns.ends_phase_1(number)) {
                path.push(number);
                let on = self.walk(moved(set, by), rest, path, found);
                path.pop();
                if !on {
                    return false;
                }
            }
        }
        true
    }
}
