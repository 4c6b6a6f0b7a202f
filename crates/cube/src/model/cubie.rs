//! The cube as its pieces: which corner and which edge is in each slot, and how it is oriented.
//!
//! Start at [`CubieCube`], a pair of [`Corners`] and [`Edges`]. Permutations are in "replaced by" representation:
//! `corners.c[place]` is the corner that is now at `place`, and `corners.o[place]` is its twist in clockwise thirds. Products
//! act left to right: `a.then(&b)` is a, then b, with c\[x\] = a.c\[b.c\[x\]\] and o\[x\] = a.o\[b.c\[x\]\] + b.o\[x\]. The
//! order of the pieces, the reference orientations and the turns are Kociemba's (kociemba.org/cube.htm).
//!
//! [`crate::model::solvability`] checks whether a cube can be solved by turning its faces.

use crate::model::moves::{Face, Move};
use std::fmt;

/// Names of the corners in their order.
pub const CORNER_NAMES: [&str; 8] = ["URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB"];

/// Names of the edges in their order; the last four are those of the layer between U and D.
pub const EDGE_NAMES: [&str; 12] = ["UR", "UF", "UL", "UB", "DR", "DF", "DL", "DB", "FR", "FL", "BL", "BR"];

/// The eight corners: a permutation and a twist (0 to 2) for each place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Corners {
    pub(crate) c: [u8; 8],
    pub(crate) o: [u8; 8],
}

/// The twelve edges: a permutation and a flip (0 or 1) for each place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Edges {
    pub(crate) e: [u8; 12],
    pub(crate) o: [u8; 12],
}

/// A 3x3x3 cube that may be assembled in any way; the centres stay in place.
///
/// ```
/// use permutant_cube::model::cubie::CubieCube;
/// use permutant_cube::model::moves::{Face, Move};
/// let right = Move::new(Face::R, 1).unwrap();
/// let cube = CubieCube::SOLVED.after(&[right; 3]);
/// assert_eq!(cube.after(&[right]), CubieCube::SOLVED);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CubieCube {
    /// The corners.
    pub corners: Corners,
    /// The edges.
    pub edges: Edges,
}

/// The error for arrays that do not describe pieces in places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CubieError {
    /// A place holds a piece that does not exist.
    #[error("{kind} {at} is {found}: expected a number below {count}")]
    NoSuchPiece {
        /// Corner or edge.
        kind: PieceKind,
        /// Place, from 0.
        at: usize,
        /// What was found there.
        found: u8,
        /// Number of pieces of that kind.
        count: u8,
    },
    /// A piece is at two places, so another is missing.
    #[error("{kind} {} is at {} and at {}", .kind.name(*.piece), .kind.name(*.first as u8), .kind.name(*.second as u8))]
    Twice {
        /// Corner or edge.
        kind: PieceKind,
        /// The piece.
        piece: u8,
        /// The first place that holds it.
        first: usize,
        /// The second place that holds it.
        second: usize,
    },
    /// An orientation that does not exist.
    #[error("the orientation of the {kind} at {} is {found}: expected a number below {count}", .kind.name(*.at as u8))]
    NoSuchOrientation {
        /// Corner or edge.
        kind: PieceKind,
        /// Place, from 0.
        at: usize,
        /// What was found there.
        found: u8,
        /// Number of orientations: 3 for corners, 2 for edges.
        count: u8,
    },
}

/// Corner or edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PieceKind {
    /// One of the eight corners.
    Corner,
    /// One of the twelve edges.
    Edge,
}

impl PieceKind {
    /// The name of a piece (or place) of this kind, as `URF` or `FL`.
    pub fn name(self, piece: u8) -> &'static str {
        let names = match self {
            PieceKind::Corner => &CORNER_NAMES[..],
            PieceKind::Edge => &EDGE_NAMES[..],
        };
        names.get(usize::from(piece)).copied().unwrap_or("?")
    }
}

impl fmt::Display for PieceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PieceKind::Corner => "corner",
            PieceKind::Edge => "edge",
        })
    }
}

/// Checks a permutation and its orientations, and names the first fault.
fn check<const N: usize>(
    kind: PieceKind,
    pieces: &[u8; N],
    turned: &[u8; N],
    ways: u8,
) -> Result<(), CubieError> {
    let mut seen = [None; N];
    for (at, &piece) in pieces.iter().enumerate() {
        let Some(place) = seen.get_mut(usize::from(piece)) else {
            return Err(CubieError::NoSuchPiece { kind, at, found: piece, count: N as u8 });
        };
        if let Some(first) = place.replace(at) {
            return Err(CubieError::Twice { kind, piece, first, second: at });
        }
    }
    match turned.iter().position(|&o| o >= ways) {
        Some(at) => Err(CubieError::NoSuchOrientation { kind, at, found: turned[at], count: ways }),
        None => Ok(()),
    }
}

