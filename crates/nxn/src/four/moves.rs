//! The turns of the 4x4x4 and their effect on its two orbits and on sets of their slots.
//!
//! Start at [`MOVES`] and [`tables`]. Of the wide turns only those of U, R and F are used. The others equal one of these up to
//! a rotation of the whole cube, which does not matter.

use crate::model::orbit::{Orbit, Permutation, SLOTS};
use crate::model::slot_sets::{SetMove, set_move};
use crate::model::turn::Turn;
use std::sync::LazyLock;

/// Number of turns: U R F D L B Uw Rw Fw by one, two and three quarters.
pub(super) const MOVES: usize = 27;

/// U, R, D and L by any amount; half turns of F, B, Uw, Rw and Fw: the turns of phase 3.
pub(super) const PHASE_3: [usize; 17] = [0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14, 7, 16, 19, 22, 25];

/// N.
pub(super) const SIZE: usize = 4;

/// Wings and centres.
pub(super) const WINGS: Orbit = Orbit { row: 0, column: 1 };
pub(super) const CENTRES: Orbit = Orbit { row: 1, column: 1 };

/// A turn by its number.
pub(super) fn turn(number: usize) -> Turn {
    let (family, amount) = (number / 3, (number % 3) as u8 + 1);
    let width = if family < 6 { 1 } else { 2 };
    Turn::outer(SIZE, family % 6, width, amount)
}

/// Whether a turn may follow another: about another axis, or a later one about the same.
pub(super) fn may_follow(last: usize, next: usize) -> bool {
    last >= MOVES || last / 3 % 3 != next / 3 % 3 || last / 3 < next / 3
}

/// The effect of the turns.
pub(super) struct MoveTables {
    pub(super) wings: [Permutation; MOVES],
    pub(super) centres: [Permutation; MOVES],
    /// On sets of slots of centres.
    pub(super) centre_sets: Vec<SetMove>,
}

/// The tables of the turns.
pub(super) fn tables() -> &'static MoveTables {
    static TABLES: LazyLock<MoveTables> = LazyLock::new(|| {
        let of = |orbit: Orbit| std::array::from_fn(|number| orbit.permutation(SIZE, turn(number)));
        let (wings, centres): ([Permutation; MOVES], [Permutation; MOVES]) = (of(WINGS), of(CENTRES));
        MoveTables { wings, centres, centre_sets: centres.iter().map(set_move).collect() }
    });
    &TABLES
}

/// The slots of a cube before and after turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// The piece in each slot of the wings.
    pub(super) wings: [u8; SLOTS],
    /// The colour in each slot of the centres.
    pub(super) centres: [u8; SLOTS],
    /// Whether the permutation of the corners is odd.
    pub(super) odd_corners: bool,
}

impl State {
    pub(super) fn after(&self, number: usize) -> State {
        let (wings, centres) = (&tables().wings[number], &tables().centres[number]);
        State {
            wings: std::array::from_fn(|slot| self.wings[usize::from(wings[slot])]),
            centres: std::array::from_fn(|slot| self.centres[usize::from(centres[slot])]),
            // A quarter turn is a 4-cycle of corners.
            odd_corners: self.odd_corners ^ (number % 3 != 1),
        }
    }

    /// The state after a turn of the whole cube, which is an even permutation of corners.
    pub(super) fn rotated(&self, axis: u8) -> State {
        let turn = Turn { axis, from: 0, to: 3, amount: 1 };
        let (wings, centres) = (WINGS.permutation(SIZE, turn), CENTRES.permutation(SIZE, turn));
        State {
            wings: std::array::from_fn(|slot| self.wings[usize::from(wings[slot])]),
            centres: std::array::from_fn(|slot| self.centres[usize::from(centres[slot])]),
            odd_corners: self.odd_corners,
        }
    }

    /// The slots of centres that show one of two opposite colours.
    pub(super) fn axis_colours(&self, colour: u8) -> u32 {
        let shows = |slot: &usize| self.centres[*slot] % 3 == colour;
        (0..SLOTS).filter(shows).fold(0, |set, slot| set | 1 << slot)
    }

    /// The slots of centres of one colour.
    pub(super) fn colour(&self, colour: u8) -> u32 {
        (0..SLOTS).filter(|&slot| self.centres[slot] == colour).fold(0, |set, slot| set | 1 << slot)
    }
}
