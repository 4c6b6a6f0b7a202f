//! A network: the values of states, and the network as bytes.
//!
//! Start at [`Network`].

use super::super::pairs::points_of;
use super::weights::Weights;
use crate::god::saved::{Damaged, Reader, Writer};
use crate::puzzle_space::{PackedState, PuzzleSpace};
use crate::space::{MoveId, Space};

/// Parts of a move by which values of states differ.
const FINENESS: f32 = 1024.0;

/// A network for the states of one space.
#[derive(Debug)]
pub struct Network {
    /// By slot, the number added to a content to obtain a point.
    first: Vec<u32>,
    /// By move, the slots whose content it changes.
    changed: Vec<Vec<u16>>,
    weights: Weights,
    /// The number of moves that the value 1 stands for.
    length: u32,
    /// The number of states from which it was learned.
    samples: u64,
}

/// A state with the sums of the first layer.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Summed {
    points: Vec<u32>,
    sums: Vec<f32>,
    after: Vec<f32>,
    replaced: Vec<(u32, u32)>,
}

impl Network {
    pub(super) fn new(space: &PuzzleSpace, weights: Weights, length: u32, samples: u64) -> Self {
        let (first, _) = space.points();
        let changed = space.moves().map(|m| space.changed_slots(m)[0].clone()).collect();
        Network { first, changed, weights, length, samples }
    }

    /// The number of states from which it was learned.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// Prepares a state for the values of its successors. O(slots · units).
    pub(in super::super) fn sum(&self, state: &PackedState, summed: &mut Summed) {
        summed.points = points_of(state, &self.first);
        self.weights.sums_of(&summed.points, &mut summed.sums);
    }

