//! Ranks of the permutations of a multiset: lists in which each value occurs a given number of times.
//!
//! Start at [`MultisetPermutations`]. Ranks follow lexicographic order. Of the lists with a given prefix, a fraction
//! `left(v) / left` continues with the value `v`. This gives each digit by one multiplication and one exact division
//! (Knuth, TAOCP 4A, 7.2.1.2). Multisets without repetition are better ranked by [`super::lehmer`], and those of two
//! values by [`super::combination`].

use super::RankError;

/// All lists in which value `v` stands `counts[v]` times, in lexicographic order.
///
/// ```
/// use permutant_group::rank::multiset::MultisetPermutations;
///
/// // The centres of a 4x4x4 cube's upper and lower face among eight places: 8!/(4! 4!) = 70.
/// let centres = MultisetPermutations::new(&[4, 4])?;
/// assert_eq!(centres.count(), 70);
/// assert_eq!(centres.rank(&[0, 0, 0, 1, 0, 1, 1, 1])?, 1);
/// let mut list = [0; 8];
/// centres.unrank(69, &mut list)?;
/// assert_eq!(list, [1, 1, 1, 1, 0, 0, 0, 0]);
/// # Ok::<(), permutant_group::rank::RankError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MultisetPermutations {
    counts: Vec<u32>,
    length: usize,
    count: u64,
}

impl MultisetPermutations {
    /// The lists of a multiset. O(values · 64).
    ///
    /// # Errors
    /// If there are more than 256 values, as lists are kept as bytes, or if the number of lists, the multinomial
    /// coefficient, is above 2^64 - 1.
    pub fn new(counts: &[u32]) -> Result<Self, RankError> {
        if counts.len() > 256 {
            return Err(RankError::Points { points: counts.len(), most: 256 });
        }
        let mut length = 0_u64;
        let mut count = 1_u64;
        for &times in counts {
            length += u64::from(times);
            count = binomial(length, times.into())
                .and_then(|ways| count.checked_mul(ways))
                .ok_or(RankError::Count)?;
        }
        let length = usize::try_from(length).map_err(|_| RankError::Count)?;
        Ok(MultisetPermutations { counts: counts.to_vec(), length, count })
    }

    /// The multiset of a list.
    ///
    /// # Errors
    /// If the number of lists does not fit.
    pub fn of(list: &[u8]) -> Result<Self, RankError> {
        let mut counts = vec![0_u32; list.iter().max().map_or(0, |&largest| usize::from(largest) + 1)];
        for &value in list {
            let times = &mut counts[usize::from(value)];
            *times = times.checked_add(1).ok_or(RankError::Count)?;
        }
        Self::new(&counts)
    }

    /// How often each value stands in the lists.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// Length of the lists.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Number of the lists.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Rank of a list. O(length · values).
    ///
    /// # Errors
    /// If the list is not one of these.
    pub fn rank(&self, list: &[u8]) -> Result<u64, RankError> {
        if list.len() != self.length {
            return Err(RankError::Length { length: list.len(), expected: self.length });
        }
        let mut left = self.counts.clone();
        let mut agreeing = self.count;
        let mut rank = 0;
        for (place, &value) in list.iter().enumerate() {
            let Some(&times) = left.get(usize::from(value)) else {
                let limit = self.counts.len() as u64;
                return Err(RankError::Value { place, value: value.into(), limit });
            };
            if times == 0 {
                let times = self.counts[usize::from(value)].into();
                return Err(RankError::Repeated { place, value: value.into(), times });
            }
            let all = (self.length - place) as u64;
            let smaller = left[..usize::from(value)].iter().map(|&times| u64::from(times)).sum();
            rank += share(agreeing, smaller, all);
            agreeing = share(agreeing, times.into(), all);
            left[usize::from(value)] -= 1;
        }
        Ok(rank)
    }

    /// Writes the list of a rank. O(length · values).
    ///
    /// # Errors
    /// If the list has a wrong length, or if the rank is not below the count.
    pub fn unrank(&self, rank: u64, list: &mut [u8]) -> Result<(), RankError> {
        if list.len() != self.length {
            return Err(RankError::Length { length: list.len(), expected: self.length });
        }
        RankError::check(rank, self.count)?;
        let mut left = self.counts.clone();
        let mut agreeing = self.count;
        let mut rest = rank;
        for (place, entry) in list.iter_mut().enumerate() {
            let all = (self.length - place) as u64;
            for (value, times) in left.iter_mut().enumerate() {
                let with_value = share(agreeing, (*times).into(), all);
                if rest < with_value {
                    *entry = value as u8;
                    *times -= 1;
                    agreeing = with_value;
                    break;
                }
                rest -= with_value;
            }
        }
        Ok(())
    }
}

