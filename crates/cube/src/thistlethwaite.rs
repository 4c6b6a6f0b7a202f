//! Thistlethwaite's method: a solution through a chain of four groups, with a shortest maneuver into each next one.
//!
//! Start at [`Thistlethwaite::solve`]. The groups are those of M. Thistlethwaite (1981), ⟨all⟩ ⊃ ⟨L, R, F, B, U2, D2⟩ ⊃ ⟨L, R,
//! F2, B2, U2, D2⟩ ⊃ ⟨L2, R2, F2, B2, U2, D2⟩ ⊃ 1. His tables gave at most 52 turns. With the exact distance of every coset, as
//! here, there are at most 7 + 10 + 13 + 15 = 45. The solutions are far from shortest; use the two-phase solver for short ones.

use crate::coordinates::coordinate;
use crate::model::cubie::CubieCube;
use crate::model::moves::{Face, Move, merge};
use crate::model::symmetry::Symmetry;
use std::collections::HashMap;

/// The four phases of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhasedSolution {
    /// The turns of each phase; together they solve the cube.
    pub phases: [Vec<Move>; 4],
}

impl PhasedSolution {
    /// All turns, merged at the boundaries of phases.
    pub fn moves(&self) -> Vec<Move> {
        merge(&self.phases.concat())
    }
}

/// The greatest number of turns of each phase.
pub const MOST_TURNS: [u32; 4] = [7, 10, 13, 15];

/// The number of cosets of each phase: 2^11, 3^7 · 495, 420 · 70 and 4!^5 / 12.
const COSETS: [usize; 4] = [2048, 2187 * 495, 29_400, 663_552];

/// Distances of all cosets of the four phases.
///
/// ```
/// use permutant_cube::{model::cubie::CubieCube, model::moves::Move, thistlethwaite::Thistlethwaite};
/// let solver = Thistlethwaite::new();
/// let cube = CubieCube::SOLVED.after(&[Move::ALL[0], Move::ALL[4], Move::ALL[8]]);
/// let solution = solver.solve(&cube).unwrap();
/// assert_eq!(cube.after(&solution.moves()), CubieCube::SOLVED);
/// assert!(solution.moves().len() <= 45);
/// ```
#[derive(Debug)]
pub struct Thistlethwaite {
    corners: SquareCosets,
    distances: [HashMap<u32, u8>; 4],
}

/// Turns that a phase may make. The tables keep flips and twists as [`coord`] does, along the axis of U and D, so they are
/// about the same groups seen along another axis: F and B lose their quarter turns first, R and L next.
fn turns(phase: usize) -> impl Iterator<Item = Move> + Clone {
    Move::ALL.into_iter().filter(move |turn| {
        turn.quarters() == 2
            || match turn.face() {
                Face::F | Face::B => phase < 1,
                Face::R | Face::L => phase < 2,
                Face::U | Face::D => phase < 3,
            }
    })
}

/// The corners' permutations up to the 96 that half turns make: 420 cosets.
#[derive(Debug)]
struct SquareCosets(Vec<u16>);

impl SquareCosets {
    fn build() -> SquareCosets {
        let mut group = vec![CubieCube::SOLVED.corners];
        let mut next = 0;
        while let Some(&corners) = group.get(next) {
            next += 1;
            for turn in turns(3) {
                let after = corners.then(&CubieCube::of_move(turn).corners);
                if !group.contains(&after) {
                    group.push(after);
                }
            }
        }
        let mut cosets = vec![u16::MAX; coordinate::CORNERS.size];
        let mut count = 0;
        for value in 0..cosets.len() {
            if cosets[value] != u16::MAX {
                continue;
            }
            let cube = (coordinate::CORNERS.cube)(value);
            for corners in &group {
                let image = CubieCube { corners: corners.then(&cube.corners), ..cube };
                cosets[(coordinate::CORNERS.of)(&image)] = count;
            }
            count += 1;
        }
        SquareCosets(cosets)
    }

