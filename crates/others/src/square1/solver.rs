//! Short solutions: the first phase lists maneuvers to square shape, and the second completes each of them.
//!
//! Start at [`Solver`]. For each number of twists, from the least that the shape allows, first phases of all lengths are tried,
//! each with the remaining twists for the second phase. When the first phase may use all twists, the search is complete, so a
//! number of twists that was searched to its end is excluded. By default each number has a limited number of nodes, which gives
//! short solutions, though not always shortest ones. The middle layer determines whether the number of twists is even or odd.

use super::position::Position;
use super::shapes::Shapes;
use super::squares::{Squares, Twist};
use permutant_search::limits::{Control, Limits, Outcome, Progress, StopReason};
use std::ops::ControlFlow;

/// Nodes for each number of twists if no limit says how long to search.
const NODES: u64 = 200_000;
/// Nodes for the search of a solution with fewer turns of layers, after a first one.
const NODES_FOR_TURNS: u64 = 50_000;
/// No position takes more twists by these two phases.
const MOST_TWISTS: u8 = 30;
/// Nodes between two checks whether to stop.
const PATIENCE: u64 = 1 << 12;

/// A part of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Both layers turn clockwise by these multiples of 30 degrees, -5 to 6 each, not both 0.
    Turn(i8, i8),
    /// The right half turns over.
    Twist,
}

/// A solution of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Turns and twists in order.
    pub steps: Vec<Step>,
    /// Every solution has at least this many twists.
    pub least_twists: u32,
    /// Nodes visited before it was found.
    pub nodes: u64,
}

/// Whether a search continues after a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Improvement {
    /// It ends with the first number of twists that gives a solution.
    None,
    /// It continues for fewer twists until none are possible or a limit is reached.
    UntilLimit,
}

impl Solution {
    /// The number of twists.
    pub fn twists(&self) -> u32 {
        self.steps.iter().filter(|step| **step == Step::Twist).count() as u32
    }

    /// Turns of single layers and twists.
    pub fn turns(&self) -> u32 {
        let turns = |step: &Step| match step {
            Step::Turn(up, down) => u32::from(*up != 0) + u32::from(*down != 0),
            Step::Twist => 1,
        };
        self.steps.iter().map(turns).sum()
    }
}

/// Solves positions; its tables are built once, in some tenths of a second.
#[derive(Debug)]
pub struct Solver {
    shapes: Shapes,
    squares: Squares,
}

impl Default for Solver {
    fn default() -> Self {
        Solver::new()
    }
}

impl Solver {
    /// Builds the tables of 6 MB.
    pub fn new() -> Self {
        Solver { shapes: Shapes::new(), squares: Squares::new() }
    }

    /// A short solution. [`Limits::max_length`] counts twists, and longer solutions are not searched.
    pub fn solve(&self, position: &Position, limits: &Limits, control: &Control<'_>) -> Outcome<Solution> {
        let mut found = None;
        let end = self.improve(position, limits, Improvement::None, control, &mut |solution| {
            found = Some(solution);
            ControlFlow::Continue(())
        });
        match (found, end) {
            (Some(solution), _) => Outcome::Found(solution),
            (None, Outcome::LimitReached(reason)) => Outcome::LimitReached(reason),
            (None, _) => Outcome::ProvenNone,
        }
    }

