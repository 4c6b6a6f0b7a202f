//! How many states a board with a blank has: known by a rule, since no group tells.
//!
//! Start at [`Arrangements`]. Richard M. Wilson (Graph puzzles, homotopy, and the alternating group, 1974) proved which boards
//! reach all of them and which the even ones alone.

use dashu_int::UBig;

/// The arrangements of different pieces on a board: all of them, or the even ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrangements {
    positions: usize,
    is_even: bool,
}

impl Arrangements {
    pub(super) fn new(positions: usize, is_even: bool) -> Self {
        Arrangements { positions, is_even }
    }

    /// How many they are. O(positions) multiplications.
    pub fn count(self) -> UBig {
        // Half of n! is the product without 2.
        let factors = (1..=self.positions).filter(|&n| !(self.is_even && n == 2));
        factors.fold(UBig::ONE, |product, n| product * UBig::from(n))
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
