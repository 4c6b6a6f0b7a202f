//! Breadth-first search that fills a table row by row.
//!
//! Start at [`search`]. A row is one value of a coordinate that is reduced by symmetry. A turn maps a whole row to a whole row,
//! by one of a few permutations of its places. The table is therefore traversed in order, and each step accesses only cached
//! lines, whatever the size of the table.

use super::mod3::TwoBits;
use permutant_search::limits::{Control, StopReason};

/// States in rows.
pub trait Rows {
    /// Number of rows.
    fn rows(&self) -> usize;

    /// Places in a row, at most 2^16.
    fn width(&self) -> usize;

    /// Number of turns.
    fn turns(&self) -> usize;

    /// Where a turn takes a row: the row, and the place for each place.
    fn step(&self, row: usize, turn: usize) -> (usize, &[u16]);

    /// Gives the other names that the states of a row have: a row, and the place for each place.
    fn twins<'a>(&'a self, row: usize, give: impl FnMut(usize, &'a [u16]));
}

/// Backward steps that an entry not yet reached takes before it meets the last depth, about.
const STEPS_BACK: u64 = 5;

/// The distance of every state from place 0 of row 0, modulo 3, and the number of entries at each distance. The search runs
/// forward from the last depth while that is small, and backward from the unreached entries once few are left (Kociemba).
pub(super) fn search(
    graph: &impl Rows,
    control: &Control<'_>,
    mut on_depth: impl FnMut(u64),
) -> Result<(TwoBits, Vec<u64>), StopReason> {
    let (rows, width, turns) = (graph.rows(), graph.width(), graph.turns());
    let mut table = TwoBits::new(rows, width);
    let mut twins: Vec<(usize, &[u16])> = Vec::new();
    let mut here = Vec::new();
    let mut counts = vec![u64::from(table.fill(0, 0, 0))];
    graph.twins(0, |row, map| counts[0] += u64::from(table.fill(row, usize::from(map[0]), 0)));
    let mut left = (rows * width) as u64 - counts[0];
    while left > 0 {
        let depth = counts.len() - 1;
        let (last, next) = ((depth % 3) as u8, ((depth + 1) % 3) as u8);
        let mut count = 0u64;
        if left * STEPS_BACK < counts[depth] * turns as u64 {
            for row in 0..rows {
                if row % 1024 == 0
                    && let Some(reason) = control.interrupted()
                {
                    return Err(reason);
                }
                table.places(row, TwoBits::EMPTY, &mut here);
                // A state beyond the last depth has no neighbour that is nearer than that.
                for turn in 0..turns {
                    let (from, map) = graph.step(row, turn);
                    here.retain(|&at| {
                        let meets = table.get(from, usize::from(map[usize::from(at)])) == last;
                        if meets {
                            count += u64::from(table.fill(row, usize::from(at), next));
                        }
                        !meets
                    });
                }
            }
        } else {
            for row in 0..rows {
                if row % 1024 == 0
                    && let Some(reason) = control.interrupted()
                {
                    return Err(reason);
                }
                // Those three depths ago come too, and find nothing empty.
                table.places(row, last, &mut here);
                if here.is_empty() {
                    continue;
                }
                for turn in 0..turns {
                    let (to, map) = graph.step(row, turn);
                    twins.clear();
                    graph.twins(to, |row, map| twins.push((row, map)));
                    for &at in &here {
                        let at = usize::from(map[usize::from(at)]);
                        if table.fill(to, at, next) {
                            count += 1;
                            for &(row, map) in &twins {
                                count += u64::from(table.fill(row, usize::from(map[at]), next));
                            }
                        }
                    }
                }
            }
        }
        if count == 0 {
            break;
        }
        counts.push(count);
        left -= count;
        on_depth(left);
    }
    Ok((table, counts))
}
