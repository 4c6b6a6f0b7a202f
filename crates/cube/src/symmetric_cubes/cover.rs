//! All arrangements of one kind of piece that a signed group fixes, as exact covers.
//!
//! Start at [`Cover::new`] and [`Cover::each`]. An assignment states that a place holds a piece with an orientation. A signed symmetry
//! permutes the assignments: S · cube · S⁻¹ has the image of each assignment of the cube, and in an inverse, place and piece are
//! exchanged and the orientation is negated. An arrangement is fixed if it is a union of orbits of assignments. The orbits that
//! assign no place and no piece twice are the possible parts, and the arrangements are their exact covers of the places.

use super::signed_group::{SignedGroup, SignedSymmetry};
use std::ops::ControlFlow;

/// A place, the piece that it holds, and the orientation of the piece.
pub(crate) type Assignment = (u8, u8, u8);

/// The action of the 48 symmetries on assignments, for one kind of piece.
pub(super) struct Action {
    /// Number of places, at most 12.
    pub(super) places: u8,
    /// Number of orientations.
    pub(super) orientations: u8,
    /// The assignment of S · cube · S⁻¹ that an assignment of the cube becomes.
    pub(super) image: fn(crate::model::symmetry::Symmetry, Assignment) -> Assignment,
}

impl Action {
    fn signed_image(&self, by: SignedSymmetry, assignment: Assignment) -> Assignment {
        let (place, piece, orientation) = (self.image)(by.symmetry, assignment);
        match by.inverts {
            false => (place, piece, orientation),
            true => (piece, place, (self.orientations - orientation) % self.orientations),
        }
    }
}

/// Assignments that an arrangement has all or none of.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// The places, as a set of bits.
    pub(crate) places: u16,
    /// The pieces that they hold.
    pub(crate) pieces: u16,
    pub(crate) assignments: Vec<Assignment>,
}

/// The possible parts of the fixed arrangements.
#[derive(Clone, Debug)]
pub(crate) struct Cover {
    places: u8,
    orientations: u8,
    /// By place: the parts of which this is the first place.
    parts: Vec<Vec<Part>>,
}

/// An arrangement: by place its piece and orientation. Entries beyond the number of places are 0.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Arrangement {
    pub(super) pieces: [u8; 12],
    pub(super) orientations: [u8; 12],
}

impl Cover {
    pub(super) fn new(action: &Action, group: SignedGroup) -> Self {
        let elements: Vec<SignedSymmetry> = group.elements().collect();
        let mut parts = vec![Vec::new(); usize::from(action.places)];
        for (place, here) in (0..action.places).zip(&mut parts) {
            let contents =
                (0..action.places).flat_map(|piece| (0..action.orientations).map(move |o| (place, piece, o)));
            for assignment in contents {
                let mut orbit: Vec<Assignment> =
                    elements.iter().map(|&by| action.signed_image(by, assignment)).collect();
                orbit.sort_unstable();
                orbit.dedup();
                let (mut places, mut pieces) = (0u16, 0u16);
                orbit.iter().for_each(|&(place, piece, _)| {
                    places |= 1 << place;
                    pieces |= 1 << piece;
                });
                let once = [places, pieces].iter().all(|set| set.count_ones() as usize == orbit.len());
                if once && orbit[0] == assignment {
                    here.push(Part { places, pieces, assignments: orbit });
                }
            }
        }
        Cover { places: action.places, orientations: action.orientations, parts }
    }

    /// The possible parts, by their first place.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().flatten()
    }

    /// Passes the arrangements whose orientations add up to a multiple of their number to `found`, each with whether its permutation
    /// is odd, until `found` breaks.
    pub(super) fn each(
        &self,
        found: &mut dyn FnMut(&Arrangement, bool) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.extend(0, 0, &mut Arrangement::default(), found)
    }

    fn extend(
        &self,
        places: u16,
        pieces: u16,
        arrangement: &mut Arrangement,
        found: &mut dyn FnMut(&Arrangement, bool) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let next = places.trailing_ones() as usize;
        let Some(parts) = self.parts.get(next) else {
            let count = usize::from(self.places);
            let sum: u8 = arrangement.orientations[..count].iter().sum();
            return match sum % self.orientations {
                0 => found(arrangement, crate::model::cubie::is_odd(&arrangement.pieces[..count])),
                _ => ControlFlow::Continue(()),
            };
        };
        for part in parts.iter().filter(|part| part.places & places == 0 && part.pieces & pieces == 0) {
            for &(place, piece, orientation) in &part.assignments {
                arrangement.pieces[usize::from(place)] = piece;
                arrangement.orientations[usize::from(place)] = orientation;
            }
            self.extend(places | part.places, pieces | part.pieces, arrangement, found)?;
        }
        ControlFlow::Continue(())
    }

    /// Number of arrangements with even and with odd permutation. Time in proportion to it.
    pub(super) fn count(&self) -> [u64; 2] {
        let mut counts = [0; 2];
        let _ = self.each(&mut |_, is_odd| {
            counts[usize::from(is_odd)] += 1;
            ControlFlow::Continue(())
        });
        counts
    }
}
