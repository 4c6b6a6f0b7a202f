//! G1 = ⟨U, D, R2, F2, L2, B2⟩, the subgroup of phase 2, as permutations of the corners, of the edges of U and D, and of the
//! edges of the slice between them.
//!
//! Start at [`Subgroup`]. The corners are reduced by the sixteen symmetries that preserve the axis, and the edges are seen from
//! the representative. `perm8_symcoord` defines both symcoords. [`Subgroup::quick_bound`] is the first bound of both profiles,
//! from a table that fits into the L1 and L2 caches.

use crate::coordinates::coordinate;
use crate::coordinates::perm8_symcoord::{CLASSES, Perm8};
use crate::model::cubie::CubieCube;
use crate::model::move_masks::PHASE_2_MOVES;
use crate::model::symmetry::Symmetry;
use crate::tables::neighbours::{Groups, Met, Neighbours};
use crate::tables::partial_table::DistanceTable;

/// The state of a cube of G1: permutations of corners, of the edges of U and D, and of those between. All zero is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Permutations {
    /// The symcoord, 16 · class + symmetry: see [`Perm8`].
    pub(super) corners: u16,
    pub(super) edges: u16,
    /// By rank.
    pub(super) slice: u16,
}

/// Permutations of the edges of the slice, 4!.
const SLICES: usize = 24;

/// Edges of the slice: after each turn, and as each symmetry sees them.
#[derive(Clone, Debug)]
struct Slices {
    moves: [[u8; PHASE_2_MOVES.len()]; SLICES],
    seen: [[u8; Symmetry::UD_COUNT]; SLICES],
}

impl Slices {
    fn build() -> Slices {
        let cubes: [CubieCube; SLICES] = std::array::from_fn(coordinate::SLICE_ORDER.cube);
        let slice = |cube: &CubieCube| (coordinate::SLICE_ORDER.of)(cube) as u8;
        Slices {
            moves: cubes.map(|cube| PHASE_2_MOVES.map(|turn| slice(&cube.then(CubieCube::of_move(turn))))),
            seen: cubes.map(|cube| Symmetry::UD_AXIS.map(|symmetry| slice(&symmetry.of_cube(&cube)))),
        }
    }
}

/// The sixteen symmetries that keep the axis, and the turns of phase 2.
#[derive(Clone, Debug)]
struct Frames {
    /// By symmetry: the turn as it sees it.
    turns: [[u8; PHASE_2_MOVES.len()]; Symmetry::UD_COUNT],
    /// S · T.
    products: [[u8; Symmetry::UD_COUNT]; Symmetry::UD_COUNT],
    /// Faces of those turns, and each as a symmetry sees it.
    faces: [u8; PHASE_2_MOVES.len()],
    seen_faces: [[u8; 6]; Symmetry::UD_COUNT],
    /// S · T⁻¹, by T and S.
    seen: [[u8; Symmetry::UD_COUNT]; Symmetry::UD_COUNT],
    /// R · S · T⁻¹, by T, S and R.
    seen_products: [[[u8; Symmetry::UD_COUNT]; Symmetry::UD_COUNT]; Symmetry::UD_COUNT],
}

impl Frames {
    fn build() -> Frames {
        let place = |turn| PHASE_2_MOVES.iter().position(|&m| m == turn).unwrap_or_default() as u8;
        let all = Symmetry::UD_AXIS;
        let products = all.map(|s| all.map(|t| s.then(t)));
        let seen = all.map(|t| all.map(|s| s.then(t.inverse()).index() as u8));
        Frames {
            turns: all.map(|s| PHASE_2_MOVES.map(|turn| place(s.of_move(turn)))),
            faces: PHASE_2_MOVES.map(|turn| turn.face() as u8),
            seen_faces: all.map(Symmetry::of_faces),
            products: products.map(|row| row.map(|product| product.index() as u8)),
            seen,
            seen_products: seen
                .map(|seen| std::array::from_fn(|s| std::array::from_fn(|r| seen[products[r][s].index()]))),
        }
    }

    /// A name after a turn, by the row of its class. With x = S⁻¹ · r · S, x · m = S⁻¹ · (r · (S · m · S⁻¹)) · S.
    #[inline]
    fn after(&self, row: &[u16; PHASE_2_MOVES.len()], name: u16, turn: usize) -> u16 {
        let symmetry = usize::from(name & 15);
        let next = row[usize::from(self.turns[symmetry][turn])];
        next & !15 | u16::from(self.products[usize::from(next & 15)][symmetry])
    }
}

