//! Lexicographic ranks of permutations and partial permutations of up to 64 points.
//!
//! A partial permutation lists `places.len()` distinct values below `points`; a full one lists all. Its Lehmer code has
//! for each place the number of smaller values that do not occur earlier; read as a mixed-radix number, it is the
//! lexicographic rank. Start at [`rank`] and [`unrank`], which check their arguments, or at [`rank_unchecked`] and
//! [`unrank_unchecked`] for inner loops. The code is computed in linear time from a bit set of the values seen so far
//! (Korf and Schultze, "Large-scale parallel breadth-first search", 2005); the unchecked functions keep counts in the
//! nibbles or bytes of words instead. [`rank_by_definition`] is quadratic and serves as the reference in the tests.
//!
//! Ranks have 64 bits, enough for all permutations of up to 20 points and for partial ones of 12 out of 40 or 10 out of
//! 64 points. Larger cases are refused with [`RankError::Count`].

use super::RankError;

/// The most points: values seen are kept as the bits of one word.
pub const MOST_POINTS: usize = 64;

/// How many lists of `places` distinct values below `points` there are, `points! / (points - places)!`;
/// `None` above 2^64 - 1, and 0 if there are more places than points.
pub const fn count(points: usize, places: usize) -> Option<u64> {
    if places > points {
        return Some(0);
    }
    let mut count = 1_u64;
    let mut i = 0;
    while i < places {
        match count.checked_mul((points - i) as u64) {
            Some(next) => count = next,
            None => return None,
        }
        i += 1;
    }
    Some(count)
}

/// Rank of a partial permutation of the values below `points` among all of its length, in lexicographic order;
/// `points = places.len()` for a full one. O(places).
///
/// ```
/// use permutant_group::rank::lehmer;
///
/// assert_eq!(lehmer::rank(3, &[2, 0, 1]), Ok(4));
/// // Eighth of (0 1) (0 2) (0 3) (1 0) (1 2) (1 3) …, counted from 0.
/// assert_eq!(lehmer::rank(4, &[1, 3]), Ok(5));
/// ```
///
/// # Errors
/// If a value is not below `points` or stands there twice, or if the count does not fit.
pub fn rank(points: usize, places: &[u8]) -> Result<u64, RankError> {
    check(points, places)?;
    let mut seen = 0_u64;
    let mut rank = 0;
    for (i, &value) in places.iter().enumerate() {
        let below = (1_u64 << value) - 1;
        let digit = u64::from(value) - u64::from((seen & below).count_ones());
        seen |= 1 << value;
        rank = rank * (points - i) as u64 + digit;
    }
    Ok(rank)
}

/// Writes the partial permutation of the values below `points` that has this rank among all of its length.
/// O(places).
///
/// # Errors
/// If the rank is not below the count, or if the count does not fit. The list is unchanged then.
pub fn unrank(points: usize, rank: u64, places: &mut [u8]) -> Result<(), RankError> {
    let count = checked_count(points, places.len())?;
    RankError::check(rank, count)?;
    // The digits, last one first, wait in the list until the values take their places.
    let mut rest = rank;
    for (i, place) in places.iter_mut().enumerate().rev() {
        let base = (points - i) as u64;
        *place = (rest % base) as u8;
        rest /= base;
    }
    let mut unused = u64::MAX;
    for place in places {
        *place = select(unused, *place);
        unused &= !(1 << *place);
    }
    Ok(())
}

/// The same rank counted in quadratic time from the definition: each digit is the value less the number of
/// smaller values to its left.
///
/// # Errors
/// As for [`rank`].
pub fn rank_by_definition(points: usize, places: &[u8]) -> Result<u64, RankError> {
    check(points, places)?;
    Ok(quadratic(points, places))
}

/// [`rank_by_definition`] without the checks.
fn quadratic(points: usize, places: &[u8]) -> u64 {
    let mut rank = 0;
    for (i, &value) in places.iter().enumerate() {
        let smaller = places[..i].iter().filter(|&&left| left < value).count();
        rank = rank * (points - i) as u64 + (u64::from(value) - smaller as u64);
    }
    rank
}

/// The count, if the points are few enough and it fits.
fn checked_count(points: usize, places: usize) -> Result<u64, RankError> {
    if points > MOST_POINTS {
        return Err(RankError::Points { points, most: MOST_POINTS });
    }
    if places > points {
        return Err(RankError::Length { length: places, expected: points });
    }
    count(points, places).ok_or(RankError::Count)
}

