//! Whether every solution of a state costs an even or an odd number of units.
//!
//! Start at [`PuzzleSpace::find_parity`]: signs of permutations, and sums of orientations modulo 2, that moves change
//! or keep in step with the parity of their costs. A bound need not be raised to the right parity, because the
//! remaining cost always has it.

use super::character::Character;
use super::packed_move::PackedMove;
use super::rows::{PackedState, PieceNumbers};
use super::space::PuzzleSpace;
use num_integer::gcd;
use std::collections::HashMap;

/// Greatest number of characters considered: all subsets of them are tried.
const MOST_CHARACTERS: usize = 10;

impl PuzzleSpace {
    /// Characters whose total is odd for exactly those moves that cost an odd number of units.
    pub(super) fn find_parity(&self) -> Option<Vec<Character>> {
        let unit = self.moves.iter().fold(0, |unit, m| gcd(unit, m.cost)).max(1);
        let orbits = 0..self.orbits.len();
        let signs = orbits.clone().filter(|&orbit| self.are_told_apart(orbit)).map(Character::Sign);
        let even = |&orbit: &usize| self.orbits[orbit].pieces.values().all(|piece| piece.modulus % 2 == 0);
        let characters: Vec<Character> =
            signs.chain(orbits.filter(even).map(Character::Turns)).take(MOST_CHARACTERS).collect();
        let changed: Vec<(Vec<bool>, bool)> = (self.moves.iter())
            .map(|m| {
                let odd = characters.iter().map(|&character| self.is_changed(m, character)).collect();
                (odd, m.cost / unit % 2 == 1)
            })
            .collect();
        let is_chosen = |chosen: u32, at: usize| chosen >> at & 1 == 1;
        let fits = |&chosen: &u32| {
            changed.iter().all(|(changed, odd)| {
                let count = (0..changed.len()).filter(|&at| changed[at] && is_chosen(chosen, at)).count();
                (count % 2 == 1) == *odd
            })
        };
        let chosen = (0..1u32 << characters.len()).find(fits)?;
        let of = characters.into_iter().enumerate();
        Some(of.filter(|&(at, _)| is_chosen(chosen, at)).map(|(_, character)| character).collect())
    }

    fn are_told_apart(&self, orbit: usize) -> bool {
        let slots = self.orbits[orbit].range();
        let pieces: std::collections::HashSet<u16> =
            slots.clone().map(|slot| self.piece(orbit, self.goals[0][slot])).collect();
        pieces.len() == slots.len()
    }

    /// Whether a move changes a character.
    fn is_changed(&self, m: &PackedMove, character: Character) -> bool {
        match character {
            Character::Sign(orbit) => {
                let mut from: Vec<usize> = (0..self.width).collect();
                let copies = m.copies.iter().copied().chain(m.turned.iter().map(|&(to, from, _)| (to, from)));
                copies.for_each(|(to, source)| from[usize::from(to)] = usize::from(source));
                is_odd(self.orbits[orbit].range(), |slot| from[slot])
            }
            Character::Turns(orbit) => {
                let slots = self.orbits[orbit].range();
                let here = m.turned.iter().filter(|turned| slots.contains(&usize::from(turned.0)));
                let odd = here.filter(|&&(_, from, start)| {
                    let content = self.goals[0][usize::from(from)];
                    let after = m.twisted[start as usize + usize::from(content)];
                    self.is_turned_oddly(orbit, content) != self.is_turned_oddly(orbit, after)
                });
                odd.count() % 2 == 1
            }
        }
    }

    fn is_turned_oddly(&self, orbit: usize, content: u16) -> bool {
        let holds = |piece: &&PieceNumbers| (piece.first..piece.first + piece.modulus).contains(&content);
        let piece = self.orbits[orbit].pieces.values().find(holds);
        piece.is_some_and(|piece| (piece.home + (content - piece.first)) % 2 == 1)
    }

    /// The number of the untwisted piece of a content of an orbit.
    pub(super) fn piece(&self, orbit: usize, content: u16) -> u16 {
        let holds = |piece: &&PieceNumbers| (piece.first..piece.first + piece.modulus).contains(&content);
        self.orbits[orbit].pieces.values().find(holds).map_or(content, |piece| piece.first)
    }

    /// Whether the total of the characters differs between a state and a goal; `None` if they cannot be compared.
    pub(super) fn differ(
        &self,
        characters: &[Character],
        state: &PackedState,
        goal: &PackedState,
    ) -> Option<bool> {
        characters.iter().try_fold(false, |odd, &character| {
            Some(
                odd ^ match character {
                    Character::Sign(orbit) => self.sign(orbit, state, goal)?,
                    Character::Turns(orbit) => {
                        let slots = self.orbits[orbit].range();
                        let differ = |&slot: &usize| {
                            self.is_turned_oddly(orbit, state[slot])
                                != self.is_turned_oddly(orbit, goal[slot])
                        };
                        slots.filter(differ).count() % 2 == 1
                    }
                },
            )
        })
    }

    /// Whether the permutation between the pieces of an orbit in a state and in a goal is odd; `None` if the pieces are
    /// not the same.
    fn sign(&self, orbit: usize, state: &PackedState, goal: &PackedState) -> Option<bool> {
        let range = self.orbits[orbit].range();
        let home: HashMap<u16, usize> =
            range.clone().map(|slot| (self.piece(orbit, goal[slot]), slot)).collect();
        let from: Vec<usize> = range
            .clone()
            .map(|slot| home.get(&self.piece(orbit, state[slot])).copied())
            .collect::<Option<_>>()?;
        let different: std::collections::HashSet<usize> = from.iter().copied().collect();
        (different.len() == from.len()).then(|| is_odd(range.clone(), |slot| from[slot - range.start]))
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
