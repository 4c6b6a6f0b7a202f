//! A set of numbers that several threads fill at once.

use crate::mixing::mixed;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// No number of the set.
const FREE: u64 = u64::MAX;

/// There is no room left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Full;

/// Numbers less than 2^64 − 1, by open addressing with linear probing.
#[derive(Debug)]
pub(super) struct Classes {
    places: Vec<AtomicU64>,
    count: AtomicU64,
}

impl Classes {
    /// An empty set with room for so many numbers at least.
    pub(super) fn with_room(numbers: u64) -> Self {
        let places = (0..Self::places(numbers)).map(|_| AtomicU64::new(FREE)).collect();
        Classes { places, count: AtomicU64::new(0) }
    }

    /// A quarter more places than numbers: a look-up then takes a few probes in one or two cache lines.
    fn places(numbers: u64) -> u64 {
        numbers + numbers / 4 + 64
    }

    /// The bytes of a set with room for so many numbers.
    pub(super) fn bytes_for(numbers: u64) -> u64 {
        8 * Self::places(numbers)
    }

    pub(super) fn bytes(&self) -> u64 {
        8 * self.places.len() as u64
    }

    pub(super) fn len(&self) -> u64 {
        self.count.load(Relaxed)
    }

    fn first_place(&self, number: u64) -> usize {
        ((u128::from(mixed(number)) * self.places.len() as u128) >> 64) as usize
    }

    /// Begins to load the place of a number.
    pub(super) fn prefetch(&self, number: u64) {
        crate::prefetch::prefetch(&self.places, self.first_place(number));
    }

    /// The places from the first one of a number on, each once.
    fn from(&self, number: u64) -> impl Iterator<Item = &AtomicU64> {
        let (before, after) = self.places.split_at(self.first_place(number));
        after.iter().chain(before)
    }

    pub(super) fn contains(&self, number: u64) -> bool {
        let here = self.from(number).map(|place| place.load(Relaxed));
        here.take_while(|&there| there != FREE).any(|there| there == number)
    }

    /// Adds a number.
    ///
    /// # Errors
    ///
    /// [`Full`] if more numbers are in the set than it was made for, so that look-ups would be slow.
    pub(super) fn insert(&self, number: u64) -> Result<(), Full> {
        for place in self.from(number) {
            let there = match place.load(Relaxed) {
                FREE => place.compare_exchange(FREE, number, Relaxed, Relaxed).err(),
                there => Some(there),
            };
            match there {
                Some(there) if there == number => return Ok(()),
                Some(_) => {}
                None => {
                    let count = self.count.fetch_add(1, Relaxed);
                    return if count < self.places.len() as u64 / 8 * 7 { Ok(()) } else { Err(Full) };
                }
            }
        }
        Err(Full)
    }

    /// The number of places, for those who divide them.
    pub(super) fn width(&self) -> usize {
        self.places.len()
    }

    /// The numbers in some of the places.
    pub(super) fn within(&self, places: std::ops::Range<usize>) -> impl Iterator<Item = u64> {
        self.places[places].iter().map(|place| place.load(Relaxed)).filter(|&number| number != FREE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_kept_until_it_is_full() {
        let classes = Classes::with_room(1000);
        (0..1000).for_each(|number| classes.insert(number * number).unwrap());
        (0..1000).for_each(|number| classes.insert(number * number).unwrap());
        assert_eq!(classes.len(), 1000);
        assert!(classes.contains(81) && !classes.contains(82));
        let mut all: Vec<u64> = classes.within(0..classes.width()).collect();
        all.sort_unstable();
        assert!(all.into_iter().eq((0..1000).map(|number| number * number)));
        assert!((2_000_000..2_010_000).any(|number| classes.insert(number) == Err(Full)));
    }
}