    /// As [`Solver::solve`], but passes each solution to `on_solution`, with fewer twists or turns than the one before, until
    /// that breaks or a limit is reached. The result is [`Outcome::Found`] if there was one, and [`Outcome::ProvenNone`] if no
    /// turn of the layers makes a twist possible.
    pub fn improve(
        &self,
        position: &Position,
        limits: &Limits,
        improvement: Improvement,
        control: &Control<'_>,
        on_solution: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Outcome<()> {
        let mut search = Search {
            solver: self,
            control,
            nodes: 0,
            most: limits.max_nodes.unwrap_or(u64::MAX),
            budget: 0,
            asked_at: 0,
            stopped: None,
            path: Vec::new(),
            best: None,
        };
        let starts = search.starts(position);
        if starts.is_empty() {
            return Outcome::ProvenNone;
        }
        let odd = u8::from(position.is_twisted());
        let least = starts.iter().map(|start| self.shapes.distance(start.1)).min().unwrap_or(0);
        let mut least = least + (least + odd) % 2;
        let greatest = limits.max_length.map_or(MOST_TWISTS, |most| most.min(u32::from(MOST_TWISTS)) as u8);
        let mut twists = least;
        while twists <= greatest && search.best.is_none() && search.stopped.is_none() {
            control.report(Progress::Depth { length: u32::from(twists), nodes: search.nodes });
            search.budget = search.nodes + NODES;
            let is_ended = search.run(&starts, position, twists);
            if is_ended && search.best.is_none() {
                least = twists + 2;
            }
            twists += 2;
        }
        let Some((solution, length)) = search.best.take() else {
            return Outcome::LimitReached(search.stopped.unwrap_or(StopReason::Length));
        };
        let told =
            |steps: Vec<Step>, least: u8, nodes: u64| Solution { steps, least_twists: least.into(), nodes };
        if on_solution(told(solution.clone(), least, search.nodes)).is_break()
            || improvement == Improvement::None
        {
            return Outcome::Found(());
        }
        // Every smaller number is searched completely, so the last solution found is then a shortest one.
        let mut best = length;
        while search.stopped.is_none() && least < best {
            control.report(Progress::Depth { length: u32::from(least), nodes: search.nodes });
            search.budget = u64::MAX;
            let is_ended = search.run(&starts, position, least);
            if let Some((steps, length)) = search.best.take() {
                best = length;
                if on_solution(told(steps, least, search.nodes)).is_break() {
                    break;
                }
            } else if is_ended {
                least += 2;
                if least == best && on_solution(told(solution.clone(), least, search.nodes)).is_break() {
                    break;
                }
            }
        }
        Outcome::Found(())
    }
}

/// A search for one position.
struct Search<'a> {
    solver: &'a Solver,
    control: &'a Control<'a>,
    nodes: u64,
    /// The limit on nodes in total, and for this number of twists.
    most: u64,
    budget: u64,
    asked_at: u64,
    stopped: Option<StopReason>,
    /// Turns of both layers, each followed by a twist.
    path: Vec<Twist>,
    /// The solution with fewest turns, and its twists.
    best: Option<(Vec<Step>, u8)>,
}

impl Search<'_> {
    /// The turns after which a twist is possible, and the nodes to which they lead.
    fn starts(&self, position: &Position) -> Vec<([i8; 2], u16)> {
        let mut starts = Vec::new();
        for up in -5..=6 {
            for down in -5..=6 {
                let mut turned = *position;
                turned.turn(up, down);
                let node = self.solver.shapes.node(turned.starts(), turned.is_odd());
                starts.extend(node.map(|node| ([up, down], node)));
            }
        }
        starts
    }

    fn is_over(&mut self) -> bool {
        if self.stopped.is_some() || self.nodes >= self.budget {
            return true;
        }
        if self.nodes >= self.most {
            self.stopped = Some(StopReason::Nodes);
        } else if self.nodes - self.asked_at >= PATIENCE {
            self.control.visited(self.nodes - self.asked_at);
            self.asked_at = self.nodes;
            self.stopped = self.control.interrupted();
        }
        self.stopped.is_some()
    }

    /// Searches for solutions with this many twists. Returns whether the search was complete, or further search is
    /// unnecessary.
    fn run(&mut self, starts: &[([i8; 2], u16)], position: &Position, twists: u8) -> bool {
        // Turns alone connect all possible first nodes, so the ways from one of them represent all.
        let Some(&(turn, node)) = starts.first() else { return true };
        let mut turned = *position;
        turned.turn(turn[0], turn[1]);
        let first = self.solver.shapes.distance(node);
        for length in first..=twists {
            self.first_phase(turned.packed(), node, turn, length, twists - length);
            if self.is_over() {
                return false;
            }
        }
        true
    }

    /// Sequences of `left` twists to squares, after the turns that are made already.
    fn first_phase(&mut self, layers: [u64; 2], node: u16, before: [i8; 2], left: u8, second: u8) {
        self.nodes += 1;
        if self.is_over() {
            return;
        }
        if left == 0 {
            self.second_phase(layers, before, second);
            return;
        }
        let solver = self.solver;
        for way in solver.shapes.ways(node) {
            if solver.shapes.distance(way.to) >= left {
                break;
            }
            // Two equal twists in succession cancel.
            if way.turn == [0, 0] && !self.path.is_empty() {
                continue;
            }
            let next = twisted([turned(layers[0], way.turn[0]), turned(layers[1], way.turn[1])]);
            self.path.push([before[0] + way.turn[0], before[1] + way.turn[1]]);
            self.first_phase(next, way.to, [0, 0], left - 1, second);
            self.path.pop();
        }
    }

    fn second_phase(&mut self, layers: [u64; 2], before: [i8; 2], twists: u8) {
        let squares = &self.solver.squares;
        let from = squares.arrangement(layers);
        if squares.at_least(&from) > twists {
            return;
        }
        let mut rest = Vec::new();
        let most = self.budget.min(self.most).min(self.nodes.saturating_add(NODES));
        let Some(ending) = squares.search(&from, twists, &mut self.nodes, most, &mut rest) else { return };
        let mut all = self.path.clone();
        all.append(&mut rest);
        // Turns made before the first twist belong to it, or to the end if there is no twist.
        let mut ending = ending;
        if self.path.is_empty() {
            let first = all.first_mut().unwrap_or(&mut ending);
            *first = [first[0] + before[0], first[1] + before[1]];
        }
        let steps = steps(&all, ending);
        let count = |steps: &[Step]| Solution { steps: steps.to_vec(), least_twists: 0, nodes: 0 }.turns();
        if self.best.as_ref().is_none_or(|(best, _)| count(&steps) < count(best)) {
            if self.best.is_none() {
                self.budget = self.budget.min(self.nodes + NODES_FOR_TURNS);
            }
            self.best = Some((steps, all.len() as u8));
        }
    }
}

