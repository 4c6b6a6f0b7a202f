//! Sequences that exchange single centres between a column and the rows of other faces and preserve all other finished parts:
//! the building blocks for the centres of cubes of any size.
//!
//! Start at [`Exchange`] and [`find`]. An exchange is O · E · O⁻¹ or O · E · O⁻¹ · E⁻¹. O moves a column (layer x) and possibly
//! faces; E turns any choice of rows at once, each by its own amount. Each row contributes its own effect, so that one O serves
//! many orbits (E. Demaine and others, "Algorithms for Solving Rubik's Cubes", 2011, solve many orbits at once in the same
//! spirit). The exchanges are found by trying all short O on the orbits of small cubes, which occur in every cube.

use crate::model::geometry::{self, Cell};
use crate::model::orbit::{IDENTITY, Orbit, Permutation, inverse, then};
use crate::model::turn::{Metric, Turn, quarters};
use std::collections::HashMap;

/// The faces that count as one goal: each colour belongs to a class of faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classes(pub [u8; 6]);

impl Classes {
    /// Whether a turn of an inner layer preserves every class.
    fn is_kept_by(self, axis: usize, amount: u8) -> bool {
        (0..6).all(|face| {
            let centre = Cell { face, row: 1, column: 1 };
            if geometry::layer(3, axis, centre) != 1 {
                return true;
            }
            let image = (0..amount).fold(centre, |cell, _| geometry::quarter(3, axis, cell));
            self.0[face] == self.0[image.face]
        })
    }

    /// The class of the face of a slot.
    pub fn of_slot(self, slot: u8) -> u8 {
        self.0[usize::from(slot) / 4]
    }
}

/// A turn of O, for any x.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Letter {
    /// Layer x, counted from a face.
    Slice { face: usize, amount: u8 },
    /// All layers up to x.
    Wide { face: usize, amount: u8 },
    /// A face.
    Face { face: usize, amount: u8 },
}

impl Letter {
    pub(crate) fn turn(self, size: usize, x: usize) -> Turn {
        match self {
            Letter::Slice { face, amount } => {
                let Turn { axis, amount, .. } = Turn::face(size, face, amount);
                let layer = if geometry::axis_of(face).1 { x } else { size - 1 - x };
                Turn::layer(usize::from(axis), layer, amount)
            }
            Letter::Wide { face, amount } => Turn::outer(size, face, x + 1, amount),
            Letter::Face { face, amount } => Turn::face(size, face, amount),
        }
    }

    fn axis(self) -> usize {
        let (Letter::Slice { face, .. } | Letter::Wide { face, .. } | Letter::Face { face, .. }) = self;
        geometry::axis_of(face).0
    }

    pub(crate) fn cost(self, metric: Metric) -> u32 {
        match (self, metric) {
            (Letter::Slice { .. }, Metric::OuterBlocks) => 2,
            (
                Letter::Slice { amount, .. } | Letter::Wide { amount, .. } | Letter::Face { amount, .. },
                Metric::LayerQuarters,
            ) => quarters(amount),
            _ => 1,
        }
    }
}

/// The place of a row that E turns, relative to layer x.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    /// Row j between x and the middle: acts on the orbits (x, j) and (j, x).
    Near,
    /// Row N − 1 − j: the same.
    Far,
    /// The middle row of an odd cube: the orbit (x, middle).
    Middle,
    /// Row x: the orbit (x, x).
    Own,
    /// Row N − 1 − x.
    OwnFar,
}

pub(crate) const ROWS: [Row; 5] = [Row::Near, Row::Far, Row::Middle, Row::Own, Row::OwnFar];

impl Row {
    /// The row in the example in which x is 1, and the orbits on which it acts there, by number in [`EXAMPLES`].
    fn example(self) -> (usize, [usize; 2]) {
        match self {
            Row::Near => (2, [0, 1]),
            Row::Far => (3, [0, 1]),
            Row::Middle => (2, [2; 2]),
            Row::Own => (1, [3; 2]),
            Row::OwnFar => (2, [3; 2]),
        }
    }

    /// The number of orbits on which it acts.
    pub(crate) fn orbits(self) -> usize {
        if matches!(self, Row::Near | Row::Far) { 2 } else { 1 }
    }
}

/// The effect of a turn of one row by one amount: for each of its orbits the permutation, and the contents (orbit, from, to) that
/// change class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Effect {
    pub(crate) permutations: [Permutation; 2],
    pub(crate) crossings: Vec<(u8, u8, u8)>,
}

/// The greatest number of faces from which an exchange takes centres.
const MOST_FACES: u32 = 4;

/// O and the axis of E, with the effect of each row.
#[derive(Clone, Debug)]
pub struct Exchange {
    pub(crate) word: Vec<Letter>,
    pub(crate) axis: usize,
    /// Whether E is undone in the end.
    pub(crate) undone: bool,
    /// By row as in [`ROWS`] and amount 1 to 3; `None` if not allowed.
    pub(crate) effects: [[Option<Effect>; 3]; 5],
    /// The faces from which centres move to another class, as bits.
    pub(crate) faces: u8,
    /// The cost of O and O⁻¹.
    pub(crate) cost: u32,
}

