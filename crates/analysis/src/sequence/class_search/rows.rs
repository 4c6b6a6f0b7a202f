//! The effects of sequences as rows of numbers over the slots that moves touch, and the orbits of a pattern over these slots.
//!
//! Start at [`Rows`]. An entry of a row is `from << 16 | twist`, read "replaced by": the slot from which the piece came, and its twist
//! on the way. Bits 16 to 31 are the slot, bits 0 to 15 the twist.

use permutant_puzzle::cycle_class::CyclePattern;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::touched_slots::{Step, TouchedSlots};
use permutant_puzzle::transformation::Transformation;
use std::ops::Range;

/// A change of all touched slots.
pub(super) type Row = Vec<u32>;

/// A change as steps: (to, from, twist).
pub(super) type Steps = Vec<(u16, u16, u16)>;

/// The touched slots of a puzzle in a row.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    touched: TouchedSlots,
    /// By touched slot: the modulus of its twists.
    pub(super) moduli: Vec<u16>,
}

/// The slot from which a piece came.
pub(super) fn from_of(content: u32) -> usize {
    (content >> 16) as usize
}

/// Its twist on the way.
pub(super) fn twist_of(content: u32) -> u16 {
    content as u16
}

impl Rows {
    /// The slots that some change touches; `None` if there are more than 65 535.
    pub(super) fn new(puzzle: &Puzzle, changes: &[Transformation]) -> Option<Self> {
        let touched = TouchedSlots::new(puzzle.orbits(), changes);
        let moduli = touched.slots().iter().map(|&(orbit, _)| puzzle.orbits()[orbit].orientations).collect();
        (touched.len() <= usize::from(u16::MAX)).then_some(Rows { touched, moduli })
    }

    /// The number of slots of a row.
    pub(super) fn slots(&self) -> usize {
        self.touched.len()
    }

    /// By orbit: its touched slots.
    pub(super) fn orbits(&self) -> &[Range<usize>] {
        self.touched.orbits()
    }

    /// The identity.
    pub(super) fn identity(&self) -> Row {
        (0..self.touched.len() as u32).map(|slot| slot << 16).collect()
    }

    /// A change as steps over the touched slots.
    pub(super) fn steps(&self, change: &Transformation) -> Steps {
        let steps = self.touched.steps(change).into_iter();
        steps.map(|Step { to, from, twist }| (to as u16, from as u16, twist)).collect()
    }

    /// Writes the effect of `row` followed by the steps to `to`.
    pub(super) fn apply(&self, row: &[u32], steps: &Steps, to: &mut Row) {
        to.clear();
        to.extend_from_slice(row);
        for &(slot, from, twist) in steps {
            to[usize::from(slot)] = self.turned(row[usize::from(from)], twist, usize::from(slot));
        }
    }

    /// Writes the effect of `a` followed by `b` to `to`.
    pub(super) fn product(&self, a: &[u32], b: &[u32], to: &mut Row) {
        to.clear();
        to.extend(
            b.iter()
                .enumerate()
                .map(|(slot, &content)| self.turned(a[from_of(content)], twist_of(content), slot)),
        );
    }

    fn turned(&self, content: u32, twist: u16, slot: usize) -> u32 {
        let twist = u32::from(twist_of(content)) + u32::from(twist);
        let modulus = u32::from(self.moduli[slot]);
        (content & 0xffff_0000) | if twist >= modulus { twist - modulus } else { twist }
    }

    /// Whether the piece in a slot is in its solved slot and not twisted.
    pub(super) fn is_fixed(row: &[u32], slot: usize) -> bool {
        row[slot] == (slot as u32) << 16
    }

    /// Whether a change is of the pattern. `kinds` is working memory. O(slots).
    pub(super) fn matches(&self, row: &[u32], pattern: &CyclePattern, kinds: &mut Vec<(usize, u16)>) -> bool {
        self.orbits().iter().enumerate().all(|(orbit, range)| {
            let Some(wishes) = &pattern.orbits()[orbit] else { return true };
            let moved = range.clone().filter(|&slot| !Rows::is_fixed(row, slot)).count();
            if moved != wishes.iter().map(|wish| wish.length).sum::<usize>() {
                return false;
            }
            kinds.clear();
            let mut seen = vec![false; range.len()];
            for start in range.clone().filter(|&slot| !Rows::is_fixed(row, slot)) {
                let (mut slot, mut length, mut twist) = (start, 0, 0u32);
                while !std::mem::replace(&mut seen[slot - range.start], true) {
                    length += 1;
                    twist += u32::from(twist_of(row[slot]));
                    slot = from_of(row[slot]);
                }
                if length > 0 {
                    kinds.push((length, (twist % u32::from(self.moduli[start])) as u16));
                }
            }
            pattern.fits(orbit, kinds)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use permutant_group::random::below;
    use permutant_puzzle::catalog;
    use permutant_puzzle::cycle_class::CycleClass;
    use permutant_puzzle::metric::Metric;
    use permutant_puzzle::moves::Turn;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    #[test]
    fn rows_multiply_and_match_as_changes_do() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        for name in ["3x3x3", "pyraminx", "skewb", "4x4x4"] {
            let puzzle = catalog::find(name).unwrap().puzzle;
            let turns = puzzle.search_turns(&Metric::htm());
            let changes: Vec<_> = turns.iter().map(Turn::transformation).collect();
            let rows = Rows::new(&puzzle, &changes).unwrap();
            let mut random = |length: usize| {
                let (mut row, mut next, mut all) = (rows.identity(), Vec::new(), Transformation::identity());
                for _ in 0..length {
                    let change = &changes[below(&mut rng, changes.len() as u64) as usize];
                    rows.apply(&row, &rows.steps(change), &mut next);
                    std::mem::swap(&mut row, &mut next);
                    all = all.then(change);
                }
                (row, all)
            };
            for length in 0..12 {
                let ((a, all_a), (b, all_b)) = (random(length), random(5));
                let mut product = Vec::new();
                rows.product(&a, &b, &mut product);
                let whole = all_a.then(&all_b);
                let mut expected = Vec::new();
                rows.apply(&rows.identity(), &rows.steps(&whole), &mut expected);
                assert_eq!(product, expected, "{name}");
                let class = CycleClass::of(&whole, puzzle.orbits());
                let pattern = CyclePattern::exactly(&class);
                assert!(rows.matches(&product, &pattern, &mut Vec::new()), "{name}");
                let other = CyclePattern::exactly(&CycleClass::of(&all_b, puzzle.orbits()));
                assert_eq!(
                    rows.matches(&product, &other, &mut Vec::new()),
                    other.matches(&whole, puzzle.orbits()),
                    "{name}"
                );
            }
        }
    }
}
