//! The division of the search for one length into jobs, which are the states after a few turns at either end.
//!
//! Start at [`Jobs`]. A cube has the same jobs for every length, so the node counts of one length show where to search first in
//! the next. A job with many nodes is close to the solved cube in more ways and is more likely to contain a solution. Starting
//! with such jobs halves the number of nodes of the last length. If the previous length had many nodes, each job is divided by
//! its first turn: the counts of these smaller jobs tell more, and they share the state at which they start.

use super::cube_pair::Machine;
use super::node::{Node, Step};
use super::search::{Start, ends};
use super::table::Table;
use crate::model::cubie::CubieCube;
use crate::model::move_masks::bits;
use crate::model::moves::{Move, inverse, merge};
use crate::model::solution::GREATEST_LENGTH;
use crate::model::symmetry::Symmetry;
use crate::simd::Lanes;
use std::collections::HashMap;

/// The lengths that are split, and the depth of the split.
#[derive(Clone, Copy, Debug)]
pub(super) struct Split {
    /// Shorter lengths are one job.
    pub(super) from: u8,
    /// Turns before the start of a job.
    pub(super) turns: u8,
    /// Nodes of a length from which on the jobs of the next, which has some thirteen times as many, are divided by turns.
    pub(super) many: u64,
}

impl Split {
    /// About 43 000 jobs; divided by turns, 580 000, which take 40 MB.
    pub(super) const USUAL: Split = Split { from: 13, turns: 4, many: 1 << 20 };

    /// A few hundred jobs, which are made in no time.
    pub(super) const SLIGHT: Split = Split { from: 13, turns: 2, many: u64::MAX };
}

/// The start of a search: a state after a few turns.
#[derive(Clone, Debug)]
pub(super) struct Job<L> {
    pub(super) node: Node<L>,
    pub(super) steps: Vec<Step>,
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
    /// Whether each part is several jobs, one for each turn: job 18 · part + turn.
    by_turn: bool,
    /// For each job, the states that the search of the last length has come to.
    visited: Vec<u64>,
    /// The length that `visited` is about.
    last: Option<u8>,
}

/// The jobs of a length in the order in which they are taken, and the nodes at which they start.
#[derive(Debug)]
pub(super) struct Ordered<L> {
    pub(super) starts: Vec<Node<L>>,
    pub(super) jobs: Vec<Start>,
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
        let whole = [Job { node, steps: Vec::new() }];
        Jobs { split, symmetries, whole, parts: Vec::new(), by_turn: false, visited: Vec::new(), last: None }
    }

    /// The jobs of a length; with `likely_first`, those that are likely to have a solution come first.
    pub(super) fn of_length(
        &mut self,
        machine: &Machine<'_, L>,
        table: &Table<'_>,
        length: u8,
        likely_first: bool,
    ) -> Ordered<L> {
        if length >= self.split.from && self.parts.is_empty() {
            self.parts = self.split_up(machine, table);
        }
        let known = likely_first && self.is_known_before(length);
        if known && !self.by_turn && self.visited.iter().sum::<u64>() >= self.split.many {
            // What is known of a part is known of each of its turns.
            self.visited = self.visited.iter().flat_map(|&states| [states; Move::COUNT]).collect();
            self.by_turn = true;
        }
        let by_turn = self.is_by_turn(length);
        let (mut starts, mut jobs) = (Vec::new(), Vec::new());
        for (part, job) in self.nodes(length).iter().enumerate() {
            let made: u8 = job.steps.iter().map(|step| machine.cost(usize::from(step.1))).sum();
            let Some(node) = job.node.with_left(machine.cost_two, length - made) else { continue };
            let start =
                |number: usize, turns| Start { number: number as u32, node: starts.len() as u32, turns };
            if by_turn {
                jobs.extend(bits(node.turns).map(|turn| start(Move::COUNT * part + turn, 1 << turn)));
            } else {
                jobs.push(start(part, u32::MAX));
            }
            starts.push(node);
        }
        if known {
            let likelihoods = self.likelihoods();
            jobs.sort_by_key(|start| std::cmp::Reverse(likelihoods[start.number as usize]));
        }
        Ordered { starts, jobs }
    }

    /// The greater, the more likely a job is to have a solution in the length after the last.
    fn likelihoods(&self) -> Vec<u64> {
        if !self.by_turn {
            return self.visited.clone();
        }
        // The few states of a turn vary by chance. Half the mean of its part, which has some thirteen turns, evens that out.
        let of_part = |turns: &[u64]| {
            let all: u64 = turns.iter().sum();
            turns.iter().map(|states| 27 * states + all).collect::<Vec<_>>()
        };
        self.visited.chunks(Move::COUNT).flat_map(of_part).collect()
    }

    fn split_up(&self, machine: &Machine<'_, L>, table: &Table<'_>) -> Vec<Job<L>> {
        let mut parts = self.whole.to_vec();
        for _ in 0..self.split.turns {
            let children = parts.iter().flat_map(|before| {
                before.node.children(machine, table).into_iter().map(|node| {
                    let steps = before.steps.iter().copied().chain([node.step()]).collect();
                    Job { node, steps }
                })
            });
            parts = children.collect();
        }
        if self.symmetries.len() > 1 { folded(machine.cost_two, parts, &self.symmetries) } else { parts }
    }

    /// Turns before the start of a job.
    pub(super) fn steps(&self, length: u8, job: usize) -> &[Step] {
        let part = if self.is_by_turn(length) { job / Move::COUNT } else { job };
        &self.nodes(length)[part].steps
    }

    fn nodes(&self, length: u8) -> &[Job<L>] {
        if length < self.split.from { &self.whole } else { &self.parts }
    }

    fn is_by_turn(&self, length: u8) -> bool {
        self.by_turn && length >= self.split.from
    }

    /// The number of jobs of a length, before any is left out.
    pub(super) fn count(&self, length: u8) -> usize {
        self.nodes(length).len() * if self.is_by_turn(length) { Move::COUNT } else { 1 }
    }

    /// Whether the length before this one was searched, job by job: one less, or two where only every other length can
    /// have solutions.
    fn is_known_before(&self, length: u8) -> bool {
        self.last.is_some_and(|last| last < length && length <= last + 2)
    }

    /// The nodes of each job in the previous length; empty if unknown.
    pub(super) fn before(&self, length: u8) -> Vec<u64> {
        if self.is_known_before(length) { self.visited.clone() } else { Vec::new() }
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
        let by_turn = before.len() == self.parts.len() * Move::COUNT;
        // Undivided jobs with many nodes would be divided now, and their numbers would be those of others.
        let undivided = before.len() == self.parts.len()
            && before.iter().fold(0, |sum: u64, &states| sum.saturating_add(states)) < self.split.many;
        let fits = by_turn || undivided;
        if fits {
            self.by_turn = by_turn;
        }
        if fits && before.iter().any(|&states| states > 0) {
            self.remember(length - 1, before.to_vec());
        }
        fits
    }

    /// Stores the number of nodes of each job of a length.
    pub(super) fn remember(&mut self, length: u8, visited: Vec<u64>) {
        if length >= self.split.from {
            self.visited = visited;
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
