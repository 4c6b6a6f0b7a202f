//! What a caller sees of the two-phase solver.
//!
//! Start at [`Solver::solve`]; [`Solver::improve`] goes on to shorter and shorter solutions. The order of the search is
//! in `search`, the tables in `tables`.

use super::near_cubes::NearCubes;
use super::search;
use super::tables::{Phase1, Phase2};
use crate::cubie::CubieCube;
use crate::moves::Move;
use permutant_search::limits::{Control, Limits, Outcome};
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

/// A solution, replayed on the pieces before it was handed out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The turns that solve the cube as it lies.
    pub moves: Vec<Move>,
    /// Every solution is at least so long, as far as the search has proven it (among those that count, where
    /// [`Limits::min_length`] asks for longer ones).
    pub lower_bound: u32,
    /// States visited when it was found.
    pub nodes: u64,
}

impl Solution {
    /// Number of turns.
    pub fn length(&self) -> u32 {
        self.moves.len() as u32
    }

    /// Whether every shorter length was ruled out.
    pub fn is_optimal(&self) -> bool {
        self.lower_bound == self.length()
    }
}

/// The tables, shared by all clones and threads.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) phase1: Phase1,
    pub(super) phase2: Phase2,
    /// Built when the first cube needs it.
    pub(super) near_cubes: OnceLock<NearCubes>,
}

/// A two-phase solver. Building it makes the tables; a clone is a handle to the same ones, for another thread.
///
/// ```
/// use permutant_cube::facelet;
/// use permutant_cube::moves::Algorithm;
/// use permutant_cube::two_phase::Solver;
/// use permutant_search::limits::{Control, Limits};
///
/// // After R U F.
/// let cube = facelet::read("UUUUUULLDFBBFRRFRRFFRFFRDDRRRUDDBDDBFFDLLDLLBLLLUBBUBB").unwrap();
/// let solution = Solver::new().solve(&cube, &Limits::default(), &Control::new()).found().unwrap();
/// assert_eq!(Algorithm(&solution.moves).to_string(), "F' U' R'");
/// assert!(solution.is_optimal());
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    tables: Arc<Tables>,
}

impl Solver {
    /// Builds the tables, [`Solver::bytes`] in all. About a tenth of a second on one core, two thirds of that where
    /// there are two.
    pub fn new() -> Solver {
        let (phase1, phase2) = std::thread::scope(|scope| {
            // Where threads cannot be had, as in a browser, the two halves follow each other.
            let other = std::thread::Builder::new().spawn_scoped(scope, Phase2::build).ok();
            let phase1 = Phase1::build();
            let phase2 = other.and_then(|other| other.join().ok()).unwrap_or_else(Phase2::build);
            (phase1, phase2)
        });
        Solver { tables: Arc::new(Tables { phase1, phase2, near_cubes: OnceLock::new() }) }
    }

    /// Memory that the tables take, 4 MiB of it not before the first cube comes that is nearly solved by half
    /// turns.
    pub fn bytes(&self) -> usize {
        self.tables.phase1.bytes() + self.tables.phase2.bytes() + NearCubes::BYTES
    }

    /// A solution of at most [`Limits::max_length`] turns, or of at most [`DEFAULT_TARGET`](super::DEFAULT_TARGET) if that is not set: the
    /// first one that is found.
    ///
    /// A cube that [`EXACT_LENGTH`](super::EXACT_LENGTH) turns or fewer solve gets a shortest solution, so a short
    /// scramble never gets a longer answer, and the solved cube gets no turns.
    ///
    /// Deterministic but for time and cancelling. Where `max_length` is not set, a limit on nodes or time ends the
    /// search for a short solution and the first one of any length (about 23 turns) is given, so that there always is
    /// one; only cancelling prevents it. [`Outcome::ProvenNone`] for a cube that cannot be solved:
    /// [`CubieCube::check_solvable`] says why. [`Limits::max_solutions`] does not matter here.
    pub fn solve(&self, cube: &CubieCube, limits: &Limits, control: &Control<'_>) -> Outcome<Solution> {
        self.improve(cube, limits, control, |_| ControlFlow::Break(()))
    }

    /// The moves that turn `cube` into `target`, as [`Solver::solve`] finds them: a solution of target⁻¹ · cube.
    pub fn solve_to(
        &self,
        cube: &CubieCube,
        target: &CubieCube,
        limits: &Limits,
        control: &Control<'_>,
    ) -> Outcome<Solution> {
        self.solve(&target.inverse().then(cube), limits, control)
    }

    /// Shorter and shorter solutions, each given to `on_solution`, until that breaks, a limit is reached, or the last
    /// one is proven to be shortest. Returns the last one.
    ///
    /// The first is what [`Solver::solve`] gives. [`Limits::max_solutions`] is the number of solutions given, at least
    /// one.
    pub fn improve(
        &self,
        cube: &CubieCube,
        limits: &Limits,
        control: &Control<'_>,
        on_solution: impl FnMut(&Solution) -> ControlFlow<()>,
    ) -> Outcome<Solution> {
        search::run(&self.tables, self.bytes(), cube, limits, control, on_solution)
    }
}

impl Default for Solver {
    fn default() -> Self {
        Solver::new()
    }
}