/// For each number of points the most places whose count fits.
const MOST_PLACES: [u8; MOST_POINTS + 1] = {
    let mut most = [0; MOST_POINTS + 1];
    let mut points = 1;
    while points <= MOST_POINTS {
        while (most[points] as usize) < points && count(points, most[points] as usize + 1).is_some() {
            most[points] += 1;
        }
        points += 1;
    }
    most
};

fn check(points: usize, places: &[u8]) -> Result<(), RankError> {
    if MOST_PLACES.get(points).is_none_or(|&most| places.len() > most.into()) {
        checked_count(points, places.len())?;
    }
    let mut seen = 0_u64;
    for (place, &value) in places.iter().enumerate() {
        if usize::from(value) >= points {
            return Err(RankError::Value { place, value: value.into(), limit: points as u64 });
        }
        if seen & 1 << value != 0 {
            return Err(RankError::Repeated { place, value: value.into(), times: 1 });
        }
        seen |= 1 << value;
    }
    Ok(())
}

/// What one unit of each digit counts for: digit `i` stands for `(N-1-i) P (K-1-i)`, the number of ways to fill
/// the places after it.
struct Weights<const N: usize, const K: usize>;

impl<const N: usize, const K: usize> Weights<N, K> {
    const EACH: [u64; K] = {
        assert!(N <= MOST_POINTS && K <= N && count(N, K).is_some(), "the ranks must fit 64 bits");
        let mut weights = [1; K];
        let mut i = K;
        while i > 1 {
            i -= 1;
            // From the weight of place i to that of the place before: N - i values are left for place i.
            weights[i - 1] = weights[i] * (N - i) as u64;
        }
        weights
    };
}

/// One in each nibble but the last: added at nibble `v`, it counts `v` for every larger value.
const LARGER: u64 = 0x1111_1111_1111_1110;

/// Nibble `i` is `i`: the unused values in order.
const VALUES: u64 = 0xFEDC_BA98_7654_3210;

/// One in each byte, and its top bit. Values, at most 63, leave the top bits free for comparisons of eight at once.
const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = ONES << 7;

/// Words of eight values that hold the places: a count that fits 64 bits has at most 20 of them, as 21! > 2^64.
const WORDS: usize = 3;

/// [`rank`] of `K` places among `N` points, both known to the compiler, without checks: for inner loops.
/// What is no partial permutation gets a meaningless number (and stops debug builds).
#[inline]
pub fn rank_unchecked<const N: usize, const K: usize>(places: &[u8; K]) -> u64 {
    debug_assert_eq!(check(N, places), Ok(()));
    let weights = const { &Weights::<N, K>::EACH };
    let mut rank = 0;
    if N <= 16 {
        // Nibble v counts the values below v seen so far, so a digit costs a shift and no counting of bits, which
        // the plain x86-64 target would do in a dozen steps. A nibble v stays at most v, so none overflows.
        let mut seen_below = 0_u64;
        for (&value, weight) in places.iter().zip(weights) {
            let shift = u32::from(value) * 4 % 64;
            let digit = u64::from(value) - (seen_below >> shift & 15);
            seen_below = seen_below.wrapping_add(LARGER << shift);
            rank += digit * weight;
        }
    } else {
        // Each value is taken off the larger ones after it, eight of them in one step.
        let values = pack(places);
        let mut digits = values;
        for (place, &value) in places.iter().enumerate() {
            let larger_than = (u64::from(value & 63) + 1) * ONES;
            for (number, (values, digits)) in values.iter().zip(&mut digits).enumerate() {
                let after = match (place + 1).saturating_sub(number * 8) {
                    0 => HIGH,
                    before @ 1..8 => HIGH << (before * 8),
                    _ => 0,
                };
                let larger = (values | HIGH).wrapping_sub(larger_than) & after;
                *digits = digits.wrapping_sub(larger >> 7);
            }
        }
        for (digit, weight) in unpack::<K>(digits).into_iter().zip(weights) {
            rank += u64::from(digit) * weight;
        }
    }
    rank
}

