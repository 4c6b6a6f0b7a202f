//! The turns of the 4x4x4 and their effect on its two orbits and on sets of their slots.
//!
//! Start at [`TurnSet`]. In outer blocks, of the wide turns only those of U, R and F are used: the others equal one of these up to
//! a rotation of the whole cube, which does not matter. In quarter turns of single layers, all twelve layers turn.

use crate::model::orbit::{Orbit, Permutation, SLOTS};
use crate::model::slot_sets::{SetMove, set_move};
use crate::model::turn::{Metric, Turn};
use std::sync::LazyLock;

/// N.
pub(super) const SIZE: usize = 4;

/// Wings and centres.
pub(super) const WINGS: Orbit = Orbit { row: 0, column: 1 };
pub(super) const CENTRES: Orbit = Orbit { row: 1, column: 1 };

/// Families of turns of the faces, U R F D L B; those of other layers follow, in the same order of axes.
const FACES: usize = 6;

/// More than the turns of any set, which stands for no turn.
pub(super) const NONE: usize = usize::MAX;

/// The axis of a turn, 0 for y, 1 for x and 2 for z.
fn axis(number: usize) -> usize {
    number / 3 % 3
}

fn is_half(number: usize) -> bool {
    number % 3 == 1
}

/// Whether a turn moves a face alone.
fn is_of_a_face(number: usize) -> bool {
    number / 3 < FACES
}

/// Whether a turn may follow another: about another axis, or a later one about the same.
pub(super) fn may_follow(last: usize, next: usize) -> bool {
    last == NONE || axis(last) != axis(next) || last / 3 < next / 3
}

/// Turns by number, three of each family, by one, two and three quarters, and their effect.
pub(super) struct TurnSet {
    turns: Vec<Turn>,
    /// What each counts.
    pub(super) costs: Vec<u8>,
    pub(super) wings: Vec<Permutation>,
    pub(super) centres: Vec<Permutation>,
    /// On sets of slots of centres.
    pub(super) centre_sets: Vec<SetMove>,
    /// By turn: whether it is an odd permutation of the corners.
    odd_corners: Vec<bool>,
    /// Those of phase 2, which keep the centres of F and B on their axis: all but quarter turns of more than a face about other axes.
    pub(super) phase_2: Vec<usize>,
    /// Those of phase 3: U, R, D and L by any amount, and half turns of all else.
    pub(super) phase_3: Vec<usize>,
    /// Up to which distance the table of pairings is exact.
    pub(super) pairing_depth: u8,
}

impl TurnSet {
    /// Those that count in a metric; turns of blocks serve slices too.
    pub(super) fn of(metric: Metric) -> &'static TurnSet {
        static BLOCKS: LazyLock<TurnSet> = LazyLock::new(|| TurnSet::new(blocks(), |_| 1, 9));
        static LAYERS: LazyLock<TurnSet> =
            LazyLock::new(|| TurnSet::new(layers(), |number| if is_half(number) { 2 } else { 1 }, 13));
        match metric {
            Metric::OuterBlocks | Metric::Slices => &BLOCKS,
            Metric::LayerQuarters => &LAYERS,
        }
    }

    /// The set of these turns by one quarter, and of their multiples.
    fn new(quarters: Vec<Turn>, cost: impl Fn(usize) -> u8, pairing_depth: u8) -> Self {
        let times =
            |quarter: Turn| [1, 2, 3].map(|amount| Turn { amount: quarter.amount * amount % 4, ..quarter });
        let turns: Vec<Turn> = quarters.into_iter().flat_map(times).collect();
        let numbers = || 0..turns.len();
        let of = |orbit: Orbit| turns.iter().map(|&turn| orbit.permutation(SIZE, turn)).collect();
        let (wings, centres): (_, Vec<Permutation>) = (of(WINGS), of(CENTRES));
        // A quarter turn of a face is a 4-cycle of corners.
        let turns_corners = |turn: &Turn| turn.from == 0 || usize::from(turn.to) + 1 == SIZE;
        let odd_corners = numbers().map(|number| !is_half(number) && turns_corners(&turns[number])).collect();
        let keeps = |number: &usize| is_half(*number) || is_of_a_face(*number);
        TurnSet {
            costs: numbers().map(cost).collect(),
            wings,
            centre_sets: centres.iter().map(set_move).collect(),
            centres,
            odd_corners,
            phase_2: numbers().filter(|number| keeps(number) || axis(*number) == 2).collect(),
            phase_3: numbers()
                .filter(|number| keeps(number) && (is_half(*number) || axis(*number) < 2))
                .collect(),
            pairing_depth,
            turns,
        }
    }

    /// A turn by its number.
    pub(super) fn turn(&self, number: usize) -> Turn {
        self.turns[number]
    }

    /// The turns that may end phase 1: phase 2 may have all others.
    pub(super) fn ends_phase_1(&self, number: usize) -> bool {
        !is_of_a_face(number) && !is_half(number)
    }

    /// The turns that end phase 3: the 3x3x3 has all others.
    pub(super) fn ends_of_phase_3(&self) -> u64 {
        self.phase_3
            .iter()
            .filter(|&&number| !is_of_a_face(number))
            .fold(0, |ends, number| ends | 1 << number)
    }

    /// Whether a turn is an odd permutation of the corners.
    pub(super) fn is_odd_on_corners(&self, number: usize) -> bool {
        self.odd_corners[number]
    }

    /// A state after a turn.
    pub(super) fn after(&self, state: &State, number: usize) -> State {
        let (wings, centres) = (&self.wings[number], &self.centres[number]);
        State {
            wings: std::array::from_fn(|slot| state.wings[usize::from(wings[slot])]),
            centres: std::array::from_fn(|slot| state.centres[usize::from(centres[slot])]),
            odd_corners: state.odd_corners ^ self.odd_corners[number],
        }
    }

    /// A state after some turns.
    pub(super) fn after_all(&self, state: &State, numbers: &[usize]) -> State {
        numbers.iter().fold(*state, |state, &number| self.after(&state, number))
    }
}

/// Quarter turns of the faces.
fn faces() -> impl Iterator<Item = Turn> {
    (0..FACES).map(|face| Turn::face(SIZE, face, 1))
}

/// Those of the faces, and Uw Rw Fw.
fn blocks() -> Vec<Turn> {
    faces().chain((0..3).map(|face| Turn::outer(SIZE, face, 2, 1))).collect()
}

/// Those of the faces, and of the layers behind them.
fn layers() -> Vec<Turn> {
    let behind = |turn: Turn| match turn.from {
        0 => Turn { from: 1, to: 1, ..turn },
        _ => Turn { from: 2, to: 2, ..turn },
    };
    faces().chain(faces().map(behind)).collect()
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
