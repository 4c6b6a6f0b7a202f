//! Requests to a solver, and its answers.

use super::derivation::Derivation;
use crate::engine::{Engine, Method, Refusal};
use crate::model::Model;
use crate::position::Position;
use permutant_analysis::group::words::WordsError;
use permutant_analysis::state::finished_count::CountError;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::state::State;
use permutant_search::limits::{Limits, StopReason};
use permutant_search::pattern::PatternError;
use permutant_search::puzzle_space::{Patterns, SpaceError};
use std::time::Duration;

/// Which stored tables of hundreds of megabytes are used. With them shorter solutions are found in the same time, but preparing the
/// data that belong to them takes a tenth of a second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Preparation {
    /// Only those without which the answer is much longer.
    #[default]
    AtOnce,
    /// All.
    Load,
}

impl Preparation {
    /// The time limit from which large tables are worth their preparation.
    const WORTH_LOADING: Duration = Duration::from_secs(1);
    /// Solutions of at most this many turns take long enough to find for large tables to be worthwhile.
    const WORTH_LOADING_TURNS: u32 = 20;

    /// The choice for positions that are solved under these limits, one after the other if `is_batch`. With a limit on nodes the answer
    /// must be the same on every machine, whatever tables are stored there.
    pub fn under(
        max_nodes: Option<u64>,
        time_limit: Option<Duration>,
        max_length: Option<u32>,
        is_batch: bool,
    ) -> Self {
        match time_limit {
            _ if max_nodes.is_some() => Preparation::AtOnce,
            Some(limit) if limit >= Self::WORTH_LOADING => Preparation::Load,
            _ if is_batch || max_length.is_some_and(|most| most <= Self::WORTH_LOADING_TURNS) => {
                Preparation::Load
            }
            _ => Preparation::AtOnce,
        }
    }
}

/// The position to be solved, and the options for solving it.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The state.
    pub position: &'a Position,
    /// The position to reach instead of the solved one.
    pub target: Option<&'a State>,
    /// The method, or auto.
    pub method: Method,
    /// Whether the solution must be proven shortest.
    pub optimal: bool,
    /// Whether to continue with shorter solutions until a limit is reached, if the engine can. If the lower bound has risen by then, the
    /// last solution is passed once more with that bound.
    pub improve: bool,
    /// Which large tables are used.
    pub preparation: Preparation,
    /// Whether a missing table that shortens the answer considerably is built first, if that takes at most about a minute.
    pub builds: bool,
    /// The metric.
    pub metric: Metric,
    /// The turns allowed in solutions, together with their inverses; empty for the usual turns of the metric.
    pub turns: Vec<Turn>,
    /// Only solutions after this one, in the order in which a search lists all of them; empty for all.
    pub after: Vec<Turn>,
    /// Number of states that a beam keeps on each level; `None` for beams of increasing width.
    pub width: Option<usize>,
    /// The parts of the puzzle for which a general search uses exact tables.
    pub patterns: Patterns,
    /// Whether a general search treats symmetric states as one.
    pub symmetry: bool,
    /// The seed of a random order in which a general search tries moves; `None` for the order of the puzzle. It decides which of several
    /// solutions of one length is found first.
    pub order: Option<u64>,
    /// Limits on time, memory and other resources; one solution by default.
    pub limits: Limits,
}

impl<'a> Request<'a> {
    /// A request for one solution, by the method that suits the puzzle, in the half-turn metric.
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
            symmetry: true,
            order: None,
            limits: Limits { max_solutions: Some(1), ..Limits::default() },
        }
    }

    /// The target in the orientation in which the puzzle is defined.
    pub(super) fn held_goal<'b>(&'b self, model: &'b Model) -> &'b State {
        self.target.or(self.position.goal.as_ref()).unwrap_or(model.puzzle.solved())
    }

    /// The states that count as goals: the target in every way of holding the puzzle.
    pub(super) fn goals(&self, model: &Model) -> Vec<State> {
        let base = self.held_goal(model);
        let turned = model.puzzle.rotations().iter().map(|rotation| base.after(rotation));
        turned.collect::<std::collections::BTreeSet<_>>().into_iter().collect()
    }
}

