//! The tables of the two phases and how they are built.
//!
//! Start at [`Phase1`] and [`Phase2`]. Each has the graph of its states, named up to the sixteen symmetries that keep
//! the axis, and the distances that bound a search in it.
//!
//! Phase 1 is reduced by the symmetry of the twist, not, as usual, of flip and slice: there are so few twists that all
//! tables on the way to a name stay in the first caches, at the price of some states near home with many names.

use crate::coord;
use crate::cubie::CubieCube;
use crate::move_table::MoveTable;
use crate::moves::Move;
use crate::pruning::near::{DistanceTable, NAME_BITS, NearTable, Neighbours};
use crate::sym_coord::{Classes, Conjugates, FlipConjugates};

/// Turns that are known exactly in phase 1, about 10^6 names, and log2 of the buckets for them.
const NEAR_1: (u8, u32) = (7, 17);

/// Turns that are known exactly in phase 2, about 6 · 10^5 names, and log2 of the buckets for them.
const NEAR_2: (u8, u32) = (9, 16);

/// The ten turns that keep G1 = ⟨U, D, R2, F2, L2, B2⟩.
pub(crate) const PHASE_2_MOVES: [Move; 10] = {
    // U U2 U' R2 F2 D D2 D' L2 B2
    const INDICES: [usize; 10] = [0, 1, 2, 4, 7, 9, 10, 11, 13, 16];
    let mut moves = [Move::ALL[0]; 10];
    let mut n = 0;
    while n < 10 {
        moves[n] = Move::ALL[INDICES[n]];
        n += 1;
    }
    moves
};

/// Where a cube stands in phase 1: a coset of G1. All zero is G1 itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Coset {
    twist: u16,
    flip: u16,
    slice: u16,
}

impl Coset {
    pub(super) fn of(cube: &CubieCube) -> Coset {
        Coset {
            twist: (coord::TWIST.of)(cube) as u16,
            flip: (coord::FLIP.of)(cube) as u16,
            slice: (coord::SLICE.of)(cube) as u16,
        }
    }
}

/// The cosets of G1 and their names: class of twist (8 bits), slice (9 bits), flip (11 bits).
#[derive(Clone, Debug)]
struct Cosets {
    twist_moves: MoveTable<18>,
    flip_moves: MoveTable<18>,
    slice_moves: MoveTable<18>,
    twists: Classes,
    flips: FlipConjugates,
}

impl Cosets {
    fn build() -> Cosets {
        let twists = Conjugates::build(&coord::TWIST);
        let cosets = Cosets {
            twist_moves: MoveTable::build(&coord::TWIST, &Move::ALL),
            flip_moves: MoveTable::build(&coord::FLIP, &Move::ALL),
            slice_moves: MoveTable::build(&coord::SLICE, &Move::ALL),
            twists: Classes::build(twists.size(), |value, s| twists.of(value, s.index())),
            flips: FlipConjugates::build(),
        };
        assert!(cosets.twists.count() << 20 <= 1 << NAME_BITS);
        cosets
    }

    #[inline]
    fn after(&self, coset: Coset) -> impl Fn(Move) -> Coset {
        let twist = self.twist_moves.row(usize::from(coset.twist));
        let flip = self.flip_moves.row(usize::from(coset.flip));
        let slice = self.slice_moves.row(usize::from(coset.slice));
        move |turn| {
            let turn = turn.index();
            Coset { twist: twist[turn], flip: flip[turn], slice: slice[turn] }
        }
    }

    #[inline]
    fn conjugate(&self, flip: usize, slice: usize, symmetry: usize) -> u32 {
        self.flips.of(flip, slice, symmetry)
    }

    #[inline]
    fn name(&self, coset: Coset) -> u32 {
        let (class, symmetry) = self.twists.of(usize::from(coset.twist));
        (class as u32) << 20 | self.conjugate(usize::from(coset.flip), usize::from(coset.slice), symmetry)
    }

    fn bytes(&self) -> usize {
        self.twist_moves.bytes()
            + self.flip_moves.bytes()
            + self.slice_moves.bytes()
            + self.twists.bytes()
            + self.flips.bytes()
    }
}

impl Neighbours for Cosets {
    fn each(&self, name: u32, mut give: impl FnMut(u32)) {
        let after = self.after(Coset {
            twist: self.twists.representative((name >> 20) as usize) as u16,
            slice: (name >> 11 & 0x1FF) as u16,
            flip: (name & 0x7FF) as u16,
        });
        for turn in Move::ALL {
            give(self.name(after(turn)));
        }
    }

