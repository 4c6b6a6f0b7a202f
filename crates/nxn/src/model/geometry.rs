//! The positions of the stickers of an NxNxN cube in space, and their images under a quarter turn.
//!
//! Start at [`Cell`] and [`quarter`]. A cell is a face with a row and a column, as in the usual net. In space its centre has
//! odd or even coordinates from −(N − 1) to N − 1, with x towards R, y towards U and z towards F.

/// The faces in the order of facelet strings.
pub const FACES: [char; 6] = ['U', 'R', 'F', 'D', 'L', 'B'];

/// The number in [`FACES`] of the face at the positive end of each axis: R, U, F.
pub const POSITIVE: [usize; 3] = [1, 0, 2];

type Vector = [i32; 3];

/// Outward direction, direction of columns to the right and of rows downwards, by face.
const FRAMES: [[Vector; 3]; 6] = [
    [[0, 1, 0], [1, 0, 0], [0, 0, 1]],
    [[1, 0, 0], [0, 0, -1], [0, -1, 0]],
    [[0, 0, 1], [1, 0, 0], [0, -1, 0]],
    [[0, -1, 0], [1, 0, 0], [0, 0, -1]],
    [[-1, 0, 0], [0, 0, 1], [0, -1, 0]],
    [[0, 0, -1], [-1, 0, 0], [0, -1, 0]],
];

/// The place of a sticker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// Number of the face in [`FACES`].
    pub face: usize,
    /// The row from above, from 0.
    pub row: usize,
    /// The column from the left, from 0.
    pub column: usize,
}

impl Cell {
    /// The image of this cell under a clockwise quarter turn of its face.
    pub fn clockwise(self, size: usize) -> Cell {
        Cell { row: self.column, column: size - 1 - self.row, ..self }
    }

    /// The index of this cell in a facelet string.
    pub fn index(self, size: usize) -> usize {
        (self.face * size + self.row) * size + self.column
    }
}

fn dot(a: Vector, b: Vector) -> i32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Centre and outward direction of a cell.
fn place(size: usize, cell: Cell) -> (Vector, Vector) {
    let edge = size as i32 - 1;
    let [out, right, down] = FRAMES[cell.face];
    let (across, along) = (2 * cell.column as i32 - edge, 2 * cell.row as i32 - edge);
    (std::array::from_fn(|axis| out[axis] * edge + right[axis] * across + down[axis] * along), out)
}

/// The cell with this centre and outward direction.
fn cell_at(size: usize, centre: Vector, out: Vector) -> Cell {
    let edge = size as i32 - 1;
    let face = FRAMES.iter().position(|frame| frame[0] == out).expect("a direction of a face");
    let [_, right, down] = FRAMES[face];
    let steps = |along| ((dot(centre, along) + edge) / 2) as usize;
    Cell { face, row: steps(down), column: steps(right) }
}

/// A quarter turn, clockwise as seen from the positive end of the axis.
fn turned(axis: usize, [x, y, z]: Vector) -> Vector {
    match axis {
        0 => [x, z, -y], // F goes up
        1 => [-z, y, x], // F goes left
        _ => [y, -x, z], // U goes right
    }
}

/// The image of this cell under a clockwise quarter turn of its layer about an axis.
pub fn quarter(size: usize, axis: usize, cell: Cell) -> Cell {
    let (centre, out) = place(size, cell);
    cell_at(size, turned(axis, centre), turned(axis, out))
}

/// The other cells of the piece on this cell: none for a centre, one for an edge, two for a corner.
pub fn neighbours(size: usize, cell: Cell) -> Vec<Cell> {
    let (centre, _) = place(size, cell);
    let shows = |face: &usize| *face != cell.face && dot(centre, FRAMES[*face][0]) == size as i32 - 1;
    (0..6).filter(shows).map(|face| cell_at(size, centre, FRAMES[face][0])).collect()
}

/// The layer in which a cell lies along an axis, from 0 at the positive end.
pub fn layer(size: usize, axis: usize, cell: Cell) -> usize {
    let (centre, _) = place(size, cell);
    ((size as i32 - 1 - centre[axis]) / 2) as usize
}

/// The axis of a face, and whether it lies at the positive end.
pub fn axis_of(face: usize) -> (usize, bool) {
    let out = FRAMES[face][0];
    let axis = out.iter().position(|&part| part != 0).expect("a face has an axis");
    (axis, out[axis] > 0)
}

/// The face opposite to one.
pub fn opposite(face: usize) -> usize {
    (face + 3) % 6
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(size: usize) -> impl Iterator<Item = Cell> {
        (0..6).flat_map(move |face| {
            (0..size * size).map(move |at| Cell { face, row: at / size, column: at % size })
        })
    }

    #[test]
    fn four_quarters_are_a_whole_turn_and_faces_turn_clockwise() {
        for size in [2, 3, 4, 7] {
            for cell in cells(size) {
                for (axis, &positive) in POSITIVE.iter().enumerate() {
                    let four = (0..4).fold(cell, |at, _| quarter(size, axis, at));
                    assert_eq!(four, cell);
                    assert_eq!(layer(size, axis, quarter(size, axis, cell)), layer(size, axis, cell));
                    if positive == cell.face {
                        assert_eq!(quarter(size, axis, cell), cell.clockwise(size));
                        assert_eq!(layer(size, axis, cell), 0);
                    }
                    if opposite(positive) == cell.face {
                        assert_eq!(quarter(size, axis, cell).clockwise(size), cell);
                    }
                }
            }
        }
    }
}
