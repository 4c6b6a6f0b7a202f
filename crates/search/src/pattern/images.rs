//! Sets of pieces, read in the images of a state under symmetries.
//!
//! Start at [`Image::all`]. A symmetric image of a state is as far away as the state. There, a set of pieces is another set of the state, so that
//! one database tells the distances of many sets (symmetric look-ups; J. Culberson and J. Schaeffer, 1998).

use super::carried::{Carried, Codes, MOST_PIECES};
use super::piece_set::PieceSet;
use crate::puzzle_space::PuzzleSpace;
use crate::symmetry::Representatives;

/// A set of pieces in an image of a state.
#[derive(Clone, Debug)]
pub(crate) struct Image {
    /// For each piece of the set: itself, the piece whose image it is, and where the images of its codes begin.
    sources: Vec<(u8, u8, u16)>,
    codes: Vec<u8>,
    /// The pieces that are read, as a set of bits.
    read: u64,
}

impl Image {
    /// At most `most` images of a set that read other pieces than each of `others`, as different from all before as possible. None without
    /// symmetries. O(symmetries · pieces · codes).
    pub(crate) fn all(space: &PuzzleSpace, set: &PieceSet, others: &[PieceSet], most: usize) -> Vec<Image> {
        let Some(symmetries) = space.symmetric() else { return Vec::new() };
        let images = (1..symmetries.count()).filter_map(|element| Image::new(set, symmetries, element));
        let mut left: Vec<Image> = images.collect();
        let mut read: Vec<u64> = others.iter().map(PieceSet::bits).collect();
        let mut chosen = Vec::new();
        while chosen.len() < most {
            let distance = |image: &Image| {
                read.iter().map(|other| (other ^ image.read).count_ones()).min().unwrap_or(64)
            };
            // Of images that are equally different, the first.
            let Some(at) = (0..left.len()).rev().max_by_key(|&at| distance(&left[at])) else { break };
            if distance(&left[at]) == 0 {
                break;
            }
            let image = left.remove(at);
            read.push(image.read);
            chosen.push(image);
        }
        chosen
    }

    /// `None` if the symmetry does not carry pieces to pieces of the set.
    fn new(set: &PieceSet, symmetries: &Representatives, element: usize) -> Option<Self> {
        let carried = set.carried();
        let mut image = Image { sources: Vec::new(), codes: Vec::new(), read: 0 };
        let members = set.bits();
        for number in 0..carried.pieces.len() {
            let (to, codes) = Self::of_piece(carried, symmetries, element, number)?;
            if members >> to & 1 == 1 {
                let start = u16::try_from(image.codes.len()).ok()?;
                image.sources.push((to as u8, number as u8, start));
                image.codes.extend(codes);
                image.read |= 1 << number;
            }
        }
        (image.read.count_ones() == members.count_ones()).then_some(image)
    }

    /// The piece to which a symmetry carries a piece, and by code of the piece, the code of its image.
    fn of_piece(
        carried: &Carried,
        symmetries: &Representatives,
        element: usize,
        number: usize,
    ) -> Option<(usize, Vec<u8>)> {
        let piece = &carried.pieces[number];
        let slots = &carried.cells[piece.cell];
        let mut to = None;
        let code = |code: usize| {
            let (slot, content) = (slots[code / piece.modulus], piece.first + (code % piece.modulus) as u16);
            let (slot, content) = symmetries.image(element, slot, content)?;
            let holds = |number: &usize| {
                let other = &carried.pieces[*number];
                (other.first..other.first + other.modulus as u16).contains(&content)
            };
            let number = to.filter(holds).or_else(|| (0..carried.pieces.len()).find(holds))?;
            if to.is_some_and(|to| to != number) {
                return None;
            }
            to = Some(number);
            let other = &carried.pieces[number];
            let at = carried.cells[other.cell].iter().position(|&own| own == slot)?;
            u8::try_from(at * other.modulus + usize::from(content - other.first)).ok()
        };
        let codes = (0..slots.len() * piece.modulus).map(code).collect::<Option<Vec<u8>>>()?;
        Some((to?, codes))
    }

    /// The codes of the pieces of the set in the image of a state; those of others are 0.
    #[inline(always)]
    pub(crate) fn codes(&self, codes: &Codes) -> Codes {
        let mut image = [0; MOST_PIECES];
        for &(to, from, start) in &self.sources {
            let code = codes[usize::from(from) % MOST_PIECES];
            image[usize::from(to) % MOST_PIECES] = self.codes[usize::from(start) + usize::from(code)];
        }
        image
    }
}
