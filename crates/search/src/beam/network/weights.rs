//! The weights of a network, and its layers.

use crate::puzzle_space::PuzzleSpace;

/// Units of the second layer.
const HIDDEN: usize = 32;

/// Numbers that are processed at a time.
const LANES: usize = 8;

/// Sums that are changed at a time: they stay in registers. All units together are a multiple of it.
const BLOCK: usize = 4 * LANES;

/// Units of the first layer, about: fewer teach little, more take longer.
const BREADTH: usize = 384;

/// Units of a group at most.
const MOST_UNITS: usize = 128;

/// Weights that are learned, or what is to be added to them.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// By symmetry, the image of each point.
    images: Vec<Vec<u32>>,
    /// Units of a group.
    units: usize,
    /// By point and unit of the first group.
    own: Vec<f32>,
    /// By unit of the first group.
    bias: Vec<f32>,
    second: Vec<f32>,
    second_bias: Vec<f32>,
    last: Vec<f32>,
    constant: Vec<f32>,
    /// By point: the weights of all units, group by group.
    rows: Vec<f32>,
    /// What all units begin with.
    begin: Vec<f32>,
}

/// The number of units of a group if there are so many.
fn units(groups: usize) -> usize {
    let units = (BREADTH / groups / LANES * LANES).clamp(LANES, MOST_UNITS);
    // All together fill blocks.
    if (groups * units).is_multiple_of(BLOCK) { units } else { units.next_multiple_of(BLOCK) }
}

/// The number of weights of the first layer, over all groups.
pub(super) fn size_of_first_layer(space: &PuzzleSpace) -> usize {
    let (_, points) = space.points();
    let groups = space.symmetric_points().len();
    points.saturating_mul(groups * units(groups))
}

/// Adds a row.
#[inline(always)]
pub(super) fn add(sums: &mut [f32], row: &[f32]) {
    sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
}

/// A state as it passes the layers.
#[derive(Clone, Debug)]
pub(super) struct Passage {
    /// By unit of a group: the sum over all groups.
    pub(super) pooled: [f32; MOST_UNITS],
    /// Before negative sums become 0.
    pub(super) hidden: [f32; HIDDEN],
    pub(super) value: f32,
}

impl Weights {
    /// Weights that are all 0.
    pub(super) fn new(space: &PuzzleSpace) -> Self {
        let (_, points) = space.points();
        let images = space.symmetric_points();
        let (units, groups) = (units(images.len()), images.len());
        Weights {
            units,
            own: vec![0.0; points * units],
            bias: vec![0.0; units],
            second: vec![0.0; units * HIDDEN],
            second_bias: vec![0.0; HIDDEN],
            last: vec![0.0; HIDDEN],
            constant: vec![0.0],
            rows: vec![0.0; points * groups * units],
            begin: vec![0.0; groups * units],
            images,
        }
    }

    /// The units of a group, and those of all.
    pub(super) fn breadth(&self) -> [usize; 2] {
        [self.units, self.begin.len()]
    }

    /// Those that are learned, layer by layer.
    pub(super) fn all(&self) -> [&Vec<f32>; 6] {
        [&self.own, &self.bias, &self.second, &self.second_bias, &self.last, &self.constant]
    }

    /// The same, to be changed. [`Weights::spread`] has to follow.
    pub(super) fn all_mut(&mut self) -> [&mut Vec<f32>; 6] {
        let Weights { own, bias, second, second_bias, last, constant, .. } = self;
        [own, bias, second, second_bias, last, constant]
    }

    /// Copies the weights of the first group to all.
    pub(super) fn spread(&mut self) {
        let (units, all) = (self.units, self.begin.len());
        for (group, image) in self.images.iter().enumerate() {
            self.begin[group * units..][..units].copy_from_slice(&self.bias);
            for (point, &seen) in image.iter().enumerate() {
                let own = &self.own[seen as usize * units..][..units];
                self.rows[point * all + group * units..][..units].copy_from_slice(own);
            }
        }
    }

    /// The opposite for sums over all groups: adds them up in the weights of the first one.
    pub(super) fn gather(&mut self) {
        let (units, all) = (self.units, self.begin.len());
        self.own.fill(0.0);
        self.bias.fill(0.0);
        for (group, image) in self.images.iter().enumerate() {
            add(&mut self.bias, &self.begin[group * units..][..units]);
            for (point, &seen) in image.iter().enumerate() {
                let row = &self.rows[point * all + group * units..][..units];
                add(&mut self.own[seen as usize * units..][..units], row);
            }
        }
    }

    /// The weights of all units for a point.
    #[inline(always)]
    pub(super) fn row(&self, point: u32) -> &[f32] {
        &self.rows[point as usize * self.begin.len()..][..self.begin.len()]
    }

    /// The sums of the first layer for some points.
    #[inline(always)]
    pub(super) fn sums_of(&self, points: &[u32], sums: &mut Vec<f32>) {
        sums.clone_from(&self.begin);
        points.iter().for_each(|&point| add(sums, self.row(point)));
    }

