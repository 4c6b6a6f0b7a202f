//! Tables of a phase: how they are built and stored, with two distances per byte.
//!
//! Start at [`Grid`]. A position is a row and a place in it. A turn maps all places of a row to those of one row.

use permutant_cube::tables::{Rows, distances_to};
use permutant_search::limits::{Control, StopReason};

/// Positions in rows. For a row and a turn, `step` gives the row after the turn and the number of the map of places.
pub(super) struct Grid<S> {
    pub(super) rows: usize,
    pub(super) width: usize,
    pub(super) turns: usize,
    pub(super) step: S,
    /// For each place of a row: its image.
    pub(super) maps: Vec<Vec<u16>>,
    /// By row that symmetries preserve: their maps of places.
    pub(super) twins: Vec<Vec<u16>>,
}

impl<S: Fn(usize, usize) -> (usize, usize)> Rows for Grid<S> {
    fn rows(&self) -> usize {
        self.rows
    }

    fn width(&self) -> usize {
        self.width
    }

    fn turns(&self) -> usize {
        self.turns
    }

    fn step(&self, row: usize, turn: usize) -> (usize, &[u16]) {
        let (to, map) = (self.step)(row, turn);
        (to, &self.maps[map])
    }

    fn twins<'a>(&'a self, row: usize, mut give: impl FnMut(usize, &'a [u16])) {
        for &map in self.twins.get(row).into_iter().flatten() {
            give(row, &self.maps[usize::from(map)]);
        }
    }
}

impl<S: Fn(usize, usize) -> (usize, usize) + Sync> Grid<S> {
    /// The number of turns from each position to the nearest goal, 15 for more and for unreachable ones: `width` · row + place,
    /// two entries per byte, low half first. The set of turns must be closed under inversion.
    ///
    /// # Errors
    ///
    /// The reason for the stop, if `control` stopped it.
    pub(super) fn fill(
        &self,
        ends: &[(usize, usize)],
        threads: usize,
        control: &Control<'_>,
    ) -> Result<Vec<u8>, StopReason> {
        let bytes = distances_to(self, ends, threads, control, |_| {})?;
        Ok(bytes
            .chunks(2)
            .map(|pair| pair.iter().rev().fold(0, |byte, &at| byte << 4 | at.min(15)))
            .collect())
    }
}

/// The distance of a position in such a table.
#[inline]
pub(super) fn nibble(table: &[u8], place: usize) -> u8 {
    table[place / 2] >> (place % 2 * 4) & 0xf
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The number of entries with each distance among the first places of a table.
    pub(in crate::five) fn counts(table: &[u8], places: usize) -> [usize; 16] {
        let mut counts = [0; 16];
        (0..places).for_each(|place| counts[usize::from(nibble(table, place))] += 1);
        counts
    }

    /// Rows and places are rings of five and six, and a turn advances one of the two; with one thread and with several.
    #[test]
    fn distances_in_two_rings() {
        let steps = [(1, 0), (4, 0), (0, 1), (0, 5)];
        let grid = Grid {
            rows: 5,
            width: 6,
            turns: 4,
            step: |row: usize, turn: usize| ((row + steps[turn].0) % 5, turn),
            maps: steps.iter().map(|(_, by)| (0..6).map(|place| (place + by) % 6).collect()).collect(),
            twins: Vec::new(),
        };
        let ring = |at: usize, length: usize| at.min(length - at) as u8;
        for threads in [1, 2] {
            let table = grid.fill(&[(0, 0), (2, 3)], threads, &Control::new()).unwrap();
            for (row, place) in (0..5).flat_map(|row| (0..6).map(move |place| (row, place))) {
                let to = |r: usize, p: usize| ring((row + 5 - r) % 5, 5) + ring((place + 6 - p) % 6, 6);
                assert_eq!(nibble(&table, 6 * row + place), to(0, 0).min(to(2, 3)));
            }
        }
    }
}
