//! Turns of blocks of layers, with rotations, as quarter turns of single layers of a cube that is held fast.
//!
//! Start at [`Rewriting::steps`]. Turning some layers of an axis does the same as turning all others backwards and rotating the whole
//! cube. Rotations cost nothing as long as later turns are made about the axes where they then are; at the end the cube must be held as
//! its goal is. The cheapest choice for all runs of turns about one axis is found over the 24 ways of holding the cube.

use super::recognise::CubeView;
use crate::solve_set::alphabet::Step;
use permutant_nxn::model::geometry::{self, Cell, POSITIVE};
use permutant_nxn::model::turn::Turn;
use std::collections::HashMap;

/// How the cube is held: by face of space, the face of the cube that is there.
type Held = [u8; 6];

/// The ways of holding a cube, and what rotations make of them.
#[derive(Clone, Debug)]
pub(super) struct Rewriting {
    held: Vec<Held>,
    numbers: HashMap<Held, usize>,
    /// By way, axis and quarters: the way afterwards.
    after: Vec<[[u8; 4]; 3]>,
}

/// What is known of the cheapest way to a point: the cost, the way before, and the base.
type Point = (u32, u8, u8);

const NEVER: u32 = u32::MAX;

/// Turns about one axis that follow each other, by layer.
type Run = (usize, Vec<u8>);

/// The cost of the amounts of a run less a base.
fn cost(amounts: &[u8], base: u8) -> u32 {
    amounts.iter().map(|&amount| [0, 1, 2, 1][usize::from((amount + 4 - base) % 4)]).sum()
}

fn runs(size: usize, turns: &[Turn]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for turn in turns {
        let axis = usize::from(turn.axis);
        if runs.last().is_none_or(|(last, _)| *last != axis) {
            runs.push((axis, vec![0; size]));
        }
        let Some((_, amounts)) = runs.last_mut() else { break };
        for amount in &mut amounts[usize::from(turn.from)..=usize::from(turn.to)] {
            *amount = (*amount + turn.amount) % 4;
        }
        if amounts.iter().all(|&amount| amount == 0) {
            runs.pop();
        }
    }
    runs
}

impl Rewriting {
    pub(super) fn new() -> Self {
        // By axis and face of space: the face from which a quarter turn of the whole cube brings what is there.
        let from = |axis: usize, face: usize| {
            let cell = Cell { face, row: 1, column: 1 };
            (0..3).fold(cell, |cell, _| geometry::quarter(3, axis, cell)).face
        };
        let first: Held = std::array::from_fn(|face| face as u8);
        let (mut held, mut numbers) = (vec![first], HashMap::from([(first, 0)]));
        let mut after = Vec::new();
        let mut at = 0;
        while at < held.len() {
            let mut row = [[0u8; 4]; 3];
            for (axis, entries) in row.iter_mut().enumerate() {
                let mut now = held[at];
                for entry in entries.iter_mut() {
                    let next = held.len();
                    let number = *numbers.entry(now).or_insert(next);
                    if number == next {
                        held.push(now);
                    }
                    *entry = number as u8;
                    now = std::array::from_fn(|face| now[from(axis, face)]);
                }
            }
            after.push(row);
            at += 1;
        }
        Rewriting { held, numbers, after }
    }

    /// The cheapest steps that do the same as the turns, after which the cube shows these faces to be held as at first; `None` if
    /// they are no way of holding a cube.
    pub(super) fn steps(&self, view: &CubeView, turns: &[Turn], shown: Held) -> Option<Vec<Step>> {
        let size = view.size;
        let mut runs = runs(size, turns);
        // Rotations at the end, where nothing cheaper leads to the goal.
        runs.extend([0, 1, 0].map(|axis| (axis, vec![0; size])));
        let aim = *self.numbers.get(&shown)?;
        let mut points: Vec<Vec<Point>> = Vec::with_capacity(runs.len());
        let mut now: Vec<u32> = (0..self.held.len()).map(|way| if way == 0 { 0 } else { NEVER }).collect();
        for (axis, amounts) in &runs {
            let costs: [u32; 4] = std::array::from_fn(|base| cost(amounts, base as u8));
            let mut next: Vec<Point> = vec![(NEVER, 0, 0); self.held.len()];
            for (way, &spent) in now.iter().enumerate().filter(|(_, spent)| **spent < NEVER) {
                for (base, more) in costs.iter().enumerate() {
                    let point = &mut next[usize::from(self.after[way][*axis][base])];
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
        let mut steps = Vec::new();
        for ((axis, amounts), (way, base)) in runs.iter().zip(choices.into_iter().rev()) {
            let face = usize::from(self.held[way][POSITIVE[*axis]]);
            let (axis, is_positive) = geometry::axis_of(face);
            for (layer, &amount) in amounts.iter().enumerate() {
                let amount = (amount + 4 - base) % 4;
                let (layer, amount) = match is_positive {
                    true => (layer, amount),
                    false => (size - 1 - layer, (4 - amount) % 4),
                };
                let quarter = view.quarter(axis, layer);
                match amount {
                    0 => {}
                    1 => steps.push(quarter),
                    2 => steps.extend([quarter, quarter]),
                    _ => steps.push(quarter.inverse()),
                }
            }
        }
        Some(steps)
    }
}
