//! A move as copies between slots and, where a piece is turned, look-ups of its number.

use crate::space::MoveId;
use crate::symmetry::Brought;
use permutant_puzzle::moves::Turn;

/// A compiled move.
#[derive(Clone, Debug)]
pub(super) struct PackedMove {
    /// The move as the user sees it; more than one turn if repeating a turn is cheaper than its power.
    pub(super) turns: Vec<Turn>,
    pub(super) cost: u32,
    pub(super) class: usize,
    pub(super) inverse: MoveId,
    /// (to, from): plain copies.
    pub(super) copies: Vec<(u16, u16)>,
    /// (to, from, start): the twisted content is in `twisted` at the start plus the content.
    pub(super) turned: Vec<(u16, u16, u32)>,
    pub(super) twisted: Vec<u16>,
    /// By slot: whether one turn of the base touches it, for glued pieces. Empty if there are none.
    pub(super) touched: Vec<bool>,
    /// The slots of which that is true.
    pub(super) touched_slots: Vec<u16>,
}

impl PackedMove {
    /// The contents that it brings to the slots it touches.
    pub(super) fn brought(&self) -> impl Iterator<Item = Brought<'_>> {
        let copied = self.copies.iter().map(|&(to, from)| Brought { to, from, becomes: None });
        copied.chain(self.turned.iter().map(|&(to, from, start)| {
            let becomes = Some(&self.twisted[start as usize..]);
            Brought { to, from, becomes }
        }))
    }
}
