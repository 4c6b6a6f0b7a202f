//! How many random moves mix a puzzle well: how far its states are from equally likely after each of them.
//!
//! Start at [`run`]. Needs every reachable state in memory; larger puzzles are scrambled by random states instead of moves.

use permutant_group::UBig;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_search::god::factors;
use permutant_search::limits::{Control, StopReason};
use permutant_search::random_walk::Walk;
use permutant_search::reachable::move_set::{MoveError, MoveSet};
use permutant_search::reachable::numbering::{Numbering, NumberingOptions};

/// What is asked.
#[derive(Clone, Debug)]
pub struct Request {
    /// What counts as a move: turns that repeating others makes as cheaply are no moves of their own.
    pub metric: Metric,
    /// The turns, each with its inverse as likely as any other.
    pub turns: Vec<Turn>,
    /// The largest number of moves.
    pub length: u64,
    /// Threads that share the work; nothing depends on them.
    pub threads: usize,
    /// Bytes that tables may take together.
    pub max_memory: u64,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Number of states that can be reached.
    pub states: UBig,
    /// Moves from which each one is drawn.
    pub moves: usize,
    /// By number of moves, from none: the total variation distance from all states being equally likely.
    pub distances: Vec<f64>,
    /// What ended the walk early.
    pub stopped: Option<StopReason>,
}

/// Why nothing was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MixingError {
    /// The moves cannot be drawn.
    #[error(transparent)]
    Moves(#[from] MoveError),
    /// Some moves are not always possible.
    #[error(
        "some moves of this puzzle are not always possible: walks are measured where every move always is"
    )]
    Restricted,
    /// The states would not fit.
    #[error("the chances of all states take more than the {0} bytes that are allowed")]
    Memory(u64),
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
    let too_large = MixingError::Memory(request.max_memory);
    let most_rows = Numbering::most_rows(&moves, request.max_memory);
    let options = NumberingOptions { most_rows, symmetry: true, threads: request.threads };
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