impl Exchange {
    /// The turns of the exchange for rows with their amounts.
    pub(crate) fn turns(&self, size: usize, x: usize, rows: &[(usize, u8)]) -> Vec<Turn> {
        let o: Vec<Turn> = self.word.iter().map(|letter| letter.turn(size, x)).collect();
        let e: Vec<Turn> = rows.iter().map(|&(row, amount)| Turn::layer(self.axis, row, amount)).collect();
        let mut turns = [&o[..], &e, &crate::model::turn::inverse(&o)].concat();
        if self.undone {
            turns.extend(crate::model::turn::inverse(&e));
        }
        turns
    }
}

/// All candidates for O: a column; a column and a face, or another column about the same axis; a face conjugated by a
/// column, and a column conjugated by a face. For the layers x themselves, the symmetric ones suffice.
fn words(own: bool) -> Vec<Vec<Letter>> {
    let amounts = 1..4u8;
    let faces: Vec<[Letter; 2]> = (0..6)
        .flat_map(|face| {
            let there_and_back =
                move |amount| [amount, 4 - amount].map(|amount| Letter::Face { face, amount });
            amounts.clone().map(there_and_back)
        })
        .collect();
    let columns: Vec<[Letter; 2]> = (0..6)
        .flat_map(|face| {
            let both = move |amount| [Letter::Slice { face, amount }, Letter::Wide { face, amount }];
            amounts.clone().map(both)
        })
        .collect();
    let mut words = Vec::new();
    for (at, columns_of_one) in columns.iter().enumerate() {
        for (kind, &first) in columns_of_one.iter().enumerate() {
            words.push(vec![first]);
            words.extend(faces.iter().map(|&[there, back]| vec![there, first, back]));
            for (other_at, other) in columns.iter().enumerate() {
                let second = other[kind];
                let back = other_at / 3 == at / 3 && at % 3 + other_at % 3 == 2;
                if back || (!own && other_at / 3 == at / 3) {
                    words.extend(faces.iter().map(|&[face, _]| vec![first, face, second]));
                } else if !own && second.axis() == first.axis() && at < other_at {
                    words.push(vec![first, second]);
                }
            }
            if !own {
                words.extend(faces.iter().map(|&[face, _]| vec![first, face]));
            }
        }
    }
    words
}

/// The effect of letters and rows on the orbits of the examples.
struct Examples {
    /// By letter and orbit.
    letters: HashMap<Letter, [Permutation; 4]>,
    /// By axis, row as in [`ROWS`], and amount 1 to 3; each for the orbits of that row.
    rows: [[[[Permutation; 2]; 3]; 5]; 3],
}

/// The orbits of the examples, each with the size of its cube.
const EXAMPLES: [(usize, Orbit); 4] = [
    (6, Orbit { row: 1, column: 2 }),
    (6, Orbit { row: 2, column: 1 }),
    (5, Orbit { row: 1, column: 2 }),
    (4, Orbit { row: 1, column: 1 }),
];

impl Examples {
    fn new() -> Self {
        let mut letters = HashMap::new();
        for (face, amount) in (0..6).flat_map(|face| (1..4).map(move |amount| (face, amount))) {
            let all = [
                Letter::Slice { face, amount },
                Letter::Wide { face, amount },
                Letter::Face { face, amount },
            ];
            for letter in all {
                letters.insert(
                    letter,
                    EXAMPLES.map(|(size, orbit)| orbit.permutation(size, letter.turn(size, 1))),
                );
            }
        }
        let row = |axis: usize, row: Row, amount: u8| {
            let (at, orbits) = row.example();
            orbits.map(|number| {
                let (size, orbit) = EXAMPLES[number];
                orbit.permutation(size, Turn::layer(axis, at, amount))
            })
        };
        let rows = [0, 1, 2].map(|axis| ROWS.map(|kind| [1, 2, 3].map(|amount| row(axis, kind, amount))));
        Examples { letters, rows }
    }

    /// The effect of a word on each of the orbits.
    fn word(&self, word: &[Letter]) -> [Permutation; 4] {
        std::array::from_fn(|orbit| {
            word.iter().fold(IDENTITY, |all, letter| then(&all, &self.letters[letter][orbit]))
        })
    }
}

/// O · E · O⁻¹ or O · E · O⁻¹ · E⁻¹.
fn exchanged(o: &Permutation, e: &Permutation, undone: bool) -> Permutation {
    let conjugate = then(&then(o, e), &inverse(o));
    if undone { then(&conjugate, &inverse(e)) } else { conjugate }
}

fn effect(classes: Classes, row: Row, permutations: [Permutation; 2]) -> Effect {
    let mut crossings = Vec::new();
    for (orbit, p) in permutations.iter().enumerate().take(row.orbits()) {
        for (to, &from) in (0u8..).zip(p) {
            if classes.of_slot(to) != classes.of_slot(from) {
                crossings.push((orbit as u8, from, to));
            }
        }
    }
    Effect { permutations, crossings }
}

