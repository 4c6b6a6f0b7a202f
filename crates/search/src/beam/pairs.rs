//! The heuristic of the beam search: the sum of a value for each pair of pieces.
//!
//! Start at [`PairValues`]. The values are learned from random walks ([`super::learned`]), or they are distances: the least
//! number of moves that solve two pieces together, regardless of all others. The sum over all pairs is not a lower
//! bound, since one move affects many pairs, but it distinguishes states with equally many solved pieces. If there are
//! too many pairs, the sum over single pieces is used.

use crate::puzzle_space::{PackedState, PuzzleSpace};
use crate::space::{MoveId, Space};

/// Greatest size of a table of pairs in bytes: far beyond the last cache, each look-up waits for memory.
const MOST_PAIRS: usize = 1 << 25;

/// Greatest number of steps for filling a table of pairs, pairs times moves: some seconds.
const MOST_STEPS: usize = 1 << 30;

/// Not reached; greater than any distance.
const FAR: u8 = u8::MAX;

/// Values of pairs of pieces by their positions.
#[derive(Debug)]
pub struct PairValues {
    /// By slot, the number added to a content to obtain a point: a slot together with its content.
    first: Vec<u32>,
    points: usize,
    /// `pairs[a * points + b]`; empty if only single pieces are used.
    pairs: Vec<u8>,
    single: Vec<u8>,
    /// By move, the slots whose content it changes, and the others.
    changed: Vec<[Vec<u16>; 2]>,
}

/// A state as points, with the contribution of each slot to the sum over its pairs with all others.
#[derive(Clone, Debug, Default)]
pub struct Looked {
    points: Vec<u32>,
    by_slot: Vec<u32>,
    sum: u32,
}

impl Looked {
    /// The heuristic of the state.
    pub fn sum(&self) -> u32 {
        self.sum
    }
}

impl PairValues {
    /// Distances to the nearest goal of the space. O(points² × moves), where a point is a slot with one of its possible
    /// contents.
    pub fn of_distances(space: &PuzzleSpace) -> Self {
        let (first, points) = space.points();
        let carried: Vec<Vec<u32>> = space.moves().map(|m| space.carried_points(m)).collect();
        let goals = || space.goals().iter().map(|goal| points_of(goal, &first));
        let mut single = vec![FAR; points];
        goals().flatten().for_each(|point| single[point as usize] = 0);
        fill(&mut single, carried.len(), |m, point| carried[m][point] as usize);
        let mut pairs = Vec::new();
        let many = points.checked_mul(points).filter(|&many| many <= MOST_PAIRS);
        if let Some(many) = many.filter(|many| many.saturating_mul(carried.len()) <= MOST_STEPS) {
            pairs = vec![FAR; many];
            for goal in goals() {
                for (at, &a) in goal.iter().enumerate() {
                    let others = goal.iter().enumerate().filter(|&(other, _)| other != at);
                    others.for_each(|(_, &b)| pairs[a as usize * points + b as usize] = 0);
                }
            }
            fill(&mut pairs, carried.len(), |m, pair| {
                let m = &carried[m];
                m[pair / points] as usize * points + m[pair % points] as usize
            });
        }
        let changed = space.moves().map(|m| space.changed_slots(m)).collect();
        PairValues { first, points, pairs, single, changed }
    }

    /// Sums of these values, `pairs[a * points + b]`.
    pub(super) fn of_values(space: &PuzzleSpace, pairs: Vec<u8>) -> Self {
        let (first, points) = space.points();
        let changed = space.moves().map(|m| space.changed_slots(m)).collect();
        PairValues { first, points, pairs, single: Vec::new(), changed }
    }

    fn row(&self, point: u32) -> &[u8] {
        &self.pairs[point as usize * self.points..][..self.points]
    }

    /// Prepares a state for the sums of its successors. O(slots²).
    pub fn look(&self, state: &PackedState, looked: &mut Looked) {
        looked.points.clear();
        looked.points.extend(points_of(state, &self.first));
        looked.by_slot.clear();
        if self.pairs.is_empty() {
            looked.by_slot.extend(looked.points.iter().map(|&point| u32::from(self.single[point as usize])));
            looked.sum = looked.by_slot.iter().sum();
            return;
        }
        for &a in &looked.points {
            let row = self.row(a);
            // A piece forms no pair with itself: such entries are not reached.
            let sum = looked.points.iter().map(|&b| u32::from(row[b as usize])).sum::<u32>();
            looked.by_slot.push(sum - u32::from(row[a as usize]));
        }
        looked.sum = looked.by_slot.iter().sum::<u32>() / 2;
    }

