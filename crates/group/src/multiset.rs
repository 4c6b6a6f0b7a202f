//! Permutations of multisets, their intercalation product, and its unique factors.
//!
//! Start at [`TwoRow`]. A permutation of a multiset is written in two rows: the upper row is sorted, and the lower row
//! has the same symbols in any order. The intercalation product α ⊤ β merges the columns of both: for each symbol of
//! the upper row, first those of α, then those of β. By Theorem A of Knuth (TAOCP 3, 5.1.2; after Foata) each
//! permutation has a unique factorization into cycles (x1 … xn y) in which y is the least symbol and occurs once, with
//! the y in nondecreasing order. The two rows give the symbol at each place, but not the origin of each of several
//! equal symbols, so a permutation of a multiset has no order under repetition (see `docs/sequences.md`), and the
//! lengths of the factors are not the lengths of cycles of places.

use std::collections::BTreeMap;
use std::fmt;

use thiserror::Error;

/// A permutation of a multiset.
///
/// ```
/// use permutant_group::multiset::TwoRow;
///
/// let alpha = TwoRow::new("aabcd".chars(), "cadab".chars())?;
/// let beta = TwoRow::new("abddd".chars(), "bddad".chars())?;
/// let product = alpha.intercalate(&beta);
/// assert_eq!(product.top().collect::<String>(), "aaabbcdddd");
/// assert_eq!(product.bottom().collect::<String>(), "cabddabdad");
/// let factors: Vec<String> = product.factors().into_iter().map(String::from_iter).collect();
/// assert_eq!(factors, ["ca", "a", "bdbdda", "d"]);
/// # Ok::<(), permutant_group::multiset::TwoRowError<char>>(())
/// ```
///
/// Symbols are any ordered values. Memory is that of the symbols that differ and eight bytes a column.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TwoRow<S> {
    /// The symbols that occur, ascending.
    symbols: Vec<S>,
    /// Where the columns of each symbol begin, and the number of columns.
    starts: Vec<usize>,
    /// The lower row, as indices of symbols.
    bottom: Vec<usize>,
}

/// Reasons why two rows are not a permutation of a multiset.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TwoRowError<S: fmt::Debug> {
    /// The rows are not equally long.
    #[error("the upper row has {top} symbols and the lower {bottom}, expected equally many")]
    Length {
        /// Symbols of the upper row.
        top: usize,
        /// Symbols of the lower row.
        bottom: usize,
    },
    /// A symbol occurs more often in one row than in the other.
    #[error(
        "{symbol:?} occurs {top} times in the upper row and {bottom} times in the lower, expected equally often"
    )]
    Unbalanced {
        /// The symbol.
        symbol: S,
        /// Its number of occurrences in the upper row.
        top: usize,
        /// Its number of occurrences in the lower row.
        bottom: usize,
    },
}

impl<S: Ord + Clone + fmt::Debug> TwoRow<S> {
    /// From columns in any order; those of one upper symbol keep theirs. O(n log k) for n columns of k symbols.
    ///
    /// # Errors
    /// If the rows are not made of the same symbols.
    pub fn new(
        top: impl IntoIterator<Item = S>,
        bottom: impl IntoIterator<Item = S>,
    ) -> Result<Self, TwoRowError<S>> {
        let (top, bottom): (Vec<S>, Vec<S>) = (top.into_iter().collect(), bottom.into_iter().collect());
        if top.len() != bottom.len() {
            return Err(TwoRowError::Length { top: top.len(), bottom: bottom.len() });
        }
        let mut counts: BTreeMap<&S, (usize, usize)> = BTreeMap::new();
        for symbol in &top {
            counts.entry(symbol).or_default().0 += 1;
        }
        for symbol in &bottom {
            counts.entry(symbol).or_default().1 += 1;
        }
        if let Some((&symbol, &(top, bottom))) = counts.iter().find(|(_, (top, bottom))| top != bottom) {
            return Err(TwoRowError::Unbalanced { symbol: symbol.clone(), top, bottom });
        }
        let indices: BTreeMap<&S, usize> =
            counts.keys().enumerate().map(|(at, &symbol)| (symbol, at)).collect();
        let columns = top.iter().zip(&bottom).map(|(top, bottom)| (indices[top], indices[bottom]));
        let symbols = counts.keys().map(|&symbol| symbol.clone()).collect();
        Ok(Self::from_columns(symbols, columns.collect::<Vec<_>>().into_iter()))
    }

