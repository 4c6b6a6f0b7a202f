//! Boards of M rows and N columns without a blank: Rubik's torus, the Klein bottle, turning blocks.
//!
//! Start at [`torus`]. The positions are counted row by row from the top left; rows and columns are named from 1,
//! so `R1` is the top row. The torus is known as Loopover too; its group is the symmetric group unless M and N are
//! both odd, then the alternating one.

use super::parameters::{ParameterFault, size, size_and_number, within};
use super::plane_layouts::Layout;
use super::tracks::Tracks;
use crate::picture::Motion;

/// A row one step to the right, and a column one step down.
const RIGHT: Motion = Motion::Shift { by: [1.0, 0.0] };
const DOWN: Motion = Motion::Shift { by: [0.0, 1.0] };

/// `torus:MxN`. `R1` … `RM` shift a row to the right, `C1` … `CN` a column down, what leaves coming in again at the
/// other end.
pub(super) fn torus(parameters: &str) -> Result<(String, Tracks), ParameterFault> {
    let [rows, columns] = size(parameters)?;
    let mut tracks = Tracks::new(rows * columns, rows + columns, || Layout::board(rows, columns))?;
    for row in 0..rows {
        tracks.add(format!("R{}", row + 1), [row_of(row, columns)], RIGHT);
    }
    add_columns(&mut tracks, rows, columns);
    Ok((format!("torus:{rows}x{columns}"), tracks))
}

/// `klein:MxN`. The left and right edges are glued upside down: row r goes on as row M + 1 - r, and the two are one
/// track of 2N positions, or of N where they are the same row. `R1` … shift the track to which that row belongs to the
/// right; `C1` … `CN` shift a column down, as on the torus.
pub(super) fn klein(parameters: &str) -> Result<(String, Tracks), ParameterFault> {
    let [rows, columns] = size(parameters)?;
    let lines = rows.div_ceil(2);
    let mut tracks = Tracks::new(rows * columns, lines + columns, || Layout::board(rows, columns))?;
    for row in 0..lines {
        let mut track = row_of(row, columns);
        let below = rows - 1 - row;
        if below != row {
            track.extend(row_of(below, columns));
        }
        tracks.add(format!("R{}", row + 1), [track], RIGHT);
    }
    add_columns(&mut tracks, rows, columns);
    Ok((format!("klein:{rows}x{columns}"), tracks))
}

/// `rotate:MxN,K`. Each block of K × K positions turns a quarter clockwise: `r1c2` is the block whose upper left
/// position is in row 1 and column 2.
pub(super) fn turning_blocks(parameters: &str) -> Result<(String, Tracks), ParameterFault> {
    let ([rows, columns], side) = size_and_number(parameters)?;
    within("the side of a block", side, 2, rows.min(columns))?;
    let (down, across) = (rows - side + 1, columns - side + 1);
    let mut tracks = Tracks::new(rows * columns, down * across, || Layout::board(rows, columns))?;
    for (top, left) in (0..down).flat_map(|top| (0..across).map(move |left| (top, left))) {
        let at = |row: usize, column: usize| (top + row) * columns + left + column;
        // One of each four positions that a quarter turn exchanges: a ⌊K/2⌋ × ⌈K/2⌉ corner of the block.
        let cycles = (0..side / 2).flat_map(|i| (0..side.div_ceil(2)).map(move |j| (i, j))).map(|(i, j)| {
            let last = side - 1;
            [at(i, j), at(j, last - i), at(last - i, last - j), at(last - j, i)]
        });
        let centre = [left, top].map(|start| start as f64 + side as f64 / 2.0);
        let turn = Motion::Turn { centre, degrees: 90.0 };
        tracks.add(format!("r{}c{}", top + 1, left + 1), cycles, turn);
    }
    Ok((format!("rotate:{rows}x{columns},{side}"), tracks))
}

/// The positions of a row, from left to right.
fn row_of(row: usize, columns: usize) -> Vec<usize> {
    (row * columns..(row + 1) * columns).collect()
}

fn add_columns(tracks: &mut Tracks, rows: usize, columns: usize) {
    for column in 0..columns {
        let down: Vec<usize> = (0..rows).map(|row| row * columns + column).collect();
        tracks.add(format!("C{}", column + 1), [down], DOWN);
    }
}
