//! Moves and distances of all 3 674 160 states of the 2x2x2.
//!
//! Start at [`Pocket`].

use super::index::{self, PERMUTATIONS, TWISTS};
use crate::model::cubie::Corners;
use crate::model::moves::{Metric, Move};

/// The 2x2x2 with the distance of each state to the solved one. 3.8 MB.
///
/// A state is a number below [`Pocket::SIZE`], 0 being solved; [`Pocket::MOVES`] are its moves.
///
/// ```
/// use permutant_cube::model::moves::Metric;
/// use permutant_cube::pocket::Pocket;
/// let pocket = Pocket::new(Metric::HalfTurn);
/// let right = Pocket::MOVES[3];
/// let state = pocket.apply(0, right);
/// assert_eq!(pocket.distance(state), 1);
/// assert_eq!(pocket.distribution()[11], 2644);
/// ```
#[derive(Clone, Debug)]
pub struct Pocket {
    metric: Metric,
    permutations: Vec<[u16; Pocket::MOVES.len()]>,
    twists: Vec<[u16; Pocket::MOVES.len()]>,
    distances: Vec<u8>,
}

/// The error for bytes that are not the distances of the 2x2x2 in a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these are not the distances of the states of the 2x2x2")]
pub struct NotDistances;

impl Pocket {
    /// Number of states, 7! · 3^6.
    pub const SIZE: u32 = 3_674_160;

    /// The nine turns of U, R and F, which do not move the corner DBL.
    pub const MOVES: [Move; 9] = {
        let mut moves = [Move::ALL[0]; 9];
        let mut m = 0;
        while m < 9 {
            moves[m] = Move::ALL[m];
            m += 1;
        }
        moves
    };

    /// Builds the tables by a breadth-first search over all states, with at most 9 · 3 674 160 steps.
    pub fn new(metric: Metric) -> Pocket {
        let mut pocket = Pocket::without_distances(metric);
        pocket.distances = pocket.search();
        pocket
    }

    /// The same from the distances that [`Pocket::distances`] returned for the same metric. Only their number and the counts of
    /// the smallest ones are checked; the caller is responsible for the rest.
    pub fn with_distances(metric: Metric, distances: Vec<u8>) -> Result<Pocket, NotDistances> {
        let mut pocket = Pocket::without_distances(metric);
        let fits = distances.len() == Pocket::SIZE as usize
            && distances[0] == 0
            && Pocket::MOVES
                .iter()
                .all(|&turn| u32::from(distances[pocket.apply(0, turn) as usize]) == metric.cost(turn));
        pocket.distances = distances;
        if fits { Ok(pocket) } else { Err(NotDistances) }
    }

    /// The distance of each state, by number.
    pub fn distances(&self) -> &[u8] {
        &self.distances
    }

    fn without_distances(metric: Metric) -> Pocket {
        let after =
            |number: usize, turn: Move| index::index(&index::corners(number).then(Corners::of_move(turn)));
        Pocket {
            metric,
            permutations: (0..PERMUTATIONS)
                .map(|p| Pocket::MOVES.map(|turn| (after(p * TWISTS, turn) / TWISTS) as u16))
                .collect(),
            twists: (0..TWISTS).map(|t| Pocket::MOVES.map(|turn| (after(t, turn) % TWISTS) as u16)).collect(),
            distances: Vec::new(),
        }
    }

    /// Distances level by level. A permutation's row of twists goes to one row for each turn, so all that is read and
    /// written at a time fits the first cache.
    fn search(&self) -> Vec<u8> {
        const UNKNOWN: u8 = u8::MAX;
        // Turns of more than 1 are sequences of turns of 1.
        let turns: Vec<usize> =
            (0..Pocket::MOVES.len()).filter(|&n| self.metric.cost(Pocket::MOVES[n]) == 1).collect();
        let mut distances = vec![UNKNOWN; Pocket::SIZE as usize];
        distances[0] = 0;
        let mut last = 0;
        let mut found = true;
        while found {
            found = false;
            for permutation in 0..PERMUTATIONS {
                for twist in 0..TWISTS {
                    if distances[permutation * TWISTS + twist] != last {
                        continue;
                    }
                    for &turn in &turns {
                        let row = usize::from(self.permutations[permutation][turn]) * TWISTS;
                        let next = &mut distances[row + usize::from(self.twists[twist][turn])];
                        if *next == UNKNOWN {
                            *next = last + 1;
                            found = true;
                        }
                    }
                }
            }
            last += 1;
        }
        distances
    }

    /// The metric.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The state of some corners, up to rotation of the whole cube. The corners must be solvable ([`Corners::unsolvable_twist`]),
    /// because the number does not show a single twisted corner.
    pub fn index(&self, corners: &Corners) -> u32 {
        let home = corners.then(&index::rotation_home(corners).rotated_corners());
        index::index(&home) as u32
    }

    /// The corners of a state, with DBL solved.
    ///
    /// # Panics
    ///
    /// If `index` is not below [`Pocket::SIZE`].
    pub fn corners(&self, index: u32) -> Corners {
        assert!(index < Pocket::SIZE, "there are {} states, numbered from 0", Pocket::SIZE);
        index::corners(index as usize)
    }

    /// The state after a turn of any face; a turn of D, L or B is that of the opposite face up to rotation.
    ///
    /// # Panics
    ///
    /// If `index` is not below [`Pocket::SIZE`].
    #[inline]
    pub fn apply(&self, index: u32, turn: Move) -> u32 {
        let (permutation, twist) = (index as usize / TWISTS, index as usize % TWISTS);
        let turn = turn.index() % Pocket::MOVES.len();
        let (permutation, twist) = (self.permutations[permutation][turn], self.twists[twist][turn]);
        u32::from(permutation) * TWISTS as u32 + u32::from(twist)
    }

    /// The distance of a state in the metric of the table: at most 11 in half turns, 14 in quarter turns.
    ///
    /// # Panics
    ///
    /// If `index` is not below [`Pocket::SIZE`].
    #[inline]
    pub fn distance(&self, index: u32) -> u32 {
        u32::from(self.distances[index as usize])
    }

    /// Number of states at each distance. O([`Pocket::SIZE`]).
    pub fn distribution(&self) -> Vec<u64> {
        let mut counts = [0; 256];
        for &distance in &self.distances {
            counts[usize::from(distance)] += 1;
        }
        counts.into_iter().take_while(|&count| count > 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_states_are_at_their_published_distances() {
        // As listed by J. Scherphuis (jaapsch.net/puzzles/cube2.htm).
        assert_eq!(
            Pocket::new(Metric::HalfTurn).distribution(),
            [1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644]
        );
        assert_eq!(
            Pocket::new(Metric::QuarterTurn).distribution(),
            [
                1, 6, 27, 120, 534, 2256, 8969, 33058, 114_149, 360_508, 930_588, 1_350_852, 782_536, 90280,
                276
            ]
        );
    }

    #[test]
    fn applying_a_turn_is_turning_the_corners() {
        let pocket = Pocket::new(Metric::HalfTurn);
        for number in (0..Pocket::SIZE).step_by(7919) {
            for turn in Move::ALL {
                let turned = pocket.corners(number).then(Corners::of_move(turn));
                assert_eq!(pocket.apply(number, turn), pocket.index(&turned), "{turn}");
            }
        }
    }
}
