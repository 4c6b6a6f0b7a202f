//! The state of a listed cube as one that is solved when each face has one colour.
//!
//! Start at [`as_colours`]. A piece is known by the labels that it shows where it is solved, whatever these are: letters in patterns, or a
//! label for each place. It gets the colours of the faces on which it is solved.

use super::recognise::CubeView;
use permutant_nxn::model::geometry::{self, Cell};
use std::collections::HashMap;

fn cell_at(size: usize, index: usize) -> Cell {
    let area = size * size;
    Cell { face: index / area, row: index / size % size, column: index % size }
}

/// The cells to which turns of faces can bring a cell on its own face, by the least of them.
fn kind(size: usize, cell: Cell) -> (usize, usize) {
    let mut least = (cell.row, cell.column);
    let mut at = cell;
    for _ in 0..3 {
        at = at.clockwise(size);
        least = least.min((at.row, at.column));
    }
    least
}

/// By cell: the cells of its piece, from this one clockwise, which for corners turns keep.
pub(super) fn pieces(size: usize) -> Vec<Vec<usize>> {
    let mut pieces: Vec<Vec<usize>> = vec![Vec::new(); 6 * size * size];
    let index = |cell: Cell| cell.index(size);
    for (at, piece) in pieces.iter_mut().enumerate() {
        let others = geometry::neighbours(size, cell_at(size, at));
        if others.len() < 2 {
            *piece = std::iter::once(at).chain(others.into_iter().map(index)).collect();
        }
    }
    // A corner in one order, and what quarter turns make of it.
    let first = Cell { face: 0, row: 0, column: 0 };
    let mut waiting =
        vec![std::iter::once(first).chain(geometry::neighbours(size, first)).collect::<Vec<Cell>>()];
    while let Some(corner) = waiting.pop() {
        if pieces[index(corner[0])].is_empty() {
            pieces[index(corner[0])] = corner.iter().copied().map(index).collect();
            let turned = |axis| corner.iter().map(|&cell| geometry::quarter(size, axis, cell)).collect();
            waiting.extend((0..3).map(turned));
            // The same corner from its next cell.
            waiting.push(vec![corner[1], corner[2], corner[0]]);
        }
    }
    pieces
}

/// By cell: the cell where its content belongs, if only centres are out of place.
pub(super) fn homes_of_centres(view: &CubeView, state: &[u16], goal: &[u16]) -> Option<Vec<u32>> {
    let size = view.size;
    let cells = 0..6 * size * size;
    let shown = |labels: &[u16], cell: usize| (kind(size, cell_at(size, cell)), labels[view.place_of[cell]]);
    let mut free: HashMap<_, Vec<usize>> = HashMap::new();
    for cell in cells.clone().filter(|&cell| shown(state, cell) != shown(goal, cell)) {
        if !geometry::neighbours(size, cell_at(size, cell)).is_empty() {
            return None;
        }
        free.entry(shown(goal, cell)).or_default().push(cell);
    }
    let home = |cell: usize| match shown(state, cell) == shown(goal, cell) {
        true => Some(cell as u32),
        false => free.get_mut(&shown(state, cell))?.pop().map(|home| home as u32),
    };
    cells.map(home).collect()
}

/// The colour of each cell, as the number of its face, if the labels of the state are those of the pieces of the goal. If two corners or
/// two middle edges look the same, only one of the two ways of telling them apart can be solved; `exchanged` is the other one, and
/// `None` if there is none.
pub(super) fn as_colours(view: &CubeView, start: &[u16], goal: &[u16], exchanged: bool) -> Option<Vec<u8>> {
    let size = view.size;
    let area = size * size;
    let label = |labels: &[u16], cell: usize| labels[view.place_of[cell]];
    let pieces = pieces(size);
    let shown = |labels: &[u16], cell: usize| -> (usize, (usize, usize), Vec<u16>) {
        let piece = &pieces[cell];
        (
            piece.len(),
            kind(size, cell_at(size, cell)),
            piece.iter().map(|&cell| label(labels, cell)).collect(),
        )
    };
    let mut homes: HashMap<_, Vec<usize>> = HashMap::new();
    for cell in 0..6 * area {
        homes.entry(shown(goal, cell)).or_default().push(cell);
    }
    let mut colours: Vec<Option<u8>> = vec![None; 6 * area];
    let mut is_taken = vec![false; 6 * area];
    // Pieces that are where they may stay, first: of those that look the same, they had better.
    for stays in [true, false] {
        for cell in 0..6 * area {
            if colours[cell].is_some() {
                continue;
            }
            let homes = homes.get(&shown(start, cell))?;
            let is_near = |home: usize| match pieces[cell].len() {
                1 => home / area == cell / area,
                _ => home == cell,
            };
            let free = |&&home: &&usize| !is_taken[home] && (!stays || is_near(home));
            let Some(&home) = homes.iter().find(free) else {
                if stays {
                    continue;
                }
                return None;
            };
            for (&from, &to) in pieces[cell].iter().zip(&pieces[home]) {
                colours[from] = Some((to / area) as u8);
                is_taken[to] = true;
            }
        }
    }
    let mut colours: Vec<u8> = colours.into_iter().collect::<Option<_>>()?;
    if exchanged {
        let mut known: HashMap<_, usize> = HashMap::new();
        let whole =
            |cell: &usize| kind(size, cell_at(size, *cell)) == (0, size / 2) || pieces[*cell].len() == 3;
        let is_other = |one: usize, other: usize| !pieces[one].contains(&other);
        let twins = (0..6 * area).filter(whole).find_map(|cell| {
            let other = *known.entry(shown(start, cell)).or_insert(cell);
            is_other(other, cell).then_some((other, cell))
        });
        let (one, other) = twins?;
        pieces[one].iter().zip(&pieces[other]).for_each(|(&one, &other)| colours.swap(one, other));
    }
    Some(colours)
}
