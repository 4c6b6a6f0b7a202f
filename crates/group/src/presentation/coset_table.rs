//! A complete coset table: how the generators act on the cosets of a subgroup.
//!
//! Start at [`CosetTable`]. Cosets are numbered from 0, which is the subgroup itself; tables are standard, that is, the other cosets are
//! numbered in the order in which rows name them. Equal subgroups thus have equal tables, however they were found.
//! [`CosetTable::verify`] checks a table against a presentation without knowing how it was made.

use super::columns::Columns;
use super::partial_table::NONE;
use super::relators::Presentation;
use super::word::Word;
use crate::orbit::Letter;
use crate::permutation::Permutation;

use thiserror::Error;

/// The action of a group on the right cosets of a subgroup of finite index. A row takes 4 bytes for each generator and for each inverse
/// other than an involution's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CosetTable {
    columns: Columns,
    /// Row by row, all known.
    entries: Vec<u32>,
}

/// Why a table is not that of the presentation and the subgroup.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VerifyError {
    /// A relator leads from a coset elsewhere.
    #[error("relator {relator} leads from coset {coset} to coset {image}")]
    Relator {
        /// The number of the relator, from 0.
        relator: usize,
        /// The coset, from 0.
        coset: u32,
        /// Where it leads.
        image: u32,
    },
    /// A generator of the subgroup moves the first coset.
    #[error("generator {generator} of the subgroup leads from coset 0 to coset {image}")]
    Subgroup {
        /// The number of the generator, from 0.
        generator: usize,
        /// Where it leads.
        image: u32,
    },
    /// A generator and its inverse do not undo each other.
    #[error("the column of generator {0} is no permutation")]
    Column(usize),
}

impl CosetTable {
    /// Makes a table standard, given its complete rows, in which every coset is reached from the first. Takes 8 bytes for each coset on top
    /// of these.
    pub(super) fn standard(columns: Columns, mut entries: Vec<u32>) -> Self {
        let width = columns.len();
        let count = entries.len().checked_div(width).unwrap_or(1);
        let mut number = vec![NONE; count];
        let mut order = Vec::with_capacity(count);
        number[0] = 0;
        order.push(0_u32);
        let mut at = 0;
        while let Some(&coset) = order.get(at) {
            at += 1;
            for &image in &entries[coset as usize * width..][..width] {
                if number[image as usize] == NONE {
                    number[image as usize] = order.len() as u32;
                    order.push(image);
                }
            }
        }
        drop(order);
        entries.iter_mut().for_each(|image| *image = number[*image as usize]);
        // Rows go to their places along the cycles of the numbering.
        for row in 0..count {
            while number[row] as usize != row {
                let place = number[row] as usize;
                let (low, high) = entries.split_at_mut(row.max(place) * width);
                low[row.min(place) * width..][..width].swap_with_slice(&mut high[..width]);
                number.swap(row, place);
            }
        }
        CosetTable { columns, entries }
    }

    /// Number of cosets.
    pub fn index(&self) -> u32 {
        self.entries.len().checked_div(self.columns.len()).map_or(1, |count| count as u32)
    }

    /// The coset that a coset becomes when multiplied by a letter; `None` for a coset or a generator that there is not.
    pub fn image(&self, coset: u32, letter: Letter) -> Option<u32> {
        let column = usize::from(self.columns.of(letter)?);
        (coset < self.index()).then(|| self.entries[coset as usize * self.columns.len() + column])
    }

    /// The coset that a coset becomes when multiplied by a word; `None` as for [`image`](Self::image).
    pub fn trace(&self, coset: u32, word: &Word) -> Option<u32> {
        word.letters().iter().try_fold(coset, |coset, &letter| self.image(coset, letter))
    }

    /// For each generator the permutation of the cosets by multiplication from the right. O(index · generators).
    pub fn permutations(&self) -> Vec<Permutation> {
        let generators = self.columns.letters.iter().filter(|letter| !letter.is_inverse());
        let images = |&letter| (0..self.index()).filter_map(|coset| self.image(coset, letter)).collect();
        generators.map(images).map(|images: Vec<u32>| Permutation::from_points(&images)).collect()
    }

    /// For each coset a shortest word that leads there from the first, and of these the first in the order of the columns. The words
    /// form a tree: every initial part of one is one. O(index · length of the longest).
    pub fn representatives(&self) -> Vec<Word> {
        let mut words: Vec<Option<Word>> = vec![None; self.index() as usize];
        words[0] = Some(Word::empty());
        for coset in 0..words.len() {
            for &letter in &self.columns.letters {
                let Some(image) = self.image(coset as u32, letter) else { continue };
                if words[image as usize].is_none()
                    && let Some(mut word) = words[coset].clone()
                {
                    word.push(letter);
                    words[image as usize] = Some(word);
                }
            }
        }
        words.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// Checks that generators and inverses undo each other, that every relator leads from every coset back to it, and that the
    /// generators of the subgroup fix the first coset. The table is then that of a subgroup which contains the given one; that it is no
    /// larger follows from the enumeration alone. O(index · length of all relators, of powers that of their roots).
    ///
    /// # Errors
    /// The first fault found.
    pub fn verify(&self, presentation: &Presentation, subgroup: &[Word]) -> Result<(), VerifyError> {
        for &letter in &self.columns.letters {
            let returns = |coset: u32| {
                self.image(coset, letter).and_then(|image| self.image(image, letter.inverse())) == Some(coset)
            };
            if !(0..self.index()).all(returns) {
                return Err(VerifyError::Column(letter.generator()));
            }
        }
        for (relator, word) in presentation.relators().iter().enumerate() {
            let (root, exponent) = word.root();
            let images: Option<Vec<u32>> = (0..self.index()).map(|coset| self.trace(coset, &root)).collect();
            let Some(images) = images else {
                return Err(VerifyError::Relator { relator, coset: 0, image: NONE });
            };
            let power = Permutation::from_points(&images).power(exponent as i64);
            if let Some(coset) = power.support().next() {
                return Err(VerifyError::Relator { relator, coset, image: power.image(coset) });
            }
        }
        for (generator, word) in subgroup.iter().enumerate() {
            match self.trace(0, word) {
                Some(0) => {}
                image => {
                    return Err(VerifyError::Subgroup { generator, image: image.unwrap_or(NONE) });
                }
            }
        }
        Ok(())
    }
}
