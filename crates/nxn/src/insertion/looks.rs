//! What pieces look like, as small numbers that are compared with what the goal shows.

use super::grid::Grid;
use crate::model::geometry::{self, Cell};
use crate::model::orbit::{Orbit, SLOTS};
use std::collections::HashMap;

/// What a cell holds that is not followed, and what it has to hold.
const ANYTHING: u8 = u8::MAX;

/// By cell: what it holds, and what the goal shows there. Numbers are equal where pieces of one orbit look the same.
#[derive(Clone, Debug)]
pub(super) struct Looks {
    pub(super) start: Vec<u8>,
    pub(super) goal: Vec<u8>,
}

/// The looks of a cube with labels on its cells; `None` if its pieces are not those of the goal.
pub(super) fn looks(grid: &Grid, start: &[u16], goal: &[u16]) -> Option<Looks> {
    let size = grid.size;
    let mut looks = Looks { start: vec![ANYTHING; start.len()], goal: vec![ANYTHING; goal.len()] };
    for orbit in Grid::orbits(size) {
        let cells: [Cell; SLOTS] = std::array::from_fn(|slot| orbit.cell(size, slot));
        let mut numbers: HashMap<Vec<u16>, u8> = HashMap::new();
        let mut left = [0i32; SLOTS];
        for (labels, looks, more) in [(goal, &mut looks.goal, 1), (start, &mut looks.start, -1)] {
            for cell in cells {
                let next = numbers.len();
                let number = *numbers.entry(shown(size, labels, cell)).or_insert(next as u8);
                looks[cell.index(size)] = number;
                *left.get_mut(usize::from(number))? += more;
            }
        }
        if left.iter().any(|&left| left != 0) {
            return None;
        }
    }
    Some(looks)
}

/// The labels of the piece on a cell.
fn shown(size: usize, labels: &[u16], cell: Cell) -> Vec<u16> {
    let others = geometry::neighbours(size, cell);
    std::iter::once(cell).chain(others).map(|cell| labels[cell.index(size)]).collect()
}

/// Whether no two pieces of an orbit look the same.
pub(super) fn are_distinct(grid: &Grid, goal: &[u8], orbit: Orbit) -> bool {
    let mut seen = [false; SLOTS];
    (0..SLOTS).all(|slot| {
        let look = goal[orbit.cell(grid.size, slot).index(grid.size)];
        !std::mem::replace(&mut seen[usize::from(look)], true)
    })
}
