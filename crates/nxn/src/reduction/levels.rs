//! Distances by breadth-first search, with one byte per position.
//!
//! Start at [`distances`].

use std::collections::VecDeque;

/// The number of turns from each position to the nearest of `ends`, 255 if none can be reached. Positions are numbers below
/// `places`; `after` makes one of a number of turns, which must be closed under inversion.
pub(crate) fn distances<T: Copy>(
    places: usize,
    ends: Vec<T>,
    place: impl Fn(T) -> usize,
    turns: usize,
    after: impl Fn(T, usize) -> T,
) -> Vec<u8> {
    distances_by_cost(places, ends, place, &vec![1; turns], after)
}

/// The same for turns that count so much each, at least 1, as do their inverses.
pub(crate) fn distances_by_cost<T: Copy>(
    places: usize,
    ends: Vec<T>,
    place: impl Fn(T) -> usize,
    costs: &[u8],
    after: impl Fn(T, usize) -> T,
) -> Vec<u8> {
    let mut distances = vec![u8::MAX; places];
    ends.iter().for_each(|&end| distances[place(end)] = 0);
    let mut left = distances.iter().filter(|&&distance| distance == u8::MAX).count();
    let most = usize::from(costs.iter().copied().max().unwrap_or(1));
    // The last levels, the farthest from the ends first.
    let mut levels = VecDeque::from([ends]);
    let mut depth = 0;
    // The last level is the largest, and its successors are all known.
    while levels.iter().any(|level| !level.is_empty()) && left > 0 {
        depth += 1;
        let mut next = Vec::new();
        for (before, level) in levels.iter().enumerate() {
            let turns: Vec<usize> =
                (0..costs.len()).filter(|&turn| usize::from(costs[turn]) == before + 1).collect();
            for &at in level {
                for &turn in &turns {
                    let there = after(at, turn);
                    let distance = &mut distances[place(there)];
                    if *distance == u8::MAX {
                        *distance = depth;
                        next.push(there);
                    }
                }
            }
        }
        left -= next.len();
        levels.push_front(next);
        levels.truncate(most);
    }
    distances
}

#[cfg(test)]
mod tests {
    #[test]
    fn distances_on_a_ring_with_a_gap() {
        let after = |at: usize, turn: usize| [at, (at + 1) % 8, (at + 7) % 8][turn];
        assert_eq!(super::distances(9, vec![0, 3], |at| at, 3, after), [0, 1, 1, 0, 1, 2, 2, 1, 255]);
    }

    #[test]
    fn distances_by_cost_are_least_sums() {
        // Steps of one place count 2, steps of two places count 3.
        let after = |at: usize, turn: usize| (at + [1, 9, 2, 8][turn]) % 10;
        let found = super::distances_by_cost(10, vec![0], |at| at, &[2, 2, 3, 3], after);
        assert_eq!(found, [0, 2, 3, 5, 6, 8, 6, 5, 3, 2]);
    }
}
