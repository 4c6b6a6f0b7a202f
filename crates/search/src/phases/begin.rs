//! Where a phase begins: which of the identical pieces belong where.

use super::bounds::Bound;
use super::chain::Slot;

/// Choices of identical pieces with which the search of a phase begins, those of the lowest bounds.
const CHOICES: usize = 8;

/// The moves of a phase, and the pieces that it solves.
#[derive(Debug)]
pub(super) struct Phase {
    pub(super) turns: Vec<usize>,
    /// The slots whose pieces it solves.
    pub(super) pieces: Vec<usize>,
    /// The slots that its moves reach.
    pub(super) reached: Vec<bool>,
    /// See [`super::bounds::Places::local`].
    pub(super) local: Vec<u16>,
    pub(super) bounds: Vec<Bound>,
    /// Whether there are too many positions for a search, so that a beam solves it.
    pub(super) is_large: bool,
    /// The distance of each piece alone.
    pub(super) singles: Vec<Bound>,
}

/// The pieces that a phase solves in one of its starts.
#[derive(Clone, Debug)]
pub(super) struct Begin {
    /// For each slot of the phase, the slot of the piece that is solved here: itself, or one with an identical piece.
    chosen: Vec<usize>,
    /// The places of these pieces, relative to their slots.
    pub(super) rows: Vec<u16>,
    /// The least number of moves that the phase takes.
    pub(super) bound: u8,
    /// The sum of all bounds so far.
    sum: u32,
}

impl Phase {
    /// The best choices of identical pieces, given for each slot the place of a piece that belongs there. A single one if none of the phase's
    /// pieces has an identical one elsewhere.
    pub(super) fn begins(&self, slots: &[Slot], slot_of: &[usize], places: &[u16]) -> Vec<Begin> {
        let mut begins = vec![Begin { chosen: Vec::new(), rows: Vec::new(), bound: 0, sum: 0 }];
        for (number, &piece) in self.pieces.iter().enumerate() {
            let slot = &slots[piece];
            let of_last: Vec<&Bound> = self.bounds.iter().filter(|bound| bound.last() == number).collect();
            let candidates: Vec<usize> = (0..slots.len())
                .filter(|&other| {
                    slots[other].is_alike(slot) && self.reached[slot_of[usize::from(places[other])]]
                })
                .collect();
            let with_next = |begin: &Begin| {
                let free = candidates.iter().filter(|other| !begin.chosen.contains(other));
                let choices = free.map(|&other| {
                    let mut next = begin.clone();
                    let place = places[other];
                    next.chosen.push(other);
                    next.rows.push(slot.relative(place, &slots[slot_of[usize::from(place)]]));
                    for bound in of_last.iter().copied().chain([&self.singles[number]]) {
                        let distance = bound.of(&next.rows, &self.local);
                        next.bound = next.bound.max(distance);
                        next.sum += u32::from(distance);
                    }
                    next
                });
                choices.collect::<Vec<_>>()
            };
            begins = begins.iter().flat_map(with_next).collect();
            begins.sort_by_key(|begin| (begin.bound, begin.sum));
            begins.truncate(CHOICES);
        }
        begins
    }
}

impl Begin {
    /// Exchanges identical pieces, so that the places given for the phase's slots are those of the chosen pieces.
    pub(super) fn exchange(&self, pieces: &[usize], places: &mut [u16]) {
        let before = places.to_vec();
        let (freed, taken): (Vec<usize>, Vec<usize>) = (
            self.chosen.iter().copied().filter(|slot| !pieces.contains(slot)).collect(),
            pieces.iter().copied().filter(|slot| !self.chosen.contains(slot)).collect(),
        );
        for (&slot, &other) in pieces.iter().zip(&self.chosen) {
            places[slot] = before[other];
        }
        for (slot, other) in freed.into_iter().zip(taken) {
            places[slot] = before[other];
        }
    }
}
