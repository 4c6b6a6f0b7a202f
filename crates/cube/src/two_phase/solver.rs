//! What a caller sees of the two-phase solver.
//!
//! Start at [`Solver::solve`]; [`Solver::improve`] goes on to shorter and shorter solutions. The order of the search is
//! in `search`, the tables in `small` and `large`.

use super::large::{self, LargeTables, TABLE_BYTES};
use super::near_cubes::NearCubes;
use super::profile::Profile;
use super::search;
use super::small::Small;
use crate::model::cubie::CubieCube;
use crate::model::solution::Solution;
use permutant_search::limits::{Control, Limits, Outcome, StopReason};
use permutant_search::table::Memory;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

/// The tables of either profile.
#[derive(Debug)]
enum Profiles {
    Small(Box<Small>),
    Large(Box<LargeTables>),
}

/// What all clones and threads share.
#[derive(Debug)]
struct Shared {
    profiles: Profiles,
    /// Built when the first cube needs it.
    near_cubes: OnceLock<NearCubes>,
}

/// Bytes that are no large table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the large tables of the two-phase solver have {TABLE_BYTES} bytes, not {found}")]
pub struct WrongLength {
    /// The bytes found.
    pub found: usize,
}

/// A two-phase solver. Building it makes the tables; a clone is a handle to the same ones, for another thread.
///
/// ```
/// use permutant_cube::model::facelet;
/// use permutant_cube::model::moves::Algorithm;
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
    shared: Arc<Shared>,
    threads: usize,
}

impl Solver {
    /// The small profile. Builds its tables, [`Solver::bytes`] in all. Some 40 ms on one core, half of that where there are
    /// two.
    pub fn new() -> Solver {
        Solver::with(Profiles::Small(Box::new(Small::build())))
    }

    /// The large profile, from tables that [`Solver::build_table`] made: several times as many solutions in the same
    /// time. A look-up is a wait for memory; where that has huge pages, the search takes less time.
    ///
    /// ```no_run
    /// use permutant_cube::two_phase::Solver;
    /// use permutant_search::limits::Control;
    ///
    /// let table = Solver::build_table(2, &Control::new()).unwrap();
    /// let solver = Solver::large(Box::new(table)).unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// [`WrongLength`]; whether the bytes are those of the tables is for the caller to know.
    pub fn large(table: Memory) -> Result<Solver, WrongLength> {
        let found = (*table).as_ref().len();
        let large = LargeTables::new(table).ok_or(WrongLength { found })?;
        Ok(Solver::with(Profiles::Large(Box::new(large))))
    }

    /// Fills the tables of the large profile on some threads: [`TABLE_BYTES`], and
    /// [`TABLE_BYTES_TO_BUILD`](super::TABLE_BYTES_TO_BUILD) while at it. Seconds.
    ///
    /// # Errors
    ///
    /// Why it was stopped, where `control` did so.
    pub fn build_table(threads: usize, control: &Control<'_>) -> Result<Vec<u8>, StopReason> {
        large::build(threads, control)
    }

    fn with(profiles: Profiles) -> Solver {
        Solver { shared: Arc::new(Shared { profiles, near_cubes: OnceLock::new() }), threads: 1 }
    }

    /// A solver with the same tables that works on each cube with so many threads. The solutions are the same, but where
    /// time or cancelling ends the search; [`Solution::nodes`] is not. With [`Limits::max_nodes`] it is one thread all
    /// the same.
    pub fn with_threads(self, threads: usize) -> Solver {
        Solver { threads, ..self }
    }

    /// Whether this is the large profile.
    pub fn is_large(&self) -> bool {
        matches!(self.shared.profiles, Profiles::Large(_))
    }

    /// Memory that the tables take, 0.4 MB of it not before the first cube comes that is nearly solved by half
    /// turns.
    pub fn bytes(&self) -> usize {
        NearCubes::BYTES
            + match &self.shared.profiles {
                Profiles::Small(small) => small.bytes(),
                Profiles::Large(large) => large.at_hand().bytes(),
            }
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
        let near_cubes = || self.shared.near_cubes.get_or_init(NearCubes::build);
        if self.bytes() as u64 > limits.max_memory {
            return Outcome::LimitReached(StopReason::Memory);
        }
        match &self.shared.profiles {
            Profiles::Small(small) => {
                search::run(&**small, &near_cubes, cube, limits, self.threads, control, on_solution)
            }
            Profiles::Large(large) => {
                search::run(&large.at_hand(), &near_cubes, cube, limits, self.threads, control, on_solution)
            }
        }
    }
}

impl Default for Solver {
    fn default() -> Self {
        Solver::new()
    }
}
