//! Turns of blocks of layers and their notation.
//!
//! Start at [`Turn`]; [`spell`] merges consecutive turns about one axis and writes the result as cheaply as a metric allows.

use crate::model::geometry::{self, Cell, FACES, POSITIVE, opposite};

/// A turn of adjacent layers about an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// 0 for x (towards R), 1 for y (towards U), 2 for z (towards F).
    pub axis: u8,
    /// The first layer, from 0 at the positive end.
    pub from: u16,
    /// The last layer.
    pub to: u16,
    /// Quarters clockwise as seen from the positive end, 1 to 3.
    pub amount: u8,
}

impl Turn {
    /// A turn of one layer.
    pub fn layer(axis: usize, layer: usize, amount: u8) -> Turn {
        Turn { axis: axis as u8, from: layer as u16, to: layer as u16, amount: amount % 4 }
    }

    /// A turn of a face, its amount clockwise as seen from outside.
    pub fn face(size: usize, face: usize, amount: u8) -> Turn {
        Turn::outer(size, face, 1, amount)
    }

    /// A turn of the outermost `width` layers on the side of a face, its amount clockwise as seen from there.
    pub fn outer(size: usize, face: usize, width: usize, amount: u8) -> Turn {
        let (axis, positive) = geometry::axis_of(face);
        let (from, to) = if positive { (0, width - 1) } else { (size - width, size - 1) };
        let amount = if positive { amount % 4 } else { (4 - amount % 4) % 4 };
        Turn { axis: axis as u8, from: from as u16, to: to as u16, amount }
    }

    /// The inverse turn.
    pub fn inverse(self) -> Turn {
        Turn { amount: (4 - self.amount % 4) % 4, ..self }
    }

    /// Its cost in outer blocks on a cube of this size: an inner layer counts 2, the whole cube 0.
    pub fn outer_blocks(self, size: usize) -> u32 {
        let (first, last) = (self.from == 0, usize::from(self.to) + 1 == size);
        match (self.amount % 4, first, last) {
            (0, ..) | (_, true, true) => 0,
            (_, false, false) => 2,
            _ => 1,
        }
    }

    /// Its name on a cube of this size, in the notation of the WCA for outer blocks: `R`, `Uw2`, `3Fw'`, `2R`, `2-4Rw`, `x`.
    pub fn name(self, size: usize) -> String {
        let (from, to) = (usize::from(self.from) + 1, usize::from(self.to) + 1);
        let positive = POSITIVE[usize::from(self.axis)];
        let whole = from == 1 && to == size;
        // Named from the nearer face.
        let flip = !whole && from - 1 > size - to;
        let (face, from, to) =
            if flip { (opposite(positive), size + 1 - to, size + 1 - from) } else { (positive, from, to) };
        let letter = FACES[face];
        let base = match (from, to) {
            _ if whole => ["x", "y", "z"][usize::from(self.axis)].to_string(),
            (1, 1) => letter.to_string(),
            (1, 2) => format!("{letter}w"),
            (1, to) => format!("{to}{letter}w"),
            (from, to) if from == to => format!("{from}{letter}"),
            (from, to) => format!("{from}-{to}{letter}w"),
        };
        let amount = if flip { (4 - self.amount % 4) % 4 } else { self.amount % 4 };
        base + ["", "", "2", "'"][usize::from(amount)]
    }
}

/// The inverse of a sequence.
pub fn inverse(turns: &[Turn]) -> Vec<Turn> {
    turns.iter().rev().map(|turn| turn.inverse()).collect()
}

/// The same turns for the cube without the initial rotation.
pub(crate) fn unheld(size: usize, held: &[Turn], turns: &[Turn]) -> Vec<Turn> {
    // By axis: the face that the initial rotation brings to its positive end.
    let from = POSITIVE.map(|face| {
        let back = |cell, turn: &Turn| {
            (0..4 - turn.amount % 4).fold(cell, |cell, _| geometry::quarter(3, usize::from(turn.axis), cell))
        };
        held.iter().rev().fold(Cell { face, row: 1, column: 1 }, back).face
    });
    let one = |turn: &Turn| {
        let (axis, positive) = geometry::axis_of(from[usize::from(turn.axis)]);
        if positive {
            return Turn { axis: axis as u8, ..*turn };
        }
        let last = size as u16 - 1;
        Turn { axis: axis as u8, from: last - turn.to, to: last - turn.from, ..turn.inverse() }
    };
    turns.iter().map(one).collect()
}

