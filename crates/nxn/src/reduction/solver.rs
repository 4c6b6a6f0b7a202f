//! Solves an NxNxN cube of any size by reduction to the 3x3x3.
//!
//! Start at [`Reduction`]. It solves the centres first, together with the parity of the wings, then pairs the wings, and solves
//! the remaining 3x3x3 in two phases. Cubes for which there are no tables are solved by insertion, which is shorter, as far as they are not
//! too large for that. A solution is replayed on the stickers before it is returned.

use crate::five::{self, Five};
use crate::four::{self, Four};
use crate::insertion::solver::Insertion;
use crate::model::pieces::{Pieces, Unsolvable, as_3x3x3, as_it_stands, seen_from_centres};
use crate::model::stickers::Stickers;
use crate::model::turn::{Metric, Turn, length, spell, unheld};
use crate::reduction::centres::CentreExchanges;
use crate::shells::solver::{self as shells, Shells};
use permutant_cube::h48::H48Solver;
use permutant_cube::model::cubie::CubieCube;
use permutant_cube::model::facelet;
use permutant_cube::model::moves::Move;
use permutant_cube::pocket::Pocket;
use permutant_cube::two_phase;
use permutant_search::limits::{Control, Limits, Outcome, StopReason};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

/// The greatest number of layers of a cube that is reduced shell by shell; larger cubes would take minutes.
pub const SHELLS: usize = 12;
/// All that can be tried where shorter solutions are wanted as long as there is time.
pub(crate) const ALL_TRIES: usize = usize::MAX;
/// The greatest number of times that the effort for a 4x4x4 or a 5x5x5 is doubled.
const DOUBLINGS: u32 = 12;

/// The names of the phases of the 4x4x4.
pub(super) const FOUR_PHASES: [&str; 3] = ["centres of an axis", "centres and halves of edges", "edges"];
/// The name of the endgame.
pub(super) const ENDGAME: &str = "3x3x3";

/// A part of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    /// Its purpose.
    pub name: &'static str,
    /// Its turns.
    pub turns: Vec<Turn>,
}

/// A solution, replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduced {
    /// N.
    pub size: usize,
    /// The metric.
    pub metric: Metric,
    /// The parts in order.
    pub phases: Vec<Phase>,
    /// All turns, merged at the boundaries of parts.
    pub turns: Vec<Turn>,
    /// Nodes visited before it was found.
    pub nodes: u64,
}

impl Reduced {
    /// The length in its metric.
    pub fn length(&self) -> u32 {
        length(self.size, &self.turns, self.metric)
    }
}

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReductionError {
    /// None exists.
    #[error(transparent)]
    Unsolvable(#[from] Unsolvable),
    /// A limit was reached first.
    #[error("{0}")]
    Stopped(StopReason),
    /// The result does not solve the cube, which indicates a bug in this program.
    #[error("internal error: a solution was found that does not solve the cube")]
    Refused,
}

impl From<shells::ShellsError> for ReductionError {
    fn from(fault: shells::ShellsError) -> Self {
        match fault {
            shells::ShellsError::Stopped(reason) => ReductionError::Stopped(reason),
            shells::ShellsError::Unsolvable(reason) => ReductionError::Unsolvable(reason),
        }
    }
}

/// A solver for cubes of any size in one metric. Its data are computed when first used.
#[derive(Debug)]
pub struct Reduction {
    metric: Metric,
    exchanges: OnceLock<CentreExchanges>,
    four: Option<OnceLock<Arc<Four>>>,
    five: Option<Arc<Five>>,
    pub(crate) insertion: Mutex<Option<Arc<Insertion>>>,
    pub(crate) pocket: OnceLock<Pocket>,
    last: two_phase::Solver,
    /// Finds shortest endgames in quarter turns.
    shortest: Option<Arc<H48Solver>>,
}

/// The purpose of each phase or part of one, and its turns.
pub(crate) type Phases = Vec<(&'static str, Vec<Turn>)>;

/// Finds reductions of a cube with an effort doubled this many times. Returns them with the number of nodes for the
/// endgame of each.
type Ways<'a> = dyn Fn(&Stickers<u8>, u32, &Control<'_>) -> Result<(Vec<Phases>, u64), ReductionError> + 'a;

/// Receives the turns of each part, with the name of its phase, and returns a reason to stop.
pub(crate) type Told<'a> = dyn FnMut(&'static str, &[Turn]) -> Result<(), StopReason> + 'a;

