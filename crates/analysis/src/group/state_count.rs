//! The number of states of a puzzle, up to exchanges of identical pieces and up to rotations of the whole.
//!
//! Start at [`StateCount::of`].

use crate::group::identical_pieces::IdenticalPieces;
use permutant_group::UBig;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;

/// The number of states of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateCount {
    /// The states that the generators reach from the solved one in its fixed orientation.
    pub states: UBig,
    /// The number of rotations of the whole puzzle, with the identity, that have the effect of moves; 1 if that is not known. No state is
    /// invariant under any of the others.
    pub rotations: usize,
}

impl StateCount {
    /// Counts the states. `None` if the order of the group is not known (see [`crate::group::order::order`]), if moves are not always
    /// possible, if exchanges of identical pieces do not normalise the group, or if the computation would take long.
    pub fn of(puzzle: &Puzzle) -> Option<Self> {
        if puzzle.is_restricted() {
            return None;
        }
        let generators = puzzle.generators().map(|base| base.transformation.clone()).collect();
        let alike = IdenticalPieces::new(puzzle.orbits(), generators, puzzle.solved())?;
        Some(StateCount { states: alike.states(), rotations: rotations(puzzle, &alike) })
    }

    /// The number of states up to rotation of the whole puzzle, if moves can turn it as a whole: 3 674 160 of the 88 179 840 of a 2x2x2.
    pub fn up_to_rotation(&self) -> Option<UBig> {
        (self.rotations > 1).then(|| &self.states / UBig::from(self.rotations))
    }
}

/// The number of rotations with the effect of moves; 1 if that is not known, or if one of them preserves the appearance of some states.
fn rotations(puzzle: &Puzzle, alike: &IdenticalPieces<'_>) -> usize {
    let solved = puzzle.solved();
    let (mut reached, mut generators) = (vec![solved.clone()], Vec::new());
    for rotation in puzzle.rotations() {
        let turned = solved.after(rotation);
        if reached.contains(&turned) {
            continue;
        }
        match alike.reaches(&turned) {
            Some(true) => generators.push(rotation),
            Some(false) => continue,
            None => return 1,
        }
        // The rotations that they generate.
        let mut at = 0;
        while at < reached.len() {
            for next in generators.iter().map(|rotation| reached[at].after(rotation)).collect::<Vec<_>>() {
                if !reached.contains(&next) {
                    reached.push(next);
                }
            }
            at += 1;
        }
    }
    if reached[1..].iter().all(|turned| changes_every_state(solved, turned)) { reached.len() } else { 1 }
}

/// Whether what brings a solved state to another one changes the appearance of every state: it moves or turns a piece of an orbit in which no
/// two are identical and no orientation is hidden.
fn changes_every_state(solved: &State, turned: &State) -> bool {
    solved.orbits.iter().zip(&turned.orbits).any(|(home, turned)| {
        let mut pieces = home.pieces.clone();
        pieces.sort_unstable();
        pieces.dedup();
        let is_told =
            pieces.len() == home.pieces.len() && home.moduli.windows(2).all(|pair| pair[0] == pair[1]);
        is_told && home != turned
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_puzzles::{defined, named};

    fn count(name: &str) -> Option<UBig> {
        StateCount::of(&named(name)).map(|count| count.states)
    }

    /// Published numbers of positions that do not depend on how the puzzle is held.
    #[test]
    fn positions_up_to_rotation() {
        for (name, known) in [
            ("2x2x2", Some("3674160")),
            ("4x4x4", Some("7401196841564901869874093974498574336000000000")),
            ("void cube", Some("3604333606207488000")),
            ("kilominx", Some("23563902142421896679424000")),
            ("3x3x3", None),
            ("5x5x5", None),
            ("skewb", None),
            ("pyraminx", None),
            ("torus:3x3", None),
        ] {
            let found = StateCount::of(&named(name)).unwrap().up_to_rotation();
            assert_eq!(found.map(|count| count.to_string()).as_deref(), known, "{name}");
        }
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
        assert_eq!(StateCount::of(&defined(text)).unwrap().states, UBig::from(15u8));
        // Only the ring: exchanges do not normalise its group, so no result is claimed.
        let ring = text.split("[[move]]").next().unwrap();
        assert_eq!(StateCount::of(&defined(ring)), None);
    }
}
