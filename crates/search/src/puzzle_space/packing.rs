//! How a state is packed into a row.
//!
//! Start at [`PuzzleSpace::pack`]. A slot that no move touches must agree with the solved state.

use super::error::SpaceError;
use super::rows::{NOTHING, PackedOrbit, PackedState, PieceNumbers};
use super::space::PuzzleSpace;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_puzzle::touched_slots::TouchedSlots;
use std::collections::HashMap;

impl PuzzleSpace {
    /// The number of the content of a slot in a state.
    pub(super) fn content(&self, orbit: &PackedOrbit, state: &State, slot: usize) -> Option<u16> {
        let row = &state.orbits[orbit.orbit];
        let &PieceNumbers { first, modulus, home } = orbit.pieces.get(&row.pieces[slot])?;
        let turned = u32::from(row.orientations[slot]) + u32::from(modulus) - u32::from(home);
        (row.orientations[slot] < modulus).then(|| first + (turned % u32::from(modulus)) as u16)
    }

    pub(super) fn pack_unchecked(&self, state: &State) -> PackedState {
        let mut packed = vec![NOTHING; self.width];
        for orbit in &self.orbits {
            for (at, &slot) in orbit.slots.iter().enumerate() {
                packed[orbit.first + at] = self.content(orbit, state, slot).unwrap_or(0);
            }
        }
        packed.into_boxed_slice()
    }

    /// Packs a state of the puzzle. `goal` is one of the solved states; the state must agree with it in slots that no
    /// move touches. The pieces must be those of the solved state.
    pub fn pack(&self, puzzle: &Puzzle, state: &State, goal: &State) -> Result<PackedState, SpaceError> {
        for (number, (found, solved)) in state.orbits.iter().zip(&goal.orbits).enumerate() {
            let packed = self.orbits.iter().find(|orbit| orbit.orbit == number);
            let differs = |slot: &usize| {
                let known = packed.is_some_and(|orbit| {
                    orbit.slots.binary_search(slot).is_ok() && self.content(orbit, state, *slot).is_some()
                });
                let same = found.pieces[*slot] == solved.pieces[*slot]
                    && found.orientations[*slot] == solved.orientations[*slot];
                !known && !same
            };
            if let Some(slot) = (0..found.pieces.len()).find(differs) {
                let orbit = puzzle.orbits()[number].name.clone();
                return Err(SpaceError::OutOfReach { orbit, slot: slot + 1 });
            }
        }
        Ok(self.pack_unchecked(state))
    }
}

/// Touched slots by orbit, and the numbering of their possible contents.
pub(super) fn pack_orbits(
    puzzle: &Puzzle,
    turns: &[&Turn],
    goal: &State,
) -> Result<Vec<PackedOrbit>, SpaceError> {
    let mut packed: Vec<PackedOrbit> = Vec::new();
    let (mut first, mut content) = (0, 0u32);
    let changes: Vec<_> = turns.iter().map(|turn| turn.transformation()).collect();
    let touched = TouchedSlots::new(puzzle.orbits(), &changes);
    for number in 0..puzzle.orbits().len() {
        let range = touched.of_orbit(number);
        let slots: Vec<usize> = touched.slots()[range].iter().map(|&(_, slot)| usize::from(slot)).collect();
        let row = &goal.orbits[number];
        let mut pieces = HashMap::new();
        for &at in &slots {
            let (piece, modulus, home) = (row.pieces[at], row.moduli[at], row.orientations[at]);
            if let std::collections::hash_map::Entry::Vacant(entry) = pieces.entry(piece) {
                let number =
                    u16::try_from(content).map_err(|_| SpaceError::TooLarge("over 65 000 pieces"))?;
                entry.insert(PieceNumbers { first: number, modulus, home });
                content += u32::from(modulus);
            }
        }
        if !slots.is_empty() {
            let count = slots.len();
            packed.push(PackedOrbit { orbit: number, slots, first, pieces });
            first += count;
        }
    }
    if content > u32::from(NOTHING) {
        return Err(SpaceError::TooLarge("over 65 000 pieces and orientations"));
    }
    Ok(packed)
}
