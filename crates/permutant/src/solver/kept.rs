//! Data that a solver keeps for the next position: tables, compiled moves, words.
//!
//! Start at [`Solver`]. Each engine has a file of its own, which adds the methods that use these data.

use super::chosen_moves::KeptMoves;
use super::structure::{Ring, Structure};
use crate::model::Model;
use crate::supercube::Supercube;
use crate::tables::{InMemory, TableSource};
use permutant_analysis::group::words::{PuzzleWords, QuickWords, VertexGroup};
use permutant_analysis::state::finished_count::{CountError, FinishedCount};
use permutant_cube::h48::H48Solver;
use permutant_cube::pocket::Pocket;
use permutant_cube::reid::Reid;
use permutant_cube::tables::{HugeTable, Phase1Table};
use permutant_cube::thistlethwaite::Thistlethwaite;
use permutant_cube::two_phase::{self, weighted::WeightedSolver};
use permutant_group::StabilizerChain;
use permutant_nxn::five::Five;
use permutant_nxn::four::Four;
use permutant_nxn::model::turn::Metric as BigCubeMetric;
use permutant_nxn::reduction::solver::{Reduced, Reduction};
use permutant_others::{clock, square1, tetraminx};
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::state::State;
use permutant_search::beam::{BeamTables, Network};
use permutant_search::god::oracle::Oracle;
use permutant_search::guide::Guide;
use permutant_search::parted::level_store::LevelStore;
use permutant_search::phases::{Looks, Phases};
use permutant_search::pruning::PruningTable;
use permutant_search::puzzle_space::{Patterns, PuzzleSpace};
use permutant_search::sequences::Sequences;
use permutant_search::table::Description;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, OnceLock};

/// Solves positions of one puzzle.
#[derive(Debug)]
pub struct Solver<'m> {
    pub(super) model: &'m Model,
    pub(super) tables: &'m dyn TableSource,
    pub(super) two_phase: OnceLock<two_phase::Solver>,
    /// The two-phase solver with its large tables.
    pub(super) large_two_phase: OnceLock<two_phase::Solver>,
    /// Held by the thread that prepares it.
    pub(super) large_is_made: Mutex<()>,
    /// Whether the large tables are stored; determined once.
    pub(super) large_is_kept: OnceLock<Decision>,
    /// The most recent solver that was built for individual costs of turns.
    pub(super) weighted: Mutex<Option<Arc<WeightedSolver>>>,
    pub(super) thistlethwaite: OnceLock<Thistlethwaite>,
    pub(super) optimal: Mutex<Option<Arc<H48Solver>>>,
    pub(super) three_axes: Mutex<Option<Reid<Phase1Table>>>,
    pub(super) huge: Mutex<Option<Reid<HugeTable>>>,
    pub(super) threads: usize,
    pub(super) build_threads: usize,
    pub(super) reductions: Reductions,
    /// In half turns and in quarter turns.
    pub(super) pockets: [OnceLock<Pocket>; 2],
    pub(super) square1: OnceLock<square1::Solver>,
    pub(super) clock: OnceLock<clock::Solver>,
    /// Held by the thread that prepares it.
    pub(super) tetraminx: Mutex<Option<Arc<tetraminx::Solver>>>,
    /// The places of the supercube; `None` on other puzzles.
    pub(super) supercube: OnceLock<Option<Supercube>>,
    pub(super) chain: OnceLock<Option<StabilizerChain>>,
    /// If moves are not always possible: the group of the walks from a shape back to it.
    pub(super) walks: OnceLock<Option<VertexGroup>>,
    pub(super) compiled: Mutex<Vec<Arc<Compiled>>>,
    pub(super) words: Mutex<Vec<(Metric, Arc<PuzzleWords>)>>,
    /// `None` where the puzzle has none.
    pub(super) quick_words: Mutex<Vec<(Metric, Option<Arc<QuickWords>>)>>,
    pub(super) phases: Mutex<Vec<Chain>>,
    pub(super) chosen_moves: Mutex<Option<KeptMoves>>,
    pub(super) oracles: Mutex<Vec<Counted>>,
    /// The greatest limit of nodes within which a search for a shortest solution ended beside another engine; 0 if none did.
    pub(super) ended_within: AtomicU64,
    /// The only source of solutions, if there is one.
    pub(super) counts: Option<Counts>,
}

/// Phases that were looked for.
#[derive(Debug)]
pub(super) struct Chain {
    pub(super) metric: Metric,
    pub(super) looks: Looks,
    /// The orbits and slots in the order in which words solve them.
    pub(super) order: Vec<(usize, u16)>,
    pub(super) number: usize,
    pub(super) has_beams: bool,
    /// None where the puzzle has none.
    pub(super) phases: Option<Arc<Phases>>,
}

/// The number of compiled goals that are kept: a batch usually has one.
pub(super) const KEPT: usize = 8;

impl<'m> Solver<'m> {
    /// A solver that has built nothing yet and keeps its tables in memory.
    pub fn new(model: &'m Model) -> Self {
        Solver::with_tables(model, &InMemory)
    }

