//! G1 = ⟨U, D, R2, F2, L2, B2⟩, the subgroup of phase 2, as permutations of corners, of edges of U and D, and of the
//! edges between.
//!
//! Start at [`Subgroup`]. The corners are reduced by the sixteen symmetries that keep the axis, the edges are seen from
//! there. [`Subgroup::quick_bound`] is the first bound of both profiles, from a table that stays in the nearest caches.

use crate::coord;
use crate::cubie::CubieCube;
use crate::move_table::MoveTable;
use crate::moves::Move;
use crate::pruning::near::{DistanceTable, Neighbours};
use crate::sym_coord::{Classes, Conjugates};

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

/// Where a cube of G1 stands: permutations of corners, of the edges of U and D, and of those between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Permutations {
    pub(super) corners: u16,
    pub(super) edges: u16,
    pub(super) slice: u16,
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
pub(super) struct Subgroup {
    corner_moves: MoveTable<10>,
    edge_moves: MoveTable<10>,
    slice_moves: MoveTable<10>,
    corners: Classes,
    edges: Conjugates,
    slices: Conjugates,
    /// Distances of corners and slice, complete: at most 14 turns.
    quick: DistanceTable,
}

impl Subgroup {
    pub(super) fn build() -> Subgroup {
        let corner_moves = MoveTable::build(&coord::CORNERS, &PHASE_2_MOVES);
        let edge_moves = MoveTable::build(&coord::UD_EDGES, &PHASE_2_MOVES);
        let slice_moves = MoveTable::build(&coord::SLICE_ORDER, &PHASE_2_MOVES);
        let corners = Conjugates::spread(&PHASE_2_MOVES, &corner_moves);
        let corners = Classes::build(corners.size(), |value, s| corners.of(value, s.index()));
        let slices = Conjugates::spread(&PHASE_2_MOVES, &slice_moves);
        let graph = CornersAndSlice {
            corner_moves: &corner_moves,
            slice_moves: &slice_moves,
            corners: &corners,
            slices: &slices,
        };
        let quick = DistanceTable::build(&graph, 0, corners.count() * SLICES);
        let edges = Conjugates::spread(&PHASE_2_MOVES, &edge_moves);
        Subgroup { corner_moves, edge_moves, slice_moves, corners, edges, slices, quick }
    }

    /// Where each turn of [`PHASE_2_MOVES`] leads.
    #[inline]
    pub(super) fn after(&self, at: Permutations) -> impl Fn(usize) -> Permutations {
        let corners = self.corner_moves.row(usize::from(at.corners));
        let edges = self.edge_moves.row(usize::from(at.edges));
        let slice = self.slice_moves.row(usize::from(at.slice));
        move |turn| Permutations { corners: corners[turn], edges: edges[turn], slice: slice[turn] }
    }

    /// The class of corners, and the symmetry that takes them to its representative.
    #[inline]
    pub(super) fn class(&self, corners: u16) -> (usize, usize) {
        self.corners.of(usize::from(corners))
    }

    /// Edges of U and D, seen through a symmetry.
    #[inline]
    pub(super) fn edges_seen(&self, edges: u16, symmetry: usize) -> usize {
        self.edges.of(usize::from(edges), symmetry)
    }

    /// Turns that corners and slice need, exactly: class of the corners, symmetry, slice.
    #[inline]
    pub(super) fn quick_bound(&self, (class, symmetry): (usize, usize), slice: u16) -> u32 {
        let slice = self.slices.of(usize::from(slice), symmetry);
        u32::from(self.quick.distance(class * SLICES + slice))
    }

    pub(super) fn bytes(&self) -> usize {
        self.corner_moves.bytes()
            + self.edge_moves.bytes()
            + self.slice_moves.bytes()
            + self.corners.bytes()
            + self.edges.bytes()
            + self.slices.bytes()
            + self.quick.bytes()
    }
}

/// Corners and edges of U and D: class of corners (12 bits), edges (16 bits).
pub(super) struct CornersAndEdges<'a>(pub(super) &'a Subgroup);

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

/// Permutations of the edges of the slice, 4!.
const SLICES: usize = 24;

/// Corners and edges of the slice: 24 · class of corners + slice.
struct CornersAndSlice<'a> {
    corner_moves: &'a MoveTable<10>,
    slice_moves: &'a MoveTable<10>,
    corners: &'a Classes,
    slices: &'a Conjugates,
}

impl Neighbours for CornersAndSlice<'_> {
    fn each(&self, name: u32, mut give: impl FnMut(u32)) {
        let (class, slice) = (name as usize / SLICES, name as usize % SLICES);
        let corners = self.corner_moves.row(self.corners.representative(class));
        for (&corners, &slice) in corners.iter().zip(self.slice_moves.row(slice)) {
            let (class, symmetry) = self.corners.of(usize::from(corners));
            give((class * SLICES + self.slices.of(usize::from(slice), symmetry)) as u32);
        }
    }

    fn twins(&self, name: u32, mut give: impl FnMut(u32)) {
        let (class, slice) = (name as usize / SLICES, name as usize % SLICES);
        for symmetry in self.corners.self_symmetries(class) {
            give((class * SLICES + self.slices.of(slice, symmetry)) as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_and_slice_are_at_most_fourteen_turns_from_home() {
        let group = Subgroup::build();
        let bounds = (0..group.corners.count() * SLICES).map(|name| group.quick.distance(name));
        assert_eq!(bounds.max(), Some(14)); // rob-twophase prints the same
    }
}