/// A solution that the referee accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The turns, in order.
    pub turns: Vec<Turn>,
    /// Its length in the metric.
    pub length: u64,
    /// The engine that found it.
    pub engine: Engine,
    /// Whether every shorter length was ruled out.
    pub optimal: bool,
    /// A lower bound on the length of every solution.
    pub lower_bound: u32,
    /// Number of states visited until it was found.
    pub nodes: u64,
    /// How it was found, if the engine tells.
    pub derivation: Option<Derivation>,
}

impl Answer {
    /// The turns of a word, from a beam of so many states.
    pub(super) fn of_word(request: &Request<'_>, engine: Engine, turns: Vec<Turn>, width: usize) -> Self {
        let length = request.metric.length(&turns);
        let lower_bound = u32::from(length > 0);
        let optimal = length == u64::from(lower_bound);
        Answer { turns, length, engine, optimal, lower_bound, nodes: width as u64, derivation: None }
    }
}

/// The reason why there is no solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The method does not support the request.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The puzzle cannot be searched under this request.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// There is no complete count by which positions could be solved.
    #[error(transparent)]
    Count(#[from] CountError),
    /// Pieces have no pattern database.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// The puzzle has no words under this request.
    #[error(transparent)]
    Words(WordsError),
    /// The solution after which to continue contains a turn that no search makes.
    #[error("the search cannot continue after '{0}', which is not made of its moves")]
    After(Turn),
    /// There is no solution, for this reason.
    #[error("the position cannot be solved: {0}")]
    Unsolvable(String),
    /// There is no solution in the moves that were chosen, for this reason; others may solve the position.
    #[error("the position cannot be solved by these moves: {0}")]
    UnsolvableByThese(String),
    /// A limit was reached first.
    #[error("no solution: {0}")]
    Limit(StopReason),
    /// The engine cannot solve the puzzle under this request, and there is none to fall back on.
    #[error("the {0} engine cannot solve this puzzle under these options; use --method search")]
    NoEngine(Engine),
    /// The puzzle lacks what the engine needs.
    #[error("the {0} method cannot solve this puzzle: it needs {1}; use --method auto")]
    Lacking(Engine, &'static str),
    /// An engine found a sequence that does not solve the position: an internal error of this program.
    #[error("the solution found by the {0} engine was rejected by the referee: please report this position")]
    Rejected(Engine),
}

impl SolveError {
    /// The error for a request after a search that ended without a solution and without a limit.
    pub fn exhausted(request: &Request<'_>) -> Self {
        SolveError::Unsolvable("every sequence of moves was tried".into()).by_moves_of(request)
    }

    /// Says of a reason that it holds for the chosen moves, if some were chosen.
    pub(super) fn by_moves_of(self, request: &Request<'_>) -> Self {
        match self {
            SolveError::Unsolvable(why) if !request.turns.is_empty() => SolveError::UnsolvableByThese(why),
            other => other,
        }
    }

    /// The reason why words give no solution.
    pub(super) fn of_words(fault: WordsError) -> Self {
        match fault {
            WordsError::Outside(reason) => SolveError::Unsolvable(reason),
            WordsError::Stopped(reason) => SolveError::Limit(reason),
            other => SolveError::Words(other),
        }
    }
}

/// Whether a position can be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solvability {
    /// It can: the group of the puzzle, or that of its walks, contains a suitable element.
    Solvable,
    /// No obstacle is known, but not enough is known about the group to decide.
    Open,
    /// It cannot, for this reason.
    Unsolvable(String),
}

/// What is known of a position given only by its colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenSolvability {
    /// Whether some position with these colours can be solved.
    pub solvability: Solvability,
    /// A solvable one; `None` if there is none, or if finding it would take long.
    pub state: Option<State>,
}

impl From<Solvability> for SeenSolvability {
    fn from(solvability: Solvability) -> Self {
        SeenSolvability { solvability, state: None }
    }
}
