//! Phase 3: wings are paired and centres solved, with the parity that makes the 3x3x3 solvable.
//!
//! Start at [`Pairs`].

use super::halves::{Halves, Image, Pairing};
use super::moves::{State, TurnSet};
use super::pairing_table::{PairingTable, Steps};
use super::sides::{Centres, Sides};
use crate::phase_ida_star::Space;

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
    /// The numbers of the turns, in the order of their places.
    numbers: Vec<u8>,
    costs: Vec<u8>,
    /// Half turns of more than a face, which end the phase: the 3x3x3 that follows has all other turns.
    ends: u64,
    images: Vec<Image>,
    pairings: PairingTable,
    sides: Sides,
}

impl Pairs {
    /// From saved distances of pairings and centres, or from distances computed now.
    pub(super) fn new(turns: &'static TurnSet, kept: Option<(&[u8], &[u8])>) -> Self {
        let halves = Halves::new();
        let image =
            |&number: &usize| halves.image(&turns.wings[number]).expect("turns of the phase keep the halves");
        let images: Vec<Image> = turns.phase_3.iter().map(image).collect();
        let costs: Vec<u8> = turns.phase_3.iter().map(|&number| turns.costs[number]).collect();
        let (pairings, sides) = kept.unzip();
        let pairings = PairingTable::new(
            halves.symmetries(),
            &Steps { images: &images, costs: &costs, depth: turns.pairing_depth },
            pairings,
        );
        let sides = Sides::new(turns, &images, sides);
        let numbers = turns.phase_3.iter().map(|&number| number as u8).collect();
        Pairs { halves, numbers, costs, ends: turns.ends_of_phase_3(), images, pairings, sides }
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

    fn turns(&self) -> &[u8] {
        &self.numbers
    }

    fn cost(&self, turn: usize) -> u8 {
        self.costs[turn]
    }

    fn ends(&self) -> u64 {
        self.ends
    }

    fn after(&self, at: At, turn: usize) -> At {
        let pairing = self.images[turn].of(&at.pairing);
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
            let pairing = self.images[turn].of(&at.pairing);
            At { pairing, centres, place: self.pairings.look_up(&pairing) as u32 }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::orbit::IDENTITY;
    use crate::model::turn::Metric;

    #[test]
    fn positions_follow_the_cube() {
        for metric in [Metric::OuterBlocks, Metric::LayerQuarters] {
            let turns = TurnSet::of(metric);
            let pairs = Pairs::new(turns, None);
            let centres = std::array::from_fn(|slot| (slot / 4) as u8);
            let mut state = State { wings: IDENTITY, centres, odd_corners: false };
            let mut at = pairs.at(&state);
            pairs.prepare(&mut at, 1);
            assert_eq!(pairs.bounds(at), [0; 3]);
            for step in 0..300usize {
                let turn = (step * step + step / 7) % turns.phase_3.len();
                state = turns.after(&state, turns.phase_3[turn]);
                let mut after = pairs.after(at, turn);
                assert_eq!(pairs.at(&state), after);
                for left in [3, 40] {
                    let leads_on = pairs.prepare(&mut after, left);
                    assert_eq!(pairs.successor(at, turn, left), leads_on.then_some(after));
                }
                let bounds = [at, after].map(|at| pairs.bounds(at));
                assert!((0..3).all(|part| bounds[0][part].abs_diff(bounds[1][part]) <= pairs.cost(turn)));
                at = after;
            }
        }
    }
}