    /// The value of the successor, by a move, of the state last prepared, in 1024ths of a move. O(changed slots · units).
    pub(in super::super) fn value_after(
        &self,
        m: MoveId,
        summed: &mut Summed,
        successor: &PackedState,
    ) -> u32 {
        #[cfg(target_arch = "x86_64")]
        if crate::native::has_wide_vectors() {
            // SAFETY: this machine has the instructions.
            return unsafe { self.value_after_there(m, summed, successor) };
        }
        self.value_after_here(m, summed, successor)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn value_after_there(&self, m: MoveId, summed: &mut Summed, successor: &PackedState) -> u32 {
        self.value_after_here(m, summed, successor)
    }

    #[inline(always)]
    fn value_after_here(&self, m: MoveId, summed: &mut Summed, successor: &PackedState) -> u32 {
        let Summed { points, sums, after, replaced } = summed;
        let pair = |&slot: &u16| {
            let slot = usize::from(slot);
            (points[slot], self.first[slot].wrapping_add(u32::from(successor[slot])))
        };
        replaced.clear();
        replaced.extend(self.changed[m.index()].iter().map(pair).filter(|(old, new)| old != new));
        after.clone_from(sums);
        self.weights.replace(after, replaced);
        self.value(self.weights.pass(after).value)
    }

    fn value(&self, value: f32) -> u32 {
        (value * self.length as f32 * FINENESS) as u32
    }

    /// The network as bytes.
    pub fn save(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.numbers(&[u64::from(self.length), self.samples]);
        let bytes: Vec<u8> = self.weights.all().into_iter().flatten().flat_map(|w| w.to_le_bytes()).collect();
        writer.rest(&bytes)
    }

    /// A network that [`Network::save`] made for the same space.
    ///
    /// # Errors
    /// If the bytes are not such a network.
    pub fn restore(space: &PuzzleSpace, bytes: &[u8]) -> Result<Self, Damaged> {
        let mut reader = Reader::new(bytes);
        let [length, samples] = <[u64; 2]>::try_from(reader.numbers()?).map_err(|_| Damaged)?;
        let length = u32::try_from(length).map_err(|_| Damaged)?;
        let mut weights = Weights::new(space);
        let (numbers, rest) = reader.rest().as_chunks::<4>();
        let count: usize = weights.all().iter().map(|part| part.len()).sum();
        if numbers.len() != count || !rest.is_empty() {
            return Err(Damaged);
        }
        let mut numbers = numbers.iter().map(|&bytes| f32::from_le_bytes(bytes));
        for weight in weights.all_mut().into_iter().flatten() {
            *weight = numbers.next().filter(|number| number.is_finite()).ok_or(Damaged)?;
        }
        weights.spread();
        Ok(Network::new(space, weights, length, samples))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::walk::Walk;
    use super::*;
    use crate::limits::{Control, StopReason};
    use permutant_group::random::below;
    use permutant_puzzle::catalog;
    use permutant_puzzle::metric::Metric;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;
    use std::sync::atomic::AtomicBool;

    fn space(name: &str) -> (PuzzleSpace, Vec<MoveId>) {
        let puzzle = catalog::find(name).unwrap().puzzle;
        let metric = Metric::qtm();
        let (turns, goals) = (puzzle.search_turns(&metric), [puzzle.solved().clone()]);
        let space = PuzzleSpace::new(&puzzle, &turns, &metric, &goals).unwrap();
        let space = space.with_symmetry(&puzzle, &turns, &goals);
        let moves = space.moves().filter(|&m| space.turns(m).len() == 1).collect();
        (space, moves)
    }

    fn value(network: &Network, state: &PackedState) -> f32 {
        let mut summed = Summed::default();
        network.sum(state, &mut summed);
        network.weights.pass(&summed.sums).value
    }

    #[test]
    fn values_grow_along_walks_and_are_those_of_symmetric_states() {
        for name in ["torus:4x4", "skewb", "2x2x2"] {
            let (space, moves) = space(name);
            let (images, slots) = (space.symmetric_points(), space.slots_of_points());
            assert!(images.len() > 1, "{name}");
            let network = Network::learned(&space, &moves, 10, 100_000, 2, &Control::new()).unwrap();
            let (first, _) = space.points();
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            let mut means = Vec::new();
            for walked in [1, 3, 6, 10] {
                let mut total = 0.0;
                for _ in 0..100 {
                    let mut walk = Walk::new(&space, &mut rng);
                    (0..walked).for_each(|_| walk.go_on(&space, &moves, &mut rng));
                    let found = value(&network, walk.state());
                    total += found;
                    let image = &images[below(&mut rng, images.len() as u64) as usize];
                    let mut symmetric = walk.state().clone();
                    for point in points_of(walk.state(), &first) {
                        let to = image[point as usize];
                        let slot = usize::from(slots[to as usize]);
                        symmetric[slot] = to.wrapping_sub(first[slot]) as u16;
                    }
                    assert!((value(&network, &symmetric) - found).abs() < 1e-4, "{name}");
                    let (m, mut successor) = (moves[below(&mut rng, moves.len() as u64) as usize], symmetric);
                    if space.apply(m, walk.state(), &mut successor) {
                        let mut summed = Summed::default();
                        network.sum(walk.state(), &mut summed);
                        let after = network.value_after(m, &mut summed, &successor);
                        let whole = network.value(value(&network, &successor));
                        assert!(after.abs_diff(whole) <= 4, "{name}: {after} {whole}");
                    }
                }
                means.push(total);
            }
            assert!(means.is_sorted_by(|a, b| a < b), "{name}: {means:?}");
        }
    }

    #[test]
    fn what_is_learned_depends_on_no_number_of_threads_and_can_be_saved() {
        let (space, moves) = space("pyraminx");
        let learned = |threads, control: &Control<'_>| {
            Network::learned(&space, &moves, 8, 20_000, threads, control).map(|network| network.save())
        };
        let saved = learned(1, &Control::new()).unwrap();
        assert_eq!(saved, learned(3, &Control::new()).unwrap());
        let restored = Network::restore(&space, &saved).unwrap();
        assert_eq!(restored.samples(), 20_000);
        assert_eq!(restored.save(), saved);
        assert!(Network::restore(&space, &saved[1..]).is_err());
        assert!(Network::restore(&space, &saved[..saved.len() - 4]).is_err());
        let mut damaged = saved.clone();
        let at = damaged.len() - 4;
        damaged[at..].copy_from_slice(&f32::NAN.to_le_bytes());
        assert!(Network::restore(&space, &damaged).is_err());
        let cancelled = AtomicBool::new(true);
        let control = Control::new().with_cancel(&cancelled);
        assert_eq!(learned(1, &control), Err(StopReason::Cancelled));
    }
}