/// The limits of the search for shorter solutions.
pub(crate) struct Allowed<'a> {
    control: Control<'a>,
    /// States visited so far.
    nodes: AtomicU64,
    max_nodes: Option<u64>,
}

impl<'a> Allowed<'a> {
    pub(super) fn new(control: &Control<'a>, max_nodes: Option<u64>) -> Self {
        Allowed { control: *control, nodes: AtomicU64::new(0), max_nodes }
    }

    /// Nodes are limited only once there is a solution, so that the search always finds a first one.
    pub(super) fn control(&self, best: Option<&Reduced>) -> Control<'_> {
        self.control.with_nodes(&self.nodes, best.and(self.max_nodes))
    }

    /// Those before the first solution and after it.
    pub(crate) fn controls(&self) -> [Control<'_>; 2] {
        [None, self.max_nodes].map(|most| self.control.with_nodes(&self.nodes, most))
    }
}

impl Reduction {
    /// A solver that uses this solver of the 3x3x3 for the endgame.
    pub fn new(metric: Metric, last: two_phase::Solver) -> Self {
        Reduction {
            metric,
            exchanges: OnceLock::new(),
            four: Some(OnceLock::new()),
            five: None,
            insertion: Mutex::new(None),
            pocket: OnceLock::new(),
            last,
            shortest: None,
        }
    }

    /// The same with a solver of the 3x3x3 in quarter turns, for endgames of the 4x4x4 in quarter turns of layers: 48 of these instead of 57. Of the
    /// solutions, those are shortest that are so without rotations.
    pub fn with_shortest(self, shortest: Arc<H48Solver>) -> Self {
        Reduction { shortest: Some(shortest), ..self }
    }

    /// The same with the tables of the 4x4x4, which are otherwise built when they are first needed.
    pub fn with_four(self, four: Arc<Four>) -> Self {
        Reduction { four: Some(OnceLock::from(four)), ..self }
    }

    /// The same without the tables of the 4x4x4, which then uses the general method: half as many turns again, and a few
    /// megabytes.
    pub fn without_four(self) -> Self {
        Reduction { four: None, ..self }
    }

    /// The same with the tables of the 5x5x5. They reduce the number of turns to a third for the 5x5x5, and to between a third
    /// and a half for larger cubes of up to [`SHELLS`] layers.
    pub fn with_five(self, five: Arc<Five>) -> Self {
        Reduction { five: Some(five), ..self }
    }

    /// Whether it finds shortest endgames in quarter turns.
    pub fn has_shortest(&self) -> bool {
        self.shortest.is_some()
    }

    /// The metric.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The solver of the 3x3x3 for the endgame.
    pub fn last(&self) -> &two_phase::Solver {
        &self.last
    }

    /// A solution without tables, in the given orientation: the fastest and longest, in tenths of a second for a small cube.
    ///
    /// # Errors
    ///
    /// [`ReductionError`]: there is no solution, or `control` stopped the search.
    pub fn quick(&self, cube: &Stickers<u8>, control: &Control<'_>) -> Result<Reduced, ReductionError> {
        self.without_tables(1, cube, &Allowed::new(control, None), |_| ControlFlow::Break(()))
    }

    /// Whether it has the tables of the 5x5x5.
    pub fn has_five(&self) -> bool {
        self.five.is_some()
    }

    /// A solution; for small cubes the shortest of several.
    ///
    /// # Errors
    ///
    /// [`ReductionError`]: there is no solution, or `control` stopped the search.
    pub fn solve(&self, cube: &Stickers<u8>, control: &Control<'_>) -> Result<Reduced, ReductionError> {
        let allowed = Allowed::new(control, None);
        match self.by_tables(1, cube, &allowed, |_| ControlFlow::Continue(())) {
            // If the phases find no solution within their limits, the general method does.
            None | Some(Err(ReductionError::Stopped(StopReason::Nodes))) => {}
            Some(found) => return found,
        }
        self.without_tables(Reduction::tries(cube.size()), cube, &allowed, |_| ControlFlow::Continue(()))
    }

