//! Permutations along a phase-1 path, four pieces at a time.
//!
//! Start at [`Lines`]. Four pieces, in any places and any order, have a move table that fits into the L1 and L2 caches. The
//! move table of all eight corners would not (measured: half of the time of a search). Data that few paths need is computed for
//! these paths only.

use crate::coordinates::coordinate;
use crate::coordinates::move_table::MoveTable;
use crate::model::cubie::CubieCube;
use crate::model::moves::Move;
use crate::two_phase::phase_search::MAX_PATH;
use crate::two_phase::profile::Trail;

/// Places of four corners in order: 8 · 7 · 6 · 5.
const CORNERS: usize = 1680;

/// Places of the four edges of U that are all in the layers U and D: the last 70 of 495, each with 24 orders.
const FIRST_UPPER: u16 = 24 * 425;

/// For each set of four corners, by its bits, the number of smaller ones.
const CHOICES: [u8; 256] = {
    let mut choices = [0; 256];
    let (mut set, mut smaller) = (0, 0);
    while set < 256 {
        choices[set] = smaller;
        smaller += ((set as u32).count_ones() == 4) as u8;
        set += 1;
    }
    choices
};

/// The effect of turns on four pieces, and the combination of two fours.
#[derive(Debug)]
pub(super) struct Fours {
    /// Four corners: at `24 · places + order`, as [`four_corners`] has them.
    corner_moves: Vec<[u16; Move::COUNT]>,
    /// All corners, from the upper four and the order of the lower four.
    corners: Vec<[u16; 24]>,
    /// Four edges, as [`coordinate::SLICE_SORTED`] has them.
    edge_moves: MoveTable<18>,
    /// The edges of U and D in G1, from those of U less [`FIRST_UPPER`] and the order of those of D.
    edges: Vec<[u16; 24]>,
}

/// Corners 4 · `lower` to 4 · `lower` + 3: 24 times the number of their choice of places, and their order.
fn four_corners(cube: &CubieCube, lower: bool) -> u16 {
    let (first, mut places, mut order) = (if lower { 4 } else { 0 }, 0u32, [0; 4]);
    let mut count = 0;
    for (at, piece) in cube.corners.c.iter().enumerate() {
        if piece & 4 == first {
            places |= 1 << at;
            order[count] = piece & 3;
            count += 1;
        }
    }
    24 * u16::from(CHOICES[places as usize]) + coordinate::rank(&order) as u16
}

/// The four edges of U, and of D, as [`coordinate::SLICE_SORTED`] has those between.
fn four_edges(cube: &CubieCube) -> (u16, u16) {
    let fours = |shift: u8| {
        let mut named = *cube;
        named.edges.e = cube.edges.e.map(|piece| (piece + shift) % 12);
        (coordinate::SLICE_SORTED.of)(&named) as u16
    };
    (fours(8), fours(4))
}

impl Fours {
    pub(super) fn build() -> Fours {
        let mut corner_moves = vec![[0; Move::COUNT]; CORNERS];
        let mut corners = vec![[0; 24]; CORNERS];
        for value in 0..coordinate::CORNERS.size {
            let cube = (coordinate::CORNERS.cube)(value);
            let (upper, lower) = (four_corners(&cube, false), four_corners(&cube, true));
            let (row, order) = (usize::from(upper), usize::from(lower % 24));
            corners[row][order] = value as u16;
            if order == 0 {
                corner_moves[row] =
                    Move::ALL.map(|turn| four_corners(&cube.then(CubieCube::of_move(turn)), false));
            }
        }
        let mut edges = vec![[0; 24]; 70 * 24];
        for value in 0..coordinate::UD_EDGES.size {
            let (upper, lower) = four_edges(&(coordinate::UD_EDGES.cube)(value));
            edges[usize::from(upper - FIRST_UPPER)][usize::from(lower % 24)] = value as u16;
        }
        let edge_moves = MoveTable::build(&coordinate::SLICE_SORTED, &Move::ALL);
        Fours { corner_moves, corners, edge_moves, edges }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.corner_moves)
            + size_of_val(&*self.corners)
            + self.edge_moves.bytes()
            + size_of_val(&*self.edges)
    }
}

/// Four pieces after each number of turns.
type Line = [u16; MAX_PATH + 1];

/// The pieces of a cube along a path of phase 1, by the number of turns.
#[derive(Clone, Debug)]
pub(in crate::two_phase) struct Lines {
    upper_corners: Line,
    lower_corners: Line,
    slice: Line,
    upper_edges: Line,
    lower_edges: Line,
    /// Up to which number of turns corners and slice are known.
    fresh: usize,
    /// The same of the other edges.
    fresh_edges: usize,
}

