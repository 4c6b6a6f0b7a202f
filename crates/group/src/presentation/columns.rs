//! Columns of coset tables, and relators written in them.
//!
//! Start at [`Columns`]: a generator and its inverse have a column each, but an involution has one for both, which saves
//! memory and time. [`Relators`] holds what is scanned: each relator, and its cyclic conjugates by first letter.

use super::relators::Presentation;
use super::word::Word;
use crate::orbit::Letter;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// The columns of the tables of a presentation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    /// By letter (generators alternate with their inverses).
    of_letter: Vec<u16>,
    /// By column: the column of the inverse.
    pub(super) inverse: Vec<u16>,
    /// By column: its letter, the generator for a column of both.
    pub(super) letters: Vec<Letter>,
}

impl Columns {
    pub(super) fn new(presentation: &Presentation) -> Self {
        let count = presentation.generators().len();
        let mut is_involution = vec![false; count];
        for relator in presentation.relators() {
            if let [first, second] = relator.cyclically_reduced().letters()
                && first == second
            {
                is_involution[first.generator()] = true;
            }
        }
        let mut columns = Columns { of_letter: Vec::new(), inverse: Vec::new(), letters: Vec::new() };
        for (number, is_involution) in (0..).zip(is_involution) {
            let column = columns.inverse.len() as u16;
            let last = if is_involution { column } else { column + 1 };
            columns.of_letter.extend([column, last]);
            columns.letters.push(Letter::forward(number));
            columns.inverse.push(last);
            if !is_involution {
                columns.letters.push(Letter::backward(number));
                columns.inverse.push(column);
            }
        }
        columns
    }

    /// Number of columns.
    pub(super) fn len(&self) -> usize {
        self.inverse.len()
    }

    /// The column of a letter; `None` for a generator that the presentation does not have.
    pub(super) fn of(&self, letter: Letter) -> Option<u16> {
        let at = letter.generator() * 2 + usize::from(letter.is_inverse());
        self.of_letter.get(at).copied()
    }

    /// A relator in columns, cyclically reduced: with a column for both a generator and its inverse, more letters cancel than in the word.
    fn of_relator(&self, relator: &Word) -> Vec<u16> {
        let mut word: Vec<u16> = Vec::with_capacity(relator.len());
        for column in self.of_word(relator) {
            match word.last() {
                Some(&last) if self.inverse[usize::from(column)] == last => _ = word.pop(),
                _ => word.push(column),
            }
        }
        let mut inner = &word[..];
        while let [first, rest @ .., last] = inner
            && self.inverse[usize::from(*first)] == *last
        {
            inner = rest;
        }
        inner.to_vec()
    }

    /// A word in columns, without letters of unknown generators.
    pub(super) fn of_word(&self, word: &Word) -> Vec<u16> {
        word.letters().iter().filter_map(|&letter| self.of(letter)).collect()
    }
}

/// A word to scan, as a part of [`Relators`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    start: u32,
    length: u32,
    /// The number of letters after which the word repeats: less than its length if it is a power.
    period: u32,
}

impl Span {
    /// Number of letters.
    #[inline]
    pub(super) fn len(self) -> usize {
        self.length as usize
    }
}

/// Words in columns, each with the inverse of every letter beside it, as a scan reads them from both ends.
#[derive(Clone, Debug, Default)]
pub(super) struct Relators {
    forward: Vec<u16>,
    backward: Vec<u16>,
    /// The relators, shortest first; of cyclic conjugates and their inverses only one.
    pub(super) plain: Vec<Span>,
    /// The generators of the subgroup.
    pub(super) subgroup: Vec<Span>,
    /// By column: all cyclic conjugates of relators and their inverses that begin with it, each once, shortest first. Every cycle of a
    /// relator through an edge of that column is one of these.
    pub(super) beginning_with: Vec<Vec<Span>>,
}

impl Relators {
    pub(super) fn new(columns: &Columns, presentation: &Presentation, subgroup: &[Word]) -> Self {
        let mut relators =
            Relators { beginning_with: vec![Vec::new(); columns.len()], ..Relators::default() };
        let relators_in_columns = presentation.relators().iter().map(|relator| columns.of_relator(relator));
        // A column for both a generator and its inverse says itself that the square is trivial.
        let mut words: Vec<Vec<u16>> = relators_in_columns.filter(|word| !word.is_empty()).collect();
        words.sort_by_key(Vec::len);
        let inverse = |word: &[u16]| -> Vec<u16> {
            word.iter().rev().map(|&column| columns.inverse[usize::from(column)]).collect()
        };
        let mut seen = BTreeSet::new();
        for word in &words {
            let (cycle, reversed) = (Cycle::new(word), Cycle::new(&inverse(word)));
            if !seen.insert(cycle.least.clone()) {
                continue;
            }
            let both = [(word.repeat(2), true), (inverse(word).repeat(2), seen.insert(reversed.least))];
            for (number, (doubled, is_new)) in both.iter().enumerate() {
                let whole = relators.keep(columns, doubled);
                let (length, period) = (word.len() as u32, cycle.period as u32);
                if number == 0 {
                    relators.plain.push(Span { start: whole.start, length, period });
                }
                // After a period the conjugates of a power repeat.
                for at in (0..cycle.period).filter(|_| *is_new) {
                    let span = Span { start: whole.start + at as u32, length, period };
                    relators.beginning_with[usize::from(doubled[at])].push(span);
                }
            }
        }
        for word in subgroup.iter().filter(|word| !word.is_empty()) {
            let span = relators.keep(columns, &columns.of_word(word));
            relators.subgroup.push(span);
        }
        relators
    }

    fn keep(&mut self, columns: &Columns, word: &[u16]) -> Span {
        let start = self.forward.len() as u32;
        self.forward.extend(word);
        self.backward.extend(word.iter().map(|&column| columns.inverse[usize::from(column)]));
        Span { start, length: word.len() as u32, period: word.len() as u32 }
    }

    /// If a word is a power: the columns that lead back from the end of a period to its start, in reverse order.
    #[inline]
    pub(super) fn period(&self, span: Span) -> Option<&[u16]> {
        (span.period < span.length).then(|| &self.backward[span.start as usize..][..span.period as usize])
    }

    /// The columns of a word, and those of the inverses of its letters.
    #[inline]
    pub(super) fn word(&self, span: Span) -> (&[u16], &[u16]) {
        let range = span.start as usize..(span.start + span.length) as usize;
        (&self.forward[range.clone()], &self.backward[range])
    }
}

/// A word up to cyclic conjugation. Long relators have too many conjugates to write them all out.
#[derive(Debug)]
struct Cycle {
    /// The conjugate that comes first in the order of the columns.
    least: Vec<u16>,
    /// The number of different conjugates.
    period: usize,
}

impl Cycle {
    /// O(letters): two candidates are compared, and a letter in which one is larger rules out all its starts up to there (Shiloach, "Fast
    /// canonization of circular strings", 1981).
    fn new(word: &[u16]) -> Self {
        let letter = |at: usize| word[at % word.len()];
        let (mut least, mut other, mut equal) = (0, 1, 0);
        while other < word.len() && equal < word.len() {
            match letter(least + equal).cmp(&letter(other + equal)) {
                Ordering::Equal => {
                    equal += 1;
                    continue;
                }
                Ordering::Less => other += equal + 1,
                Ordering::Greater => {
                    least = other.max(least + equal + 1);
                    other = least + 1;
                }
            }
            equal = 0;
        }
        let period = if equal == word.len() { other - least } else { word.len() };
        Cycle { least: [&word[least..], &word[..least]].concat(), period }
    }
}
