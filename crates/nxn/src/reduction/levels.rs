//! Distances by breadth-first search, with one byte per position.
//!
//! Start at [`distances`].

/// The number of turns from each position to the nearest of `ends`, 255 if none can be reached. Positions are numbers below
/// `places`; `after` makes one of a number of turns, which must be closed under inversion.
pub(crate) fn distances<T: Copy>(
    places: usize,
    ends: Vec<T>,
    place: impl Fn(T) -> usize,
    turns: usize,
    after: impl Fn(T, usize) -> T,
) -> Vec<u8> {
    let mut distances = vec![u8::MAX; places];
    ends.iter().for_each(|&end| distances[place(end)] = 0);
    let mut left = distances.iter().filter(|&&distance| distance == u8::MAX).count();
    let (mut level, mut depth) = (ends, 0);
    // The last level is the largest, and its successors are all known.
    while !level.is_empty() && left > 0 {
        depth += 1;
        let mut next = Vec::new();
        for &at in &level {
            for turn in 0..turns {
                let there = after(at, turn);
                let distance = &mut distances[place(there)];
                if *distance == u8::MAX {
                    *distance = depth;
                    next.push(there);
                }
            }
        }
        left -= next.len();
        level = next;
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
}
