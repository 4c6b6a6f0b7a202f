//! Boards of M rows and N columns: Rubik's torus, the Klein bottle, turning blocks, and, with a blank, the 15 puzzle
//! and its variant on a Möbius strip.
//!
//! Start at [`torus`] and [`slide`]. The positions are numbered row by row from the top left; rows and columns are
//! named from 1, so `R1` is the top row. The torus is also known as Loopover. Its group is the symmetric group, or
//! the alternating group if M and N are both odd.

use super::parameters::{ParameterError, size, size_and_number, within};
use super::plane_layouts::Layout;
use super::tracks::{Blank, Tracks};
use crate::picture::Motion;

/// The motions of a row one step to the right, and of a column one step down.
const RIGHT: Motion = Motion::Shift { by: [1.0, 0.0] };
const DOWN: Motion = Motion::Shift { by: [0.0, 1.0] };

/// `torus:MxN`. `R1` … `RM` shift a row to the right and `C1` … `CN` a column down; a piece that leaves at one end
/// returns at the other.
pub(super) fn torus(parameters: &str) -> Result<(String, Tracks), ParameterError> {
    let [rows, columns] = size(parameters)?;
    let layout = || Layout::glued(rows, columns, false, true);
    let mut tracks = Tracks::new(rows * columns, rows + columns, layout)?;
    for row in 0..rows {
        tracks.add(format!("R{}", row + 1), [row_of(row, columns)], RIGHT);
    }
    add_columns(&mut tracks, rows, columns);
    Ok((format!("torus:{rows}x{columns}"), tracks))
}

/// `klein:MxN`. The left and right edges are glued upside down: row r continues as row M + 1 - r. The two form one
/// track of 2N positions, or of N if they are the same row. `R1` … shift the track of that row to the right; `C1` …
/// `CN` shift a column down, as on the torus.
pub(super) fn klein(parameters: &str) -> Result<(String, Tracks), ParameterError> {
    let [rows, columns] = size(parameters)?;
    let lines = rows.div_ceil(2);
    let layout = || Layout::glued(rows, columns, true, true);
    let mut tracks = Tracks::new(rows * columns, lines + columns, layout)?;
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
pub(super) fn turning_blocks(parameters: &str) -> Result<(String, Tracks), ParameterError> {
    let ([rows, columns], side) = size_and_number(parameters)?;
    within("the side of a block", side, 2, rows.min(columns))?;
    let (down, across) = (rows - side + 1, columns - side + 1);
    let mut tracks = Tracks::new(rows * columns, down * across, || Layout::board(rows, columns))?;
    for (top, left) in (0..down).flat_map(|top| (0..across).map(move |left| (top, left))) {
        let at = |row: usize, column: usize| (top + row) * columns + left + column;
        // One of every four positions that a quarter turn permutes: a ⌊K/2⌋ × ⌈K/2⌉ corner of the block.
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

/// The greatest number of rows and columns of a board with a blank: columns are named by letters.
const MAX_SIDE: usize = 26;

/// `slide:MxN`, the 15 puzzle and others. The last position is the blank, which changes places with a neighbour. Each
/// pair of neighbours is a move named by both, as on a chessboard with `a1` in the upper left corner: `a1b1`, `a1a2`.
/// People write the direction in which a tile moves, `U D L R`. Sam Loyd did not invent the puzzle, but he made its
/// parity famous: half of all arrangements can be reached.
pub(super) fn slide(parameters: &str) -> Result<(String, Tracks), ParameterError> {
    let [rows, columns] = with_blank(parameters)?;
    Ok((format!("slide:{rows}x{columns}"), sliding(rows, columns, false)?))
}

/// `moebius:MxN`, the 15 puzzle on a Möbius strip: the left and right edges are glued upside down, so that a tile that
/// leaves row r on the left returns on the right in row M + 1 - r. If M + N is odd, half of all arrangements can be
/// reached, otherwise all of them (Wilson, 1974: the criterion is whether the graph of neighbours is bipartite). There
/// are at least three columns, so that no two positions are neighbours twice.
pub(super) fn moebius(parameters: &str) -> Result<(String, Tracks), ParameterError> {
    let [rows, columns] = with_blank(parameters)?;
    within("the number of columns", columns, 3, MAX_SIDE)?;
    Ok((format!("moebius:{rows}x{columns}"), sliding(rows, columns, true)?))
}

fn with_blank(parameters: &str) -> Result<[usize; 2], ParameterError> {
    let [rows, columns] = size(parameters)?;
    within("the number of rows", rows, 2, MAX_SIDE)?;
    within("the number of columns", columns, 2, MAX_SIDE)?;
    Ok([rows, columns])
}

fn sliding(rows: usize, columns: usize, is_twisted: bool) -> Result<Tracks, ParameterError> {
    let square = |at: usize| format!("{}{}", char::from(b'a' + (at % columns) as u8), at / columns + 1);
    let right_of = |at: usize| match (at % columns + 1 < columns, is_twisted) {
        (true, _) => Some(at + 1),
        (false, true) => Some((rows - 1 - at / columns) * columns),
        (false, false) => None,
    };
    let below = |at: usize| Some(at + columns).filter(|&below| below < rows * columns);
    let positions = rows * columns;
    let layout = || match is_twisted {
        true => Layout::glued(rows, columns, true, false),
        false => Layout::board(rows, columns),
    };
    let mut tracks = Tracks::new(positions, 2 * positions, layout)?;
    let none = || vec![None; positions];
    let (mut up, mut down, mut left, mut right) = (none(), none(), none(), none());
    for at in 0..positions {
        // A tile goes right into a blank on its right, and left into one on its left.
        if let Some(other) = right_of(at) {
            let name = square(at) + &square(other);
            tracks.add(&name, [[at, other]], Motion::Track);
            right[other] = Some(name.clone());
            left[at] = Some(name);
        }
        if let Some(other) = below(at) {
            let name = square(at) + &square(other);
            tracks.add(&name, [[at, other]], Motion::Track);
            down[other] = Some(name.clone());
            up[at] = Some(name);
        }
    }
    let directions = vec![("U", "D", up), ("D", "U", down), ("L", "R", left), ("R", "L", right)];
    // Neighbours have different colours of a chessboard, except across the twist if M + N is even.
    let is_even = !is_twisted || (rows + columns) % 2 == 1;
    tracks.set_blank(Blank { position: positions - 1, directions, is_even: Some(is_even) });
    Ok(tracks)
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
