//! The effect of a move: for each slot of each orbit, the slot from which its piece comes and how it is turned.
//!
//! Start at [`Transformation`]. It is read "replaced by": `permutation[slot]` is the slot from which the piece now in
//! `slot` came, and `orientation[slot]` is the amount by which it was turned. So for "a, then b":
//! `c.p[i] = a.p[b.p[i]]` and `c.o[i] = a.o[b.p[i]] + b.o[i]` modulo the orientations of the orbit. Kociemba's cubies
//! and the KPuzzle format use this convention; with identical pieces, it is the only one possible for a state. Orbits
//! that a move does not change are not stored.

use crate::orbit::Orbit;
use crate::sorting;
use num_integer::gcd;
use permutant_group::numbers::checked_lcm;

/// The part of a transformation in one orbit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OrbitTransformation {
    permutation: Vec<u16>,
    orientation: Vec<u16>,
    modulus: u16,
}

/// Reasons why rows of numbers are not a transformation of an orbit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TransformationError {
    /// A row has the wrong number of entries.
    #[error("a row has {found} entries, the orbit has {expected} slots")]
    Length {
        /// Slots of the orbit.
        expected: usize,
        /// Entries of the row.
        found: usize,
    },
    /// An entry of the permutation is no slot of the orbit.
    #[error("entry {index}: slot {value} does not exist")]
    Range {
        /// Index of the entry, from 0.
        index: usize,
        /// The value found there.
        value: usize,
    },
    /// A slot occurs twice.
    #[error("entry {index}: slot {value} occurs a second time")]
    Repeated {
        /// Index of the second occurrence, from 0.
        index: usize,
        /// The slot, from 0.
        value: usize,
    },
    /// An orientation is not below the number of orientations of the orbit.
    #[error("entry {index}: orientation {value} is not below {orientations}")]
    Orientation {
        /// Index of the entry, from 0.
        index: usize,
        /// The value found there.
        value: usize,
        /// Orientations of the orbit.
        orientations: u16,
    },
}

impl OrbitTransformation {
    /// Checks the rows against the orbit. O(slots).
    pub fn new(
        orbit: &Orbit,
        permutation: Vec<u16>,
        orientation: Vec<u16>,
    ) -> Result<Self, TransformationError> {
        let expected = usize::from(orbit.pieces);
        for found in [permutation.len(), orientation.len()] {
            if found != expected {
                return Err(TransformationError::Length { expected, found });
            }
        }
        let mut seen = vec![false; expected];
        for (index, &value) in permutation.iter().enumerate() {
            let value = usize::from(value);
            match seen.get_mut(value) {
                None => return Err(TransformationError::Range { index, value }),
                Some(true) => return Err(TransformationError::Repeated { index, value }),
                Some(slot) => *slot = true,
            }
        }
        for (index, &value) in orientation.iter().enumerate() {
            if value >= orbit.orientations {
                let (value, orientations) = (usize::from(value), orbit.orientations);
                return Err(TransformationError::Orientation { index, value, orientations });
            }
        }
        Ok(OrbitTransformation { permutation, orientation, modulus: orbit.orientations })
    }

    /// The slot from which the piece in each slot came.
    pub fn permutation(&self) -> &[u16] {
        &self.permutation
    }

    /// What is added to the orientation of the piece that came into each slot.
    pub fn orientation(&self) -> &[u16] {
        &self.orientation
    }

    /// Orientations of the orbit.
    pub fn modulus(&self) -> u16 {
        self.modulus
    }

    /// Whether the content of a slot changes.
    #[inline]
    pub fn touches(&self, slot: usize) -> bool {
        usize::from(self.permutation[slot]) != slot || self.orientation[slot] != 0
    }

    /// Whether nothing moves and nothing turns.
    pub fn is_identity(&self) -> bool {
        self.orientation.iter().all(|&o| o == 0)
            && self.permutation.iter().enumerate().all(|(slot, &from)| slot == usize::from(from))
    }

