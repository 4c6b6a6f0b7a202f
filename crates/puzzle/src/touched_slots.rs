//! The slots that moves touch, numbered through all orbits: what engines compile moves to.
//!
//! Start at [`TouchedSlots::new`]. Slots that no move touches stay as they are for ever, so an engine leaves them out.

use crate::orbit::Orbit;
use crate::transformation::Transformation;
use std::ops::Range;

/// The slots of a puzzle that some changes touch, in order of orbit and slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TouchedSlots {
    /// By number: its orbit and slot.
    slots: Vec<(usize, u16)>,
    /// By orbit: the numbers of its slots.
    orbits: Vec<Range<usize>>,
}

/// What a change brings to a slot, both by number, read "replaced by".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where something changes.
    pub to: usize,
    /// Where the piece comes from.
    pub from: usize,
    /// How it is turned.
    pub twist: u16,
}

impl TouchedSlots {
    /// The slots that one of the changes moves a piece from, to, or turns one in. O(slots of all parts of the changes).
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

    /// What a change does, slot by slot in their order; the change is one of those that the slots were found by, or a product of such.
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