    fn twins(&self, name: u32, mut give: impl FnMut(u32)) {
        let (class, slice, flip) = (name >> 20, name as usize >> 11 & 0x1FF, name as usize & 0x7FF);
        for symmetry in self.twists.self_symmetries(class as usize) {
            give(class << 20 | self.conjugate(flip, slice, symmetry));
        }
    }
}

/// Tables of phase 1.
#[derive(Clone, Debug)]
pub(super) struct Phase1 {
    cosets: Cosets,
    near: NearTable,
}

impl Phase1 {
    pub(super) fn build() -> Phase1 {
        let cosets = Cosets::build();
        let (near, _) = NearTable::build(&cosets, cosets.name(Coset::default()), NEAR_1.0, NEAR_1.1);
        Phase1 { cosets, near }
    }

    /// Where each turn leads.
    #[inline]
    pub(super) fn after(&self, coset: Coset) -> impl Fn(Move) -> Coset {
        self.cosets.after(coset)
    }

    /// Turns to G1: exact below [`Phase1::NEAR`], else a lower bound.
    #[inline]
    pub(super) fn distance(&self, coset: Coset) -> u32 {
        u32::from(self.near.distance(self.cosets.name(coset)))
    }

    /// [`Phase1::distance`] of some cosets, at most eighteen, faster than one by one.
    #[inline]
    pub(super) fn distances(&self, cosets: &[Coset], distances: &mut [u8; Move::COUNT]) {
        let mut names = [0; Move::COUNT];
        for (name, &coset) in names.iter_mut().zip(cosets) {
            *name = self.cosets.name(coset);
        }
        self.near.distances(&names[..cosets.len()], distances);
    }

    /// The depth of the table: a search with fewer turns left follows shortest paths alone.
    pub(super) const NEAR: u32 = NEAR_1.0 as u32;

    pub(super) fn bytes(&self) -> usize {
        self.cosets.bytes() + self.near.bytes()
    }
}

/// Where a cube of G1 stands: permutations of corners, of the edges of U and D, and of those between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Permutations {
    corners: u16,
    edges: u16,
    slice: u16,
}

impl Permutations {
    /// Of a cube in G1.
    pub(super) fn of(cube: &CubieCube) -> Permutations {
        Permutations {
            corners: (coord::CORNERS.of)(cube) as u16,
            edges: (coord::UD_EDGES.of)(cube) as u16,
            slice: (coord::SLICE_ORDER.of)(cube) as u16,
        }
    }
}

/// The elements of G1 as their three permutations, by the symmetry of the corners.
#[derive(Clone, Debug)]
struct Subgroup {
    corner_moves: MoveTable<10>,
    edge_moves: MoveTable<10>,
    slice_moves: MoveTable<10>,
    corners: Classes,
    edges: Conjugates,
    slices: Conjugates,
}

impl Subgroup {
    fn build() -> Subgroup {
        let corner_moves = MoveTable::build(&coord::CORNERS, &PHASE_2_MOVES);
        let edge_moves = MoveTable::build(&coord::UD_EDGES, &PHASE_2_MOVES);
        let slice_moves = MoveTable::build(&coord::SLICE_ORDER, &PHASE_2_MOVES);
        let corners = Conjugates::spread(&PHASE_2_MOVES, &corner_moves);
        Subgroup {
            corners: Classes::build(corners.size(), |value, s| corners.of(value, s.index())),
            edges: Conjugates::spread(&PHASE_2_MOVES, &edge_moves),
            slices: Conjugates::spread(&PHASE_2_MOVES, &slice_moves),
            corner_moves,
            edge_moves,
            slice_moves,
        }
    }

    fn bytes(&self) -> usize {
        self.corner_moves.bytes()
            + self.edge_moves.bytes()
            + self.slice_moves.bytes()
            + self.corners.bytes()
            + self.edges.bytes()
            + self.slices.bytes()
    }
}

/// Corners and edges of U and D: class of corners (12 bits), edges (16 bits).
struct CornersAndEdges<'a>(&'a Subgroup);

