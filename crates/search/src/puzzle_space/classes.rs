//! Classes of states under symmetries and inverses.

use super::inverses::Inverses;
use super::rows::{PackedOrbit, PackedState};
use super::space::PuzzleSpace;
use crate::symmetry::Representatives;
use std::ops::Range;

impl PuzzleSpace {
    /// The number of symmetries that map states to others at the same distance from solved; doubled if each does so
    /// with and without taking the inverse.
    pub fn symmetry_count(&self) -> usize {
        let elements = self.representatives.as_ref().map_or(1, Representatives::count);
        if self.inverses.is_some() { 2 * elements } else { elements }
    }

    /// The symmetries, if there are others than the identity.
    pub(crate) fn symmetric(&self) -> Option<&Representatives> {
        self.representatives.as_ref()
    }

    /// The number of images of a state under symmetries, without inverses.
    pub(crate) fn image_count(&self, state: &PackedState) -> usize {
        (self.representatives.as_ref())
            .map_or(1, |representatives| representatives.count() / representatives.fixing(state))
    }

    /// Whether inverses have the same distance from solved, so that they count as the same.
    pub(crate) fn has_inverses(&self) -> bool {
        self.inverses.is_some()
    }

    /// Writes the inverse of a state if that has the same distance from solved; otherwise returns `false`.
    pub(crate) fn write_inverse(&self, state: &PackedState, to: &mut PackedState) -> bool {
        let Some(Inverses { home, back, solved }) = &self.inverses else { return false };
        for (slot, &first) in solved.iter().enumerate() {
            let content = usize::from(state[slot]);
            to[usize::from(home[content])] = first + back[content];
        }
        true
    }

    /// By slot in use, its possible contents.
    pub(crate) fn contents_by_slot(&self) -> impl Iterator<Item = Range<u16>> {
        self.orbits.iter().flat_map(|orbit| orbit.slots.iter().map(|_| PackedOrbit::contents(orbit)))
    }

    /// By content, the least content of the same piece: the contents of pieces follow each other without gaps.
    pub(crate) fn pieces_by_content(&self) -> Vec<u16> {
        let mut pieces: Vec<(u16, u16)> = (self.orbits.iter())
            .flat_map(|orbit| orbit.pieces.values().map(|piece| (piece.first, piece.modulus)))
            .collect();
        pieces.sort_unstable();
        pieces.iter().flat_map(|&(first, modulus)| std::iter::repeat_n(first, modulus.into())).collect()
    }

    /// Whether no piece is in a forbidden slot.
    pub(crate) fn is_legal(&self, state: &PackedState) -> bool {
        self.illegal.iter().all(|(slot, contents)| !contents.contains(&state[*slot]))
    }
}
