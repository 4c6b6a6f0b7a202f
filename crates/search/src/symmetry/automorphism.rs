//! One automorphism: its action on slots, orientations, pieces and turns.
//!
//! Start at [`Automorphism::image`]. Slot t goes to slot σ(t) and orientation mark k there to u·k + d(t), with one unit
//! u per orbit (u = -1 where the automorphism reflects twisted pieces). A turn with `p[t]` and `o[t]` becomes the turn
//! with `p'[σ(t)] = σ(p[t])` and `o'[σ(t)] = u·o[t] + d(t) - d(p[t])`, which is again one of the turns and has the same
//! cost. On states the automorphism is the conjugation s -> a⁻¹ s a, with the pieces relabelled by their appearance in
//! the solved state. That state is fixed, so distances are preserved.

use permutant_puzzle::state::State;
use std::collections::BTreeMap;

/// The images of the touched slots of one orbit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OrbitImage {
    /// The image of the orbit.
    pub(super) orbit: usize,
    /// The unit u by which orientations are multiplied.
    pub(super) unit: u16,
    /// By slot: its image, and the shift d. `None` for a slot that no turn touches; it stays.
    pub(super) slots: Vec<Option<(u16, u16)>>,
    /// By piece: its image, and what is added to its orientation apart from the slot's shift.
    pub(super) pieces: BTreeMap<u16, (u16, u16)>,
}

/// A relabelling of slots, orientations, pieces and turns at once under which the puzzle is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automorphism {
    pub(super) orbits: Vec<OrbitImage>,
    pub(super) turns: Vec<usize>,
}

impl Automorphism {
    /// By turn, in the order in which the turns were given: its image.
    pub fn turns(&self) -> &[usize] {
        &self.turns
    }

    /// The image of a slot as orbit and slot; a slot that no turn touches stays. The slot must exist.
    pub fn slot(&self, orbit: usize, slot: u16) -> (usize, u16) {
        match self.orbits[orbit].slots[usize::from(slot)] {
            Some((to, _)) => (self.orbits[orbit].orbit, to),
            None => (orbit, slot),
        }
    }

    /// The image of a piece with an orientation in a slot that some turn touches: slot, piece, orientation (below the
    /// piece's modulus). A piece that is solved in no such slot stays unchanged.
    pub fn content(
        &self,
        orbit: usize,
        slot: u16,
        (piece, orientation, modulus): (u16, u16, u16),
    ) -> (usize, u16, (u16, u16)) {
        let image = &self.orbits[orbit];
        let Some((to, shift)) = image.slots[usize::from(slot)] else {
            return (orbit, slot, (piece, orientation));
        };
        // Shifts are fixed only together with what the pieces add to them.
        let Some(&(piece, added)) = image.pieces.get(&piece) else {
            return (image.orbit, to, (piece, orientation));
        };
        let product = u32::from(image.unit) * u32::from(orientation);
        let turned = (product + u32::from(shift) + u32::from(added)) % u32::from(modulus.max(1));
        (image.orbit, to, (piece, turned as u16))
    }

    /// The state s -> a⁻¹ s a. It has the same distance from solved as `state`, and the images under
    /// [`Automorphism::turns`] of the turns that solve `state` solve it. O(slots).
    pub fn image(&self, state: &State) -> State {
        let mut result = state.clone();
        for (orbit, row) in state.orbits.iter().enumerate() {
            for slot in 0..row.pieces.len() {
                if self.orbits[orbit].slots[slot].is_none() {
                    continue;
                }
                let modulus = row.moduli[slot];
                let content = (row.pieces[slot], row.orientations[slot], modulus);
                let (orbit, slot, (piece, orientation)) = self.content(orbit, slot as u16, content);
                let (row, slot) = (&mut result.orbits[orbit], usize::from(slot));
                (row.pieces[slot], row.orientations[slot], row.moduli[slot]) = (piece, orientation, modulus);
            }
        }
        result
    }

    /// Whether it changes no turn, and hence no state that turns can reach.
    pub fn is_identity(&self) -> bool {
        self.turns.iter().enumerate().all(|(from, &to)| from == to)
    }
}
