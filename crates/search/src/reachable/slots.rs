//! The contents of some slots of one orbit, packed into words, and the effect of moves on them.
//!
//! Start at [`Slots`]. A content is a small number: the piece, or its orientation, or both together. Orientations known
//! only modulo a divisor, or not at all, need no special case: the modulus is stored for each content.

use permutant_puzzle::state::{OrbitState, State};
use permutant_puzzle::transformation::Transformation;
use std::collections::HashMap;

/// What a coordinate describes in each of its slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aspect {
    /// The piece in the slot.
    Places,
    /// The orientation of the piece, with all pieces modulo the same number.
    Twists,
    /// Both in one number, for pieces whose orientations are known modulo different numbers.
    Contents,
}

/// Slots of one orbit, and the aspect of their contents that is described.
#[derive(Clone, Debug)]
pub struct Slots {
    /// Number of the orbit.
    pub orbit: usize,
    /// The slots, ascending.
    pub slots: Vec<u16>,
    /// The aspect described.
    pub aspect: Aspect,
    /// By small number of a content: the first number of its piece, and the modulus of its orientation.
    turning: Vec<(u16, u16)>,
    /// Pieces of the solved state in these slots, ascending, with their first small numbers.
    pieces: Vec<(u16, u16)>,
    bits: u32,
}

/// The effect of a move on the slots of a coordinate.
#[derive(Clone, Debug)]
pub(crate) struct LocalMove {
    /// By slot: the slot (as an index) whose content moves here, and the change of its orientation.
    pub(crate) from: Vec<(u16, u16)>,
}

impl Slots {
    /// The slots with the contents of the given states, at least one. `None` if there are more than 65 535 different
    /// contents.
    pub fn new(orbit: usize, slots: Vec<u16>, aspect: Aspect, states: &[State]) -> Option<Self> {
        let mut pieces: Vec<(u16, u16)> = Vec::new();
        let mut turning = Vec::new();
        let in_row =
            |row: &OrbitState, slot: u16| (row.pieces[usize::from(slot)], row.moduli[usize::from(slot)]);
        let rows = states.iter().map(|state| &state.orbits[orbit]);
        let mut held: Vec<(u16, u16)> =
            rows.flat_map(|row| slots.iter().map(|&slot| in_row(row, slot))).collect();
        held.sort_unstable();
        held.dedup();
        match aspect {
            Aspect::Twists => {
                let modulus = held.first().map_or(1, |piece| piece.1);
                turning = vec![(0, modulus); usize::from(modulus)];
            }
            Aspect::Places | Aspect::Contents => {
                for (piece, modulus) in held {
                    let modulus = if aspect == Aspect::Places { 1 } else { modulus };
                    let first = u16::try_from(turning.len() + usize::from(modulus)).ok()? - modulus;
                    pieces.push((piece, first));
                    turning.extend(std::iter::repeat_n((first, modulus), usize::from(modulus)));
                }
            }
        }
        let bits = usize::BITS - turning.len().saturating_sub(1).leading_zeros();
        Some(Slots { orbit, slots, aspect, turning, pieces, bits: bits.max(1) })
    }

    /// The possible contents of a piece of the solved state, by orientation.
    pub(crate) fn contents_of(&self, piece: u16) -> std::ops::Range<u16> {
        match self.pieces.binary_search_by_key(&piece, |known| known.0) {
            Ok(at) => {
                let first = self.pieces[at].1;
                first..first + self.turning[usize::from(first)].1
            }
            Err(_) => 0..0,
        }
    }

    /// The least of the contents that are the same piece; `None` for a number that is not a content.
    pub(crate) fn piece_of(&self, content: u16) -> Option<u16> {
        self.turning.get(usize::from(content)).map(|&(first, _)| first)
    }

    /// Number of different possible contents of a slot.
    pub fn contents(&self) -> usize {
        self.turning.len()
    }

