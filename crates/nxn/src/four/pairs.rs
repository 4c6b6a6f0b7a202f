//! Phase 3: wings are paired and centres solved, with the parity that makes the 3x3x3 solvable.
//!
//! Start at [`Pairs`].

use super::halves::{Halves, Image, Pairing};
use super::moves::{PHASE_3, State, tables};
use super::pairing_table::PairingTable;
use super::sides::{Centres, Sides};
use crate::phase_ida_star::Space;

/// By number, for [`Space::TURNS`].
const TURNS: [u8; PHASE_3.len()] = {
    let (mut turns, mut at) = ([0; PHASE_3.len()], 0);
    while at < turns.len() {
        turns[at] = PHASE_3[at] as u8;
        at += 1;
    }
    turns
};

/// Half turns of two layers, which end the phase: the 3x3x3 that follows has all other turns.
const ENDS: u64 = 1 << 19 | 1 << 22 | 1 << 25;

/// A position of phase 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct At {
    pairing: Pairing,
    centres: Centres,
    /// The index in the table of pairings, once the position is prepared.
    place: u32,
}

/// The tables of phase 3.
pub(super) struct Pairs {
    halves: Halves,
    turns: [Image; PHASE_3.len()],
    pairings: PairingTable,
    sides: Sides,
}

impl Pairs {
    /// From saved distances of pairings and centres, or from distances computed now.
    pub(super) fn new(kept: Option<(&[u8], &[u8])>) -> Self {
        let halves = Halves::new();
        let turns = PHASE_3
            .map(|number| halves.image(&tables().wings[number]).expect("turns of the phase keep the halves"));
        let (pairings, sides) = kept.unzip();
        let pairings = PairingTable::new(halves.symmetries(), &turns, pairings);
        let sides = Sides::new(&turns, sides);
        Pairs { halves, turns, pairings, sides }
    }

    /// The distances of pairings and of centres in the form to be saved.
    pub(super) fn distances(&self) -> (&[u8], &[u8]) {
        (self.pairings.distances(), self.sides.distances())
    }

    pub(super) fn halves(&self) -> &Halves {
        &self.halves
    }

    /// The position of a state after phase 2.
    pub(super) fn at(&self, state: &State) -> At {
        let (pairing, odd) = self.halves.pairing(&state.wings);
        At { pairing, centres: self.sides.at(state, odd), place: 0 }
    }
}

impl Space for Pairs {
    type At = At;
    const TURNS: &'static [u8] = &TURNS;
    const ENDS: u64 = ENDS;

    fn after(&self, at: At, turn: usize) -> At {
        let pairing = self.turns[turn].of(&at.pairing);
        At { pairing, centres: self.sides.after(at.centres, turn), place: 0 }
    }

    fn bounds(&self, at: At) -> [u8; 3] {
        [self.pairings.at(at.place as usize), self.sides.distance(at.centres), 0]
    }

    fn prepare(&self, at: &mut At, left: u8) -> bool {
        let may_lead_on = self.sides.distance(at.centres) < left;
        if may_lead_on {
            at.place = self.pairings.look_up(&at.pairing) as u32;
        }
        may_lead_on
    }

    /// Checks the centres first: if they are too far, the pairing is not needed.
    fn successor(&self, at: At, turn: usize, left: u8) -> Option<At> {
        let centres = self.sides.after(at.centres, turn);
        (self.sides.distance(centres) < left).then(|| {
            let pairing = self.turns[turn].of(&at.pairing);
            At { pairing, centres, place: self.pairings.look_up(&pairing) as u32 }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::orbit::IDENTITY;

    #[test]
    fn positions_follow_the_cube() {
        let pairs = Pairs::new(None);
        let centres = std::array::from_fn(|slot| (slot / 4) as u8);
        let mut state = State { wings: IDENTITY, centres, odd_corners: false };
        let mut at = pairs.at(&state);
        pairs.prepare(&mut at, 1);
        assert_eq!(pairs.bounds(at), [0; 3]);
        for step in 0..300usize {
            let turn = (step * step + step / 7) % TURNS.len();
            state = state.after(PHASE_3[turn]);
            let mut after = pairs.after(at, turn);
            assert_eq!(pairs.at(&state), after);
            for left in [3, 40] {
                let leads_on = pairs.prepare(&mut after, left);
                assert_eq!(pairs.successor(at, turn, left), leads_on.then_some(after));
            }
            assert!((0..3).all(|part| pairs.bounds(at)[part].abs_diff(pairs.bounds(after)[part]) <= 1));
            at = after;
        }
    }
}
