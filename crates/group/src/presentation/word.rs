//! Words in the generators of a group, freely reduced.
//!
//! Start at [`Word`]. A letter is a [`Letter`] of [`crate::orbit`]: a generator by its number, or its inverse. Words know no
//! names; [`Presentation`](super::Presentation) writes them and [`read_words`](super::read_words) reads them.

use crate::orbit::Letter;

/// A freely reduced word: no letter stands beside its inverse.
///
/// ```
/// use permutant_group::presentation::Word;
///
/// let (a, b) = (Word::generator(0), Word::generator(1));
/// assert_eq!(a.then(&b).then(&b.inverse()), a);
/// assert_eq!(a.commutator(&b), a.inverse().then(&b.inverse()).then(&a).then(&b));
/// assert_eq!(a.power(5).conjugate(&b).cyclically_reduced(), a.power(5));
/// assert_eq!(a.then(&b).power(3).root(), (a.then(&b), 3));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word(Vec<Letter>);

impl Word {
    /// The empty word, which stands for the identity.
    pub const fn empty() -> Self {
        Word(Vec::new())
    }

    /// The word of a single generator, given by its number from 0, below 2^31.
    pub fn generator(number: u32) -> Self {
        Word(vec![Letter::forward(number)])
    }

    /// The word of these letters after free reduction. O(letters).
    pub fn from_letters(letters: impl IntoIterator<Item = Letter>) -> Self {
        let mut word = Word::empty();
        letters.into_iter().for_each(|letter| word.push(letter));
        word
    }

    /// Appends a letter, or cancels the last one if that is its inverse.
    pub fn push(&mut self, letter: Letter) {
        if self.0.last() == Some(&letter.inverse()) {
            self.0.pop();
        } else {
            self.0.push(letter);
        }
    }

    /// The letters, from left to right.
    pub fn letters(&self) -> &[Letter] {
        &self.0
    }

    /// Number of letters.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True for the empty word.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The inverse word.
    #[must_use]
    pub fn inverse(&self) -> Self {
        Word(self.0.iter().rev().map(|letter| letter.inverse()).collect())
    }

    /// The product, this word first.
    #[must_use]
    pub fn then(&self, next: &Word) -> Self {
        let mut product = self.clone();
        next.0.iter().for_each(|&letter| product.push(letter));
        product
    }

    /// The power with any exponent. The length of the result is at most the length of the word times the exponent: the caller
    /// must see to it that this fits into memory.
    #[must_use]
    pub fn power(&self, exponent: i64) -> Self {
        let factor = if exponent < 0 { self.inverse() } else { self.clone() };
        let mut product = Word::empty();
        for _ in 0..exponent.unsigned_abs() {
            factor.0.iter().for_each(|&letter| product.push(letter));
        }
        product
    }

    /// `by⁻¹ · self · by`, GAP's `self^by`.
    #[must_use]
    pub fn conjugate(&self, by: &Word) -> Self {
        by.inverse().then(self).then(by)
    }

    /// `self⁻¹ · other⁻¹ · self · other`, as in GAP.
    #[must_use]
    pub fn commutator(&self, other: &Word) -> Self {
        self.inverse().then(&other.inverse()).then(self).then(other)
    }

    /// The shortest conjugate that arises by cancelling last letters against first ones. A relator may be replaced by it.
    #[must_use]
    pub fn cyclically_reduced(&self) -> Self {
        let mut letters = &self.0[..];
        while let [first, inner @ .., last] = letters
            && *first == last.inverse()
        {
            letters = inner;
        }
        Word(letters.to_vec())
    }

    /// The shortest word of which this one is a power, and the exponent; the exponent of the empty word is 1. O(length · divisors of
    /// the length).
    pub fn root(&self) -> (Word, usize) {
        let length = self.len();
        let repeats = |period: usize| self.0[period..] == self.0[..length - period];
        let period = (1..length).find(|&period| length.is_multiple_of(period) && repeats(period));
        match period {
            Some(period) => (Word(self.0[..period].to_vec()), length / period),
            None => (self.clone(), 1),
        }
    }
}
