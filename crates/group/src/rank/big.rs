//! Lexicographic ranks of any size: permutations, partial permutations, and permutations of multisets.
//!
//! Start at [`rank`] and [`unrank`], which handle a pack of cards and much larger sets. For ranks of at most 64 bits,
//! [`super::lehmer`] is faster. The Lehmer digits are counted with a Fenwick tree (Fenwick 1994). Digits and rank are
//! converted into each other by divide and conquer, so that large numbers are multiplied by numbers of similar size.
//! [`multiset_rank`] and [`multiset_unrank`] do the same for lists with repetitions (Knuth, TAOCP 4A, 7.2.1.2).

use dashu_int::UBig;
use dashu_int::ops::DivRem;
use thiserror::Error;

use super::RankError;

/// The most points or list entries: ranks of about a million bits.
pub const MOST_POINTS: usize = 1 << 16;

/// What cannot be ranked or unranked, and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BigRankError {
    /// The list is not of the kind.
    #[error(transparent)]
    Kind(#[from] RankError),
    /// No list has this rank.
    #[error("rank {rank} does not exist, expected one below {count}")]
    Rank {
        /// The rank.
        rank: UBig,
        /// How many ranks there are.
        count: UBig,
    },
}

/// How many lists of `places` distinct values below `points` there are.
///
/// # Errors
/// If there are more than 2^16 points, or fewer than places.
pub fn count(points: usize, places: usize) -> Result<UBig, RankError> {
    check_sizes(points, places)?;
    Ok(falling(points, places))
}

fn check_sizes(points: usize, places: usize) -> Result<(), RankError> {
    if points > MOST_POINTS {
        return Err(RankError::Points { points, most: MOST_POINTS });
    }
    if places > points {
        return Err(RankError::Length { length: places, expected: points });
    }
    Ok(())
}

/// `points (points - 1) …`, so many factors, by halves.
fn falling(points: usize, factors: usize) -> UBig {
    match factors {
        0 => UBig::ONE,
        1 => UBig::from(points),
        _ => falling(points, factors / 2) * falling(points - factors / 2, factors - factors / 2),
    }
}

/// Rank of a partial permutation of the values below `points` among all of its length, in lexicographic order;
/// `points = places.len()` for a full one. O(n log n) steps and about as many multiplications of growing numbers.
///
/// ```
/// use permutant_group::rank::big;
///
/// let backwards: Vec<u32> = (0..52).rev().collect();
/// let last = big::rank(52, &backwards)?;
/// assert_eq!(last.to_string(), "80658175170943878571660636856403766975289505440883277823999999999999");
/// assert_eq!(big::unrank(52, &last, 52)?, backwards);
/// # Ok::<(), big::BigRankError>(())
/// ```
///
/// # Errors
/// If a value is not below `points` or stands there twice, or if there are more than 2^16 points.
pub fn rank(points: usize, places: &[u32]) -> Result<UBig, BigRankError> {
    check_sizes(points, places.len())?;
    let mut unused = Sums::of(&vec![1; points]);
    let mut digits = Vec::with_capacity(places.len());
    for (place, &value) in places.iter().enumerate() {
        let index = value as usize;
        if index >= points {
            return Err(RankError::Value { place, value: value.into(), limit: points as u64 }.into());
        }
        if unused.at(index) == 0 {
            return Err(RankError::Repeated { place, value: value.into(), times: 1 }.into());
        }
        digits.push(unused.before(index));
        unused.take(index);
    }
    Ok(digits_to_rank(&digits, points))
}

/// The number with these digits, of which the first counts multiples of the ways to choose all others.
fn digits_to_rank(digits: &[usize], points: usize) -> UBig {
    match digits {
        [] => UBig::ZERO,
        [digit] => UBig::from(*digit),
        _ => {
            let (upper, lower) = digits.split_at(digits.len() / 2);
            let left = points - upper.len();
            digits_to_rank(upper, points) * falling(left, lower.len()) + digits_to_rank(lower, left)
        }
    }
}

/// The partial permutation of `places` of the values below `points` that has this rank. Costs what [`rank`] does.
///
/// # Errors
/// If the rank is not below the count, or if there are more than 2^16 points or fewer than places.
pub fn unrank(points: usize, rank: &UBig, places: usize) -> Result<Vec<u32>, BigRankError> {
    let count = count(points, places)?;
    if *rank >= count {
        return Err(BigRankError::Rank { rank: rank.clone(), count });
    }
    let mut digits = Vec::with_capacity(places);
    rank_to_digits(rank.clone(), points, places, &mut digits);
    let mut unused = Sums::of(&vec![1; points]);
    let value = |digit| {
        let value = unused.find(digit);
        unused.take(value);
        value as u32
    };
    Ok(digits.into_iter().map(value).collect())
}