    /// Changes sums as points, the first of each pair, are replaced by others.
    #[inline(always)]
    pub(super) fn replace(&self, sums: &mut [f32], points: &[(u32, u32)]) {
        for (part, sums) in sums.as_chunks_mut::<BLOCK>().0.iter_mut().enumerate() {
            let mut block = *sums;
            for &(old, new) in points {
                let [old, new] = [old, new].map(|point| &self.row(point)[part * BLOCK..][..BLOCK]);
                let rows = old.iter().zip(new);
                block.iter_mut().zip(rows).for_each(|(sum, (old, new))| *sum += new - old);
            }
            *sums = block;
        }
    }

    /// What follows the first layer.
    #[inline(always)]
    pub(super) fn pass(&self, sums: &[f32]) -> Passage {
        let mut pooled = [0.0; MOST_UNITS];
        for group in sums.chunks_exact(self.units) {
            let lanes = pooled.as_chunks_mut::<LANES>().0.iter_mut().zip(group.as_chunks::<LANES>().0);
            for (pooled, sums) in lanes {
                pooled.iter_mut().zip(sums).for_each(|(pooled, sum)| *pooled += sum.max(0.0));
            }
        }
        let mut hidden = [0.0; HIDDEN];
        hidden.copy_from_slice(&self.second_bias);
        for (pooled, row) in pooled.iter().zip(self.second.as_chunks::<HIDDEN>().0) {
            hidden.iter_mut().zip(row).for_each(|(hidden, weight)| *hidden += pooled * weight);
        }
        let mut lanes = [0.0; LANES];
        let outputs = hidden.as_chunks::<LANES>().0.iter().zip(self.last.as_chunks::<LANES>().0);
        for (hidden, weights) in outputs {
            for lane in 0..LANES {
                lanes[lane] += hidden[lane].max(0.0) * weights[lane];
            }
        }
        Passage { pooled, hidden, value: self.constant[0] + lanes.iter().sum::<f32>() }
    }

    /// Adds to these sums, which are those of a batch, by how much each weight of `weights` raises the error of a state, given by its
    /// points, if its value should be `aim`, and returns the square of the error. `sums` and `falls` are memory.
    #[inline(always)]
    pub(super) fn add_slopes(
        &mut self,
        weights: &Weights,
        points: &[u32],
        aim: f32,
        [sums, falls]: &mut [Vec<f32>; 2],
    ) -> f32 {
        weights.sums_of(points, sums);
        let Passage { pooled, hidden, value } = weights.pass(sums);
        let error = value - aim;
        self.constant[0] += error;
        let mut slopes = [0.0; HIDDEN];
        for (at, slope) in slopes.iter_mut().enumerate() {
            self.last[at] += error * hidden[at].max(0.0);
            *slope = if hidden[at] > 0.0 { error * weights.last[at] } else { 0.0 };
        }
        add(&mut self.second_bias, &slopes);
        let mut back = [0.0; MOST_UNITS];
        let rows =
            self.second.as_chunks_mut::<HIDDEN>().0.iter_mut().zip(weights.second.as_chunks::<HIDDEN>().0);
        for ((back, pooled), (sum, row)) in back.iter_mut().zip(pooled).zip(rows) {
            let mut lanes = [0.0; LANES];
            let weighted = sum.as_chunks_mut::<LANES>().0.iter_mut().zip(row.as_chunks::<LANES>().0);
            for ((sums, row), slopes) in weighted.zip(slopes.as_chunks::<LANES>().0) {
                for lane in 0..LANES {
                    sums[lane] += pooled * slopes[lane];
                    lanes[lane] += row[lane] * slopes[lane];
                }
            }
            *back = lanes.iter().sum();
        }
        falls.resize(sums.len(), 0.0);
        for (falls, sums) in falls.chunks_exact_mut(self.units).zip(sums.chunks_exact(self.units)) {
            let unit = falls.iter_mut().zip(sums).zip(&back);
            unit.for_each(|((fall, &sum), &back)| *fall = if sum > 0.0 { back } else { 0.0 });
        }
        add(&mut self.begin, falls);
        let all = self.begin.len();
        points.iter().for_each(|&point| add(&mut self.rows[point as usize * all..][..all], falls));
        error * error
    }

    /// Adds what another part of a batch has added up.
    pub(super) fn add_part(&mut self, part: &Weights) {
        add(&mut self.rows, &part.rows);
        add(&mut self.begin, &part.begin);
        let [_, _, later @ ..] = self.all_mut();
        let [_, _, others @ ..] = part.all();
        later.into_iter().zip(others).for_each(|(sum, other)| add(sum, other));
    }

    /// Sets all sums of a part of a batch to 0.
    pub(super) fn clear(&mut self) {
        self.rows.fill(0.0);
        self.begin.fill(0.0);
        self.all_mut().into_iter().for_each(|part| part.fill(0.0));
    }
}
