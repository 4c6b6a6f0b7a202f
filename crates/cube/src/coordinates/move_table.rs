//! Move tables: the value of a coordinate after each turn, for each value.
//!
//! Start at [`MoveTable`]. A table is built from any [`Coordinate`] and any list of turns. The row of a value holds the results
//! of all turns side by side, because a search tries them all.

use crate::coordinates::coordinate::Coordinate;
use crate::model::cubie::CubieCube;
use crate::model::moves::Move;

/// value × turn → value.
#[derive(Clone, Debug)]
pub(crate) struct MoveTable<const TURNS: usize> {
    rows: Vec<[u16; TURNS]>,
}

impl<const TURNS: usize> MoveTable<TURNS> {
    /// Computes one product of cubes for each value and quarter turn. Half turns and inverses follow from those if the list has
    /// them consecutively.
    pub(crate) fn build(coordinate: &Coordinate, turns: &[Move; TURNS]) -> Self {
        let mut rows = vec![[0; TURNS]; coordinate.size];
        let follows = |n: usize| n > 0 && turns[n].face() == turns[n - 1].face();
        for (value, row) in rows.iter_mut().enumerate() {
            let cube = (coordinate.cube)(value);
            for (n, &turn) in turns.iter().enumerate().filter(|(n, _)| !follows(*n)) {
                row[n] = coordinate.of_product(&cube, CubieCube::of_move(turn)) as u16;
            }
        }
        for n in (1..TURNS).filter(|&n| follows(n)) {
            debug_assert!(turns[n].quarters() == turns[n - 1].quarters() + 1);
            let quarter = if turns[n].quarters() == 2 { n - 1 } else { n - 2 };
            for value in 0..rows.len() {
                rows[value][n] = rows[usize::from(rows[value][n - 1])][quarter];
            }
        }
        MoveTable { rows }
    }

    /// The values after each turn.
    #[inline]
    pub(crate) fn row(&self, value: usize) -> &[u16; TURNS] {
        &self.rows[value]
    }

    /// Number of values.
    pub(crate) fn size(&self) -> usize {
        self.rows.len()
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        2 * TURNS * self.rows.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coordinates::coordinate;

    #[test]
    fn rows_are_what_the_turns_do_to_the_pieces() {
        for coordinate in [coordinate::TWIST, coordinate::FLIP, coordinate::SLICE, coordinate::CORNERS] {
            let table = MoveTable::build(&coordinate, &Move::ALL);
            for value in (0..coordinate.size).step_by(1 + coordinate.size / 3000) {
                let cube = (coordinate.cube)(value);
                for turn in Move::ALL {
                    let expected = (coordinate.of)(&cube.then(CubieCube::of_move(turn)));
                    assert_eq!(usize::from(table.row(value)[turn.index()]), expected);
                }
            }
        }
    }
}