    fn then(&self, next: &Self) -> Self {
        let from = |slot: &u16| usize::from(*slot);
        OrbitTransformation {
            permutation: next.permutation.iter().map(|slot| self.permutation[from(slot)]).collect(),
            orientation: (next.permutation.iter().zip(&next.orientation))
                .map(|(slot, turn)| add(self.orientation[from(slot)], *turn, self.modulus))
                .collect(),
            modulus: self.modulus,
        }
    }

    fn commutes_with(&self, other: &Self) -> bool {
        (0..self.permutation.len()).all(|slot| {
            let (mine, others) = (usize::from(self.permutation[slot]), usize::from(other.permutation[slot]));
            let turn = |first: &Self, from: usize, last: &Self| {
                add(first.orientation[from], last.orientation[slot], self.modulus)
            };
            self.permutation[others] == other.permutation[mine]
                && turn(self, others, other) == turn(other, mine, self)
        })
    }

    fn inverse(&self) -> Self {
        let mut inverse = self.clone();
        for (slot, (&from, &turn)) in self.permutation.iter().zip(&self.orientation).enumerate() {
            inverse.permutation[usize::from(from)] = slot as u16;
            inverse.orientation[usize::from(from)] = (self.modulus - turn) % self.modulus;
        }
        inverse
    }

    /// Least number of repetitions that give the identity: the least common multiple, over the cycles, of length ×
    /// order of the twist around the cycle. `None` if it does not fit.
    fn order(&self) -> Option<u64> {
        let mut order = 1u64;
        let mut seen = vec![false; self.permutation.len()];
        for start in 0..seen.len() {
            let (mut slot, mut length, mut twist) = (start, 0u64, 0u64);
            while !seen[slot] {
                seen[slot] = true;
                length += 1;
                twist += u64::from(self.orientation[slot]);
                slot = usize::from(self.permutation[slot]);
            }
            if length > 0 {
                let modulus = u64::from(self.modulus);
                let turns = modulus / gcd(modulus, twist % modulus);
                order = checked_lcm(order, length * turns)?;
            }
        }
        Some(order)
    }
}

fn add(a: u16, b: u16, modulus: u16) -> u16 {
    ((u32::from(a) + u32::from(b)) % u32::from(modulus)) as u16
}

/// The effect of a move, or a sequence of moves, on the whole puzzle.
///
/// The identity of the puzzle's group is [`Transformation::identity`]; orbits are numbered as in the definition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Transformation {
    /// Sorted by orbit; no part is the identity.
    parts: Vec<(usize, OrbitTransformation)>,
}

impl Transformation {
    /// Nothing moves.
    pub fn identity() -> Self {
        Transformation::default()
    }

    /// Builds a transformation from its parts by orbit number. Identity parts are dropped; two parts of one orbit are
    /// multiplied in order.
    pub fn from_parts(parts: impl IntoIterator<Item = (usize, OrbitTransformation)>) -> Self {
        let mut parts: Vec<_> = parts.into_iter().collect();
        // Stable: parts of one orbit stay in the order in which they are to be done.
        sorting::sort_by_key(&mut parts, |part| part.0);
        let mut merged: Vec<(usize, OrbitTransformation)> = Vec::with_capacity(parts.len());
        for (orbit, part) in parts {
            match merged.last_mut() {
                Some((last, all)) if *last == orbit => *all = all.then(&part),
                _ => merged.push((orbit, part)),
            }
        }
        merged.retain(|(_, part)| !part.is_identity());
        Transformation { parts: merged }
    }

    /// The parts that are not the identity, by orbit number, ascending.
    pub fn parts(&self) -> impl ExactSizeIterator<Item = (usize, &OrbitTransformation)> {
        self.parts.iter().map(|(orbit, part)| (*orbit, part))
    }

    /// The part in one orbit; `None` for the identity.
    pub fn part(&self, orbit: usize) -> Option<&OrbitTransformation> {
        let at = self.parts.binary_search_by_key(&orbit, |part| part.0).ok()?;
        Some(&self.parts[at].1)
    }

    /// Whether nothing moves and nothing turns.
    pub fn is_identity(&self) -> bool {
        self.parts.is_empty()
    }

