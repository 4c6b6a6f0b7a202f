//! The number of states of a puzzle, up to exchanges of identical pieces.
//!
//! Start at [`states`].

use crate::group::identical_pieces::IdenticalPieces;
use permutant_group::UBig;
use permutant_puzzle::puzzle::Puzzle;

/// The number of states that the generators reach from the solved one in its fixed orientation. `None` if the order of the group is not
/// known (see [`crate::group::order::order`]), if moves are not always possible, if exchanges of identical pieces do not normalise the
/// group, or if the computation would take long.
pub fn states(puzzle: &Puzzle) -> Option<UBig> {
    if puzzle.is_restricted() {
        return None;
    }
    let generators = puzzle.generators().map(|base| base.transformation.clone()).collect();
    IdenticalPieces::new(puzzle.orbits(), generators, puzzle.solved()).map(|alike| alike.states())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_puzzles::{defined, named};

    fn count(name: &str) -> Option<UBig> {
        states(&named(name))
    }

    /// Published numbers of positions: for cubes with rotations as moves, 24 times those with a fixed corner; others as listed by Tomas
    /// Rokicki for PuzzleGeometry, to their six digits.
    #[test]
    fn published_numbers_of_states() {
        for (name, known) in [
            ("3x3x3", "43252003274489856000"),
            ("4x4x4", "177628724197557644876978255387965784064000000000"),
            ("5x5x5", "282870942277741856536180333107150328293127731985672134721536000000000000000"),
            ("little chop", "3246670537110000"),
            ("skewb", "3149280"),
            ("torus:3x3", "181440"),
        ] {
            assert_eq!(count(name).unwrap().to_string(), known, "{name}");
        }
        for (name, digits, length) in
            [("fto", "376898", 24), ("master skewb", "507006", 30), ("2x2x2 + little chop", "105409", 32)]
        {
            let found = count(name).unwrap_or_else(|| panic!("{name}")).to_string();
            assert!(rounded(&found) == digits && found.len() == length, "{name}: {found}");
        }
        assert_eq!(count("slide:3x3"), None);
        // 7! 3^6 24!^((N² - 2N) / 4) / 4!^(6 (N - 2)² / 4) with a fixed corner, for even N.
        let factorial = |n: u8| (1..=n).fold(UBig::ONE, |product, n| product * UBig::from(n));
        let power = |base: &UBig, exponent: usize| (0..exponent).fold(UBig::ONE, |product, _| product * base);
        let still = |n: usize| {
            let centres = power(&factorial(4), 6 * (n - 2) * (n - 2) / 4);
            factorial(7) * UBig::from(729u16) * power(&factorial(24), (n * n - 2 * n) / 4) / centres
        };
        for n in [6, 8, 14] {
            assert_eq!(count(&format!("{n}x{n}x{n}")), Some(still(n) * UBig::from(24u8)), "{n}");
        }
    }

    fn rounded(digits: &str) -> String {
        let seven: u32 = digits[..7].parse().unwrap();
        ((seven + 5) / 10).to_string()
    }

    /// If a complete enumeration is quick, it gives the same count.
    #[test]
    fn counted_states() {
        // Four pieces of one kind and two of another on a ring that shifts, with a pair that is exchanged: 6! / (4! 2!).
        let text = "positions = 6\nalike = [[1, 2, 3, 4], [5, 6]]\n[[track]]\nname = \"r\"\ncycle = [1, 2, 3, 4, 5, 6]\n\
                    [[move]]\nname = \"t\"\ncycles = [[1, 2]]\n";
        assert_eq!(states(&defined(text)), Some(UBig::from(15u8)));
        // Only the ring: exchanges do not normalise its group, so no result is claimed.
        let ring = text.split("[[move]]").next().unwrap();
        assert_eq!(states(&defined(ring)), None);
    }
}
