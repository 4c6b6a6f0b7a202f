//! Short solutions of globes: rows of places around an axis, of which each turns, and half of which can be turned over.
//!
//! Start at [`Globe`], [`solve`] and [`improve`]. A globe has rows 0, …, m of 2n columns. A turn rotates a row; the flip at column a reverses columns
//! a, …, a+n−1 and exchanges row i with row m−i there. Rows i and m−i form a unit whose pieces never leave it; the middle row of an odd
//! number of rows only turns.
//!
//! The method is that of the best known solutions of the competition Santa 2023: a word is improved until it solves by inserting, at any
//! place in it, short words that change only a few pieces of one unit ([`insertion`]). It begins with words that bring together what belongs
//! together ([`breakpoints`]). As a flip is its own inverse, two of them with turns of one unit between leave all other units alone, which may
//! later use the same two flips ([`word`]). The words that leave fewest pieces wrong for their cost form a beam ([`beam`]). In the time that is
//! left, units are solved anew in the word of the others ([`rebuilding`]).

mod beam;
mod beginning;
mod breakpoints;
mod insertion;
mod measure;
mod moment;
mod neighbours;
mod rebuilding;
mod solving;
mod word;

#[cfg(test)]
mod tests;

pub use solving::{improve, solve};

/// The size of a globe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Globe {
    /// The number of rows, m+1.
    pub rows: usize,
    /// The number of columns that a flip turns over, n; there are twice as many.
    pub half: usize,
}

/// A move of a globe. Places are numbered row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A row turns by one column: each place gets what was in the next column, or backwards in the one before.
    Turn {
        /// The row.
        row: u16,
        /// Whether places get what was in the column before.
        backwards: bool,
    },
    /// The columns from this one on are turned over.
    Flip(u16),
}

impl Globe {
    /// The number of columns.
    pub fn columns(&self) -> usize {
        2 * self.half
    }

    /// The number of places.
    pub fn places(&self) -> usize {
        self.rows * self.columns()
    }

    /// For each place, the place whose content a step brings to it.
    pub fn list(&self, step: Step) -> Vec<u16> {
        let columns = self.columns();
        let mut list: Vec<u16> = (0..self.places() as u16).collect();
        match step {
            Step::Turn { row, backwards } => {
                let first = usize::from(row) * columns;
                for column in 0..columns {
                    let from = (column + if backwards { columns - 1 } else { 1 }) % columns;
                    list[first + column] = (first + from) as u16;
                }
            }
            Step::Flip(at) => {
                let at = usize::from(at);
                for row in (0..self.rows).filter(|&row| 2 * row + 1 != self.rows) {
                    for offset in 0..self.half {
                        let to = (at + offset) % columns;
                        let from = (at + self.half - 1 - offset) % columns;
                        list[row * columns + to] = ((self.rows - 1 - row) * columns + from) as u16;
                    }
                }
            }
        }
        list
    }

    /// The units: the upper and the lower row of each.
    fn units(&self) -> Vec<Unit> {
        (0..self.rows / 2).map(|top| Unit { rows: [top, self.rows - 1 - top] }).collect()
    }
}

/// Two rows that exchange pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Unit {
    rows: [usize; 2],
}

impl Unit {
    /// Its places, the upper row before the lower one.
    fn places(&self, globe: Globe) -> Vec<u16> {
        let columns = globe.columns();
        let row = |row: usize| (row * columns..(row + 1) * columns).map(|place| place as u16);
        self.rows.into_iter().flat_map(row).collect()
    }

    /// The labels of its places, of those of all.
    fn labels(&self, globe: Globe, labels: &[u16]) -> Vec<u16> {
        self.places(globe).into_iter().map(|place| labels[usize::from(place)]).collect()
    }
}

/// A state of a globe and what it should become.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The globe.
    pub globe: Globe,
    /// The label at each place, row by row.
    pub start: &'a [u16],
    /// The label that each place should have.
    pub goal: &'a [u16],
    /// The number of places that may differ from the goal.
    pub wildcards: usize,
}
