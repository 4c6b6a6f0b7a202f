//! From a state back to the solved one, by a finished table of two-bit entries.
//!
//! Start at [`solution`]. A neighbour whose entry is one less, modulo 3, is one move nearer.

use super::distances::{Distances, UNREACHED};
use super::two_bit::TwoBit;
use crate::reachable::index::StateIndex;

/// Moves from a state to the nearest solved one, at most `most`; `None` if the state was not reached, or if it takes
/// more. At each state the first move that leads nearer is taken.
pub fn solution(
    index: &StateIndex,
    distances: &Distances,
    state: (usize, usize),
    most: usize,
) -> Option<Vec<usize>> {
    let (mut state, mut path) = (state, Vec::new());
    let mut entry = distances.get(state.0, state.1);
    if entry == UNREACHED {
        return None;
    }
    loop {
        let nearer = (entry + 2) % 3;
        let next = (0..index.moves()).map(|m| (m, index.after(state, m)));
        let Some((m, next)) = next.into_iter().find(|(_, to)| distances.get(to.0, to.1) == nearer) else {
            // No neighbour is nearer: this one is solved.
            return (entry == 0).then_some(path);
        };
        if path.len() == most {
            return None;
        }
        path.push(m);
        (state, entry) = (next, nearer);
    }
}

/// Up to `most` of the states farthest from the solved ones, the first in order, with solutions.
pub fn antipodes(index: &StateIndex, search: &TwoBit<'_>, most: usize) -> Vec<Vec<usize>> {
    let depth = search.counts().len() - 1;
    let solve = |state| solution(index, search.distances(), state, depth);
    match search.last_level() {
        Some(states) => states.into_iter().take(most).filter_map(solve).collect(),
        None => {
            // There are many of them, so the first ones are found soon.
            let entry = depth as u64 % 3;
            (0..index.rows())
                .flat_map(|row| (0..index.width()).map(move |place| (row, place)))
                .filter(|&(row, place)| search.distances().get(row, place) == entry)
                .filter_map(solve)
                .filter(|path| path.len() == depth)
                .take(most)
                .collect()
        }
    }
}
