//! The public interface of the two-phase solver for any metric.
//!
//! Start at [`WeightedSolver::improve`], which finds cheaper and cheaper solutions.

use super::costs::{AXIS_TURNS, Costs, Step};
use super::search::{NO_AXIS, Search};
use super::tables::{IN_PHASE_2, Tables};
use crate::model::cubie::{CubieCube, is_odd};
use crate::model::symmetry::Symmetry;
use crate::node_meter::Meter;
use crate::two_phase::phase_search::Stop;
use permutant_search::limits::{Control, Limits, Outcome, Progress, StopReason};
use std::ops::ControlFlow;

/// The dearest solutions that are searched: more than any cube needs at [`Costs::MOST`] a turn.
const GREATEST_COST: u32 = 200;

/// A solution, replayed on the pieces before it was returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightedSolution {
    /// The turns in written form.
    pub steps: Vec<Step>,
    /// Their cost.
    pub cost: u32,
    /// The lower bound on the cost of every solution that the search has proved.
    pub lower_bound: u32,
    /// Nodes visited before it was found.
    pub nodes: u64,
}

/// A way to look at the cube that has the costs of the tables.
#[derive(Debug)]
struct Direction {
    symmetry: Symmetry,
    inverse: bool,
}

/// The two-phase solver for given costs.
///
/// ```
/// use permutant_cube::{model::cubie::CubieCube, model::moves::Move};
/// use permutant_cube::two_phase::weighted::{Costs, WeightedSolver};
/// use permutant_search::limits::{Control, Limits};
/// use std::ops::ControlFlow;
///
/// let solver = WeightedSolver::new(Costs::quarter_turns());
/// let cube = CubieCube::SOLVED.after(&[Move::ALL[4], Move::ALL[0]]); // R2 U
/// let found = solver.improve(&cube, &Limits::default(), &Control::new(), |_| ControlFlow::Continue(()));
/// assert_eq!(found.found().unwrap().cost, 3);
/// ```
#[derive(Debug)]
pub struct WeightedSolver {
    costs: Costs,
    /// As the cube is held in the first direction, for which the tables are.
    held: [u8; AXIS_TURNS],
    directions: Vec<Direction>,
    tables: Tables,
    follows_parity: bool,
}

impl WeightedSolver {
    /// Up to this cost, solutions are the cheapest.
    pub const EXACT_COST: u32 = 8;

    /// Builds the tables, [`WeightedSolver::bytes`] in total, in about a second.
    pub fn new(costs: Costs) -> WeightedSolver {
        // The axis along which most turns stay in G1: forbidden turns should be on the others.
        let staying = |held: &[u8; AXIS_TURNS]| {
            IN_PHASE_2.iter().filter(|&&pair| held[pair] != Costs::FORBIDDEN).count()
        };
        let axes = [0, 1, 2].map(|axis| costs.held(Symmetry::third_turn(axis)));
        let best = axes.iter().map(staying).max().unwrap_or_default();
        let held = axes.into_iter().find(|held| staying(held) == best).unwrap_or(costs.pairs);
        let symmetric = (0..3).filter_map(|axis| {
            let third = Symmetry::third_turn(axis);
            Symmetry::UD_AXIS.into_iter().map(|s| s.then(third)).find(|&s| costs.held(s) == held)
        });
        let undone = (0..AXIS_TURNS).all(|pair| held[Costs::inverse(pair)] == held[pair]);
        let both = if undone { &[false, true][..] } else { &[false] };
        let directions: Vec<Direction> = symmetric
            .flat_map(|symmetry| both.iter().map(move |&inverse| Direction { symmetry, inverse }))
            .collect();
        let tables = Tables::build(&held);
        WeightedSolver { follows_parity: costs.follow_parity(), costs, held, directions, tables }
    }

    /// The costs.
    pub fn costs(&self) -> &Costs {
        &self.costs
    }

    /// The memory of the tables.
    pub fn bytes(&self) -> usize {
        self.tables.bytes()
    }

    /// The most that phase 2 may cost at first: another way into G1 is found faster than a long way home. Two less than its
    /// dearest pieces need gave the shortest solutions within 10^4 and 10^5 states, in quarter turns as with slices.
    fn soon(&self) -> u32 {
        self.tables.most_2().saturating_sub(2)
    }

    /// Finds cheaper and cheaper solutions and passes each to `on_solution`, until that breaks, a limit is reached, or the last
    /// one is proved to be the cheapest. Returns the last one.
    ///
    /// Lengths in `limits` are costs. Solutions with a cost of up to eight are the cheapest from the start. Without a
    /// [`Limits::max_length`], a limit on nodes or time takes effect only after the first solution. [`Limits::min_length`] is
    /// ignored. The result is deterministic except for time limits and cancellation.
    pub fn improve(
        &self,
        cube: &CubieCube,
        limits: &Limits,
        control: &Control<'_>,
        on_solution: impl FnMut(&WeightedSolution) -> ControlFlow<()>,
    ) -> Outcome<WeightedSolution> {
        if cube.check_solvable().is_err() {
            return Outcome::ProvenNone;
        }
        if self.bytes() as u64 > limits.max_memory {
            return Outcome::LimitReached(StopReason::Memory);
        }
        let mut work = Work {
            solver: self,
            cube: *cube,
            meter: Meter::new(limits.max_nodes, control),
            cap: limits.max_length.unwrap_or(GREATEST_COST).min(GREATEST_COST),
            lower_bound: 0,
            wanted: limits.max_solutions.unwrap_or(u64::MAX),
            best: None,
            on_solution,
        };
        let mut reason = match work.run() {
            Ok(()) | Err(Stop::Found) => StopReason::Length,
            Err(Stop::Limit(reason)) => reason,
        };
        let hurried = matches!(reason, StopReason::Nodes | StopReason::Time);
        if work.best.is_none() && hurried && limits.max_length.is_none() {
            work.meter.must_answer();
            work.wanted = 1;
            if let Err(Stop::Limit(other)) = work.rounds(self.soon()) {
                reason = other;
            }
        }
        let lower_bound = work.lower_bound;
        match work.best {
            Some(best) => {
                Outcome::Found(WeightedSolution { lower_bound: lower_bound.min(best.cost), ..best })
            }
            None => Outcome::LimitReached(reason),
        }
    }
}

