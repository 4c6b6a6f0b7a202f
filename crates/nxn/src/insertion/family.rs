//! Commutators that move few pieces, as grids of 3-cycles: rows by columns of layers that may take part.
//!
//! Start at [`families`]. Each pair of a row and a column makes 3-cycles of its own, so that the effects of several rows and columns add up.

use super::grid::{ELSEWHERE, Grid};
use crate::model::geometry;
use crate::model::turn::Turn;

/// A part of the word of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The rows that take part, by so many quarters.
    Rows(u8),
    /// The columns.
    Columns(u8),
    /// A turn of a face.
    Face(Turn),
}

/// The turns of a layer within the word of a family.
#[derive(Clone, Debug, Default)]
pub(super) struct Amounts {
    /// The amount by which it turns at the beginning of the word.
    pub(super) first: Option<u8>,
    /// The same at the end.
    pub(super) last: Option<u8>,
    /// Amounts in between.
    pub(super) within: Vec<u8>,
}

impl Amounts {
    fn of(parts: &[Part], amount: impl Fn(&Part) -> Option<u8>) -> Amounts {
        let [first, within @ .., last] = parts else { return Amounts::default() };
        Amounts {
            first: amount(first),
            last: amount(last),
            within: within.iter().filter_map(amount).collect(),
        }
    }
}

/// The 3-cycles of a row and a column: the content of each cell comes to the next one. Where there is no second one, or none at all, it is of
/// cells that are not followed.
pub(super) type Cycles = [[u16; 3]; 2];

pub(super) const NOTHING: Cycles = [[ELSEWHERE; 3]; 2];

/// One kind of commutator.
#[derive(Clone, Debug)]
pub(super) struct Family {
    pub(super) parts: Vec<Part>,
    /// The axis of rows and that of columns.
    pub(super) axes: [usize; 2],
    /// The number of rows, which are the layers from 1 on.
    pub(super) rows: usize,
    /// The number of columns, likewise; 1 if there are none to choose.
    pub(super) columns: usize,
    pub(super) row_amounts: Amounts,
    pub(super) column_amounts: Amounts,
    /// By row and column.
    cycles: Vec<Cycles>,
}

impl Family {
    fn new(grid: &Grid, axes: [usize; 2], columns: usize, parts: Vec<Part>) -> Family {
        let rows = grid.size - 2;
        let of_row = |part: &Part| if let Part::Rows(amount) = part { Some(*amount) } else { None };
        let of_column = |part: &Part| if let Part::Columns(amount) = part { Some(*amount) } else { None };
        let (row_amounts, column_amounts) = (Amounts::of(&parts, of_row), Amounts::of(&parts, of_column));
        Family {
            parts,
            axes,
            rows,
            columns,
            row_amounts,
            column_amounts,
            cycles: vec![NOTHING; rows * columns],
        }
    }

    /// The turns of some rows and columns.
    pub(super) fn turns(&self, rows: &[usize], columns: &[usize]) -> Vec<Turn> {
        let mut turns = Vec::new();
        for part in &self.parts {
            let layers = |axis: usize, lines: &[usize], amount: u8| -> Vec<Turn> {
                lines.iter().map(|line| Turn::layer(axis, line + 1, amount)).collect()
            };
            match *part {
                Part::Rows(amount) => turns.extend(layers(self.axes[0], rows, amount)),
                Part::Columns(amount) => turns.extend(layers(self.axes[1], columns, amount)),
                Part::Face(turn) => turns.push(turn),
            }
        }
        turns
    }

