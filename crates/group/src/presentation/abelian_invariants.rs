//! The largest abelian quotient of a finitely presented group, and of a coset space.
//!
//! Start at [`abelian_invariants`]. Relators made abelian are rows of integers, the exponent sums of the generators. Row and column
//! operations bring them into Smith's normal form, whose diagonal gives the factors of the quotient (H. J. S. Smith, 1861).

use super::relators::Presentation;
use super::word::Word;
use dashu_int::ops::{Abs, DivRem};
use dashu_int::{IBig, UBig};

/// Largest number of entries of the matrix of exponent sums: a second.
const MOST_ENTRIES: usize = 1 << 16;

/// Orders of cyclic groups whose product is the quotient of a group by its commutators and by some words: each divides the next, and 0
/// stands for an infinite one. Empty for the trivial group.
///
/// If there is a 0, the words generate a subgroup of infinite index, because their images do so in the quotient. O(generators² ·
/// relators) operations on integers, which may become large, so there is no answer where generators times relators exceed 2^16.
pub fn abelian_invariants(presentation: &Presentation, words: &[Word]) -> Option<Vec<UBig>> {
    let count = presentation.generators().len();
    if count.saturating_mul(presentation.relators().len() + words.len()) > MOST_ENTRIES {
        return None;
    }
    let row = |word: &Word| {
        let mut row = vec![IBig::ZERO; count];
        for letter in word.letters() {
            row[letter.generator()] += if letter.is_inverse() { -1 } else { 1 };
        }
        row
    };
    let rows = presentation.relators().iter().chain(words).map(row);
    let diagonal = smith_diagonal(rows.filter(|row| row.iter().any(|entry| *entry != IBig::ZERO)).collect());
    let infinite = vec![UBig::ZERO; count - diagonal.len()];
    Some(diagonal.into_iter().filter(|factor| *factor != UBig::ONE).chain(infinite).collect())
}

/// The entries other than 0 of the diagonal of Smith's normal form, each a divisor of the next.
fn smith_diagonal(mut rows: Vec<Vec<IBig>>) -> Vec<UBig> {
    let mut diagonal = Vec::new();
    while let Some((row, column)) = least_entry(&rows) {
        let pivot = rows.swap_remove(row);
        if reduce_rows(&mut rows, &pivot, column) {
            rows.push(pivot);
            continue;
        }
        // The column is clear. Other entries of the pivot's row are reduced by column operations, which change no other row.
        let mut pivot = pivot;
        let divisor = pivot[column].clone();
        let mut is_clear = true;
        for (at, entry) in pivot.iter_mut().enumerate() {
            if at != column {
                *entry = (&*entry).div_rem(&divisor).1;
                is_clear &= *entry == IBig::ZERO;
            }
        }
        if !is_clear {
            rows.push(pivot);
            continue;
        }
        // Each entry left must be a multiple; a row with one that is not is added to the pivot's.
        let is_multiple = |entry: &IBig| entry.div_rem(&divisor).1 == IBig::ZERO;
        if let Some(other) = rows.iter().position(|row| !row.iter().all(is_multiple)) {
            for (entry, more) in pivot.iter_mut().zip(&rows[other]) {
                *entry += more;
            }
            rows.push(pivot);
            continue;
        }
        diagonal.push(unsigned(divisor));
        rows.retain(|row| row.iter().any(|entry| *entry != IBig::ZERO));
    }
    diagonal
}

/// The place of an entry of least absolute value other than 0.
fn least_entry(rows: &[Vec<IBig>]) -> Option<(usize, usize)> {
    let entries = rows.iter().enumerate().flat_map(|(row, entries)| {
        entries.iter().enumerate().map(move |(column, entry)| (entry, row, column))
    });
    let others = entries.filter(|(entry, ..)| **entry != IBig::ZERO);
    others.min_by_key(|(entry, ..)| (*entry).clone().abs()).map(|(_, row, column)| (row, column))
}

/// Subtracts multiples of a row from the others, so that their entries in a column become less than its own. Returns whether one of them is
/// not 0.
fn reduce_rows(rows: &mut [Vec<IBig>], pivot: &[IBig], column: usize) -> bool {
    let mut is_left = false;
    for row in rows {
        let (quotient, rest) = (&row[column]).div_rem(&pivot[column]);
        is_left |= rest != IBig::ZERO;
        if quotient != IBig::ZERO {
            for (entry, of_pivot) in row.iter_mut().zip(pivot) {
                *entry -= &quotient * of_pivot;
            }
        }
    }
    is_left
}

fn unsigned(value: IBig) -> UBig {
    UBig::try_from(value.abs()).unwrap_or(UBig::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presentation::read_words;

    fn invariants(presentation: &str, words: &str) -> Vec<String> {
        let group: Presentation = presentation.parse().unwrap();
        let words = read_words(words, &group).unwrap();
        abelian_invariants(&group, &words).unwrap().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn quotients_of_known_groups() {
        assert_eq!(invariants("<a, b | a^2, b^3, (a*b)^5>", ""), [""; 0]);
        assert_eq!(invariants("<a, b | a^2, b^3>", ""), ["6"]);
        assert_eq!(invariants("<a, b | a^4, b^6, [a, b]>", ""), ["2", "12"]);
        assert_eq!(invariants("<a, b, c | a^2 = b^2, c^6>", ""), ["2", "6", "0"]);
        assert_eq!(invariants("<a, b |>", ""), ["0", "0"]);
        assert_eq!(invariants("<a, b |>", "a^3, a*b^5"), ["15"]);
        assert_eq!(invariants("<a, b |>", "a*b"), ["0"]);
        // The knot of trefoil, and the braids of four strands.
        assert_eq!(invariants("<x, y | x^2 = y^3>", ""), ["0"]);
        assert_eq!(invariants("<a, b, c | a b a = b a b, b c b = c b c, a c = c a>", ""), ["0"]);
        // The quaternions, and the symmetric group of degree 5 by Coxeter.
        assert_eq!(invariants("<i, j | i^2 = j^2, j^-1 i j = i^-1>", ""), ["2", "2"]);
        assert_eq!(
            invariants(
                "<a, b, c, d | a^2, b^2, c^2, d^2, (ab)^3, (bc)^3, (cd)^3, (ac)^2, (ad)^2, (bd)^2>",
                ""
            ),
            ["2"]
        );
    }

    /// The product of the factors is the determinant, and the number of elements counted by hand in a box.
    #[test]
    fn factors_of_random_lattices() {
        for seed in 0_i64..60 {
            let entry = |at: i64| (seed * 7919 + at * 104_729 + seed * seed * 31 * at) % 9 - 4;
            let m = [[entry(1), entry(2)], [entry(3), entry(4)]];
            let word = |row: [i64; 2]| format!("a^{} b^{}", row[0], row[1]);
            let group = format!("<a, b | [a, b], {}, {}>", word(m[0]), word(m[1]));
            let determinant = (m[0][0] * m[1][1] - m[0][1] * m[1][0]).unsigned_abs();
            let found = invariants(&group, "");
            let product: u64 = found.iter().map(|factor| factor.parse::<u64>().unwrap()).product();
            assert_eq!(product, determinant, "{group}: {found:?}");
            let divides = |pair: &[String]| {
                let [a, b] = [0, 1].map(|at| pair[at].parse::<u64>().unwrap());
                if a == 0 { b == 0 } else { b % a == 0 }
            };
            assert!(found.windows(2).all(divides), "{group}: {found:?}");
        }
    }
}
