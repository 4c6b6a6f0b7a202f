//! Whether every solution of a state costs an even or an odd number of units.
//!
//! Start at [`PuzzleSpace::find_parity`]: signs of permutations that the moves change or keep together with their costs.

use super::moves::PackedMove;
use super::rows::{PackedState, PieceNumbers};
use super::searched::PuzzleSpace;
use std::collections::HashMap;

/// Most orbits of which signs are looked at: all choices of them are tried.
const MOST_SIGNS: usize = 10;

impl PuzzleSpace {
    /// Orbits of pieces told apart whose signs together are odd for just those moves that cost an odd number of units.
    pub(super) fn find_parity(&self) -> Option<Vec<usize>> {
        let unit = self.moves.iter().fold(0, |unit, m| gcd(unit, m.cost)).max(1);
        let told_apart = |&orbit: &usize| {
            let slots = self.orbits[orbit].range();
            let pieces: std::collections::HashSet<u16> =
                slots.clone().map(|slot| self.piece(orbit, self.goals[0][slot])).collect();
            pieces.len() == slots.len()
        };
        let orbits: Vec<usize> = (0..self.orbits.len()).filter(told_apart).take(MOST_SIGNS).collect();
        let signs = |m: &PackedMove| -> (Vec<bool>, bool) {
            let mut from: Vec<usize> = (0..self.width).collect();
            let copies = m.copies.iter().copied().chain(m.turned.iter().map(|&(to, source, _)| (to, source)));
            copies.for_each(|(to, source)| from[usize::from(to)] = usize::from(source));
            (
                orbits.iter().map(|&orbit| is_odd(self.orbits[orbit].range(), |slot| from[slot])).collect(),
                m.cost / unit % 2 == 1,
            )
        };
        let signs: Vec<(Vec<bool>, bool)> = self.moves.iter().map(signs).collect();
        // Few orbits: all choices of them are tried.
        let fits = |chosen: &u32| {
            signs.iter().all(|(signs, odd)| {
                let sum =
                    signs.iter().enumerate().filter(|(at, sign)| **sign && chosen >> at & 1 == 1).count();
                (sum % 2 == 1) == *odd
            })
        };
        let chosen = (0..1u32 << orbits.len()).find(fits)?;
        Some(
            orbits
                .into_iter()
                .enumerate()
                .filter(|(at, _)| chosen >> at & 1 == 1)
                .map(|(_, orbit)| orbit)
                .collect(),
        )
    }

    /// The number of the piece, not turned, that is a content of an orbit.
    pub(super) fn piece(&self, orbit: usize, content: u16) -> u16 {
        let holds = |piece: &&PieceNumbers| (piece.first..piece.first + piece.modulus).contains(&content);
        self.orbits[orbit].pieces.values().find(holds).map_or(content, |piece| piece.first)
    }

    /// Whether the pieces of the chosen orbits stand in an odd permutation of how they stand in a goal; `None` if they
    /// are not the same pieces.
    pub(super) fn sign(&self, orbits: &[usize], state: &PackedState, goal: &PackedState) -> Option<bool> {
        let mut odd = false;
        for &orbit in orbits {
            let range = self.orbits[orbit].range();
            let home: HashMap<u16, usize> =
                range.clone().map(|slot| (self.piece(orbit, goal[slot]), slot)).collect();
            let from: Vec<usize> = range
                .clone()
                .map(|slot| home.get(&self.piece(orbit, state[slot])).copied())
                .collect::<Option<_>>()?;
            let different: std::collections::HashSet<usize> = from.iter().copied().collect();
            if different.len() != from.len() {
                return None;
            }
            odd ^= is_odd(range.clone(), |slot| from[slot - range.start]);
        }
        Some(odd)
    }
}

/// Whether a permutation of these slots is odd.
fn is_odd(slots: std::ops::Range<usize>, from: impl Fn(usize) -> usize) -> bool {
    let start = slots.start;
    let mut seen = vec![false; slots.len()];
    let mut odd = false;
    for first in slots {
        let mut slot = first;
        let mut length = 0usize;
        while !std::mem::replace(&mut seen[slot - start], true) {
            slot = from(slot);
            length += 1;
        }
        odd ^= length > 0 && length.is_multiple_of(2);
    }
    odd
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
