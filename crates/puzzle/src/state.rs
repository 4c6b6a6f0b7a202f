//! The positions of the pieces of a puzzle.
//!
//! Start at [`State`]. A slot holds a piece and its orientation; identical pieces share a number, and an orientation
//! may be known only modulo a divisor of the orbit's orientations (1 means that it does not matter, as `?` in
//! definition files). Both the number and the modulus belong to the piece and move with it.

use crate::orbit::Orbit;
use crate::small_map::Map;
use crate::transformation::Transformation;

/// The pieces in the slots of one orbit. The three rows have one entry a slot.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OrbitState {
    /// The piece in each slot, from 0. Identical pieces share a number.
    pub pieces: Vec<u16>,
    /// Its orientation, below its entry in `moduli`.
    pub orientations: Vec<u16>,
    /// The modulus of the known orientation, a divisor of the orbit's orientations. The full number means fully
    /// known, 1 that the orientation does not matter.
    pub moduli: Vec<u16>,
}

/// The pieces in all slots, one entry an orbit of the definition.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    /// By orbit, as in the definition.
    pub orbits: Vec<OrbitState>,
}

/// Why rows of numbers are not a state of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// Not one entry for each orbit.
    #[error("the state has {found} orbits, the puzzle has {expected}")]
    Orbits {
        /// Orbits of the puzzle.
        expected: usize,
        /// Orbits of the state.
        found: usize,
    },
    /// A row has the wrong number of entries.
    #[error("orbit {orbit}: a row has {found} entries, the orbit has {expected} slots")]
    Length {
        /// Name of the orbit.
        orbit: String,
        /// Slots of the orbit.
        expected: usize,
        /// Entries of the row.
        found: usize,
    },
    /// A modulus does not divide the number of orientations.
    #[error("orbit {orbit}, slot {slot}: {modulus} does not divide its {orientations} orientations")]
    Modulus {
        /// Name of the orbit.
        orbit: String,
        /// The slot, from 0.
        slot: usize,
        /// The modulus found.
        modulus: u16,
        /// Orientations of the orbit.
        orientations: u16,
    },
    /// An orientation is not below its modulus.
    #[error("orbit {orbit}, slot {slot}: orientation {orientation} is not below {modulus}")]
    Orientation {
        /// Name of the orbit.
        orbit: String,
        /// The slot, from 0.
        slot: usize,
        /// The orientation found.
        orientation: u16,
        /// What it must be below.
        modulus: u16,
    },
    /// Pieces that look alike know their orientation in different ways.
    #[error(
        "orbit {orbit}, slot {slot}: piece {piece} has its orientation known modulo {found}, elsewhere modulo {expected}"
    )]
    Unlike {
        /// Name of the orbit.
        orbit: String,
        /// The slot, from 0.
        slot: usize,
        /// The piece, from 0.
        piece: u16,
        /// The modulus of its first occurrence.
        expected: u16,
        /// The modulus in this slot.
        found: u16,
    },
    /// The pieces are not those of the solved state.
    #[error("orbit {orbit}: piece {piece} occurs {found} times, in the solved state {expected} times")]
    Pieces {
        /// Name of the orbit.
        orbit: String,
        /// The piece, from 0.
        piece: u16,
        /// Occurrences in the solved state.
        expected: usize,
        /// Occurrences found.
        found: usize,
    },
}

impl OrbitState {
    /// Every piece told apart, at home, with its orientation fully known.
    pub fn identity(orbit: &Orbit) -> Self {
        OrbitState {
            pieces: (0..orbit.pieces).collect(),
            orientations: vec![0; usize::from(orbit.pieces)],
            moduli: vec![orbit.orientations; usize::from(orbit.pieces)],
        }
    }

    /// Whether all pieces are distinct and their orientations fully known.
    pub fn is_full(&self, orbit: &Orbit) -> bool {
        let mut seen = vec![false; self.pieces.len()];
        self.moduli.iter().all(|&modulus| modulus == orbit.orientations)
            && self.pieces.iter().all(|&piece| {
                seen.get_mut(usize::from(piece)).is_some_and(|seen| !std::mem::replace(seen, true))
            })
    }

    /// Copies another state and reuses the allocated memory, as big cubes have thousands of orbits.
    fn copy(&mut self, other: &Self) {
        self.pieces.clone_from(&other.pieces);
        self.orientations.clone_from(&other.orientations);
        self.moduli.clone_from(&other.moduli);
    }

