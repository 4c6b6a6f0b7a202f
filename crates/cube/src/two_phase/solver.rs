//! The public interface of the two-phase solver.
//!
//! Start at [`Solver::solve`]; [`Solver::improve`] continues to shorter and shorter solutions. The order of the search is in
//! `search`, the tables are in `small` and `large`.

use super::large::{self, Large, LargeTables, TABLE_BYTES};
use super::near_cubes::NearCubes;
use super::profile::Profile;
use super::search;
use super::small::Small;
use crate::model::cubie::CubieCube;
use crate::model::quarter_turns::CubeWithCentres;
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

/// The error for bytes that are not a large table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the large tables of the two-phase solver have {TABLE_BYTES} bytes, not {found}")]
pub struct WrongLength {
    /// The actual number of bytes.
    pub found: usize,
}

/// A two-phase solver. Its constructor builds the tables. A clone is a handle to the same tables, for another thread.
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
    /// The small profile. Builds its tables, [`Solver::bytes`] in total, in some 40 ms on one core and half of that on two.
    pub fn new() -> Solver {
        Solver::with(Profiles::Small(Box::new(Small::build())))
    }

    /// The large profile, from tables built by [`Solver::build_table`]: it finds several times as many solutions in the same
    /// time. A look-up is a memory access that misses the caches; with huge pages the search takes less time.
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
    /// [`WrongLength`]. The caller is responsible for the contents being those of the tables.
    pub fn large(table: Memory) -> Result<Solver, WrongLength> {
        let found = (*table).as_ref().len();
        let large = LargeTables::new(table).ok_or(WrongLength { found })?;
        Ok(Solver::with(Profiles::Large(Box::new(large))))
    }

    /// Builds the tables of the large profile on several threads, in seconds. They take [`TABLE_BYTES`], and
    /// [`TABLE_BYTES_TO_BUILD`](super::TABLE_BYTES_TO_BUILD) during the construction.
    ///
    /// # Errors
    ///
    /// The reason for the stop, if `control` stopped it.
    pub fn build_table(threads: usize, control: &Control<'_>) -> Result<Vec<u8>, StopReason> {
        large::build(threads, control)
    }

    fn with(profiles: Profiles) -> Solver {
        Solver { shared: Arc::new(Shared { profiles, near_cubes: OnceLock::new() }), threads: 1 }
    }

    /// A solver with the same tables that uses this many threads for each cube. The solutions are the same, unless time or
    /// cancellation ends the search; [`Solution::nodes`] differs. With [`Limits::max_nodes`] it nevertheless uses one thread.
    pub fn with_threads(self, threads: usize) -> Solver {
        Solver { threads, ..self }
    }

    /// Whether this is the large profile.
    pub fn is_large(&self) -> bool {
        matches!(self.shared.profiles, Profiles::Large(_))
    }

    /// The tables of the large profile.
    pub(crate) fn large_tables(&self) -> Option<Large<'_>> {
        match &self.shared.profiles {
            Profiles::Small(_) => None,
            Profiles::Large(large) => Some(large.at_hand()),
        }
    }

    /// The memory of the tables. 0.4 MB of it are allocated only for the first cube that is nearly solved by half turns.
    pub fn bytes(&self) -> usize {
        NearCubes::BYTES
            + match &self.shared.profiles {
                Profiles::Small(small) => small.bytes(),
                Profiles::Large(large) => large.at_hand().bytes(),
            }
    }

    /// The first solution found of at most [`Limits::max_length`] turns, or of at most [`DEFAULT_TARGET`](super::DEFAULT_TARGET)
    /// if that is not set.
    ///
    /// A cube that can be solved in [`EXACT_LENGTH`](super::EXACT_LENGTH) turns or fewer gets a shortest solution. A short
    /// scramble therefore never gets a longer answer, and the solved cube gets no turns.
    ///
    /// The result is deterministic except for time limits and cancellation. If `max_length` is not set, a limit on nodes or time
    /// ends the search for a short solution and the first one of any length (about 23 turns) is returned. There is thus always a
    /// solution; only cancellation prevents it. The result is [`Outcome::ProvenNone`] for a cube that cannot be solved;
    /// [`CubieCube::check_solvable`] tells why. [`Limits::max_solutions`] is ignored.
    pub fn solve(&self, cube: &CubieCube, limits: &Limits, control: &Control<'_>) -> Outcome<Solution> {
        self.improve(cube, limits, control, |_| ControlFlow::Break(()))
    }

    /// The moves that transform `cube` into `target`, found as by [`Solver::solve`]: a solution of target⁻¹ · cube.
    pub fn solve_to(
        &self,
        cube: &CubieCube,
        target: &CubieCube,
        limits: &Limits,
        control: &Control<'_>,
    ) -> Outcome<Solution> {
        self.solve(&target.inverse().then(cube), limits, control)
    }

    /// Finds shorter and shorter solutions and passes each to `on_solution`, until that breaks, a limit is reached, or the last
    /// one is proved to be shortest. Returns the last one.
    ///
    /// The first is that of [`Solver::solve`]. [`Limits::max_solutions`] is the number of solutions given, at least one.
    pub fn improve(
        &self,
        cube: &CubieCube,
        limits: &Limits,
        control: &Control<'_>,
        on_solution: impl FnMut(&Solution) -> ControlFlow<()>,
    ) -> Outcome<Solution> {
        self.improve_with_centres(
            &CubeWithCentres { cube: *cube, quarters: None },
            limits,
            control,
            on_solution,
        )
    }

    /// The same for a cube whose centres may matter. If they do, the first solution of at most
    /// [`DEFAULT_TARGET_WITH_CENTRES`](super::DEFAULT_TARGET_WITH_CENTRES) turns suffices unless [`Limits::max_length`] is set, and a
    /// limit on nodes or time may end the search without a solution.
    pub fn improve_with_centres(
        &self,
        cube: &CubeWithCentres,
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
