//! The path from a state back to the solved one, by a finished table of two-bit entries.
//!
//! Start at [`solution`]. A neighbour whose entry is less by one, modulo 3, is one move nearer.

use super::distances::{Distances, UNREACHED};
use super::two_bit::TwoBit;
use crate::reachable::move_symmetry::MoveSymmetries;
use crate::reachable::rows::Rows;

/// The moves to the nearest solved state, and the row and place of that state.
pub type Way = (Vec<usize>, (usize, usize));

/// The moves from a state to the nearest solved one, at most `most`; `None` if the state was not reached or needs more.
/// At each state the first move that leads nearer is chosen. If rows represent classes, the state is that of the stored
/// row.
pub fn solution(
    rows: &Rows,
    symmetries: &MoveSymmetries,
    distances: &Distances,
    state: (usize, usize),
    most: usize,
) -> Option<Way> {
    let (mut state, mut path) = (state, Vec::new());
    // The symmetry that maps the true state to the stored one.
    let mut turned = 0;
    let mut entry = distances.get(state.0, state.1);
    if entry == UNREACHED {
        return None;
    }
    loop {
        let nearer = (entry + 2) % 3;
        let mut next = (0..rows.moves()).map(|m| (m, rows.after(state, m)));
        let Some((m, (to, symmetry))) = next.find(|(_, (to, _))| distances.get(to.0, to.1) == nearer) else {
            // No neighbour is nearer, so this state is solved.
            return (entry == 0).then_some((path, state));
        };
        if path.len() == most {
            return None;
        }
        // The move as made on the true state.
        path.push(symmetries.image(symmetries.inverse(turned), m));
        turned = symmetries.then(turned, usize::from(symmetry));
        (state, entry) = (to, nearer);
    }
}

/// Up to `most` of the states farthest from the solved ones, the first in order, with solutions.
pub fn antipodes(rows: &Rows, symmetries: &MoveSymmetries, search: &TwoBit<'_>, most: usize) -> Vec<Way> {
    let depth = search.counts().len() - 1;
    let solve = |state| solution(rows, symmetries, search.distances(), state, depth);
    match search.last_level() {
        Some(states) => states.into_iter().take(most).filter_map(solve).collect(),
        None => {
            // There are many of them, so the first ones are found soon.
            let entry = depth as u64 % 3;
            (0..rows.len())
                .flat_map(|row| (0..rows.width()).map(move |place| (row, place)))
                .filter(|&(row, place)| search.distances().get(row, place) == entry)
                .filter_map(solve)
                .filter(|(path, _)| path.len() == depth)
                .take(most)
                .collect()
        }
    }
}
