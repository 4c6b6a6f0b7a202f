//! The division of pieces into sets whose distances are added.
//!
//! Start at [`divided`]. Pieces that are near each other in the solved state get in each other's way, so a set that contains them has
//! greater distances. The sum of the distances between all pairs of a set is therefore made small, by exchanges from several starts.

use super::sliding::Sliding;

/// The pieces in sets of `size`, the last one smaller if they do not divide evenly; ascending within a set.
pub(super) fn divided(sliding: &Sliding, size: usize) -> Vec<Vec<u8>> {
    let homes = sliding.homes();
    let apart = distances(&sliding.neighbours());
    let pieces: Vec<u8> = (0..sliding.slots() as u8).filter(|&piece| piece != sliding.blank).collect();
    let between =
        |a: u8, b: u8| apart[usize::from(homes[usize::from(a)])][usize::from(homes[usize::from(b)])];
    let mut best: Option<(u32, Vec<Vec<u8>>)> = None;
    for &first in &pieces {
        let mut order = pieces.clone();
        order.sort_by_key(|&piece| between(first, piece));
        let mut sets: Vec<Vec<u8>> = order.chunks(size).map(<[u8]>::to_vec).collect();
        improve(&mut sets, &between);
        let total = sets.iter().map(|set| cost(set, &between)).sum();
        if best.as_ref().is_none_or(|(least, _)| total < *least) {
            best = Some((total, sets));
        }
    }
    let mut sets = best.map(|(_, sets)| sets).unwrap_or_default();
    sets.iter_mut().for_each(|set| set.sort_unstable());
    sets
}

/// The distances between all pieces of a set.
fn cost(set: &[u8], between: &impl Fn(u8, u8) -> u32) -> u32 {
    let to_earlier = |(at, &a): (usize, &u8)| set[..at].iter().map(|&b| between(a, b)).sum::<u32>();
    set.iter().enumerate().map(to_earlier).sum()
}

/// Exchanges pieces of different sets as long as that helps.
fn improve(sets: &mut [Vec<u8>], between: &impl Fn(u8, u8) -> u32) {
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for one in 0..sets.len() {
            for other in 0..one {
                let (wide, high) = (sets[one].len(), sets[other].len());
                for (a, b) in (0..wide * high).map(|pair| (pair / high, pair % high)) {
                    let before = cost(&sets[one], between) + cost(&sets[other], between);
                    let (x, y) = (sets[one][a], sets[other][b]);
                    (sets[one][a], sets[other][b]) = (y, x);
                    if cost(&sets[one], between) + cost(&sets[other], between) < before {
                        changed = true;
                    } else {
                        (sets[one][a], sets[other][b]) = (x, y);
                    }
                }
            }
        }
    }
}

/// The distances between all slots of a graph; those that are not connected are far apart.
pub(super) fn distances(neighbours: &[u64]) -> Vec<Vec<u32>> {
    let from = |start: usize| {
        let mut distance = vec![neighbours.len() as u32; neighbours.len()];
        let (mut seen, mut rim, mut length) = (0u64, 1u64 << start, 0);
        while rim != 0 {
            seen |= rim;
            let mut next = 0;
            for (slot, near) in neighbours.iter().enumerate().filter(|(slot, _)| rim >> slot & 1 == 1) {
                distance[slot] = length;
                next |= near;
            }
            rim = next & !seen;
            length += 1;
        }
        distance
    };
    (0..neighbours.len()).map(from).collect()
}
