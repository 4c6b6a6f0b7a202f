//! How a network is learned from random walks.
//!
//! Start at [`Network::learned`]. Walks of a fixed length from the solved states go on side by side, each at another number of its moves.
//! After each move of all walks, the weights change so that the values of the states come nearer to the numbers of moves, in the least
//! squares, by the method of Kingma and Ba (Adam, 2014), with steps that become smaller to the end. Additions are made in the same order
//! whatever the number of threads, so the network depends on nothing but the space.

use super::super::pairs::points_of;
use super::super::walk::Walk;
use super::values::Network;
use super::weights::{Weights, size_of_first_layer};
use crate::limits::{Control, Progress, StopReason};
use crate::puzzle_space::PuzzleSpace;
use crate::space::MoveId;
use crate::threads::on_threads;
use permutant_group::random::below;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::sync::{Mutex, PoisonError};

/// Walks that go on side by side, in parts that threads share.
const WALKS: usize = 2048;
const PARTS: usize = 4;

/// Greatest number of weights of the first layer.
const MOST_WEIGHTS: usize = 1 << 23;

/// The step of a weight at first.
const RATE: f32 = 0.002;

/// How much earlier slopes and their squares count, from batch to batch.
const MOMENTUM: f32 = 0.9;
const SQUARES: f32 = 0.999;

/// Whether a network for a space can be learned within so many bytes.
pub(in super::super) fn suits(space: &PuzzleSpace, memory: u64) -> bool {
    let weights = size_of_first_layer(space);
    // The weights, their sum of slopes, and those of each part.
    let bytes = (weights * size_of::<f32>()) as u64 * (PARTS as u64 + 2);
    space.points().0.len() > 1 && weights <= MOST_WEIGHTS && bytes <= memory
}

/// Some of the walks, and what their states say about the weights.
struct Part {
    walks: Vec<Walk>,
    rng: ChaCha8Rng,
    slopes: Weights,
    memory: [Vec<f32>; 2],
}

/// What all parts share.
struct Lesson<'a> {
    space: &'a PuzzleSpace,
    moves: &'a [MoveId],
    first: Vec<u32>,
    length: u32,
}

impl Lesson<'_> {
    /// Makes a move in each walk of a part, and adds up the slopes.
    fn learn(&self, weights: &Weights, part: &mut Part) {
        #[cfg(target_arch = "x86_64")]
        if crate::native::has_wide_vectors() {
            // SAFETY: this machine has the instructions.
            return unsafe { self.learn_there(weights, part) };
        }
        self.learn_here(weights, part);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn learn_there(&self, weights: &Weights, part: &mut Part) {
        self.learn_here(weights, part);
    }

    #[inline(always)]
    fn learn_here(&self, weights: &Weights, Part { walks, rng, slopes, memory }: &mut Part) {
        slopes.clear();
        for walk in walks {
            if walk.made() == self.length {
                *walk = Walk::new(self.space, rng);
            }
            walk.go_on(self.space, self.moves, rng);
            let points = points_of(walk.state(), &self.first);
            slopes.add_slopes(weights, &points, walk.made() as f32 / self.length as f32, memory);
        }
    }
}

/// The steps of the weights so far.
struct Steps {
    means: Weights,
    squares: Weights,
    made: i32,
}

impl Steps {
    /// Changes the weights by the slopes of a batch, at this rate.
    fn step(&mut self, weights: &mut Weights, slopes: &Weights, rate: f32) {
        self.made += 1;
        let scale = 1.0 / WALKS as f32;
        let [mean_scale, square_scale] = [MOMENTUM, SQUARES].map(|share| 1.0 / (1.0 - share.powi(self.made)));
        let parts = weights.all_mut().into_iter().zip(slopes.all());
        let steps = self.means.all_mut().into_iter().zip(self.squares.all_mut());
        for ((weights, slopes), (means, squares)) in parts.zip(steps) {
            for ((weight, slope), (mean, square)) in
                weights.iter_mut().zip(slopes).zip(means.iter_mut().zip(squares))
            {
                let slope = slope * scale;
                *mean = MOMENTUM * *mean + (1.0 - MOMENTUM) * slope;
                *square = SQUARES * *square + (1.0 - SQUARES) * slope * slope;
                *weight -= rate * mean_scale * *mean / ((*square * square_scale).sqrt() + 1e-8);
            }
        }
        weights.spread();
    }
}