    /// The same between a turn of a face and its inverse; `None` if that says nothing new.
    fn after(&self, grid: &Grid, turn: Turn) -> Option<Family> {
        let is_same =
            |part: Option<&Part>| matches!(part, Some(Part::Face(other)) if other.axis == turn.axis);
        if is_same(self.parts.first()) || is_same(self.parts.last()) {
            return None;
        }
        let [first, last] = [turn, turn.inverse()].map(Part::Face);
        let parts = [&[first], &self.parts[..], &[last]].concat();
        let mut family = Family::new(grid, self.axes, self.columns, parts);
        for (place, cycles) in
            family.cycles.iter_mut().zip(&self.cycles).filter(|(_, cycles)| **cycles != NOTHING)
        {
            let before = |cell: u16| grid.image(&[turn.inverse()], cell);
            let is_followed = |cycle: &[u16; 3]| grid.is_followed(cycle[0]);
            *place = listed(cycles.iter().filter(|cycle| is_followed(cycle)).map(|cycle| cycle.map(before)));
        }
        (family.cycles != self.cycles).then_some(family)
    }

    /// The 3-cycles of a row and a column.
    #[inline]
    pub(super) fn cycles(&self, row: usize, column: usize) -> &Cycles {
        &self.cycles[row * self.columns + column]
    }

    /// Lists the 3-cycles of a row and a column, if their turns make one or two and move no other of these cells. Returns whether they do.
    fn list(&mut self, grid: &Grid, row: usize, column: usize, cells: &[u16]) -> bool {
        let turns = self.turns(&[row], &[column]);
        let Some(found) = cycles(grid, &turns, cells).filter(|found| (1..=2).contains(&found.len())) else {
            return false;
        };
        self.cycles[row * self.columns + column] = listed(found.into_iter());
        true
    }
}

/// One or two 3-cycles, written equally where they are equal.
fn listed(found: impl Iterator<Item = [u16; 3]>) -> Cycles {
    let mut cycles = NOTHING;
    cycles.iter_mut().zip(found).for_each(|(place, cycle)| *place = least_first(cycle));
    // What is not followed stays at the end.
    cycles.sort_unstable_by_key(|cycle| (cycle[0] == ELSEWHERE, *cycle));
    cycles
}

fn least_first([a, b, c]: [u16; 3]) -> [u16; 3] {
    [[a, b, c], [b, c, a], [c, a, b]].into_iter().min().unwrap_or([a, b, c])
}

/// The 3-cycles that turns make of the contents of some cells, if they make nothing else of them.
fn cycles(grid: &Grid, turns: &[Turn], cells: &[u16]) -> Option<Vec<[u16; 3]>> {
    let mut cycles: Vec<[u16; 3]> = Vec::new();
    for &cell in cells {
        let second = grid.image(turns, cell);
        if second == cell || cycles.iter().flatten().any(|&known| known == cell) {
            continue;
        }
        let third = grid.image(turns, second);
        if third == cell || grid.image(turns, third) != cell {
            return None;
        }
        cycles.push([cell, second, third]);
    }
    Some(cycles)
}

const QUARTERS: [u8; 2] = [1, 3];

/// The greatest size for which commutators between a turn of a face and its inverse are listed.
const MOST_CONJUGATED: usize = 12;

/// All families for a cube.
pub(super) fn families(grid: &Grid) -> Vec<Family> {
    let axes = (0..3).flat_map(|a| (0..3).map(move |b| [a, b])).filter(|[a, b]| a != b);
    let plain: Vec<Family> = axes.flat_map(|axes| centres(grid, axes)).chain(wings(grid)).collect();
    // Large cubes have enough places in the word instead.
    if grid.size > MOST_CONJUGATED {
        return plain;
    }
    let turns = (0..6).flat_map(|face| QUARTERS.map(|amount| Turn::face(grid.size, face, amount)));
    let conjugates = turns.flat_map(|turn| plain.iter().filter_map(move |family| family.after(grid, turn)));
    plain.iter().cloned().chain(conjugates).collect()
}

