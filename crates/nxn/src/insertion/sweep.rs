//! One pass through a word that inserts whatever gains enough at each place.
//!
//! Start at [`Sweep::layers`] and [`Sweep::commutators`]. Values are what becomes right, at a rate of turns for each cell, less the cost of the
//! turns; the most valuable insertion is made as long as one has a value above 0.

use super::board::{Board, Wrong};
use super::cost::Prices;
use super::effects::Effects;
use super::family::{Amounts, Family, Part};
use super::word::Word;
use crate::model::turn::Turn;
use permutant_search::limits::{Control, StopReason};

/// The fractions of a turn in which values are counted.
pub(super) const UNIT: i32 = 64;

/// A word, what it makes of the cube at the present place, and the rate.
pub(super) struct Sweep<'a, 'g> {
    pub(super) board: Board<'g>,
    pub(super) word: Word,
    pub(super) prices: Prices,
    /// What a cell that becomes right is worth, in units.
    pub(super) rate: i32,
    pub(super) control: &'a Control<'a>,
}

/// The rows or columns of a family that take part in something to insert.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lines {
    /// One row with several columns.
    Row,
    /// One column with several rows.
    Column,
}

/// A row or a column of a family and its value.
#[derive(Clone, Copy, Debug)]
struct Line {
    value: i32,
    family: usize,
    lines: Lines,
    number: usize,
}

impl Sweep<'_, '_> {
    fn insert(&mut self, turns: &[Turn]) {
        self.control.visited(1);
        for &turn in turns {
            self.board.insert(turn);
            self.word.insert(turn);
        }
    }

    /// Goes one turn further, unless the word is at its end.
    fn pass(&mut self) -> Result<Option<Turn>, StopReason> {
        self.control.interrupted().map_or(Ok(()), Err)?;
        let turn = self.word.pass();
        if let Some(turn) = turn {
            self.board.pass(turn);
        }
        Ok(turn)
    }

    /// Inserts single turns of inner layers, which move wings and centres and neither corners nor middle edges.
    ///
    /// # Errors
    ///
    /// The reason for the stop, if the control stopped it.
    pub(super) fn layers(mut self) -> Result<Vec<Turn>, StopReason> {
        loop {
            while !self.word.is_joined() {
                let Some(turn) = self.best_layer() else { break };
                self.insert(&[turn]);
            }
            if self.pass()?.is_none() {
                return Ok(self.word.finish());
            }
        }
    }

    fn best_layer(&self) -> Option<Turn> {
        let mut best = None;
        for (axis, layer) in
            (0..3).flat_map(|axis| self.board.grid.free_layers().map(move |layer| (axis, layer)))
        {
            for (amount, gain) in (1..4u8).zip(self.board.gains_of_layer(axis, layer)) {
                if gain > 0 {
                    let value = self.rate * gain - UNIT * self.word.alone(axis, layer, amount);
                    if value > best.map_or(0, |(value, _)| value) {
                        best = Some((value, Turn::layer(axis, layer, amount)));
                    }
                }
            }
        }
        best.map(|(_, turn)| turn)
    }

    /// Inserts commutators; the word, and the pieces that are wrong after it.
    ///
    /// # Errors
    ///
    /// The reason for the stop, if the control stopped it.
    pub(super) fn commutators(mut self, effects: &Effects) -> Result<(Vec<Turn>, Wrong), StopReason> {
        let grid = self.board.grid;
        let mut seen = Seen::new(effects);
        // An insertion that gains moves a wrong cell. At each place only those are looked at that came there with the last turn, or with which
        // turns merge for the first time: the others had their chance before.
        let mut cells: Vec<u16> = grid.cells().collect();
        loop {
            cells.retain(|&cell| !self.board.is_right(cell));
            while !self.word.is_joined() {
                let Some(line) = self.best_line(effects, &cells, &mut seen) else { break };
                let turns = self.turns(&effects.families[line.family], line);
                self.insert(&turns);
            }
            let Some(turn) = self.pass()? else { break };
            cells.clear();
            cells.extend(grid.cycles_of(turn).iter().flatten());
            if self.word.begins_run() {
                cells.extend(self.word.next_run().flat_map(|turn| grid.cycles_of(*turn).iter().flatten()));
            }
        }
        Ok((self.word.finish(), self.board.wrong()))
    }

    /// The most valuable row or column among those that move one of these cells.
    fn best_line(&self, effects: &Effects, cells: &[u16], seen: &mut Seen) -> Option<Line> {
        seen.begin();
        let mut best: Option<Line> = None;
        for &cell in cells.iter().filter(|&&cell| !self.board.is_right(cell)) {
            for effect in effects.of_cell(cell) {
                let gain = self.board.gain(effect.cycles[0]) + self.board.gain(effect.cycles[1]);
                if gain <= 0 {
                    continue;
                }
                for pair in effects.pairs(effect) {
                    let number = usize::from(pair.family);
                    let family = &effects.families[number];
                    let (row, column) = (usize::from(pair.row), usize::from(pair.column));
                    // A pair that is not worth the cost of its second line adds nothing to the first.
                    let lines = [
                        (Lines::Row, row, self.column_cost(family, column)),
                        (Lines::Column, column, self.row_cost(family, row)),
                    ];
                    for (lines, line, cost) in lines {
                        if self.rate * gain > cost && seen.is_new(number, lines, line) {
                            let value = self.value(family, lines, line);
                            if value > best.map_or(0, |best| best.value) {
                                best = Some(Line { value, family: number, lines, number: line });
                            }
                        }
                    }
                }
            }
        }
        best
    }

