//! Distances of sets of pieces, as what they exceed the sums of the distances of their pieces by.
//!
//! Start at [`Excesses::new`]. Each piece needs at least as many moves as its slot is away from its own. Where the slots have two colours, as in a
//! board, each move changes the colour of a piece's slot, so that the excess is even. Half of it needs four bits only, and of a table of half the
//! size more is in the cache. An excess that is greater than four bits can tell counts as the greatest that they can: sums remain lower bounds.

use super::database::{Numbering, bits};
use super::partition::distances;
use super::sliding::{MOST_SLOTS, Sliding};
use crate::prefetch::prefetch;

/// The greatest number of four bits.
const MOST: u32 = 15;

/// The excesses of all sets, one after the other.
pub(super) struct Excesses {
    /// Two to a byte, the first in the lower half.
    pairs: Vec<u8>,
    /// What an entry counts: `1 << shift` moves.
    shift: u32,
    /// By piece and slot: the distance from its own; 0 for the blank.
    apart: Box<[[u8; MOST_SLOTS]; MOST_SLOTS]>,
    /// By piece and slide: by how much it is farther from its own slot after it.
    farther: Vec<i8>,
    slides: usize,
}

impl std::fmt::Debug for Excesses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Excesses").field("shift", &self.shift).finish_non_exhaustive()
    }
}

impl Excesses {
    /// From the distances of the sets, as many as these have arrangements; the excesses have the places that `sets` number, one set
    /// after the other. O(arrangements).
    pub(super) fn new(sliding: &Sliding, sets: &[(Vec<u8>, Numbering)], all: &[u8]) -> Self {
        let neighbours = sliding.neighbours();
        let between = distances(&neighbours);
        let has_two_colours = (0..sliding.slots()).all(|slot| {
            let from = &between[0];
            (0..sliding.slots())
                .all(|other| neighbours[slot] >> other & 1 == 0 || (from[slot] ^ from[other]) & 1 == 1)
        });
        let mut apart = Box::new([[0; MOST_SLOTS]; MOST_SLOTS]);
        for (piece, home) in (0..).zip(sliding.homes()).filter(|&(piece, _)| piece != sliding.blank) {
            for (slot, &distance) in between[usize::from(home)].iter().enumerate() {
                apart[usize::from(piece)][slot] = distance.min(sliding.slots() as u32 - 1) as u8;
            }
        }
        let farther = (0..sliding.slots()).flat_map(|piece| {
            let apart = &apart[piece];
            sliding
                .slides()
                .map(|slide| apart[usize::from(slide.to)] as i8 - apart[usize::from(slide.from)] as i8)
        });
        let (farther, slides) = (farther.collect(), sliding.slides().count());
        let shift = u32::from(has_two_colours);
        let mut excesses = Excesses { pairs: Vec::new(), shift, apart, farther, slides };
        let size: usize = sets.iter().map(|(_, numbering)| numbering.size()).sum();
        let mut pairs = vec![0u8; size.div_ceil(2)];
        let (mut distances, mut start) = (all.iter().copied(), 0);
        let free = u64::MAX >> (64 - sliding.slots());
        for (pieces, numbering) in sets {
            let weighed: Vec<(u8, usize)> = pieces.iter().copied().zip(numbering.weights()).collect();
            let none = Placed { free, sum: 0, place: start };
            excesses.pack((&weighed, numbering.has_gaps()), none, &mut distances, &mut pairs);
            start += numbering.size();
        }
        excesses.pairs = pairs;
        excesses
    }

    /// Packs the next distances: those of further pieces, with what their slots count, after the earlier ones were placed.
    fn pack(
        &self,
        (pieces, has_gaps): (&[(u8, usize)], bool),
        placed: Placed,
        distances: &mut impl Iterator<Item = u8>,
        pairs: &mut [u8],
    ) {
        let Some((&(piece, weight), rest)) = pieces.split_first() else { return };
        let apart = &self.apart[usize::from(piece)];
        for (number, slot) in bits(placed.free).map(usize::from).enumerate() {
            let sum = placed.sum + u32::from(apart[slot]);
            let place = placed.place + weight * if has_gaps { slot } else { number };
            if rest.is_empty() {
                let distance = u32::from(distances.next().unwrap_or(0));
                let excess = (distance.saturating_sub(sum) >> self.shift).min(MOST);
                pairs[place / 2] |= (excess as u8) << (place % 2 * 4);
            } else {
                let placed = Placed { free: placed.free & !(1 << slot), sum, place };
                self.pack((rest, has_gaps), placed, distances, pairs);
            }
        }
    }

