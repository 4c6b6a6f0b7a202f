//! How many ways there are to place the pieces of a puzzle.
//!
//! Start at [`log2`]. It is known at once, and for most puzzles it exceeds the number of reachable states by a small factor: parities
//! and sums of orientations are not considered.

use crate::moves::Turn;
use crate::orbit::Orbit;
use crate::puzzle::Puzzle;
use crate::state::{OrbitState, State};
use crate::transformation::Transformation;
use std::collections::HashMap;

/// log2 of the number of placements of the pieces of a pattern, if each could be wherever moves bring it. Identical pieces are not told apart,
/// nor are orientations that the pattern leaves open. O(slots × moves) for each round in which slots are joined, mostly two or three.
///
/// ```
/// use permutant_puzzle::{catalog, placements};
///
/// let cube = catalog::find("2x2x2")?.puzzle;
/// let expected = (40_320.0 * f64::from(3_u16.pow(8))).log2();
/// assert!((placements::log2(&cube, cube.solved()) - expected).abs() < 1e-9);
/// # Ok::<(), catalog::NotFound>(())
/// ```
pub fn log2(puzzle: &Puzzle, pattern: &State) -> f64 {
    let of_orbit = |((orbit, row), connected): ((&Orbit, &OrbitState), Vec<usize>)| {
        let (mut all, mut alike) = (HashMap::new(), HashMap::new());
        let mut bits = 0.0;
        for ((slot, piece), group) in row.pieces.iter().enumerate().zip(connected) {
            let (all, alike) =
                (all.entry(group).or_insert(0_u32), alike.entry((group, piece)).or_insert(0_u32));
            *all += 1;
            *alike += 1;
            bits += f64::from(*all).log2() - f64::from(*alike).log2();
            bits += f64::from(orbit.orientations.min(row.moduli[slot].max(1))).log2();
        }
        bits
    };
    puzzle.orbits().iter().zip(&pattern.orbits).zip(connected(puzzle)).map(of_orbit).sum()
}

/// For each slot of each orbit the least slot with which moves exchange pieces.
fn connected(puzzle: &Puzzle) -> Vec<Vec<usize>> {
    let mut least: Vec<Vec<usize>> =
        puzzle.orbits().iter().map(|orbit| (0..usize::from(orbit.pieces)).collect()).collect();
    let moves: Vec<_> = puzzle.generator_turns().iter().map(Turn::transformation).collect();
    let mut changes = true;
    while std::mem::take(&mut changes) {
        for (orbit, part) in moves.iter().flat_map(Transformation::parts) {
            let least = &mut least[orbit];
            for (to, &from) in part.permutation().iter().enumerate() {
                let both = least[to].min(least[usize::from(from)]);
                for slot in [to, usize::from(from)] {
                    changes |= std::mem::replace(&mut least[slot], both) != both;
                }
            }
        }
    }
    least
}
