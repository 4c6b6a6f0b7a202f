//! The search for shortest solutions that count turns of two opposite faces together: in slice turns, in their quarters, and in axial turns.
//!
//! Start at [`AxialSearch::length`]. A *step* turns the two faces of an axis, each by any amount. In axial turns it costs 1. In slice turns
//! it costs 1 if one face turns alone or if both make a turn of the middle slice, which leaves the centres in place, and 2 otherwise; in
//! quarters of these, it costs 1 only if the turn is a quarter turn.
//! Steps that follow each other belong to different axes, so every sequence is tried in one form only. If one solution is enough, a node
//! is extended at the end where the bound is greater, as in [`node`](super::node). The table entries of all steps of a node are requested
//! together, first those of the front, then those of the back after the steps that are left.

use super::cube_pair::{Machine, Pair, Probe};
use super::table::Table;
use crate::model::cubie::CubieCube;
use crate::model::moves::{Metric, Move, inverse};
use crate::simd::Lanes;
use permutant_search::limits::{Control, StopReason};
use permutant_search::prefetch::prefetch;
use permutant_search::threads::on_threads;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Steps: three axes, four by four amounts except none of both.
const STEPS: usize = 3 * 15;

/// No axis.
const NO_AXIS: u8 = 3;

/// Nodes from which on a length is divided among threads, and at which jobs start.
const JOBS: usize = 500;

/// Nodes between two questions whether to stop.
const UNASKED: u64 = 1 << 12;

/// Turns of the two faces of an axis.
#[derive(Clone, Copy, Debug)]
struct Step {
    axis: u8,
    /// Of each face, the index of the turn.
    turns: [Option<u8>; 2],
    cost: u8,
}

impl Step {
    fn moves(&self) -> Vec<Move> {
        self.turns.iter().flatten().map(|&turn| Move::ALL[usize::from(turn)]).collect()
    }
}

/// All steps, by axis.
fn steps(metric: Metric) -> [Step; STEPS] {
    std::array::from_fn(|number| {
        let (axis, amounts) = (number / 15, number % 15 + 1);
        let turn = |face: usize, quarters: usize| {
            quarters.checked_sub(1).map(|quarters| (3 * face + quarters) as u8)
        };
        let turns = [turn(axis, amounts % 4), turn(axis + 3, amounts / 4)];
        let step = Step { axis: axis as u8, turns, cost: 0 };
        Step { cost: metric.length(&step.moves()) as u8, ..step }
    })
}

/// A cube on the way to being solved.
#[derive(Clone, Copy, Debug)]
struct Node<L> {
    pair: Pair<L>,
    bounds: [u8; 2],
    /// What solutions may still cost.
    left: u8,
    /// The axis of the last step at either end.
    axes: [u8; 2],
    /// Whether the front is the inverse of the cube.
    is_inverse: bool,
    /// The steps so far, and the last one: at which end, and its number.
    depth: u8,
    last: (bool, u8),
}

/// The search of one cube.
pub(super) struct AxialSearch<'a, L> {
    machine: Machine<'a, L>,
    table: Table<'a>,
    steps: [Step; STEPS],
    pair: Pair<L>,
}

/// What is looked for in one length.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub(super) length: u8,
    /// Whether the first solution is enough.
    pub(super) one: bool,
    pub(super) max_nodes: Option<u64>,
    pub(super) threads: usize,
    pub(super) control: &'a Control<'a>,
}

/// What was found in one length.
pub(super) struct Found {
    pub(super) solutions: Vec<Vec<Move>>,
    pub(super) nodes: u64,
    pub(super) stopped: Option<StopReason>,
}

/// A node and the steps that lead to it.
type Job<L> = (Node<L>, Vec<(bool, u8)>);

/// What the threads share.
pub(super) struct Shared<'s, 'a, L> {
    search: &'s AxialSearch<'a, L>,
    wanted: Wanted<'s>,
    jobs: Vec<Job<L>>,
    next: AtomicUsize,
    /// Jobs after this one no longer matter.
    last: AtomicUsize,
    nodes: AtomicU64,
    stops: AtomicBool,
    reason: Mutex<Option<StopReason>>,
    solutions: Mutex<Vec<(usize, Vec<Move>)>>,
}

impl<'a, L: Lanes + Send + Sync> AxialSearch<'a, L> {
    pub(super) fn new(cube: &CubieCube, machine: Machine<'a, L>, table: Table<'a>) -> Self {
        AxialSearch { pair: machine.pair(cube), machine, table, steps: steps(table.size().metric()) }
    }