/// The commutators of inner layers about two axes, and those of a layer with one between turns of a face about the third axis.
fn centres(grid: &Grid, axes: [usize; 2]) -> Vec<Family> {
    let third = 3 - axes[0] - axes[1];
    let faces = (0..6).filter(|&face| geometry::axis_of(face).0 == third);
    let crossed = crossed(grid, axes);
    let mut families = Vec::new();
    for (s, u) in QUARTERS.into_iter().flat_map(|s| QUARTERS.map(|u| (s, u))) {
        let (row, unrow) = (Part::Rows(s), Part::Rows(4 - s));
        let (column, uncolumn) = (Part::Columns(u), Part::Columns(4 - u));
        families.extend(crossing(grid, axes, &crossed, None, vec![row, column, unrow, uncolumn]));
        for turn in faces.clone().flat_map(|face| QUARTERS.map(|amount| Turn::face(grid.size, face, amount)))
        {
            let [there, back] = [turn, turn.inverse()].map(Part::Face);
            let orders = [
                vec![row, there, column, back, unrow, there, uncolumn, back],
                vec![there, column, back, row, there, uncolumn, back, unrow],
            ];
            families.extend(
                orders.into_iter().filter_map(|parts| crossing(grid, axes, &crossed, Some(turn), parts)),
            );
        }
    }
    families
}

/// By row and column: the cells where they cross.
fn crossed(grid: &Grid, axes: [usize; 2]) -> Vec<Vec<u16>> {
    let inner = grid.size - 2;
    let mut crossed: Vec<Vec<u16>> = vec![Vec::new(); inner * inner];
    for cell in grid.cells().filter(|&cell| grid.is_followed(cell)) {
        let [row, column] = axes.map(|axis| grid.layer(axis, cell));
        if (1..=inner).contains(&row) && (1..=inner).contains(&column) {
            crossed[(row - 1) * inner + column - 1].push(cell);
        }
    }
    crossed
}

/// A family of inner layers that cross on two faces, or on one of them if a turn of the other comes between; `None` if it has no 3-cycle.
fn crossing(
    grid: &Grid,
    axes: [usize; 2],
    crossed: &[Vec<u16>],
    between: Option<Turn>,
    parts: Vec<Part>,
) -> Option<Family> {
    let inner = grid.size - 2;
    let mut family = Family::new(grid, axes, inner, parts);
    let meets = between.map(|turn| meeting(grid, axes, turn));
    let mut is_any = false;
    for (row, column) in (0..inner).flat_map(|row| (0..inner).map(move |column| (row, column))) {
        if meets.as_ref().is_some_and(|rows| rows[column] == Some(row)) {
            continue;
        }
        let turns = family.turns(&[row], &[column]);
        // Whatever the turns move comes through a cell where the layers cross.
        let through = |&cell: &u16| (0..turns.len()).map(move |cut| (cut, cell));
        let cells: Vec<u16> = (crossed[row * inner + column].iter().flat_map(through))
            .map(|(cut, cell)| grid.image(&turns[cut..], cell))
            .collect();
        is_any |= family.list(grid, row, column, &cells);
    }
    is_any.then_some(family)
}

/// By column: the row that meets all of it on a face after a turn of that face.
fn meeting(grid: &Grid, axes: [usize; 2], turn: Turn) -> Vec<Option<usize>> {
    let mut rows = vec![None; grid.size - 2];
    for cell in grid.cells() {
        // A cell on the face that the turn brings into a column.
        if !grid.is_followed(cell) || !grid.is_on_face(turn, cell) {
            continue;
        }
        let column = grid.layer(axes[1], grid.image(&[turn], cell));
        let row = grid.layer(axes[0], cell);
        if (1..=rows.len()).contains(&column) && (1..=rows.len()).contains(&row) {
            rows[column - 1] = Some(row - 1);
        }
    }
    rows
}

