//! The slots that moves affect, numbered across all orbits: the form into which engines compile moves.
//!
//! Start at [`TouchedSlots::new`]. Slots that no move affects never change, so an engine omits them.

use crate::orbit::Orbit;
use crate::transformation::Transformation;
use std::ops::Range;

/// The slots of a puzzle that given transformations affect, in order of orbit and slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TouchedSlots {
    /// By number: its orbit and slot.
    slots: Vec<(usize, u16)>,
    /// By orbit: the numbers of its slots.
    orbits: Vec<Range<usize>>,
}

/// The effect of a transformation on one slot, with slots by number, read "replaced by".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The slot that changes.
    pub to: usize,
    /// The slot from which the piece comes.
    pub from: usize,
    /// How it is turned.
    pub twist: u16,
}

impl TouchedSlots {
    /// The slots in which one of the transformations moves or turns a piece. O(slots of all parts of the changes).
    pub fn new<'a>(orbits: &[Orbit], changes: impl IntoIterator<Item = &'a Transformation>) -> Self {
        let mut all = TouchedSlots { slots: Vec::new(), orbits: Vec::new() };
        let mut touched: Vec<Vec<bool>> =
            orbits.iter().map(|orbit| vec![false; usize::from(orbit.pieces)]).collect();
        for (orbit, part) in changes.into_iter().flat_map(Transformation::parts) {
            for (slot, touched) in touched[orbit].iter_mut().enumerate() {
                *touched |= part.touches(slot);
            }
        }
        for (number, (orbit, touched)) in orbits.iter().zip(touched).enumerate() {
            let first = all.slots.len();
            let slots = (0..orbit.pieces).filter(|&slot| touched[usize::from(slot)]);
            all.slots.extend(slots.map(|slot| (number, slot)));
            all.orbits.push(first..all.slots.len());
        }
        all
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether nothing is touched.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// By number: orbit and slot.
    pub fn slots(&self) -> &[(usize, u16)] {
        &self.slots
    }

    /// By orbit: the numbers of its slots.
    pub fn orbits(&self) -> &[Range<usize>] {
        &self.orbits
    }

    /// The numbers of an orbit's slots.
    pub fn of_orbit(&self, orbit: usize) -> Range<usize> {
        self.orbits[orbit].clone()
    }

    /// The number of a slot; `None` for one that is not touched. O(log slots).
    pub fn number(&self, orbit: usize, slot: u16) -> Option<usize> {
        let range = self.of_orbit(orbit);
        let at = self.slots[range.clone()].binary_search(&(orbit, slot)).ok()?;
        Some(range.start + at)
    }

    /// The effect of a transformation, slot by slot in order. The transformation must be one of those that defined
    /// the slots, or a product of such.
    pub fn steps(&self, change: &Transformation) -> Vec<Step> {
        let step = |(to, &(orbit, slot)): (usize, &(usize, u16))| {
            let part = change.part(orbit)?;
            let (at, twist) = (usize::from(slot), part.orientation()[usize::from(slot)]);
            part.touches(at).then_some(())?;
            Some(Step { to, from: self.number(orbit, part.permutation()[at])?, twist })
        };
        self.slots.iter().enumerate().filter_map(step).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;

    #[test]
    fn steps_are_what_a_move_does() {
        let cube = catalog::find("3x3x3").unwrap().puzzle;
        let turns: Vec<Transformation> =
            ["U", "R"].map(|name| cube.turn(name).unwrap().transformation()).into();
        let touched = TouchedSlots::new(cube.orbits(), &turns);
        // Two faces share an edge and two corners.
        assert_eq!(touched.len(), 4 + 4 - 1 + 4 + 4 - 2);
        for turn in &turns {
            let steps = touched.steps(turn);
            assert_eq!(steps.len(), 8);
            for Step { to, from, twist } in steps {
                let ((orbit, slot), (same, origin)) = (touched.slots()[to], touched.slots()[from]);
                let part = turn.part(orbit).unwrap();
                assert_eq!((orbit, origin), (same, part.permutation()[usize::from(slot)]));
                assert_eq!(twist, part.orientation()[usize::from(slot)]);
                assert_eq!(touched.number(orbit, slot), Some(to));
            }
        }
        assert!(TouchedSlots::new(cube.orbits(), &[]).is_empty());
    }
}
