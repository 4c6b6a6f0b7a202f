//! Which cubes can be solved by turning faces, and the reason why a cube cannot.
//!
//! Start at [`CubieCube::check_solvable`]. Of the 8! · 3^8 · 12! · 2^12 ways to assemble the cube, one in twelve can be solved:
//! the sum of the twists must be a multiple of 3, the sum of the flips must be even, and the permutations of corners and edges
//! must have the same parity. [`NotSolvable`] tells which of the three conditions fails. It names pieces where only one choice
//! of them is plausible.

use crate::model::cubie::{CORNER_NAMES, Corners, CubieCube, EDGE_NAMES, is_odd};
use std::fmt;

/// Why turning faces never solves this cube. At least one field is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct NotSolvable {
    /// The twists do not add up to a multiple of 3.
    pub twist: Option<Twisted>,
    /// The flips add up to an odd number.
    pub flip: Option<Flipped>,
    /// The permutations of corners and edges differ in parity.
    pub parity: Option<Exchanged>,
}

/// One corner is twisted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Twisted {
    /// The direction: clockwise if true, else counterclockwise.
    pub clockwise: bool,
    /// The corner, if it is in its place and the only one that is twisted.
    pub corner: Option<&'static str>,
}

/// One edge is flipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flipped {
    /// The edge, if it is in its place and the only one that is flipped.
    pub edge: Option<&'static str>,
}

/// Two pieces are exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exchanged {
    /// Exactly these two corners are exchanged; every other piece is in its place.
    Corners(&'static str, &'static str),
    /// Exactly these two edges are exchanged; every other piece is in its place.
    Edges(&'static str, &'static str),
    /// Two edges or, equivalently, two corners; it is undetermined which.
    Some,
}

impl fmt::Display for NotSolvable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut reasons = Vec::new();
        if let Some(Twisted { clockwise, corner }) = self.twist {
            let way = if clockwise { "clockwise" } else { "counterclockwise" };
            reasons.push(match corner {
                Some(name) => format!("one corner is twisted {way} ({name})"),
                None => format!("one corner is twisted {way}"),
            });
        }
        if let Some(Flipped { edge }) = self.flip {
            reasons.push(match edge {
                Some(name) => format!("one edge is flipped ({name})"),
                None => "one edge is flipped".to_owned(),
            });
        }
        if let Some(exchanged) = self.parity {
            reasons.push(match exchanged {
                Exchanged::Corners(a, b) => format!("two corners are exchanged ({a} and {b})"),
                Exchanged::Edges(a, b) => format!("two edges are exchanged ({a} and {b})"),
                Exchanged::Some => "two edges are exchanged".to_owned(),
            });
        }
        f.write_str(&reasons.join(", and "))
    }
}

impl std::error::Error for NotSolvable {}

/// The only place whose orientation is not 0, if there is just one and its own piece is there.
fn only_turned(pieces: &[u8], turned: &[u8]) -> Option<usize> {
    let mut places = (0..turned.len()).filter(|&at| turned[at] != 0);
    let at = places.next()?;
    (places.next().is_none() && usize::from(pieces[at]) == at).then_some(at)
}

/// The two places that hold each other's pieces, if every other piece is in its place.
fn only_exchanged(pieces: &[u8]) -> Option<(usize, usize)> {
    let mut places = (0..pieces.len()).filter(|&at| usize::from(pieces[at]) != at);
    let pair = (places.next()?, places.next()?);
    places.next().is_none().then_some(pair)
}

impl Corners {
    /// The corner twist that makes the cube unsolvable, if any. This is the only possible error of a 2x2x2.
    pub fn unsolvable_twist(&self) -> Option<Twisted> {
        let clockwise = match self.o.iter().sum::<u8>() % 3 {
            0 => return None,
            sum => sum == 1,
        };
        let corner = only_turned(&self.c, &self.o).map(|at| CORNER_NAMES[at]);
        Some(Twisted { clockwise, corner })
    }
}

