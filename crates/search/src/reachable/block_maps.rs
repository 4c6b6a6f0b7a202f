//! Maps of places that are arrangements within blocks of pieces, one arrangement per block.
//!
//! Start at [`BlockMaps`]. A place has a digit for each block: the rank of the arrangement of its pieces. A move rearranges each block by
//! itself; a symmetry also takes blocks to blocks and renames their pieces. There are too many such maps to store each of them, place by
//! place, but each is a sum of one small table per block.

use super::place::Place;

/// The maps of a numbering by blocks. Map e · width + q is: rearrange the blocks by the digits of q, then apply element e.
#[derive(Clone, Debug)]
pub struct BlockMaps {
    width: usize,
    /// By block: the number of its arrangements, and what one more in its digit adds to a place.
    digits: Vec<(usize, usize)>,
    /// By block: `after[a * arrangements + b]`, the rank of arrangement a rearranged by b.
    after: Vec<Vec<u16>>,
    /// By element and block.
    elements: Vec<Vec<Renaming>>,
}

/// What a symmetry does to a block: the block that it becomes, and the rank of each arrangement with renamed pieces.
pub(super) type Renaming = (usize, Vec<u16>);

impl BlockMaps {
    pub(super) fn new(after: Vec<Vec<u16>>, elements: Vec<Vec<Renaming>>) -> Self {
        let (mut digits, mut width) = (Vec::new(), 1);
        for table in after.iter().rev() {
            let arrangements = table.len().isqrt();
            digits.push((arrangements, width));
            width *= arrangements;
        }
        digits.reverse();
        BlockMaps { width, digits, after, elements }
    }

    /// Number of places.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The digits of a place, block by block.
    pub(super) fn digits_of(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        self.digits.iter().map(move |&(arrangements, worth)| place / worth % arrangements)
    }

    /// The place with these digits.
    pub(super) fn place_of(&self, digits: impl IntoIterator<Item = usize>) -> usize {
        self.digits.iter().zip(digits).map(|((_, worth), digit)| worth * digit).sum()
    }

    /// One rearrangement after another, each given by its digits as a place.
    pub(super) fn rearranged(&self, first: usize, second: usize) -> usize {
        let digits = self.digits_of(first).zip(self.digits_of(second));
        let after = (self.after.iter().zip(&self.digits)).zip(digits);
        self.place_of(
            after.map(|((after, (arrangements, _)), (a, b))| usize::from(after[a * arrangements + b])),
        )
    }

    /// The number of the map that rearranges and then applies an element.
    pub(super) fn number(&self, element: usize, rearrangement: usize) -> u32 {
        (element * self.width + rearrangement) as u32
    }

    /// Number of maps.
    pub fn count(&self) -> usize {
        self.elements.len() * self.width
    }

    /// What the digit of a block contributes to the image of a place.
    fn term(&self, map: u32, block: usize, digit: usize) -> usize {
        let (element, rearrangement) = (map as usize / self.width, map as usize % self.width);
        let (arrangements, worth) = self.digits[block];
        let by = rearrangement / worth % arrangements;
        let (becomes, renamed) = &self.elements[element][block];
        let rank = self.after[block][digit * arrangements + by];
        usize::from(renamed[usize::from(rank)]) * self.digits[*becomes].1
    }

    /// The image of a place.
    pub fn image(&self, map: u32, place: usize) -> usize {
        (0..self.digits.len())
            .map(|block| {
                let (arrangements, worth) = self.digits[block];
                self.term(map, block, place / worth % arrangements)
            })
            .sum()
    }

    /// Writes the image of every place.
    pub fn write<P: Place>(&self, map: u32, images: &mut Vec<P>) {
        images.clear();
        images.push(P::new(0));
        let mut done: Vec<P> = Vec::with_capacity(self.width);
        for (block, &(arrangements, _)) in self.digits.iter().enumerate() {
            let terms: Vec<usize> = (0..arrangements).map(|digit| self.term(map, block, digit)).collect();
            std::mem::swap(images, &mut done);
            images.clear();
            for base in &done {
                images.extend(terms.iter().map(|term| P::new(base.index() + term)));
            }
        }
    }

    /// Numbers that determine all maps.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        let after = self.after.iter().flatten().map(|&rank| u64::from(rank));
        let elements = self.elements.iter().flatten();
        let renamed = elements.flat_map(|(becomes, ranks)| {
            std::iter::once(*becomes as u64).chain(ranks.iter().map(|&rank| u64::from(rank)))
        });
        after.chain(renamed)
    }

    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        let after: usize = self.after.iter().map(|table| size_of_val(&table[..])).sum();
        let elements =
            self.elements.iter().flatten().map(|(_, ranks)| size_of_val(&ranks[..])).sum::<usize>();
        after + elements
    }
}