/// Whether a permutation is odd, from its length minus the number of its cycles. O(N).
pub(crate) fn is_odd(permutation: &[u8]) -> bool {
    let mut seen = 0u32;
    let mut odd = false;
    for start in 0..permutation.len() {
        let mut at = start;
        let mut length = 0;
        while seen & (1 << at) == 0 {
            seen |= 1 << at;
            at = usize::from(permutation[at]);
            length += 1;
        }
        odd ^= length > 0 && length % 2 == 0;
    }
    odd
}

impl Corners {
    /// Every corner solved.
    pub const SOLVED: Corners = Corners { c: [0, 1, 2, 3, 4, 5, 6, 7], o: [0; 8] };

    /// Corners from the arrays `c` (a permutation of 0..8) and `o` (each below 3).
    pub fn new(c: [u8; 8], o: [u8; 8]) -> Result<Corners, CubieError> {
        check(PieceKind::Corner, &c, &o, 3)?;
        Ok(Corners { c, o })
    }

    /// The corner at each place.
    pub fn permutation(&self) -> [u8; 8] {
        self.c
    }

    /// The twist of the corner at each place: clockwise thirds, 0 to 2.
    pub fn twists(&self) -> [u8; 8] {
        self.o
    }

    /// This, then `next`.
    pub const fn then(&self, next: &Corners) -> Corners {
        let mut product = Corners::SOLVED;
        let mut x = 0;
        while x < 8 {
            let from = next.c[x] as usize & 7;
            product.c[x] = self.c[from];
            let o = self.o[from] + next.o[x];
            product.o[x] = if o >= 3 { o - 3 } else { o };
            x += 1;
        }
        product
    }

    /// The inverse.
    pub const fn inverse(&self) -> Corners {
        let mut inverse = Corners::SOLVED;
        let mut x = 0;
        while x < 8 {
            let piece = self.c[x] as usize & 7;
            inverse.c[piece] = x as u8;
            inverse.o[piece] = (3 - self.o[x]) % 3;
            x += 1;
        }
        inverse
    }

    /// The effect of one face turn on the corners.
    pub const fn of_move(turn: Move) -> &'static Corners {
        &MOVES[turn.index()].corners
    }
}

impl Edges {
    /// Every edge solved.
    pub const SOLVED: Edges = Edges { e: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], o: [0; 12] };

    /// Edges from the arrays `e` (a permutation of 0..12) and `o` (each below 2).
    pub fn new(e: [u8; 12], o: [u8; 12]) -> Result<Edges, CubieError> {
        check(PieceKind::Edge, &e, &o, 2)?;
        Ok(Edges { e, o })
    }

    /// The edge at each place.
    pub fn permutation(&self) -> [u8; 12] {
        self.e
    }

    /// The flip of the edge at each place, 0 or 1.
    pub fn flips(&self) -> [u8; 12] {
        self.o
    }

    /// This, then `next`.
    pub const fn then(&self, next: &Edges) -> Edges {
        let mut product = Edges::SOLVED;
        let mut x = 0;
        while x < 12 {
            let from = next.e[x] as usize;
            product.e[x] = self.e[from];
            product.o[x] = self.o[from] ^ next.o[x];
            x += 1;
        }
        product
    }

    /// The inverse.
    pub const fn inverse(&self) -> Edges {
        let mut inverse = Edges::SOLVED;
        let mut x = 0;
        while x < 12 {
            inverse.e[self.e[x] as usize] = x as u8;
            inverse.o[self.e[x] as usize] = self.o[x];
            x += 1;
        }
        inverse
    }
}

impl CubieCube {
    /// The solved cube.
    pub const SOLVED: CubieCube = CubieCube { corners: Corners::SOLVED, edges: Edges::SOLVED };

    /// This, then `next`: applies to this cube the turns that lead from the solved cube to `next`.
    pub const fn then(&self, next: &CubieCube) -> CubieCube {
        CubieCube { corners: self.corners.then(&next.corners), edges: self.edges.then(&next.edges) }
    }

    /// The inverse cube: `a.then(&a.inverse())` is solved.
    pub const fn inverse(&self) -> CubieCube {
        CubieCube { corners: self.corners.inverse(), edges: self.edges.inverse() }
    }

    /// The solved cube after one face turn.
    pub const fn of_move(turn: Move) -> &'static CubieCube {
        &MOVES[turn.index()]
    }

    /// Whether the permutation of the corners is odd; on a solvable cube that of the edges is too.
    pub fn is_odd(&self) -> bool {
        is_odd(&self.corners.c)
    }

    /// This cube after some turns. O(length).
    pub fn after(&self, moves: &[Move]) -> CubieCube {
        moves.iter().fold(*self, |cube, &turn| cube.then(CubieCube::of_move(turn)))
    }
}