impl Neighbours for CornersAndEdges<'_> {
    fn each(&self, name: u32, mut give: impl FnMut(u32)) {
        let corners = self.0.corner_moves.row(self.0.corners.representative((name >> 16) as usize));
        let edges = self.0.edge_moves.row((name & 0xFFFF) as usize);
        for (&corners, &edges) in corners.iter().zip(edges) {
            let (class, symmetry) = self.0.corners.of(usize::from(corners));
            give((class << 16 | self.0.edges.of(usize::from(edges), symmetry)) as u32);
        }
    }

    fn twins(&self, name: u32, mut give: impl FnMut(u32)) {
        for symmetry in self.0.corners.self_symmetries((name >> 16) as usize) {
            give(name & 0xFFFF_0000 | self.0.edges.of((name & 0xFFFF) as usize, symmetry) as u32);
        }
    }
}

/// Corners and edges of the slice: 24 · class of corners + slice.
struct CornersAndSlice<'a>(&'a Subgroup);

impl CornersAndSlice<'_> {
    const SLICES: usize = 24;
}

impl Neighbours for CornersAndSlice<'_> {
    fn each(&self, name: u32, mut give: impl FnMut(u32)) {
        let (class, slice) = (name as usize / Self::SLICES, name as usize % Self::SLICES);
        let corners = self.0.corner_moves.row(self.0.corners.representative(class));
        for (&corners, &slice) in corners.iter().zip(self.0.slice_moves.row(slice)) {
            let (class, symmetry) = self.0.corners.of(usize::from(corners));
            give((class * Self::SLICES + self.0.slices.of(usize::from(slice), symmetry)) as u32);
        }
    }

    fn twins(&self, name: u32, mut give: impl FnMut(u32)) {
        let (class, slice) = (name as usize / Self::SLICES, name as usize % Self::SLICES);
        for symmetry in self.0.corners.self_symmetries(class) {
            give((class * Self::SLICES + self.0.slices.of(slice, symmetry)) as u32);
        }
    }
}

/// Tables of phase 2.
#[derive(Clone, Debug)]
pub(super) struct Phase2 {
    group: Subgroup,
    /// Of corners and slice, complete: at most 14 turns.
    corners_and_slice: DistanceTable,
    /// Of corners and the edges of U and D.
    near: NearTable,
}

impl Phase2 {
    pub(super) fn build() -> Phase2 {
        let group = Subgroup::build();
        let size = group.corners.count() * CornersAndSlice::SLICES;
        let corners_and_slice = DistanceTable::build(&CornersAndSlice(&group), 0, size);
        let (near, _) = NearTable::build(&CornersAndEdges(&group), 0, NEAR_2.0, NEAR_2.1);
        Phase2 { group, corners_and_slice, near }
    }

    /// Where each turn of [`PHASE_2_MOVES`] leads.
    #[inline]
    pub(super) fn after(&self, at: Permutations) -> impl Fn(usize) -> Permutations {
        let corners = self.group.corner_moves.row(usize::from(at.corners));
        let edges = self.group.edge_moves.row(usize::from(at.edges));
        let slice = self.group.slice_moves.row(usize::from(at.slice));
        move |turn| Permutations { corners: corners[turn], edges: edges[turn], slice: slice[turn] }
    }

