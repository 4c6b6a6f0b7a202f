//! The 4x4x4 in quarter turns of single layers: reductions by three phases, and the endgames that make the sum least.
//!
//! Start at [`Reduction::by_quarters`]. A 3x3x3 needs 21 quarter turns on average, and to find that out takes long. Of many reductions,
//! however, a few leave a 3x3x3 that is nearer to solved. All reductions are therefore searched for endgames of so many turns that the
//! sum is n, for growing n, so that the first one found gives the least sum. A search that is one turn deeper takes nine
//! times as long and succeeds nine times as often: it matters little whether few reductions are searched deeply or many less so.

use super::solver::{Allowed, ENDGAME, FOUR_PHASES, Phase, Reduced, Reduction, ReductionError, of_faces};
use crate::four::{Effort, Four};
use crate::model::geometry::Cell;
use crate::model::held::held_fast;
use crate::model::pieces::{Pieces, seen_from_centres};
use crate::model::stickers::Stickers;
use crate::model::turn::{Metric, Turn, length, spell};
use permutant_cube::h48::H48Solver;
use permutant_cube::model::cubie::CubieCube;
use permutant_search::limits::{Control, Limits, Outcome, StopReason};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Reductions whose 3x3x3 is solved by two phases with the first effort, twice as many with each further one; each takes hundredths of a
/// second.
const QUICK: usize = 4;

/// The length of endgames whose search counts 1.
const USUAL: u32 = 17;

/// How much more a search takes that is one turn deeper.
const GROWTH: f64 = 9.4;

/// The longest endgames that are searched. One of fifty cubes has one of 18 turns where parity allows it, one of seven one of 19: longer ones take
/// more time for each that is found.
const LONGEST: u32 = 18;

/// What the searches for endgames may take with the first effort, some two times as long as the reductions; twice as much with each
/// further effort, and with each doubling of the table, which halves the time of a search.
const WORK: f64 = 2.0;

/// A reduction, by the 3x3x3 that it leaves.
struct Left {
    cube: CubieCube,
    phases: Vec<Vec<Turn>>,
    /// Its length.
    used: u32,
    /// No endgame has fewer turns.
    least: u32,
    /// Whether two phases have solved it.
    is_solved: bool,
}

/// The work on one cube.
struct Work<'w, 'a> {
    by: &'w Reduction,
    shortest: &'w H48Solver,
    start: Stickers<u8>,
    allowed: &'w Allowed<'a>,
    /// In the order in which they were found.
    known: Vec<Left>,
    /// By remaining cube, its place among them.
    places: HashMap<CubieCube, usize>,
    /// The shortest solution so far, and its length.
    best: Option<(u32, Reduced)>,
    on_solution: &'w mut dyn FnMut(&Reduced) -> ControlFlow<()>,
}

impl Reduction {
    /// Solutions of a 4x4x4 with increasing effort.
    pub(super) fn by_quarters(
        &self,
        efforts: u32,
        four: &Four,
        shortest: &H48Solver,
        cube: &Stickers<u8>,
        allowed: &Allowed<'_>,
        mut on_solution: impl FnMut(&Reduced) -> ControlFlow<()>,
    ) -> Result<Reduced, ReductionError> {
        let start = seen_from_centres(cube)?;
        let pieces = Pieces::read(&start)?;
        let (known, places, best) = (Vec::new(), HashMap::new(), None);
        let on_solution = &mut on_solution;
        let mut work = Work { by: self, shortest, start, allowed, known, places, best, on_solution };
        // Each round has four times the effort of the one before.
        for times in (0..efforts).step_by(2) {
            let effort = Effort::QUARTERS.doubled(times);
            match four.solve(&pieces, &effort, &work.control()) {
                Ok(ways) => work.note(ways)?,
                Err(_) if work.best.is_some() => break,
                Err(reason) => return Err(ReductionError::Stopped(reason)),
            }
            let most = WORK * f64::from(times + u32::from(shortest.size().flips())).exp2();
            if work.solve_quickly(QUICK << times, effort.last)?.is_break() || work.shorten(most)?.is_break() {
                break;
            }
        }
        work.best.map(|(_, best)| best).ok_or(ReductionError::Stopped(StopReason::Nodes))
    }
}