    /// The permutation whose lower row this is. O(n log k).
    pub fn of_word(bottom: impl IntoIterator<Item = S>) -> Self {
        let bottom: Vec<S> = bottom.into_iter().collect();
        let mut counts: BTreeMap<&S, usize> = BTreeMap::new();
        for symbol in &bottom {
            *counts.entry(symbol).or_default() += 1;
        }
        let indices: BTreeMap<&S, usize> =
            counts.keys().enumerate().map(|(at, &symbol)| (symbol, at)).collect();
        let mut starts = vec![0];
        for count in counts.values() {
            starts.push(starts[starts.len() - 1] + count);
        }
        let row = bottom.iter().map(|symbol| indices[symbol]).collect();
        TwoRow { symbols: counts.keys().map(|&symbol| symbol.clone()).collect(), starts, bottom: row }
    }

    /// The cycle (x1 x2 … xn): x2 is below x1, and so on, with x1 below the last symbol. A symbol may occur more than
    /// once; its columns keep the order of the cycle. O(n log k).
    pub fn cycle(symbols: &[S]) -> Self {
        let below = symbols.iter().skip(1).chain(symbols.first()).cloned();
        let sorted = {
            let mut sorted = symbols.to_vec();
            sorted.sort();
            sorted.dedup();
            sorted
        };
        let index = |symbol: &S| sorted.binary_search(symbol).unwrap_or_default();
        let columns: Vec<_> =
            symbols.iter().zip(below).map(|(top, below)| (index(top), index(&below))).collect();
        Self::from_columns(sorted.clone(), columns.into_iter())
    }

    /// Sorts columns by their upper symbols, by counting.
    fn from_columns(symbols: Vec<S>, columns: impl Iterator<Item = (usize, usize)> + Clone) -> Self {
        let mut starts = vec![0; symbols.len() + 1];
        for (top, _) in columns.clone() {
            starts[top + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut bottom = vec![0; starts[symbols.len()]];
        for (top, below) in columns {
            bottom[next[top]] = below;
            next[top] += 1;
        }
        TwoRow { symbols, starts, bottom }
    }

    /// Number of columns.
    pub fn len(&self) -> usize {
        self.bottom.len()
    }

    /// Whether there are no columns: the identity of the product.
    pub fn is_empty(&self) -> bool {
        self.bottom.is_empty()
    }

    /// The different symbols, ascending.
    pub fn symbols(&self) -> &[S] {
        &self.symbols
    }

    /// The columns as indices of symbols.
    fn columns(&self) -> impl Iterator<Item = (usize, usize)> + Clone + '_ {
        let ranges = self.starts.windows(2).enumerate();
        ranges.flat_map(|(top, range)| self.bottom[range[0]..range[1]].iter().map(move |&below| (top, below)))
    }

    /// The upper row, sorted.
    pub fn top(&self) -> impl Iterator<Item = S> + '_ {
        self.columns().map(|(top, _)| self.symbols[top].clone())
    }