    /// The solutions of exactly this length, or the first in a fixed order. `run` calls [`Shared::work`] with the instructions of a machine.
    pub(super) fn length(&self, wanted: Wanted<'_>, run: impl Fn(&Shared<'_, 'a, L>) + Sync) -> Found {
        let root = Node {
            pair: self.pair,
            bounds: self.machine.bounds(&self.table, &self.pair),
            left: wanted.length,
            axes: [NO_AXIS; 2],
            is_inverse: false,
            depth: 0,
            last: (false, 0),
        };
        let mut found = Found { solutions: Vec::new(), nodes: 1, stopped: None };
        if root.bounds[0].max(root.bounds[1]) > wanted.length {
            return found;
        }
        if root.left == 0 {
            found.solutions.extend(self.pair.is_solved().then(Vec::new));
            return found;
        }
        let mut jobs: Vec<Job<L>> = vec![(root, Vec::new())];
        while jobs.len() < JOBS && jobs.iter().any(|(node, _)| node.left > 0) {
            let mut next = Vec::new();
            for (node, path) in jobs {
                if node.left == 0 {
                    next.push((node, path));
                    continue;
                }
                let mut children = Vec::new();
                self.expand(&node, wanted.one, &mut children);
                found.nodes += children.len() as u64;
                // The one that is taken next comes last.
                next.extend(
                    children.into_iter().rev().map(|child| (child, [&path[..], &[child.last]].concat())),
                );
            }
            jobs = next;
        }
        // A limit on nodes is reproducible on a single thread only.
        let threads = if wanted.max_nodes.is_some() { 1 } else { wanted.threads };
        let shared = Shared {
            search: self,
            wanted,
            jobs,
            next: AtomicUsize::new(0),
            last: AtomicUsize::new(usize::MAX),
            nodes: AtomicU64::new(found.nodes),
            stops: AtomicBool::new(false),
            reason: Mutex::new(None),
            solutions: Mutex::new(Vec::new()),
        };
        on_threads(threads, |_| run(&shared));
        let mut solutions = shared.solutions.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Stable: those of one job stay in the order of its search.
        solutions.sort_by_key(|(job, _)| *job);
        if wanted.one {
            solutions.truncate(1);
        }
        Found {
            solutions: solutions.into_iter().map(|(_, moves)| moves).collect(),
            nodes: shared.nodes.into_inner(),
            stopped: shared.reason.into_inner().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// The moves of a path: the steps at the front, then those at the back, inverted.
    fn moves(&self, path: &[(bool, u8)]) -> Vec<Move> {
        let at = |is_back: bool| -> Vec<Move> {
            let steps = path.iter().filter(|(back, _)| *back == is_back);
            steps.flat_map(|&(_, step)| self.steps[usize::from(step)].moves()).collect()
        };
        [at(false), inverse(&at(true))].concat()
    }

    /// Adds the nodes after each step that the bounds allow.
    #[inline(always)]
    fn expand(&self, node: &Node<L>, both_ends: bool, to: &mut Vec<Node<L>>) {
        let (machine, table) = (&self.machine, &self.table);
        let mut node = *node;
        if both_ends && node.bounds[1] > node.bounds[0] {
            node.pair = node.pair.swap();
            node.axes.swap(0, 1);
            node.is_inverse = !node.is_inverse;
        }
        // By axis and amount, the pair after the turn of the first face.
        let mut halves = [node.pair; 12];
        let mut probes = [Probe::default(); STEPS];
        for axis in (0..3).filter(|&axis| axis as u8 != node.axes[0]) {
            for amount in 1..4 {
                let turn = 3 * axis + amount - 1;
                halves[4 * axis + amount] = self.turned(&node.pair, turn);
                self.ask(&mut probes[15 * axis + amount - 1], machine.probe_front(table, &node.pair, turn));
            }
            for amounts in 4..16 {
                let half = &halves[4 * axis + amounts % 4];
                let turn = 3 * (axis + 3) + amounts / 4 - 1;
                self.ask(&mut probes[15 * axis + amounts - 1], machine.probe_front(table, half, turn));
            }
        }
        let first = to.len();
        let mut backs = [Probe::default(); STEPS];
        for (number, (step, probe)) in self.steps.iter().zip(&probes).enumerate() {
            if step.axis == node.axes[0] || step.cost > node.left {
                continue;
            }
            let (left, bound) = (node.left - step.cost, table.bound(probe.address, probe.slot) as u8);
            if bound > left {
                continue;
            }
            let amounts = number % 15 + 1;
            let half = &halves[4 * usize::from(step.axis) + amounts % 4];
            let pair = match step.turns[1] {
                Some(turn) => self.turned(half, usize::from(turn)),
                None => *half,
            };
            let [_, back] = machine.probes(table, &pair);
            backs[to.len() - first] = back;
            to.push(Node {
                pair,
                bounds: [bound, 0],
                left,
                axes: [step.axis, node.axes[1]],
                is_inverse: node.is_inverse,
                depth: node.depth + 1,
                last: (node.is_inverse, number as u8),
            });
        }
        let mut kept = first;
        for at in first..to.len() {
            let probe = backs[at - first];
            let bound = table.bound(probe.address, probe.slot) as u8;
            if bound <= to[at].left {
                to[at].bounds[1] = bound;
                to[kept] = to[at];
                kept += 1;
            }
        }
        to.truncate(kept);
    }

    #[inline(always)]
    fn ask(&self, at: &mut Probe, probe: Probe) {
        prefetch(self.table.bytes(), probe.address);
        *at = probe;
    }

    #[inline(always)]
    fn turned(&self, pair: &Pair<L>, turn: usize) -> Pair<L> {
        let back = self.machine.name(self.machine.back_coset(pair, turn));
        self.machine.turned(pair, turn, back)
    }
}

impl<L: Lanes + Send + Sync> Shared<'_, '_, L> {
    /// Works until there are no more jobs.
    #[inline(always)]
    pub(super) fn work(&self) {
        let (search, one) = (self.search, self.wanted.one);
        let (mut open, mut path, mut nodes) = (Vec::new(), Vec::new(), 0_u64);
        loop {
            let job = self.next.fetch_add(1, Relaxed);
            let Some((start, before)) = self.jobs.get(job).filter(|_| job < self.last.load(Relaxed)) else {
                break;
            };
            path.clone_from(before);
            path.pop();
            open.clear();
            open.push(*start);
            while let Some(node) = open.pop() {
                if node.depth > 0 {
                    path.truncate(usize::from(node.depth) - 1);
                    path.push(node.last);
                }
                if node.left == 0 {
                    if node.pair.is_solved() {
                        let found = (job, search.moves(&path));
                        self.solutions.lock().unwrap_or_else(PoisonError::into_inner).push(found);
                        if one {
                            // The solution is that of the first job that has one, whichever thread is faster.
                            self.last.fetch_min(job, Relaxed);
                            break;
                        }
                    }
                    continue;
                }
                let before = open.len();
                search.expand(&node, one, &mut open);
                nodes += (open.len() - before) as u64;
                if nodes >= UNASKED && self.asks(std::mem::take(&mut nodes)) {
                    return;
                }
                if one && job > self.last.load(Relaxed) {
                    break;
                }
            }
        }
        self.nodes.fetch_add(nodes, Relaxed);
    }

    /// Whether to stop.
    #[cold]
    fn asks(&self, nodes: u64) -> bool {
        let nodes = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        let too_many = self.wanted.max_nodes.is_some_and(|most| nodes > most).then_some(StopReason::Nodes);
        if let Some(reason) = too_many.or_else(|| self.wanted.control.interrupted()) {
            self.reason.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(reason);
            self.stops.store(true, Relaxed);
        }
        self.stops.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::super::solver::H48Solver;
    use super::super::table::Size;
    use super::*;
    use permutant_search::limits::{Limits, Outcome};
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};
    use std::collections::{HashMap, HashSet};
    use std::ops::ControlFlow;

    /// A small table, filled at once.
    fn solver(metric: Metric, threads: usize) -> H48Solver {
        let base = if metric == Metric::AxialTurn { 3 } else { 4 };
        let size = Size::new(1).unwrap().counting(metric).with_base(base);
        let table = H48Solver::build_table(size, threads, &Control::new()).unwrap();
        H48Solver::new(size, Box::new(table), threads).unwrap()
    }

    fn solutions(solver: &H48Solver, cube: &CubieCube, limits: &Limits) -> Vec<Vec<Move>> {
        let mut found = Vec::new();
        solver.solve(cube, limits, &Control::new(), |solution| {
            assert_eq!(cube.after(&solution.moves), CubieCube::SOLVED);
            let length = solver.metric().length(&solution.moves);
            assert!(
                solution.lower_bound <= length
                    && (limits.max_solutions.is_none() || solution.lower_bound == length)
            );
            found.push(solution.moves.clone());
            ControlFlow::Continue(())
        });
        found
    }

    #[test]
    fn steps_cost_what_turns_of_faces_and_slices_do() {
        for (metric, cost_one) in
            [(Metric::SliceTurn, 27), (Metric::SliceQuarterTurn, 18), (Metric::AxialTurn, 45)]
        {
            let steps = steps(metric);
            assert_eq!(steps.iter().filter(|step| step.cost == 1).count(), cost_one);
            assert_eq!(Size::LEAST.counting(metric).steps().len(), cost_one);
            let cubes: HashSet<_> = steps.iter().map(|step| CubieCube::SOLVED.after(&step.moves())).collect();
            assert_eq!(cubes.len(), STEPS);
            assert!(steps.iter().all(|step| (1..=2).contains(&step.cost)));
        }
    }

    #[test]
    fn lengths_are_those_of_a_breadth_first_search() {
        // In slice turns as T. Rokicki has counted; in axial turns 45 · 30, less three: half
        // turns of all four faces of two axes commute.
        check_lengths(Metric::SliceTurn, &[1, 27, 501, 9175]);
        check_lengths(Metric::AxialTurn, &[1, 45, 1347]);
        // Two quarters: of different axes 3 · 2 · 6 · 6, of one axis nine.
        check_lengths(Metric::SliceQuarterTurn, &[1, 18, 3 * 2 * 36 + 27, 3240]);
    }

    fn check_lengths(metric: Metric, counts: &[usize]) {
        let steps = Size::LEAST.counting(metric).steps();
        let mut distances = HashMap::from([(CubieCube::SOLVED, 0_u32)]);
        let mut levels = vec![vec![CubieCube::SOLVED]];
        for distance in 1..counts.len() as u32 {
            let mut level = Vec::new();
            for cube in
                levels.last().unwrap().iter().flat_map(|cube| steps.iter().map(|step| cube.after(step)))
            {
                distances.entry(cube).or_insert_with(|| {
                    level.push(cube);
                    distance
                });
            }
            levels.push(level);
        }
        assert_eq!(levels.iter().map(Vec::len).collect::<Vec<_>>(), counts);
        let solver = solver(metric, 2);
        let one = Limits { max_solutions: Some(1), ..Limits::default() };
        for (cube, distance) in
            distances.iter().filter(|(cube, distance)| **distance < 3 || cube.edges.e[0] == 5)
        {
            assert!(solver.lower_bound(cube) <= *distance);
            let found = solutions(&solver, cube, &one);
            assert_eq!(found.iter().map(|moves| metric.length(moves)).collect::<Vec<_>>(), [*distance]);
        }
    }

    #[test]
    fn all_solutions_are_found_once() {
        check_all_solutions(Metric::SliceTurn, 3);
        check_all_solutions(Metric::SliceQuarterTurn, 3);
        check_all_solutions(Metric::AxialTurn, 2);
    }

    fn check_all_solutions(metric: Metric, most: u8) {
        let steps = steps(metric);
        // All sequences up to this cost, by what they solve.
        let mut by_cube: HashMap<CubieCube, HashSet<Vec<Move>>> = HashMap::new();
        let mut open = vec![(CubieCube::SOLVED, Vec::new(), NO_AXIS, 0)];
        while let Some((cube, moves, axis, cost)) = open.pop() {
            by_cube.entry(cube.inverse()).or_default().insert(moves.clone());
            for step in steps.iter().filter(|step| step.axis != axis && cost + step.cost <= most) {
                let more = step.moves();
                open.push((cube.after(&more), [&moves[..], &more].concat(), step.axis, cost + step.cost));
            }
        }
        let solver = solver(metric, 1);
        let limits = Limits { max_length: Some(u32::from(most)), ..Limits::default() };
        for (cube, expected) in by_cube.iter().filter(|(cube, all)| all.len() > 2 || cube.corners.c[0] == 3) {
            let found = solutions(&solver, cube, &limits);
            assert_eq!((found.len(), &found.into_iter().collect::<HashSet<_>>()), (expected.len(), expected));
        }
    }

    #[test]
    fn one_solution_is_the_same_on_any_number_of_threads() {
        for (metric, most) in [(Metric::SliceTurn, 9), (Metric::SliceQuarterTurn, 7), (Metric::AxialTurn, 7)]
        {
            check_threads(metric, most);
        }
    }

    fn check_threads(metric: Metric, most: u32) {
        let (one, three) = (solver(metric, 1), solver(metric, 3));
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let limits = Limits { max_solutions: Some(1), ..Limits::default() };
        for length in 4..most {
            let moves: Vec<Move> = (0..length).map(|_| Move::ALL[rng.next_u32() as usize % 18]).collect();
            let cube = CubieCube::SOLVED.after(&moves);
            let found = solutions(&one, &cube, &limits);
            assert!(metric.length(&found[0]) <= metric.length(&moves));
            assert_eq!(found, solutions(&three, &cube, &limits));
            // Nothing shorter, also by the search that extends one end only.
            let shorter = Limits { max_length: metric.length(&found[0]).checked_sub(1), ..Limits::default() };
            assert!(shorter.max_length.is_none() || solutions(&one, &cube, &shorter).is_empty());
            // A limit on nodes.
            let few = Limits { max_nodes: Some(1), ..limits.clone() };
            let end = one.solve(&cube, &few, &Control::new(), |_| ControlFlow::Break(()));
            assert!(matches!(end, Outcome::Found(()) | Outcome::LimitReached(StopReason::Nodes)));
        }
    }
}
