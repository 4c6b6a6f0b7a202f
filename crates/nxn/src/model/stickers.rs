//! An NxNxN cube of any size as its stickers: a turn of a layer takes time proportional to N, not to its square.
//!
//! Start at [`Stickers`]. Turning a face does not copy it; the face stores its rotation. The caller decides what a sticker
//! holds: a colour, or a distinct number for each sticker (the supercube).

use crate::model::geometry::{self, Cell};
use crate::model::turn::Turn;

/// A cube of size N with something on each of its 6N² stickers.
#[derive(Clone, Debug)]
pub struct Stickers<T> {
    size: usize,
    /// By face, row by row, as before the turns of the face.
    faces: [Vec<T>; 6],
    /// The number of clockwise quarter turns of each face since then.
    turned: [u8; 6],
}

/// The cells of a strip of a face in its storage: the first one and the step to the next.
struct Strip {
    face: usize,
    first: usize,
    step: isize,
}

impl Strip {
    fn at(&self, along: usize) -> usize {
        self.first.wrapping_add_signed(self.step * along as isize)
    }
}

impl<T: Copy> Stickers<T> {
    /// A cube from the contents of its cells, face by face in the order U R F D L B, row by row. `None` unless there
    /// are 6N² of them for some N.
    pub fn new(cells: &[T]) -> Option<Self> {
        let size = (cells.len() / 6).isqrt();
        if size == 0 || 6 * size * size != cells.len() {
            return None;
        }
        let face = |face: usize| cells[face * size * size..(face + 1) * size * size].to_vec();
        Some(Stickers { size, faces: std::array::from_fn(face), turned: [0; 6] })
    }

    /// N.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The index at which a cell is stored, which depends on how its face is turned.
    fn stored(&self, cell: Cell) -> usize {
        let edge = self.size - 1;
        let Cell { face, row, column } = cell;
        let (row, column) = match self.turned[face] % 4 {
            0 => (row, column),
            1 => (edge - column, row),
            2 => (edge - row, edge - column),
            _ => (column, edge - row),
        };
        row * self.size + column
    }

    /// The content of a cell.
    pub fn get(&self, cell: Cell) -> T {
        self.faces[cell.face][self.stored(cell)]
    }

    /// The contents of all cells, in the order of facelet strings. O(N²).
    pub fn cells(&self) -> Vec<T> {
        let size = self.size;
        let cell = |at: usize| Cell { face: at / (size * size), row: at / size % size, column: at % size };
        (0..6 * size * size).map(|at| self.get(cell(at))).collect()
    }

    /// The same cube with renamed contents of its stickers. O(N²).
    pub fn renamed(mut self, name: impl Fn(T) -> T) -> Self {
        self.faces.iter_mut().flatten().for_each(|what| *what = name(*what));
        self
    }

    /// The strip where a layer meets a face, which consists of the values of `cell` at 0, 1, 2, ….
    fn strip(&self, cell: impl Fn(usize) -> Cell) -> Strip {
        let first = self.stored(cell(0));
        let step = if self.size > 1 { self.stored(cell(1)) as isize - first as isize } else { 0 };
        Strip { face: cell(0).face, first, step }
    }

    /// A clockwise quarter turn of one layer, any number of times. O(N).
    fn turn_layer(&mut self, axis: usize, layer: usize, amount: u8) {
        let (size, amount) = (self.size, amount % 4);
        // A cell of this layer by its distance along the strip, on a face around the axis. On each face the layer is
        // parallel to a row or a column.
        let first = |along: usize| match axis {
            0 => Cell { face: 2, row: along, column: size - 1 - layer },
            1 => Cell { face: 2, row: layer, column: along },
            _ => Cell { face: 0, row: size - 1 - layer, column: along },
        };
        let strips: [Strip; 4] = std::array::from_fn(|quarters| {
            self.strip(|along| {
                (0..quarters).fold(first(along), |cell, _| geometry::quarter(size, axis, cell))
            })
        });
        for along in 0..size {
            let old: [T; 4] = std::array::from_fn(|n| self.faces[strips[n].face][strips[n].at(along)]);
            for (n, what) in old.into_iter().enumerate() {
                let strip = &strips[(n + usize::from(amount)) % 4];
                self.faces[strip.face][strip.at(along)] = what;
            }
        }
        let positive = geometry::POSITIVE[axis];
        if layer == 0 {
            self.turned[positive] = (self.turned[positive] + amount) % 4;
        }
        if layer == size - 1 {
            let face = geometry::opposite(positive);
            self.turned[face] = (self.turned[face] + 4 - amount) % 4;
        }
    }

    /// Makes a turn. O(N) for each of its layers.
    pub fn turn(&mut self, turn: Turn) {
        for layer in usize::from(turn.from)..=usize::from(turn.to).min(self.size - 1) {
            self.turn_layer(usize::from(turn.axis), layer, turn.amount);
        }
    }

    /// Makes turns in order.
    pub fn turns<'t>(&mut self, turns: impl IntoIterator<Item = &'t Turn>) {
        for turn in turns {
            self.turn(*turn);
        }
    }
}

impl Stickers<u8> {
    /// The solved cube: each sticker holds the number of its face.
    pub fn solved(size: usize) -> Self {
        Stickers { size, faces: std::array::from_fn(|face| vec![face as u8; size * size]), turned: [0; 6] }
    }

    /// Whether every face is of one colour. O(N²).
    pub fn is_solved(&self) -> bool {
        self.faces.iter().all(|face| face.iter().all(|colour| *colour == face[0]))
    }
}

impl<T: Copy + PartialEq> PartialEq for Stickers<T> {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.cells() == other.cells()
    }
}