/// Whether the two rows that act on the same orbits do so independently.
fn rows_are_independent(examples: &Examples, o: &[Permutation; 4], axis: usize) -> bool {
    let [near, far] = [Row::Near, Row::Far].map(|row| &examples.rows[axis][row as usize]);
    (0..2).all(|orbit| {
        near.iter().all(|a| {
            far.iter().all(|b| {
                let one = |e: &Permutation| exchanged(&o[orbit], e, true);
                one(&then(&a[orbit], &b[orbit])) == then(&one(&a[orbit]), &one(&b[orbit]))
            })
        })
    })
}

/// A signature that is the same for most exchanges that differ only by turns of faces before and after: the slots of
/// each face are counted from the first one that occurs.
fn signature(effects: &[[Option<Effect>; 3]; 5]) -> Vec<(u8, u8, u8, u8)> {
    let mut first: [Option<u8>; 6] = [None; 6];
    let mut named = |slot: u8| {
        let (face, place) = (slot / 4, slot % 4);
        let from = *first[usize::from(face)].get_or_insert(place);
        4 * face + (place + 4 - from) % 4
    };
    let mut signature = Vec::new();
    for (at, effect) in effects.iter().flatten().enumerate() {
        let Some(effect) = effect else {
            signature.push((at as u8, 9, 0, 0));
            continue;
        };
        let mut crossings = effect.crossings.clone();
        crossings.sort_by_key(|&(orbit, from, to)| (orbit, from / 4, to / 4, from, to));
        signature
            .extend(crossings.iter().map(|&(orbit, from, to)| (at as u8, orbit, named(from), named(to))));
    }
    signature
}

/// The exchanges that preserve these classes, with the cheapest of each kind. They turn either the rows between the
/// layers x (`own` false) or the layers x themselves.
pub fn find(classes: Classes, metric: Metric, own: bool) -> Vec<Exchange> {
    let mut cheapest: HashMap<Vec<(u8, u8, u8, u8)>, usize> = HashMap::new();
    let mut found: Vec<Exchange> = Vec::new();
    let examples = Examples::new();
    for word in words(own) {
        if metric != Metric::OuterBlocks && word.iter().any(|letter| matches!(letter, Letter::Wide { .. })) {
            continue;
        }
        let o = examples.word(&word);
        for (axis, undone) in (0..3).flat_map(|axis| [(axis, false), (axis, true)]) {
            // If E is undone, it must not meet faces that O leaves turned.
            if undone && !own && !nets_nothing(&word, axis) {
                continue;
            }
            if undone && !own && !rows_are_independent(&examples, &o, axis) {
                continue;
            }
            let mut effects: [[Option<Effect>; 3]; 5] = Default::default();
            let mut faces = 0u8;
            for (row, effects) in ROWS.into_iter().zip(&mut effects) {
                if own != matches!(row, Row::Own | Row::OwnFar) {
                    continue;
                }
                for (amount, place) in (1..4u8).zip(effects) {
                    // Nothing else is finished in the layers x, so they may stay turned. An odd quarter turn would
                    // change the parity of wings, however.
                    let free = own && (amount == 2 || classes.is_kept_by(1, 1));
                    if undone || free || classes.is_kept_by(axis, amount) {
                        let rows = &examples.rows[axis][row as usize][usize::from(amount) - 1];
                        let (_, orbits) = row.example();
                        let one = |n: usize| exchanged(&o[orbits[n]], &rows[n], undone);
                        let made = effect(classes, row, [one(0), one(1)]);
                        made.crossings.iter().for_each(|&(_, from, _)| faces |= 1 << (from / 4));
                        *place = Some(made);
                    }
                }
            }
            // Exchanges that take from many faces suit few positions.
            if faces == 0 || faces.count_ones() > MOST_FACES {
                continue;
            }
            let cost = 2 * word.iter().map(|letter| letter.cost(metric)).sum::<u32>();
            let exchange = Exchange { word: word.clone(), axis, undone, effects, faces, cost };
            match cheapest.entry(signature(&exchange.effects)) {
                std::collections::hash_map::Entry::Vacant(entry) => {
                    entry.insert(found.len());
                    found.push(exchange);
                }
                std::collections::hash_map::Entry::Occupied(entry) => {
                    let other = &mut found[*entry.get()];
                    let price = |e: &Exchange| (e.cost, e.undone);
                    if price(&exchange) < price(other) {
                        *other = exchange;
                    }
                }
            }
        }
    }
    found
}

/// Whether the turns of faces in a word, including wide turns, leave the pieces in place that an inner layer about the
/// axis moves.
fn nets_nothing(word: &[Letter], axis: usize) -> bool {
    let mut turned = [0u8; 6];
    for letter in word {
        if let Letter::Wide { face, amount } | Letter::Face { face, amount } = *letter {
            turned[face] += amount;
        }
    }
    (0..6).all(|face| turned[face] % 4 == 0 || geometry::axis_of(face).0 == axis)
}
