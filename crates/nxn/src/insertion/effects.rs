//! All families with what their pairs of a row and a column do, by cell.

use super::family::{Cycles, Family, NOTHING, families};
use super::grid::Grid;

/// A pair of a row and a column of a family.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) family: u16,
    pub(super) row: u8,
    pub(super) column: u8,
}

/// What some pairs do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effect {
    pub(super) cycles: Cycles,
    /// The first of these pairs and the one after the last.
    pairs: [u32; 2],
}

/// The families of a cube.
#[derive(Debug)]
pub(super) struct Effects {
    pub(super) families: Vec<Family>,
    pairs: Vec<Pair>,
    effects: Vec<Effect>,
    /// By cell: where those effects begin that move its content.
    starts: Vec<u32>,
}

impl Effects {
    pub(super) fn new(grid: &Grid) -> Effects {
        let families = families(grid);
        let mut all: Vec<(Cycles, Pair)> = Vec::new();
        for (number, family) in families.iter().enumerate() {
            for (row, column) in
                (0..family.rows).flat_map(|row| (0..family.columns).map(move |column| (row, column)))
            {
                let cycles = *family.cycles(row, column);
                if cycles != NOTHING {
                    all.push((cycles, Pair { family: number as u16, row: row as u8, column: column as u8 }));
                }
            }
        }
        all.sort_unstable_by_key(|(cycles, pair)| (*cycles, pair.family));
        let pairs = all.iter().map(|(_, pair)| *pair).collect();
        let mut by_cell: Vec<Vec<Effect>> = vec![Vec::new(); grid.cells().len()];
        let mut first = 0;
        for same in all.chunk_by(|(one, _), (other, _)| one == other) {
            let cycles = same[0].0;
            let effect = Effect { cycles, pairs: [first, first + same.len() as u32] };
            first += same.len() as u32;
            for &cell in cycles.iter().flatten().filter(|&&cell| grid.is_followed(cell)) {
                by_cell[usize::from(cell)].push(effect);
            }
        }
        let mut starts = vec![0];
        let mut effects = Vec::with_capacity(by_cell.iter().map(Vec::len).sum());
        for of_cell in by_cell {
            effects.extend(of_cell);
            starts.push(effects.len() as u32);
        }
        Effects { families, pairs, effects, starts }
    }

    /// The effects that move the content of a cell.
    pub(super) fn of_cell(&self, cell: u16) -> &[Effect] {
        let [from, to] = [0, 1].map(|next| self.starts[usize::from(cell) + next] as usize);
        &self.effects[from..to]
    }

    /// The pairs that have an effect.
    pub(super) fn pairs(&self, effect: &Effect) -> &[Pair] {
        let [from, to] = effect.pairs.map(|at| at as usize);
        &self.pairs[from..to]
    }
}
