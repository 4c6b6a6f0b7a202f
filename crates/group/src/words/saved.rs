//! A table of words as bytes.
//!
//! Only words are saved. Reading computes their action on the points and checks every word, so bytes that are not a
//! table of this group are rejected.
//!
//! ```text
//! u32  degree, letters, fingerprint of the letters, elements of the ball, levels
//! each level:  u32 base point, u32 slots that are filled
//! each slot:   u16 point, u8 words
//! each word:   u32 letters, then one byte a letter, two where there are more than 256 letters
//! ```
//! All numbers are little-endian.

use dashu_int::UBig;
use thiserror::Error;

use super::alphabet::Alphabet;
use super::images::multiply;
use super::levels::Levels;
use super::table::WordTable;

/// The bytes are no table of words for the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the bytes are no table of words for this group: {0}")]
pub struct SavedError(&'static str);

/// Most elements of a ball that are made on demand.
const MOST_IN_BALL: usize = 1 << 24;

impl WordTable {
    /// The table as bytes, a few for each word.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (levels, ball_size) = self.parts();
        let mut bytes = Vec::new();
        let put = |bytes: &mut Vec<u8>, number: usize| bytes.extend((number as u32).to_le_bytes());
        let alphabet = self.alphabet();
        put(&mut bytes, alphabet.degree());
        put(&mut bytes, alphabet.len());
        put(&mut bytes, alphabet.fingerprint() as u32 as usize);
        put(&mut bytes, ball_size);
        put(&mut bytes, levels.levels.len());
        for level in &levels.levels {
            put(&mut bytes, level.base.into());
            put(&mut bytes, level.filled());
            for (point, slot) in level.slots.iter().enumerate().filter(|(_, slot)| !slot.is_empty()) {
                bytes.extend((point as u16).to_le_bytes());
                bytes.push(slot.len() as u8);
                for &element in slot {
                    let word = levels.elements.word(element);
                    put(&mut bytes, word.len());
                    for letter in word {
                        bytes.extend(&letter.0.to_le_bytes()[..letter_bytes(alphabet)]);
                    }
                }
            }
        }
        bytes
    }

    /// The table that was saved for these letters. O(words × letters × degree).
    ///
    /// # Errors
    /// If the bytes are not what [`to_bytes`](Self::to_bytes) gave for these letters, or the table is not that of a
    /// group of `order` elements.
    pub fn from_bytes(alphabet: Alphabet, order: &UBig, bytes: &[u8]) -> Result<Self, SavedError> {
        let mut reader = Reader(bytes);
        if reader.u32()? != alphabet.degree()
            || reader.u32()? != alphabet.len()
            || reader.u32()? != alphabet.fingerprint() as u32 as usize
        {
            return Err(SavedError("they are for other letters"));
        }
        let ball_size = reader.u32()?;
        if ball_size > MOST_IN_BALL {
            return Err(SavedError("a number is too large"));
        }
        let degree = alphabet.degree();
        let mut levels = Levels::new(degree, usize::from(u8::MAX), usize::MAX);
        let (mut images, mut product) = (vec![0; degree], vec![0; degree]);
        let mut word = Vec::new();
        for at in 0..reader.u32()? {
            let base = reader.u32()?;
            if base >= degree || levels.levels.iter().any(|level| usize::from(level.base) == base) {
                return Err(SavedError("there is no such base point"));
            }
            levels.push_level(base as u16);
            for _ in 0..reader.u32()? {
                let point = reader.u16()?;
                for _ in 0..reader.u8()? {
                    word.clear();
                    for _ in 0..reader.u32()? {
                        let letter =
                            if letter_bytes(&alphabet) == 1 { reader.u8()?.into() } else { reader.u16()? };
                        let letter =
                            alphabet.letter_at(letter.into()).ok_or(SavedError("there is no such letter"))?;
                        word.push(letter);
                    }
                    images.iter_mut().enumerate().for_each(|(point, image)| *image = point as u16);
                    for &letter in &word {
                        multiply(&images, alphabet.images(letter), &mut product);
                        std::mem::swap(&mut images, &mut product);
                    }
                    let fits = levels.level_of(&images) == Some(at)
                        && images.get(usize::from(point)).is_some_and(|&image| usize::from(image) == base);
                    if !fits {
                        return Err(SavedError("a word does not belong to its slot"));
                    }
                    levels.offer_at(at, point, &images, &word, alphabet.cost(&word));
                }
            }
        }
        if !reader.0.is_empty() {
            return Err(SavedError("something follows the last word"));
        }
        if levels.order() != *order {
            return Err(SavedError("words are missing"));
        }
        Ok(WordTable::from_parts(alphabet, levels, ball_size))
    }
}

fn letter_bytes(alphabet: &Alphabet) -> usize {
    if alphabet.len() <= 256 { 1 } else { 2 }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], SavedError> {
        let (first, rest) = self.0.split_first_chunk().ok_or(SavedError("they end too early"))?;
        self.0 = rest;
        Ok(*first)
    }

    fn u8(&mut self) -> Result<u8, SavedError> {
        self.take().map(u8::from_le_bytes)
    }

    fn u16(&mut self) -> Result<u16, SavedError> {
        self.take().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Result<usize, SavedError> {
        self.take().map(|bytes| u32::from_le_bytes(bytes) as usize)
    }
}