/// `whole · part / all` for a share that is known to be an integer; `part <= all`, so it fits.
fn share(whole: u64, part: u64, all: u64) -> u64 {
    (u128::from(whole) * u128::from(part) / u128::from(all)) as u64
}

/// C(n, k), or `None` above 2^64 - 1. At most 65 steps, as C(n, j) >= 2^j while n >= 2j.
fn binomial(n: u64, k: u64) -> Option<u64> {
    let mut ways = 1_u64;
    for step in 1..=k.min(n - k) {
        ways = u64::try_from(u128::from(ways) * u128::from(n - step + 1) / u128::from(step)).ok()?;
    }
    Some(ways)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All lists of a multiset in lexicographic order, by trying every value at every place.
    fn all_lists(counts: &[u32]) -> Vec<Vec<u8>> {
        if counts.iter().all(|&times| times == 0) {
            return vec![vec![]];
        }
        let mut lists = Vec::new();
        for value in (0..counts.len()).filter(|&value| counts[value] > 0) {
            let mut left = counts.to_vec();
            left[value] -= 1;
            lists.extend(all_lists(&left).into_iter().map(|rest| [&[value as u8], rest.as_slice()].concat()));
        }
        lists
    }

    #[test]
    fn small_ones_are_right_exhaustively() {
        for counts in
            [&[][..], &[0, 0], &[3], &[1, 1, 1, 1], &[2, 2, 2], &[1, 0, 3, 2], &[4, 4], &[1, 2, 1, 2]]
        {
            let multiset = MultisetPermutations::new(counts).unwrap();
            let lists = all_lists(counts);
            assert_eq!(multiset.count(), lists.len() as u64, "{counts:?}");
            for (r, list) in lists.iter().enumerate() {
                assert_eq!(multiset.rank(list), Ok(r as u64), "{counts:?} {list:?}");
                let mut back = vec![0; list.len()];
                multiset.unrank(r as u64, &mut back).unwrap();
                assert_eq!(back, *list);
            }
        }
    }

    #[test]
    fn large_multisets() {
        // 24!/(4!)^6 = 3246670537110000, the centres of the 4x4x4.
        let centres = MultisetPermutations::new(&[4; 6]).unwrap();
        assert_eq!(centres.count(), 3_246_670_537_110_000);
        // One odd value out among a thousand million.
        let odd = MultisetPermutations::new(&[1_000_000_000, 1]).unwrap();
        assert_eq!(odd.count(), 1_000_000_001);
        assert_eq!(MultisetPermutations::new(&[u32::MAX; 2]), Err(RankError::Count));
        assert_eq!(MultisetPermutations::new(&[1; 21]), Err(RankError::Count));
        assert_eq!(MultisetPermutations::new(&[1; 20]).unwrap().count(), 2_432_902_008_176_640_000);
        assert!(MultisetPermutations::new(&[0; 257]).is_err());
    }

    #[test]
    fn faults_are_named() {
        let multiset = MultisetPermutations::new(&[2, 1]).unwrap();
        assert_eq!(multiset.rank(&[0, 1]), Err(RankError::Length { length: 2, expected: 3 }));
        assert_eq!(multiset.rank(&[0, 2, 0]), Err(RankError::Value { place: 1, value: 2, limit: 2 }));
        assert_eq!(multiset.rank(&[1, 0, 1]), Err(RankError::Repeated { place: 2, value: 1, times: 1 }));
        assert_eq!(multiset.unrank(3, &mut [0; 3]), Err(RankError::Rank { rank: 3, count: 3 }));
    }

    proptest! {
        #[test]
        fn any_list_leads_back(list in prop::collection::vec(0_u8..5, 0..24)) {
            let multiset = MultisetPermutations::of(&list).unwrap();
            let rank = multiset.rank(&list).unwrap();
            prop_assert!(rank < multiset.count());
            let mut back = vec![0; list.len()];
            multiset.unrank(rank, &mut back).unwrap();
            prop_assert_eq!(back, list);
        }
    }
}