/// Weights drawn at random, so that what units say is neither lost nor grows from layer to layer.
fn drawn(space: &PuzzleSpace, rng: &mut ChaCha8Rng) -> Weights {
    let mut weights = Weights::new(space);
    let slots = space.points().0.len();
    let [_, breadth] = weights.breadth();
    // Nearly normal: the sum of four numbers from -1/2 to 1/2 has variance 1/3.
    let mut draw = |variance: f32| {
        let sum: f32 = (0..4).map(|_| below(rng, 1 << 16) as f32 / 65536.0 - 0.5).sum();
        sum * (3.0 * variance).sqrt()
    };
    let [own, _, second, _, last, constant] = weights.all_mut();
    own.iter_mut().for_each(|weight| *weight = draw(1.0 / slots as f32));
    second.iter_mut().for_each(|weight| *weight = draw(0.5 / breadth as f32));
    let variance = 2.0 / last.len() as f32;
    last.iter_mut().for_each(|weight| *weight = draw(variance));
    constant.fill(0.5);
    weights.spread();
    weights
}

impl Network {
    /// A network learned from so many states of walks of this length by these moves. O(samples · slots · units).
    ///
    /// # Errors
    /// The reason why the work was stopped.
    pub(in super::super) fn learned(
        space: &PuzzleSpace,
        moves: &[MoveId],
        length: u32,
        samples: u64,
        threads: usize,
        control: &Control<'_>,
    ) -> Result<Self, StopReason> {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let mut weights = drawn(space, &mut rng);
        let nothing = Weights::new(space);
        let lesson = Lesson { space, moves, first: space.points().0, length };
        let parts: Vec<Mutex<Part>> = (0..PARTS)
            .map(|number| {
                let mut rng = ChaCha8Rng::seed_from_u64(1 + number as u64);
                let walks = (0..WALKS / PARTS).map(|at| {
                    let mut walk = Walk::new(space, &mut rng);
                    (0..at as u32 % length).for_each(|_| walk.go_on(space, moves, &mut rng));
                    walk
                });
                let walks = walks.collect();
                let (slopes, memory) = (nothing.clone(), Default::default());
                Mutex::new(Part { walks, rng, slopes, memory })
            })
            .collect();
        let mut steps = Steps { means: nothing.clone(), squares: nothing.clone(), made: 0 };
        let mut sum = nothing;
        let batches = samples.div_ceil(WALKS as u64);
        let threads = threads.clamp(1, PARTS);
        for batch in 0..batches {
            if let Some(reason) = control.interrupted() {
                return Err(reason);
            }
            control.report(Progress::Part {
                name: "learning from random walks",
                done: batch,
                total: batches,
            });
            on_threads(threads, |thread| {
                for part in parts.iter().skip(thread).step_by(threads) {
                    lesson.learn(&weights, &mut part.lock().unwrap_or_else(PoisonError::into_inner));
                }
            });
            sum.clear();
            for part in &parts {
                sum.add_part(&part.lock().unwrap_or_else(PoisonError::into_inner).slopes);
            }
            sum.gather();
            let left = 1.0 - batch as f32 / batches as f32;
            steps.step(&mut weights, &sum, RATE * left);
        }
        Ok(Network::new(space, weights, length, samples))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use permutant_puzzle::catalog;
    use permutant_puzzle::metric::Metric;

    /// Each kind of slope is what a small change of the weight does to the error.
    #[test]
    fn slopes_are_those_of_differences() {
        let puzzle = catalog::find("pyraminx").unwrap().puzzle;
        let metric = Metric::htm();
        let (turns, goals) = (puzzle.search_turns(&metric), [puzzle.solved().clone()]);
        let space = PuzzleSpace::new(&puzzle, &turns, &metric, &goals).unwrap();
        let space = space.with_symmetry(&puzzle, &turns, &goals);
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let weights = drawn(&space, &mut rng);
        let moves: Vec<MoveId> = crate::space::Space::moves(&space).collect();
        let mut walk = Walk::new(&space, &mut rng);
        (0..9).for_each(|_| walk.go_on(&space, &moves, &mut rng));
        let points = points_of(walk.state(), &space.points().0);
        let error = |weights: &Weights| {
            let mut sums = Vec::new();
            weights.sums_of(&points, &mut sums);
            f64::from((weights.pass(&sums).value - 0.9).powi(2)) / 2.0
        };
        let mut slopes = Weights::new(&space);
        slopes.add_slopes(&weights, &points, 0.9, &mut Default::default());
        slopes.gather();
        for layer in 0..6 {
            let (mut seen, count) = (0, weights.all()[layer].len());
            for at in 0..count {
                let mut near = weights.clone();
                let mut both = [0.0; 2];
                for (sign, error_there) in [-1.0, 1.0].into_iter().zip(&mut both) {
                    near.all_mut()[layer][at] = weights.all()[layer][at] + sign * 1e-3;
                    near.spread();
                    *error_there = error(&near);
                }
                let (slope, found) = (f64::from(slopes.all()[layer][at]), (both[1] - both[0]) / 2e-3);
                assert!((slope - found).abs() < 2e-3 + 0.05 * slope.abs(), "{layer} {at}: {slope} {found}");
                seen += usize::from(slope.abs() > 1e-2);
            }
            assert!(seen > 0, "layer {layer} has no slopes");
        }
    }
}