    /// The number of cells more that are right after the turns of a row and a column.
    #[inline]
    fn gain(&self, family: &Family, row: usize, column: usize) -> i32 {
        let [one, other] = *family.cycles(row, column);
        self.board.gain(one) + self.board.gain(other)
    }

    /// The value of a row with the columns that are worth their cost, or of a column with such rows.
    fn value(&self, family: &Family, lines: Lines, line: usize) -> i32 {
        let worth = |row: usize, column: usize| self.rate * self.gain(family, row, column);
        let others: i32 = match lines {
            Lines::Row => (0..family.columns)
                .map(|column| (worth(line, column), column))
                .filter(|(worth, _)| *worth > 0)
                .map(|(worth, column)| (worth - self.column_cost(family, column)).max(0))
                .sum(),
            Lines::Column => (0..family.rows)
                .map(|row| (worth(row, line), row))
                .filter(|(worth, _)| *worth > 0)
                .map(|(worth, row)| (worth - self.row_cost(family, row)).max(0))
                .sum(),
        };
        let own = match lines {
            Lines::Row => self.row_cost(family, line),
            Lines::Column => self.column_cost(family, line),
        };
        others - own - self.face_cost(family)
    }

    /// The turns of a line with the best lines of the other kind for it, the best of its own kind for these, and so on.
    fn turns(&self, family: &Family, line: Line) -> Vec<Turn> {
        let worth = |row: usize, column: usize| self.rate * self.gain(family, row, column);
        let columns_for = |rows: &[usize]| -> Vec<usize> {
            let of_rows = |column: usize| rows.iter().map(|&row| worth(row, column)).sum::<i32>();
            (0..family.columns).filter(|&column| of_rows(column) > self.column_cost(family, column)).collect()
        };
        let rows_for = |columns: &[usize]| -> Vec<usize> {
            let of_columns = |row: usize| columns.iter().map(|&column| worth(row, column)).sum::<i32>();
            (0..family.rows).filter(|&row| of_columns(row) > self.row_cost(family, row)).collect()
        };
        let (mut rows, mut columns) = match line.lines {
            Lines::Row => (vec![line.number], columns_for(&[line.number])),
            Lines::Column => (rows_for(&[line.number]), vec![line.number]),
        };
        // Each step replaces rows or columns by better ones, so the value only grows.
        for step in 0..ROUNDS {
            if (line.lines == Lines::Row) == (step % 2 == 0) {
                let better = rows_for(&columns);
                rows = if better.is_empty() { rows } else { better };
            } else {
                let better = columns_for(&rows);
                columns = if better.is_empty() { columns } else { better };
            }
        }
        family.turns(&rows, &columns)
    }

    fn row_cost(&self, family: &Family, row: usize) -> i32 {
        UNIT * self.cost(family.axes[0], row + 1, &family.row_amounts)
    }

    fn column_cost(&self, family: &Family, column: usize) -> i32 {
        // Without columns to choose from there is nothing to turn.
        if family.columns == 1 {
            return 0;
        }
        UNIT * self.cost(family.axes[1], column + 1, &family.column_amounts)
    }

    /// The cost of the turns of a layer in the word of a family.
    #[inline]
    fn cost(&self, axis: usize, layer: usize, amounts: &Amounts) -> i32 {
        amounts.within.iter().map(|&amount| self.prices.of(layer, amount)).sum::<i32>()
            + amounts.first.map_or(0, |amount| self.word.first(axis, layer, amount))
            + amounts.last.map_or(0, |amount| self.word.last(axis, layer, amount))
    }

    /// The cost of the turns of faces in the word of a family.
    fn face_cost(&self, family: &Family) -> i32 {
        let last = family.parts.len() - 1;
        let cost = |(at, part): (usize, &Part)| {
            let Part::Face(turn) = *part else { return 0 };
            let (axis, layer, amount) = (usize::from(turn.axis), usize::from(turn.from), turn.amount);
            match at {
                0 => self.word.first(axis, layer, amount),
                _ if at == last => self.word.last(axis, layer, amount),
                _ => self.prices.of(layer, amount),
            }
        };
        UNIT * family.parts.iter().enumerate().map(cost).sum::<i32>()
    }
}

/// How often rows and columns are improved in turn.
const ROUNDS: usize = 3;

/// The lines that have been looked at in this round.
struct Seen {
    round: u32,
    /// By family, kind and number of a line: the round in which it was.
    rounds: Vec<u32>,
    most: usize,
}

impl Seen {
    fn new(effects: &Effects) -> Seen {
        let most = effects.families.iter().map(|family| family.rows.max(family.columns)).max().unwrap_or(0);
        Seen { round: 0, rounds: vec![0; 2 * most * effects.families.len()], most }
    }

    fn begin(&mut self) {
        self.round += 1;
    }

    fn is_new(&mut self, family: usize, lines: Lines, number: usize) -> bool {
        let place = &mut self.rounds[(2 * family + usize::from(lines == Lines::Row)) * self.most + number];
        std::mem::replace(place, self.round) != self.round
    }
}