/// The six quarter turns in the order U R F D L B.
const QUARTER_TURNS: [CubieCube; 6] = {
    const fn turn(c: [u8; 8], o: [u8; 8], e: [u8; 12], f: [u8; 12]) -> CubieCube {
        CubieCube { corners: Corners { c, o }, edges: Edges { e, o: f } }
    }
    const HOME: [u8; 12] = [0; 12];
    [
        turn([3, 0, 1, 2, 4, 5, 6, 7], [0; 8], [3, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11], HOME),
        turn(
            [4, 1, 2, 0, 7, 5, 6, 3],
            [2, 0, 0, 1, 1, 0, 0, 2],
            [8, 1, 2, 3, 11, 5, 6, 7, 4, 9, 10, 0],
            HOME,
        ),
        turn(
            [1, 5, 2, 3, 0, 4, 6, 7],
            [1, 2, 0, 0, 2, 1, 0, 0],
            [0, 9, 2, 3, 4, 8, 6, 7, 1, 5, 10, 11],
            [0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0],
        ),
        turn([0, 1, 2, 3, 5, 6, 7, 4], [0; 8], [0, 1, 2, 3, 5, 6, 7, 4, 8, 9, 10, 11], HOME),
        turn(
            [0, 2, 6, 3, 4, 1, 5, 7],
            [0, 1, 2, 0, 0, 2, 1, 0],
            [0, 1, 10, 3, 4, 5, 9, 7, 8, 2, 6, 11],
            HOME,
        ),
        turn(
            [0, 1, 3, 7, 4, 5, 2, 6],
            [0, 0, 1, 2, 0, 0, 2, 1],
            [0, 1, 2, 11, 4, 5, 6, 10, 8, 9, 3, 7],
            [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1],
        ),
    ]
};

/// The eighteen face turns in the order of [`Move`].
static MOVES: [CubieCube; Move::COUNT] = {
    let mut moves = [CubieCube::SOLVED; Move::COUNT];
    let mut face = 0;
    while face < Face::ALL.len() {
        let quarter = QUARTER_TURNS[face];
        let half = quarter.then(&quarter);
        moves[3 * face] = quarter;
        moves[3 * face + 1] = half;
        moves[3 * face + 2] = half.then(&quarter);
        face += 1;
    }
    moves
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_turn_has_order_four_or_two_and_its_inverse_undoes_it() {
        for turn in Move::ALL {
            let cube = CubieCube::of_move(turn);
            assert_eq!(cube.then(CubieCube::of_move(turn.inverse())), CubieCube::SOLVED);
            assert_eq!(cube.inverse(), *CubieCube::of_move(turn.inverse()));
            let order = (1..).find(|&n| CubieCube::SOLVED.after(&vec![turn; n]) == CubieCube::SOLVED);
            assert_eq!(order, Some(if turn.quarters() == 2 { 2 } else { 4 }));
        }
    }

    #[test]
    fn known_orders_of_sequences() {
        // D. Singmaster, Notes on Rubik's Magic Cube; the last is the superflip in 20 turns.
        let order = |names: &str| {
            let moves: Vec<Move> = names
                .split(' ')
                .map(|name| Move::ALL.into_iter().find(|m| m.to_string() == name).unwrap())
                .collect();
            let step = CubieCube::SOLVED.after(&moves);
            let mut cube = step;
            let mut order = 1;
            while cube != CubieCube::SOLVED {
                cube = cube.then(&step);
                order += 1;
            }
            order
        };
        assert_eq!(order("R U"), 105);
        assert_eq!(order("R U'"), 63);
        assert_eq!(order("R' D' R D"), 6);
        assert_eq!(order("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"), 2);
    }

    #[test]
    fn arrays_are_checked() {
        let home = Corners::SOLVED;
        let mut c = home.c;
        c[3] = 8;
        assert_eq!(
            Corners::new(c, home.o),
            Err(CubieError::NoSuchPiece { kind: PieceKind::Corner, at: 3, found: 8, count: 8 })
        );
        c[3] = 5;
        let twice = Corners::new(c, home.o).unwrap_err();
        assert_eq!(twice.to_string(), "corner DLF is at UBR and at DLF");
        let mut o = Edges::SOLVED.o;
        o[11] = 2;
        let flip = Edges::new(Edges::SOLVED.e, o).unwrap_err();
        assert_eq!(flip.to_string(), "the orientation of the edge at BR is 2: expected a number below 2");
    }

    #[test]
    fn parity_counts_exchanges() {
        assert!(!is_odd(&[0, 1, 2, 3]));
        assert!(is_odd(&[1, 0, 2, 3]));
        assert!(!is_odd(&[1, 2, 0, 3]));
        assert!(is_odd(&[1, 2, 3, 0]));
    }
}
