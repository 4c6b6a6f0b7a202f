//! Coordinates: a part of the cube as one small number.
//!
//! Start at [`Coordinate`], a record with the name of a coordinate, its size and the conversions in both directions. [`ALL`]
//! lists the coordinates. Tables of moves, symmetries and distances can be built from any of them. Definitions and values are
//! Kociemba's (kociemba.org/cube.htm): each coordinate of the solved cube is 0.

use crate::model::cubie::{CubieCube, PieceKind};
use crate::model::symmetry::Symmetry;

/// A function from cubes to 0..size whose value after a turn depends only on its value and the turn.
#[derive(Clone, Copy, Debug)]
pub struct Coordinate {
    /// The name.
    pub name: &'static str,
    /// The pieces it depends on, corners or edges.
    pub pieces: PieceKind,
    /// Number of values.
    pub size: usize,
    /// Whether it is defined only for cubes with the edges of the layer between U and D in this layer, as in phase 2.
    pub in_phase_2: bool,
    /// The value of a cube.
    pub of: fn(&CubieCube) -> usize,
    /// A cube with that value and everything else solved as far as possible. It need not be solvable.
    pub cube: fn(usize) -> CubieCube,
}

impl Coordinate {
    /// The value of a cube for which the coordinate is defined.
    pub fn value(&self, cube: &CubieCube) -> Option<usize> {
        (!self.in_phase_2 || slice(cube) == 0).then(|| (self.of)(cube))
    }

    /// The value of `cube` after `next`.
    pub(crate) fn of_product(&self, cube: &CubieCube, next: &CubieCube) -> usize {
        // Only the pieces that matter: half the time of building the tables.
        (self.of)(&match self.pieces {
            PieceKind::Corner => CubieCube { corners: cube.corners.then(&next.corners), edges: cube.edges },
            PieceKind::Edge => CubieCube { corners: cube.corners, edges: cube.edges.then(&next.edges) },
        })
    }
}

/// Every coordinate.
pub const ALL: [Coordinate; 11] = [
    TWIST,
    FLIP,
    SLICE,
    SLICE_SORTED,
    RL_SLICE_SORTED,
    FB_SLICE_SORTED,
    FLIP_SLICE,
    CORNERS,
    EDGES,
    UD_EDGES,
    SLICE_ORDER,
];

/// Twists of the first seven corners in base 3: 3^7 = 2187.
pub const TWIST: Coordinate = Coordinate {
    name: "twist",
    pieces: PieceKind::Corner,
    size: 2187,
    in_phase_2: false,
    of: twist,
    cube: cube_of_twist,
};

/// Flips of the first eleven edges in base 2: 2^11 = 2048.
pub const FLIP: Coordinate = Coordinate {
    name: "flip",
    pieces: PieceKind::Edge,
    size: 2048,
    in_phase_2: false,
    of: flip,
    cube: cube_of_flip,
};

/// The four places that hold the edges of the layer between U and D, in any order: C(12, 4) = 495.
pub const SLICE: Coordinate = Coordinate {
    name: "slice",
    pieces: PieceKind::Edge,
    size: 495,
    in_phase_2: false,
    of: slice,
    cube: cube_of_slice,
};

/// The four places that hold the edges of the layer between U and D, and their order: 12 · 11 · 10 · 9 = 11880. The quotient by
/// 24 gives the places as [`SLICE`] does, and the remainder gives the order.
pub const SLICE_SORTED: Coordinate = Coordinate {
    name: "slice-sorted",
    pieces: PieceKind::Edge,
    size: 11880,
    in_phase_2: false,
    of: slice_sorted,
    cube: cube_of_slice_sorted,
};

/// [`SLICE_SORTED`] for the layer between R and L.
pub const RL_SLICE_SORTED: Coordinate = Coordinate {
    name: "rl-slice-sorted",
    pieces: PieceKind::Edge,
    size: 11880,
    in_phase_2: false,
    of: |cube| slice_sorted(&rl_to_ud().of_cube(cube)),
    cube: |value| rl_to_ud().inverse().of_cube(&cube_of_slice_sorted(value)),
};

