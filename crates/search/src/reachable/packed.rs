//! Whole states of any puzzle as rows of words, with moves that may be impossible.
//!
//! Start at [`PackedPuzzle::new`]. Slots that no move touches, and in which all goals agree, are omitted. Forbidden and
//! glued pieces are checked in each state, as the definition specifies them. This representation serves puzzles without
//! a perfect index.

use super::move_set::MoveSet;
use super::row_set::Fingerprint;
use super::slots::{Aspect, LocalMove, Slots};
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_puzzle::transformation::Transformation;

/// Distinguishes these fingerprints from others; changes whenever equal rows would mean other states.
const PURPOSE: u64 = u64::from_le_bytes(*b"packed 1");

/// The states and moves of a puzzle, packed.
#[derive(Clone, Debug)]
pub struct PackedPuzzle {
    parts: Vec<Part>,
    /// Number of slots and words of all parts.
    slots: usize,
    words: usize,
    /// By move and part.
    moves: Vec<Vec<LocalMove>>,
    /// By move and slot, whether one turn of its base touches the slot. Empty if nothing is glued.
    touched: Vec<Vec<bool>>,
    illegal: Vec<(usize, std::ops::Range<u16>)>,
    blocks: Vec<Block>,
}

/// The slots of one orbit.
#[derive(Clone, Debug)]
struct Part {
    slots: Slots,
    first_slot: usize,
    first_word: usize,
}

/// Pieces that move together.
#[derive(Clone, Debug)]
struct Block {
    /// By slot in which such a piece may be, its contents there.
    contents: Vec<(std::ops::Range<usize>, std::ops::Range<u16>)>,
    /// Whether one of the pieces is in a slot that no move touches.
    fixed: bool,
}

/// An unpacked state: by slot, its content.
pub type Contents = Vec<u16>;

impl PackedPuzzle {
    /// Packs a puzzle by the contents of its goals, at least one. `None` if an orbit has more than 65 535 different
    /// contents.
    pub fn new(puzzle: &Puzzle, goals: &[State], moves: &MoveSet) -> Option<Self> {
        let solved = goals.first()?;
        let (mut parts, mut first_slot, mut first_word) = (Vec::new(), 0, 0);
        for (orbit, row) in solved.orbits.iter().enumerate() {
            let differs = |slot: usize| {
                let content = |state: &State| {
                    (state.orbits[orbit].pieces[slot], state.orbits[orbit].orientations[slot])
                };
                goals.iter().any(|goal| content(goal) != content(solved))
            };
            let touched = |slot: &u16| {
                differs(usize::from(*slot)) || moves.moves().iter().any(|m| touches(&m.change, orbit, *slot))
            };
            let slots: Vec<u16> = (0..row.pieces.len() as u16).filter(touched).collect();
            if !slots.is_empty() {
                let slots = Slots::new(orbit, slots, Aspect::Contents, goals)?;
                let (count, words) = (slots.slots.len(), slots.words());
                parts.push(Part { slots, first_slot, first_word });
                (first_slot, first_word) = (first_slot + count, first_word + words);
            }
        }
        let local = |change: &Transformation| parts.iter().map(|part| part.slots.local(change)).collect();
        let packed = PackedPuzzle {
            moves: moves.moves().iter().map(|m| local(&m.change)).collect(),
            slots: first_slot,
            words: first_word.max(1),
            touched: Vec::new(),
            illegal: Vec::new(),
            blocks: Vec::new(),
            parts,
        };
        Some(packed.with_restrictions(puzzle, solved, moves))
    }

    fn with_restrictions(mut self, puzzle: &Puzzle, solved: &State, moves: &MoveSet) -> Self {
        let restrictions = &puzzle.definition().restrictions;
        for illegal in &restrictions.illegal {
            let Some(part) = self.parts.iter().find(|part| part.slots.orbit == illegal.orbit) else {
                continue;
            };
            let Ok(at) = part.slots.slots.binary_search(&illegal.slot) else { continue };
            let contents =
                illegal.pieces.iter().map(|&piece| (part.first_slot + at, part.slots.contents_of(piece)));
            self.illegal.extend(contents);
        }
        for block in &restrictions.blocks {
            let mut glued = Block { contents: Vec::new(), fixed: false };
            for &(orbit, piece) in &block.pieces {
                let part = self.parts.iter().find(|part| part.slots.orbit == orbit);
                let untouched =
                    |slot: u16| part.is_none_or(|part| part.slots.slots.binary_search(&slot).is_err());
                let mut row = solved.orbits[orbit].pieces.iter().zip(0_u16..);
                glued.fixed |= row.any(|(&found, slot)| found == piece && untouched(slot));
                if let Some(part) = part {
                    let slots = part.first_slot..part.first_slot + part.slots.slots.len();
                    glued.contents.push((slots, part.slots.contents_of(piece)));
                }
            }
            self.blocks.push(glued);
        }
        if !self.blocks.is_empty() {
            let by_slot = |change: &Transformation| {
                let slots = self.parts.iter().flat_map(|part| {
                    part.slots.slots.iter().map(|&slot| touches(change, part.slots.orbit, slot))
                });
                slots.collect()
            };
            self.touched = moves.moves().iter().map(|m| by_slot(&m.turn.base().transformation)).collect();
        }
        self
    }

