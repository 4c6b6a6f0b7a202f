//! Words for slots derived from words for other slots: along short paths, by conjugation, and otherwise from the
//! residues of sifting.

use super::alphabet::{Alphabet, Letter};
use super::ball::Ball;
use super::commutators::Shares;
use super::images::{invert, multiply};
use super::levels::Levels;

/// Finds, for each slot of a level, the cheapest way there: an element of the level's group takes the point to another
/// one whose slot is known. Whether a slot is now cheaper. `most` elements of each slot serve as steps.
///
/// Bellman and Ford's shortest paths over the points of the orbit; O(rounds × elements × orbit).
pub(super) fn shortest_paths(levels: &mut Levels, alphabet: &Alphabet, level: usize, most: usize) -> bool {
    let base = levels.levels[level].base;
    let steps: Vec<u32> = (levels.levels[level..].iter())
        .flat_map(|level| level.slots.iter())
        .flat_map(|slot| slot.iter().take(most).copied())
        .collect();
    let degree = alphabet.degree();
    let mut costs: Vec<u32> = (0..degree as u16)
        .map(|point| levels.levels[level].best(point).map_or(u32::MAX, |best| levels.elements.cost(best)))
        .collect();
    costs[usize::from(base)] = 0;
    let mut moved = false;
    loop {
        let before = costs.clone();
        let mut best: Vec<Option<u32>> = vec![None; degree];
        for &step in &steps {
            let (images, cost) = (levels.elements.images(step), levels.elements.cost(step));
            for (point, &to) in images.iter().enumerate() {
                let there = before[usize::from(to)];
                if there != u32::MAX && usize::from(to) != point && there + cost < costs[point] {
                    costs[point] = there + cost;
                    best[point] = Some(step);
                }
            }
        }
        costs[usize::from(base)] = 0;
        let mut any = false;
        let found: Vec<(usize, u32)> = best
            .into_iter()
            .enumerate()
            .filter(|&(point, _)| point != usize::from(base))
            .filter_map(|(point, step)| step.map(|step| (point, step)))
            .collect();
        for (point, step) in found {
            let to = levels.elements.images(step)[point];
            let Some(rest) = (to != base).then(|| levels.levels[level].best(to)).flatten() else {
                continue;
            };
            let mut product = vec![0; degree];
            multiply(levels.elements.images(step), levels.elements.images(rest), &mut product);
            let word = [levels.elements.word(step), levels.elements.word(rest)].concat();
            let word = alphabet.reduce(&word);
            any |= levels.offer(alphabet, &product, &word, alphabet.cost(&word));
        }
        moved |= any;
        if !any {
            return moved;
        }
        for point in 0..degree as u16 {
            if let Some(best) = levels.levels[level].best(point) {
                costs[usize::from(point)] = costs[usize::from(point)].min(levels.elements.cost(best));
            }
        }
    }
}

/// Conjugates the elements that move fewest points by the elements of the ball, and offers what they give.
///
/// A conjugate moves the images of the points that its middle moves, so where it belongs is seen from these few points
/// alone, and it is worked out only if its slot wants it.
pub(super) fn conjugates(
    levels: &mut Levels,
    alphabet: &Alphabet,
    ball: &Ball,
    seeds: usize,
    by: usize,
) -> usize {
    let degree = alphabet.degree();
    let mut candidates: Vec<(usize, u32, u32)> = (levels.levels.iter())
        .flat_map(|level| level.slots.iter().flatten())
        .map(|&at| {
            let support = levels.elements.images(at).iter().enumerate();
            let support = support.filter(|&(point, &image)| point != usize::from(image)).count();
            (support, levels.elements.cost(at), at)
        })
        .collect();
    candidates.sort_unstable();
    let mut shares = Shares::new(alphabet, seeds);
    candidates.retain(|&(_, _, at)| shares.take(levels.elements.images(at)));
    let mut rank = vec![usize::MAX; degree];
    for (at, level) in levels.levels.iter().enumerate() {
        rank[usize::from(level.base)] = at;
    }
    let seeds: Vec<(Vec<u16>, Vec<Letter>, u32)> = candidates
        .into_iter()
        .map(|(_, cost, at)| (levels.elements.images(at).to_vec(), levels.elements.word(at).to_vec(), cost))
        .collect();
    let mut better = 0;
    let (mut inverse, mut half, mut whole) = (vec![0; degree], vec![0; degree], vec![0; degree]);
    let mut by_word = Vec::new();
    for (images, word, cost) in &seeds {
        let support: Vec<usize> = (0..degree).filter(|&p| usize::from(images[p]) != p).collect();
        for x in 1..ball.len().min(by) as u32 {
            let bound = cost + 2 * ball.cost(x);
            // x⁻¹ z x takes p^x to (p^z)^x.
            let x_images = ball.images(x);
            let first = support.iter().map(|&p| (rank[usize::from(x_images[p])], p)).min();
            let Some((mut level, point)) = first else { continue };
            if level == usize::MAX {
                // It fixes the whole base, so the base was not long enough.
                let base = x_images[point];
                level = levels.levels.len();
                rank[usize::from(base)] = level;
                levels.push_level(base);
            }
            let to = x_images[usize::from(images[point])];
            let slots = &levels.levels[level].slots;
            let known = slots[usize::from(to)].first().map_or(u32::MAX, |&best| levels.elements.cost(best));
            // Up to a few letters may cancel.
            if bound >= known.saturating_add(3) {
                continue;
            }
            invert(x_images, &mut inverse);
            multiply(&inverse, images, &mut half);
            multiply(&half, x_images, &mut whole);
            by_word.clear();
            ball.append_word(x, &mut by_word);
            let full = [alphabet.invert(&by_word), word.clone(), by_word.clone()].concat();
            let full = alphabet.reduce(&full);
            better += usize::from(levels.offer(alphabet, &whole, &full, alphabet.cost(&full)));
        }
    }
    better
}