    /// The exchanges of centres, found when they are first needed.
    pub(crate) fn exchanges(&self) -> &CentreExchanges {
        self.exchanges.get_or_init(|| CentreExchanges::new(self.metric))
    }

    /// The number of orientations that are tried before a solution is returned; small cubes take little time.
    fn tries(size: usize) -> usize {
        (150 / size.pow(2).max(1)).clamp(1, 24)
    }

    /// Finds shorter and shorter solutions and passes each to `on_solution`, until that breaks, `control` interrupts, or the cube
    /// was solved in each of its 24 orientations; with tables, until no effort is left. Returns the last one. With a limit on
    /// nodes, it ends soon after that many nodes, but not before the first solution.
    ///
    /// # Errors
    ///
    /// [`ReductionError`]: there is no solution, or `control` stopped the search before the first one.
    pub fn improve(
        &self,
        cube: &Stickers<u8>,
        max_nodes: Option<u64>,
        control: &Control<'_>,
        mut on_solution: impl FnMut(&Reduced) -> ControlFlow<()>,
    ) -> Result<Reduced, ReductionError> {
        let allowed = Allowed::new(control, max_nodes);
        match self.by_tables(DOUBLINGS, cube, &allowed, &mut on_solution) {
            None | Some(Err(ReductionError::Stopped(StopReason::Nodes))) => {}
            Some(found) => return found,
        }
        self.without_tables(ALL_TRIES, cube, &allowed, on_solution)
    }