impl Lines {
    pub(super) fn new(cube: &CubieCube) -> Lines {
        let line = |start: u16| {
            let mut line = [0; MAX_PATH + 1];
            line[0] = start;
            line
        };
        let (upper, lower) = four_edges(cube);
        Lines {
            upper_corners: line(four_corners(cube, false)),
            lower_corners: line(four_corners(cube, true)),
            slice: line((coordinate::SLICE_SORTED.of)(cube) as u16),
            upper_edges: line(upper),
            lower_edges: line(lower),
            fresh: 0,
            fresh_edges: 0,
        }
    }

    /// All corners after a path, and the slice: in G1 its places are 0 and its order is all.
    #[inline]
    pub(super) fn corners_and_slice(&mut self, fours: &Fours, path: &[Move]) -> (u16, u16) {
        let end = path.len();
        for depth in self.fresh..end {
            let turn = path[depth].index();
            let corners = |from: &Line| fours.corner_moves[usize::from(from[depth])][turn];
            let (upper, lower) = (corners(&self.upper_corners), corners(&self.lower_corners));
            self.upper_corners[depth + 1] = upper;
            self.lower_corners[depth + 1] = lower;
            self.slice[depth + 1] = fours.edge_moves.row(usize::from(self.slice[depth]))[turn];
        }
        self.fresh = end;
        let lower = usize::from(self.lower_corners[end] % 24);
        (fours.corners[usize::from(self.upper_corners[end])][lower], self.slice[end])
    }

    /// The edges of U and D after a path into G1.
    #[inline]
    pub(super) fn edges(&mut self, fours: &Fours, path: &[Move]) -> u16 {
        let end = path.len();
        for depth in self.fresh_edges..end {
            let turn = path[depth].index();
            let edges = |from: &Line| fours.edge_moves.row(usize::from(from[depth]))[turn];
            let (upper, lower) = (edges(&self.upper_edges), edges(&self.lower_edges));
            self.upper_edges[depth + 1] = upper;
            self.lower_edges[depth + 1] = lower;
        }
        self.fresh_edges = end;
        let lower = usize::from(self.lower_edges[end] % 24);
        fours.edges[usize::from(self.upper_edges[end] - FIRST_UPPER)][lower]
    }
}

impl Trail for Lines {
    #[inline]
    fn changed(&mut self, depth: usize) {
        self.fresh = self.fresh.min(depth);
        self.fresh_edges = self.fresh_edges.min(depth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::move_masks::PHASE_2_MOVES;
    use crate::model::random_state::random_cube;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    #[test]
    fn lines_are_what_the_turns_do_to_the_pieces() {
        let fours = Fours::build();
        let mut rng = ChaCha8Rng::seed_from_u64(91);
        for _ in 0..200 {
            // Edges are known in G1 alone: a cube of G1 before the path is taken back.
            let mut end = CubieCube::SOLVED;
            for _ in 0..40 {
                end = end.then(CubieCube::of_move(PHASE_2_MOVES[rng.next_u32() as usize % 10]));
            }
            let mut path: Vec<Move> = (0..9).map(|_| Move::ALL[rng.next_u32() as usize % 18]).collect();
            let back = CubieCube::SOLVED.after(&path).inverse();
            let start = end.then(&back);
            let mut lines = Lines::new(&start);
            for changed in [0, 8, 3] {
                // A detour first: what is known of it must be forgotten.
                let mut detour = path.clone();
                detour[changed] = Move::ALL[rng.next_u32() as usize % 18];
                lines.changed(changed);
                let there = start.after(&detour);
                let corners = lines.corners_and_slice(&fours, &detour).0;
                assert_eq!(usize::from(corners), (coordinate::CORNERS.of)(&there));
                lines.changed(changed);
                let (corners, slice) = lines.corners_and_slice(&fours, &path);
                assert_eq!(usize::from(corners), (coordinate::CORNERS.of)(&end));
                assert_eq!(usize::from(slice), (coordinate::SLICE_ORDER.of)(&end));
                assert_eq!(usize::from(lines.edges(&fours, &path)), (coordinate::UD_EDGES.of)(&end));
            }
            path.pop();
            let corners = Lines::new(&random_cube(&mut rng)).corners_and_slice(&fours, &[]).0;
            assert!(usize::from(corners) < coordinate::CORNERS.size);
        }
    }
}
