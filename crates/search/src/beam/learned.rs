//! Values of pairs of pieces that are learned from random walks.
//!
//! Start at [`learned`]. A walk of some length is made from a solved state again and again; the value of each pair is chosen so
//! that the sum over all pairs of a state is as near as possible to the number of moves after which the walk was there, in the
//! least squares. Weights are improved state by state (normalized least mean squares; Widrow and Hoff, 1960). Learning the
//! number of moves of random walks as a heuristic of a beam is the idea of A. Chervov and others (CayleyPy, 2025), with neural
//! networks; weights of pairs take a second and no more time in a search than sums of distances. Symmetric pairs share a
//! weight.
//!
//! Walks that are much longer than the distance of most states teach nothing but that all states are far away. The length of the
//! walks is therefore derived from the number of states and from how fast the numbers of near states grow ([`spread`]).

use super::ball::Ball;
use super::pairs::{PairValues, points_of};
use super::walk::Walk;
use crate::limits::{Control, StopReason};
use crate::puzzle_space::PuzzleSpace;
use crate::space::{MoveId, Space};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::collections::HashMap;

/// Greatest number of entries of the square of pairs; training takes eight bytes for each.
const MOST_PAIRS: usize = 1 << 24;

/// Pairs looked up while learning: a second or two.
const MOST_LOOKUPS: usize = 400_000_000;

/// States from which a weight is learned, on average over all weights.
const STATES_FOR_EACH: usize = 300;

/// The share of an error by which a state corrects its weights at first; it falls to nothing in the end.
const RATE: f32 = 0.2;

/// No weight.
const NONE: u32 = u32::MAX;

/// The number of moves within which about all states lie, 2^`bits` of them, if their number kept growing as it does near the goals. `None` if
/// that cannot be told, or all states are near.
pub(super) fn spread(ball: &Ball, bits: f64) -> Option<f64> {
    let levels = ball.levels();
    let [.., before, last] = levels[..] else { return None };
    let growth = f64::from(last) / f64::from(before);
    let left = bits - f64::from(last).log2();
    (growth > 1.1 && left > 0.0).then(|| (levels.len() - 1) as f64 + left / growth.log2())
}

/// Whether values can be learned for the pairs of a puzzle in this many bytes.
pub(super) fn suits(space: &PuzzleSpace, memory: u64) -> bool {
    let (first, points) = space.points();
    let pairs = points.saturating_mul(points);
    first.len() > 1 && pairs <= MOST_PAIRS && 12 * pairs as u64 <= memory
}

/// Values from walks of a length by these moves.
///
/// # Errors
/// The reason why the work was stopped.
pub(super) fn learned(
    space: &PuzzleSpace,
    moves: &[MoveId],
    length: u32,
    control: &Control<'_>,
) -> Result<PairValues, StopReason> {
    let (first, points) = space.points();
    let least = moves.iter().map(|&m| space.cost(m)).min().unwrap_or(1);
    let moves: Vec<MoveId> = moves.iter().copied().filter(|&m| space.cost(m) == least).collect();
    let mut learner = Learner::new(space);
    let lookups = (first.len() * (first.len() - 1) / 2).max(1) * length as usize;
    let enough = learner.weights.len() * STATES_FOR_EACH / length.max(1) as usize;
    let walks = (MOST_LOOKUPS / lookups).min(enough).max(1);
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    for walk in 0..walks {
        if let Some(reason) = control.interrupted() {
            return Err(reason);
        }
        let rate = RATE * (1.0 - walk as f32 / walks as f32);
        let mut states = Walk::new(space, &mut rng);
        while states.made() < length {
            states.go_on(space, &moves, &mut rng);
            learner.learn(&points_of(states.state(), &first), states.made() as f32, rate);
        }
    }
    Ok(PairValues::of_values(space, learner.values(points)))
}

/// Weights that are being learned.
struct Learner {
    slots: Vec<u16>,
    /// By pair of points, the number of its weight.
    number: Vec<u32>,
    weights: Vec<f32>,
    /// How many pairs of a state have each weight.
    counts: Vec<f32>,
    constant: f32,
}

impl Learner {
    fn new(space: &PuzzleSpace) -> Self {
        let slots = space.slots_of_points();
        let points = slots.len();
        let images = space.symmetric_points();
        let (mut number, mut classes) = (vec![NONE; points * points], 0);
        for a in 0..points {
            for b in a + 1..points {
                if slots[a] == slots[b] || number[a * points + b] != NONE {
                    continue;
                }
                for image in &images {
                    let (one, other) = (image[a] as usize, image[b] as usize);
                    number[one.min(other) * points + one.max(other)] = classes;
                }
                classes += 1;
            }
        }
        let weights = vec![0.0; classes as usize];
        Learner { slots, number, counts: weights.clone(), weights, constant: 0.0 }
    }

