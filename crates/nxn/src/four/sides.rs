//! The centres of phase 3, and the parity that makes the 3x3x3 solvable: 70³ · 2 = 686 000 positions with their distances.
//!
//! Start at [`Sides`]. Each axis has eight centres of two opposite colours. The places of one colour are one of C(8, 4) = 70
//! sets.

use super::halves::{Image, is_odd_image};
use super::moves::{State, TurnSet};
use crate::model::slot_sets::{SetRank, moved, pack, unpack};
use crate::reduction::levels;

/// Sets of slots of the colours U, R or F in the axes y, x and z, and the parity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Centres {
    sets: [u8; 3],
    odd: bool,
}

/// Sets of four of eight.
const SETS: usize = 70;

/// The most turns that the phase has in any metric.
const MOST: usize = 20;

/// Bytes of the distances.
pub(super) const BYTES: usize = SETS * SETS * SETS * 2;

/// The goals: the first colour of each axis is on its first face, or on the other face of exactly two axes.
const SOLVED: [[usize; 3]; 4] = [[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]];

/// The tables.
pub(super) struct Sides {
    rank: SetRank,
    /// By axis, set and turn: the set after the turn.
    moves: [Vec<[u8; MOST]>; 3],
    /// Turns that change the parity.
    changes_parity: Vec<bool>,
    /// What the turns count.
    costs: Vec<u8>,
    distances: Vec<u8>,
}

impl Sides {
    /// From saved distances, or from distances computed now.
    pub(super) fn new(turns: &TurnSet, images: &[Image], kept: Option<&[u8]>) -> Self {
        let rank = SetRank::new(8, 4);
        let moves = [0, 1, 2].map(|face| {
            let one = |set: u32| {
                let mut row = [0; MOST];
                for (after, &number) in row.iter_mut().zip(&turns.phase_3) {
                    let set = moved(unpack(set, face), &turns.centre_sets[number]);
                    *after = rank.rank(pack(set, face)) as u8;
                }
                row
            };
            rank.sets().into_iter().map(one).collect()
        });
        let changes = |(image, &number): (&Image, &usize)| {
            is_odd_image(&image.first) != turns.is_odd_on_corners(number)
        };
        let changes_parity = images.iter().zip(&turns.phase_3).map(changes).collect();
        let costs = turns.phase_3.iter().map(|&number| turns.costs[number]).collect();
        let mut sides = Sides { rank, moves, changes_parity, costs, distances: Vec::new() };
        sides.distances = kept.map_or_else(|| sides.found(), <[u8]>::to_vec);
        sides
    }

    /// The distances in the form to be saved, [`BYTES`].
    pub(super) fn distances(&self) -> &[u8] {
        &self.distances
    }

    fn found(&self) -> Vec<u8> {
        let ends = [0x0f, 0xf0].map(|set| self.rank.rank(set) as u8);
        let ends =
            SOLVED.iter().map(|side| Centres { sets: side.map(|side| ends[side]), odd: false }).collect();
        let after = |at, turn| self.after(at, turn);
        levels::distances_by_cost(BYTES, ends, Centres::place, &self.costs, after)
    }

    /// The centres of a state after phase 2; `odd_wings` is the parity of the wings of the first half.
    pub(super) fn at(&self, state: &State, odd_wings: bool) -> Centres {
        // The pair of opposite colours on each axis. An exchange of two pairs is a reflection.
        let colours = [0, 1, 2].map(|face| state.centres[4 * face] % 3);
        let mirrored = matches!(colours, [0, 2, 1] | [1, 0, 2] | [2, 1, 0]);
        let sets = [0, 1, 2].map(|face| {
            let set = pack(state.colour(colours[face]), face);
            self.rank.rank(if mirrored && face == 0 { set ^ 0xff } else { set }) as u8
        });
        // A reflection is an odd permutation of the edges and an even one of the corners.
        Centres { sets, odd: odd_wings ^ state.odd_corners ^ mirrored }
    }

    #[inline]
    pub(super) fn after(&self, at: Centres, turn: usize) -> Centres {
        let moved = |axis: usize| self.moves[axis][usize::from(at.sets[axis])][turn];
        Centres { sets: [moved(0), moved(1), moved(2)], odd: at.odd ^ self.changes_parity[turn] }
    }

    /// The number of turns until the centres are solved and the parity is even; 255 if that is impossible.
    #[inline]
    pub(super) fn distance(&self, at: Centres) -> u8 {
        self.distances[at.place()]
    }
}

impl Centres {
    fn place(self) -> usize {
        let [y, x, z] = self.sets.map(usize::from);
        ((y * SETS + x) * SETS + z) * 2 + usize::from(self.odd)
    }
}
