//! What a count of God's algorithm is asked and what it answers.
//!
//! Start at [`Request`] and [`Report`].

use permutant_group::UBig;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_search::god::saved::Damaged;
use permutant_search::limits::StopReason;
use permutant_search::parted::level_store::LevelStore;
use permutant_search::reachable::move_set::MoveError;
use permutant_search::table::Description;

/// The request.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The metric.
    pub metric: Metric,
    /// The moves and their inverses; see [`crate::sequence::move_choice::turns`].
    pub turns: Vec<Turn>,
    /// The states from which distances are counted, at least one: usually the solved one in its given orientation.
    pub goals: Vec<State>,
    /// The largest distance to count; `None` for all.
    pub depth: Option<u64>,
    /// The number of farthest states requested.
    pub antipodes: usize,
    /// Whether symmetries of the puzzle may be used; they do not change the counts.
    pub symmetry: bool,
    /// Whether classes of states under these symmetries are counted too. A perfect index is then one of all states together.
    pub classes: bool,
    /// Threads that share the work; the counts do not depend on their number.
    pub threads: usize,
    /// Bytes that all tables together may take.
    pub max_memory: u64,
    /// The place where counts are saved after each level, so that an interrupted run can resume.
    pub saves: &'a dyn Saves,
    /// The place where the states are kept, if memory is not: they are then counted in parts, of which only some are in memory at a time.
    pub store: Option<&'a dyn LevelStore>,
}

impl Request<'static> {
    /// All states by their distance from the solved one in half turns, on one thread and within a gibibyte, with one of the farthest.
    pub fn new(puzzle: &Puzzle) -> Self {
        let metric = Metric::htm();
        Request {
            turns: puzzle.search_turns(&metric),
            metric,
            goals: vec![puzzle.solved().clone()],
            depth: None,
            antipodes: 1,
            symmetry: true,
            classes: false,
            threads: 1,
            max_memory: 1 << 30,
            saves: &NoSaves,
            store: None,
        }
    }
}

/// Storage for the checkpoints of unfinished counts.
pub trait Saves: Sync + std::fmt::Debug {
    /// The data saved under this description.
    fn load(&self, description: &Description) -> Option<Vec<u8>>;

    /// A level is complete: `bytes` returns the data to save, if it is time to save them. A count continues if they cannot be saved.
    fn level(&self, description: &Description, bytes: &dyn Fn() -> Vec<u8>);

    /// The loaded data are used, or are not a count of these moves and this state.
    fn resumed(&self, description: &Description, resumed: Result<(), Damaged>);

    /// The count is complete: the saved data are no longer needed.
    fn done(&self, description: &Description);
}

/// Saves nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSaves;

impl Saves for NoSaves {
    fn load(&self, _: &Description) -> Option<Vec<u8>> {
        None
    }

    fn level(&self, _: &Description, _: &dyn Fn() -> Vec<u8>) {}

    fn resumed(&self, _: &Description, _: Result<(), Damaged>) {}

    fn done(&self, _: &Description) {}
}

/// One of the farthest states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Antipode {
    /// The state.
    pub state: State,
    /// A shortest solution.
    pub solution: Vec<Turn>,
    /// An algorithm that produces it from the goal.
    pub scramble: Vec<Turn>,
}

/// Numbers of classes of states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// The number of symmetries that were used: permutations of the moves that correspond to renamings of all states and fix the goal.
    pub symmetries: usize,
    /// Whether states that are inverse to each other count as one, too.
    pub inverses: bool,
    /// The number of classes at distance 0, 1, …, in units of the metric, as far as the distribution goes.
    pub distribution: Vec<UBig>,
}

/// The result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Number of states at distance 0, 1, …, in units of the metric.
    pub distribution: Vec<UBig>,
    /// The reason why the count ended before all states were counted; the distribution is correct as far as it goes.
    pub stopped: Option<StopReason>,
    /// Classes of states, if they were requested and symmetries of the moves apply to the states that are counted.
    pub classes: Option<Classes>,
    /// Number of all reachable states, if known.
    pub states: Option<UBig>,
    /// Some of the states at the last distance of the distribution.
    pub antipodes: Vec<Antipode>,
    /// The method and the reason for its choice, a sentence each.
    pub explanation: Vec<String>,
    /// The name of the method.
    pub method: &'static str,
}

impl Report {
    /// The number of states that were counted.
    pub fn total(&self) -> UBig {
        self.distribution.iter().sum()
    }

    /// The largest distance, if all states were counted.
    pub fn diameter(&self) -> Option<usize> {
        self.stopped.is_none().then(|| self.distribution.len() - 1)
    }
}

/// The reason why there is no count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GodError {
    /// The moves are not suitable for counting.
    #[error(transparent)]
    Moves(#[from] MoveError),
    /// A rule of the definition makes the possible moves depend on more than the state.
    #[error("distances cannot be counted under {0}; remove the rule from the definition to count without it")]
    Unsupported(&'static str),
    /// A goal is not a state from which a count can start.
    #[error("the solved state breaks a rule of the definition: a piece is in a slot where it must not be")]
    IllegalGoal,
    /// An orbit is too large for any table.
    #[error("an orbit has more than 65535 different pieces and orientations")]
    TooManyContents,
    /// The tables would not fit.
    #[error("the count of at least {states} states takes about {needed} bytes, and {allowed} are allowed")]
    Memory {
        /// Number of states, or a lower bound.
        states: UBig,
        /// Estimate of the memory that they take.
        needed: UBig,
        /// The memory that is allowed.
        allowed: u64,
    },
    /// The store of a count in parts failed.
    #[error("{text}")]
    Store {
        /// The error, with the file.
        text: String,
        /// Whether there is no room left.
        is_full: bool,
    },
    /// The referee rejected a solution: an internal error of this program.
    #[error("internal error: the solution '{0}' of an antipode does not solve it")]
    Refused(String),
}
