//! Arrangements on a ring, up to turns of the ring and of the names of the pieces.
//!
//! Start at [`Necklaces`]. Turning the ring shifts the row of pieces cyclically, and turning the names adds a constant to each piece; the
//! differences between neighbours, as a cyclic sequence, are what both leave. A class is numbered exactly: its greatest sequence of differences is
//! written from piece 0 on, and the row is ranked. What a search compares first is a sum over pairs of consecutive differences, which a letter
//! changes in few places.

use super::letters::{Letters, MOST_SLOTS, Row, WIDTH};
use crate::mixing::mixed;

/// Differences of two pieces, with the number of slots added, so that none is negative.
const DIFFERENCES: usize = 64;

/// Bits of a difference in a packed sequence: 21 · 5 ≤ 128.
const BITS: usize = 5;

/// What numbers and sums are computed with.
#[derive(Clone, Debug)]
pub(super) struct Necklaces {
    slots: usize,
    is_reflective: bool,
    /// By two consecutive differences: what they add to the sum. Reflection reverses the sequence of differences, and the sum stays.
    weights: Vec<u64>,
}

/// A row with its sum.
#[derive(Clone, Debug)]
pub(super) struct Summed {
    pub(super) row: Row,
    pub(super) sum: u64,
    /// By slot, twice around the ring: the sum of the weights before it.
    before: [u64; 2 * MOST_SLOTS + 1],
}

impl Necklaces {
    pub(super) fn new(letters: &Letters) -> Self {
        let Letters { slots, is_reflective, .. } = *letters;
        let weight = |at: usize| {
            let (first, second) = (at / DIFFERENCES % slots, at % DIFFERENCES % slots);
            let (first, second) = match is_reflective && first > second {
                true => (second, first),
                false => (first, second),
            };
            mixed((first * DIFFERENCES + second) as u64 + 1)
        };
        let weights = (0..DIFFERENCES * DIFFERENCES).map(weight).collect();
        Necklaces { slots, is_reflective, weights }
    }

    #[inline]
    fn weight(&self, [a, b, c]: [u8; 3]) -> u64 {
        let difference = |from: u8, to: u8| usize::from(to) + self.slots - usize::from(from);
        self.weights[difference(a, b) % DIFFERENCES * DIFFERENCES + difference(b, c) % DIFFERENCES]
    }

    /// A row with its sum.
    pub(super) fn summed(&self, row: &Row) -> Summed {
        let mut summed = Summed { row: *row, sum: 0, before: [0; 2 * MOST_SLOTS + 1] };
        self.sum_up(row, &mut summed);
        summed
    }

    /// Replaces a row and its sum by others.
    #[inline]
    pub(super) fn sum_up(&self, row: &Row, summed: &mut Summed) {
        let (slots, before) = (self.slots, &mut summed.before);
        let (mut sum, mut a, mut b) = (0_u64, row[0], row[1]);
        for slot in 0..slots {
            let c = row[if slot + 2 < slots { slot + 2 } else { slot + 2 - slots }];
            sum = sum.wrapping_add(self.weight([a, b, c]));
            before[slot + 1] = sum;
            (a, b) = (b, c);
        }
        for slot in 1..=slots {
            before[slots + slot] = sum.wrapping_add(before[slot]);
        }
        (summed.row, summed.sum) = (*row, sum);
    }

    /// The sum after a letter.
    #[inline]
    pub(super) fn sum_after(&self, letters: &Letters, summed: &Summed, letter: usize) -> u64 {
        let mut sum = summed.sum;
        for run in letters.runs(letter) {
            let [end, start] = [run.first + run.count, run.first].map(|at| summed.before[at]);
            sum = sum.wrapping_sub(end.wrapping_sub(start));
            let mut pieces = run.sources.iter().map(|&from| summed.row[usize::from(from) % WIDTH]);
            let (Some(mut a), Some(mut b)) = (pieces.next(), pieces.next()) else { continue };
            for c in pieces {
                sum = sum.wrapping_add(self.weight([a, b, c]));
                (a, b) = (b, c);
            }
        }
        sum
    }

    /// The number of the class of a row.
    pub(super) fn class(&self, row: &Row) -> u64 {
        let slots = self.slots;
        let difference = |from: u8, to: u8| if to < from { to + slots as u8 - from } else { to - from };
        let mut differences = [0; WIDTH];
        for slot in 1..slots {
            differences[slot - 1] = difference(row[slot - 1], row[slot]);
        }
        differences[slots - 1] = difference(row[slots - 1], row[0]);
        let differences = &differences[..slots];
        let pack = |packed: u128, &difference: &u8| packed << BITS | u128::from(difference);
        let forwards = differences.iter().fold(0, pack);
        let backwards = differences.iter().rev().fold(0, pack);
        let mask = (1 << (BITS * slots)) - 1;
        // The sequence that begins after so many differences.
        let shifted =
            |packed: u128, by: usize| (packed << (BITS * by) | packed >> (BITS * (slots - by))) & mask;
        // Near the solved state most differences are 1, but few are the greatest.
        let greatest = differences.iter().copied().max().unwrap_or(0);
        let mut best = 0;
        for (at, _) in differences.iter().enumerate().filter(|&(_, &here)| here == greatest) {
            best = best.max(shifted(forwards, at));
            if self.is_reflective {
                best = best.max(shifted(backwards, slots - 1 - at));
            }
        }
        self.rank(best)
    }