/// 3-cycles of wings: the commutators of an inner layer with a face between turns of another face.
fn wings(grid: &Grid) -> Vec<Family> {
    let faces: Vec<Turn> =
        (0..6).flat_map(|face| QUARTERS.map(|amount| Turn::face(grid.size, face, amount))).collect();
    let pairs = faces.iter().flat_map(|around| faces.iter().map(move |inside| (*around, *inside)));
    let mut families = Vec::new();
    for (around, inside) in pairs.filter(|(around, inside)| around.axis != inside.axis) {
        let [there, back] = [around, around.inverse()].map(Part::Face);
        let [forwards, backwards] = [inside, inside.inverse()].map(Part::Face);
        for (axis, amount) in (0..3).flat_map(|axis| QUARTERS.map(|amount| (axis, amount))) {
            let (row, unrow) = (Part::Rows(amount), Part::Rows(4 - amount));
            let orders = [
                vec![row, there, forwards, back, unrow, there, backwards, back],
                vec![there, forwards, back, row, there, backwards, back, unrow],
            ];
            families.extend(orders.into_iter().filter_map(|parts| of_wings(grid, axis, parts)));
        }
    }
    families
}

/// A family of 3-cycles of wings; `None` if its commutators move anything else.
fn of_wings(grid: &Grid, axis: usize, parts: Vec<Part>) -> Option<Family> {
    let mut family = Family::new(grid, [axis, axis], 1, parts);
    for layer in grid.free_layers() {
        let turns = family.turns(&[layer - 1], &[]);
        let moved: Vec<u16> = grid.cells().filter(|&cell| grid.image(&turns, cell) != cell).collect();
        let followed: Vec<u16> = moved.iter().copied().filter(|&cell| grid.is_followed(cell)).collect();
        // A wing has two stickers, one of which is followed.
        if moved.len() != 6 || followed.len() != 3 || !family.list(grid, layer - 1, 0, &followed) {
            return None;
        }
    }
    Some(family)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_of_a_family_make_the_listed_cycles_and_nothing_else() {
        for size in 4..8 {
            let grid = Grid::new(size);
            let all = families(&grid);
            assert!(
                all.iter().any(|family| family.columns == 1) && all.iter().any(|family| family.columns > 1)
            );
            for family in &all {
                for (row, column) in
                    (0..family.rows).flat_map(|row| (0..family.columns).map(move |column| (row, column)))
                {
                    let listed = *family.cycles(row, column);
                    if listed == NOTHING {
                        continue;
                    }
                    let turns = family.turns(&[row], &[column]);
                    let mut images: Vec<u16> = grid.cells().collect();
                    for [a, b, c] in listed {
                        (images[usize::from(a)], images[usize::from(b)]) = (b, c);
                        images[usize::from(c)] = a;
                    }
                    for cell in grid.cells().filter(|&cell| family.columns > 1 || grid.is_followed(cell)) {
                        assert_eq!(grid.image(&turns, cell), images[usize::from(cell)], "{size}: {turns:?}");
                    }
                    let moved = grid.cells().filter(|&cell| grid.image(&turns, cell) != cell).count();
                    assert_eq!(
                        moved,
                        if family.columns == 1 {
                            6
                        } else {
                            listed.iter().filter(|cycle| cycle[0] != ELSEWHERE).count() * 3
                        }
                    );
                }
            }
        }
    }

    #[test]
    fn rows_and_columns_add_up() {
        let grid = Grid::new(7);
        for family in families(&grid).iter().filter(|family| family.columns > 1) {
            let (rows, columns) = ([0, 3], [1, 4]);
            let pairs = rows.iter().flat_map(|&row| columns.map(|column| (row, column)));
            if pairs.clone().any(|(row, column)| *family.cycles(row, column) == NOTHING) {
                continue;
            }
            let mut images: Vec<u16> = grid.cells().collect();
            for [a, b, c] in pairs.flat_map(|(row, column)| *family.cycles(row, column)) {
                (images[usize::from(a)], images[usize::from(b)]) = (b, c);
                images[usize::from(c)] = a;
            }
            let turns = family.turns(&rows, &columns);
            assert!(
                grid.cells().all(|cell| grid.image(&turns, cell) == images[usize::from(cell)]),
                "{turns:?}"
            );
        }
    }
}
