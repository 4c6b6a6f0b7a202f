//! The standard optimal solver: three simultaneous phase-1 searches along the three axes.
//!
//! Start at [`Reid::solve`]. A solved cube is in G1 along each axis, so the greatest of the three distances is a lower bound
//! (M. Reid, 1997). The last turn of a solution leaves one of the three distances at 0. If all three are n > 0, n turns cannot
//! suffice, and the lower bound is n + 1 (M. de Bondt). With [`HugeTable`](crate::tables::HugeTable) in place of
//! [`Phase1Table`](crate::tables::Phase1Table) this is Kociemba's huge solver. [`EqualDistances`] counts the states that the rule
//! of n + 1 alone rules out.
//!
//! This textbook method is kept as the reference against which faster solvers are checked.

use crate::model::cubie::CubieCube;
use crate::model::move_masks::NO_FACE;
use crate::model::move_masks::SUCCESSORS;
use crate::model::move_masks::bits;
use crate::model::moves::Move;
use crate::model::solution::GREATEST_LENGTH;
use crate::model::solution::Solution;
use crate::model::symmetry::Symmetry;
use crate::node_meter::Meter;
use crate::tables::{AxisTable, FiveToAByte, next_distance};
use permutant_search::limits::{Control, Limits, Outcome, Progress, StopReason};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A solver with one table for all three axes. A clone is a handle to the same table.
///
/// ```
/// use permutant_cube::reid::Reid;
/// use permutant_cube::tables::Phase1Table;
/// use permutant_cube::{model::cubie::CubieCube, model::moves::Move};
/// use permutant_search::limits::{Control, Limits};
/// use std::ops::ControlFlow;
///
/// let solver = Reid::new(Phase1Table::build(&Control::new()).unwrap().into());
/// let cube = CubieCube::SOLVED.after(&[Move::ALL[3], Move::ALL[0]]);
/// let mut length = None;
/// let end = solver.solve(&cube, &Limits::default(), &Control::new(), |solution, _| {
///     length = Some(solution.length());
///     ControlFlow::Break(())
/// });
/// assert_eq!(length, Some(2));
/// ```
#[derive(Debug)]
pub struct Reid<T> {
    table: Arc<T>,
}

impl<T> Clone for Reid<T> {
    fn clone(&self) -> Self {
        Reid { table: Arc::clone(&self.table) }
    }
}

/// Why the recursion unwinds.
enum Stop {
    Enough,
    Limit(StopReason),
}

impl From<StopReason> for Stop {
    fn from(reason: StopReason) -> Stop {
        Stop::Limit(reason)
    }
}

/// The states that were ruled out only because all three distances were equal: by n, the distance and the number of turns left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EqualDistances {
    counts: Vec<u64>,
}

impl EqualDistances {
    fn add(&mut self, left: u32) {
        let left = left as usize;
        self.counts.resize(self.counts.len().max(left + 1), 0);
        self.counts[left] += 1;
    }

    /// The distances at which states were ruled out, ascending, with their numbers.
    pub fn counts(&self) -> impl Iterator<Item = (usize, u64)> {
        self.counts.iter().copied().enumerate().filter(|&(_, count)| count > 0)
    }
}

/// One axis: where the cube stands along it, and how far that is.
#[derive(Clone, Copy)]
struct Along<A> {
    at: A,
    distance: u32,
}

/// A state after a turn, along the axes that have been looked up.
#[derive(Clone, Copy)]
struct Child<A> {
    turn: usize,
    along: [Along<A>; 3],
    /// The entry that is requested.
    entry: usize,
}

struct Deepening<'s, 'a, T: AxisTable, F> {
    table: &'s T,
    entries: FiveToAByte<&'s [u8]>,
    cube: CubieCube,
    /// The turns as they look along each axis.
    images: [[Move; Move::COUNT]; 3],
    meter: Meter<'a>,
    path: Vec<Move>,
    wanted: u64,
    /// No solution that counts is shorter.
    lower_bound: u32,
    equal: EqualDistances,
    on_solution: F,
}

impl<T: AxisTable> Reid<T> {
    /// A solver that uses this table.
    pub fn new(table: Arc<T>) -> Self {
        Reid { table }
    }

    /// The table.
    pub fn table(&self) -> &T {
        &self.table
    }

    /// Finds every solution, shortest first, until `on_solution` breaks or a limit is reached; `on_solution` also gets the states that
    /// equal distances have ruled out so far. Of solutions that differ only in the order of turns of opposite faces, one is given.
    ///
    /// The time grows thirteenfold with each turn of the shortest solution. The result is [`Outcome::Found`] if as many solutions
    /// were given as were wanted, else the limit, and [`Outcome::ProvenNone`] for a cube that cannot be solved.
    pub fn solve(
        &self,
        cube: &CubieCube,
        limits: &Limits,
        control: &Control<'_>,
        on_solution: impl FnMut(&Solution, &EqualDistances) -> ControlFlow<()>,
    ) -> Outcome<()> {
        if cube.check_solvable().is_err() {
            return Outcome::ProvenNone;
        }
        let axes = [0, 1, 2].map(Symmetry::third_turn);
        let starts = axes.map(|axis| {
            let cube = axis.of_cube(cube);
            Along { at: self.table.at(&cube), distance: self.table.walk(&cube) }
        });
        let mut search = Deepening {
            table: &*self.table,
            entries: self.table.entries(),
            cube: *cube,
            images: axes.map(|axis| Move::ALL.map(|turn| axis.of_move(turn))),
            meter: Meter::new(limits.max_nodes, control),
            path: Vec::new(),
            wanted: limits.max_solutions.unwrap_or(u64::MAX),
            lower_bound: limits.min_length,
            equal: EqualDistances::default(),
            on_solution,
        };
        for length in limits.min_length..=limits.max_length.unwrap_or(GREATEST_LENGTH) {
            control.report(Progress::Depth { length, nodes: search.meter.nodes });
            if !search.is_farther(&starts, length) {
                match search.visit(starts, length, NO_FACE) {
                    Ok(()) => {}
                    Err(Stop::Enough) => return Outcome::Found(()),
                    Err(Stop::Limit(reason)) => return Outcome::LimitReached(reason),
                }
            }
            if search.wanted == limits.max_solutions.unwrap_or(u64::MAX) {
                search.lower_bound = length + 1;
            } else if limits.shortest_only {
                return Outcome::Found(());
            }
        }
        Outcome::LimitReached(StopReason::Length)
    }
}