/// A turn of the whole cube about the axis of U and D.
pub(crate) fn about_u(size: usize, amount: u8) -> Turn {
    Turn { axis: 1, from: 0, to: size as u16 - 1, amount }
}

/// The units that a metric counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Outer blocks; an inner layer counts 2.
    OuterBlocks,
    /// Blocks of layers, wherever they are.
    Slices,
    /// Quarter turns of single layers; a turn of the whole cube counts nothing.
    LayerQuarters,
}

/// The number of quarter turns that make an amount.
pub(crate) fn quarters(amount: u8) -> u32 {
    [0, 1, 2, 1][usize::from(amount % 4)]
}

/// The amounts by which the layers turn in a run about one axis.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub axis: u8,
    pub amounts: Vec<u8>,
}

impl Run {
    /// The cost of its turns in their cheapest notation.
    pub(crate) fn length(&self, metric: Metric) -> u32 {
        match metric {
            Metric::OuterBlocks => self.amounts.windows(2).filter(|pair| pair[0] != pair[1]).count() as u32,
            Metric::Slices => (0..4).map(|base| self.blocks(base)).min().unwrap_or(0) as u32,
            Metric::LayerQuarters => (0..4).map(|base| self.quarters(base)).min().unwrap_or(0),
        }
    }

    /// The number of quarter turns of single layers relative to this amount.
    fn quarters(&self, base: u8) -> u32 {
        self.amounts.iter().map(|&amount| quarters(amount + 4 - base)).sum()
    }

    /// The number of blocks of layers that turn by equal amounts other than this one.
    fn blocks(&self, base: u8) -> usize {
        let starts = |&at: &usize| at == 0 || self.amounts[at] != self.amounts[at - 1];
        (0..self.amounts.len()).filter(starts).filter(|&at| self.amounts[at] != base).count()
    }

    /// One turn of an outer block for each change of the amount between neighbouring layers; a turn of the whole cube
    /// if no layer stays.
    fn in_outer_blocks(&self, turns: &mut Vec<Turn>) {
        let size = self.amounts.len();
        // Named from the side that is nearer to the layers that stay.
        let still = (0..size).filter(|&at| self.amounts[at] == 0);
        let pivot = still.min_by_key(|&at| (2 * at).abs_diff(size - 1)).unwrap_or(size - 1);
        let base = self.amounts[pivot];
        let mut push = |from: usize, to: usize, amount: u8| {
            if !amount.is_multiple_of(4) {
                let (from, to) = (from as u16, to as u16);
                turns.push(Turn { axis: self.axis, from, to, amount: amount % 4 });
            }
        };
        push(0, size - 1, base);
        for at in 0..pivot {
            push(0, at, self.amounts[at] + 4 - self.amounts[at + 1]);
        }
        for at in pivot + 1..size {
            push(at, size - 1, self.amounts[at] + 4 - self.amounts[at - 1]);
        }
    }

    /// One block for each run of layers with equal amounts, after a turn of the whole cube if that costs less.
    fn in_slices(&self, cost: impl Fn(u8) -> u32, turns: &mut Vec<Turn>) {
        let size = self.amounts.len();
        let base = (0..4u8).min_by_key(|&base| (cost(base), base)).unwrap_or(0);
        if base > 0 {
            turns.push(Turn { axis: self.axis, from: 0, to: size as u16 - 1, amount: base });
        }
        let mut from = 0;
        while from < size {
            let amount = (self.amounts[from] + 4 - base) % 4;
            let next = (from..size).find(|&at| self.amounts[at] != self.amounts[from]).unwrap_or(size);
            if amount > 0 {
                turns.push(Turn { axis: self.axis, from: from as u16, to: next as u16 - 1, amount });
            }
            from = next;
        }
    }
}

