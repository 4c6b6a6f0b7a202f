//! A puzzle's moves as permutations of points: one point for each orientation in each slot.
//!
//! Start at [`Points`]. This module is the link to permutation groups. Points are numbered by orbit, then slot, then
//! orientation; a piece of orientation o has its k-th mark at point k + o of its slot, so a transformation that turns
//! a piece by d carries point k of one slot to point k + d of the other. Slots that no given move touches keep their
//! points, so the degree is always that of the puzzle.

use crate::orbit::Orbit;
use crate::state::State;
use crate::transformation::{OrbitTransformation, Transformation};
use permutant_group::Permutation;

/// The numbering of the points of a puzzle.
#[derive(Clone, Debug)]
pub struct Points {
    orbits: Vec<Orbit>,
    /// First point of each orbit, and the number of all points.
    first: Vec<usize>,
}

impl Points {
    /// Numbers the points of the orbits. `None` if there are more than `u32::MAX`.
    pub fn new(orbits: &[Orbit]) -> Option<Self> {
        let mut first = vec![0usize];
        for orbit in orbits {
            let points = usize::from(orbit.pieces) * usize::from(orbit.orientations);
            first.push(first.last()?.checked_add(points)?);
        }
        u32::try_from(*first.last()?).ok()?;
        Some(Points { orbits: orbits.to_vec(), first })
    }

    /// Number of points.
    pub fn degree(&self) -> usize {
        self.first[self.orbits.len()]
    }

    /// The orbit, slot and orientation of a point.
    pub fn describe(&self, point: u32) -> Option<(usize, u16, u16)> {
        let point = point as usize;
        let orbit = self.first.partition_point(|&first| first <= point).checked_sub(1)?;
        let orientations = usize::from(self.orbits.get(orbit)?.orientations);
        let within = point - self.first[orbit];
        Some((orbit, (within / orientations) as u16, (within % orientations) as u16))
    }

    fn point(&self, orbit: usize, slot: u16, mark: u32) -> u32 {
        let orientations = u32::from(self.orbits[orbit].orientations);
        self.first[orbit] as u32 + u32::from(slot) * orientations + mark % orientations
    }

    /// A transformation of the puzzle as a permutation, read "moved to". O(degree).
    pub fn permutation(&self, transformation: &Transformation) -> Permutation {
        let mut images: Vec<u32> = (0..self.degree() as u32).collect();
        for (orbit, part) in transformation.parts() {
            for (slot, (&from, &turn)) in part.permutation().iter().zip(part.orientation()).enumerate() {
                for mark in 0..u32::from(self.orbits[orbit].orientations) {
                    images[self.point(orbit, from, mark) as usize] =
                        self.point(orbit, slot as u16, mark + u32::from(turn));
                }
            }
        }
        Permutation::from_moved_to(&images).expect("a transformation carries points one to one")
    }

    /// The transformation with this action on the points; `None` if the permutation does not preserve slots.
    /// O(degree).
    pub fn transformation(&self, permutation: &Permutation) -> Option<Transformation> {
        let mut parts = Vec::new();
        for (number, orbit) in self.orbits.iter().enumerate() {
            let count = usize::from(orbit.pieces);
            let (mut rows, mut turns) = (vec![0; count], vec![0; count]);
            for slot in 0..orbit.pieces {
                let (at, to, turn) = self.describe(permutation.image(self.point(number, slot, 0)))?;
                if at != number {
                    return None;
                }
                (rows[usize::from(to)], turns[usize::from(to)]) = (slot, turn);
            }
            parts.push((number, OrbitTransformation::new(orbit, rows, turns).ok()?));
        }
        let found = Transformation::from_parts(parts);
        (self.permutation(&found) == *permutation).then_some(found)
    }

