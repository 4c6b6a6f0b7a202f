//! Orbits of stickers: the 24 places to which one sticker can be moved.
//!
//! Start at [`Orbit`]. The cells (i, j) and their images under face turns form one orbit: corners for (0, 0), middle edges for
//! (0, middle), wings for (0, j), and centres for i > 0. X centres are (i, i) and T centres (i, middle); all others are
//! oblique, with (i, j) the mirror image of (j, i). A wing has one sticker in (0, j), which identifies it, and the other in (j,
//! 0). The effect of a turn on an orbit depends on which of its rows turn, not on N.

use crate::model::geometry::{self, Cell};
use crate::model::turn::Turn;

/// The slots of an orbit.
pub const SLOTS: usize = 24;

/// The content of slot s comes from slot `p[s]`.
pub type Permutation = [u8; SLOTS];

/// The identity.
pub const IDENTITY: Permutation = {
    let mut p = [0; SLOTS];
    let mut slot = 0;
    while slot < SLOTS {
        p[slot] = slot as u8;
        slot += 1;
    }
    p
};

/// First `a`, then `b`.
pub fn then(a: &Permutation, b: &Permutation) -> Permutation {
    std::array::from_fn(|slot| a[usize::from(b[slot])])
}

/// The inverse of a permutation.
pub fn inverse(p: &Permutation) -> Permutation {
    let mut back = [0; SLOTS];
    for (slot, &from) in p.iter().enumerate() {
        back[usize::from(from)] = slot as u8;
    }
    back
}

/// Whether a permutation is odd. The argument must be a permutation.
pub fn is_odd(p: &Permutation) -> bool {
    let mut seen = [false; SLOTS];
    let mut odd = false;
    for start in 0..SLOTS {
        let mut at = start;
        while !seen[at] {
            seen[at] = true;
            at = usize::from(p[at]);
            odd ^= !seen[at];
        }
    }
    odd
}

/// The cells (row, column) above and to the left of the middle, and their images.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Orbit {
    /// The row of its first cell, less than N / 2.
    pub row: usize,
    /// The column of its first cell, less than (N + 1) / 2.
    pub column: usize,
}

impl Orbit {
    /// All orbits of centres that move on a cube of this size, the innermost ring first.
    pub fn centres(size: usize) -> Vec<Orbit> {
        let (rows, columns) = (size / 2, size.div_ceil(2));
        let mut all: Vec<Orbit> =
            (1..rows).flat_map(|row| (1..columns).map(move |column| Orbit { row, column })).collect();
        all.sort_by_key(|orbit| (std::cmp::Reverse(orbit.row.min(orbit.column)), orbit.row, orbit.column));
        all
    }

    /// All orbits of wings, the innermost first.
    pub fn wings(size: usize) -> impl DoubleEndedIterator<Item = Orbit> {
        (1..size / 2).rev().map(|column| Orbit { row: 0, column })
    }

    /// The cell of a slot. The quotient of the slot by four gives its face, the remainder the number of turns of this face.
    pub fn cell(self, size: usize, slot: usize) -> Cell {
        let first = Cell { face: slot / 4, row: self.row, column: self.column };
        (0..slot % 4).fold(first, |cell, _| cell.clockwise(size))
    }

    /// The orbit and slot of a cell; `None` for the fixed centre of a face.
    pub fn of_cell(size: usize, cell: Cell) -> Option<(Orbit, usize)> {
        let mut at = cell;
        for back in 0..4 {
            if at.row < size / 2 && at.column < size.div_ceil(2) {
                let orbit = Orbit { row: at.row, column: at.column };
                return Some((orbit, 4 * cell.face + (4 - back) % 4));
            }
            at = at.clockwise(size);
        }
        None
    }

    /// The effect of a turn on this orbit.
    pub fn permutation(self, size: usize, turn: Turn) -> Permutation {
        let mut moved = IDENTITY;
        let axis = usize::from(turn.axis);
        for slot in 0..SLOTS {
            let cell = self.cell(size, slot);
            let layer = geometry::layer(size, axis, cell);
            if (usize::from(turn.from)..=usize::from(turn.to)).contains(&layer) {
                let image = (0..turn.amount % 4).fold(cell, |cell, _| geometry::quarter(size, axis, cell));
                if let Some((_, to)) = Orbit::of_cell(size, image) {
                    moved[to] = slot as u8;
                }
            }
        }
        moved
    }

    /// The effect of a sequence of turns on this orbit.
    pub fn permutation_of<'t>(self, size: usize, turns: impl IntoIterator<Item = &'t Turn>) -> Permutation {
        turns.into_iter().fold(IDENTITY, |all, turn| then(&all, &self.permutation(size, *turn)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::stickers::Stickers;

    #[test]
    fn orbits_divide_the_cells_and_turns_act_on_them_as_on_stickers() {
        for size in 2usize..9 {
            let numbers: Vec<u32> = (0..6 * (size * size) as u32).collect();
            let mut seen = vec![false; numbers.len()];
            for (row, column) in
                (0..size / 2).flat_map(|r| (0..usize::div_ceil(size, 2)).map(move |c| (r, c)))
            {
                let orbit = Orbit { row, column };
                for slot in 0..SLOTS {
                    let cell = orbit.cell(size, slot);
                    assert_eq!(Orbit::of_cell(size, cell), Some((orbit, slot)));
                    assert!(!std::mem::replace(&mut seen[cell.index(size)], true));
                }
                for (axis, layer) in (0..3).flat_map(|axis| (0..size).map(move |layer| (axis, layer))) {
                    for amount in 1..4 {
                        let turn = Turn::layer(axis, layer, amount);
                        let mut cube = Stickers::new(&numbers).unwrap();
                        cube.turn(turn);
                        let p = orbit.permutation(size, turn);
                        for (slot, &from) in p.iter().enumerate() {
                            let came = orbit.cell(size, usize::from(from)).index(size) as u32;
                            assert_eq!(cube.get(orbit.cell(size, slot)), came, "{orbit:?} {turn:?}");
                        }
                        assert_eq!(then(&p, &inverse(&p)), IDENTITY);
                    }
                }
            }
            // All except the fixed centres of odd cubes.
            assert_eq!(seen.iter().filter(|seen| !**seen).count(), if size % 2 == 1 { 6 } else { 0 });
        }
    }
}
