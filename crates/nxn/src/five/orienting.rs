//! Phase 3: edges that phases 4 and 5 need not flip, and the centres of F and B to where half turns complete them.
//!
//! Start at [`Orienting`]. The turns of phase 4 keep two halves of the wing slots apart and do not flip middle edges. Each half
//! must therefore contain one of the two wings of an edge, and the middle edge must have the same orientation. Each edge may
//! choose between two ways to do so: an edge may be *relabelled*, that is, its wings exchange their names and its middle edge
//! counts as flipped. For one labelling, the positions are the C(24, 12) sets of slots with a wing of the first half, 86 048 of
//! them up to symmetry, times 2^11 flips. All labellings are tried at the start.

use super::classes::{self, Classes};
use super::grid::{Grid, nibble};
use super::moves::{MIDDLES, State, WINGS, tables};
use super::sides::{POSITIONS, Sides, TURNS};
use crate::four::halves::{EDGES, Halves};
use crate::model::orbit::{Permutation, SLOTS, inverse};
use crate::model::slot_sets::{SetMove, SetRank, moved, set_move};
use crate::phase_ida_star::Space;
use permutant_search::limits::{Control, StopReason};
use permutant_search::prefetch::prefetch;

/// Quarter turns of all faces: phase 4 has no quarter turns of F and B, and for those of another axis the cube must be
/// held accordingly.
const ENDS: u64 = 0b101_101_101_101_101_101;

/// Sets of slots up to symmetry.
pub(super) const CLASSES: usize = 86_048;

/// Flips of eleven middle edges; the last one follows.
const FLIPS: usize = 1 << (EDGES - 1);

/// Bytes of the table.
pub(super) const BYTES: usize = CLASSES * FLIPS / 2;

/// Symmetries: the 16 that preserve the axis of F and B, where those that exchange the halves also exchange the names
/// of wings; each of them with all edges relabelled or none.
const SYMMETRIES: usize = 32;

/// The effect of a symmetry on sets and flips.
struct Symmetry {
    wings: Permutation,
    set: SetMove,
    /// Whether the set is replaced by its complement.
    complement: bool,
    /// By flips of eleven edges: their image.
    flips: Vec<u16>,
}

/// A position for one labelling of the wings.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    /// Slots with a wing of the first half.
    set: u32,
    /// The flips of eleven middle edges.
    flips: u16,
    /// The position of the axis of F and B.
    sides: u16,
    /// The index in the table.
    place: u32,
}

/// The data that phase 3 needs beside its table.
pub(super) struct Orienting {
    rank: SetRank,
    classes: Classes,
    symmetries: Vec<Symmetry>,
    /// By turn, then by flips: the flips after the turn.
    flips: Vec<Vec<u16>>,
    sides: Vec<[u16; TURNS.len()]>,
    /// Distances by flips and position of the axis of F and B.
    near: Vec<u8>,
}

/// The flips of all edges, from those of eleven: the total is even.
fn all_flips(eleven: u16) -> u16 {
    eleven | (eleven.count_ones() as u16 & 1) << (EDGES - 1)
}

/// The flips after a permutation of the stickers of middle edges.
fn flipped(halves: &Halves, middles: &Permutation, eleven: u16) -> u16 {
    let before = all_flips(eleven);
    (0..EDGES - 1).fold(0, |flips, edge| {
        let slot = usize::from(halves.slots[edge][0]);
        let ((from, second), stays) = (halves.place[usize::from(middles[slot])], halves.place[slot].1);
        flips | (before >> from & 1 ^ u16::from(second != stays)) << edge
    })
}

/// A symmetry may exchange the halves. It preserves whether a middle edge has changed its half.
fn carried(halves: &Halves, middles: &Permutation, eleven: u16) -> u16 {
    let before = all_flips(eleven);
    (0..EDGES - 1).fold(0, |flips, edge| {
        let from = middles[usize::from(halves.slots[edge][0])];
        flips | (before >> halves.place[usize::from(from)].0 & 1) << edge
    })
}

fn symmetries(halves: &Halves) -> Vec<Symmetry> {
    let all = classes::symmetries([WINGS, MIDDLES]);
    let relabelled = [false, true].into_iter();
    let pairs = relabelled.flat_map(|relabelled| all.iter().map(move |pair| (relabelled, pair)));
    let one = |(relabelled, [wings, middles]): (bool, &[Permutation; 2])| {
        let exchanged = halves.image(wings).is_none();
        let flips = (0..FLIPS as u16).map(|flips| {
            let carried = carried(halves, middles, flips);
            if relabelled { carried ^ (FLIPS as u16 - 1) } else { carried }
        });
        let (set, complement) = (set_move(wings), exchanged != relabelled);
        Symmetry { wings: *wings, set, complement, flips: flips.collect() }
    };
    pairs.map(one).collect()
}

impl Symmetry {
    fn of(&self, set: u32) -> u32 {
        moved(set, &self.set) ^ if self.complement { (1 << SLOTS) - 1 } else { 0 }
    }
}

