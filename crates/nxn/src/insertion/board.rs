//! A moment of a word: what each cell holds after the turns before it, and what it has to hold for the turns after it.

use super::grid::Grid;
use super::looks::Looks;
use crate::model::turn::Turn;

/// Both by cell. Cells that are not followed hold what they have to.
#[derive(Clone, Debug)]
pub(super) struct Board<'g> {
    pub(super) grid: &'g Grid,
    held: Vec<u8>,
    wanted: Vec<u8>,
}

/// Numbers of pieces that are wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    pub(super) wings: usize,
    pub(super) centres: usize,
}

impl Wrong {
    /// The number of pieces, each of which is followed on one cell.
    pub(super) fn pieces(self) -> usize {
        self.wings + self.centres
    }

    /// The greatest number of stickers that may differ by that.
    pub(super) fn stickers(self) -> usize {
        2 * self.wings + self.centres
    }
}

impl<'g> Board<'g> {
    /// The beginning of a word. O(N · turns).
    pub(super) fn new(grid: &'g Grid, looks: &Looks, turns: &[Turn]) -> Self {
        let mut wanted = looks.goal.clone();
        turns.iter().rev().for_each(|turn| rotate(&mut wanted, grid.cycles_of(*turn), 4 - turn.amount));
        Board { grid, held: looks.start.clone(), wanted }
    }

    /// The pieces that are not where they have to be.
    pub(super) fn wrong(&self) -> Wrong {
        let all = self.held.iter().zip(&self.wanted).filter(|(held, wanted)| held != wanted).count();
        let wings = self.grid.wings().iter().filter(|&&cell| !self.is_right(cell)).count();
        Wrong { wings, centres: all - wings }
    }

    /// Whether the content of one cell is what another has to hold.
    #[inline]
    pub(super) fn fits(&self, from: u16, to: u16) -> bool {
        self.held[usize::from(from)] == self.wanted[usize::from(to)]
    }

    /// Whether a cell holds what it has to.
    #[inline]
    pub(super) fn is_right(&self, cell: u16) -> bool {
        self.fits(cell, cell)
    }

    /// A turn of the word goes from those after the moment to those before it.
    pub(super) fn pass(&mut self, turn: Turn) {
        let cycles = self.grid.cycles_of(turn);
        rotate(&mut self.held, cycles, turn.amount);
        rotate(&mut self.wanted, cycles, turn.amount);
    }

    /// A new turn becomes the last of those before.
    pub(super) fn insert(&mut self, turn: Turn) {
        rotate(&mut self.held, self.grid.cycles_of(turn), turn.amount);
    }

    /// The number of cells more that are right after one, two and three quarter turns of a layer.
    pub(super) fn gains_of_layer(&self, axis: usize, layer: usize) -> [i32; 3] {
        let mut gains = [0; 3];
        for cycle in self.grid.cycles(axis, layer) {
            let right = |by: usize| (0..4).filter(|&at| self.fits(cycle[at], cycle[(at + by) % 4])).count();
            let now = right(0) as i32;
            (1..4).zip(&mut gains).for_each(|(by, gain)| *gain += right(by) as i32 - now);
        }
        gains
    }

    /// The number of cells more that are right after a 3-cycle.
    #[inline]
    pub(super) fn gain(&self, [a, b, c]: [u16; 3]) -> i32 {
        let right = |from, to| i32::from(self.fits(from, to));
        right(a, b) + right(b, c) + right(c, a) - right(a, a) - right(b, b) - right(c, c)
    }
}

fn rotate(contents: &mut [u8], cycles: &[[u16; 4]], amount: u8) {
    for cycle in cycles {
        let cells = cycle.map(usize::from);
        let old = cells.map(|cell| contents[cell]);
        for (at, content) in old.into_iter().enumerate() {
            contents[cells[(at + usize::from(amount)) % 4]] = content;
        }
    }
}