/// The runs of consecutive turns about one axis, without those that cancel.
pub(crate) fn runs(size: usize, turns: &[Turn]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for turn in turns {
        if runs.last().is_none_or(|run| run.axis != turn.axis) {
            runs.push(Run { axis: turn.axis, amounts: vec![0; size] });
        }
        let run = runs.last_mut().expect("one was pushed");
        for layer in usize::from(turn.from)..=usize::from(turn.to) {
            run.amounts[layer] = (run.amounts[layer] + turn.amount) % 4;
        }
        if run.amounts.iter().all(|&amount| amount == 0) {
            runs.pop();
        }
    }
    runs
}

/// The same sequence with adjacent turns about one axis merged, written at the least cost in its metric. O(turns × size).
pub fn spell(size: usize, turns: &[Turn], metric: Metric) -> Vec<Turn> {
    spell_runs(&runs(size, turns), metric)
}

/// The runs in their cheapest notation.
pub(crate) fn spell_runs(runs: &[Run], metric: Metric) -> Vec<Turn> {
    let mut spelled = Vec::new();
    for run in runs {
        match metric {
            Metric::OuterBlocks => run.in_outer_blocks(&mut spelled),
            Metric::Slices => run.in_slices(|base| run.blocks(base) as u32, &mut spelled),
            Metric::LayerQuarters => run.in_slices(|base| run.quarters(base), &mut spelled),
        }
    }
    spelled
}

/// The cost of a sequence.
pub fn length(size: usize, turns: &[Turn], metric: Metric) -> u32 {
    let one = |turn: &Turn| match metric {
        Metric::OuterBlocks => turn.outer_blocks(size),
        Metric::Slices => turn.outer_blocks(size).min(1),
        Metric::LayerQuarters => match turn.outer_blocks(size) {
            0 => 0,
            _ => quarters(turn.amount) * u32::from(turn.to + 1 - turn.from),
        },
    };
    turns.iter().map(one).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(size: usize, turns: &[Turn]) -> String {
        turns.iter().map(|turn| turn.name(size)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn turns_have_the_usual_names() {
        let names: Vec<String> = (0..5).map(|layer| Turn::layer(0, layer, 1).name(5)).collect();
        assert_eq!(names, ["R", "2R", "3R", "2L'", "L'"]);
        assert_eq!(Turn::outer(6, 3, 3, 1).name(6), "3Dw");
        assert_eq!(Turn { axis: 1, from: 0, to: 4, amount: 3 }.name(5), "y'");
        assert_eq!(Turn { axis: 2, from: 1, to: 3, amount: 2 }.name(9), "2-4Fw2");
    }

    #[test]
    fn neighbours_about_one_axis_merge() {
        let turns = [
            Turn::layer(0, 1, 1),
            Turn::layer(0, 3, 1),
            Turn::layer(0, 0, 1),
            Turn::layer(1, 0, 1),
            Turn::layer(1, 0, 3),
            Turn::layer(0, 3, 3),
        ];
        let outer = spell(4, &turns, Metric::OuterBlocks);
        assert_eq!(names(4, &outer), "Rw");
        let slices = spell(5, &[Turn::layer(1, 2, 3), Turn::layer(1, 1, 3)], Metric::Slices);
        assert_eq!(names(5, &slices), "2-3Uw'");
        assert_eq!(length(5, &slices, Metric::OuterBlocks), 2);
        assert_eq!(length(5, &slices, Metric::LayerQuarters), 2);
        // Three layers forwards are one backwards, and the whole cube.
        let all_but_one = spell(4, &[Turn::outer(4, 1, 3, 2)], Metric::LayerQuarters);
        assert_eq!(
            (names(4, &all_but_one).as_str(), length(4, &all_but_one, Metric::LayerQuarters)),
            ("x2 L2", 2)
        );
        let outer = spell(5, &slices, Metric::OuterBlocks);
        assert_eq!(names(5, &outer), "U 3Uw'");
        let near = spell(6, &[Turn::layer(0, 4, 3)], Metric::OuterBlocks);
        assert_eq!(names(6, &near), "Lw L'");
    }
}