/// The elements of G1 as their three permutations.
#[derive(Clone, Debug)]
pub(super) struct Subgroup {
    corners: Perm8,
    edges: Perm8,
    slices: Slices,
    frames: Frames,
    /// Distances of corners and slice, complete: at most 14 turns.
    quick: DistanceTable,
}

impl Subgroup {
    pub(super) fn build() -> Subgroup {
        let (corners, edges, slices, frames) =
            (Perm8::corners(), Perm8::edges(), Slices::build(), Frames::build());
        let graph = CornersAndSlice { corners: &corners, slices: &slices, frames: &frames };
        let quick = DistanceTable::build(&graph, 0, CLASSES * SLICES);
        Subgroup { corners, edges, slices, frames, quick }
    }

    /// The permutations of a cube in G1.
    pub(super) fn of(&self, cube: &CubieCube) -> Permutations {
        Permutations {
            corners: self.corners((coordinate::CORNERS.of)(cube) as u16),
            edges: self.edges((coordinate::UD_EDGES.of)(cube) as u16),
            slice: (coordinate::SLICE_ORDER.of)(cube) as u16,
        }
    }

    /// Corners by the value of their coordinate.
    #[inline]
    pub(super) fn corners(&self, value: u16) -> u16 {
        self.corners.name(value)
    }

    /// Edges of U and D by the value of their coordinate.
    #[inline]
    pub(super) fn edges(&self, value: u16) -> u16 {
        self.edges.name(value)
    }

    /// The permutations after a turn of [`PHASE_2_MOVES`], except the edges of U and D, which are computed later.
    #[inline]
    pub(super) fn after(&self, at: Permutations) -> impl Fn(usize) -> (u16, u16) {
        let corners = self.corners.row(at.corners >> 4);
        let slice = &self.slices.moves[usize::from(at.slice)];
        move |turn| (self.frames.after(corners, at.corners, turn), slice[turn].into())
    }

    /// The edges of U and D after a turn of [`PHASE_2_MOVES`].
    #[inline]
    pub(super) fn edges_after(&self, edges: u16, turn: usize) -> u16 {
        self.frames.after(self.edges.row(edges >> 4), edges, turn)
    }

    /// Class of the corners, and the edges of U and D as the symmetry sees them that leads to it: the value of their
    /// coordinate.
    #[inline]
    pub(super) fn classed(&self, at: Permutations) -> (usize, usize) {
        let seen = self.frames.seen[usize::from(at.corners & 15)][usize::from(at.edges & 15)];
        (usize::from(at.corners >> 4), self.edges.rank(at.edges & !15 | u16::from(seen)).into())
    }

    /// The exact number of turns that corners and slice need.
    #[inline]
    pub(super) fn quick_bound(&self, corners: u16, slice: u16) -> u32 {
        let slice = self.slices.seen[usize::from(slice)][usize::from(corners & 15)];
        u32::from(self.quick.distance(usize::from(corners >> 4) * SLICES + usize::from(slice)))
    }

    pub(super) fn bytes(&self) -> usize {
        self.corners.bytes()
            + self.edges.bytes()
            + size_of::<Slices>()
            + size_of::<Frames>()
            + self.quick.bytes()
    }
}

/// Corners and edges of U and D: class of corners (12 bits), edges (16 bits).
pub(super) struct CornersAndEdges<'a>(pub(super) &'a Subgroup);

