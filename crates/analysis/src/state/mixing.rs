//! The number of random moves that mix a puzzle well: how far the distribution of its states is from uniform after each move.
//!
//! Start at [`run`]. The computation needs every reachable state in memory; larger puzzles are scrambled by random states instead of
//! moves.

use permutant_group::UBig;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_search::god::factors;
use permutant_search::limits::{Control, StopReason};
use permutant_search::random_walk::Walk;
use permutant_search::reachable::move_set::{MoveError, MoveSet};
use permutant_search::reachable::move_symmetry::SymmetryUse;
use permutant_search::reachable::numbering::{Numbering, NumberingOptions};

/// The request.
#[derive(Clone, Debug)]
pub struct Request {
    /// The metric: turns that can be made as cheaply by repeating others are not separate moves.
    pub metric: Metric,
    /// The turns, each as likely as its inverse.
    pub turns: Vec<Turn>,
    /// The largest number of moves.
    pub length: u64,
    /// Threads that share the work; the result does not depend on their number.
    pub threads: usize,
    /// Bytes that all tables together may take.
    pub max_memory: u64,
}

/// The result.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Number of reachable states.
    pub states: UBig,
    /// Number of moves from which each one is drawn.
    pub moves: usize,
    /// By number of moves, from 0: the total variation distance from the uniform distribution.
    pub distances: Vec<f64>,
    /// The reason why the walk ended early.
    pub stopped: Option<StopReason>,
}

/// The reason why there is no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MixingError {
    /// The moves are not suitable for drawing.
    #[error(transparent)]
    Moves(#[from] MoveError),
    /// Some moves are not always possible.
    #[error("some moves of this puzzle are not always possible, so its random walks cannot be measured")]
    Restricted,
    /// The states would not fit into memory.
    #[error("{puzzle} has too many states: their probabilities take more than the {} MiB that are allowed", max_memory >> 20)]
    Memory {
        /// The name of the puzzle.
        puzzle: String,
        /// The bytes that are allowed.
        max_memory: u64,
    },
}

/// Makes random moves from the solved state. O(states × moves) for each.
///
/// # Errors
/// If moves are not always possible, or the states do not fit into the memory.
pub fn run(puzzle: &Puzzle, request: &Request, control: &Control<'_>) -> Result<Report, MixingError> {
    if puzzle.is_restricted() {
        return Err(MixingError::Restricted);
    }
    let moves = MoveSet::new(puzzle, &request.turns, &request.metric)?;
    let too_large = MixingError::Memory { puzzle: puzzle.name().to_string(), max_memory: request.max_memory };
    let most_rows = Numbering::most_rows(&moves, request.max_memory);
    let options = NumberingOptions {
        most_rows,
        symmetry: SymmetryUse::IfFaster,
        exact: true,
        threads: request.threads,
    };
    let factor = factors::whole(puzzle, puzzle.solved(), &moves, options).map_err(|_| too_large.clone())?;
    let index = &factor.index;
    let classes = index.row_count() / factor.symmetries.count();
    if index.bytes() + Walk::bytes(classes, index.width()) > request.max_memory {
        return Err(too_large);
    }
    let rows = index.classes(&factor.symmetries);
    if index.bytes() + Walk::bytes(rows.len(), rows.width()) > request.max_memory {
        return Err(too_large);
    }
    let mut walk = Walk::new(&rows, request.threads);
    let (mut distances, mut stopped) = (vec![walk.distance_from_even()], None);
    for _ in 0..request.length {
        if let Err(reason) = walk.step(control) {
            stopped = Some(reason);
            break;
        }
        distances.push(walk.distance_from_even());
    }
    Ok(Report { states: index.size().into(), moves: moves.len(), distances, stopped })
}
