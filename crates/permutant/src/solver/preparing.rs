//! The choice of tables, and the preparation before the first position: one rule for all engines.
//!
//! Start at [`Solver::decide`]. A stored table is used, as opening it takes no time. A missing table is built first if the request
//! allows that, if it shortens the answer, and if building takes at most about a minute. Otherwise the answer is computed without it,
//! and [`Solver::advice`] describes what the table would improve.

use super::kept::{Decision, Solver, Why};
use super::request::{Answer, Preparation, Request, SolveError};
use crate::engine::{Engine, Method};
use crate::model::Family;
use crate::tables::{self, Table};
use permutant_cube::h48::Size;
use permutant_cube::model::moves::Metric as CubeMetric;
use permutant_cube::two_phase;
use permutant_nxn::five;
use permutant_nxn::reduction::solver::SHELLS;
use permutant_search::limits::{Control, Limits};

/// Seconds that building a table may take if the user did not name it.
const WORTH_BUILDING: u64 = 60;

/// Memory of the 5x5x5 solver apart from its tables.
pub(super) const BESIDE_FIVE: u64 = 200 << 20;
/// Memory of the large two-phase solver apart from its tables: moves and names of coordinates.
const BESIDE_TWO_PHASE: u64 = 32 << 20;
/// Memory of the search with the huge table apart from the table: moves and conjugates of coordinates.
const BESIDE_HUGE: u64 = 16 << 20;

/// Number of states of a proof above which a larger table is recommended: some seconds.
const LONG_PROOF: u64 = 100_000_000;

/// Mean number of turns for cubes of 5 to 12 layers with the tables of the 5x5x5 (`docs/big_cubes.md`).
const WITH_FIVE: [u64; 8] = [70, 118, 170, 252, 332, 467, 579, 781];
/// Mean number of turns for a 4x4x4 with its tables.
const WITH_FOUR: u64 = 43;

/// Mean number of turns for a professor tetraminx with its tables, where a turn of a layer counts 1, and in outer blocks.
const WITH_TETRAMINX: u64 = 28;
const WITH_TETRAMINX_IN_BLOCKS: u64 = 48;

/// A way to improve an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The table to build.
    pub table: Table,
    /// Its benefit.
    pub gain: String,
}

/// The metric of the optimal solver for a request.
pub(super) fn optimal_metric(request: &Request<'_>) -> CubeMetric {
    match request.metric.name() {
        "stm" | "btm" => CubeMetric::SliceTurn,
        "sqtm" => CubeMetric::SliceQuarterTurn,
        "atm" => CubeMetric::AxialTurn,
        name if name.ends_with("qtm") => CubeMetric::QuarterTurn,
        _ => CubeMetric::HalfTurn,
    }
}