    /// The number of ways to distribute the pieces of a state over these slots, with identical pieces not
    /// distinguished.
    pub fn arrangements(&self, state: &State) -> f64 {
        let row = &state.orbits[self.orbit].pieces;
        let mut times: HashMap<u16, f64> = HashMap::new();
        // n! / (a! b! …), one factor per slot.
        let factors = self.slots.iter().zip(1_u32..).map(|(&slot, number)| {
            let alike = times.entry(row[usize::from(slot)]).or_default();
            *alike += 1.0;
            f64::from(number) / *alike
        });
        factors.product()
    }

    /// The numbering of contents, as numbers.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u64> {
        let turning =
            self.turning.iter().map(|&(first, modulus)| u64::from(first) << 16 | u64::from(modulus));
        turning.chain(self.pieces.iter().map(|&(piece, first)| u64::from(piece) << 16 | u64::from(first)))
    }

    /// Whether a change alters the described aspect in some state.
    pub fn is_touched(&self, change: &Transformation) -> bool {
        let Some(part) = change.part(self.orbit) else { return false };
        self.slots.iter().any(|&slot| {
            let at = usize::from(slot);
            let (moved, turned) = (part.permutation()[at] != slot, part.orientation()[at] != 0);
            match self.aspect {
                Aspect::Places => moved,
                Aspect::Twists | Aspect::Contents => moved || turned,
            }
        })
    }

    /// Number of words of a packed row.
    pub fn words(&self) -> usize {
        self.slots.len().div_ceil(64 / self.bits as usize).max(1)
    }

    /// The contents of a state's slots as small numbers; `None` if a piece does not belong to these slots.
    pub(crate) fn read(&self, state: &State) -> Option<Vec<u16>> {
        let row = state.orbits.get(self.orbit)?;
        let content = |&slot: &u16| {
            let (piece, orientation) =
                (*row.pieces.get(usize::from(slot))?, *row.orientations.get(usize::from(slot))?);
            let number = match self.aspect {
                Aspect::Twists => orientation,
                Aspect::Places | Aspect::Contents => {
                    let at = self.pieces.binary_search_by_key(&piece, |known| known.0).ok()?;
                    self.pieces[at].1 + if self.aspect == Aspect::Contents { orientation } else { 0 }
                }
            };
            (usize::from(number) < self.turning.len()).then_some(number)
        };
        self.slots.iter().map(content).collect()
    }

    pub(crate) fn pack(&self, contents: &[u16], row: &mut [u64]) {
        let per_word = 64 / self.bits as usize;
        for (word, contents) in row.iter_mut().zip(contents.chunks(per_word)) {
            *word = contents.iter().rev().fold(0, |word, &content| word << self.bits | u64::from(content));
        }
    }

    pub(crate) fn unpack(&self, row: &[u64], contents: &mut [u16]) {
        let per_word = 64 / self.bits as usize;
        let mask = (1_u64 << self.bits) - 1;
        for (&word, contents) in row.iter().zip(contents.chunks_mut(per_word)) {
            let mut word = word;
            for content in contents {
                *content = (word & mask) as u16;
                word >>= self.bits;
            }
        }
    }

    pub(crate) fn local(&self, change: &Transformation) -> LocalMove {
        let stays = |at: usize| (at as u16, 0);
        let from = match change.part(self.orbit) {
            None => (0..self.slots.len()).map(stays).collect(),
            Some(part) => (self.slots.iter().enumerate())
                .map(|(at, &slot)| {
                    let from = part.permutation()[usize::from(slot)];
                    let turn = part.orientation()[usize::from(slot)];
                    // Slots of a coordinate are closed under the moves.
                    self.slots.binary_search(&from).map_or_else(|_| stays(at), |from| (from as u16, turn))
                })
                .collect(),
        };
        LocalMove { from }
    }

    pub(crate) fn apply(&self, m: &LocalMove, contents: &[u16], to: &mut [u16]) {
        for (to, &(from, turn)) in to.iter_mut().zip(&m.from) {
            let content = contents[usize::from(from)];
            if turn == 0 {
                *to = content;
                continue;
            }
            let (first, modulus) = self.turning[usize::from(content)];
            let turned = u32::from(content - first) + u32::from(turn);
            *to = first + (turned % u32::from(modulus)) as u16;
        }
    }
}