fn rank_to_digits(rank: UBig, points: usize, places: usize, digits: &mut Vec<usize>) {
    match places {
        0 => {}
        // A digit is below the number of points.
        1 => digits.push(usize::try_from(&rank).unwrap_or_default()),
        _ => {
            let upper = places / 2;
            let left = points - upper;
            let (high, low) = rank.div_rem(falling(left, places - upper));
            rank_to_digits(high, points, upper, digits);
            rank_to_digits(low, left, places - upper, digits);
        }
    }
}

/// How many lists there are in which value `v` stands `counts[v]` times.
///
/// # Errors
/// If the lists have more than 2^16 entries.
pub fn multiset_count(counts: &[usize]) -> Result<UBig, RankError> {
    let length = counts.iter().fold(0_usize, |sum, &count| sum.saturating_add(count));
    check_sizes(length, length)?;
    let same: UBig = counts.iter().map(|&count| falling(count, count)).product();
    Ok(falling(length, length) / same)
}

/// Rank of a list among all lists with the same values as often, in lexicographic order. O(n) multiplications and
/// exact divisions of a large number by a small one, and O(n log k) steps, for values below k.
///
/// # Errors
/// If the list has more than 2^16 entries or a value that is not below 2^16.
pub fn multiset_rank(list: &[u32]) -> Result<UBig, BigRankError> {
    check_sizes(list.len(), list.len())?;
    let mut counts = Vec::new();
    for (place, &value) in list.iter().enumerate() {
        let index = value as usize;
        if index >= MOST_POINTS {
            return Err(RankError::Value { place, value: value.into(), limit: MOST_POINTS as u64 }.into());
        }
        if counts.len() <= index {
            counts.resize(index + 1, 0);
        }
        counts[index] += 1;
    }
    // The lists that agree so far; those that have value v next are a share left(v) / left of them.
    let mut agreeing = multiset_count(&counts)?;
    let mut left = Sums::of(&counts);
    let mut rank = UBig::ZERO;
    for (place, &value) in list.iter().enumerate() {
        let all = UBig::from(list.len() - place);
        let index = value as usize;
        rank += &agreeing * UBig::from(left.before(index)) / &all;
        agreeing = agreeing * UBig::from(left.at(index)) / &all;
        left.take(index);
    }
    Ok(rank)
}

/// The list of this rank in which value `v` stands `counts[v]` times. Costs what [`multiset_rank`] does, and finds each
/// value by O(log k) comparisons of large numbers.
///
/// # Errors
/// If the rank is not below the count, or if the list has more than 2^16 entries.
pub fn multiset_unrank(counts: &[usize], rank: &UBig) -> Result<Vec<u32>, BigRankError> {
    let mut agreeing = multiset_count(counts)?;
    if *rank >= agreeing {
        return Err(BigRankError::Rank { rank: rank.clone(), count: agreeing });
    }
    let length = counts.iter().sum();
    let mut rest = rank.clone();
    let mut left = Sums::of(counts);
    let mut list = Vec::with_capacity(length);
    for place in 0..length {
        let all = UBig::from(length - place);
        // The lists that agree are cut into as many equal shares as entries are left; the share of the rank says
        // which entry in sorted order comes next.
        let share = usize::try_from(&(&rest * &all / &agreeing)).unwrap_or_default();
        let value = left.find(share);
        rest -= &agreeing * UBig::from(left.before(value)) / &all;
        agreeing = agreeing * UBig::from(left.at(value)) / &all;
        left.take(value);
        list.push(value as u32);
    }
    Ok(list)
}

/// Counts by value with sums over all smaller values: a Fenwick tree.
struct Sums {
    counts: Vec<usize>,
    /// `tree[i]` sums the counts from `i - (lowest bit of i)` up to `i`, `i` left out; `i` from 1.
    tree: Vec<usize>,
}

impl Sums {
    fn of(counts: &[usize]) -> Self {
        let mut tree = vec![0; counts.len() + 1];
        for (index, &count) in counts.iter().enumerate() {
            let at = index + 1;
            tree[at] += count;
            let parent = at + (at & at.wrapping_neg());
            if parent < tree.len() {
                tree[parent] += tree[at];
            }
        }
        Sums { counts: counts.to_vec(), tree }
    }

    fn at(&self, index: usize) -> usize {
        self.counts[index]
    }

    /// Sum of the counts of all smaller values.
    fn before(&self, index: usize) -> usize {
        let (mut at, mut sum) = (index, 0);
        while at > 0 {
            sum += self.tree[at];
            at &= at - 1;
        }
        sum
    }