    /// Takes the piece that was in another slot, with an additional turn.
    fn take(&mut self, slot: usize, was: &Self, from: usize, turn: u16) {
        let modulus = was.moduli[from];
        let sum = u32::from(was.orientations[from]) + u32::from(turn);
        self.pieces[slot] = was.pieces[from];
        self.moduli[slot] = modulus;
        self.orientations[slot] = (sum % u32::from(modulus)) as u16;
    }

    fn check(&self, orbit: &Orbit) -> Result<(), StateError> {
        let name = || orbit.name.clone();
        let expected = usize::from(orbit.pieces);
        for found in [self.pieces.len(), self.orientations.len(), self.moduli.len()] {
            if found != expected {
                return Err(StateError::Length { orbit: name(), expected, found });
            }
        }
        let mut modulus_of = Map::new();
        for slot in 0..expected {
            let (piece, orientation, modulus) =
                (self.pieces[slot], self.orientations[slot], self.moduli[slot]);
            if modulus == 0 || !orbit.orientations.is_multiple_of(modulus) {
                let orientations = orbit.orientations;
                return Err(StateError::Modulus { orbit: name(), slot, modulus, orientations });
            }
            if orientation >= modulus {
                return Err(StateError::Orientation { orbit: name(), slot, orientation, modulus });
            }
            let expected = *modulus_of.get_or_insert_with(piece, || modulus);
            if expected != modulus {
                return Err(StateError::Unlike { orbit: name(), slot, piece, expected, found: modulus });
            }
        }
        Ok(())
    }
}

impl State {
    /// Every piece told apart, at home, with its orientation fully known.
    pub fn identity(orbits: &[Orbit]) -> Self {
        State { orbits: orbits.iter().map(OrbitState::identity).collect() }
    }

    /// Checks lengths and ranges against the orbits of a puzzle. O(slots).
    pub fn check(&self, orbits: &[Orbit]) -> Result<(), StateError> {
        if self.orbits.len() != orbits.len() {
            return Err(StateError::Orbits { expected: orbits.len(), found: self.orbits.len() });
        }
        self.orbits.iter().zip(orbits).try_for_each(|(state, orbit)| state.check(orbit))
    }

    /// Checks that the pieces are those of `solved`, each as often. Both must have passed [`State::check`].
    pub fn check_pieces(&self, solved: &State, orbits: &[Orbit]) -> Result<(), StateError> {
        for ((found, solved), orbit) in self.orbits.iter().zip(&solved.orbits).zip(orbits) {
            let mut balance = Map::<u16, (usize, usize, u16)>::new();
            for (&piece, &modulus) in solved.pieces.iter().zip(&solved.moduli) {
                let entry = balance.get_or_insert_with(piece, || (0, 0, modulus));
                entry.0 += 1;
            }
            for (slot, (&piece, &modulus)) in found.pieces.iter().zip(&found.moduli).enumerate() {
                let entry = balance.get_or_insert_with(piece, || (0, 0, modulus));
                entry.1 += 1;
                if entry.2 != modulus {
                    let (expected, orbit) = (entry.2, orbit.name.clone());
                    return Err(StateError::Unlike { orbit, slot, piece, expected, found: modulus });
                }
            }
            for (piece, (expected, found, _)) in balance {
                if expected != found {
                    return Err(StateError::Pieces { orbit: orbit.name.clone(), piece, expected, found });
                }
            }
        }
        Ok(())
    }

    /// The state after a transformation. The transformation must be one of the same puzzle.
    pub fn after(&self, transformation: &Transformation) -> State {
        let mut next = self.clone();
        next.apply(transformation);
        next
    }

    /// Changes the state by a transformation of the same puzzle. O(slots moved).
    pub fn apply(&mut self, transformation: &Transformation) {
        self.change(transformation, |row, was, slot, from, turn| row.take(slot, was, from, turn));
    }