/// [`unrank`] of `K` places among `N` points, both known to the compiler, without checks: for inner loops.
/// A rank that does not exist gets a meaningless list (and stops debug builds).
#[inline]
pub fn unrank_unchecked<const N: usize, const K: usize>(rank: u64) -> [u8; K] {
    const { assert!(K <= N && N <= MOST_POINTS && count(N, K).is_some(), "the ranks must fit 64 bits") };
    debug_assert!(Some(rank) < count(N, K));
    // The last digit first: dividing by the small bases one after the other is a shorter chain than dividing by
    // the weights from the front, whose rests depend on one another.
    let mut digits = [0_u8; K];
    let mut rest = rank;
    for (place, digit) in digits.iter_mut().enumerate().rev() {
        let base = (N - place) as u64;
        *digit = (rest % base) as u8;
        rest /= base;
    }
    if N <= 16 {
        let mut unused = VALUES;
        for place in &mut digits {
            let shift = u32::from(*place) * 4 % 64;
            *place = (unused >> shift & 15) as u8;
            // The nibbles above the one taken close up.
            let lower = (1 << shift) - 1;
            unused = unused & lower | unused >> 4 & !lower;
        }
        return digits;
    }
    // From the last place to the first, as the list grows at its front: a digit is the value itself among those not
    // used before, so the values after it that are not smaller go up by one, eight of them in one step.
    let mut values = [0_u64; WORDS];
    for &digit in digits.iter().rev() {
        let mut front = u64::from(digit);
        for values in &mut values[..K.div_ceil(8)] {
            let not_smaller = (*values | HIGH).wrapping_sub(u64::from(digit) * ONES) & HIGH;
            let raised = *values + (not_smaller >> 7);
            *values = raised << 8 | front;
            front = raised >> 56;
        }
    }
    unpack(values)
}

/// The places as the bytes of words, the first one lowest.
#[inline]
fn pack<const K: usize>(places: &[u8; K]) -> [u64; WORDS] {
    let mut bytes = [0; 8 * WORDS];
    bytes[..K].copy_from_slice(places);
    let (words, _) = bytes.as_chunks::<8>();
    std::array::from_fn(|i| u64::from_le_bytes(words[i]))
}

/// The first bytes of words.
#[inline]
fn unpack<const K: usize>(words: [u64; WORDS]) -> [u8; K] {
    let bytes = words.map(u64::to_le_bytes);
    let mut places = [0; K];
    places.copy_from_slice(&bytes.as_flattened()[..K]);
    places
}

