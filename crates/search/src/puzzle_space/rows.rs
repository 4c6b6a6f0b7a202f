//! A state as a row of numbers.
//!
//! Slots that no move touches are omitted. The content of a slot is one number, piece and orientation together, so
//! orientations that are known only modulo a divisor, or not at all, need no special case. `packing.rs` packs a state.

use std::collections::HashMap;

/// A state as numbers, one per slot; the length is a multiple of 8, padded with a number that is no piece.
pub type PackedState = Box<[u16]>;

/// The padding after the last slot; no content of a slot has this number.
pub(super) const NOTHING: u16 = u16::MAX;

/// The slots of an orbit that some move touches, and the numbering of their contents.
#[derive(Clone, Debug)]
pub(super) struct PackedOrbit {
    pub(super) orbit: usize,
    /// Touched slots; their numbers are at `first..`.
    pub(super) slots: Vec<usize>,
    pub(super) first: usize,
    /// By piece: its numbers.
    pub(super) pieces: HashMap<u16, PieceNumbers>,
}

/// The contents of slots that are one piece: `first + k` is the piece twisted by k relative to its orientation in the
/// first slot where it is solved.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceNumbers {
    pub(super) first: u16,
    pub(super) modulus: u16,
    /// Its orientation there.
    pub(super) home: u16,
}

impl PackedOrbit {
    /// Its slots in a packed state.
    pub(super) fn range(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.slots.len()
    }

    /// The numbers of the possible contents of its slots.
    pub(super) fn contents(&self) -> std::ops::Range<u16> {
        let ends = self.pieces.values().map(|piece| piece.first + piece.modulus);
        let starts = self.pieces.values().map(|piece| piece.first);
        starts.min().unwrap_or(0)..ends.max().unwrap_or(0)
    }
}