    /// A solver that obtains its tables from a source.
    pub fn with_tables(model: &'m Model, tables: &'m dyn TableSource) -> Self {
        Solver {
            model,
            tables,
            two_phase: OnceLock::new(),
            large_two_phase: OnceLock::new(),
            large_is_made: Mutex::new(()),
            large_is_kept: OnceLock::new(),
            weighted: Mutex::new(None),
            thistlethwaite: OnceLock::new(),
            optimal: Mutex::new(None),
            three_axes: Mutex::new(None),
            huge: Mutex::new(None),
            threads: 1,
            build_threads: 1,
            reductions: Reductions::default(),
            pockets: [OnceLock::new(), OnceLock::new()],
            square1: OnceLock::new(),
            clock: OnceLock::new(),
            tetraminx: Mutex::new(None),
            supercube: OnceLock::new(),
            chain: OnceLock::new(),
            walks: OnceLock::new(),
            compiled: Mutex::new(Vec::new()),
            words: Mutex::new(Vec::new()),
            quick_words: Mutex::new(Vec::new()),
            phases: Mutex::new(Vec::new()),
            chosen_moves: Mutex::new(None),
            oracles: Mutex::new(Vec::new()),
            ended_within: AtomicU64::new(0),
            counts: None,
        }
    }

    /// The same solver with the given number of threads for each position, if the engine can use them. No answer depends on the number.
    pub fn with_threads(self, threads: usize) -> Self {
        Solver { threads, build_threads: threads, ..self }
    }

    /// The same solver with the given number of threads for building tables. While one position waits for a table, all others wait as
    /// well.
    pub fn with_build_threads(self, build_threads: usize) -> Self {
        Solver { build_threads, ..self }
    }
}

/// Pieces by orbit and number.
pub(super) type Pieces = Vec<(usize, u16)>;

/// A puzzle prepared for the general search, for one metric and one set of goals.
#[derive(Debug)]
pub(super) struct Compiled {
    pub(super) metric: Metric,
    pub(super) turns: Vec<Turn>,
    /// log2 of the number of placements of the pieces.
    pub(super) bits: f64,
    pub(super) goals: Vec<State>,
    pub(super) patterns: Patterns,
    /// Whether symmetric states count as one.
    pub(super) symmetry: bool,
    /// Whether its tables are stored and read. Those of a random order of moves would be of no use to any other search.
    pub(super) is_stored: bool,
    /// Whether the turns are the usual ones of the metric.
    pub(super) has_all_turns: bool,
    pub(super) space: PuzzleSpace,
    pub(super) sequences: Sequences,
    pub(super) table: Mutex<PruningTable>,
    /// The name under which the table is stored.
    pub(super) description: Description,
    /// Whether a stored table has been looked for, and the cost up to which it is filled.
    pub(super) kept: Mutex<(bool, Option<u32>)>,
    pub(super) beam: OnceLock<BeamTables>,
    pub(super) network: Mutex<BestNetwork>,
    /// The structure on which a heuristic relies, found when a search needs it.
    pub(super) structure: OnceLock<Structure>,
    /// The ring of which turns alternate with an involution, if there is one, looked for when a search needs it.
    pub(super) ring: OnceLock<Option<Ring>>,
    /// The last pattern databases, with their pieces.
    pub(super) databases: Mutex<Option<(Vec<Pieces>, Arc<Guide>)>>,
}

/// The best network for beams that is there.
#[derive(Debug, Default)]
pub(super) struct BestNetwork {
    /// Whether a stored one has been looked for.
    pub(super) is_looked_for: bool,
    pub(super) network: Option<Arc<Network>>,
}

/// All distances from a goal in a metric; no oracle if there are too many states.
#[derive(Debug)]
pub(super) struct Counted {
    pub(super) metric: Metric,
    pub(super) goal: State,
    pub(super) oracle: Option<Arc<Oracle>>,
}

/// The store of a count, and what was found in it last.
#[derive(Debug)]
pub(super) struct Counts {
    pub(super) store: Arc<dyn LevelStore + Send>,
    pub(super) opened: Mutex<Vec<Arc<Opened>>>,
}

/// A count, if there is one, with what identifies it.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) metric: Metric,
    pub(super) turns: Vec<Turn>,
    pub(super) goals: Vec<State>,
    pub(super) count: Result<FinishedCount, CountError>,
}

/// A reduction, and the parameters with which it was made.
#[derive(Debug)]
pub(super) struct NamedReduction {
    pub(super) metric: BigCubeMetric,
    pub(super) has_four: bool,
    pub(super) solver: Arc<Reduction>,
}

/// The solver of big cubes, and its last result.
#[derive(Debug, Default)]
pub(super) struct Reductions {
    pub(super) solvers: Mutex<Vec<NamedReduction>>,
    /// The tables of the 4x4x4 in outer blocks and in quarter turns of layers, once they have been requested.
    pub(super) fours: [Mutex<Option<Arc<Four>>>; 2],
    /// The solver of endgames in quarter turns, once it has been requested.
    pub(super) endgames: Mutex<Option<Arc<H48Solver>>>,
    /// The tables of the 5x5x5, once they have been requested.
    pub(super) five: Mutex<Option<Arc<Five>>>,
    pub(super) last: Mutex<Option<(State, BigCubeMetric, Reduced)>>,
}

/// Whether a table is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// It exists.
    Kept,
    /// It is built first.
    Built,
    /// It is not used, for this reason.
    Without(Why),
}

/// The reason why a table is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// The request excludes whatever takes time to open, or the answer must be the same on every machine.
    AtOnce,
    /// It takes more memory than is allowed.
    Memory,
    /// Building it takes more memory than is allowed.
    MemoryToBuild,
    /// It does not exist and must not be built.
    NotBuilt,
    /// The disk is full.
    Room,
}

impl Decision {
    /// Whether the table is used.
    pub(super) fn is_with(self) -> bool {
        !matches!(self, Decision::Without(_))
    }
}