impl<T: AxisTable, F: FnMut(&Solution, &EqualDistances) -> ControlFlow<()>> Deepening<'_, '_, T, F> {
    /// Whether more than `left` turns are needed: the largest distance, and one more where all three are equal.
    fn is_farther(&mut self, along: &[Along<T::At>; 3], left: u32) -> bool {
        let [a, b, c] = along.each_ref().map(|axis| axis.distance);
        let are_equal = left > 0 && a == left && b == left && c == left;
        if are_equal {
            self.equal.add(left);
        }
        are_equal || a.max(b).max(c) > left
    }

    /// One state, with `left` turns to make after one of face `last`.
    fn visit(&mut self, along: [Along<T::At>; 3], left: u32, last: usize) -> Result<(), Stop> {
        self.meter.step()?;
        if left == 0 {
            return self.end();
        }
        let mut children = [Child { turn: 0, along, entry: 0 }; Move::COUNT];
        let mut count = 0;
        for turn in bits(SUCCESSORS[last]) {
            children[count].turn = turn;
            count += 1;
        }
        // The axes one by one, as most turns are ruled out by the first. The entries of an axis are requested together.
        for (axis, before) in along.iter().enumerate() {
            for child in &mut children[..count] {
                let at = self.table.after(before.at, self.images[axis][child.turn]);
                child.along[axis].at = at;
                child.entry = self.table.entry(at);
                self.entries.prefetch(child.entry);
            }
            let mut kept = 0;
            for n in 0..count {
                let mut child = children[n];
                let distance = next_distance(before.distance, self.entries.get(child.entry));
                if distance < left {
                    child.along[axis].distance = distance;
                    children[kept] = child;
                    kept += 1;
                }
            }
            count = kept;
        }
        for child in &children[..count] {
            if self.is_farther(&child.along, left - 1) {
                continue;
            }
            let turn = Move::ALL[child.turn];
            self.path.push(turn);
            self.visit(child.along, left - 1, turn.face().index())?;
            self.path.pop();
        }
        Ok(())
    }

    /// In all three subgroups at once there are more cubes than the solved one; which it is the pieces know.
    fn end(&mut self) -> Result<(), Stop> {
        if self.cube.after(&self.path) != CubieCube::SOLVED {
            return Ok(());
        }
        let length = self.path.len() as u32;
        let solution = Solution {
            moves: self.path.clone(),
            lower_bound: self.lower_bound.min(length),
            nodes: self.meter.nodes,
            phases: None,
        };
        self.wanted = self.wanted.saturating_sub(1);
        let flow = (self.on_solution)(&solution, &self.equal);
        if flow.is_break() || self.wanted == 0 { Err(Stop::Enough) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::PHASE_1;

    #[test]
    fn all_shortest_solutions_are_those_of_a_search_without_a_table() {
        /// All canonical sequences of that many turns that solve the cube.
        fn all(cube: &CubieCube, left: u32, last: usize, path: &mut Vec<Move>, found: &mut Vec<Vec<Move>>) {
            if left == 0 {
                if *cube == CubieCube::SOLVED {
                    found.push(path.clone());
                }
                return;
            }
            for turn in bits(SUCCESSORS[last]) {
                let turn = Move::ALL[turn];
                path.push(turn);
                all(&cube.then(CubieCube::of_move(turn)), left - 1, turn.face().index(), path, found);
                path.pop();
            }
        }
        let solver = Reid::new(Arc::clone(&PHASE_1));
        // A pretty one with many solutions, a commutator, and opposite faces.
        for scramble in ["R2 L2 U2 D2", "R U R' U'", "U D' R L'", ""] {
            let turns: Vec<Move> = (scramble.split_whitespace())
                .map(|name| Move::ALL.into_iter().find(|m| m.to_string() == name).unwrap())
                .collect();
            let cube = CubieCube::SOLVED.after(&turns);
            let mut expected = Vec::new();
            for length in 0..=5 {
                all(&cube, length, NO_FACE, &mut Vec::new(), &mut expected);
            }
            let mut found = Vec::new();
            let limits = Limits { max_length: Some(5), ..Limits::default() };
            let end = solver.solve(&cube, &limits, &Control::new(), |solution, _| {
                found.push(solution.moves.clone());
                ControlFlow::Continue(())
            });
            assert_eq!(end, Outcome::LimitReached(StopReason::Length));
            assert_eq!(found, expected, "{scramble}");
        }
    }
}
