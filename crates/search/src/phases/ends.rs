//! States at the end of a phase.

use super::begin::{Begin, Phase};
use super::chain::Slot;
use std::collections::HashSet;
use std::hash::BuildHasher;

/// A state at the end of a phase: for each slot, the place of the piece that belongs there, or one that is identical; and the turns that
/// lead there.
#[derive(Clone, Debug)]
pub(super) struct End {
    pub(super) places: Vec<u16>,
    pub(super) word: Vec<u16>,
}

/// The ends of a phase so far, all different.
#[derive(Debug)]
pub(super) struct Ends<'a> {
    slots: &'a [Slot],
    /// See [`super::Phases`].
    moves: &'a [Vec<u16>],
    phase: &'a Phase,
    pub(super) ends: Vec<End>,
    /// Hashes of their places.
    seen: HashSet<u64>,
    wanted: usize,
}

impl<'a> Ends<'a> {
    pub(super) fn new(slots: &'a [Slot], moves: &'a [Vec<u16>], phase: &'a Phase, wanted: usize) -> Ends<'a> {
        Ends { slots, moves, phase, ends: Vec::new(), seen: HashSet::new(), wanted }
    }

    pub(super) fn wanted(&self) -> usize {
        self.wanted
    }

    /// Keeps an end if it is new. Returns whether more are wanted.
    pub(super) fn keep(&mut self, (start, begin): (&End, &Begin), word: &[u16]) -> bool {
        let mut places = start.places.clone();
        begin.exchange(&self.phase.pieces, &mut places);
        for &turn in &word[start.word.len()..] {
            let moved = &self.moves[usize::from(turn)];
            places.iter_mut().for_each(|place| *place = moved[usize::from(*place)]);
        }
        let hash = self.seen.hasher().hash_one(in_order(self.slots, &places));
        if self.seen.insert(hash) {
            self.ends.push(End { places, word: word.to_vec() });
        }
        self.ends.len() < self.wanted
    }
}

/// The places of an end, with those of identical pieces in order, so that equal states have equal ones.
fn in_order(slots: &[Slot], places: &[u16]) -> Vec<u16> {
    let mut of_slots: Vec<(usize, u16, u16)> =
        slots.iter().zip(places).map(|(slot, &place)| (slot.orbit, slot.piece, place)).collect();
    of_slots.sort_unstable();
    of_slots.into_iter().map(|(_, _, place)| place).collect()
}
