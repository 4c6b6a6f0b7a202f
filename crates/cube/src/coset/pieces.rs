//! The permutations of the pieces, in the forms in which a search multiplies them and finds their places.

use super::layout::Entries;
use crate::model::cubie::CubieCube;
use crate::model::moves::Move;
use crate::simd::Lanes;

/// The permutations of corners and edges, without what is turned in place: 8 bytes for the corners, 12 for the edges, and one for the
/// first turn of an ending.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pieces([u8; 24]);

/// Where the edges begin.
const EDGES: usize = 8;

/// Where the first turn of an ending is kept.
const FIRST: usize = 20;

impl Pieces {
    pub(super) fn of(cube: &CubieCube) -> Pieces {
        let mut bytes = [0; 24];
        bytes[..EDGES].copy_from_slice(&cube.corners.permutation());
        bytes[EDGES..FIRST].copy_from_slice(&cube.edges.permutation());
        Pieces(bytes)
    }

    /// These, then others, whose turns begin with this one.
    #[inline(always)]
    pub(super) fn then<L: Lanes>(&self, next: &Pieces, first: Move) -> Pieces {
        let mut bytes = [0; 24];
        bytes[..16].copy_from_slice(&self.corners::<L>().shuffle(next.corners()).bytes());
        bytes[EDGES..].copy_from_slice(&self.edges::<L>().shuffle(next.edges()).bytes());
        bytes[FIRST] = first.index() as u8;
        Pieces(bytes)
    }

    /// What these, and then others, lead to.
    #[inline(always)]
    pub(super) fn end<L: Lanes>(&self, next: &Pieces) -> Entries {
        let corners = self.corners::<L>().shuffle(next.corners());
        let edges = self.edges::<L>().shuffle(next.edges());
        Entries { corners: corners.low(), edges: edges.low(), slice: edges.swap().low() as u32 }
    }

    /// The first turn of an ending, by its index.
    #[inline(always)]
    pub(super) fn first(&self) -> u8 {
        self.0[FIRST]
    }

    /// The corners in the low half; the edges of U and D follow.
    #[inline(always)]
    fn corners<L: Lanes>(&self) -> L {
        L::new(*self.0.first_chunk().expect("there are more bytes"))
    }

    /// The edges, and four bytes that name none.
    #[inline(always)]
    fn edges<L: Lanes>(&self) -> L {
        L::new(*self.0.last_chunk().expect("there are more bytes"))
    }
}
