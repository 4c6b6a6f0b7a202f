//! What is asked of a coset, and what is found out.

use crate::group::subgroup::SubgroupError;
use permutant_group::UBig;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::state::State;
use permutant_search::limits::StopReason;
use permutant_search::puzzle_space::SpaceError;
use permutant_search::reachable::move_set::MoveError;
use std::ops::ControlFlow;

/// Largest degree for which the groups of a puzzle and of its subgroup are computed: some seconds.
pub(super) const MOST_POINTS: usize = 500;

/// What is to be found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A bound for the distance of every position: levels are exact as long as they take at most so many nodes together, and the rest
    /// is bounded by what moves of the subgroup make of the positions that are reached.
    Bounds(u64),
    /// The number of positions at each distance up to this one.
    Depth(u32),
    /// The number of positions at every distance.
    Optimal,
}

/// What is asked.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The metric of the distances.
    pub metric: &'a Metric,
    /// A position of the coset.
    pub position: &'a State,
    /// Moves that generate the subgroup.
    pub subgroup: &'a [Turn],
    /// What is to be found out.
    pub aim: Aim,
    /// The length of some solution of the position, asked for only if [`Aim::Bounds`] met no position of the coset.
    pub solution: &'a dyn Fn() -> Option<u64>,
    /// The number of threads, on which the counts do not depend.
    pub threads: usize,
    /// Bytes that all tables together may take.
    pub max_memory: u64,
}

impl std::fmt::Debug for Request<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Request")
            .field("metric", &self.metric.name())
            .field("subgroup", &self.subgroup)
            .field("aim", &self.aim)
            .finish_non_exhaustive()
    }
}

/// How the distances were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// From those of all states of the puzzle.
    Distances,
    /// By a search for all sequences that lead into the subgroup.
    Search,
}

/// What was found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The number of positions of the coset, which is the order of the subgroup.
    pub positions: u64,
    /// The number of positions at each distance, from 0, as far as it is exact.
    pub exact: Vec<u64>,
    /// The number of further positions with a solution of one unit more at a time; some may have shorter ones.
    pub within: Vec<u64>,
    /// Positions for which no solution was found.
    pub left: u64,
    /// What stopped the search, if something did.
    pub stopped: Option<StopReason>,
    /// The method.
    pub method: Method,
}

/// A position at a known distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its distance.
    pub distance: u64,
    /// A shortest solution. Its inverse makes the position from the solved one.
    pub solution: Vec<Turn>,
}

/// Takes the positions at known distances as they are found. A break ends the count.
pub type OnListed<'a> = &'a mut dyn FnMut(Listed) -> ControlFlow<()>;

/// Why nothing was counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CosetError {
    /// The subgroup has no pattern.
    #[error(transparent)]
    Subgroup(#[from] SubgroupError),
    /// The moves cannot be counted with.
    #[error(transparent)]
    Moves(#[from] MoveError),
    /// The puzzle cannot be searched.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// Moves turn the whole puzzle.
    #[error(
        "moves of {0} lead from one solved state to another, so it is not a group of positions; use another metric, such as htm"
    )]
    Goals(String),
    /// The puzzle has too many points.
    #[error(
        "the group of {puzzle} acts on more than {MOST_POINTS} points, too many for a perfect index of the subgroup"
    )]
    Points {
        /// Its name.
        puzzle: String,
    },
    /// The moves of the subgroup do nothing.
    #[error("the moves of the subgroup change nothing, so they generate only the identity")]
    Trivial,
    /// The position is in no coset.
    #[error("no moves lead from the solved state to the position")]
    Unreachable,
    /// There is less memory than needed.
    #[error("the coset has {positions} positions, which take {needed} bytes or more; {allowed} are allowed")]
    Memory {
        /// How many positions there are.
        positions: UBig,
        /// Bytes needed.
        needed: UBig,
        /// Bytes allowed.
        allowed: u64,
    },
}