    /// The rank of the row with these differences that begins with piece 0: O(slots), as bits are counted.
    fn rank(&self, packed: u128) -> u64 {
        let slots = self.slots;
        let (mut piece, mut seen, mut rank) = (0, 1_u32, 0);
        for at in 1..slots {
            piece += (packed >> (BITS * (slots - at))) as usize & ((1 << BITS) - 1);
            piece -= if piece < slots { 0 } else { slots };
            let lesser = (seen & ((1 << piece) - 1)).count_ones();
            rank = rank * (slots - at) as u64 + (piece as u64 - u64::from(lesser));
            seen |= 1 << piece;
        }
        rank
    }

    /// The row with a rank.
    pub(super) fn row(&self, mut rank: u64) -> Row {
        let slots = self.slots;
        let mut digits = [0; MOST_SLOTS];
        for at in (1..slots).rev() {
            let base = (slots - at) as u64;
            (digits[at], rank) = (rank % base, rank / base);
        }
        let mut row = [0; WIDTH];
        let mut rest: [u8; WIDTH] = std::array::from_fn(|piece| piece as u8 + 1);
        for at in 1..slots {
            let digit = digits[at] as usize;
            row[at] = rest[digit];
            rest.copy_within(digit + 1..slots, digit);
        }
        row
    }
}

#[cfg(test)]
mod tests {
    use super::super::letters::identity;
    use super::*;
    use std::collections::HashMap;

    fn letters(slots: usize, involution: &[u8]) -> Letters {
        let mut all: Vec<u8> = (0..slots as u8).collect();
        all[..involution.len()].copy_from_slice(involution);
        Letters::new(&all).unwrap()
    }

    /// The class of a row, and its sum, are those of all its images; each other class has another number.
    #[test]
    fn classes_are_those_of_the_images() {
        for involution in [&[3, 2, 1, 0][..], &[1, 0, 2], &[2, 1, 0, 4, 3]] {
            let slots = 7;
            let letters = letters(slots, involution);
            let necklaces = Necklaces::new(&letters);
            let mut by_class: HashMap<u64, Vec<u8>> = HashMap::new();
            let mut sizes: HashMap<u64, u64> = HashMap::new();
            for rank in 0..720 {
                let row = necklaces.row(rank);
                let number = necklaces.class(&row);
                *sizes.entry(number).or_default() += 1;
                // The class by all its images.
                let mut images = Vec::new();
                let mirrors = if letters.is_reflective { 2 } else { 1 };
                for (by, name, mirror) in (0..slots).flat_map(|by| {
                    (0..slots).flat_map(move |name| (0..mirrors).map(move |mirror| (by, name, mirror)))
                }) {
                    let image = |slot: usize| {
                        let from = if mirror == 1 { slots - slot } else { slot };
                        let piece = usize::from(row[(from + by) % slots]) + name;
                        let piece = piece % slots;
                        (if mirror == 1 { (slots - piece) % slots } else { piece }) as u8
                    };
                    let mut image_row = identity();
                    (0..slots).for_each(|slot| image_row[slot] = image(slot));
                    assert_eq!(necklaces.class(&image_row), number);
                    assert_eq!(necklaces.summed(&image_row).sum, necklaces.summed(&row).sum);
                    images.push(image_row[..slots].to_vec());
                }
                let least = images.into_iter().min().unwrap();
                assert_eq!(by_class.entry(number).or_insert_with(|| least.clone()), &least);
                assert_eq!(necklaces.class(&necklaces.row(number)), number);
            }
            let mut representatives: Vec<_> = by_class.values().collect();
            representatives.sort_unstable();
            representatives.dedup();
            assert_eq!(representatives.len(), by_class.len(), "different classes have different numbers");
        }
    }

    #[test]
    fn sums_follow_letters() {
        for (slots, involution) in [(21, &[3, 2, 1, 0][..]), (9, &[7, 1, 2, 3, 4, 6, 5, 0, 8]), (5, &[1, 0])]
        {
            let letters = letters(slots, involution);
            let necklaces = Necklaces::new(&letters);
            let mut row = identity();
            for step in 0..200 {
                let summed = necklaces.summed(&row);
                for letter in 0..slots {
                    let after = necklaces.summed(&letters.after(&row, letter));
                    assert_eq!(necklaces.sum_after(&letters, &summed, letter), after.sum, "{slots} {letter}");
                }
                row = letters.after(&row, step * step % slots);
            }
        }
    }
}
