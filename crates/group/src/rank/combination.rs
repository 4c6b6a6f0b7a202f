//! Ranks of combinations: sets of `size` points out of up to 64, stored as the bits of a word.
//!
//! Start at [`rank`] and [`unrank`]. The ranks are those of the combinatorial number system (Pascal; Lehmer; Knuth,
//! TAOCP 4A, 7.2.1.3): the set `c1 < c2 < … < ck` has rank `C(c1,1) + C(c2,2) + … + C(ck,k)`. Ranks follow the order of
//! the sets read as binary numbers and do not depend on the number of points. Every count fits 64 bits, as C(64,32) <
//! 2^61.

use super::RankError;

/// The most points.
pub const MOST_POINTS: usize = 64;

/// `BINOMIAL[k][n] = C(n, k)` for n, k up to 64, 33 KiB. By rows of equal k, as both directions keep k for many n.
static BINOMIAL: [[u64; MOST_POINTS + 1]; MOST_POINTS + 1] = {
    let mut table = [[0; MOST_POINTS + 1]; MOST_POINTS + 1];
    let mut n = 0;
    while n <= MOST_POINTS {
        table[0][n] = 1;
        let mut k = 1;
        while k <= n {
            table[k][n] = table[k - 1][n - 1] + if k < n { table[k][n - 1] } else { 0 };
            k += 1;
        }
        n += 1;
    }
    table
};

/// Number of sets of `size` points out of `points`; 0 if the size is larger, `None` for more than 64 points.
pub fn count(points: usize, size: usize) -> Option<u64> {
    if points > MOST_POINTS {
        return None;
    }
    Some(BINOMIAL.get(size).map_or(0, |row| row[points]))
}

/// Rank of a set of `size` of the points `0..points`, bit `i` saying whether point `i` is in it. O(size).
///
/// ```
/// use permutant_group::rank::combination;
///
/// // The four slice edges in the last four of twelve places: the last of C(12,4) = 495.
/// assert_eq!(combination::rank(12, 4, 0b1111_0000_0000), Ok(494));
/// assert_eq!(combination::unrank(12, 4, 494), Ok(0b1111_0000_0000));
/// ```
///
/// # Errors
/// If there are more than 64 points, or if the set has another size or other points.
pub fn rank(points: usize, size: usize, set: u64) -> Result<u64, RankError> {
    checked_count(points, size)?;
    let beyond = if points == 64 { 0 } else { set >> points };
    if beyond != 0 {
        let place = points + beyond.trailing_zeros() as usize;
        return Err(RankError::Value { place, value: place as u64, limit: points as u64 });
    }
    if set.count_ones() as usize != size {
        return Err(RankError::Size { size: set.count_ones() as usize, expected: size });
    }
    Ok(rank_unchecked(set))
}

/// [`rank`] for inner loops: every word is a set, and its rank is that among the sets of its size. O(size).
#[inline]
pub fn rank_unchecked(set: u64) -> u64 {
    let mut rest = set;
    let mut rank = 0;
    for row in &BINOMIAL[1..] {
        if rest == 0 {
            break;
        }
        rank += row[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    rank
}

/// The set of `size` of the points `0..points` with this rank. O(points).
///
/// # Errors
/// If there are more than 64 points, or if the rank is not below the count.
pub fn unrank(points: usize, size: usize, rank: u64) -> Result<u64, RankError> {
    RankError::check(rank, checked_count(points, size)?)?;
    Ok(unrank_unchecked(points, size, rank))
}

/// [`unrank`] for inner loops; a rank that does not exist gets a meaningless set (and stops debug builds).
#[inline]
pub fn unrank_unchecked(points: usize, size: usize, rank: u64) -> u64 {
    debug_assert!(Some(rank) < count(points, size));
    let mut rest = rank;
    let mut left = size;
    let mut set = 0;
    for point in (0..points.min(MOST_POINTS)).rev() {
        if left == 0 {
            break;
        }
        // The sets of what is left among the points below this one come before those that have it.
        let without = BINOMIAL[left.min(MOST_POINTS)][point];
        if rest >= without {
            rest -= without;
            set |= 1 << point;
            left -= 1;
        }
    }
    set
}

fn checked_count(points: usize, size: usize) -> Result<u64, RankError> {
    count(points, size).ok_or(RankError::Points { points, most: MOST_POINTS })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ranks_follow_the_order_of_binary_numbers() {
        for points in 0..=12 {
            for size in 0..=points {
                let sets = (0_u64..1 << points).filter(|set| set.count_ones() as usize == size);
                let mut next = 0;
                for set in sets {
                    assert_eq!(rank(points, size, set), Ok(next));
                    assert_eq!(unrank(points, size, next), Ok(set));
                    next += 1;
                }
                assert_eq!(count(points, size), Some(next));
            }
        }
    }

    #[test]
    fn counts_and_ends_of_the_largest() {
        // C(64,32), the largest binomial coefficient taken.
        let count64 = 1_832_624_140_942_590_534;
        assert_eq!(count(64, 32), Some(count64));
        assert_eq!(rank(64, 32, u64::MAX << 32), Ok(count64 - 1));
        assert_eq!(unrank(64, 32, count64 - 1), Ok(u64::MAX << 32));
        assert_eq!(rank(64, 64, u64::MAX), Ok(0));
        assert_eq!(unrank(64, 64, 0), Ok(u64::MAX));
        assert_eq!(count(24, 8), Some(735_471));
        assert_eq!(count(5, 6), Some(0));
        assert_eq!(count(5, 1000), Some(0));
        assert_eq!(count(65, 1), None);
    }

    #[test]
    fn faults_are_named() {
        assert_eq!(rank(4, 2, 0b10001), Err(RankError::Value { place: 4, value: 4, limit: 4 }));
        assert_eq!(rank(4, 2, 0b111), Err(RankError::Size { size: 3, expected: 2 }));
        assert_eq!(unrank(4, 2, 6), Err(RankError::Rank { rank: 6, count: 6 }));
        assert_eq!(unrank(4, 5, 0), Err(RankError::Rank { rank: 0, count: 0 }));
        assert_eq!(rank(65, 2, 3), Err(RankError::Points { points: 65, most: 64 }));
    }

    proptest! {
        #[test]
        fn any_set_leads_back(set: u64) {
            let size = set.count_ones() as usize;
            let found = rank(64, size, set).unwrap();
            prop_assert_eq!(unrank(64, size, found), Ok(set));
        }
    }
}
