//! The division of the search for one length into jobs, which are the states after a few turns at either end.
//!
//! Start at [`Jobs`]. A cube has the same jobs for every length, so the node counts of one length show where to search first in
//! the next. A job with many nodes is close to the solved cube in more ways and is more likely to contain a solution. Starting
//! with such jobs halves the number of nodes of the last length.

use super::cube_pair::Machine;
use super::node::{Node, Step};
use super::search::ends;
use super::simd::Lanes;
use super::table::Table;
use crate::model::cubie::CubieCube;
use crate::model::moves::{Move, inverse, merge};
use crate::model::solution::GREATEST_LENGTH;
use crate::model::symmetry::Symmetry;
use std::collections::HashMap;

/// The lengths that are split, and the depth of the split.
#[derive(Clone, Copy, Debug)]
pub(super) struct Split {
    /// Shorter lengths are one job.
    pub(super) from: u8,
    /// Turns before the start of a job.
    pub(super) turns: u8,
}

impl Split {
    /// About 43 000 jobs.
    pub(super) const USUAL: Split = Split { from: 13, turns: 4 };
}

/// The start of a search: a state after a few turns.
#[derive(Clone, Debug)]
pub(super) struct Job<L> {
    pub(super) node: Node<L>,
    pub(super) steps: Vec<Step>,
    /// States that the search of the length before has come to.
    visited: u64,
}

/// The jobs of a cube.
#[derive(Debug)]
pub(super) struct Jobs<L> {
    split: Split,
    /// See [`symmetries`].
    symmetries: Vec<(Symmetry, bool)>,
    whole: [Job<L>; 1],
    /// Made when a length first needs them.
    parts: Vec<Job<L>>,
    /// The length that `visited` is about.
    last: Option<u8>,
}

/// The turns at the beginning and at the end of a sequence.
type Ends = [Vec<Move>; 2];

impl<L: Lanes> Jobs<L> {
    /// Jobs for all solutions of a cube. With `fold`, only one of the jobs that are images of each other under a symmetry of the
    /// cube; solutions that are images of others may then be missing.
    pub(super) fn new(
        machine: &Machine<'_, L>,
        table: &Table<'_>,
        cube: &CubieCube,
        split: Split,
        fold: bool,
    ) -> Self {
        let start = machine.pair(cube);
        let bounds = machine.bounds(table, &start);
        let node = Node::first(machine.cost_two, start, GREATEST_LENGTH as u8, bounds);
        let symmetries = if fold { symmetries(cube) } else { Vec::new() };
        let whole = Job { node, steps: Vec::new(), visited: 0 };
        Jobs { split, symmetries, whole: [whole], parts: Vec::new(), last: None }
    }

    /// The jobs of a length with their numbers; with `likely_first`, those that are likely to have a solution come first.
    pub(super) fn of_length(
        &mut self,
        machine: &Machine<'_, L>,
        table: &Table<'_>,
        length: u8,
        likely_first: bool,
    ) -> Vec<(usize, Node<L>)> {
        if length >= self.split.from && self.parts.is_empty() {
            self.parts = self.split_up(machine, table);
        }
        let jobs = self.jobs(length);
        let mut order: Vec<usize> = (0..jobs.len()).collect();
        if likely_first && self.is_known_before(length) {
            order.sort_by_key(|&at| std::cmp::Reverse(jobs[at].visited));
        }
        let begin = |at: usize| {
            let made: u8 = jobs[at].steps.iter().map(|step| machine.cost(usize::from(step.1))).sum();
            Some((at, jobs[at].node.with_left(machine.cost_two, length - made)?))
        };
        order.into_iter().filter_map(begin).collect()
    }

    fn split_up(&self, machine: &Machine<'_, L>, table: &Table<'_>) -> Vec<Job<L>> {
        let mut parts = self.whole.to_vec();
        for _ in 0..self.split.turns {
            let children = parts.iter().flat_map(|before| {
                before.node.children(machine, table).into_iter().map(|node| {
                    let steps = before.steps.iter().copied().chain([node.step()]).collect();
                    Job { node, steps, visited: 0 }
                })
            });
            parts = children.collect();
        }
        if self.symmetries.len() > 1 { folded(machine.cost_two, parts, &self.symmetries) } else { parts }
    }