    /// The lower row.
    pub fn bottom(&self) -> impl Iterator<Item = S> + '_ {
        self.bottom.iter().map(|&below| self.symbols[below].clone())
    }

    /// The intercalation product `self ⊤ other`. It is associative and cancellative on both sides, and commutes if
    /// the two have no symbol in common. O(n + k).
    pub fn intercalate(&self, other: &Self) -> Self {
        let mut symbols: Vec<S> = self.symbols.iter().chain(&other.symbols).cloned().collect();
        symbols.sort();
        symbols.dedup();
        // Both lists ascend, so the new indices are found by going along.
        let renumber = |old: &[S]| -> Vec<usize> {
            let mut at = 0;
            let index = |symbol: &S| {
                while symbols[at] < *symbol {
                    at += 1;
                }
                at
            };
            old.iter().map(index).collect()
        };
        let (left, right) = (renumber(&self.symbols), renumber(&other.symbols));
        let left = self.columns().map(|(top, below)| (left[top], left[below]));
        let right = other.columns().map(|(top, below)| (right[top], right[below]));
        let columns: Vec<_> = left.chain(right).collect();
        Self::from_columns(symbols, columns.into_iter())
    }

    /// The cycles (x1 … xn y) of Theorem A, in order: their product is this permutation, each y is less than all x of
    /// its cycle, and the y do not descend. There is exactly one such list. O(n).
    ///
    /// Each cycle begins below the first column left of the least symbol left, and goes on below the first column left
    /// of the symbol found there, until that symbol comes back. As the columns of a symbol are used from the left, one
    /// index a symbol says which are left.
    pub fn factors(&self) -> Vec<Vec<S>> {
        let mut next = self.starts.clone();
        let mut factors = Vec::new();
        for least in 0..self.symbols.len() {
            while next[least] < self.starts[least + 1] {
                let mut cycle = Vec::new();
                let mut at = least;
                loop {
                    // There is a column left: what came down to a symbol so far was used above it as often, but for
                    // the one that leads here.
                    let below = self.bottom[next[at]];
                    next[at] += 1;
                    cycle.push(self.symbols[below].clone());
                    at = below;
                    if at == least {
                        break;
                    }
                }
                factors.push(cycle);
            }
        }
        factors
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Permutation;
    use proptest::prelude::*;

    fn product(factors: &[Vec<u8>]) -> TwoRow<u8> {
        let empty = TwoRow::of_word([]);
        factors.iter().fold(empty, |all, factor| all.intercalate(&TwoRow::cycle(factor)))
    }

    /// Theorem A as it is stated.
    fn are_canonical(factors: &[Vec<u8>]) -> bool {
        let ends: Vec<u8> = factors.iter().filter_map(|factor| factor.last().copied()).collect();
        ends.len() == factors.len()
            && ends.is_sorted()
            && factors.iter().zip(&ends).all(|(factor, y)| factor[..factor.len() - 1].iter().all(|x| y < x))
    }

    /// The example of the book.
    #[test]
    fn the_published_factors() {
        let row = TwoRow::new("aabbbbbcccddddd".chars(), "dbcbcacdaddbbbd".chars()).unwrap();
        let factors: Vec<String> = row.factors().into_iter().map(String::from_iter).collect();
        assert_eq!(factors, ["ddbcdbbca", "ba", "cdb", "d"]);
        assert_eq!(row, TwoRow::of_word("dbcbcacdaddbbbd".chars()));
    }

    #[test]
    fn every_word_of_small_multisets_has_one_list_of_factors() {
        // All words of up to 6 letters out of three: different words have different lists, all canonical; and there
        // are as many canonical lists as words, by the theorem, so none is left out.
        for length in 0..=6_u32 {
            let mut lists = std::collections::BTreeSet::new();
            for number in 0..3_u32.pow(length) {
                let word: Vec<u8> = (0..length).map(|at| (number / 3_u32.pow(at) % 3) as u8).collect();
                let row = TwoRow::of_word(word);
                let factors = row.factors();
                assert!(are_canonical(&factors), "{factors:?}");
                assert_eq!(product(&factors), row);
                assert!(lists.insert(factors));
            }
        }
    }

    #[test]
    fn sets_have_their_cycles() {
        // Without repetition the factors are the cycles, each from after its least symbol on.
        let row = TwoRow::of_word([3_u8, 2, 5, 1, 0, 4]);
        assert_eq!(row.factors(), [vec![3, 1, 2, 5, 4, 0]]);
        let row = TwoRow::of_word([1_u8, 0, 2, 4, 5, 3]);
        assert_eq!(row.factors(), [vec![1, 0], vec![2], vec![4, 5, 3]]);
    }

    /// The word aab becomes aba by exchanging the last two places, which repeated is the identity after 2 times, and
    /// by moving all three round, after 3: the two rows and their factors (a)⊤(b a), with least common multiple 2, are
    /// the same.
    #[test]
    fn two_rows_have_no_order() {
        let word = *b"aab";
        let orders = [[0, 2, 1], [1, 2, 0]].map(|from: [usize; 3]| {
            let once = from.map(|place| word[place]);
            assert_eq!(once, *b"aba");
            let (mut now, mut count) = (once, 1);
            while now != word {
                now = from.map(|place| now[place]);
                count += 1;
            }
            count
        });
        assert_eq!(orders, [2, 3]);
        let factors = TwoRow::new(word, *b"aba").unwrap().factors();
        assert_eq!(factors, [b"a".to_vec(), b"ba".to_vec()]);
    }

    #[test]
    fn faults_are_told() {
        assert_eq!(TwoRow::new([1, 2], [1]), Err(TwoRowError::Length { top: 2, bottom: 1 }));
        let fault = TwoRow::new([1, 2, 2], [1, 1, 2]).unwrap_err();
        assert_eq!(fault, TwoRowError::Unbalanced { symbol: 1, top: 1, bottom: 2 });
        assert!(TwoRow::of_word(Vec::<u8>::new()).factors().is_empty());
        assert!(TwoRow::cycle(&Vec::<u8>::new()).is_empty());
    }

    fn rows() -> impl Strategy<Value = TwoRow<u8>> {
        prop::collection::vec(0..6_u8, 0..40).prop_map(TwoRow::of_word)
    }

    proptest! {
        #[test]
        fn the_product_is_associative(a in rows(), b in rows(), c in rows()) {
            prop_assert_eq!(a.intercalate(&b).intercalate(&c), a.intercalate(&b.intercalate(&c)));
        }

        #[test]
        fn the_product_can_be_cancelled(a in rows(), b in rows(), c in rows()) {
            prop_assert_eq!(a.intercalate(&c) == b.intercalate(&c), a == b);
            prop_assert_eq!(c.intercalate(&a) == c.intercalate(&b), a == b);
        }

        #[test]
        fn what_has_no_symbol_in_common_commutes(a in rows(), b in rows()) {
            let b = TwoRow::of_word(b.bottom().map(|symbol| symbol + 10));
            prop_assert_eq!(a.intercalate(&b), b.intercalate(&a));
        }

        #[test]
        fn factors_multiply_back(a in rows(), b in rows()) {
            let row = a.intercalate(&b);
            let factors = row.factors();
            prop_assert!(are_canonical(&factors));
            prop_assert_eq!(product(&factors), row);
        }

        #[test]
        fn columns_of_one_symbol_keep_their_order(word in prop::collection::vec(0..4_u8, 0..30), seed in any::<u64>()) {
            use rand_core::SeedableRng;
            let mut top = word.clone();
            crate::random::shuffle(&mut rand_chacha::ChaCha8Rng::seed_from_u64(seed), &mut top);
            let row = TwoRow::new(top.iter().copied(), word.iter().copied()).unwrap();
            let mut columns: Vec<(u8, u8)> = top.into_iter().zip(word).collect();
            columns.sort_by_key(|column| column.0);
            prop_assert_eq!(row.top().zip(row.bottom()).collect::<Vec<_>>(), columns);
        }

        #[test]
        fn on_sets_the_factors_are_cycles(seed in any::<u64>(), degree in 0..30_usize) {
            use rand_core::SeedableRng;
            let permutation = Permutation::random(degree, &mut rand_chacha::ChaCha8Rng::seed_from_u64(seed));
            let mut lengths: Vec<usize> =
                TwoRow::of_word(permutation.iter()).factors().iter().map(Vec::len).collect();
            lengths.sort_unstable();
            let counts = permutation.cycle_type();
            let expected: Vec<usize> =
                counts.iter().flat_map(|(&length, &count)| std::iter::repeat_n(length, count)).collect();
            prop_assert_eq!(lengths, expected);
        }
    }
}
