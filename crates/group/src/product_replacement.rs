//! Nearly random elements of a group given only by generators.
//!
//! [`ProductReplacement`] keeps a few elements that generate the group, multiplies one by another at each step, and
//! collects them in an accumulator ("rattle"). Method: Celler, Leedham-Green, Murray, Niemeyer and O'Brien, "Generating
//! random elements of a finite group" (1995). The elements are not uniformly distributed, and the module gives no bound
//! on the deviation; callers who need certainty must check. A chain gives uniform elements:
//! [`crate::StabilizerChain::random`].

use rand_core::Rng;

use crate::permutation::Permutation;
use crate::random::below;

/// A source of nearly random elements.
#[derive(Clone, Debug)]
pub struct ProductReplacement {
    slots: Vec<Permutation>,
    accumulator: Permutation,
}

impl ProductReplacement {
    /// At least so many elements are kept, the generators being repeated.
    const SLOTS: usize = 10;

    /// Steps made before the first element is given, and twice the number of slots where that is more.
    const SCRAMBLE: usize = 60;

    /// A source for the group of the generators. Costs two products for each of at least 60 steps.
    pub fn new<R: Rng + ?Sized>(generators: &[Permutation], rng: &mut R) -> Self {
        let degree = generators.iter().map(Permutation::degree).max().unwrap_or(0);
        let moving: Vec<&Permutation> =
            generators.iter().filter(|generator| !generator.is_identity()).collect();
        let slots = match moving.len() {
            0 => 0,
            // One slot more than generators, so that no element is the only carrier of what it brings.
            count => Self::SLOTS.max(count + 1),
        };
        let slots: Vec<Permutation> = moving.iter().cycle().take(slots).map(|g| g.extended(degree)).collect();
        let mut source = ProductReplacement { slots, accumulator: Permutation::identity(degree) };
        for _ in 0..Self::SCRAMBLE.max(2 * source.slots.len()) {
            source.next(rng);
        }
        source
    }

    /// The next element. Two products.
    pub fn next<R: Rng + ?Sized>(&mut self, rng: &mut R) -> &Permutation {
        let count = self.slots.len() as u64;
        if count > 0 {
            let changed = below(rng, count);
            let by = (changed + 1 + below(rng, count - 1)) % count;
            let by = self.slots[by as usize].clone();
            let slot = &mut self.slots[changed as usize];
            if below(rng, 2) == 0 {
                slot.then_assign(&by);
            } else {
                *slot = by.then(slot);
            }
            self.accumulator.then_assign(slot);
        }
        &self.accumulator
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    #[test]
    fn elements_spread_over_the_group() {
        // The 8 symmetries of a square.
        let turn = Permutation::from_moved_to(&[1, 2, 3, 0]).unwrap();
        let flip = Permutation::from_moved_to(&[1, 0, 3, 2]).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut source = ProductReplacement::new(&[turn, flip], &mut rng);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..8000 {
            *seen.entry(source.next(&mut rng).clone()).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 8);
        assert!(seen.values().all(|&count| (800..1200).contains(&count)), "{seen:?}");
    }

    #[test]
    fn the_trivial_group() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        assert!(ProductReplacement::new(&[], &mut rng).next(&mut rng).is_identity());
        let one = [Permutation::identity(3)];
        assert_eq!(*ProductReplacement::new(&one, &mut rng).next(&mut rng), one[0]);
    }
}