    /// Solutions of a cube for which there are tables, with increasing effort.
    fn by_tables(
        &self,
        efforts: u32,
        cube: &Stickers<u8>,
        allowed: &Allowed<'_>,
        on_solution: impl FnMut(&Reduced) -> ControlFlow<()>,
    ) -> Option<Result<Reduced, ReductionError>> {
        let four = || self.four.as_ref().map(|four| &**four.get_or_init(|| Arc::new(Four::new(self.metric))));
        let of_four = |start: &Stickers<u8>, times: u32, control: &Control<'_>| {
            let effort = four::Effort::QUICK.doubled(times);
            let four = four().ok_or(ReductionError::Stopped(StopReason::Memory))?;
            let ways = four.solve(&Pieces::read(start)?, &effort, control);
            let ways = ways.map_err(ReductionError::Stopped)?;
            Ok((
                ways.into_iter().map(|way| FOUR_PHASES.into_iter().zip(way).collect()).collect(),
                effort.last,
            ))
        };
        if cube.size().is_multiple_of(2) && self.four.is_none() {
            return None;
        }
        if cube.size() == 4 {
            if let (Metric::LayerQuarters, Some(shortest), Some(four)) = (self.metric, &self.shortest, four())
            {
                return Some(self.by_quarters(efforts, four, shortest, cube, allowed, on_solution));
            }
            return Some(self.finished(efforts, &of_four, cube, allowed, on_solution));
        }
        let five = self.five.as_ref().filter(|_| (5..=SHELLS).contains(&cube.size()))?;
        let of_five = |start: &Stickers<u8>, times: u32, control: &Control<'_>| {
            Pieces::read(start)?;
            let effort = match efforts {
                1 => five::Effort::QUICK,
                _ => five::Effort::LEAST.doubled(times),
            };
            let ways = five.solve(start, &effort, control).map_err(ReductionError::Stopped)?;
            let names =
                ["centres of an axis", "other centres", "flips of edges", "four edges", "edges and centres"];
            Ok((ways.into_iter().map(|way| names.into_iter().zip(way).collect()).collect(), effort.last))
        };
        let of_shells = |start: &Stickers<u8>, times: u32, control: &Control<'_>| {
            Pieces::read(start)?;
            // The cube inside an odd one is a 5x5x5.
            let four = cube.size().is_multiple_of(2).then(four).flatten();
            let effort = match efforts {
                1 => shells::Effort::QUICK,
                _ => shells::Effort::LEAST.doubled(times),
            };
            let ways = Shells { four, five, metric: self.metric }.solve(start, &effort, control)?;
            Ok((ways, effort.last.last))
        };
        let ways: &Ways<'_> = if cube.size() == 5 { &of_five } else { &of_shells };
        Some(self.finished(efforts, ways, cube, allowed, on_solution))
    }

    /// With each effort, several reductions with the shortest endgame of each.
    fn finished(
        &self,
        efforts: u32,
        ways: &Ways<'_>,
        cube: &Stickers<u8>,
        allowed: &Allowed<'_>,
        mut on_solution: impl FnMut(&Reduced) -> ControlFlow<()>,
    ) -> Result<Reduced, ReductionError> {
        let start = seen_from_centres(cube)?;
        let size = start.size();
        let mut best: Option<Reduced> = None;
        for effort in 0..efforts {
            let control = allowed.control(best.as_ref());
            let (ways, nodes) = match (ways(&start, effort, &control), &best) {
                (Ok(ways), _) => ways,
                (Err(_), Some(_)) => break,
                (Err(fault), None) => return Err(fault),
            };
            for way in ways {
                let turns: Vec<Turn> = way.iter().flat_map(|(_, turns)| turns).copied().collect();
                let used = length(size, &spell(size, &turns, self.metric), self.metric);
                // The greatest length of an endgame that improves on the best solution if no turns merge where it
                // begins.
                let most = best.as_ref().map(|best| best.length().checked_sub(used + 1));
                if most == Some(None) {
                    continue;
                }
                let mut reduced = start.clone();
                reduced.turns(&turns);
                let limits =
                    Limits { max_nodes: Some(nodes), max_length: most.flatten(), ..Limits::default() };
                let control = allowed.control(best.as_ref());
                let last = match (self.end(&reduced, &limits, &control), &best) {
                    (Ok(last), _) => last,
                    (Err(ReductionError::Stopped(StopReason::Nodes | StopReason::Length)), _) => continue,
                    (Err(ReductionError::Stopped(_)), Some(_)) => break,
                    (Err(fault), _) => return Err(fault),
                };
                let phases = way.into_iter().chain([(ENDGAME, last)]);
                let phases =
                    phases.map(|(name, turns)| Phase { name, turns: spell(size, &turns, self.metric) });
                let found = self.checked(&start, phases.collect(), allowed)?;
                if best.as_ref().is_none_or(|best| found.length() < best.length()) {
                    let flow = on_solution(&found);
                    best = Some(found);
                    if flow.is_break() {
                        return best.ok_or(ReductionError::Refused);
                    }
                }
            }
            if allowed.control(best.as_ref()).interrupted().is_some() {
                break;
            }
        }
        best.ok_or(ReductionError::Stopped(StopReason::Nodes))
    }

    pub(crate) fn held_in(
        &self,
        tries: usize,
        cube: &Stickers<u8>,
        allowed: &Allowed<'_>,
        mut on_solution: impl FnMut(&Reduced) -> ControlFlow<()>,
    ) -> Result<Reduced, ReductionError> {
        let mut best: Option<Reduced> = None;
        for held in orientations(cube.size()).into_iter().take(tries) {
            match (self.solve_held(cube, &held, allowed, best.as_ref()), &best) {
                (Ok(found), Some(shortest)) if found.length() >= shortest.length() => {}
                (Ok(found), _) => {
                    let flow = on_solution(&found);
                    best = Some(found);
                    if flow.is_break() {
                        break;
                    }
                }
                (Err(ReductionError::Stopped(_)), Some(_)) => break,
                (Err(fault), _) => return Err(fault),
            }
        }
        best.ok_or(ReductionError::Stopped(StopReason::Length))
    }

    /// The solution of a cube after turns of the whole cube.
    fn solve_held(
        &self,
        cube: &Stickers<u8>,
        held: &[Turn],
        allowed: &Allowed<'_>,
        best: Option<&Reduced>,
    ) -> Result<Reduced, ReductionError> {
        let unturned = seen_from_centres(cube)?;
        let mut start = unturned.clone();
        start.turns(held);
        let start = seen_from_centres(&start)?;
        let size = start.size();
        let mut phases: Vec<Phase> = Vec::new();
        self.by_parts(start, &allowed.control(best), &mut |name, turns| {
            match phases.last_mut() {
                Some(phase) if phase.name == name => phase.turns.extend_from_slice(turns),
                _ if turns.is_empty() => {}
                _ => phases.push(Phase { name, turns: turns.to_vec() }),
            }
            Ok(())
        })?;
        for Phase { turns, .. } in &mut phases {
            *turns = spell(size, &unheld(size, held, turns), self.metric);
        }
        self.checked(&unturned, phases, allowed)
    }

    /// The phases as a solution, replayed.
    pub(crate) fn checked(
        &self,
        start: &Stickers<u8>,
        phases: Vec<Phase>,
        allowed: &Allowed<'_>,
    ) -> Result<Reduced, ReductionError> {
        let size = start.size();
        let all: Vec<Turn> = phases.iter().flat_map(|phase| &phase.turns).copied().collect();
        let turns = spell(size, &all, self.metric);
        let mut replayed = start.clone();
        replayed.turns(&turns);
        if !replayed.is_solved() {
            return Err(ReductionError::Refused);
        }
        Ok(Reduced { size, metric: self.metric, phases, turns, nodes: allowed.nodes.load(Ordering::Relaxed) })
    }

    /// The endgame, once wings are paired and centres solved.
    pub(crate) fn end(
        &self,
        cube: &Stickers<u8>,
        limits: &Limits,
        control: &Control<'_>,
    ) -> Result<Vec<Turn>, ReductionError> {
        let reduced = self.remaining(cube)?;
        self.two_phases(cube.size(), &reduced, limits, control)
    }

    /// The 3x3x3 that is left once wings are paired and centres solved.
    pub(super) fn remaining(&self, cube: &Stickers<u8>) -> Result<CubieCube, ReductionError> {
        let size = cube.size();
        let cube = as_it_stands(cube).ok_or(ReductionError::Stopped(StopReason::Nodes))?;
        facelet::read(&as_3x3x3(&cube, size / 2))
            .map_err(|fault| ReductionError::Unsolvable(Unsolvable::Pieces(fault.message)))
    }

    /// The turns of a cube of this size that solve the 3x3x3 that is left of it, by two phases.
    pub(super) fn two_phases(
        &self,
        size: usize,
        reduced: &CubieCube,
        limits: &Limits,
        control: &Control<'_>,
    ) -> Result<Vec<Turn>, ReductionError> {
        // The endgame's solutions are not complete solutions, so they are not reported.
        let quiet = control.without_progress();
        match self.last.improve(reduced, limits, &quiet, |_| ControlFlow::Continue(())) {
            Outcome::Found(solution) => {
                control.visited(solution.nodes);
                Ok(of_faces(size, &solution.moves))
            }
            Outcome::LimitReached(reason) => {
                control.visited(limits.max_nodes.unwrap_or(0));
                Err(ReductionError::Stopped(reason))
            }
            Outcome::ProvenNone => Err(match reduced.check_solvable() {
                Err(reason) => Unsolvable::Laws(crate::model::pieces::Reason(reason)).into(),
                Ok(()) => ReductionError::Stopped(StopReason::Nodes),
            }),
        }
    }
}

/// Turns of the 3x3x3 as turns of the faces of a cube of this size.
pub(super) fn of_faces(size: usize, moves: &[Move]) -> Vec<Turn> {
    moves.iter().map(|turn| Turn::face(size, turn.face().index(), turn.quarters())).collect()
}

/// The turns of the whole cube that bring it into each of its 24 orientations, beginning with the present one.
fn orientations(size: usize) -> Vec<Vec<Turn>> {
    let whole = |axis: u8, amount: u8| Turn { axis, from: 0, to: size as u16 - 1, amount };
    let tilts = [(0, 0), (0, 1), (2, 1), (0, 2), (0, 3), (2, 3)];
    let pairs = tilts.into_iter().flat_map(|tilt| (0..4).map(move |turn| [tilt, (1, turn)]));
    let made = |pair: [(u8, u8); 2]| {
        pair.into_iter().filter(|(_, amount)| *amount > 0).map(|(a, n)| whole(a, n)).collect()
    };
    pairs.map(made).collect()
}
