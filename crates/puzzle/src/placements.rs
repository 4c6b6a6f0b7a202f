//! How many ways there are to place the pieces of a puzzle.
//!
//! Start at [`log2`]. It is known at once, and for most puzzles it exceeds the number of reachable states by a small factor: parities
//! and sums of orientations are not considered.

use crate::moves::Turn;
use crate::orbit::Orbit;
use crate::state::State;
use crate::touched_slots::TouchedSlots;
use crate::transformation::Transformation;
use std::collections::HashMap;

/// log2 of the number of placements of the pieces of a pattern, if each could be wherever these turns bring it. Identical pieces are not
/// told apart, nor are orientations that the pattern leaves open; slots that no turn touches have one content. O(slots × turns) for each
/// round in which slots are joined, mostly two or three.
///
/// ```
/// use permutant_puzzle::{catalog, placements};
///
/// let cube = catalog::find("2x2x2")?.puzzle;
/// let expected = (40_320.0 * f64::from(3_u16.pow(8))).log2();
/// assert!((placements::log2(cube.orbits(), cube.solved(), &cube.generator_turns()) - expected).abs() < 1e-9);
/// # Ok::<(), catalog::NotFound>(())
/// ```
pub fn log2(orbits: &[Orbit], pattern: &State, turns: &[Turn]) -> f64 {
    let moves: Vec<_> = turns.iter().map(Turn::transformation).collect();
    let touched = TouchedSlots::new(orbits, &moves);
    let of_orbit = |(number, connected): (usize, Vec<usize>)| {
        let (orbit, row) = (&orbits[number], &pattern.orbits[number]);
        let (mut all, mut alike) = (HashMap::new(), HashMap::new());
        let mut bits = 0.0;
        for &(_, slot) in &touched.slots()[touched.of_orbit(number)] {
            let slot = usize::from(slot);
            let (group, piece) = (connected[slot], row.pieces[slot]);
            let (all, alike) =
                (all.entry(group).or_insert(0_u32), alike.entry((group, piece)).or_insert(0_u32));
            *all += 1;
            *alike += 1;
            bits += f64::from(*all).log2() - f64::from(*alike).log2();
            bits += f64::from(orbit.orientations.min(row.moduli[slot].max(1))).log2();
        }
        bits
    };
    connected(orbits, &moves).into_iter().enumerate().map(of_orbit).sum()
}

/// For each slot of each orbit the least slot with which moves exchange pieces.
fn connected(orbits: &[Orbit], moves: &[Transformation]) -> Vec<Vec<usize>> {
    let mut least: Vec<Vec<usize>> =
        orbits.iter().map(|orbit| (0..usize::from(orbit.pieces)).collect()).collect();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;

    #[test]
    fn pieces_that_turns_leave_alone_count_once() {
        let cube = catalog::find("3x3x3").unwrap().puzzle;
        let turns = ["U", "R"].map(|name| cube.turn(name).unwrap());
        // Seven edges and six corners, each in any orientation.
        let (edges, corners) = (5040.0 * f64::from(2_u16.pow(7)), 720.0 * f64::from(3_u16.pow(6)));
        let bits = log2(cube.orbits(), cube.solved(), &turns);
        assert!((bits - f64::log2(edges * corners)).abs() < 1e-9, "{bits}");
    }
}