impl CubieCube {
    /// Checks whether turning faces can solve this cube, and gives the reason if not. O(1).
    ///
    /// ```
    /// use permutant_cube::model::cubie::{Corners, CubieCube};
    /// let twisted = Corners::new([0, 1, 2, 3, 4, 5, 6, 7], [0, 0, 1, 0, 0, 0, 0, 0]).unwrap();
    /// let cube = CubieCube { corners: twisted, ..CubieCube::SOLVED };
    /// assert_eq!(cube.check_solvable().unwrap_err().to_string(), "one corner is twisted clockwise (ULB)");
    /// ```
    pub fn check_solvable(&self) -> Result<(), NotSolvable> {
        let CubieCube { corners, edges } = self;
        let twist = corners.unsolvable_twist();
        let flip = (edges.o.iter().sum::<u8>() % 2 == 1)
            .then(|| Flipped { edge: only_turned(&edges.e, &edges.o).map(|at| EDGE_NAMES[at]) });
        let parity = (is_odd(&corners.c) != is_odd(&edges.e)).then(|| {
            let corners_home = corners.c == Corners::SOLVED.c;
            let edges_home = edges.e.iter().enumerate().all(|(at, &piece)| at == usize::from(piece));
            match (only_exchanged(&corners.c), only_exchanged(&edges.e)) {
                (Some((a, b)), None) if edges_home => Exchanged::Corners(CORNER_NAMES[a], CORNER_NAMES[b]),
                (None, Some((a, b))) if corners_home => Exchanged::Edges(EDGE_NAMES[a], EDGE_NAMES[b]),
                _ => Exchanged::Some,
            }
        });
        if twist.is_none() && flip.is_none() && parity.is_none() {
            return Ok(());
        }
        Err(NotSolvable { twist, flip, parity })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::moves::Move;

    fn reason(change: impl Fn(&mut CubieCube), then: &[Move]) -> String {
        let mut cube = CubieCube::SOLVED;
        change(&mut cube);
        cube.after(then).check_solvable().map_or_else(|reason| reason.to_string(), |()| String::new())
    }

    #[test]
    fn each_fault_has_its_reason() {
        type Case = (fn(&mut CubieCube), &'static str, &'static str);
        let cases: [Case; 8] = [
            (|_| {}, "", ""),
            (
                |cube| cube.corners.o[0] = 1,
                "one corner is twisted clockwise (URF)",
                "one corner is twisted clockwise",
            ),
            (
                |cube| cube.corners.o[6] = 2,
                "one corner is twisted counterclockwise (DBL)",
                "one corner is twisted counterclockwise",
            ),
            (|cube| cube.corners.o[..3].fill(1), "", ""),
            (|cube| cube.edges.o[9] = 1, "one edge is flipped (FL)", "one edge is flipped"),
            (
                |cube| cube.edges.e.swap(0, 1),
                "two edges are exchanged (UR and UF)",
                "two edges are exchanged",
            ),
            (
                |cube| cube.corners.c.swap(4, 7),
                "two corners are exchanged (DFR and DRB)",
                "two edges are exchanged",
            ),
            (
                |cube| {
                    cube.corners.o[1] = 2;
                    cube.edges.o[3] = 1;
                    cube.edges.e.swap(3, 8);
                },
                "one corner is twisted counterclockwise (UFL), and one edge is flipped, and two edges are exchanged (UB and FR)",
                "one corner is twisted counterclockwise, and one edge is flipped, and two edges are exchanged",
            ),
        ];
        let scramble = [0, 3, 7, 10, 14, 15, 4, 1, 8].map(|m| Move::ALL[m]);
        for (change, plain, scrambled) in cases {
            assert_eq!(reason(change, &[]), plain);
            assert_eq!(reason(change, &scramble), scrambled);
        }
    }
}