    /// One less of a value.
    fn take(&mut self, index: usize) {
        self.counts[index] -= 1;
        let mut at = index + 1;
        while at < self.tree.len() {
            self.tree[at] -= 1;
            at += at & at.wrapping_neg();
        }
    }

    /// The value of entry `number` (from 0) in sorted order; there must be one.
    fn find(&self, number: usize) -> usize {
        let (mut at, mut rest) = (0, number);
        let mut step = self.tree.len().next_power_of_two();
        while step > 0 {
            if let Some(&sum) = self.tree.get(at + step)
                && sum <= rest
            {
                at += step;
                rest -= sum;
            }
            step /= 2;
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Permutation;
    use crate::rank::{lehmer, multiset::MultisetPermutations};
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    #[test]
    fn small_ranks_are_those_of_64_bits() {
        for (points, places) in [(0, 0), (1, 1), (5, 5), (7, 3), (9, 0), (6, 5)] {
            let all = lehmer::count(points, places).unwrap();
            assert_eq!(count(points, places), Ok(all.into()));
            for number in 0..all {
                let mut small = vec![0u8; places];
                lehmer::unrank(points, number, &mut small).unwrap();
                let list: Vec<u32> = small.iter().map(|&value| value.into()).collect();
                assert_eq!(rank(points, &list), Ok(number.into()));
                assert_eq!(unrank(points, &number.into(), places), Ok(list));
            }
            assert!(matches!(unrank(points, &all.into(), places), Err(BigRankError::Rank { .. })));
        }
    }

    #[test]
    fn small_multiset_ranks_are_those_of_64_bits() {
        for counts in [vec![], vec![3], vec![2, 2], vec![1, 0, 3, 2], vec![1, 1, 1, 1, 1], vec![0, 4, 2]] {
            let lists = MultisetPermutations::new(&counts).unwrap();
            let wide: Vec<usize> = counts.iter().map(|&count| count as usize).collect();
            assert_eq!(multiset_count(&wide), Ok(lists.count().into()));
            for number in 0..lists.count() {
                let mut small = vec![0u8; lists.length()];
                lists.unrank(number, &mut small).unwrap();
                let list: Vec<u32> = small.iter().map(|&value| value.into()).collect();
                assert_eq!(multiset_rank(&list), Ok(number.into()), "{list:?}");
                assert_eq!(multiset_unrank(&wide, &number.into()), Ok(list));
            }
            assert!(multiset_unrank(&wide, &lists.count().into()).is_err());
        }
    }

    #[test]
    fn packs_of_cards_and_more() {
        let mut rng = ChaCha8Rng::seed_from_u64(52);
        for degree in [52, 104, 1000, 3000] {
            let pack: Vec<u32> = Permutation::random(degree, &mut rng).moved_to();
            let number = rank(degree, &pack).unwrap();
            assert_eq!(unrank(degree, &number, degree).unwrap(), pack);
            let last = count(degree, degree).unwrap() - UBig::ONE;
            assert_eq!(unrank(degree, &last, degree).unwrap(), (0..degree as u32).rev().collect::<Vec<_>>());
            // Four suits only: the cards modulo 4.
            let suits: Vec<u32> = pack.iter().map(|card| card % 4).collect();
            let number = multiset_rank(&suits).unwrap();
            assert_eq!(multiset_unrank(&[degree / 4; 4], &number).unwrap(), suits);
        }
        // A rank by its definition: 52 cards in order but for the last two.
        let mut pack: Vec<u32> = (0..52).collect();
        pack.swap(50, 51);
        assert_eq!(rank(52, &pack), Ok(UBig::ONE));
        // The first card is the second: 51! packs come before.
        pack = (0..52).collect();
        pack.swap(0, 1);
        assert_eq!(rank(52, &pack), count(51, 51).map_err(BigRankError::from));
    }

    #[test]
    fn faults_are_named() {
        assert_eq!(rank(3, &[0, 3]), Err(RankError::Value { place: 1, value: 3, limit: 3 }.into()));
        assert_eq!(rank(3, &[2, 2]), Err(RankError::Repeated { place: 1, value: 2, times: 1 }.into()));
        assert_eq!(rank(1, &[0, 0]), Err(RankError::Length { length: 2, expected: 1 }.into()));
        let most = MOST_POINTS;
        assert_eq!(count(usize::MAX, 2), Err(RankError::Points { points: usize::MAX, most }));
        assert!(multiset_count(&[usize::MAX, usize::MAX]).is_err());
        assert!(matches!(multiset_rank(&[u32::MAX]), Err(BigRankError::Kind(RankError::Value { .. }))));
    }
}
