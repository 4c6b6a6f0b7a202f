//! Turns of blocks of layers, with rotations, as turns of single layers of a cube that is held fast.
//!
//! Start at [`held_fast`]. Turning some layers of an axis does the same as turning all others backwards and rotating the whole
//! cube. Rotations cost nothing as long as later turns are made about the axes where they then are; at the end the cube must be held as
//! its goal is. The cheapest choice for all runs of turns about one axis is found over the 24 ways of holding the cube.

use super::geometry::{self, Cell, POSITIVE};
use super::turn::{Turn, quarters, runs};
use std::collections::HashMap;

/// How the cube is held: by face of space, the face of the cube that is there.
type Held = [u8; 6];

/// What is known of the cheapest way to a point: the cost, the way of holding the cube before, and the base.
type Point = (u32, u8, u8);

const NEVER: u32 = u32::MAX;

/// The ways of holding a cube, and what rotations make of them.
struct Ways {
    held: Vec<Held>,
    /// By way, axis and quarters: the way afterwards.
    after: Vec<[[u8; 4]; 3]>,
    numbers: HashMap<Held, usize>,
}

impl Ways {
    fn new() -> Self {
        // By axis and face of space: the face from which a quarter turn of the whole cube brings what is there.
        let from = |axis: usize, face: usize| {
            let cell = Cell { face, row: 1, column: 1 };
            (0..3).fold(cell, |cell, _| geometry::quarter(3, axis, cell)).face
        };
        let first: Held = std::array::from_fn(|face| face as u8);
        let mut ways = Ways { held: vec![first], after: Vec::new(), numbers: HashMap::from([(first, 0)]) };
        let mut at = 0;
        while at < ways.held.len() {
            let mut row = [[0u8; 4]; 3];
            for (axis, entries) in row.iter_mut().enumerate() {
                let mut now = ways.held[at];
                for entry in entries.iter_mut() {
                    let next = ways.held.len();
                    let number = *ways.numbers.entry(now).or_insert(next);
                    if number == next {
                        ways.held.push(now);
                    }
                    *entry = number as u8;
                    now = std::array::from_fn(|face| now[from(axis, face)]);
                }
            }
            ways.after.push(row);
            at += 1;
        }
        ways
    }
}

/// The cost of the amounts of a run less a base.
fn cost(amounts: &[u8], base: u8) -> u32 {
    amounts.iter().map(|&amount| quarters(amount + 4 - base)).sum()
}

/// The turns of single layers of a cube of this size that do the same at the least number of quarter turns, after turns at whose end
/// the faces of space show these faces of the cube, so that each face is where it was; `None` if that is no way of holding a cube.
pub fn held_fast(size: usize, turns: &[Turn], shown: [u8; 6]) -> Option<Vec<Turn>> {
    let ways = Ways::new();
    let mut runs: Vec<(usize, Vec<u8>)> =
        runs(size, turns).into_iter().map(|run| (usize::from(run.axis), run.amounts)).collect();
    // Rotations at the end, where nothing cheaper leads to the goal.
    runs.extend([0, 1, 0].map(|axis| (axis, vec![0; size])));
    let aim = *ways.numbers.get(&shown)?;
    let mut points: Vec<Vec<Point>> = Vec::with_capacity(runs.len());
    let mut now: Vec<u32> = (0..ways.held.len()).map(|way| if way == 0 { 0 } else { NEVER }).collect();
    for (axis, amounts) in &runs {
        let costs: [u32; 4] = std::array::from_fn(|base| cost(amounts, base as u8));
        let mut next: Vec<Point> = vec![(NEVER, 0, 0); ways.held.len()];
        for (way, &spent) in now.iter().enumerate().filter(|(_, spent)| **spent < NEVER) {
            for (base, more) in costs.iter().enumerate() {
                let point = &mut next[usize::from(ways.after[way][*axis][base])];
                if spent + more < point.0 {
                    *point = (spent + more, way as u8, base as u8);
                }
            }
        }
        now = next.iter().map(|point| point.0).collect();
        points.push(next);
    }
    let mut choices = Vec::with_capacity(runs.len());
    let mut way = aim;
    for point in points.iter().rev() {
        let (spent, before, base) = point[way];
        if spent == NEVER {
            return None;
        }
        choices.push((usize::from(before), base));
        way = usize::from(before);
    }
    let mut fast = Vec::new();
    for ((axis, amounts), (way, base)) in runs.iter().zip(choices.into_iter().rev()) {
        let face = usize::from(ways.held[way][POSITIVE[*axis]]);
        let (axis, is_positive) = geometry::axis_of(face);
        for (layer, &amount) in amounts.iter().enumerate() {
            let amount = (amount + 4 - base) % 4;
            let (layer, amount) = match is_positive {
                true => (layer, amount),
                false => (size - 1 - layer, (4 - amount) % 4),
            };
            if amount > 0 {
                fast.push(Turn::layer(axis, layer, amount));
            }
        }
    }
    Some(fast)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::stickers::Stickers;

    #[test]
    fn a_block_of_many_layers_is_made_by_the_others() {
        let four = Turn { axis: 0, from: 0, to: 3, amount: 1 };
        let mut end = Stickers::solved(5);
        end.turns(&[Turn::layer(0, 4, 1), four]);
        let shown = std::array::from_fn(|face| end.cells()[25 * face]);
        assert_eq!(held_fast(5, &[four], shown), Some(vec![Turn::layer(0, 4, 3)]));
        // A mirror image.
        assert_eq!(held_fast(5, &[four], [3, 1, 2, 0, 4, 5]), None);
    }

    #[test]
    fn fixed_centres_come_home_by_turns_of_single_layers() {
        // Any turns of a 3x3x3, and what they leave where the cube is held differently.
        let mut at = 3;
        for _ in 0..30 {
            let mut cube = Stickers::solved(3);
            let mut turns = Vec::new();
            for _ in 0..8 {
                at = at * 75 % 65_537;
                let (from, to) = (at % 3, at / 3 % 3);
                let (from, to) = (from.min(to) as u16, from.max(to) as u16);
                turns.push(Turn { axis: (at / 9 % 3) as u8, from, to, amount: 1 + (at / 27 % 3) as u8 });
            }
            cube.turns(&turns);
            let back = super::super::turn::inverse(&turns);
            let rotation = Turn { axis: (at % 3) as u8, from: 0, to: 2, amount: (at / 7 % 4) as u8 };
            let solution = [&back[..], &[rotation]].concat();
            let mut end = cube.clone();
            end.turns(&solution);
            let shown = std::array::from_fn(|face| end.cells()[9 * face]);
            let fast = held_fast(3, &solution, shown).unwrap();
            assert!(fast.iter().all(|turn| turn.from == turn.to));
            cube.turns(&fast);
            assert_eq!(cube, Stickers::solved(3));
        }
    }
}