    /// Whether more than `turns` are needed, as far as the tables know. Exact for no turns.
    #[inline]
    pub(super) fn is_farther(&self, at: Permutations, turns: u32) -> bool {
        let (class, symmetry) = self.group.corners.of(usize::from(at.corners));
        let slice = self.group.slices.of(usize::from(at.slice), symmetry);
        if u32::from(self.corners_and_slice.distance(class * CornersAndSlice::SLICES + slice)) > turns {
            return true;
        }
        // Past its last depth the big table has nothing to say that is worth the trip to memory.
        turns <= u32::from(NEAR_2.0) && {
            let edges = self.group.edges.of(usize::from(at.edges), symmetry);
            u32::from(self.near.distance((class << 16 | edges) as u32)) > turns
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.group.bytes() + self.corners_and_slice.bytes() + self.near.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_state::random_cube;
    use crate::sym::Symmetry;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};
    use std::collections::HashSet;

    #[test]
    fn symmetric_cosets_have_one_name() {
        let cosets = Cosets::build();
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        for _ in 0..300 {
            let cube = random_cube(&mut rng);
            let name = cosets.name(Coset::of(&cube));
            let mut names = vec![name];
            cosets.twins(name, |twin| names.push(twin));
            for symmetry in Symmetry::UD_AXIS {
                assert!(names.contains(&cosets.name(Coset::of(&symmetry.of_cube(&cube)))));
            }
        }
    }

    #[test]
    fn phase_1_has_its_published_number_of_states_at_each_depth() {
        // Classes of flip and slice, with a twist: kociemba.org/cube.htm, table of the first phase.
        const PUBLISHED: [u64; 6] = [1, 1, 5, 44, 487, 5841];
        let phase1 = Phase1::build();
        // Every coset by itself, from the move tables alone; its symmetric images name it as the publication does:
        // the pair of flip and slice smallest, the twist seen from there.
        let mut seen = HashSet::from([(0, 0, 0)]);
        let mut last = vec![Coset::default()];
        for (depth, published) in PUBLISHED.into_iter().enumerate() {
            let mut classes = HashSet::new();
            let mut next = Vec::new();
            for &coset in &last {
                assert_eq!(phase1.distance(coset), depth as u32);
                let twists = Symmetry::UD_AXIS.map(|s| {
                    let image = s.of_cube(&(coord::TWIST.cube)(usize::from(coset.twist)));
                    (coord::TWIST.of)(&image)
                });
                let images: Vec<(u32, usize)> = (0..Symmetry::UD_COUNT)
                    .map(|s| {
                        (
                            phase1.cosets.conjugate(usize::from(coset.flip), usize::from(coset.slice), s),
                            twists[s],
                        )
                    })
                    .collect();
                let smallest = images.iter().map(|image| image.0).min();
                classes.extend(images.into_iter().filter(|image| Some(image.0) == smallest));
                for turn in Move::ALL {
                    let coset = phase1.after(coset)(turn);
                    if seen.insert((coset.twist, coset.flip, coset.slice)) {
                        next.push(coset);
                    }
                }
            }
            assert_eq!(classes.len() as u64, published, "depth {depth}");
            last = next;
        }
    }

    #[test]
    fn each_step_changes_the_distance_by_one_and_one_turn_leads_nearer() {
        let phase1 = Phase1::build();
        let mut rng = ChaCha8Rng::seed_from_u64(12);
        let mut near = [0; Phase1::NEAR as usize + 2];
        for _ in 0..2000 {
            let mut coset = Coset::default();
            for _ in 0..10 {
                coset = phase1.after(coset)(Move::ALL[(rng.next_u32() % 18) as usize]);
                let distance = phase1.distance(coset);
                let nearest =
                    Move::ALL.map(|turn| phase1.distance(phase1.after(coset)(turn))).into_iter().min();
                // At the last depth it may be a bound: some states there found no room.
                match distance {
                    0 => assert_eq!(nearest, Some(0)),
                    1..Phase1::NEAR => assert_eq!(nearest, Some(distance - 1), "{coset:?}"),
                    _ => assert!(nearest >= Some(Phase1::NEAR - 1), "{coset:?}"),
                }
                near[distance as usize] += 1;
            }
        }
        assert!(near.iter().all(|&count| count > 100), "{near:?}");
    }

    #[test]
    fn phase_2_has_its_published_number_of_states_at_each_depth() {
        // Classes of corners with edges of U and D: kociemba.org/cube.htm, table of the second phase.
        let group = Subgroup::build();
        let (_, counts) = NearTable::build(&CornersAndEdges(&group), 0, NEAR_2.0, 17);
        assert_eq!(counts, [1, 3, 10, 52, 285, 1318, 5671, 26502, 115_467, 470_846]);
    }

    #[test]
    fn corners_and_slice_are_at_most_fourteen_turns_from_home() {
        let phase2 = Phase2::build();
        let size = phase2.group.corners.count() * CornersAndSlice::SLICES;
        let farthest = (0..size).map(|name| phase2.corners_and_slice.distance(name)).max();
        assert_eq!(farthest, Some(14)); // rob-twophase prints the same
    }

    #[test]
    fn home_is_where_no_turns_are_needed() {
        let phase2 = Phase2::build();
        assert!(!phase2.is_farther(Permutations::default(), 0));
        for turn in 0..PHASE_2_MOVES.len() {
            let at = phase2.after(Permutations::default())(turn);
            assert!(phase2.is_farther(at, 0));
            assert!(!phase2.is_farther(at, 1));
        }
    }
}
