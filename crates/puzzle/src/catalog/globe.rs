//! The globe of Kaggle's "Santa 2023": circles of latitude that turn and meridians that flip half of it.
//!
//! Start at [`globe`]. As in that contest, rows and columns are numbered from 0 and the moves are named `r0`, `f0`,
//! ….

use super::parameters::{MAX_POSITIONS, ParameterError, list, within};
use super::plane_layouts::Layout;
use super::tracks::Tracks;
use crate::picture::Motion;

/// `globe:A,B`: A + 1 rows of 2B positions, counted row by row. `rI` turns row I by one to the left. `fJ` turns over
/// the half of B columns that begins with column J: row I is exchanged with row A - I, with the columns in reverse
/// order. If A is even, this does not affect the middle row (the equator).
pub(super) fn globe(parameters: &str) -> Result<(String, Tracks), ParameterError> {
    let [last, half] = list(parameters, "A,B")?;
    within("A, the number of rows less one,", last, 1, MAX_POSITIONS / 2)?;
    within("B, half the number of columns,", half, 1, MAX_POSITIONS / 4)?;
    let width = 2 * half;
    let mut tracks = Tracks::new((last + 1) * width, last + 1 + width, || Layout::polar(last + 1, width))?;
    for row in 0..=last {
        let back: Vec<usize> = (row * width..(row + 1) * width).rev().collect();
        let turn = Motion::Turn { centre: [0.0; 2], degrees: -360.0 / width as f64 };
        tracks.add(format!("r{row}"), [back], turn);
    }
    for first in 0..width {
        let at = |row: usize, column: usize| row * width + (first + column) % width;
        let upper = last.div_ceil(2);
        let pairs = (0..upper).flat_map(|row| {
            (0..half).map(move |column| [at(row, column), at(last - row, half - 1 - column)])
        });
        tracks.add(format!("f{first}"), pairs, Motion::Track);
    }
    Ok((format!("globe:{last},{half}"), tracks))
}
