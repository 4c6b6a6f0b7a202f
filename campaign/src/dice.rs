//! Random choices that depend only on a seed and a label: the same round makes the same choices on every machine.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::time::Duration;

/// A stream of random choices.
pub(crate) struct Dice(ChaCha8Rng);

impl Dice {
    /// The stream of one round of one kind.
    pub(crate) fn new(seed: u64, kind: &str, round: u64) -> Self {
        // FNV-1a: any function that distinguishes the names of the kinds would do.
        let label = kind.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let mut bytes = [0; 32];
        for (part, number) in bytes.chunks_exact_mut(8).zip([seed, label, round]) {
            part.copy_from_slice(&number.to_le_bytes());
        }
        Dice(ChaCha8Rng::from_seed(bytes))
    }

    /// A number below the bound, which is not 0. The bias of the remainder is far too small to matter in a campaign.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() % bound as u64) as usize
    }

    /// A number from `least` to `most`, both included.
    pub(crate) fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    /// True with probability 1 / `count`.
    pub(crate) fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// A random element of a non-empty slice.
    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// Puts a slice into random order.
    pub(crate) fn shuffle<T>(&mut self, row: &mut [T]) {
        for last in (1..row.len()).rev() {
            row.swap(last, self.below(last + 1));
        }
    }

    /// A time between two, in milliseconds.
    pub(crate) fn milliseconds(&mut self, least: usize, most: usize) -> Duration {
        Duration::from_millis(self.between(least, most) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_is_made_again_and_others_differ() {
        let row = |seed, kind, round| {
            let mut dice = Dice::new(seed, kind, round);
            (0..8).map(|_| dice.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(row(1, "files", 2), row(1, "files", 2));
        for other in [row(2, "files", 2), row(1, "limits", 2), row(1, "files", 3)] {
            assert_ne!(row(1, "files", 2), other);
        }
        let mut numbers: Vec<usize> = (0..20).collect();
        Dice::new(1, "", 0).shuffle(&mut numbers);
        assert_ne!(numbers, (0..20).collect::<Vec<_>>());
        numbers.sort_unstable();
        assert_eq!(numbers, (0..20).collect::<Vec<_>>());
    }
}
