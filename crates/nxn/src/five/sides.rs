//! The centres of an axis when all centres are on their axes: the places of those of its first colour.
//!
//! Start at [`Sides`]. Each of the two orbits has C(8, 4) = 70 sets, so an axis has 70 · 70 = 4900 positions: 70 · T + X.

use super::moves::{State, one_colour, tables};
use crate::model::slot_sets::{SetMove, SetRank, moved, pack, unpack};

/// Sets of slots of one orbit.
pub(super) const SETS: usize = 70;

/// Positions of an axis.
pub(super) const POSITIONS: usize = SETS * SETS;

/// Turns of every face, and half turns of two layers: the turns that keep all centres on their axes.
pub(super) const TURNS: [u8; 24] =
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 22, 25, 28, 31, 34];

/// The effect of the turns on the centres of the axes of U, R and F.
pub(super) struct Sides {
    rank: SetRank,
    /// By axis, set and place of a turn: the set after it.
    t: [Vec<[u8; TURNS.len()]>; 3],
    x: [Vec<[u8; TURNS.len()]>; 3],
}

/// The place of a turn among [`TURNS`].
pub(super) fn place(number: u8) -> usize {
    TURNS.iter().position(|&of| of == number).unwrap_or(0)
}

impl Sides {
    pub(super) fn build() -> Self {
        let rank = SetRank::new(8, 4);
        let moves = |sets: &[SetMove]| {
            [0, 1, 2].map(|face| {
                let one = |set: u32| {
                    TURNS.map(|number| {
                        let set = moved(unpack(set, face), &sets[usize::from(number)]);
                        rank.rank(pack(set, face)) as u8
                    })
                };
                rank.sets().into_iter().map(one).collect()
            })
        };
        let (t, x) = (moves(&tables().t_sets), moves(&tables().x_sets));
        Sides { rank, t, x }
    }

    /// The number of the set of one orbit on an axis.
    pub(super) fn set(&self, set: u32, face: usize) -> usize {
        self.rank.rank(pack(set, face))
    }

    /// The position of the axis of a face.
    pub(super) fn at(&self, state: &State, face: usize) -> u16 {
        let set = |centres| self.set(one_colour(centres, face as u8), face);
        (set(&state.t_centres) * SETS + set(&state.x_centres)) as u16
    }

    /// The position in which an axis is solved.
    pub(super) fn solved(&self) -> u16 {
        (self.rank.rank(0xf) * (SETS + 1)) as u16
    }

    /// The position after a turn, which is given by its place among [`TURNS`].
    pub(super) fn after(&self, at: u16, face: usize, turn: usize) -> u16 {
        let (t, x) = (usize::from(at) / SETS, usize::from(at) % SETS);
        u16::from(self.t[face][t][turn]) * SETS as u16 + u16::from(self.x[face][x][turn])
    }

    /// The positions reached by some turns, given by number, from the solved position, which comes first.
    pub(super) fn reached(&self, face: usize, turns: &[u8]) -> Vec<u16> {
        let mut reached = vec![self.solved()];
        let mut next = 0;
        while next < reached.len() {
            for &number in turns {
                let after = self.after(reached[next], face, place(number));
                if !reached.contains(&after) {
                    reached.push(after);
                }
            }
            next += 1;
        }
        reached
    }

    /// The images of all positions under some turns, given by number.
    pub(super) fn moves<const N: usize>(&self, face: usize, turns: &[u8; N]) -> Vec<[u16; N]> {
        let turns = turns.map(place);
        (0..POSITIONS as u16).map(|at| turns.map(|turn| self.after(at, face, turn))).collect()
    }

    /// All sets of one orbit on an axis, by number, as slots.
    pub(super) fn sets(&self, face: usize) -> Vec<u32> {
        self.rank.sets().into_iter().map(|set| unpack(set, face)).collect()
    }
}
