//! Phase 2: all T and X centres to their axes, and an even permutation of wings.
//!
//! Start at [`Staging`]. The eight centres of U and D are among the sixteen slots of four sides: C(16, 8) = 12 870 sets for
//! each of the two orbits. The distances of all 165 636 900 pairs are known.

use super::grid::{Grid, nibble};
use super::moves::{State, axis_colours, tables};
use crate::model::orbit::is_odd;
use crate::model::slot_sets::{SetMove, SetRank, axis_set, moved, pack_sides, unpack_sides};
use crate::phase_ida_star::Space;
use permutant_search::limits::{Control, StopReason};
use permutant_search::prefetch::prefetch;

/// U, R, D and L, Fw and Bw, and half turns of Uw, Rw, Dw and Lw: the turns that keep the centres of F and B on their
/// axis and move others.
const TURNS: [u8; 22] = [0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14, 24, 25, 26, 33, 34, 35, 19, 22, 28, 31];

/// Quarter turns of Fw and Bw, which phase 3 does not have; each is an odd permutation of the wings.
const ENDS: u64 = 1 << 24 | 1 << 26 | 1 << 33 | 1 << 35;

/// C(16, 8).
const SETS: usize = 12_870;

/// Bytes of the table.
pub(super) const BYTES: usize = SETS * SETS / 2;

/// A position.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    t: u16,
    x: u16,
    /// Whether the permutation of the wings is odd.
    odd: bool,
}

type Moves = Vec<[u16; TURNS.len()]>;

/// The data that phase 2 needs beside its table.
pub(super) struct Staging {
    rank: SetRank,
    t: Moves,
    x: Moves,
}

impl Staging {
    pub(super) fn build() -> Self {
        let rank = SetRank::new(16, 8);
        let moves = |sets: &[SetMove]| {
            let one = |set: u32| {
                TURNS.map(|number| {
                    rank.rank(pack_sides(moved(unpack_sides(set), &sets[usize::from(number)]))) as u16
                })
            };
            rank.sets().into_iter().map(one).collect()
        };
        let (t, x) = (moves(&tables().t_sets), moves(&tables().x_sets));
        Staging { rank, t, x }
    }

    pub(super) fn fill(&self, threads: usize, control: &Control<'_>) -> Result<Vec<u8>, StopReason> {
        let grid = Grid {
            rows: SETS,
            width: SETS,
            turns: TURNS.len(),
            step: |row: usize, turn: usize| (usize::from(self.t[row][turn]), turn),
            maps: (0..TURNS.len()).map(|turn| self.x.iter().map(|to| to[turn]).collect()).collect(),
            twins: Vec::new(),
        };
        let end = self.rank.rank(pack_sides(axis_set(0)));
        grid.fill(&[(end, end)], threads, control)
    }

    pub(super) fn at(&self, state: &State) -> At {
        let set = |centres| self.rank.rank(pack_sides(axis_colours(centres, 0))) as u16;
        At { t: set(&state.t_centres), x: set(&state.x_centres), odd: is_odd(&state.wings) }
    }

    pub(super) fn with<'a>(&'a self, table: &'a [u8]) -> StagingSpace<'a> {
        StagingSpace { parts: self, table }
    }
}

/// Phase 2 with its table.
pub(super) struct StagingSpace<'a> {
    parts: &'a Staging,
    table: &'a [u8],
}

fn place(at: At) -> usize {
    usize::from(at.t) * SETS + usize::from(at.x)
}

impl Space for StagingSpace<'_> {
    type At = At;
    fn turns(&self) -> &[u8] {
        &TURNS
    }

    fn ends(&self) -> u64 {
        ENDS
    }

    fn after(&self, at: At, turn: usize) -> At {
        let (t, x) = (self.parts.t[usize::from(at.t)][turn], self.parts.x[usize::from(at.x)][turn]);
        At { t, x, odd: at.odd ^ (ENDS >> TURNS[turn] & 1 == 1) }
    }

    fn bounds(&self, at: At) -> [u8; 3] {
        [nibble(self.table, place(at)), u8::from(at.odd), 0]
    }

    fn prepare(&self, at: &mut At, _: u8) -> bool {
        prefetch(self.table, place(*at) / 2);
        true
    }
}
