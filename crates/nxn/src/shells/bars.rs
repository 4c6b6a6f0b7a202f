//! The bars of a cube: on each side of each face, the centres in the second row between the X centres.
//!
//! Start at [`Bars`]. A bar has N − 4 centres, at positions 2 to N − 3. Turns of faces and of the second layers move whole
//! bars, as they move the T centres of a 5x5x5. A turn of layer d moves only the centres at positions d and N − 1 − d.

use crate::model::geometry::{self, Cell};
use crate::model::orbit::{IDENTITY, Permutation, SLOTS};
use crate::model::stickers::Stickers;
use crate::model::turn::Turn;

/// The colours in all bars.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bars {
    /// By position, from the third of a row to the last but two, then by slot. A quarter of the slot gives the face,
    /// the remainder the number of turns of this face.
    pub positions: Vec<[u8; SLOTS]>,
}

/// The cell at a position of the bar in a slot.
fn cell(size: usize, position: usize, slot: usize) -> Cell {
    let first = Cell { face: slot / 4, row: 1, column: position };
    (0..slot % 4).fold(first, |cell, _| cell.clockwise(size))
}

/// The effect of a turn on the centres at one position of all bars.
pub fn permutation(size: usize, position: usize, turn: Turn) -> Permutation {
    let mut moved = IDENTITY;
    let axis = usize::from(turn.axis);
    let slots: [Cell; SLOTS] = std::array::from_fn(|slot| cell(size, position, slot));
    for (slot, &from) in slots.iter().enumerate() {
        let layer = geometry::layer(size, axis, from);
        if (usize::from(turn.from)..=usize::from(turn.to)).contains(&layer) {
            let image = (0..turn.amount % 4).fold(from, |cell, _| geometry::quarter(size, axis, cell));
            if let Some(to) = slots.iter().position(|&other| other == image) {
                moved[to] = slot as u8;
            }
        }
    }
    moved
}

/// The contents of the slots after a permutation.
pub fn permuted(slots: &[u8; SLOTS], by: &Permutation) -> [u8; SLOTS] {
    by.map(|from| slots[usize::from(from)])
}

impl Bars {
    /// The bars of a cube of at least six layers.
    pub fn read(cube: &Stickers<u8>) -> Bars {
        let size = cube.size();
        let at = |position: usize| std::array::from_fn(|slot| cube.get(cell(size, position, slot)));
        Bars { positions: (2..size - 2).map(at).collect() }
    }

    /// The position with which the others are compared: the middle one, or the one before the middle.
    pub fn middle(&self) -> usize {
        (self.positions.len() - 1) / 2
    }

    /// The number of centres with the colour of the middle of their bar, not counting the middle ones.
    pub fn matched(&self) -> usize {
        let middle = &self.positions[self.middle()];
        let same = |position: &[u8; SLOTS]| position.iter().zip(middle).filter(|(a, b)| a == b).count();
        self.positions.iter().map(same).sum::<usize>() - SLOTS
    }

    /// The same number if every bar has one colour.
    pub fn all(&self) -> usize {
        SLOTS * (self.positions.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutations_move_bars_as_turns_move_stickers() {
        for size in 6..10usize {
            let numbers: Vec<u32> = (0..6 * (size * size) as u32).collect();
            for layer in 0..size {
                for axis in 0..3 {
                    let turn = Turn::layer(axis, layer, 1);
                    let mut cube = Stickers::new(&numbers).unwrap();
                    cube.turn(turn);
                    for position in 2..size - 2 {
                        let by = permutation(size, position, turn);
                        for (slot, &from) in by.iter().enumerate() {
                            let came = cell(size, position, usize::from(from)).index(size) as u32;
                            assert_eq!(cube.get(cell(size, position, slot)), came, "{turn:?}");
                        }
                        // An inner layer moves the centres at two positions.
                        let moves = by != IDENTITY;
                        let outer = layer < 2 || layer + 2 >= size;
                        assert_eq!(moves, outer || layer == position || layer + position + 1 == size);
                    }
                }
            }
            let solved = Bars::read(&Stickers::solved(size));
            assert_eq!(solved.matched(), solved.all());
        }
    }
}
