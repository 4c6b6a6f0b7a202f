//! The slots and moves of a space, for those who look for structure in them.

use super::rows::{PackedOrbit, PieceNumbers};
use super::space::PuzzleSpace;
use crate::space::{MoveId, Space};
use std::ops::Range;

impl PuzzleSpace {
    /// The slots of each orbit in a row.
    pub(crate) fn orbit_slots(&self) -> Vec<Range<usize>> {
        self.orbits.iter().map(PackedOrbit::range).collect()
    }

    /// One more than the greatest content of the orbit that begins at a slot.
    pub(crate) fn contents_end(&self, first: usize) -> Option<u16> {
        self.orbits.iter().find(|orbit| orbit.first == first).map(|orbit| orbit.contents().end)
    }

    /// If one block of glued pieces is the only rule: its contents, and by move and slot whether the move touches the slot.
    pub(crate) fn only_block(&self) -> Option<(&[u16], Vec<&[bool]>)> {
        let [block] = &self.blocks[..] else { return None };
        let is_only = self.illegal.is_empty() && self.limits.is_empty() && self.forbidden.is_empty();
        is_only.then(|| (&block.contents[..], self.moves.iter().map(|m| &m.touched[..]).collect()))
    }

    /// The piece of each slot in the solved state, by slot; `None` if there are several such states, or rules about moves.
    pub(crate) fn solved_pieces(&self) -> Option<Vec<SolvedPiece>> {
        let is_free = self.illegal.is_empty()
            && self.blocks.is_empty()
            && self.limits.is_empty()
            && self.forbidden.is_empty();
        let [goal] = self.goals() else { return None };
        if !is_free {
            return None;
        }
        let mut found = Vec::new();
        for orbit in &self.orbits {
            for slot in orbit.range() {
                let content = goal[slot];
                let holds =
                    |piece: &PieceNumbers| (piece.first..piece.first + piece.modulus).contains(&content);
                let (&number, piece) = orbit.pieces.iter().find(|(_, piece)| holds(piece))?;
                let PieceNumbers { first, modulus, .. } = *piece;
                let name = (orbit.orbit, number);
                found.push(SolvedPiece { slot, name, first, modulus, twist: content - first });
            }
        }
        Some(found)
    }

    /// The slots that a move changes and where their contents come from; `None` if it reorients pieces.
    pub(crate) fn plain_changes(&self, m: MoveId) -> Option<Vec<(u16, u16)>> {
        let compiled = &self.moves[m.index()];
        compiled.turned.is_empty().then(|| compiled.copies.clone())
    }

    /// What a move brings to the slots that it changes, and the look-up tables of contents that it reorients.
    pub(crate) fn slot_changes(&self, m: MoveId) -> (Vec<SlotChange>, &[u16]) {
        let compiled = &self.moves[m.index()];
        let copies = compiled.copies.iter().map(|&(to, from)| SlotChange { to, from, table: None });
        let turned = compiled.turned.iter();
        let turned = turned.map(|&(to, from, start)| SlotChange { to, from, table: Some(start as usize) });
        (copies.chain(turned).collect(), &compiled.twisted)
    }
}

/// What a slot contains in the solved state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolvedPiece {
    pub(crate) slot: usize,
    /// The orbit of the piece in the puzzle, and its number.
    pub(crate) name: (usize, u16),
    /// The content that is this piece untwisted, and the number of its orientations.
    pub(crate) first: u16,
    pub(crate) modulus: u16,
    pub(crate) twist: u16,
}

/// What a move brings to a slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlotChange {
    pub(crate) to: u16,
    pub(crate) from: u16,
    /// Where the look-up table of the new content begins, if that differs from the old one.
    pub(crate) table: Option<usize>,
}