    /// Identifies the packing, and all moves and restrictions.
    pub fn fingerprint(&self) -> [u8; 32] {
        let mut sum = Fingerprint::new(PURPOSE);
        for part in &self.parts {
            sum.add_all(
                [part.slots.orbit as u64].into_iter().chain(part.slots.slots.iter().map(|&slot| slot.into())),
            );
            sum.add_all(part.slots.numbers());
        }
        for local in self.moves.iter().flatten() {
            sum.add_all(local.from.iter().map(|&(from, turn)| u64::from(from) << 16 | u64::from(turn)));
        }
        for (slot, pieces) in &self.illegal {
            sum.add_all([*slot as u64, pieces.start.into(), pieces.end.into()]);
        }
        for block in &self.blocks {
            sum.add(block.fixed.into());
            sum.add_all(block.contents.iter().map(|(slots, pieces)| {
                (slots.start as u64) << 32 | u64::from(pieces.start) << 16 | u64::from(pieces.end)
            }));
        }
        self.touched.iter().for_each(|touched| sum.add_all(touched.iter().map(|&touched| touched.into())));
        sum.bytes()
    }

    /// Number of words of a packed state.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Number of slots of a state.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// The contents of a state of the puzzle; `None` if a piece does not belong to its orbit's touched slots. The
    /// contents of slots that no move touches are ignored.
    pub fn contents(&self, state: &State) -> Option<Contents> {
        let mut contents = Vec::with_capacity(self.slots);
        for part in &self.parts {
            contents.extend(part.slots.read(state)?);
        }
        Some(contents)
    }

    /// Packs contents into a row.
    pub fn pack(&self, contents: &[u16], row: &mut [u64]) {
        for part in &self.parts {
            let contents = &contents[part.first_slot..part.first_slot + part.slots.slots.len()];
            part.slots.pack(contents, &mut row[part.first_word..part.first_word + part.slots.words()]);
        }
    }

    /// Reads the contents out of a row.
    pub fn unpack(&self, row: &[u64], contents: &mut [u16]) {
        for part in &self.parts {
            let contents = &mut contents[part.first_slot..part.first_slot + part.slots.slots.len()];
            part.slots.unpack(&row[part.first_word..part.first_word + part.slots.words()], contents);
        }
    }

    /// The pieces of contents in ascending order, regardless of their positions; `None` if a number is not a content.
    pub fn pieces(&self, contents: &[u16]) -> Option<Vec<u32>> {
        let mut pieces = Vec::with_capacity(self.slots);
        for (number, part) in self.parts.iter().enumerate() {
            for &content in &contents[part.first_slot..part.first_slot + part.slots.slots.len()] {
                pieces.push((number as u32) << 16 | u32::from(part.slots.piece_of(content)?));
            }
        }
        pieces.sort_unstable();
        Some(pieces)
    }

    /// Whether no piece is in a forbidden slot.
    pub fn is_legal(&self, contents: &[u16]) -> bool {
        self.illegal.iter().all(|(slot, pieces)| !pieces.contains(&contents[*slot]))
    }

    /// Makes a move and returns whether it was possible; if not, the contents of `to` are unspecified.
    pub fn apply(&self, m: usize, contents: &[u16], to: &mut [u16]) -> bool {
        for block in &self.blocks {
            let (mut moved, mut left) = (false, block.fixed);
            for (slots, pieces) in &block.contents {
                for slot in slots.clone().filter(|&slot| pieces.contains(&contents[slot])) {
                    if self.touched[m][slot] { moved = true } else { left = true }
                }
            }
            if moved && left {
                return false;
            }
        }
        for (part, local) in self.parts.iter().zip(&self.moves[m]) {
            let slots = part.first_slot..part.first_slot + part.slots.slots.len();
            part.slots.apply(local, &contents[slots.clone()], &mut to[slots]);
        }
        self.is_legal(to)
    }
}

fn touches(change: &Transformation, orbit: usize, slot: u16) -> bool {
    change.part(orbit).is_some_and(|part| part.touches(usize::from(slot)))
}