    /// The transformation from `start` to `state`. `None` if identical pieces or unknown orientations make it
    /// ambiguous.
    pub fn between(&self, start: &State, state: &State) -> Option<Transformation> {
        let mut parts = Vec::new();
        for (number, orbit) in self.orbits.iter().enumerate() {
            let (from, to) = (&start.orbits[number], &state.orbits[number]);
            if !from.is_full(orbit) || !to.is_full(orbit) {
                return None;
            }
            let mut home = vec![0u16; from.pieces.len()];
            for (slot, &piece) in from.pieces.iter().enumerate() {
                home[usize::from(piece)] = slot as u16;
            }
            let rows: Vec<u16> = to.pieces.iter().map(|&piece| home[usize::from(piece)]).collect();
            let turns = (rows.iter().zip(&to.orientations)).map(|(&slot, &turn)| {
                let before = u32::from(from.orientations[usize::from(slot)]);
                let orientations = u32::from(orbit.orientations);
                ((u32::from(turn) + orientations - before) % orientations) as u16
            });
            let turns = turns.collect();
            parts.push((number, OrbitTransformation::new(orbit, rows, turns).ok()?));
        }
        Some(Transformation::from_parts(parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;
    use crate::puzzle::Puzzle;
    use permutant_group::StabilizerChain;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    fn generators(puzzle: &Puzzle, names: &str) -> Vec<Permutation> {
        let points = Points::new(puzzle.orbits()).unwrap();
        let turn = |name: &str| points.permutation(&puzzle.turn(name).unwrap().transformation());
        names.split_whitespace().map(turn).collect()
    }

    /// Orders as published (see testdata/groups), the megaminx and 4x4x4 with all pieces told apart.
    #[test]
    fn orders_of_the_groups_are_the_known_ones() {
        for (name, moves, order) in [
            ("2x2x2", "U R F D L B", "88179840"),
            ("2x2x2", "U R F", "3674160"),
            ("3x3x3", "U R F D L B", "43252003274489856000"),
            ("3x3x3", "U R F D L B M E S", "1038048078587756544000"),
            (
                "4x4x4",
                "U R F D L B 2U 2R 2F 2D 2L 2B",
                "16972688908618238933770849245964147960401887232000000000",
            ),
            ("4x4x4", "U R F D L B Uw Rw Fw", "16972688908618238933770849245964147960401887232000000000"),
            (
                "5x5x5",
                "U R F D L B 2U 2R 2F 2D 2L 2B M E S",
                "61983270549287025099907672756192406062034134561301691171474691309654209724416000000000000000",
            ),
            ("pyraminx", "U L R B u l r b", "75582720"),
            ("tetraminx", "U L R B", "933120"),
            ("skewb", "R U L B", "3149280"),
            ("skewb", "UFR UBR UBL UFL DFR DFL DBL DBR", "37791360"),
            (
                "megaminx",
                "U F R BR BL L FR FL DL B DR D",
                "100669616553523347122516032313645505168688116411019768627200000000000",
            ),
        ] {
            let puzzle = catalog::find(name).unwrap().puzzle;
            let mut rng = ChaCha8Rng::seed_from_u64(7);
            let chain = if order.len() < 40 {
                StabilizerChain::new(&generators(&puzzle, moves), &mut rng)
            } else {
                let known = order.parse().unwrap();
                StabilizerChain::with_known_order(&generators(&puzzle, moves), &known, &mut rng).unwrap()
            };
            assert_eq!(chain.order().to_string(), order, "{name} {moves}");
        }
    }

    #[test]
    fn permutations_and_transformations_say_the_same() {
        let puzzle = catalog::find("3x3x3").unwrap().puzzle;
        let points = Points::new(puzzle.orbits()).unwrap();
        let (r, u) =
            (puzzle.turn("R").unwrap().transformation(), puzzle.turn("U'").unwrap().transformation());
        let (p, q) = (points.permutation(&r), points.permutation(&u));
        assert_eq!(p.then(&q), points.permutation(&r.then(&u)));
        assert_eq!(points.transformation(&p), Some(r.clone()));
        let told_apart = State::identity(puzzle.orbits());
        assert_eq!(points.between(&told_apart, &told_apart.after(&r)), Some(r.clone()));
        let started = told_apart.after(&u);
        assert_eq!(points.between(&started, &started.after(&r)), Some(r));
        assert_eq!(points.describe(0), Some((0, 0, 0)));
        assert_eq!(points.describe(points.degree() as u32), None);
    }
}