    /// The heuristic of the successor, by a move, of the state last prepared; only pairs with a slot that the move
    /// changes are looked up.
    #[inline]
    pub fn sum_after(
        &self,
        m: MoveId,
        looked: &Looked,
        successor: &PackedState,
        spare: &mut Vec<u32>,
    ) -> u32 {
        let [changed, kept] = &self.changed[m.index()];
        let point = |&slot: &u16| {
            let slot = usize::from(slot);
            self.first[slot].wrapping_add(u32::from(successor[slot]))
        };
        let before = changed.iter().map(|&slot| looked.by_slot[usize::from(slot)]).sum::<u32>();
        spare.clear();
        spare.extend(changed.iter().map(point));
        if self.pairs.is_empty() {
            let after = spare.iter().map(|&point| u32::from(self.single[point as usize])).sum::<u32>();
            return looked.sum - before + after;
        }
        let (mut after, mut twice) = (0, 0);
        for (at, (&slot, &a)) in changed.iter().zip(&*spare).enumerate() {
            let row = self.row(a);
            after +=
                kept.iter().map(|&b| u32::from(row[looked.points[usize::from(b)] as usize])).sum::<u32>();
            after += spare[..at].iter().map(|&b| u32::from(row[b as usize])).sum::<u32>();
            // Pairs of two changed slots are counted twice in `before`.
            let row = self.row(looked.points[usize::from(slot)]);
            let others = changed[..at].iter().map(|&b| looked.points[usize::from(b)]);
            twice += others.map(|b| u32::from(row[b as usize])).sum::<u32>();
        }
        looked.sum + twice + after - before
    }
}

/// The points of a state.
pub(super) fn points_of(state: &PackedState, first: &[u32]) -> Vec<u32> {
    first.iter().zip(&state[..]).map(|(&first, &content)| first.wrapping_add(u32::from(content))).collect()
}

/// Breadth first from the entries that are 0, level by level over the whole table: a list of a level could be four
/// times as large.
fn fill(distances: &mut [u8], moves: usize, after: impl Fn(usize, usize) -> usize) {
    for distance in 0..FAR - 1 {
        let mut found = false;
        for at in 0..distances.len() {
            if distances[at] == distance {
                for m in 0..moves {
                    let to = after(m, at);
                    if distances[to] == FAR {
                        distances[to] = distance + 1;
                        found = true;
                    }
                }
            }
        }
        if !found {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use permutant_puzzle::catalog;
    use permutant_puzzle::metric::Metric;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    /// By definition: pairs of pieces carried by whole moves.
    #[test]
    fn sums_follow_the_moves() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for name in ["torus:4x4", "3x3x3", "pyraminx", "topspin:12,4", "2x2x2"] {
            let puzzle = catalog::find(name).unwrap().puzzle;
            let metric = Metric::htm();
            let turns = puzzle.search_turns(&metric);
            let space = PuzzleSpace::new(&puzzle, &turns, &metric, &[puzzle.solved().clone()]).unwrap();
            let mut pairs = PairValues::of_distances(&space);
            assert!(!pairs.pairs.is_empty(), "{name}");
            for _ in 0..2 {
                let (mut looked, mut again, mut spare) = (Looked::default(), Looked::default(), Vec::new());
                let mut state = space.goals()[0].clone();
                pairs.look(&state, &mut looked);
                assert_eq!(looked.sum(), 0, "{name}");
                let mut to = state.clone();
                for _ in 0..200 {
                    let m = MoveId((rng.next_u32() as usize % space.move_count()) as u16);
                    space.apply(m, &state, &mut to);
                    pairs.look(&to, &mut again);
                    assert_eq!(pairs.sum_after(m, &looked, &to, &mut spare), again.sum(), "{name}");
                    assert_eq!(again.sum() == 0, space.is_goal(&to), "{name}");
                    std::mem::swap(&mut state, &mut to);
                    std::mem::swap(&mut looked, &mut again);
                }
                // The same by single pieces.
                pairs.pairs.clear();
            }
        }
    }
}
