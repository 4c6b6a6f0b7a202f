//! The quarter turns of each face, which the centres of a supercube count.
//!
//! Start at [`QuarterTurns`]. On a cube whose centres show how they are turned, a sequence of face turns solves a position if it solves
//! the other pieces and turns each face through the right number of quarters in total, modulo 4.

use super::cubie::CubieCube;
use super::moves::{Face, Move};

/// A cube to be solved whose centres may matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CubeWithCentres {
    /// Its corners and edges.
    pub cube: CubieCube,
    /// The quarter turns that a solution must make; `None` if the centres do not show how they are turned.
    pub quarters: Option<QuarterTurns>,
}

/// By face: quarter turns clockwise, modulo 4.
///
/// ```
/// use permutant_cube::model::moves::{Face, Move};
/// use permutant_cube::model::quarter_turns::QuarterTurns;
/// let turns = [(Face::R, 1), (Face::U, 3), (Face::R, 2)].map(|(face, quarters)| Move::new(face, quarters).unwrap());
/// assert_eq!(QuarterTurns::of(&turns), QuarterTurns([3, 3, 0, 0, 0, 0]));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QuarterTurns(pub [u8; 6]);

impl QuarterTurns {
    /// Those of a sequence.
    pub fn of(moves: &[Move]) -> Self {
        let mut turns = [0; 6];
        for turn in moves {
            let count = &mut turns[turn.face().index()];
            *count = (*count + turn.quarters()) % 4;
        }
        QuarterTurns(turns)
    }

    /// Whether their total is odd, as is then the permutation of the corners.
    pub fn is_odd(self) -> bool {
        self.0.iter().sum::<u8>() % 2 == 1
    }

    /// What is left of them after a sequence.
    pub(crate) fn without(self, made: QuarterTurns) -> QuarterTurns {
        QuarterTurns(std::array::from_fn(|face| (self.0[face] + 4 - made.0[face]) % 4))
    }

    /// Those of the words whose images under a map of turns have these: the map must carry faces to faces, and turns of one quarter to
    /// turns of one quarter in either direction.
    pub(crate) fn before(self, image: impl Fn(Move) -> Move) -> QuarterTurns {
        let quarter = |face: Face| Move::ALL[3 * face.index()];
        QuarterTurns(Face::ALL.map(|face| {
            let image = image(quarter(face));
            (self.0[image.face().index()] * image.quarters()) % 4
        }))
    }

    /// Whether the faces that G1 turns by halves only, all but U and D, have turned so many quarters up to halves.
    pub(crate) fn agree_in_g1(self, made: QuarterTurns) -> bool {
        [Face::R, Face::F, Face::L, Face::B]
            .iter()
            .all(|face| (self.0[face.index()] + made.0[face.index()]).is_multiple_of(2))
    }
}
