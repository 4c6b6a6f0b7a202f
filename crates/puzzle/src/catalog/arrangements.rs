//! The number of states of puzzles whose moves are not always possible. A rule gives it, because such moves do not
//! form a group.
//!
//! Start at [`Arrangements`]. Richard M. Wilson (Graph puzzles, homotopy, and the alternating group, 1974) proved
//! which boards with a blank reach all arrangements and which only the even ones.

use dashu_int::UBig;

/// A number of shapes, each with all arrangements of different pieces of some kinds, or with half of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrangements {
    shapes: u64,
    /// The number of pieces of each kind; 0 for unused kinds.
    kinds: [usize; 2],
    is_even: bool,
}

impl Arrangements {
    /// All arrangements of a board, or the even ones.
    pub(super) fn new(positions: usize, is_even: bool) -> Self {
        Arrangements { shapes: 1, kinds: [positions, 0], is_even }
    }

    /// For each of the shapes, all arrangements of two kinds of pieces, each among themselves.
    pub(super) fn of_kinds(shapes: u64, kinds: [usize; 2]) -> Self {
        Arrangements { shapes, kinds, is_even: false }
    }

    /// A number of states that was found by counting.
    pub(super) fn counted(states: u64) -> Self {
        Arrangements { shapes: states, kinds: [0; 2], is_even: false }
    }

    /// The number of arrangements. O(pieces) multiplications.
    pub fn count(self) -> UBig {
        // n! / 2 is the product without the factor 2.
        let factors = self.kinds.into_iter().flat_map(|pieces| 1..=pieces);
        let factors = factors.filter(|&n| !(self.is_even && n == 2));
        factors.fold(UBig::from(self.shapes), |product, n| product * UBig::from(n))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_them_are_even() {
        for (positions, all, even) in [(2usize, 2u32, 1u32), (3, 6, 3), (5, 120, 60)] {
            assert_eq!(Arrangements::new(positions, false).count(), UBig::from(all));
            assert_eq!(Arrangements::new(positions, true).count(), UBig::from(even));
        }
    }
}
