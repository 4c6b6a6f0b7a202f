//! A number shared by all images of a state, computed without searching for its representative.
//!
//! Start at [`PairSums::sum`], or at [`PairSums::sum_after`] for the state after one more move, which need not be made.
//! A pair of slots with their contents has a class under the group: the set of all its images. Each class has a weight
//! of 64 random bits, and the number is the sum of the weights over some pairs of slots that the group permutes. The
//! computation takes a fixed number of independent loads and no branch; finding and mixing a representative takes twice
//! as long.
//!
//! States that are not images of each other may share a number, as with any hash. This is rare if the pairs connect all
//! slots, because the classes of neighbouring pairs then fit together in few ways.

use crate::mixing::mixed;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// Greatest number of weights of all classes together: 2^16 of 8 bytes.
const MOST_WEIGHTS: usize = 1 << 16;
/// Greatest number of entries of all maps together: 2^19 of 2 bytes.
const MOST_MAPPED: usize = 1 << 19;
/// Greatest number of pairs of slots considered in the choice, times elements of the group.
const MOST_LOOKED_AT: usize = 1 << 20;

/// The content that a move brings to a slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Brought<'a> {
    pub(crate) to: u16,
    pub(crate) from: u16,
    /// By content: its image, if contents change.
    pub(crate) becomes: Option<&'a [u16]>,
}

/// Two slots, in the order in which some element of the group maps them to the first pair of their orbit, and for each
/// the place, in [`Maps`], of the images of its contents under that element.
#[derive(Clone, Copy, Debug)]
struct Pair {
    slots: [u16; 2],
    maps: [u32; 2],
}

/// Weights by pair of slots and contents. The sum of the values of both maps of a pair is the place of its weight. All
/// pairs of an orbit therefore share one square of weights, and everything fits the first-level cache.
#[derive(Clone, Debug, Default)]
pub(crate) struct PairSums {
    pairs: Vec<Pair>,
    maps: Maps,
    weights: Vec<u64>,
    /// By move: its group, which consists of all moves that touch the same slots, and its range of `changed`.
    moves: Vec<(u32, Range<usize>)>,
    /// By group: the numbers of the pairs that it touches.
    touched: Vec<Vec<u32>>,
    /// Pairs that moves touch, one move after the other: the slots from which the move brings the contents of the pair,
    /// and maps that include its effect on them.
    changed: Vec<Pair>,
}

/// Maps of contents, each kept once.
#[derive(Clone, Debug, Default)]
struct Maps {
    /// By the place of a map plus the content, modulo 2^32: a map holds only the contents of its slot.
    values: Vec<u16>,
    /// The start of each known map.
    known: HashMap<Vec<u16>, u32>,
}

impl Maps {
    /// The place of the map with these values of contents from `first` on; `None` if there are too many maps.
    fn place(&mut self, first: u16, values: Vec<u16>) -> Option<u32> {
        if self.values.len() + values.len() > MOST_MAPPED {
            return None;
        }
        let start = *self.known.entry(values).or_insert_with_key(|values| {
            self.values.extend(values);
            (self.values.len() - values.len()) as u32
        });
        Some(start.wrapping_sub(u32::from(first)))
    }

    #[inline]
    fn value(&self, place: u32, content: u16) -> u16 {
        self.values[place.wrapping_add(u32::from(content)) as usize]
    }
}

/// The part of a state to which [`PairSums::sum_after`] adds: by group of moves, the sum over pairs that they leave
/// unchanged.
#[derive(Clone, Debug, Default)]
pub struct Around {
    weights: Vec<u64>,
    by_group: Vec<u64>,
}

