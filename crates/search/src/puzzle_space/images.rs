//! Images of packed states under symmetries and inverses.

use super::inverses::Inverses;
use super::rows::PieceNumbers;
use super::space::PuzzleSpace;
use crate::symmetry::{Brought, PairSums, Representatives, Symmetries};
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use std::collections::HashMap;

impl PuzzleSpace {
    /// The same space, in which symmetric states count as one for lower bounds if that helps. Puzzle, turns and goals
    /// must be those of [`PuzzleSpace::new`].
    pub fn with_symmetry(mut self, puzzle: &Puzzle, turns: &[Turn], goals: &[State]) -> Self {
        let doing = turns.iter().filter(|turn| !turn.transformation().is_identity());
        let turns: Vec<Turn> = doing.cloned().collect();
        let costs: Vec<u32> = self.moves.iter().map(|m| m.cost).collect();
        let symmetries = Symmetries::find(puzzle, &turns, &costs, goals);
        let places: Vec<(usize, usize)> = (self.orbits.iter().enumerate())
            .flat_map(|(number, orbit)| (0..orbit.slots.len()).map(move |at| (number, at)))
            .collect();
        // By orbit: the piece of each content, and its orientation.
        let decoded: Vec<HashMap<u16, (u16, u16, u16)>> = (self.orbits.iter())
            .map(|orbit| {
                let pieces =
                    orbit.pieces.iter().flat_map(|(&piece, &PieceNumbers { first, modulus, home })| {
                        (0..modulus).map(move |k| (first + k, (piece, (home + k) % modulus, modulus)))
                    });
                pieces.collect()
            })
            .collect();
        let contents: Vec<_> = places.iter().map(|&(orbit, _)| self.orbits[orbit].contents()).collect();
        let image = |element: usize, slot: usize, content: u16| -> (usize, u16) {
            let (number, at) = places[slot];
            let orbit = &self.orbits[number];
            let Some(&known) = decoded[number].get(&content) else { return (slot, content) };
            let (to_orbit, to_slot, (piece, turned)) =
                symmetries.elements()[element].content(orbit.orbit, orbit.slots[at] as u16, known);
            let Some(to) = self.orbits.iter().find(|orbit| orbit.orbit == to_orbit) else {
                return (slot, content);
            };
            let to_at = to.slots.binary_search(&usize::from(to_slot)).unwrap_or(at);
            let numbered = to.pieces.get(&piece).map_or(content, |numbers| {
                let modulus = u32::from(numbers.modulus);
                let turned = (u32::from(turned) + modulus - u32::from(numbers.home)) % modulus;
                numbers.first + turned as u16
            });
            (to.first + to_at, numbered)
        };
        let elements = symmetries.elements().len();
        self.representatives = Representatives::new(elements, &contents, image);
        self.sums = self.representatives.as_ref().and_then(|_| {
            let moves: Vec<Vec<Brought<'_>>> = self.moves.iter().map(|m| m.brought().collect()).collect();
            PairSums::new(elements, &contents, image, &moves)
        });
        if symmetries.has_inverse() {
            let end = contents.iter().map(|range| usize::from(range.end)).max().unwrap_or(0);
            let mut inverses = Inverses { home: vec![0; end], back: vec![0; end], solved: Vec::new() };
            for &(number, at) in &places {
                let orbit = &self.orbits[number];
                let piece = goals[0].orbits[orbit.orbit].pieces[orbit.slots[at]];
                let Some(&PieceNumbers { first, modulus, .. }) = orbit.pieces.get(&piece) else {
                    return self;
                };
                inverses.solved.push(first);
                for k in 0..modulus {
                    inverses.home[usize::from(first + k)] = (orbit.first + at) as u16;
                    inverses.back[usize::from(first + k)] = (modulus - k) % modulus;
                }
            }
            self.inverses = Some(inverses);
        }
        self
    }
}
