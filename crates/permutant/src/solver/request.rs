//! What a solver is asked, and what it answers.

use crate::engine::{Engine, Method, Refusal};
use crate::position::Position;
use permutant_analysis::group::words::WordsError;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::state::State;
use permutant_search::limits::{Limits, StopReason};
use permutant_search::puzzle_space::{Patterns, SpaceError};

/// Which tables of hundreds of megabytes are used, where they are kept. With them shorter solutions are found in the same
/// time, but what belongs to them takes a tenth of a second to make.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Preparation {
    /// Only those without which the answer is much longer.
    #[default]
    AtOnce,
    /// All.
    Load,
}

/// What is to be solved, and how.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// Where the pieces are.
    pub position: &'a Position,
    /// The position to reach instead of the solved one.
    pub target: Option<&'a State>,
    /// The method, or auto.
    pub method: Method,
    /// Whether only a proven shortest solution will do.
    pub optimal: bool,
    /// Whether to go on for shorter solutions until a limit is reached, where the engine can.
    pub improve: bool,
    /// Which large tables are used.
    pub preparation: Preparation,
    /// Whether a table that is not kept, and that shortens the answer much, is built first, where that takes about a minute at
    /// most.
    pub builds: bool,
    /// What counts as a move.
    pub metric: Metric,
    /// The turns of solutions, with those that undo them; empty for those that suit the metric.
    pub turns: Vec<Turn>,
    /// Only solutions that come after this one, in the order in which a search lists all of them; empty for all.
    pub after: Vec<Turn>,
    /// States that a beam keeps of each level; `None` for wider and wider beams.
    pub width: Option<usize>,
    /// Which parts of the puzzle get exact tables in a general search.
    pub patterns: Patterns,
    /// What may be used up; one solution by default.
    pub limits: Limits,
}

impl<'a> Request<'a> {
    /// One solution, by the method that suits the puzzle, counted in half turns.
    pub fn new(position: &'a Position) -> Self {
        Request {
            position,
            target: None,
            method: Method::Auto,
            optimal: false,
            improve: false,
            preparation: Preparation::AtOnce,
            builds: false,
            metric: Metric::htm(),
            turns: Vec::new(),
            after: Vec::new(),
            width: None,
            patterns: Patterns::Auto,
            limits: Limits { max_solutions: Some(1), ..Limits::default() },
        }
    }
}

/// A solution that the referee passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The turns, in order.
    pub turns: Vec<Turn>,
    /// What they count in the metric.
    pub length: u64,
    /// Who found it.
    pub engine: Engine,
    /// Whether every shorter length was ruled out.
    pub optimal: bool,
    /// No solution is shorter than this.
    pub lower_bound: u32,
    /// States visited until it was found.
    pub nodes: u64,
}

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The method cannot do what was asked.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The puzzle cannot be searched as asked.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// The puzzle has no words as asked.
    #[error(transparent)]
    Words(WordsError),
    /// A turn of the solution to go on after that no search makes.
    #[error("the search cannot go on after '{0}': that is none of its moves")]
    After(Turn),
    /// There is none, and why.
    #[error("the position cannot be solved: {0}")]
    Unsolvable(String),
    /// A limit was reached first.
    #[error("no solution: {0}")]
    Limit(StopReason),
    /// An engine found something that does not solve the position: a fault of this program.
    #[error("the solution found by the {0} engine was rejected by the referee: please report this position")]
    Rejected(Engine),
}

/// Whether a position can be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solvability {
    /// It can: the group of the puzzle, or that of its walks, has what it takes.
    Solvable,
    /// Nothing is known against it, and the group is not known well enough to tell.
    Open,
    /// It cannot, and why.
    Unsolvable(String),
}

/// What can be said of a position of which only the colours are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenSolvability {
    /// Whether some position of these colours can be solved.
    pub solvability: Solvability,
    /// One that can; `None` if there is none, or if finding it would take long.
    pub state: Option<State>,
}

impl From<Solvability> for SeenSolvability {
    fn from(solvability: Solvability) -> Self {
        SeenSolvability { solvability, state: None }
    }
}