    /// The product: this transformation, then `next`. O(slots moved).
    pub fn then(&self, next: &Self) -> Self {
        let mut parts = Vec::with_capacity(self.parts.len().max(next.parts.len()));
        let (mut left, mut right) = (&self.parts[..], &next.parts[..]);
        loop {
            let part = match (left.split_first(), right.split_first()) {
                (None, None) => break,
                (Some((a, rest)), Some((b, rest_b))) if a.0 == b.0 => {
                    (left, right) = (rest, rest_b);
                    (a.0, a.1.then(&b.1))
                }
                (Some((a, rest)), b) if b.is_none_or(|(b, _)| a.0 < b.0) => {
                    left = rest;
                    a.clone()
                }
                (_, Some((b, rest))) => {
                    right = rest;
                    b.clone()
                }
                (Some(_), None) => unreachable!("the arm above takes what is left"),
            };
            if !part.1.is_identity() {
                parts.push(part);
            }
        }
        Transformation { parts }
    }

    /// All of these, one after the other. O(parts of all × log + slots moved), whereas multiplication one by one
    /// would be proportional to their number: wide blocks of large cubes move thousands of orbits, each by a few of
    /// their layers.
    pub fn product<'a>(all: impl IntoIterator<Item = &'a Transformation>) -> Self {
        let mut listed: Vec<&(usize, OrbitTransformation)> =
            all.into_iter().flat_map(|one| &one.parts).collect();
        // Those of an orbit stay in their order.
        sorting::sort_by_key(&mut listed, |(orbit, _)| *orbit);
        let products = listed.chunk_by(|a, b| a.0 == b.0).map(|of_orbit| {
            let (orbit, first) = of_orbit[0];
            (*orbit, of_orbit[1..].iter().fold(first.clone(), |made, (_, next)| made.then(next)))
        });
        Transformation { parts: products.filter(|(_, part)| !part.is_identity()).collect() }
    }

    /// The inverse transformation.
    pub fn inverse(&self) -> Self {
        let parts = self.parts.iter().map(|(orbit, part)| (*orbit, part.inverse())).collect();
        Transformation { parts }
    }

    /// This, `exponent` times; backwards for a negative exponent. O(slots × log exponent).
    pub fn power(&self, exponent: i64) -> Self {
        let once = if exponent < 0 { self.inverse() } else { self.clone() };
        let exponent = exponent.unsigned_abs();
        let Some(highest) = exponent.checked_ilog2() else { return Transformation::identity() };
        // By the binary digits after the first: most exponents are 1 and 2, which is a copy and one product.
        (0..highest).rev().fold(once.clone(), |power, digit| {
            let square = power.then(&power);
            if exponent >> digit & 1 == 1 { square.then(&once) } else { square }
        })
    }

    /// Least positive number of repetitions that give the identity; `None` if it is over `u64::MAX`.
    pub fn order(&self) -> Option<u64> {
        self.parts.iter().try_fold(1, |order, (_, part)| checked_lcm(order, part.order()?))
    }

    /// Whether the two commute. O(parts + slots of the orbits that both move); the test stops at the first slot that
    /// differs, as big cubes make it for each pair of their layers.
    pub fn commutes_with(&self, other: &Self) -> bool {
        let mut others = other.parts.iter().peekable();
        self.parts.iter().all(|(orbit, part)| {
            while others.next_if(|other| other.0 < *orbit).is_some() {}
            others.next_if(|other| other.0 == *orbit).is_none_or(|other| part.commutes_with(&other.1))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners() -> Orbit {
        Orbit { name: "CORNERS".into(), pieces: 8, orientations: 3 }
    }

    /// F and R on the corners URF UFL ULB UBR DFR DLF DBL DRB, from Kociemba's pages.
    fn f_and_r() -> (Transformation, Transformation) {
        let part = |p: [u16; 8], o: [u16; 8]| {
            let part = OrbitTransformation::new(&corners(), p.to_vec(), o.to_vec()).unwrap();
            Transformation::from_parts([(0, part)])
        };
        (
            part([1, 5, 2, 3, 0, 4, 6, 7], [1, 2, 0, 0, 2, 1, 0, 0]),
            part([4, 1, 2, 0, 7, 5, 6, 3], [2, 0, 0, 1, 1, 0, 0, 2]),
        )
    }

    #[test]
    fn f_then_r_is_kociembas_example() {
        let (f, r) = f_and_r();
        let product = f.then(&r);
        let part = product.part(0).unwrap();
        // (F*R)(UBR).c = F(R(UBR).c).c = F(URF).c = UFL, o = F(URF).o + R(UBR).o = 1 + 1
        assert_eq!((part.permutation()[3], part.orientation()[3]), (1, 2));
    }

    /// As step by step, over orbits that some move and others do not, and where two undo each other.
    #[test]
    fn products_are_those_of_pairs() {
        let (f, r) = f_and_r();
        let elsewhere =
            |one: &Transformation, orbit| Transformation::from_parts([(orbit, one.part(0).unwrap().clone())]);
        let all = [
            f.then(&elsewhere(&r, 3)),
            elsewhere(&f, 2),
            r.clone(),
            elsewhere(&r.inverse(), 3).then(&elsewhere(&f, 1)),
            f.inverse(),
        ];
        let steps = all.iter().fold(Transformation::identity(), |made, next| made.then(next));
        assert_eq!(Transformation::product(&all), steps);
        assert!(steps.part(3).is_none() && steps.part(0).is_some());
        assert!(Transformation::product([]).is_identity());
    }

    #[test]
    fn group_laws() {
        let (f, r) = f_and_r();
        assert_eq!(f.order(), Some(4));
        assert!(f.power(4).is_identity() && !f.power(2).is_identity());
        assert_eq!(f.then(&r).then(&r.inverse()), f);
        assert_eq!(f.then(&r).inverse(), r.inverse().then(&f.inverse()));
        assert_eq!(f.power(-3), f);
        // R U R' U' has order 6, F R has order 105 on the cube: 15 by its corners alone.
        assert_eq!(f.then(&r).order(), Some(15));
        assert!(!f.commutes_with(&r) && f.commutes_with(&f.power(2)));
        assert_eq!(Transformation::identity().order(), Some(1));
    }

    #[test]
    fn commuting_is_what_both_orders_give() {
        // All pairs of turns of puzzles with several orbits, twists, and orbits that only one of the two moves.
        for name in ["5x5x5", "pyraminx", "skewb", "megaminx", "curvy copter", "master pyraminx"] {
            let puzzle = crate::catalog::find(name).unwrap().puzzle;
            let turns = puzzle.search_turns(&crate::metric::Metric::htm());
            let all: Vec<_> = turns.iter().map(crate::moves::Turn::transformation).collect();
            for a in &all {
                for b in &all {
                    assert_eq!(a.commutes_with(b), a.then(b) == b.then(a), "{name}");
                }
            }
            for (a, first) in turns.iter().zip(&all) {
                for (b, second) in turns.iter().zip(&all) {
                    assert_eq!(a.commutes_with(b), first.commutes_with(second), "{name}: {a} {b}");
                }
            }
        }
    }

    #[test]
    fn faults_are_told() {
        let new = |p: &[u16], o: &[u16]| {
            let orbit = Orbit { name: "A".into(), pieces: 3, orientations: 2 };
            OrbitTransformation::new(&orbit, p.to_vec(), o.to_vec())
        };
        assert_eq!(new(&[0, 1], &[0; 3]), Err(TransformationError::Length { expected: 3, found: 2 }));
        assert_eq!(new(&[0, 3, 1], &[0; 3]), Err(TransformationError::Range { index: 1, value: 3 }));
        assert_eq!(new(&[0, 1, 1], &[0; 3]), Err(TransformationError::Repeated { index: 2, value: 1 }));
        let fault = TransformationError::Orientation { index: 2, value: 2, orientations: 2 };
        assert_eq!(new(&[0, 1, 2], &[0, 1, 2]), Err(fault));
    }
}
