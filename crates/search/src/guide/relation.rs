//! Relations on slots of which moves keep most ties.
//!
//! Start at [`relations`]. A relation grows from one tie: the tie that the largest part of the moves carries into the relation is added
//! next. On the way, the sizes at which moves break few ties in proportion are remembered.

use std::cmp::Reverse;
use std::ops::Range;

/// A single slot, or two different ones in ascending order.
pub(super) type Tie = (u16, u16);

/// A tie of two slots, or of one.
pub(super) fn sorted(a: u16, b: u16) -> Tie {
    (a.min(b), a.max(b))
}

/// Ties from which relations grow: those of the first slot with the others.
const MOST_SEEDS: usize = 32;

/// Neighbours are few: at most so many ties a slot.
const TIES_A_SLOT: usize = 4;

/// Relations that are returned.
const BEST: usize = 4;

/// The greatest number of images of pairs of slots under moves: they are enumerated within a tenth of a second.
const MOST_IMAGES: usize = 1 << 22;

/// No tie.
const NONE: u32 = u32::MAX;

/// The images of all ties under all moves.
struct Images {
    ties: Vec<Tie>,
    /// By tie, then by move.
    after: Vec<Vec<u32>>,
    /// By tie: the number of moves that change it.
    moved: Vec<usize>,
    moves: usize,
}

/// A relation while it grows.
struct Growing<'i> {
    images: &'i Images,
    contains: Vec<bool>,
    ties: Vec<u32>,
    /// By tie: the number of moves that carry it to another tie of the relation.
    links: Vec<usize>,
    /// By move: the number of ties that it breaks.
    broken: Vec<usize>,
}

impl<'i> Growing<'i> {
    fn new(images: &'i Images) -> Self {
        let ties = images.ties.len();
        Growing {
            images,
            contains: vec![false; ties],
            ties: Vec::new(),
            links: vec![0; ties],
            broken: vec![0; images.moves],
        }
    }

    /// Moves come in pairs of inverses, so a move that carries another tie here also belongs to one that carries this tie there.
    fn add(&mut self, tie: u32, inverses: &[usize]) {
        self.contains[tie as usize] = true;
        self.ties.push(tie);
        for (m, &to) in self.images.after[tie as usize].iter().enumerate() {
            if !self.contains[to as usize] {
                self.broken[m] += 1;
            }
            if to != tie {
                // The inverse of the move carries that tie here.
                self.links[to as usize] += 1;
                if self.contains[to as usize] {
                    self.broken[inverses[m]] -= 1;
                }
            }
        }
    }

    /// The greatest number of ties that a move breaks for each unit of its cost.
    fn most_broken(&self, costs: &[u32]) -> usize {
        self.broken
            .iter()
            .zip(costs)
            .map(|(&broken, &cost)| broken.div_ceil(cost as usize))
            .max()
            .unwrap_or(0)
    }

    /// The tie that the largest part of the moves that change it carries into the relation.
    fn closest(&self) -> u32 {
        let open = (0..self.links.len()).filter(|&tie| !self.contains[tie] && self.links[tie] > 0);
        let part = |&tie: &usize| (self.links[tie] * 4096 / self.images.moved[tie].max(1), Reverse(tie));
        open.max_by_key(part).map_or(NONE, |tie| tie as u32)
    }
}

/// Relations on a range of slots of which moves keep most ties, the most promising first. `goes` has, for each move, where it carries the
/// content of each slot. O(slots³ · moves).
pub(super) fn relations(
    range: &Range<usize>,
    goes: &[Vec<u16>],
    inverses: &[usize],
    costs: &[u32],
) -> Vec<Vec<Tie>> {
    if range.len() * range.len() * goes.len() > MOST_IMAGES {
        return Vec::new();
    }
    let slots = range.start as u16..range.end as u16;
    let ties: Vec<Tie> = slots.clone().flat_map(|a| (a..slots.end).map(move |b| (a, b))).collect();
    let number = |(a, b): Tie| {
        let [a, b] = [a, b].map(|slot| usize::from(slot) - range.start);
        (a * (2 * range.len() - a + 1) / 2 + b - a) as u32
    };
    let image = |goes: &Vec<u16>, (a, b): Tie| number(sorted(goes[usize::from(a)], goes[usize::from(b)]));
    let after: Vec<Vec<u32>> =
        ties.iter().map(|&tie| goes.iter().map(|goes| image(goes, tie)).collect()).collect();
    let moved = (0..).zip(&after).map(|(tie, after): (u32, _)| after.iter().filter(|&&to| to != tie).count());
    let images = Images { moved: moved.collect(), after, moves: goes.len(), ties };
    let mut best: Vec<(f64, Vec<u32>)> = Vec::new();
    for seed in
        images.ties.iter().filter(|tie| usize::from(tie.0) == range.start && tie.1 > tie.0).take(MOST_SEEDS)
    {
        let mut growing = Growing::new(&images);
        let mut next = number(*seed);
        let mut found: Option<(f64, usize)> = None;
        while next != NONE && growing.ties.len() < TIES_A_SLOT * range.len() {
            growing.add(next, inverses);
            let promise = promise(&growing, costs);
            if found.is_none_or(|(most, _)| promise > most) {
                found = Some((promise, growing.ties.len()));
            }
            next = growing.closest();
        }
        best.extend(found.map(|(promise, size)| (promise, growing.ties[..size].to_vec())));
    }
    best.sort_by(|a, b| b.0.total_cmp(&a.0));
    let named = |ties: Vec<u32>| ties.into_iter().map(|tie| images.ties[tie as usize]).collect();
    best.into_iter().take(BEST).map(|(_, ties)| named(completed(&images, &ties, inverses, costs))).collect()
}

/// About the bound that a relation gives on random arrangements.
fn promise(growing: &Growing<'_>, costs: &[u32]) -> f64 {
    let (size, all) = (growing.ties.len() as f64, growing.images.ties.len() as f64);
    match growing.most_broken(costs) {
        0 => 0.0,
        broken => size * (1.0 - size / all) / broken as f64,
    }
}

/// With all single slots that can be added without more ties being broken at once.
fn completed(images: &Images, ties: &[u32], inverses: &[usize], costs: &[u32]) -> Vec<u32> {
    let mut growing = Growing::new(images);
    ties.iter().for_each(|&tie| growing.add(tie, inverses));
    let most = growing.most_broken(costs);
    for tie in 0..images.ties.len() as u32 {
        let (a, b) = images.ties[tie as usize];
        if a != b || growing.contains[tie as usize] {
            continue;
        }
        let fits = images.after[tie as usize].iter().enumerate().all(|(m, &to)| {
            growing.contains[to as usize]
                || to == tie
                || (growing.broken[m] + 1).div_ceil(costs[m] as usize) <= most
        });
        if fits {
            growing.add(tie, inverses);
        }
    }
    growing.ties
}