/// A layer with four bits per slot, turned clockwise by 0 to 11 slots.
fn turned(layer: u64, by: i8) -> u64 {
    let bits = 4 * u32::from(by.unsigned_abs());
    (layer << bits | layer >> (48 - bits)) & ((1 << 48) - 1)
}

fn twisted([top, bottom]: [u64; 2]) -> [u64; 2] {
    let halves = (top ^ bottom) & ((1 << 24) - 1);
    [top ^ halves, bottom ^ halves]
}

/// Turns each followed by a twist, and the turns at the end, as steps.
fn steps(twists: &[Twist], ending: [i8; 2]) -> Vec<Step> {
    let reduced = |by: i8| (by + 5).rem_euclid(12) - 5;
    let turn = |[up, down]: [i8; 2]| match (reduced(up), reduced(down)) {
        (0, 0) => None,
        (up, down) => Some(Step::Turn(up, down)),
    };
    let mut steps = Vec::new();
    for &twist in twists {
        steps.extend(turn(twist));
        steps.push(Step::Twist);
    }
    steps.extend(turn(ending));
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    fn is_solved_by(position: &Position, solution: &Solution) -> bool {
        let mut at = *position;
        let is_possible = solution.steps.iter().all(|step| match *step {
            Step::Turn(up, down) => {
                at.turn(up, down);
                true
            }
            Step::Twist => at.twist(),
        });
        is_possible && at == Position::SOLVED
    }

    #[test]
    fn random_positions_are_solved_in_few_twists() {
        let solver = Solver::new();
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..25 {
            let position = Position::random(&mut rng);
            let solution = solver.solve(&position, &Limits::default(), &Control::new()).found().unwrap();
            assert!(is_solved_by(&position, &solution), "{position:?}");
            assert!(solution.twists() <= 14 && solution.least_twists <= solution.twists(), "{solution:?}");
        }
    }

    /// A position after few twists is solved in at most as many, after any turn of the layers.
    #[test]
    fn near_positions_are_solved_shortly() {
        let solver = Solver::new();
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        for twists in 0..4u32 {
            for _ in 0..5 {
                let mut position = Position::SOLVED;
                for _ in 0..twists {
                    while !{
                        let [up, down] =
                            [0; 2].map(|_: i32| (permutant_group::random::below(&mut rng, 12)) as i8);
                        position.turn(up, down);
                        position.twist()
                    } {}
                }
                position.turn(permutant_group::random::below(&mut rng, 12) as i8, 5);
                let solution = solver.solve(&position, &Limits::default(), &Control::new()).found().unwrap();
                assert!(is_solved_by(&position, &solution) && solution.twists() <= twists, "{position:?}");
            }
        }
    }
}
