//! The effect of a sequence as a row of slots and twists, which is multiplied by one move at a time.
//!
//! Start at [`Layout`], which numbers the slots that any move touches through all orbits, and at [`Element`]. There is one element type
//! of fixed size for up to 256 slots and orientations, and one of any size. Rows are read "replaced by", as transformations are. A move
//! changes only the slots that it touches.

use permutant_puzzle::orbit::Orbit;
use permutant_puzzle::state::State;
use permutant_puzzle::touched_slots::{self, TouchedSlots};
use permutant_puzzle::transformation::Transformation;

/// The slots of one orbit that moves touch.
#[derive(Clone, Debug)]
pub(super) struct LayoutOrbit {
    /// Number of the orbit.
    pub(super) orbit: usize,
    /// Index of its first slot here.
    pub(super) first: usize,
    /// The slots as numbered in the orbit.
    pub(super) slots: Vec<u16>,
    /// Orientations of the orbit.
    pub(super) orientations: u16,
}

/// The slots that any of the moves touches.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) orbits: Vec<LayoutOrbit>,
    /// For each slot the number of its orbit in `orbits`.
    pub(super) orbit_of: Vec<u16>,
    touched: TouchedSlots,
}

/// A slot that a move touches: the slot from which its new piece comes, and the twist on the way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    to: u16,
    from: u16,
    turn: u16,
    orientations: u16,
}

impl Layout {
    /// The slots that the moves touch.
    pub(super) fn new(orbits: &[Orbit], moves: &[Transformation]) -> Self {
        let touched = TouchedSlots::new(orbits, moves);
        let mut layout = Layout { orbits: Vec::new(), orbit_of: Vec::new(), touched };
        for (orbit, shape) in orbits.iter().enumerate() {
            let range = layout.touched.of_orbit(orbit);
            if range.is_empty() {
                continue;
            }
            let slots = layout.touched.slots()[range.clone()].iter().map(|&(_, slot)| slot).collect();
            layout.orbit_of.extend(range.clone().map(|_| layout.orbits.len() as u16));
            layout.orbits.push(LayoutOrbit {
                orbit,
                first: range.start,
                slots,
                orientations: shape.orientations,
            });
        }
        layout
    }

    /// Number of slots.
    pub(super) fn slots(&self) -> usize {
        self.orbit_of.len()
    }

    /// The largest number of orientations of a slot.
    pub(super) fn orientations(&self) -> u16 {
        self.orbits.iter().map(|orbit| orbit.orientations).max().unwrap_or(1)
    }

    /// A move in terms of the numbered slots.
    pub(super) fn steps(&self, whole: &Transformation) -> Vec<Step> {
        let step = |step: touched_slots::Step| Step {
            to: step.to as u16,
            from: step.from as u16,
            turn: step.twist,
            orientations: self.orbits[usize::from(self.orbit_of[step.to])].orientations,
        };
        self.touched.steps(whole).into_iter().map(step).collect()
    }

    /// For each orbit whether a state leaves part of it undetermined: identical pieces, or orientations that are not fully known.
    pub(super) fn coloured(&self, orbits: &[Orbit], state: &State) -> Vec<bool> {
        self.orbits.iter().map(|orbit| !state.orbits[orbit.orbit].is_full(&orbits[orbit.orbit])).collect()
    }
}

/// The effect of a sequence on the slots of a layout.
pub(super) trait Element: Clone + Send {
    /// The identity.
    fn identity(slots: usize) -> Self;
    /// Becomes the product of `before` and a move.
    fn set_product(&mut self, before: &Self, steps: &[Step]);
    /// The slot from which the piece in a slot came.
    fn from(&self, slot: usize) -> usize;
    /// Its twist on the way.
    fn turn(&self, slot: usize) -> u32;
}

/// Up to `N` slots, at most 256, and up to 256 orientations.
#[derive(Clone, Debug)]
pub(super) struct FixedElement<const N: usize> {
    from: [u8; N],
    turn: [u8; N],
}

impl<const N: usize> Element for FixedElement<N> {
    fn identity(slots: usize) -> Self {
        const { assert!(N <= 256) };
        debug_assert!(slots <= N);
        FixedElement { from: std::array::from_fn(|slot| slot as u8), turn: [0; N] }
    }

    #[inline]
    fn set_product(&mut self, before: &Self, steps: &[Step]) {
        *self = FixedElement { from: before.from, turn: before.turn };
        for &Step { to, from, turn, orientations } in steps {
            let (to, from) = (usize::from(to), usize::from(from));
            self.from[to] = before.from[from];
            let sum = u16::from(before.turn[from]) + turn;
            self.turn[to] = if sum >= orientations { sum - orientations } else { sum } as u8;
        }
    }

    #[inline]
    fn from(&self, slot: usize) -> usize {
        self.from[slot].into()
    }

    #[inline]
    fn turn(&self, slot: usize) -> u32 {
        self.turn[slot].into()
    }
}

/// Any number of slots and orientations.
#[derive(Clone, Debug)]
pub(super) struct WideElement {
    from: Box<[u16]>,
    turn: Box<[u16]>,
}

impl Element for WideElement {
    fn identity(slots: usize) -> Self {
        WideElement { from: (0..slots as u16).collect(), turn: vec![0; slots].into() }
    }

    fn set_product(&mut self, before: &Self, steps: &[Step]) {
        self.from.copy_from_slice(&before.from);
        self.turn.copy_from_slice(&before.turn);
        for &Step { to, from, turn, orientations } in steps {
            let (to, from) = (usize::from(to), usize::from(from));
            self.from[to] = before.from[from];
            let sum = u32::from(before.turn[from]) + u32::from(turn);
            self.turn[to] = (sum % u32::from(orientations)) as u16;
        }
    }

    fn from(&self, slot: usize) -> usize {
        self.from[slot].into()
    }

    fn turn(&self, slot: usize) -> u32 {
        self.turn[slot].into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use permutant_group::random::below;
    use permutant_puzzle::catalog;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    fn follow<E: Element>(name: &str) {
        let puzzle = catalog::find(name).unwrap().puzzle;
        let moves: Vec<Transformation> =
            puzzle.generators().map(|base| base.transformation.clone()).collect();
        let layout = Layout::new(puzzle.orbits(), &moves);
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut whole = Transformation::identity();
        let mut element = E::identity(layout.slots());
        for _ in 0..100 {
            let next = &moves[below(&mut rng, moves.len() as u64) as usize];
            whole = whole.then(next);
            let before = element.clone();
            element.set_product(&before, &layout.steps(next));
            for LayoutOrbit { orbit, first, slots, .. } in &layout.orbits {
                let Some(part) = whole.part(*orbit) else { continue };
                for (at, &slot) in slots.iter().enumerate() {
                    let (from, turn) =
                        (part.permutation()[usize::from(slot)], part.orientation()[usize::from(slot)]);
                    assert_eq!(slots[element.from(first + at) - first], from);
                    assert_eq!(element.turn(first + at), u32::from(turn));
                }
            }
        }
    }

    #[test]
    fn rows_follow_the_transformations() {
        follow::<FixedElement<32>>("3x3x3");
        follow::<FixedElement<64>>("4x4x4");
        follow::<FixedElement<256>>("megaminx");
        follow::<WideElement>("5x5x5");
        follow::<WideElement>("pyraminx");
    }
}
