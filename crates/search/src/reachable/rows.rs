//! Reachable states as rows of places, and how moves carry them: what a count walks on.
//!
//! Start at [`Rows`]. To make a move is one look-up for the row, which also names the map of places, and one in that
//! map; all states of a row move with the same two. Under symmetries only one row of each class is there, and stands
//! for as many rows as its weight says; a step that leaves it comes back through the symmetry that leads to the row
//! which is there, worked into its map.

use super::row_set::Fingerprint;

/// Tells these fingerprints from others, and changes whenever equal rows would be counted otherwise.
const PURPOSE: u64 = u64::from_le_bytes(*b"rows v1 ");

/// Where a move leads from a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The row.
    pub row: u32,
    /// The map that says where each place goes.
    pub map: u32,
}

/// Maps of places, all of one width; small places in two bytes.
#[derive(Clone, Debug)]
pub enum Maps {
    /// Up to 65 536 places.
    Narrow(Vec<u16>),
    /// More.
    Wide(Vec<u32>),
}

/// A place of a row as a table keeps it.
pub trait Place: Copy + Send + Sync {
    /// As an index.
    fn index(self) -> usize;
    /// From an index that fits.
    fn new(index: usize) -> Self;
}

impl Place for u16 {
    #[inline]
    fn index(self) -> usize {
        usize::from(self)
    }
    #[inline]
    fn new(index: usize) -> Self {
        index as u16
    }
}

impl Place for u32 {
    #[inline]
    fn index(self) -> usize {
        self as usize
    }
    #[inline]
    fn new(index: usize) -> Self {
        index as u32
    }
}

impl Maps {
    /// Of values below `width`.
    pub(crate) fn new(width: usize, values: impl Iterator<Item = u32>) -> Self {
        if width <= 1 << 16 {
            Maps::Narrow(values.map(|value| value as u16).collect())
        } else {
            Maps::Wide(values.collect())
        }
    }

    fn get(&self, at: usize) -> usize {
        match self {
            Maps::Narrow(values) => values[at].index(),
            Maps::Wide(values) => values[at].index(),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Maps::Narrow(values) => size_of_val(&values[..]),
            Maps::Wide(values) => size_of_val(&values[..]),
        }
    }
}

/// Rows of states.
#[derive(Clone, Debug)]
pub struct Rows {
    pub(crate) width: usize,
    pub(crate) moves: usize,
    /// `steps[row * moves + m]`.
    pub(crate) steps: Vec<Step>,
    /// `maps[map * width + place]`.
    pub(crate) maps: Maps,
    /// Row and place of the solved state.
    pub(crate) solved: (usize, usize),
    /// How many rows each row stands for. Empty: itself alone.
    pub(crate) weights: Vec<u32>,
    /// By row: maps that carry it to itself by a symmetry. A set of states is closed under them. Empty: none.
    pub(crate) itself: Vec<Vec<u32>>,
    /// By step: the symmetry that is worked into its map. Empty: none.
    pub(crate) turned: Vec<u16>,
    /// Number of rows that all rows stand for.
    pub(crate) all_rows: u64,
}

impl Rows {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.steps.len().checked_div(self.moves).unwrap_or(1)
    }

    /// Whether there are none: never, as one holds the solved state.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Places of each row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of moves.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// Number of states that the places stand for.
    pub fn size(&self) -> u64 {
        self.all_rows * self.width as u64
    }

    /// Row and place of the solved state.
    pub fn solved(&self) -> (usize, usize) {
        self.solved
    }

    /// Where the moves lead from a row.
    #[inline]
    pub fn steps(&self, row: usize) -> &[Step] {
        &self.steps[row * self.moves..][..self.moves]
    }

    /// The maps of places.
    pub fn maps(&self) -> &Maps {
        &self.maps
    }

    /// How many rows a row stands for.
    #[inline]
    pub fn weight(&self, row: usize) -> u64 {
        self.weights.get(row).map_or(1, |&weight| weight.into())
    }

    /// Maps that carry a row to itself by a symmetry, other than by doing nothing.
    #[inline]
    pub fn itself(&self, row: usize) -> &[u32] {
        self.itself.get(row).map_or(&[], |maps| maps)
    }

    /// Row and place after a move, and the symmetry that was made after it.
    pub fn after(&self, (row, place): (usize, usize), m: usize) -> ((usize, usize), u16) {
        let at = row * self.moves + m;
        let step = self.steps[at];
        let place = self.maps.get(step.map as usize * self.width + place);
        ((step.row as usize, place), self.turned.get(at).copied().unwrap_or(0))
    }

    /// Stands for all of it: tables over equal rows mean the same.
    pub fn fingerprint(&self) -> [u8; 32] {
        let mut sum = Fingerprint::new(PURPOSE);
        sum.add_all([self.width, self.moves, self.solved.0, self.solved.1].map(|number| number as u64));
        sum.add_all(self.steps.iter().map(|step| u64::from(step.row) << 32 | u64::from(step.map)));
        match &self.maps {
            Maps::Narrow(values) => sum.add_all(
                values
                    .chunks(4)
                    .map(|four| four.iter().fold(0, |word, &value| word << 16 | u64::from(value))),
            ),
            Maps::Wide(values) => sum.add_all(values.iter().map(|&value| u64::from(value))),
        }
        sum.add_all(self.weights.iter().map(|&weight| u64::from(weight)));
        sum.bytes()
    }

    /// Bytes that the tables take.
    pub fn bytes(&self) -> usize {
        let itself = self.itself.iter().map(|maps| size_of::<Vec<u32>>() + 4 * maps.len()).sum::<usize>();
        size_of_val(&self.steps[..])
            + self.maps.bytes()
            + 4 * self.weights.len()
            + 2 * self.turned.len()
            + itself
    }
}