impl Orienting {
    /// `ends` are the positions of the axis of F and B with which phase 4 can begin.
    pub(super) fn build(halves: &Halves, sides: &Sides, ends: &[u16]) -> Self {
        let rank = SetRank::new(24, 12);
        let symmetries = symmetries(halves);
        let back: Vec<usize> = (symmetries.iter())
            .map(|of| {
                let wings = inverse(&of.wings);
                let undoes = |s: &Symmetry| s.wings == wings && s.complement == of.complement;
                symmetries.iter().position(undoes).expect("the inverse of a symmetry is one")
            })
            .collect();
        let classes = Classes::new(&rank, &back, |symmetry, set| symmetries[symmetry].of(set));
        let middles = TURNS.map(|number| tables().middles[usize::from(number)]);
        let by_turn = |p: &Permutation| (0..FLIPS as u16).map(|flips| flipped(halves, p, flips)).collect();
        let flips: Vec<Vec<u16>> = middles.iter().map(by_turn).collect();
        let sides = sides.moves(2, &TURNS);
        let mut orienting = Orienting { rank, classes, symmetries, flips, sides, near: Vec::new() };
        orienting.fill_near(ends);
        orienting
    }

    fn fill_near(&mut self, ends: &[u16]) {
        let grid = Grid {
            rows: POSITIONS,
            width: FLIPS,
            turns: TURNS.len(),
            step: |row: usize, turn: usize| (usize::from(self.sides[row][turn]), turn),
            maps: self.flips.clone(),
            twins: Vec::new(),
        };
        let ends: Vec<(usize, usize)> =
            ends.iter().flat_map(|&end| [(usize::from(end), 0), (usize::from(end), FLIPS - 1)]).collect();
        // Some tenths of a second on one thread; every solver waits for it.
        self.near = grid.fill(&ends, 2, &Control::new()).unwrap_or_default();
    }

    pub(super) fn fill(
        &self,
        halves: &Halves,
        threads: usize,
        control: &Control<'_>,
    ) -> Result<Vec<u8>, StopReason> {
        let by_turn = self.flips.iter().flat_map(|turn| {
            self.symmetries.iter().map(|s| turn.iter().map(|&flips| s.flips[usize::from(flips)]).collect())
        });
        let keeping = |&set: &u32| {
            let keeps = (1..SYMMETRIES).filter(|&s| self.symmetries[s].of(set) == set);
            keeps.map(|s| (TURNS.len() * SYMMETRIES + s) as u16).collect()
        };
        let grid = Grid {
            rows: self.classes.standing().len(),
            width: FLIPS,
            turns: TURNS.len(),
            step: |row: usize, turn: usize| {
                let by = &tables().wing_sets[usize::from(TURNS[turn])];
                let after = self.rank.rank(moved(self.classes.standing()[row], by));
                let (class, symmetry) = self.classes.class(after);
                (class, turn * SYMMETRIES + symmetry)
            },
            maps: by_turn.chain(self.symmetries.iter().map(|s| s.flips.clone())).collect(),
            twins: self.classes.standing().iter().map(keeping).collect(),
        };
        let first = halves.slots.iter().fold(0u32, |set, [first, _]| set | 1 << first);
        let end = self.place(first, 0) as usize;
        grid.fill(&[(end / FLIPS, end % FLIPS)], threads, control)
    }

    /// The index in the table.
    #[inline]
    fn place(&self, set: u32, flips: u16) -> u32 {
        let (class, symmetry) = self.classes.class(self.rank.rank(set));
        let seen = self.symmetries[symmetry].flips[usize::from(flips)];
        (class * FLIPS) as u32 + u32::from(seen)
    }

    /// The positions of a state for every labelling of its wings, one of each two opposite labellings.
    pub(super) fn each(&self, halves: &Halves, sides: &Sides, state: &State, found: &mut Vec<At>) {
        let edge = |slot: u8| halves.place[usize::from(slot)];
        // By edge: the slots of its wings, and its middle edge.
        let mut names = [(0u32, 0u16); EDGES];
        let (mut set, mut flips) = (0u32, 0u16);
        for (slot, &wing) in state.wings.iter().enumerate() {
            let (edge, second) = edge(wing);
            names[usize::from(edge)].0 |= 1 << slot;
            set |= u32::from(!second) << slot;
        }
        for (at, [first, _]) in halves.slots.iter().enumerate() {
            let (edge, second) = edge(state.middles[usize::from(*first)]);
            names[usize::from(edge)].1 |= 1 << at;
            flips |= u16::from(second) << at;
        }
        let sides = sides.at(state, 2);
        for called in 0u32..1 << (EDGES - 1) {
            if called.count_ones() % 2 == 1 {
                continue;
            }
            let others = (0..EDGES - 1).filter(|edge| called >> edge & 1 == 1).map(|edge| names[edge]);
            let (set, flips) = others.fold((set, flips), |(set, flips), (w, m)| (set ^ w, flips ^ m));
            let flips = flips & (FLIPS as u16 - 1);
            found.push(At { set, flips, sides, place: self.place(set, flips) });
        }
    }