    /// The slots, as orbit and number, whose content is not that of `home` after a transformation of the same puzzle: another piece, or the
    /// same one turned. Both states must have the same pieces. O(slots), and nothing is carried out for slots that nobody asks for.
    pub fn differing<'a>(
        &'a self,
        home: &'a State,
        transformation: &'a Transformation,
    ) -> impl Iterator<Item = (usize, usize)> + 'a {
        self.orbits.iter().zip(&home.orbits).enumerate().flat_map(move |(orbit, (now, home))| {
            let part = transformation.part(orbit);
            let differs = move |&slot: &usize| {
                let (from, turn) = part.map_or((slot, 0), |part| {
                    (usize::from(part.permutation()[slot]), u32::from(part.orientation()[slot]))
                });
                let turned = || (u32::from(home.orientations[from]) + turn) % u32::from(home.moduli[from]);
                now.pieces[slot] != home.pieces[from] || u32::from(now.orientations[slot]) != turned()
            };
            (0..now.pieces.len()).filter(differs).map(move |slot| (orbit, slot))
        })
    }

    /// Reverses a transformation of the same puzzle. O(slots moved).
    pub fn undo(&mut self, transformation: &Transformation) {
        self.change(transformation, |row, was, slot, from, turn| {
            row.take(from, was, slot, was.moduli[slot] - turn % was.moduli[slot]);
        });
    }

    /// Rewrites the rows of the orbits that a transformation moves, slot by slot from what they were: to the row, from it, the slot,
    /// the slot that its piece comes from, and how far it turns on the way.
    fn change(
        &mut self,
        transformation: &Transformation,
        write: impl Fn(&mut OrbitState, &OrbitState, usize, usize, u16),
    ) {
        let mut was = OrbitState::default();
        for (orbit, part) in transformation.parts() {
            let row = &mut self.orbits[orbit];
            was.copy(row);
            for (slot, (&from, &turn)) in part.permutation().iter().zip(part.orientation()).enumerate() {
                write(row, &was, slot, usize::from(from), turn);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transformation::OrbitTransformation;

    fn orbit() -> Orbit {
        Orbit { name: "A".into(), pieces: 3, orientations: 4 }
    }

    #[test]
    fn orientation_is_kept_modulo_what_is_known() {
        let turn = OrbitTransformation::new(&orbit(), vec![1, 2, 0], vec![3, 3, 0]).unwrap();
        let turn = Transformation::from_parts([(0, turn)]);
        let row = OrbitState { pieces: vec![0, 1, 2], orientations: vec![0; 3], moduli: vec![4, 2, 1] };
        let state = State { orbits: vec![row] };
        state.check(&[orbit()]).unwrap();
        let after = &state.after(&turn).orbits[0];
        assert_eq!(after.pieces, [1, 2, 0]);
        assert_eq!(after.moduli, [2, 1, 4]);
        assert_eq!(after.orientations, [1, 0, 0]);
        assert_eq!(state.after(&turn).after(&turn.inverse()), state);
        let mut back = state.clone();
        back.undo(&turn);
        assert_eq!(back, state.after(&turn.inverse()));
    }

    #[test]
    fn slots_that_differ_are_found_without_a_transformation_carried_out() {
        let turn = OrbitTransformation::new(&orbit(), vec![1, 2, 0], vec![3, 3, 0]).unwrap();
        let turn = Transformation::from_parts([(0, turn)]);
        let state = State::identity(&[orbit()]);
        let mut after = state.after(&turn);
        assert_eq!(after.differing(&state, &turn).count(), 0);
        assert_eq!(after.differing(&state, &Transformation::identity()).count(), 3);
        after.orbits[0].orientations[1] ^= 1;
        assert_eq!(after.differing(&state, &turn).collect::<Vec<_>>(), [(0, 1)]);
    }

    #[test]
    fn faults_are_told() {
        let good = State::identity(&[orbit()]);
        let with = |change: fn(&mut OrbitState)| {
            let mut state = good.clone();
            change(&mut state.orbits[0]);
            state.check(&[orbit()]).and_then(|()| state.check_pieces(&good, &[orbit()])).unwrap_err()
        };
        assert!(matches!(with(|s| s.moduli[1] = 3), StateError::Modulus { slot: 1, .. }));
        assert!(matches!(with(|s| s.orientations[2] = 4), StateError::Orientation { slot: 2, .. }));
        assert!(matches!(with(|s| s.pieces[2] = 1), StateError::Pieces { piece: 1, found: 2, .. }));
        assert!(matches!(with(|s| s.moduli[0] = 2), StateError::Unlike { piece: 0, .. }));
        assert!(matches!(with(|s| s.pieces.truncate(2)), StateError::Length { found: 2, .. }));
    }
}