impl Work<'_, '_> {
    fn control(&self) -> Control<'_> {
        self.allowed.control(self.best.as_ref().map(|(_, best)| best))
    }

    /// Notes reductions, of several that leave the same 3x3x3 the shortest.
    fn note(&mut self, ways: Vec<[Vec<Turn>; 3]>) -> Result<(), ReductionError> {
        for way in ways {
            let turns: Vec<Turn> = way.iter().flatten().copied().collect();
            let mut reduced = self.start.clone();
            reduced.turns(&turns);
            let used = Work::cost(&turns, &reduced);
            let (cube, phases) = (self.by.remaining(&reduced)?, Vec::from(way));
            let place = *self.places.entry(cube).or_insert(self.known.len());
            match self.known.get_mut(place) {
                Some(left) if used < left.used => (left.phases, left.used) = (phases, used),
                Some(_) => {}
                None => self.known.push(Left { cube, phases, used, least: 0, is_solved: false }),
            }
        }
        Ok(())
    }

    /// The number of quarter turns of single layers that do what some turns from the start do, without rotations.
    fn cost(turns: &[Turn], end: &Stickers<u8>) -> u32 {
        let shown = std::array::from_fn(|face| end.get(Cell { face, row: 1, column: 1 }));
        let held = held_fast(4, turns, shown).unwrap_or_default();
        length(4, &held, Metric::LayerQuarters)
    }

    /// The places of the reductions, the shortest first.
    fn in_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.known.len()).collect();
        order.sort_by_key(|&place| self.known[place].used);
        order
    }

    /// Solves so many of the shortest reductions by two phases, each within so many nodes.
    fn solve_quickly(&mut self, most: usize, nodes: u64) -> Result<ControlFlow<()>, ReductionError> {
        let limits = Limits { max_nodes: Some(nodes), ..Limits::default() };
        for place in self.in_order().into_iter().take(most) {
            if std::mem::replace(&mut self.known[place].is_solved, true) {
                continue;
            }
            let last = match self.by.two_phases(4, &self.known[place].cube, &limits, &self.control()) {
                Ok(last) => last,
                Err(ReductionError::Stopped(_)) if self.best.is_some() => break,
                Err(fault) => return Err(fault),
            };
            if self.finish(place, last)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Keeps a solution if it is shorter, and passes it on.
    fn finish(&mut self, place: usize, last: Vec<Turn>) -> Result<ControlFlow<()>, ReductionError> {
        let phases = self.known[place].phases.iter().cloned().chain([last]);
        let phases = FOUR_PHASES.into_iter().chain([ENDGAME]).zip(phases);
        let phases =
            phases.map(|(name, turns)| Phase { name, turns: spell(4, &turns, self.by.metric()) }).collect();
        let found = self.by.checked(&self.start, phases, self.allowed)?;
        let mut end = self.start.clone();
        end.turns(&found.turns);
        let length = Work::cost(&found.turns, &end);
        if self.best.as_ref().is_some_and(|&(least, _)| length >= least) {
            return Ok(ControlFlow::Continue(()));
        }
        let flow = (self.on_solution)(&found);
        self.best = Some((length, found));
        Ok(flow)
    }

    /// Searches for endgames that make shorter solutions, within so much work.
    fn shorten(&mut self, most: f64) -> Result<ControlFlow<()>, ReductionError> {
        let order = self.in_order();
        let mut done = 0.0;
        for sum in 0.. {
            for &place in &order {
                if self.best.as_ref().is_some_and(|&(least, _)| sum >= least) {
                    return Ok(ControlFlow::Continue(()));
                }
                let left = &mut self.known[place];
                // A quarter turn is an odd permutation.
                let has_length = |turns: &u32| {
                    (left.least..=LONGEST).contains(turns) && turns.is_multiple_of(2) != left.cube.is_odd()
                };
                let Some(turns) = sum.checked_sub(left.used).filter(has_length) else { continue };
                done += GROWTH.powi(turns as i32 - USUAL as i32);
                if done > most {
                    return Ok(ControlFlow::Continue(()));
                }
                left.least = turns + 1;
                let limits = Limits {
                    min_length: turns,
                    max_length: Some(turns),
                    max_solutions: Some(1),
                    ..Limits::default()
                };
                let control = self.control().without_progress();
                let mut last = None;
                let end = self.shortest.solve(&self.known[place].cube, &limits, &control, |solution| {
                    last = Some(solution.moves.clone());
                    ControlFlow::Break(())
                });
                match (end, last) {
                    (_, Some(moves)) => {
                        if self.finish(place, of_faces(4, &moves))?.is_break() {
                            return Ok(ControlFlow::Break(()));
                        }
                    }
                    (Outcome::LimitReached(StopReason::Length), None) => {}
                    _ => return Ok(ControlFlow::Break(())),
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