impl Solver<'_> {
    /// Whether a table of some hundred megabytes is used; `named` if it belongs to the requested method.
    pub(super) fn decide(&self, table: &Table, beside: u64, named: bool, request: &Request<'_>) -> Decision {
        let max_memory = request.limits.max_memory;
        let is_worth =
            || table.seconds_to_build().div_ceil(self.build_threads.max(1) as u64) <= WORTH_BUILDING;
        let is_wished = named || request.builds && table.is_built_when_needed() && is_worth();
        let description = table.description();
        Decision::Without(match () {
            () if request.preparation == Preparation::AtOnce && !named => Why::AtOnce,
            () if max_memory < table.bytes() + beside => Why::Memory,
            () if self.tables.has(&description) => return Decision::Kept,
            () if !is_wished => Why::NotBuilt,
            () if max_memory < table.bytes_to_build() => Why::MemoryToBuild,
            () if !self.tables.has_room(&description) => Why::Room,
            () => return Decision::Built,
        })
    }

    /// Whether the two-phase solver uses its large tables.
    pub(super) fn large_two_phase(&self, request: &Request<'_>) -> Decision {
        let named = request.method == Method::TwoPhaseLarge;
        let decide = || self.decide(&tables::TWO_PHASE, BESIDE_TWO_PHASE, named, request);
        match request.preparation {
            // Determined once: a batch has the same answer for all its positions.
            Preparation::Load
                if !named
                    && request.limits.max_memory >= two_phase::TABLE_BYTES as u64 + BESIDE_TWO_PHASE =>
            {
                *self.large_is_kept.get_or_init(decide)
            }
            _ => decide(),
        }
    }

    /// Whether the search along three axes gets the huge table.
    pub(super) fn huge_is_used(&self, request: &Request<'_>) -> Decision {
        self.decide(&tables::HUGE, BESIDE_HUGE, true, request)
    }

    /// Bytes of memory that [`Method::Huge`] takes: more where its table is not stored yet.
    pub fn memory_with_huge(&self) -> u64 {
        let loaded = tables::HUGE.bytes() + BESIDE_HUGE;
        match self.tables.has(&tables::HUGE.description()) {
            true => loaded,
            false => loaded.max(tables::HUGE.bytes_to_build()),
        }
    }

    /// The message about this choice.
    pub(super) fn told_of_two_phase(&self, request: &Request<'_>) -> &'static str {
        match self.large_two_phase(request) {
            Decision::Kept => "; with the large tables, which are stored",
            Decision::Built => "; with the large tables, which are built first",
            Decision::Without(Why::AtOnce) => "; with the small tables, which are ready at once",
            Decision::Without(Why::Memory) => "; with the small tables, as the large ones need more --memory",
            Decision::Without(Why::MemoryToBuild) => {
                "; with the small tables, as building the large ones needs more --memory"
            }
            Decision::Without(Why::NotBuilt) => {
                "; with the small tables, as the large ones (3x3x3-two-phase) are not built"
            }
            Decision::Without(Why::Room) => {
                "; with the small tables, as the disk has no room for the large ones"
            }
        }
    }

    /// Whether a 5x5x5 or a larger cube is solved with the tables of the 5x5x5; `None` for other puzzles.
    pub(super) fn five_is_used(&self, request: &Request<'_>) -> Option<Decision> {
        let Family::Cube(size) = self.model.family else { return None };
        if !(5..=SHELLS).contains(&usize::from(size)) {
            return None;
        }
        // With a node limit, the answer must be the same on every machine, whatever tables it stores. Otherwise stored tables are used,
        // however little time there is.
        let preparation = match request.limits.max_nodes {
            Some(_) => Preparation::AtOnce,
            None => request.preparation.max(Preparation::Load),
        };
        let request = Request { preparation, ..request.clone() };
        Some(self.decide(&tables::FIVE, BESIDE_FIVE, false, &request))
    }

    /// The message about this choice.
    pub(super) fn told_of_five(&self, request: &Request<'_>) -> &'static str {
        match self.five_is_used(request) {
            None => "",
            Some(Decision::Kept) => "; with tables, which are stored",
            Some(Decision::Built) => "; with tables, which are built first",
            Some(Decision::Without(Why::AtOnce)) => {
                "; without tables, so that a node limit means the same anywhere"
            }
            Some(Decision::Without(Why::Memory)) => "; without tables, as they need more --memory",
            Some(Decision::Without(Why::MemoryToBuild)) => {
                "; without tables, as building them needs more --memory"
            }
            Some(Decision::Without(Why::NotBuilt)) => {
                "; without the tables (5x5x5-phases), which are not built"
            }
            Some(Decision::Without(Why::Room)) => "; without tables, as the disk has no room for them",
        }
    }

    /// The table of the optimal solver, with its size.
    pub(super) fn optimal_table(&self, metric: CubeMetric, max_memory: u64) -> Option<(Table, Size)> {
        let seconds = WORTH_BUILDING * self.build_threads.max(1) as u64;
        tables::optimal_within(self.tables, metric, max_memory, seconds)
    }

    /// A table that would make an answer shorter or faster, if there is one.
    pub fn advice(&self, request: &Request<'_>, answer: &Answer) -> Option<Advice> {
        let fewer = |table, mean: u64| {
            // A smaller gain may be chance.
            let is_worth = answer.length > mean + mean / 7;
            is_worth
                .then(|| Advice { table, gain: format!("about {mean} turns instead of {}", answer.length) })
        };
        let not_built = Decision::Without(Why::NotBuilt);
        if !request.turns.is_empty() && answer.engine == Engine::Words {
            return None;
        }
        match (answer.engine, self.model.family) {
            (Engine::Reduction, Family::Cube(4)) if !self.tables.has(&tables::FOUR.description()) => {
                fewer(tables::FOUR, WITH_FOUR)
            }
            (Engine::Reduction, Family::Cube(size)) if self.five_is_used(request) == Some(not_built) => {
                fewer(tables::FIVE, *WITH_FIVE.get(usize::from(size).checked_sub(5)?)?)
            }
            (Engine::Words, Family::ProfessorTetraminx)
                if !self.tables.has(&tables::TETRAMINX.description()) =>
            {
                fewer(
                    tables::TETRAMINX,
                    if request.metric.favours_slices() { WITH_TETRAMINX } else { WITH_TETRAMINX_IN_BLOCKS },
                )
            }
            (Engine::TwoPhase, _) if !answer.optimal => {
                let gain = "solutions shorter by a third of a turn in the same time".into();
                (self.large_two_phase(request) == not_built)
                    .then_some(Advice { table: tables::TWO_PHASE, gain })
            }
            (Engine::Optimal, _) if answer.nodes >= LONG_PROOF => self.larger_optimal_table(request),
            _ => None,
        }
    }

    /// The table that halves the time of proofs, if memory and a few minutes allow it.
    fn larger_optimal_table(&self, request: &Request<'_>) -> Option<Advice> {
        let metric = optimal_metric(request);
        let max_memory = request.limits.max_memory;
        let (used, _) = self.optimal_table(metric, max_memory)?;
        let mut larger =
            tables::optimal(metric).map(|(table, _)| table).skip_while(|table| *table != used).skip(1);
        let table = larger.next()?;
        let fits = table.bytes_to_build() <= max_memory && self.tables.has_room(&table.description());
        let gain = "proofs in about half of the time".into();
        fits.then_some(Advice { table, gain })
    }

    /// Prepares what requests of this kind need, whatever their position, so that this time does not count against the limit of a
    /// position. `begun` is called as soon as requests that do not want to wait can find what is available immediately.
    ///
    /// # Errors
    ///
    /// The [`SolveError`] that solving would return.
    pub fn prepare(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        begun: impl FnOnce(),
    ) -> Result<(), SolveError> {
        // A puzzle of chosen moves prepares itself for each position.
        if self.chosen_moves(request).is_some() {
            begun();
            return Ok(());
        }
        match self.plan(request)?.engine {
            Engine::TwoPhase => {
                self.small_two_phase();
                if self.large_two_phase(request).is_with() {
                    self.made_large(control, begun).map_err(SolveError::Limit)?;
                    return Ok(());
                }
            }
            Engine::Words => _ = self.words(request, control)?,
            Engine::Reduction => self.prepare_reduction(request, control)?,
            Engine::Optimal => {
                let max_memory = request.limits.max_memory;
                self.optimal(optimal_metric(request), max_memory, control).map_err(SolveError::Limit)?;
            }
            Engine::Huge => _ = self.huge(request, control).map_err(SolveError::Limit)?,
            // The other engines prepare what a position needs, or nothing.
            Engine::WeightedTwoPhase
            | Engine::Thistlethwaite
            | Engine::ThreeAxes
            | Engine::Table
            | Engine::Distances
            | Engine::Count
            | Engine::Search
            | Engine::Korf
            | Engine::Beam
            | Engine::Phases
            | Engine::Insertion
            | Engine::Local
            | Engine::Square1
            | Engine::Clock
            | Engine::Tetraminx => {}
        }
        begun();
        Ok(())
    }

    /// The memory that the last phase of a large cube may take apart from the tables of the 5x5x5.
    pub(super) fn beside_five(&self, limits: &Limits, with_five: bool) -> u64 {
        let taken = if with_five { five::TABLE_BYTES as u64 + BESIDE_FIVE } else { 0 };
        limits.max_memory.saturating_sub(taken)
    }
}