    /// Turns of a job.
    pub(super) fn steps(&self, length: u8, at: usize) -> &[Step] {
        &self.jobs(length)[at].steps
    }

    fn jobs(&self, length: u8) -> &[Job<L>] {
        if length < self.split.from { &self.whole } else { &self.parts }
    }

    /// The number of jobs of a length, before any is left out.
    pub(super) fn count(&self, length: u8) -> usize {
        self.jobs(length).len()
    }

    /// Whether the length before this one was searched, job by job: one less, or two where only every other length can
    /// have solutions.
    fn is_known_before(&self, length: u8) -> bool {
        self.last.is_some_and(|last| last < length && length <= last + 2)
    }

    /// The nodes of each job in the previous length; empty if unknown.
    pub(super) fn before(&self, length: u8) -> Vec<u64> {
        if self.is_known_before(length) {
            self.parts.iter().map(|job| job.visited).collect()
        } else {
            Vec::new()
        }
    }

    /// Makes the jobs and stores the node counts that an earlier search found for the previous length; returns false if those
    /// belong to other jobs.
    pub(super) fn restore(
        &mut self,
        machine: &Machine<'_, L>,
        table: &Table<'_>,
        length: u8,
        before: &[u64],
    ) -> bool {
        if length < self.split.from {
            return false;
        }
        if self.parts.is_empty() {
            self.parts = self.split_up(machine, table);
        }
        let fits = before.len() == self.parts.len();
        if fits && before.iter().any(|&states| states > 0) {
            self.remember(length - 1, before.iter().copied().enumerate());
        }
        fits
    }

    /// Stores the number of nodes of each job of a length.
    pub(super) fn remember(&mut self, length: u8, visited: impl Iterator<Item = (usize, u64)>) {
        if length >= self.split.from {
            self.parts.iter_mut().for_each(|job| job.visited = 0);
            visited.for_each(|(at, states)| self.parts[at].visited = states);
            self.last = Some(length);
        }
    }
}

/// The symmetries that leave a cube unchanged, and those that map it to its inverse (true).
pub(super) fn symmetries(cube: &CubieCube) -> Vec<(Symmetry, bool)> {
    let inverse = cube.inverse();
    let all = Symmetry::all().map(|symmetry| (symmetry, symmetry.of_cube(cube)));
    all.flat_map(|(symmetry, image)| {
        let same = (image == *cube).then_some((symmetry, false));
        same.into_iter().chain((image == inverse).then_some((symmetry, true)))
    })
    .collect()
}

/// One job of each class. A symmetry of the cube takes solutions to solutions, and what stands at their ends too. One that
/// makes the cube its inverse takes the inverse of a solution to a solution, its end to the beginning.
///
/// The turns after those of a job are in an order that the symmetry need not keep: of opposite faces either may follow
/// the other there.
fn folded<L: Lanes>(cost_two: u32, jobs: Vec<Job<L>>, symmetries: &[(Symmetry, bool)]) -> Vec<Job<L>> {
    let ends: Vec<Ends> = jobs.iter().map(|job| ends(&job.steps.iter().copied())).collect();
    let places: HashMap<&Ends, usize> = ends.iter().enumerate().map(|(at, ends)| (ends, at)).collect();
    let mut kept = vec![true; jobs.len()];
    for at in 0..jobs.len() {
        if !kept[at] {
            continue;
        }
        for &(symmetry, inverts) in symmetries {
            if let Some(&image) = places.get(&image(&ends[at], symmetry, inverts))
                && image > at
            {
                kept[image] = false;
            }
        }
    }
    let kept = jobs.into_iter().zip(kept).filter_map(|(job, kept)| kept.then_some(job));
    kept.map(|job| Job { node: job.node.in_any_order(cost_two, &job.steps), ..job }).collect()
}

fn image([begin, end]: &Ends, symmetry: Symmetry, inverts: bool) -> Ends {
    let image = |moves: &[Move]| {
        // Only the order of turns of opposite faces may change: there are no two of one face to merge.
        merge(&moves.iter().map(|&turn| symmetry.of_move(turn)).collect::<Vec<_>>())
    };
    if inverts { [image(&inverse(end)), image(&inverse(begin))] } else { [image(begin), image(end)] }
}
