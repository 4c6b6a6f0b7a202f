//! Ranks of orientations: lists of digits below a base, free or with a given sum.
//!
//! Start at [`rank`] and [`rank_with_sum`]. A list is read as a number in the base with the most significant digit
//! first, so ranks follow lexicographic order. Where the sum modulo the base is given (0 for the corners and the edges
//! of a cube), the last digit is determined by the others and is omitted.

use super::RankError;

/// Number of lists of `length` digits, `base^length`; `None` above 2^64 - 1.
pub const fn count(base: u32, length: usize) -> Option<u64> {
    let mut count = 1_u64;
    let mut i = 0;
    // A base of 0 or 1 settles after one digit, and 64 doublings pass 2^64: no long loop either way.
    while i < length && (i == 0 || base > 1) {
        match count.checked_mul(base as u64) {
            Some(next) => count = next,
            None => return None,
        }
        i += 1;
    }
    Some(count)
}

/// Number of lists of `length` digits with a given sum modulo the base, `base^(length-1)`; 1 for the empty list;
/// `None` above 2^64 - 1.
pub const fn count_with_sum(base: u32, length: usize) -> Option<u64> {
    count(base, length.saturating_sub(1))
}

/// Rank of a list of digits below the base. O(length).
///
/// # Errors
/// If the base is 0, if a digit is not below it, or if the count does not fit.
pub fn rank(base: u32, digits: &[u8]) -> Result<u64, RankError> {
    check(base, digits, count(base, digits.len()))?;
    Ok(number(base, digits))
}

/// Writes the list of digits of this rank. O(length).
///
/// # Errors
/// If the base is 0 or above 256, if the rank is not below the count, or if that does not fit.
pub fn unrank(base: u32, rank: u64, digits: &mut [u8]) -> Result<(), RankError> {
    check(base, &[], count(base, digits.len()))?;
    check_digits_fit(base)?;
    RankError::check(rank, count(base, digits.len()).ok_or(RankError::Count)?)?;
    write(base, rank, digits);
    Ok(())
}

/// Rank of a list of digits whose sum is `sum` modulo the base, among all such lists. O(length).
///
/// ```
/// use permutant_group::rank::orientation;
///
/// // The 3^7 = 2187 twists of eight corners.
/// assert_eq!(orientation::rank_with_sum(3, 0, &[2, 2, 2, 2, 2, 2, 2, 1]), Ok(2186));
/// let mut twists = [0; 8];
/// orientation::unrank_with_sum(3, 0, 1, &mut twists)?;
/// assert_eq!(twists, [0, 0, 0, 0, 0, 0, 1, 2]);
/// # Ok::<(), permutant_group::rank::RankError>(())
/// ```
///
/// # Errors
/// As for [`rank`], and if the sum is another. The empty list has sum 0.
pub fn rank_with_sum(base: u32, sum: u32, digits: &[u8]) -> Result<u64, RankError> {
    check(base, digits, count_with_sum(base, digits.len()))?;
    let found = sum_of(base, digits);
    if found != sum % base {
        return Err(RankError::Sum { sum: found, expected: sum % base, base });
    }
    Ok(digits.split_last().map_or(0, |(_, free)| number(base, free)))
}

/// Writes the list of digits with sum `sum` modulo the base that has this rank among them. O(length).
///
/// # Errors
/// As for [`unrank`], and for an empty list with a sum that is not 0.
pub fn unrank_with_sum(base: u32, sum: u32, rank: u64, digits: &mut [u8]) -> Result<(), RankError> {
    check(base, &[], count_with_sum(base, digits.len()))?;
    check_digits_fit(base)?;
    RankError::check(rank, count_with_sum(base, digits.len()).ok_or(RankError::Count)?)?;
    match digits.split_last_mut() {
        Some((last, free)) => {
            write(base, rank, free);
            *last = ((sum % base + base - sum_of(base, free)) % base) as u8;
            Ok(())
        }
        None if sum.is_multiple_of(base) => Ok(()),
        None => Err(RankError::Sum { sum: 0, expected: sum % base, base }),
    }
}

/// [`rank`] of `K` digits below `BASE`, both known to the compiler, without checks: for inner loops.
/// What is no such list gets a meaningless number (and stops debug builds).
#[inline]
pub fn rank_unchecked<const BASE: u32, const K: usize>(digits: &[u8; K]) -> u64 {
    const { assert!(BASE > 0 && count(BASE, K).is_some(), "the ranks must fit 64 bits") };
    debug_assert!(digits.iter().all(|&digit| u32::from(digit) < BASE));
    number(BASE, digits)
}

/// [`unrank`] of `K` digits below `BASE`, both known to the compiler, without checks: for inner loops.
/// A rank that does not exist gets a meaningless list (and stops debug builds).
#[inline]
pub fn unrank_unchecked<const BASE: u32, const K: usize>(rank: u64) -> [u8; K] {
    const { assert!(BASE > 0 && BASE <= 256 && count(BASE, K).is_some(), "the ranks must fit 64 bits") };
    debug_assert!(Some(rank) < count(BASE, K));
    let mut digits = [0; K];
    write(BASE, rank, &mut digits);
    digits
}