/// [`SLICE_SORTED`] for the layer between F and B.
pub const FB_SLICE_SORTED: Coordinate = Coordinate {
    name: "fb-slice-sorted",
    pieces: PieceKind::Edge,
    size: 11880,
    in_phase_2: false,
    of: |cube| slice_sorted(&fb_to_ud().of_cube(cube)),
    cube: |value| fb_to_ud().inverse().of_cube(&cube_of_slice_sorted(value)),
};

/// [`SLICE`] and [`FLIP`] together, 2048 · slice + flip: 495 · 2048 = 1 013 760.
pub const FLIP_SLICE: Coordinate = Coordinate {
    name: "flip-slice",
    pieces: PieceKind::Edge,
    size: 495 * 2048,
    in_phase_2: false,
    of: |cube| 2048 * slice(cube) + flip(cube),
    cube: |value| {
        let mut cube = cube_of_slice(value / 2048);
        cube.edges.o = cube_of_flip(value % 2048).edges.o;
        cube
    },
};

/// Permutation of the edges: 12! = 479 001 600.
pub const EDGES: Coordinate = Coordinate {
    name: "edges",
    pieces: PieceKind::Edge,
    size: 479_001_600,
    in_phase_2: false,
    of: |cube| rank(&cube.edges.e),
    cube: |value| {
        let mut cube = CubieCube::SOLVED;
        cube.edges.e = unrank(value);
        cube
    },
};

/// Permutation of the corners: 8! = 40320.
pub const CORNERS: Coordinate = Coordinate {
    name: "corners",
    pieces: PieceKind::Corner,
    size: 40320,
    in_phase_2: false,
    of: corners,
    cube: cube_of_corners,
};

/// Permutation of the edges of the layers U and D: 8! = 40320. It applies only to cubes with these edges in these layers, and to
/// turns that keep them there.
pub const UD_EDGES: Coordinate = Coordinate {
    name: "ud-edges",
    pieces: PieceKind::Edge,
    size: 40320,
    in_phase_2: true,
    of: ud_edges,
    cube: cube_of_ud_edges,
};

/// Permutation of the edges of the layer between U and D: 4! = 24. It applies only to the same cubes and turns.
pub const SLICE_ORDER: Coordinate = Coordinate {
    name: "slice-order",
    pieces: PieceKind::Edge,
    size: 24,
    in_phase_2: true,
    of: slice_order,
    cube: cube_of_slice_order,
};

fn twist(cube: &CubieCube) -> usize {
    cube.corners.o[..7].iter().fold(0, |value, &o| 3 * value + usize::from(o))
}

fn cube_of_twist(value: usize) -> CubieCube {
    let mut cube = CubieCube::SOLVED;
    let mut rest = value;
    for o in cube.corners.o[..7].iter_mut().rev() {
        *o = (rest % 3) as u8;
        rest /= 3;
    }
    cube.corners.o[7] = (21 - cube.corners.o[..7].iter().sum::<u8>()) % 3;
    cube
}

fn flip(cube: &CubieCube) -> usize {
    cube.edges.o[..11].iter().fold(0, |value, &o| 2 * value + usize::from(o))
}

fn cube_of_flip(value: usize) -> CubieCube {
    let mut cube = CubieCube::SOLVED;
    for (at, o) in cube.edges.o[..11].iter_mut().enumerate() {
        *o = (value >> (10 - at) & 1) as u8;
    }
    cube.edges.o[11] = (value.count_ones() % 2) as u8;
    cube
}