/// The work on one cube.
struct Work<'t, 'a, F> {
    solver: &'t WeightedSolver,
    cube: CubieCube,
    meter: Meter<'a>,
    /// What a further solution may cost.
    cap: u32,
    lower_bound: u32,
    wanted: u64,
    best: Option<WeightedSolution>,
    on_solution: F,
}

impl<F: FnMut(&WeightedSolution) -> ControlFlow<()>> Work<'_, '_, F> {
    fn run(&mut self) -> Result<(), Stop> {
        // All solutions of low cost, the cheapest first.
        for cost in 0..=WeightedSolver::EXACT_COST.min(self.cap) {
            for first in 0..=cost {
                self.ways_in(0, first, (cost - first, cost - first))?;
            }
            self.lower_bound = cost + 1;
        }
        // First the cost that phase 2 usually needs, which soon gives a solution; then all costs.
        self.rounds(self.solver.soon())?;
        self.rounds(GREATEST_COST)
    }

    /// Tries all phase-1 maneuvers, the cheapest first, each followed by phase 2 with at most this cost.
    fn rounds(&mut self, most_2: u32) -> Result<(), Stop> {
        let mut cost = 0;
        while cost <= self.cap {
            if cost > WeightedSolver::EXACT_COST {
                self.meter.control.report(Progress::Depth { length: cost, nodes: self.meter.nodes });
            }
            for direction in 0..self.solver.directions.len() {
                self.ways_in(direction, cost, (0, most_2))?;
            }
            // A solution of this cost has a phase 1 and a phase 2 that do not cost more.
            self.lower_bound = self.lower_bound.max(cost.min(most_2) + 1);
            if self.lower_bound > self.cap {
                return Err(Stop::Found);
            }
            cost += 1;
        }
        Ok(())
    }

    fn ways_in(&mut self, direction: usize, cost: u32, phase2: (u32, u32)) -> Result<(), Stop> {
        let solver = self.solver;
        let Some(Direction { symmetry, inverse }) = solver.directions.get(direction) else { return Ok(()) };
        let start = if *inverse { self.cube.inverse() } else { self.cube };
        let cube = symmetry.of_cube(&start);
        let at = Tables::coset(&cube);
        if cost > self.cap || solver.tables.bound(at) > cost {
            return Ok(());
        }
        let odd = u32::from(is_odd(&cube.corners.c));
        let (least, by) = match solver.follows_parity {
            // Both phases together have an even cost if the permutation is even.
            true => (phase2.0 + (phase2.0 + cost + odd) % 2, 2),
            false => (phase2.0, 1),
        };
        let back = symmetry.inverse();
        let Work { meter, cap, lower_bound, wanted, best, on_solution, .. } = self;
        let most = *cap;
        let control = meter.control;
        let original = self.cube;
        let mut on_pairs = |pairs: &[usize], nodes: u64| {
            let mut pairs: Vec<usize> = pairs.iter().map(|&pair| Costs::image(back, pair)).collect();
            if *inverse {
                pairs.reverse();
                pairs.iter_mut().for_each(|pair| *pair = Costs::inverse(*pair));
            }
            let end = pairs.iter().fold(original, |cube, &pair| cube.then(&Costs::cube(pair)));
            if end != CubieCube::SOLVED {
                return Err(Stop::Limit(StopReason::Fault));
            }
            let cost = solver.costs.length(&pairs);
            let solution = WeightedSolution {
                steps: solver.costs.write(&pairs),
                cost,
                lower_bound: (*lower_bound).min(cost),
                nodes,
            };
            *cap = cost.saturating_sub(1);
            *wanted = wanted.saturating_sub(1);
            let flow = on_solution(&solution);
            *best = Some(solution);
            if flow.is_break() || *wanted == 0 || cost <= *lower_bound {
                *wanted = 0;
                return Err(Stop::Found);
            }
            control.report(Progress::Improved { length: cost, nodes });
            Ok(*cap)
        };
        let mut search = Search {
            tables: &solver.tables,
            costs: &solver.held,
            meter,
            cube,
            phase2: (least, phase2.1),
            by,
            most,
            on_pairs: &mut on_pairs,
            path: Vec::new(),
        };
        match search.phase1(at, 0, cost, NO_AXIS) {
            // No cheaper solution has a phase 1 of this cost: the others continue.
            Err(Stop::Found) if self.wanted > 0 => Ok(()),
            end => end,
        }
    }
}