    /// Begins to read an excess.
    #[inline(always)]
    pub(super) fn prefetch(&self, place: usize) {
        prefetch(&self.pairs, place / 2);
    }

    /// An excess, in moves.
    #[inline(always)]
    pub(super) fn get(&self, place: usize) -> u32 {
        (u32::from(self.pairs[place / 2]) >> (place % 2 * 4) & MOST) << self.shift
    }

    /// The sum of the distances of all pieces, by slot.
    pub(super) fn apart(&self, contents: &[u8]) -> u32 {
        let apart = |(slot, &piece): (usize, &u8)| u32::from(self.apart[usize::from(piece)][slot]);
        contents.iter().enumerate().map(apart).sum()
    }

    /// By how much a piece is farther from its own slot after a slide.
    #[inline(always)]
    pub(super) fn farther(&self, piece: u8, slide: u16) -> i32 {
        i32::from(self.farther[usize::from(piece) * self.slides + usize::from(slide)])
    }
}

/// The first pieces of a set, placed.
#[derive(Clone, Copy)]
struct Placed {
    free: u64,
    /// Of their distances from their own slots.
    sum: u32,
    place: usize,
}

#[cfg(test)]
mod tests {
    use super::super::database::{self, Arrangements, distances};
    use super::*;
    use crate::limits::Control;
    use crate::puzzle_space::PuzzleSpace;
    use permutant_puzzle::catalog;
    use permutant_puzzle::metric::Metric;

    /// With the distances of the pieces, the excesses are the distances of the sets as far as four bits tell, and never more. A ring of odd length
    /// has no two colours.
    #[test]
    fn excesses_complete_the_distances_of_pieces() {
        for (name, shift) in [("slide:3x3", 1), ("slide:2x4", 1), ("moebius:2x4", 0)] {
            let puzzle = catalog::find(name).unwrap().puzzle;
            let metric = Metric::htm();
            let solved = [puzzle.solved().clone()];
            let space = PuzzleSpace::new(&puzzle, &puzzle.search_turns(&metric), &metric, &solved).unwrap();
            let sliding = Sliding::of(&space).unwrap();
            let pieces: Vec<u8> =
                (0..sliding.slots() as u8).filter(|&piece| piece != sliding.blank).take(4).collect();
            let dense = Numbering::new(sliding.slots(), 4).unwrap();
            let arrangements = Arrangements::new(&sliding, 4);
            let all = distances(&sliding, &pieces, &dense, &arrangements, &Control::new()).unwrap();
            let with_gaps = Numbering::with_gaps(sliding.slots(), 4).unwrap();
            let [excesses, others] = [&dense, &with_gaps]
                .map(|numbering| Excesses::new(&sliding, &[(pieces.clone(), numbering.clone())], &all));
            assert_eq!(excesses.shift, shift, "{name}");
            let mut seen = 0;
            for code in 0..sliding.slots().pow(4) {
                let digit = |at: u32| (code / sliding.slots().pow(at) % sliding.slots()) as u8;
                let slots: [u8; 4] = std::array::from_fn(|at| digit(at as u32));
                let mut sorted = slots;
                sorted.sort_unstable();
                if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
                    continue;
                }
                let mut room = [0; database::MOST_PIECES];
                room[..4].copy_from_slice(&slots);
                let place = dense.rank(room);
                assert_eq!(excesses.get(place), others.get(with_gaps.rank(room)), "{name} {slots:?}");
                let apart: u32 = pieces
                    .iter()
                    .zip(slots)
                    .map(|(&piece, slot)| u32::from(excesses.apart[usize::from(piece)][usize::from(slot)]))
                    .sum();
                let (sum, distance) = (apart + excesses.get(place), u32::from(all[place]));
                let is_all = distance - apart <= MOST << shift;
                assert!(sum == distance || !is_all && sum < distance, "{name} {slots:?}: {sum}, {distance}");
                seen += 1;
            }
            assert_eq!(seen, all.len(), "{name}");
        }
    }
}
