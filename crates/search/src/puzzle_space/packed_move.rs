//! A move as copies between slots and, where a piece is turned, look-ups of its number.

use crate::space::MoveId;
use crate::symmetry::Brought;
use permutant_puzzle::moves::Turn;

/// A move, ready to be made.
#[derive(Clone, Debug)]
pub(super) struct PackedMove {
    /// As the user sees it; more than one turn where repeating a turn is cheaper than its power.
    pub(super) turns: Vec<Turn>,
    pub(super) cost: u32,
    pub(super) class: usize,
    pub(super) inverse: MoveId,
    /// (to, from): plain copies.
    pub(super) copies: Vec<(u16, u16)>,
    /// (to, from, start): what the twist makes of a content stands in `twisted` at the start plus the content.
    pub(super) turned: Vec<(u16, u16, u32)>,
    pub(super) twisted: Vec<u16>,
    /// By slot: whether the turn once touches it, for glued pieces. Empty where there are none.
    pub(super) touched: Vec<bool>,
}

impl PackedMove {
    /// What it brings to the slots that it touches.
    pub(super) fn brought(&self) -> impl Iterator<Item = Brought<'_>> {
        let copied = self.copies.iter().map(|&(to, from)| Brought { to, from, becomes: None });
        copied.chain(self.turned.iter().map(|&(to, from, start)| {
            let becomes = Some(&self.twisted[start as usize..]);
            Brought { to, from, becomes }
        }))
    }
}