impl PairSums {
    /// The arguments are those of [`super::Representatives::new`] and, by move, what it brings to the slots that it
    /// touches. `None` if there would be too many weights, or if there are too many pairs of slots to choose from.
    pub(crate) fn new(
        elements: usize,
        contents: &[Range<u16>],
        image: impl Fn(usize, usize, u16) -> (usize, u16),
        moves: &[Vec<Brought<'_>>],
    ) -> Option<Self> {
        let slots = contents.len();
        if elements.saturating_mul(slots * slots) > MOST_LOOKED_AT {
            return None;
        }
        let moved: Vec<Vec<usize>> = (0..elements)
            .map(|element| (0..slots).map(|slot| image(element, slot, contents[slot].start).0).collect())
            .collect();
        let mut sums = PairSums::default();
        for orbit in connecting_orbits(slots, &moved, moves)? {
            sums.add(&orbit, &moved, contents, &image)?;
        }
        sums.follow(moves, contents)?;
        // Nothing is added from here on.
        sums.maps.known = HashMap::new();
        sums.is_invariant(&moved, contents, &image).then_some(sums)
    }

    /// Whether every element preserves the weight of every pair with its contents: then it preserves the sum. If slots
    /// move in step, elements may form a group on turns and states, but not on individual slots.
    fn is_invariant(
        &self,
        moved: &[Vec<usize>],
        contents: &[Range<u16>],
        image: &impl Fn(usize, usize, u16) -> (usize, u16),
    ) -> bool {
        let sorted = |[x, y]: [usize; 2]| [x.min(y), x.max(y)];
        let numbers: HashMap<[usize; 2], &Pair> =
            self.pairs.iter().map(|pair| (sorted(pair.slots.map(usize::from)), pair)).collect();
        let mut state = vec![0u16; contents.len()];
        moved.iter().enumerate().all(|(element, to)| {
            let images: Vec<Vec<u16>> = contents
                .iter()
                .enumerate()
                .map(|(slot, range)| range.clone().map(|c| image(element, slot, c).1).collect())
                .collect();
            self.pairs.iter().all(|pair| {
                let [x, y] = pair.slots.map(usize::from);
                let Some(other) = numbers.get(&sorted([to[x], to[y]])) else { return false };
                contents[x].clone().zip(&images[x]).all(|(left, &left_image)| {
                    contents[y].clone().zip(&images[y]).all(|(right, &right_image)| {
                        (state[x], state[y]) = (left, right);
                        let weight = self.weight(pair, &state);
                        (state[to[x]], state[to[y]]) = (left_image, right_image);
                        contents[to[x]].contains(&left_image)
                            && contents[to[y]].contains(&right_image)
                            && self.weight(other, &state) == weight
                    })
                })
            })
        })
    }

    /// Groups moves by the slots they touch, and records their effect on the pairs that they touch.
    fn follow(&mut self, moves: &[Vec<Brought<'_>>], contents: &[Range<u16>]) -> Option<()> {
        let mut groups: HashMap<BTreeSet<u16>, u32> = HashMap::new();
        for brought in moves {
            let by_slot: HashMap<u16, Brought<'_>> = brought.iter().map(|one| (one.to, *one)).collect();
            let next = groups.len() as u32;
            let group = *groups.entry(by_slot.keys().copied().collect()).or_insert(next);
            if group == next {
                let touches = |pair: &Pair| pair.slots.iter().any(|slot| by_slot.contains_key(slot));
                let numbers = (0..self.pairs.len() as u32).filter(|&at| touches(&self.pairs[at as usize]));
                self.touched.push(numbers.collect());
            }
            let first = self.changed.len();
            for &at in &self.touched[group as usize] {
                let mut pair = self.pairs[at as usize];
                for (slot, map) in pair.slots.iter_mut().zip(&mut pair.maps) {
                    let Some(&Brought { from, becomes, .. }) = by_slot.get(slot) else { continue };
                    *slot = from;
                    let Some(becomes) = becomes else { continue };
                    let range = contents[usize::from(from)].clone();
                    let values = range.clone().map(|c| self.maps.value(*map, becomes[usize::from(c)]));
                    let values = values.collect();
                    *map = self.maps.place(range.start, values)?;
                }
                self.changed.push(pair);
            }
            self.moves.push((group, first..self.changed.len()));
        }
        Some(())
    }

    /// Adds the pairs of one orbit.
    fn add(
        &mut self,
        orbit: &BTreeSet<[usize; 2]>,
        moved: &[Vec<usize>],
        contents: &[Range<u16>],
        image: &impl Fn(usize, usize, u16) -> (usize, u16),
    ) -> Option<()> {
        let &[a, b] = orbit.first()?;
        let (rows, width) = (contents[a].len(), contents[b].len());
        let first = self.weights.len();
        if rows.saturating_mul(width) > MOST_WEIGHTS - first {
            return None;
        }
        // The least image in the same two slots identifies the class.
        let fixing: Vec<usize> = (0..moved.len())
            .filter(|&element| [[a, b], [b, a]].contains(&[moved[element][a], moved[element][b]]))
            .collect();
        for left in contents[a].clone() {
            for right in contents[b].clone() {
                let images = fixing.iter().map(|&g| ordered(image(g, a, left), image(g, b, right)));
                self.weights.push(weight(images.min()?));
            }
        }
        for &[x, y] in orbit {
            let here = |to: &Vec<usize>| [[a, b], [b, a]].contains(&[to[x], to[y]]);
            let element = moved.iter().position(here)?;
            let [x, y] = if moved[element][x] == a { [x, y] } else { [y, x] };
            let mut map = |slot: usize, target: usize, row: usize, first: usize| -> Option<u32> {
                let place = |content: u16| {
                    let (_, image) = image(element, slot, content);
                    // A pair whose image is not a content of its target slot has no weight: then sums cannot be used.
                    let place = contents[target].contains(&image).then(|| image - contents[target].start)?;
                    // Places of weights are below 2^16.
                    Some((first + usize::from(place) * row) as u16)
                };
                let values = contents[slot].clone().map(place).collect::<Option<_>>()?;
                self.maps.place(contents[slot].start, values)
            };
            let maps = [map(x, a, width, first)?, map(y, b, 1, 0)?];
            self.pairs.push(Pair { slots: [x as u16, y as u16], maps });
        }
        Some(())
    }

    #[inline]
    fn weight(&self, pair: &Pair, state: &[u16]) -> u64 {
        let [left, right] = [0, 1]
            .map(|side| usize::from(self.maps.value(pair.maps[side], state[usize::from(pair.slots[side])])));
        self.weights[left + right]
    }

    /// The number of a state: the same for all its images.
    #[inline]
    pub(crate) fn sum(&self, state: &[u16]) -> u64 {
        self.pairs.iter().fold(0, |sum, pair| sum.wrapping_add(self.weight(pair, state)))
    }

    /// Prepares a state for its successors.
    pub(crate) fn begin_expand(&self, state: &[u16], around: &mut Around) {
        let Around { weights, by_group } = around;
        weights.clear();
        weights.extend(self.pairs.iter().map(|pair| self.weight(pair, state)));
        let all = weights.iter().fold(0u64, |sum, weight| sum.wrapping_add(*weight));
        by_group.clear();
        by_group.extend(
            self.touched
                .iter()
                .map(|numbers| numbers.iter().fold(all, |sum, &at| sum.wrapping_sub(weights[at as usize]))),
        );
    }

    /// The number, after a move, of the state last prepared: that of [`PairSums::sum`], from fewer pairs.
    #[inline]
    pub(crate) fn sum_after(&self, m: usize, around: &Around, state: &[u16]) -> u64 {
        let (group, changed) = &self.moves[m];
        let left = around.by_group[*group as usize];
        self.changed[changed.clone()]
            .iter()
            .fold(left, |sum, pair| sum.wrapping_add(self.weight(pair, state)))
    }
}

/// Two slots with their contents, the lesser slot first.
fn ordered(a: (usize, u16), b: (usize, u16)) -> [(usize, u16); 2] {
    if a.0 < b.0 { [a, b] } else { [b, a] }
}

/// Random bits for a class (the finalizer of SplitMix64, over a product of its parts).
fn weight([(a, left), (b, right)]: [(usize, u16); 2]) -> u64 {
    let parts = [a as u64, u64::from(left), b as u64, u64::from(right)];
    parts.into_iter().fold(0, |hash: u64, part| mixed((hash ^ part).wrapping_add(0x9e37_79b9_7f4a_7c15)))
}

/// Orbits of pairs of slots that together connect all slots. Those that connect most by themselves come first, and
/// among them those with the fewest pairs that moves touch. An orbit that connects nothing more is omitted.
fn connecting_orbits(
    slots: usize,
    moved: &[Vec<usize>],
    moves: &[Vec<Brought<'_>>],
) -> Option<Vec<BTreeSet<[usize; 2]>>> {
    // By slot, the moves that touch it, in order.
    let mut movers = vec![Vec::new(); slots];
    for (m, brought) in moves.iter().enumerate() {
        brought.iter().for_each(|brought| movers[usize::from(brought.to)].push(m));
    }
    let touched = |orbit: &BTreeSet<[usize; 2]>| -> usize {
        let pairs = orbit.iter().map(|&[a, b]| {
            let both = movers[a].iter().filter(|m| movers[b].binary_search(m).is_ok()).count();
            movers[a].len() + movers[b].len() - both
        });
        pairs.sum()
    };
    let mut seen = vec![false; slots * slots];
    let mut orbits: Vec<BTreeSet<[usize; 2]>> = Vec::new();
    for a in 0..slots {
        for b in a + 1..slots {
            if seen[a * slots + b] {
                continue;
            }
            let orbit: BTreeSet<[usize; 2]> = (moved.iter())
                .map(|to| if to[a] < to[b] { [to[a], to[b]] } else { [to[b], to[a]] })
                .collect();
            orbit.iter().for_each(|&[a, b]| seen[a * slots + b] = true);
            orbits.push(orbit);
        }
    }
    let mut alone: Vec<usize> = (0..slots).collect();
    let mut ranked: Vec<(usize, usize, BTreeSet<[usize; 2]>)> = Vec::new();
    for orbit in orbits {
        let joined = orbit.iter().filter(|&&[a, b]| join(&mut alone, a, b)).count();
        // Only the members of the orbit were joined.
        orbit.iter().flatten().for_each(|&slot| alone[slot] = slot);
        ranked.push((joined, touched(&orbit), orbit));
    }
    ranked.sort_by_key(|(joined, touched, _)| (Reverse(*joined), *touched));
    let mut parts = alone;
    let mut joins = |orbit: &BTreeSet<[usize; 2]>| {
        orbit.iter().fold(false, |joined, &[a, b]| join(&mut parts, a, b) || joined)
    };
    let chosen: Vec<_> = ranked.into_iter().map(|(.., orbit)| orbit).filter(|orbit| joins(orbit)).collect();
    Some(chosen).filter(|chosen| !chosen.is_empty())
}

/// Joins the parts of two slots, each given by a slot nearer to its root; returns whether they were different.
fn join(parts: &mut [usize], a: usize, b: usize) -> bool {
    let mut root = |mut slot: usize| {
        while parts[slot] != slot {
            parts[slot] = parts[parts[slot]];
            slot = parts[slot];
        }
        slot
    };
    let (a, b) = (root(a), root(b));
    parts[a] = b;
    a != b
}
