//! Many elements of a group with a word for each, in a few long rows.
//!
//! Start at [`Elements::push`]. Images are 16-bit points, one row of `degree` for each element; [`super::images`]
//! multiplies and compares rows.

use super::alphabet::Letter;

/// Elements, each with a word and its cost.
#[derive(Clone, Debug)]
pub(super) struct Elements {
    degree: usize,
    images: Vec<u16>,
    letters: Vec<Letter>,
    /// Ends of the words in `letters`.
    ends: Vec<u32>,
    costs: Vec<u32>,
}

impl Elements {
    pub(super) fn new(degree: usize) -> Self {
        Elements { degree, images: Vec::new(), letters: Vec::new(), ends: Vec::new(), costs: Vec::new() }
    }

    pub(super) fn degree(&self) -> usize {
        self.degree
    }

    pub(super) fn len(&self) -> usize {
        self.costs.len()
    }

    /// Whether one more element with a word of so many letters keeps the rows within so many bytes.
    pub(super) fn has_room(&self, letters: usize, bytes: usize) -> bool {
        let of_element = size_of::<u16>() * self.degree + 2 * size_of::<u32>();
        let letters = self.letters.len() + letters;
        let all = (self.len() + 1) * of_element + size_of::<Letter>() * letters;
        all <= bytes && u32::try_from(letters).is_ok()
    }

    pub(super) fn push(&mut self, images: &[u16], word: &[Letter], cost: u32) -> u32 {
        debug_assert_eq!(images.len(), self.degree);
        self.images.extend_from_slice(images);
        self.letters.extend_from_slice(word);
        self.ends.push(self.letters.len() as u32);
        self.costs.push(cost);
        self.costs.len() as u32 - 1
    }

    #[inline]
    pub(super) fn images(&self, at: u32) -> &[u16] {
        &self.images[at as usize * self.degree..][..self.degree]
    }

    #[inline]
    pub(super) fn word(&self, at: u32) -> &[Letter] {
        let start = if at == 0 { 0 } else { self.ends[at as usize - 1] };
        &self.letters[start as usize..self.ends[at as usize] as usize]
    }

    #[inline]
    pub(super) fn cost(&self, at: u32) -> u32 {
        self.costs[at as usize]
    }
}