/// Binomial coefficients C(n, k) for n < 12 and k < 4, all that [`slice`] needs.
const BINOMIAL: [[u16; 4]; 12] = {
    let mut table = [[0; 4]; 12];
    let mut n = 0;
    while n < 12 {
        table[n][0] = 1;
        let mut k = 1;
        while k < 4 && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// From the last place down, each place without an edge of the slice skips the C(n, k) choices that put one there,
/// k + 1 being the edges still to come.
fn slice(cube: &CubieCube) -> usize {
    let mut left = 4;
    let mut value = 0;
    for at in (0..12).rev() {
        if left == 0 {
            break;
        }
        if cube.edges.e[at] >= 8 {
            left -= 1;
        } else {
            value += BINOMIAL[at][left - 1];
        }
    }
    usize::from(value)
}

fn cube_of_slice(value: usize) -> CubieCube {
    let mut cube = CubieCube::SOLVED;
    let mut left = 4;
    let mut others = 8;
    let mut rest = value as u16;
    for at in (0..12).rev() {
        let skipped = if left > 0 { BINOMIAL[at][left - 1] } else { 0 };
        if left > 0 && rest < skipped {
            left -= 1;
            cube.edges.e[at] = 8 + left as u8;
        } else {
            rest -= skipped;
            others -= 1;
            cube.edges.e[at] = others;
        }
    }
    cube
}

/// Takes the layer between R and L to the one between U and D.
fn rl_to_ud() -> Symmetry {
    Symmetry::third_turn(1)
}

/// Takes the layer between F and B to the one between U and D.
fn fb_to_ud() -> Symmetry {
    Symmetry::third_turn(2)
}

fn slice_sorted(cube: &CubieCube) -> usize {
    let mut order = [0; 4];
    let pieces = cube.edges.e.iter().filter(|&&piece| piece >= 8);
    for (place, &piece) in order.iter_mut().zip(pieces) {
        *place = piece - 8;
    }
    24 * slice(cube) + rank(&order)
}

fn cube_of_slice_sorted(value: usize) -> CubieCube {
    let mut cube = cube_of_slice(value / 24);
    let pieces = cube.edges.e.iter_mut().filter(|piece| **piece >= 8);
    for (piece, order) in pieces.zip(unrank::<4>(value % 24)) {
        *piece = 8 + order;
    }
    cube
}

/// One in each of sixteen nibbles.
const ONES: u64 = 0x1111_1111_1111_1111;

/// Rank of a permutation of 0..N, N up to 16: the sum over all places i of i! times the number of larger entries before i.
pub fn rank<const N: usize>(permutation: &[u8; N]) -> usize {
    // Nibble p counts the numbers so far that are larger than p.
    let mut larger = 0u64;
    let mut rank = 0;
    let mut factorial = 1;
    for (i, &piece) in permutation.iter().enumerate() {
        factorial *= i.max(1);
        let below = 4 * u32::from(piece);
        rank += factorial * (larger >> below & 15) as usize;
        larger += ONES & ((1 << below) - 1);
    }
    rank
}

/// The permutation of that rank.
pub fn unrank<const N: usize>(rank: usize) -> [u8; N] {
    let mut larger = [0; N];
    let mut rest = rank;
    for (i, digit) in larger.iter_mut().enumerate() {
        *digit = rest % (i + 1);
        rest /= i + 1;
    }
    // From the last place down: among the numbers left, a nibble each, the one with exactly `larger` above it.
    let mut left = 0xFEDC_BA98_7654_3210u64;
    let mut permutation = [0; N];
    for i in (0..N).rev() {
        let at = 4 * (i - larger[i]) as u32;
        permutation[i] = (left >> at & 15) as u8;
        let below = (1 << at) - 1;
        left = left & below | left >> 4 & !below;
    }
    permutation
}

fn corners(cube: &CubieCube) -> usize {
    rank(&cube.corners.c)
}

fn cube_of_corners(value: usize) -> CubieCube {
    let mut cube = CubieCube::SOLVED;
    cube.corners.c = unrank(value);
    cube
}

fn ud_edges(cube: &CubieCube) -> usize {
    let pieces: [u8; 8] = std::array::from_fn(|at| cube.edges.e[at]);
    debug_assert!(pieces.iter().all(|&piece| piece < 8));
    rank(&pieces)
}

fn cube_of_ud_edges(value: usize) -> CubieCube {
    let mut cube = CubieCube::SOLVED;
    cube.edges.e[..8].copy_from_slice(&unrank::<8>(value));
    cube
}

fn slice_order(cube: &CubieCube) -> usize {
    debug_assert!(cube.edges.e[8..].iter().all(|&piece| piece >= 8));
    let pieces: [u8; 4] = std::array::from_fn(|at| cube.edges.e[8 + at] - 8);
    rank(&pieces)
}

fn cube_of_slice_order(value: usize) -> CubieCube {
    let mut cube = CubieCube::SOLVED;
    let order = unrank::<4>(value);
    for (place, piece) in cube.edges.e[8..].iter_mut().zip(order) {
        *place = 8 + piece;
    }
    cube
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::moves::{Face, Move};

    #[test]
    fn every_value_comes_back_and_home_is_zero() {
        for coordinate in ALL {
            assert_eq!((coordinate.of)(&CubieCube::SOLVED), 0, "{}", coordinate.name);
            for value in (0..coordinate.size).step_by(1 + coordinate.size / 50_000) {
                let cube = (coordinate.cube)(value);
                assert_eq!((coordinate.of)(&cube), value, "{}", coordinate.name);
                assert!(crate::model::cubie::Corners::new(cube.corners.c, cube.corners.o).is_ok());
                assert!(crate::model::cubie::Edges::new(cube.edges.e, cube.edges.o).is_ok());
                assert_eq!(cube.corners.unsolvable_twist(), None);
                assert_eq!(cube.edges.o.iter().sum::<u8>() % 2, 0);
            }
        }
    }

    #[test]
    fn published_values() {
        // kociemba.org/cube.htm: twist and corner permutation after R.
        let right = CubieCube::of_move(Move::new(Face::R, 1).unwrap());
        assert_eq!((TWIST.of)(right), 1494);
        assert_eq!((CORNERS.of)(right), 21021);
        let sizes = [2187, 2048, 495, 11880, 11880, 11880, 1_013_760, 40320, 479_001_600, 40320, 24];
        assert_eq!(ALL.map(|c| c.size), sizes);
        // The five examples of the places of the slice, and a layer's own faces, which leave it alone.
        for (places, value) in [
            ([8, 9, 10, 11], 0),
            ([7, 9, 10, 11], 1),
            ([3, 6, 9, 11], 62),
            ([1, 4, 8, 9], 305),
            ([0, 1, 2, 3], 494),
        ] {
            let mut cube = CubieCube::SOLVED;
            let (mut slice, mut others) = (8..12, 0..8);
            cube.edges.e = std::array::from_fn(|at| {
                if places.contains(&at) { slice.next() } else { others.next() }.unwrap()
            });
            assert_eq!((SLICE.of)(&cube), value);
        }
        for (coordinate, faces) in [
            (SLICE_SORTED, [Face::U, Face::D]),
            (RL_SLICE_SORTED, [Face::R, Face::L]),
            (FB_SLICE_SORTED, [Face::F, Face::B]),
        ] {
            for face in Face::ALL {
                let turned = (coordinate.of)(CubieCube::of_move(Move::new(face, 1).unwrap()));
                assert_eq!(turned == 0, faces.contains(&face), "{} {face}", coordinate.name);
            }
        }
    }

    #[test]
    fn slice_is_the_place_in_the_list_of_all_choices() {
        // All 4-element subsets of the 12 places in the order of their bit sets, largest first: the definition.
        let mut sets: Vec<u32> = (0..1 << 12).filter(|set: &u32| set.count_ones() == 4).collect();
        sets.reverse();
        for (value, set) in sets.into_iter().enumerate() {
            let cube = cube_of_slice(value);
            let places = (0..12).filter(|&at| cube.edges.e[at] >= 8).fold(0, |bits, at| bits | 1 << at);
            assert_eq!(places, set);
        }
    }
}
