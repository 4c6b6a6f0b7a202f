//! The last turns of the ways into G1, looked up as permutations.
//!
//! Start at [`Endings::of`]. From most states near G1 only few turns lead on, so a search would spend its time on long chains of
//! states without a branch. The sequences of the last turns are found once for each state and then only multiplied.

use super::phase_one::PhaseOne;
use crate::model::cubie::CubieCube;
use crate::model::move_masks::NO_FACE;
use crate::model::moves::Move;
use crate::two_phase::{Children, Seen, Turns};
use permutant_search::prefetch::prefetch;
use std::ops::Range;

/// Turns of a longest ending. Those of five turns, 13 times as many, do not stay in the L2 cache and take longer.
pub(super) const LONGEST: u32 = 4;

/// The permutations of corners and edges, without what is turned in place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pieces {
    pub(super) corners: [u8; 8],
    /// Entries from 12 on are no edges; in an ending, entry [`FIRST`] is its first turn.
    pub(super) edges: [u8; 16],
}

impl Pieces {
    pub(super) fn of(cube: &CubieCube) -> Pieces {
        let mut edges = [0; 16];
        edges[..12].copy_from_slice(&cube.edges.permutation());
        Pieces { corners: cube.corners.permutation(), edges }
    }

    /// These, then others.
    #[inline]
    pub(super) fn then(&self, next: &Pieces) -> Pieces {
        Pieces {
            corners: next.corners.map(|from| self.corners[usize::from(from & 7)]),
            edges: next.edges.map(|from| self.edges[usize::from(from & 15)]),
        }
    }
}

/// Where an ending names its first turn: those that may not follow the turn before are left out.
pub(super) const FIRST: usize = 12;

/// Slots for states: at most 16 · (1 + 1 + 5 + 44 + 487) = 8608 are within four turns of G1.
const SLOTS: usize = 1 << 14;

/// A state whose endings are known.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// One more than the name of the state; 0 for an empty slot.
    name: u32,
    from: u32,
    count: u32,
}

/// The endings of the states that came up.
#[derive(Debug)]
pub(super) struct Endings {
    turns: [Pieces; Move::COUNT],
    /// Turns of each ending, at most [`LONGEST`].
    length: u32,
    /// Whether the last turn must be one that leaves G1.
    leaving: bool,
    known: Vec<Known>,
    all: Vec<Pieces>,
}

impl Endings {
    /// Bytes that the endings take, generously: 18 · 13.3^3 sequences lead into G1, some from a state with several names.
    pub(super) const BYTES: usize = SLOTS * size_of::<Known>() + 200_000 * size_of::<Pieces>();

    /// Nothing is known yet.
    pub(super) fn new(length: u32, leaving: bool) -> Endings {
        let turns = Move::ALL.map(|turn| Pieces::of(CubieCube::of_move(turn)));
        Endings { turns, length, leaving, known: vec![Known::default(); SLOTS], all: Vec::new() }
    }

    /// Where to begin looking for a state.
    #[inline]
    fn slot(at: Seen) -> usize {
        // The golden ratio spreads names that follow each other.
        ((at.name() + 1).wrapping_mul(0x9E37_79B1) >> 18) as usize % SLOTS
    }

    /// Makes the state's slot come closer.
    #[inline]
    pub(super) fn prefetch(&self, at: Seen) {
        prefetch(&self.known, Endings::slot(at));
    }

    /// The sequences of turns that lead from a state into G1, as a range of all endings, which comes closer.
    #[inline]
    pub(super) fn of(&mut self, at: Seen, tables: &impl PhaseOne) -> Range<usize> {
        let mut slot = Endings::slot(at);
        while self.known[slot].name != at.name() + 1 {
            if self.known[slot].name == 0 {
                self.learn(slot, at, tables);
            } else {
                slot = (slot + 1) % SLOTS;
            }
        }
        let Known { from, count, .. } = self.known[slot];
        let range = from as usize..(from + count) as usize;
        range.clone().step_by(2).for_each(|ending| prefetch(&self.all, ending));
        range
    }

    /// Some endings.
    #[inline]
    pub(super) fn get(&self, range: Range<usize>) -> &[Pieces] {
        &self.all[range]
    }

    #[cold]
    fn learn(&mut self, slot: usize, at: Seen, tables: &impl PhaseOne) {
        let from = self.all.len() as u32;
        self.extend(at, NO_FACE, &Pieces::of(&CubieCube::SOLVED), self.length, tables);
        self.known[slot] = Known { name: at.name() + 1, from, count: self.all.len() as u32 - from };
    }

    fn extend<P: PhaseOne>(&mut self, at: Seen, last: usize, pieces: &Pieces, left: u32, tables: &P) {
        if left == 0 {
            self.all.push(*pieces);
            return;
        }
        let first = pieces.edges[FIRST];
        let mut children = Children::none(at);
        let turns = Turns { last, leaving: self.leaving && left == 1 };
        tables.follow(at, turns, left - 1, &mut children);
        for child in children.as_slice() {
            let first = if last == NO_FACE { child.turn.index() as u8 } else { first };
            let mut pieces = pieces.then(&self.turns[child.turn.index()]);
            pieces.edges[FIRST] = first;
            self.extend(child.at, P::after(last, child.turn), &pieces, left - 1, tables);
        }
    }
}
