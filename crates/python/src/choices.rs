//! Keyword arguments of solving, checked and turned into a request of the library.
//!
//! Start at [`Choice::new`].

use crate::errors::unsupported;
use crate::puzzle::Puzzle;
use permutant::analysis::sequence::move_choice;
use permutant::engine::Method;
use permutant::position::Position;
use permutant::puzzle::metric::Metric;
use permutant::puzzle::moves::Turn;
use permutant::puzzle::state::State;
use permutant::search::limits::Limits;
use permutant::solver::{Preparation, Request};
use pyo3::prelude::*;
use std::time::Duration;

/// Bytes that tables may take unless the caller says otherwise, as for the program.
pub(crate) const MEMORY: u64 = 1 << 30;

/// The arguments as they were given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish<'a> {
    pub(crate) method: &'a str,
    pub(crate) optimal: bool,
    pub(crate) min_length: u32,
    pub(crate) max_length: Option<u32>,
    pub(crate) time_limit: Option<f64>,
    pub(crate) max_nodes: Option<u64>,
    pub(crate) metric: &'a str,
    pub(crate) moves: &'a [String],
    pub(crate) memory: u64,
}

impl Default for Wish<'_> {
    fn default() -> Self {
        Wish {
            method: Method::Auto.name(),
            optimal: false,
            min_length: 0,
            max_length: None,
            time_limit: None,
            max_nodes: None,
            metric: "htm",
            moves: &[],
            memory: MEMORY,
        }
    }
}

/// The arguments as the library takes them.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) method: Method,
    pub(crate) optimal: bool,
    pub(crate) improve: bool,
    pub(crate) metric: Metric,
    pub(crate) turns: Vec<Turn>,
    pub(crate) limits: Limits,
    pub(crate) time_limit: Option<Duration>,
    pub(crate) target: Option<State>,
    /// Whether many positions are solved, one after the other.
    pub(crate) is_batch: bool,
    /// Whether tables that shorten answers are built first. The caller sees that it takes a while.
    pub(crate) builds: bool,
}

/// A metric by its name or by weights of moves of the puzzle.
pub(crate) fn metric(puzzle: &Puzzle, name: &str) -> PyResult<Metric> {
    move_choice::metric(&puzzle.model.puzzle, name).map_err(|fault| unsupported(&fault))
}

/// A limit of time in seconds.
pub(crate) fn duration(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| unsupported(&format!("time_limit is {seconds}; expected a number of seconds from 0")))
}

impl Choice {
    /// Checks the arguments.
    pub(crate) fn new(puzzle: &Puzzle, wish: &Wish<'_>) -> PyResult<Self> {
        let method =
            Method::ALL.into_iter().find(|method| method.name() == wish.method).ok_or_else(|| {
                let names = Method::ALL.map(Method::name).join(", ");
                unsupported(&format!("there is no method '{}'; the methods are {names}", wish.method))
            })?;
        let metric = metric(puzzle, wish.metric)?;
        let turns = match wish.moves {
            [] => Vec::new(),
            names => move_choice::turns(&puzzle.model.puzzle, &metric, names)
                .map_err(|fault| unsupported(&fault))?,
        };
        if wish.max_length.is_some_and(|most| most < wish.min_length) {
            return Err(unsupported("max_length is less than min_length"));
        }
        let time_limit = wish.time_limit.map(duration).transpose()?;
        Ok(Choice {
            method,
            optimal: wish.optimal,
            // With a time limit and no length limit, shorter solutions are searched until the time is up.
            improve: time_limit.is_some() && wish.max_length.is_none(),
            metric,
            turns,
            limits: Limits {
                min_length: wish.min_length,
                max_length: wish.max_length,
                max_nodes: wish.max_nodes,
                max_solutions: Some(1),
                max_memory: wish.memory,
                ..Limits::default()
            },
            time_limit,
            target: None,
            is_batch: false,
            builds: false,
        })
    }

    /// The request for a position.
    pub(crate) fn request<'p>(&'p self, position: &'p Position) -> Request<'p> {
        let Choice { limits, time_limit, .. } = self;
        Request {
            target: self.target.as_ref(),
            method: self.method,
            optimal: self.optimal,
            improve: self.improve,
            preparation: Preparation::under(limits.max_nodes, *time_limit, limits.max_length, self.is_batch),
            builds: self.builds && time_limit.is_none() && limits.max_nodes.is_none(),
            metric: self.metric.clone(),
            turns: self.turns.clone(),
            limits: limits.clone(),
            ..Request::new(position)
        }
    }
}