    /// Corrects the weights of a state, given by its points in ascending order, so that its sum comes nearer to a number.
    fn learn(&mut self, state: &[u32], aim: f32, rate: f32) {
        let points = self.slots.len();
        let pairs = || {
            let rest = |at: usize| state[at + 1..].iter().map(move |&b| (state[at], b));
            (0..state.len()).flat_map(rest)
        };
        let (mut sum, mut squares) = (self.constant, 1.0);
        for (a, b) in pairs() {
            let number = self.number[a as usize * points + b as usize] as usize;
            sum += self.weights[number];
            let count = &mut self.counts[number];
            squares += 2.0 * *count + 1.0;
            *count += 1.0;
        }
        let step = rate * (aim - sum) / squares;
        self.constant += step;
        for (a, b) in pairs() {
            let number = self.number[a as usize * points + b as usize] as usize;
            self.weights[number] += step;
            self.counts[number] = 0.0;
        }
    }

    /// The weights in small numbers. What is added to all pairs of two slots changes nothing in comparisons.
    fn values(&self, points: usize) -> Vec<u8> {
        let mut range: HashMap<(u16, u16), (f32, f32)> = HashMap::new();
        let all = || (0..points).flat_map(|a| (a + 1..points).map(move |b| (a, b)));
        let weight = |(a, b): (usize, usize)| {
            let number = self.number[a * points + b];
            (number != NONE).then(|| ((self.slots[a], self.slots[b]), self.weights[number as usize]))
        };
        for (slots, weight) in all().filter_map(weight) {
            let (low, high) = range.entry(slots).or_insert((weight, weight));
            (*low, *high) = (low.min(weight), high.max(weight));
        }
        let widest = range.values().map(|(low, high)| high - low).fold(f32::MIN_POSITIVE, f32::max);
        let scale = f32::from(u8::MAX) / widest;
        let mut values = vec![0; points * points];
        for (a, b) in all() {
            if let Some((slots, weight)) = weight((a, b)) {
                let value = ((weight - range[&slots].0) * scale).round() as u8;
                values[a * points + b] = value;
                values[b * points + a] = value;
            }
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::super::pairs::Looked;
    use super::*;
    use permutant_group::random::below;
    use permutant_puzzle::catalog;
    use permutant_puzzle::metric::Metric;
    use permutant_puzzle::placements;

    /// A space with its moves, and its spread by a ball of a few thousand states.
    fn space(name: &str) -> (PuzzleSpace, Vec<MoveId>, Option<f64>) {
        let puzzle = catalog::find(name).unwrap().puzzle;
        let metric = Metric::qtm();
        let (turns, goals) = (puzzle.search_turns(&metric), [puzzle.solved().clone()]);
        let space = PuzzleSpace::new(&puzzle, &turns, &metric, &goals).unwrap();
        let space = space.with_symmetry(&puzzle, &turns, &goals);
        let moves: Vec<MoveId> = space.moves().filter(|&m| space.turns(m).len() == 1).collect();
        let ball = Ball::new(&space, &moves, 10_000, &Control::new()).unwrap();
        let spread = spread(&ball, placements::log2(puzzle.orbits(), puzzle.solved(), &turns));
        (space, moves, spread)
    }

    #[test]
    fn sums_grow_with_the_length_of_walks_and_are_those_of_symmetric_states() {
        for name in ["torus:4x4", "skewb", "3x3x3"] {
            let (space, moves, spread) = space(name);
            let images = space.symmetric_points();
            assert!(images.len() > 1, "{name}");
            let length = spread.unwrap().round() as u32;
            let sums = learned(&space, &moves, length, &Control::new()).unwrap();
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            let (first, _) = space.points();
            let slots = space.slots_of_points();
            let mut means = Vec::new();
            for walked in [1, 3, length / 2, length] {
                let mut total = 0;
                for _ in 0..200 {
                    let mut state = space.goals()[0].clone();
                    for _ in 0..walked {
                        let m = moves[below(&mut rng, moves.len() as u64) as usize];
                        let before = state.clone();
                        space.apply(m, &before, &mut state);
                    }
                    let mut looked = Looked::default();
                    sums.look(&state, &mut looked);
                    total += looked.sum();
                    let image = &images[below(&mut rng, images.len() as u64) as usize];
                    let mut symmetric = state.clone();
                    for point in points_of(&state, &first) {
                        let to = image[point as usize];
                        let slot = usize::from(slots[to as usize]);
                        symmetric[slot] = to.wrapping_sub(first[slot]) as u16;
                    }
                    let mut again = Looked::default();
                    sums.look(&symmetric, &mut again);
                    assert_eq!(looked.sum(), again.sum(), "{name}");
                }
                means.push(total);
            }
            assert!(means.is_sorted_by(|a, b| a < b), "{name}: {means:?}");
        }
    }

    #[test]
    fn states_spread_as_far_as_their_number_says() {
        for (name, least, most) in [("skewb", 7.0, 12.0), ("3x3x3", 17.0, 26.0), ("pyraminx", 7.0, 15.0)] {
            let found = space(name).2.unwrap();
            assert!((least..most).contains(&found), "{name}: {found}");
        }
        assert_eq!(space("torus:2x2").2, None, "all states are in the ball");
    }
}