impl Neighbours for CornersAndEdges<'_> {
    #[inline]
    fn each(&self, name: u32, but: u8, mut give: impl FnMut(u32, u8)) {
        let Subgroup { corners, edges, frames, .. } = self.0;
        let (row, name) = (corners.row((name >> 16) as u16), edges.name(name as u16));
        let (symmetry, edges_row) = (usize::from(name & 15), edges.row(name >> 4));
        let turns = &frames.turns[symmetry];
        for turn in 0..PHASE_2_MOVES.len() {
            let face = frames.faces[turn];
            if face == but {
                continue;
            }
            let (corners, next) = (row[turn], edges_row[usize::from(turns[turn])]);
            let frame = usize::from(corners & 15);
            // As `edges_after` and `classed` do.
            let seen = frames.seen_products[frame][symmetry][usize::from(next & 15)];
            let rank = edges.rank(next & !15 | u16::from(seen));
            give(
                u32::from(corners >> 4) << 16 | u32::from(rank),
                frames.seen_faces[frame][usize::from(face)],
            );
        }
    }

    #[inline]
    fn twins(&self, name: u32, mut give: impl FnMut(u32)) {
        let edges = self.0.edges(name as u16);
        for symmetry in self.0.corners.self_symmetries((name >> 16) as u16) {
            let seen = self.0.frames.seen[symmetry][usize::from(edges & 15)];
            give(name & 0xFFFF_0000 | u32::from(self.0.edges.rank(edges & !15 | u16::from(seen))));
        }
    }

    /// For a class of corners and a turn, all is the same but the edges.
    fn around(&self, states: &[Met], mut give: impl FnMut(u32)) {
        let Subgroup { corners, edges, frames, .. } = self.0;
        let groups = Groups::new(states, CLASSES, |met| (met.name() >> 16) as usize);
        let named: Vec<u16> = groups.states.iter().map(|met| edges.name(met.name() as u16)).collect();
        for class in 0..CLASSES {
            for (turn, &after) in corners.row(class as u16).iter().enumerate() {
                let (next, first) = (after >> 4, usize::from(after & 15));
                let others = corners.self_symmetries(next).map(|other| frames.products[other][first].into());
                for frame in std::iter::once(first).chain(others) {
                    let seen = &frames.seen_products[frame];
                    for some in groups.but(class, frames.faces[turn]) {
                        for &name in &named[some] {
                            let own = usize::from(name & 15);
                            let edge = edges.row(name >> 4)[usize::from(frames.turns[own][turn])];
                            let rank = edges.rank(edge & !15 | u16::from(seen[own][usize::from(edge & 15)]));
                            give(u32::from(next) << 16 | u32::from(rank));
                        }
                    }
                }
            }
        }
    }
}

/// Corners and edges of the slice: 24 · class of corners + slice.
struct CornersAndSlice<'a> {
    corners: &'a Perm8,
    slices: &'a Slices,
    frames: &'a Frames,
}

impl Neighbours for CornersAndSlice<'_> {
    #[inline]
    fn each(&self, name: u32, but: u8, mut give: impl FnMut(u32, u8)) {
        let (class, slice) = (name as usize / SLICES, name as usize % SLICES);
        let (row, moves) = (self.corners.row(class as u16), &self.slices.moves[slice]);
        for turn in 0..PHASE_2_MOVES.len() {
            let face = self.frames.faces[turn];
            if face == but {
                continue;
            }
            let frame = usize::from(row[turn] & 15);
            let slice = self.slices.seen[usize::from(moves[turn])][frame];
            let name = u32::from(row[turn] >> 4) * SLICES as u32 + u32::from(slice);
            give(name, self.frames.seen_faces[frame][usize::from(face)]);
        }
    }

    fn twins(&self, name: u32, mut give: impl FnMut(u32)) {
        let (class, slice) = (name as usize / SLICES, name as usize % SLICES);
        for symmetry in self.corners.self_symmetries(class as u16) {
            give((class * SLICES + usize::from(self.slices.seen[slice][symmetry])) as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    #[test]
    fn corners_and_slice_are_at_most_fourteen_turns_from_home() {
        let group = Subgroup::build();
        let bounds = (0..CLASSES * SLICES).map(|name| group.quick.distance(name));
        assert_eq!(bounds.max(), Some(14)); // rob-twophase prints the same
    }

    #[test]
    fn permutations_turn_as_the_pieces_do_and_are_seen_as_the_symmetry_sees_them() {
        let group = Subgroup::build();
        let mut rng = ChaCha8Rng::seed_from_u64(13);
        let mut cube = CubieCube::SOLVED;
        let mut at = Permutations::default();
        assert_eq!(group.of(&cube), at);
        for _ in 0..2000 {
            let turn = rng.next_u32() as usize % PHASE_2_MOVES.len();
            cube = cube.then(CubieCube::of_move(PHASE_2_MOVES[turn]));
            let (corners, slice) = group.after(at)(turn);
            at = Permutations { corners, edges: group.edges_after(at.edges, turn), slice };
            // A symmetric permutation has several equivalent symcoords.
            let expected = group.of(&cube);
            assert_eq!(at.slice, expected.slice);
            assert_eq!(group.corners.rank(at.corners), group.corners.rank(expected.corners));
            assert_eq!(group.edges.rank(at.edges), group.edges.rank(expected.edges));
            assert_eq!(group.quick_bound(at.corners, at.slice), {
                group.quick_bound(expected.corners, expected.slice)
            });
            let image = Symmetry::UD_AXIS[usize::from(at.corners & 15)].of_cube(&cube);
            let (class, edges) = group.classed(at);
            assert_eq!((class, edges), ((at.corners >> 4).into(), (coordinate::UD_EDGES.of)(&image)));
            assert_eq!((coordinate::CORNERS.of)(&image) as u16, group.corners.rank(at.corners & !15));
        }
    }
}