/// [`rank_with_sum`] without checks: the last digit is not looked at, so any sum will do.
#[inline]
pub fn rank_with_sum_unchecked<const BASE: u32, const K: usize>(digits: &[u8; K]) -> u64 {
    const { assert!(BASE > 0 && count_with_sum(BASE, K).is_some(), "the ranks must fit 64 bits") };
    debug_assert!(digits.iter().all(|&digit| u32::from(digit) < BASE));
    digits.split_last().map_or(0, |(_, free)| number(BASE, free))
}

/// [`unrank_with_sum`] for the sum 0 without checks.
#[inline]
pub fn unrank_with_sum_unchecked<const BASE: u32, const K: usize>(rank: u64) -> [u8; K] {
    const { assert!(BASE > 0 && BASE <= 256 && count_with_sum(BASE, K).is_some(), "the ranks must fit 64 bits") };
    debug_assert!(Some(rank) < count_with_sum(BASE, K));
    let mut digits = [0; K];
    if let Some((last, free)) = digits.split_last_mut() {
        write(BASE, rank, free);
        *last = ((BASE - sum_of(BASE, free)) % BASE) as u8;
    }
    digits
}

#[inline]
fn number(base: u32, digits: &[u8]) -> u64 {
    digits.iter().fold(0, |number, &digit| number * u64::from(base) + u64::from(digit))
}

#[inline]
fn write(base: u32, rank: u64, digits: &mut [u8]) {
    let mut rest = rank;
    for digit in digits.iter_mut().rev() {
        *digit = (rest % u64::from(base)) as u8;
        rest /= u64::from(base);
    }
}

#[inline]
fn sum_of(base: u32, digits: &[u8]) -> u32 {
    (digits.iter().map(|&digit| u64::from(digit)).sum::<u64>() % u64::from(base)) as u32
}

fn check(base: u32, digits: &[u8], count: Option<u64>) -> Result<(), RankError> {
    if base == 0 {
        return Err(RankError::Base);
    }
    for (place, &digit) in digits.iter().enumerate() {
        if u32::from(digit) >= base {
            return Err(RankError::Value { place, value: digit.into(), limit: base.into() });
        }
    }
    count.map(|_| ()).ok_or(RankError::Count)
}

/// Digits are written as bytes.
fn check_digits_fit(base: u32) -> Result<(), RankError> {
    if base > 256 {
        return Err(RankError::Value { place: 0, value: u64::from(base) - 1, limit: 256 });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exhaustive<const BASE: u32, const K: usize>() {
        let mut lists = vec![vec![]];
        for _ in 0..K {
            let longer =
                |list: &Vec<u8>| (0..BASE as u8).map(|digit| [list.as_slice(), &[digit]].concat()).collect();
            lists = lists.iter().flat_map(longer as fn(&Vec<u8>) -> Vec<Vec<u8>>).collect();
        }
        assert_eq!(count(BASE, K), Some(lists.len() as u64));
        for (r, list) in lists.iter().enumerate() {
            let array: [u8; K] = list.as_slice().try_into().unwrap();
            let mut back = [0; K];
            unrank(BASE, r as u64, &mut back).unwrap();
            assert_eq!(back, array);
            assert_eq!(rank(BASE, &array), Ok(r as u64));
            assert_eq!(rank_unchecked::<BASE, K>(&array), r as u64);
            assert_eq!(unrank_unchecked::<BASE, K>(r as u64), array);
        }
        for sum in 0..BASE {
            let with_sum =
                lists.iter().filter(|list| list.iter().map(|&d| u32::from(d)).sum::<u32>() % BASE == sum);
            let mut found = 0;
            for (r, list) in with_sum.enumerate() {
                let array: [u8; K] = list.as_slice().try_into().unwrap();
                let mut back = [0; K];
                unrank_with_sum(BASE, sum, r as u64, &mut back).unwrap();
                assert_eq!(back, array);
                assert_eq!(rank_with_sum(BASE, sum, &array), Ok(r as u64));
                assert_eq!(rank_with_sum_unchecked::<BASE, K>(&array), r as u64);
                if sum == 0 {
                    assert_eq!(unrank_with_sum_unchecked::<BASE, K>(r as u64), array);
                }
                found += 1;
            }
            assert!(K == 0 || count_with_sum(BASE, K) == Some(found));
        }
    }

    #[test]
    fn small_ones_are_right_exhaustively() {
        exhaustive::<1, 3>();
        exhaustive::<2, 0>();
        exhaustive::<2, 1>();
        exhaustive::<2, 12>();
        exhaustive::<3, 8>();
        exhaustive::<5, 4>();
    }

    #[test]
    fn faults_are_named() {
        assert_eq!(rank(3, &[0, 3]), Err(RankError::Value { place: 1, value: 3, limit: 3 }));
        assert_eq!(rank(0, &[]), Err(RankError::Base));
        assert_eq!(rank(2, &[0; 64]), Err(RankError::Count));
        assert_eq!(rank_with_sum(2, 0, &[0; 64]), Ok(0));
        assert_eq!(rank_with_sum(2, 0, &[1, 0]), Err(RankError::Sum { sum: 1, expected: 0, base: 2 }));
        assert_eq!(unrank(3, 9, &mut [0; 2]), Err(RankError::Rank { rank: 9, count: 9 }));
        assert_eq!(unrank_with_sum(3, 1, 0, &mut []), Err(RankError::Sum { sum: 0, expected: 1, base: 3 }));
        assert!(unrank(257, 0, &mut [0; 2]).is_err());
        assert_eq!(count(1, usize::MAX), Some(1));
    }
}