    /// The coset of a cube that a phase has reached. Each is 0 where the next begins.
    fn of(&self, phase: usize, cube: &CubieCube) -> u32 {
        let corners = (coordinate::CORNERS.of)(cube);
        let value = match phase {
            0 => (coordinate::FLIP.of)(cube),
            1 => 495 * (coordinate::TWIST.of)(cube) + (coordinate::SLICE.of)(cube),
            2 => {
                // Which of the places outside the slice hold an edge of the layer between R and L.
                let odd = (0..8).filter(|&x| cube.edges.e[x] & 1 == 1).fold(0, |set, x| set | 1 << x);
                usize::from(self.0[corners]) << 8 | (odd ^ 0b1010_1010)
            }
            // Corners by their number; four edges that stay in their places, in each of three layers.
            _ => {
                let order = |of: fn(&CubieCube) -> usize| of(cube) % 24;
                let edges = 576 * order(coordinate::SLICE_SORTED.of)
                    + 24 * order(coordinate::RL_SLICE_SORTED.of)
                    + order(coordinate::FB_SLICE_SORTED.of);
                corners << 14 | edges
            }
        };
        value as u32
    }
}

impl Thistlethwaite {
    /// Computes all distances, in about two seconds on one core and with 40 MB.
    pub fn new() -> Thistlethwaite {
        let corners = SquareCosets::build();
        let distances = [0, 1, 2, 3].map(|phase| {
            let mut distances = HashMap::with_capacity(COSETS[phase]);
            distances.insert(0, 0);
            let mut last = vec![CubieCube::SOLVED];
            for distance in 1.. {
                let mut next = Vec::new();
                for cube in &last {
                    for turn in turns(phase) {
                        let after = cube.then(CubieCube::of_move(turn));
                        distances.entry(corners.of(phase, &after)).or_insert_with(|| {
                            next.push(after);
                            distance
                        });
                    }
                }
                if next.is_empty() {
                    break;
                }
                last = next;
            }
            debug_assert_eq!(distances.len(), COSETS[phase]);
            distances
        });
        Thistlethwaite { corners, distances }
    }

    /// A solution in four phases; `None` for a cube that cannot be solved. At most 45 · 18 look-ups.
    pub fn solve(&self, cube: &CubieCube) -> Option<PhasedSolution> {
        cube.check_solvable().ok()?;
        // U and D are the first to lose their quarter turns, F and B the next: they come to be F and B, R and L.
        let axis = Symmetry::third_turn(1);
        let back = axis.inverse();
        let mut seen = axis.of_cube(cube);
        let mut phases = [const { Vec::new() }; 4];
        for (phase, made) in phases.iter_mut().enumerate() {
            let distance =
                |cube: &CubieCube| self.distances[phase].get(&self.corners.of(phase, cube)).copied();
            let mut left = distance(&seen)?;
            while left > 0 {
                let mut nearer = turns(phase).map(|turn| (turn, seen.then(CubieCube::of_move(turn))));
                let (turn, next) = nearer.find(|(_, next)| distance(next) == Some(left - 1))?;
                made.push(back.of_move(turn));
                seen = next;
                left -= 1;
            }
        }
        Some(PhasedSolution { phases })
    }
}

impl Default for Thistlethwaite {
    fn default() -> Self {
        Thistlethwaite::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::random_state::random_cube;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    #[test]
    fn each_phase_has_its_cosets_and_its_turns() {
        let solver = Thistlethwaite::new();
        for (phase, distances) in solver.distances.iter().enumerate() {
            assert_eq!(distances.len(), COSETS[phase]);
            let most = distances.values().max().copied().map(u32::from);
            assert_eq!(most, Some(MOST_TURNS[phase]));
        }
        let mut rng = ChaCha8Rng::seed_from_u64(111);
        let quarters_of = |solution: &PhasedSolution, phase: usize, faces: [Face; 2]| {
            solution.phases[phase].iter().any(|turn| turn.quarters() != 2 && faces.contains(&turn.face()))
        };
        for _ in 0..200 {
            let cube = random_cube(&mut rng);
            let solution = solver.solve(&cube).unwrap();
            assert_eq!(cube.after(&solution.moves()), CubieCube::SOLVED);
            for (turns, most) in solution.phases.iter().zip(MOST_TURNS) {
                assert!(turns.len() as u32 <= most);
            }
            for phase in 1..4 {
                assert!(!quarters_of(&solution, phase, [Face::U, Face::D]));
                assert!(phase < 2 || !quarters_of(&solution, phase, [Face::F, Face::B]));
                assert!(phase < 3 || !quarters_of(&solution, phase, [Face::L, Face::R]));
            }
        }
        let mut flipped = CubieCube::SOLVED;
        flipped.edges.o[3] = 1;
        assert_eq!(solver.solve(&flipped), None);
        assert!(solver.solve(&CubieCube::SOLVED).unwrap().moves().is_empty());
    }
}
