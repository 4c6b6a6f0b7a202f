//! What is asked of a coset, and what is answered.

use crate::position::Position;
use crate::tables::TableSource;
use permutant_analysis::state::coset as analysis;
use permutant_cube::coset::{self, CosetError, Saves};
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_search::limits::StopReason;

/// What is to be found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A length within which every position has a solution. One is given for the large cosets only, for which it is 20 in half turns and
    /// 26 in quarter turns otherwise.
    Within(Option<u32>),
    /// The number of positions at each distance up to this one.
    Depth(u32),
    /// The number of positions at every distance.
    Optimal,
}

/// What is asked.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// A position of the coset.
    pub position: &'a Position,
    /// Moves that generate the subgroup.
    pub subgroup: &'a [Turn],
    /// The metric of the distances.
    pub metric: &'a Metric,
    /// What is to be found out.
    pub aim: Aim,
    /// The number of threads, on which the counts do not depend.
    pub threads: usize,
    /// Bytes that may be used.
    pub max_memory: u64,
    /// Where tables come from.
    pub tables: &'a dyn TableSource,
    /// Where finished levels of a large coset are kept.
    pub saves: &'a dyn Saves,
}

impl std::fmt::Debug for Request<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Request")
            .field("subgroup", &self.subgroup)
            .field("metric", &self.metric.name())
            .field("aim", &self.aim)
            .finish_non_exhaustive()
    }
}

/// How positions were counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// All at once, a bit for each: the large cosets of the 3x3x3.
    Bits,
    /// Looked up among the distances of all states.
    Distances,
    /// By all sequences that lead into the subgroup.
    Search,
}

impl Counting {
    /// Its name in records.
    pub fn name(self) -> &'static str {
        match self {
            Counting::Bits => "bits",
            Counting::Distances => "distances",
            Counting::Search => "search",
        }
    }
}

/// What was found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The number of positions of the coset.
    pub positions: u64,
    /// The number of positions at each distance, from 0, as far as it is exact.
    pub exact: Vec<u64>,
    /// The number of further positions solved with one unit more at a time; some of these solutions may not be shortest.
    pub within: Vec<u64>,
    /// Positions that were then solved one by one, within the last length.
    pub singly: u64,
    /// Positions for which no solution was found.
    pub left: u64,
    /// What stopped the search, if something did.
    pub stopped: Option<StopReason>,
    /// How positions were counted.
    pub counting: Counting,
}

impl Report {
    /// The greatest length of a solution that was found or made up; no position that was solved needs more.
    pub fn longest(&self) -> u32 {
        (self.exact.len() + self.within.len()).saturating_sub(1) as u32
    }
}

impl From<coset::Report> for Report {
    fn from(report: coset::Report) -> Report {
        let coset::Report { exact, within, singly, left, stopped, undecided: _ } = report;
        Report { positions: coset::POSITIONS, exact, within, singly, left, stopped, counting: Counting::Bits }
    }
}

impl From<analysis::Report> for Report {
    fn from(report: analysis::Report) -> Report {
        let analysis::Report { positions, exact, within, left, stopped, method } = report;
        let counting = match method {
            analysis::Method::Distances => Counting::Distances,
            analysis::Method::Search => Counting::Search,
        };
        Report { positions, exact, within, singly: 0, left, stopped, counting }
    }
}

/// Why a coset is not counted.
#[derive(Debug, thiserror::Error)]
pub enum CosetRunError {
    /// Pieces are ignored.
    #[error("the position must say where every piece is")]
    Ignored,
    /// The position cannot be solved.
    #[error("the position cannot be solved: {0}")]
    Unsolvable(String),
    /// A length is given for a coset that is not large.
    #[error(
        "--max-length is tried for cosets of U,D,R2,L2,F2,B2 of the 3x3x3 and for those of the other axes only; others get the least \
         bound that is found"
    )]
    Length,
    /// What the engine of large cosets says.
    #[error(transparent)]
    Large(#[from] CosetError),
    /// What the engine of other cosets says.
    #[error(transparent)]
    General(analysis::CosetError),
    /// Building or opening the tables was stopped.
    #[error(transparent)]
    Stopped(StopReason),
}

impl From<analysis::CosetError> for CosetRunError {
    fn from(error: analysis::CosetError) -> CosetRunError {
        match error {
            analysis::CosetError::Unreachable => CosetRunError::Unsolvable(error.to_string()),
            other => CosetRunError::General(other),
        }
    }
}