    pub(super) fn with<'a>(&'a self, table: &'a [u8]) -> OrientingSpace<'a> {
        OrientingSpace { parts: self, table }
    }
}

/// Phase 3 with its table.
pub(super) struct OrientingSpace<'a> {
    parts: &'a Orienting,
    table: &'a [u8],
}

impl OrientingSpace<'_> {
    fn near(&self, at: At) -> u8 {
        nibble(&self.parts.near, usize::from(at.sides) * FLIPS + usize::from(at.flips))
    }
}

impl Space for OrientingSpace<'_> {
    type At = At;
    fn turns(&self) -> &[u8] {
        &TURNS
    }

    fn ends(&self) -> u64 {
        ENDS
    }

    fn after(&self, at: At, turn: usize) -> At {
        let set = moved(at.set, &tables().wing_sets[usize::from(TURNS[turn])]);
        let flips = self.parts.flips[turn][usize::from(at.flips)];
        let sides = self.parts.sides[usize::from(at.sides)][turn];
        At { set, flips, sides, place: self.parts.place(set, flips) }
    }

    fn bounds(&self, at: At) -> [u8; 3] {
        [nibble(self.table, at.place as usize), self.near(at), 0]
    }

    fn prepare(&self, at: &mut At, left: u8) -> bool {
        let may_lead_on = self.near(*at) < left;
        if may_lead_on {
            prefetch(self.table, at.place as usize / 2);
        }
        may_lead_on
    }
}

#[cfg(test)]
mod tests {
    use super::super::grid::tests::counts;
    use super::super::moves::tests::{any, solved};
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    #[test]
    fn positions_follow_the_cube_and_symmetries_keep_distances() {
        let (halves, sides) = (Halves::new(), Sides::build());
        let parts = Orienting::build(&halves, &sides, &[sides.solved()]);
        assert_eq!(parts.classes.standing().len(), CLASSES);
        let space = parts.with(&[]);
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut state = solved();
        let mut all = Vec::new();
        parts.each(&halves, &sides, &state, &mut all);
        assert_eq!(all.len(), 1 << (EDGES - 2));
        // With the solved labelling.
        let mut at = all[0];
        for _ in 0..200 {
            let turn = any(&mut rng, &TURNS);
            state = state.after(TURNS[turn]);
            at = space.after(at, turn);
            all.clear();
            parts.each(&halves, &sides, &state, &mut all);
            let same = |other: &At| (other.set, other.flips, other.sides) == (at.set, at.flips, at.sides);
            assert!(same(&all[0]));
            // The successors of a symmetric position are symmetric to the successors of this one.
            for symmetry in &parts.symmetries {
                let (set, flips) = (symmetry.of(at.set), symmetry.flips[usize::from(at.flips)]);
                let row = |set: u32, flips: u16| parts.place(set, flips) as usize / FLIPS;
                assert_eq!(row(set, flips), row(at.set, at.flips));
                let images = (0..TURNS.len()).map(|turn| {
                    let after = space.after(at, turn);
                    (symmetry.of(after.set), symmetry.flips[usize::from(after.flips)])
                });
                let from = At { set, flips, ..at };
                let mut images: Vec<(u32, u16)> = images.collect();
                let mut afters: Vec<(u32, u16)> = (0..TURNS.len())
                    .map(|turn| space.after(from, turn))
                    .map(|after| (after.set, after.flips))
                    .collect();
                images.sort_unstable();
                afters.sort_unstable();
                assert_eq!(images, afters);
            }
        }
    }

    /// The number of positions at each distance agrees with Chen Shuang's counts for cube555 (PruningValue.txt) up to
    /// 14; the others are one turn further.
    #[test]
    #[ignore = "long: the table of 88 MB"]
    fn distances_are_those_of_an_independent_count() {
        let (halves, sides) = (Halves::new(), Sides::build());
        let parts = Orienting::build(&halves, &sides, &[sides.solved()]);
        let table = parts.fill(&halves, 2, &Control::new()).unwrap();
        let counts = counts(&table, CLASSES * FLIPS);
        for place in 0..CLASSES * FLIPS {
            if nibble(&table, place) == 15 {
                let (set, flips) = (parts.classes.standing()[place / FLIPS], (place % FLIPS) as u16);
                let near = (0..TURNS.len()).map(|turn| {
                    let set = moved(set, &tables().wing_sets[usize::from(TURNS[turn])]);
                    nibble(&table, parts.place(set, parts.flips[turn][usize::from(flips)]) as usize)
                });
                assert_eq!(near.min(), Some(14));
            }
        }
        let published = [
            1, 1, 5, 38, 308, 3_216, 34_162, 315_492, 2_416_258, 13_698_067, 47_646_663, 74_936_949,
            34_414_060, 2_741_214, 19_835,
        ];
        assert_eq!(counts[..15], published);
        assert_eq!(counts[15], 35);
    }
}