/// Place of the bit of `word` that has `index` set bits below it; meaningless if there is none.
///
/// Bits are counted by bytes, the right byte found by one comparison of all eight, and then at most seven bits are
/// cleared (Knuth, TAOCP 4A, 7.1.3; Vigna, "Broadword implementation of rank/select queries", 2008).
#[inline]
fn select(word: u64, index: u8) -> u8 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    // Byte b: set bits in bytes 0..=b. At most 64 each, so the comparison below never borrows.
    let through = bytes.wrapping_mul(ONES);
    let passed = (u64::from(index & 63).wrapping_mul(ONES) | HIGH).wrapping_sub(through) & HIGH;
    let shift = passed.count_ones() * 8 % 64;
    let before = (through << 8) >> shift & 0xFF;
    let mut byte = word >> shift;
    for _ in before..u64::from(index) {
        byte &= byte.wrapping_sub(1);
    }
    (shift + byte.trailing_zeros()) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All ranks of K of N: the lists come in lexicographic order and lead back, checked, unchecked and by the
    /// definition.
    fn exhaustive<const N: usize, const K: usize>() {
        let count = count(N, K).unwrap();
        let mut previous: Option<[u8; K]> = None;
        for r in 0..count {
            let mut places = [0; K];
            unrank(N, r, &mut places).unwrap();
            assert!(previous < Some(places), "{N} {K} {r}");
            assert_eq!(rank_by_definition(N, &places), Ok(r));
            assert_eq!(rank(N, &places), Ok(r));
            assert_eq!(rank_unchecked::<N, K>(&places), r);
            assert_eq!(unrank_unchecked::<N, K>(r), places);
            previous = Some(places);
        }
        assert_eq!(unrank(N, count, &mut [0; K]), Err(RankError::Rank { rank: count, count }));
    }

    #[test]
    fn small_ones_are_right_exhaustively() {
        exhaustive::<0, 0>();
        exhaustive::<1, 0>();
        exhaustive::<1, 1>();
        exhaustive::<3, 3>();
        exhaustive::<4, 2>();
        exhaustive::<7, 7>();
        exhaustive::<8, 8>();
        exhaustive::<8, 3>();
        exhaustive::<12, 4>();
        exhaustive::<16, 3>();
        exhaustive::<17, 3>();
        exhaustive::<24, 3>();
        exhaustive::<64, 2>();
    }

    #[test]
    fn the_ends_of_the_large_ones() {
        fn ends<const N: usize, const K: usize>() {
            let last = count(N, K).unwrap() - 1;
            let descending: [u8; K] = std::array::from_fn(|i| (N - 1 - i) as u8);
            let ascending: [u8; K] = std::array::from_fn(|i| i as u8);
            assert_eq!(rank(N, &descending), Ok(last));
            assert_eq!(rank_unchecked::<N, K>(&descending), last);
            assert_eq!(unrank_unchecked::<N, K>(last), descending);
            assert_eq!(rank_unchecked::<N, K>(&ascending), 0);
            assert_eq!(unrank_unchecked::<N, K>(0), ascending);
        }
        ends::<12, 12>();
        ends::<16, 16>();
        ends::<20, 20>();
        ends::<40, 12>();
        ends::<64, 10>();
        // 20! = 2432902008176640000 is the last factorial below 2^64.
        assert_eq!(count(20, 20), Some(2_432_902_008_176_640_000));
        assert_eq!(count(21, 21), None);
        assert_eq!(count(12, 7), Some(3_991_680));
        assert_eq!(count(3, 4), Some(0));
    }

    #[test]
    fn faults_are_named() {
        assert_eq!(rank(3, &[0, 3, 1]), Err(RankError::Value { place: 1, value: 3, limit: 3 }));
        assert_eq!(rank(3, &[0, 2, 0]), Err(RankError::Repeated { place: 2, value: 0, times: 1 }));
        assert_eq!(rank(2, &[0, 1, 2]), Err(RankError::Length { length: 3, expected: 2 }));
        assert_eq!(rank(65, &[0]), Err(RankError::Points { points: 65, most: 64 }));
        let identity: Vec<u8> = (0..21).collect();
        assert_eq!(rank(21, &identity), Err(RankError::Count));
        assert_eq!(unrank(21, 0, &mut identity.clone()), Err(RankError::Count));
        assert_eq!(unrank(3, 6, &mut [0; 3]), Err(RankError::Rank { rank: 6, count: 6 }));
    }

    proptest! {
        #[test]
        fn any_rank_leads_back(points in 0_usize..=64, places in 0_usize..=64, seed: u64) {
            let places = places % (points + 1);
            let Some(count) = count(points, places) else {
                return Ok(());
            };
            let wanted = seed % count;
            let mut list = vec![0; places];
            unrank(points, wanted, &mut list).unwrap();
            prop_assert_eq!(rank(points, &list), Ok(wanted));
            prop_assert_eq!(rank_by_definition(points, &list), Ok(wanted));
        }

        #[test]
        fn sixteen_of_sixteen(seed in 0..count(16, 16).unwrap()) {
            let list = unrank_unchecked::<16, 16>(seed);
            prop_assert_eq!(rank_unchecked::<16, 16>(&list), seed);
            prop_assert_eq!(rank(16, &list), Ok(seed));
        }

        #[test]
        fn twenty_of_twenty(seed in 0..count(20, 20).unwrap()) {
            let list = unrank_unchecked::<20, 20>(seed);
            prop_assert_eq!(rank_unchecked::<20, 20>(&list), seed);
            prop_assert_eq!(rank_by_definition(20, &list), Ok(seed));
        }

        #[test]
        fn thirteen_of_twenty_four(seed in 0..count(24, 13).unwrap()) {
            let list = unrank_unchecked::<24, 13>(seed);
            prop_assert_eq!(rank_unchecked::<24, 13>(&list), seed);
            prop_assert_eq!(rank_by_definition(24, &list), Ok(seed));
        }

        #[test]
        fn ten_of_sixty_four(seed in 0..count(64, 10).unwrap()) {
            let list = unrank_unchecked::<64, 10>(seed);
            prop_assert_eq!(rank_unchecked::<64, 10>(&list), seed);
            prop_assert_eq!(rank(64, &list), Ok(seed));
        }

        #[test]
        fn select_finds_the_bit(word: u64, index: u8) {
            prop_assume!(word != 0);
            let index = index % word.count_ones() as u8;
            let slow = (0..64).filter(|bit| word >> bit & 1 == 1).nth(index.into());
            prop_assert_eq!(Some(select(word, index)), slow);
        }
    }
}
