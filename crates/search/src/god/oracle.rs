//! Shortest solutions from finished counts.
//!
//! Start at [`Oracle::new`] and [`Oracle::solution`]. If a puzzle has few enough states, all distances are counted
//! once, factor by factor ([`super::factors`]), and kept. A solution is then a descent through the distances of one
//! factor after the other.

use super::distances::Distances;
use super::factors::{self, Factor};
use super::two_bit::TwoBit;
use super::walk;
use crate::limits::{Control, StopReason};
use crate::reachable::coordinate::TooLarge;
use crate::reachable::move_set::MoveSet;
use crate::reachable::move_symmetry::{MoveSymmetries, SymmetryUse};
use crate::reachable::numbering::{Numbering, NumberingOptions};
use crate::reachable::rows::Rows;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use std::sync::Arc;

/// All distances from one goal.
#[derive(Debug)]
pub struct Oracle {
    goal: State,
    /// No factor is touched by the moves of a later one.
    parts: Vec<Part>,
}

#[derive(Debug)]
struct Part {
    moves: MoveSet,
    symmetries: MoveSymmetries,
    index: Numbering,
    rows: Arc<Rows>,
    distances: Distances,
    depth: usize,
}

/// Why no oracle was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoOracle {
    /// There are too many states.
    #[error("there are too many states to count them all")]
    TooLarge,
    /// The caller stopped it.
    #[error("the count was stopped: {0}")]
    Stopped(StopReason),
}

impl From<TooLarge> for NoOracle {
    fn from(_: TooLarge) -> Self {
        NoOracle::TooLarge
    }
}

impl Oracle {
    /// Greatest number of values of a coordinate and of rows of an index: enumerated in half a second at worst.
    const MOST_ROWS: usize = 1 << 19;
    /// A row takes as much as this many states, including its successors by all moves.
    const STATES_A_ROW: u64 = 32;
    /// This number of rows is always allowed: a megabyte or less.
    const FREE_ROWS: usize = 1 << 12;

    /// Counts all distances from `goal`. The moves must always be possible and cost the same. Fails before the count if
    /// all factors together have more than `most` states. It keeps 2 bits per state and some tables.
    pub fn new(
        puzzle: &Puzzle,
        goal: &State,
        moves: &MoveSet,
        most: u64,
        threads: usize,
        control: &Control<'_>,
    ) -> Result<Self, NoOracle> {
        let most_rows = usize::try_from(most / Self::STATES_A_ROW).unwrap_or(usize::MAX);
        let most_rows = most_rows.clamp(Self::FREE_ROWS, Self::MOST_ROWS);
        let fits = |factors: &[Factor]| {
            factors.iter().map(|factor| factor.index.size()).fold(0, u64::saturating_add) <= most
        };
        let options = NumberingOptions { most_rows, symmetry: SymmetryUse::None, exact: true, threads };
        let split = factors::split(puzzle, goal, moves, options)?;
        if !fits(&split) {
            return Err(NoOracle::TooLarge);
        }
        if let Some(parts) = count(split, threads, control)? {
            return Ok(Oracle { goal: goal.clone(), parts });
        }
        // There is no proof that the distances add.
        let whole = vec![factors::whole(puzzle, goal, moves, options)?];
        if !fits(&whole) {
            return Err(NoOracle::TooLarge);
        }
        let parts = count(whole, threads, control)?.ok_or(NoOracle::TooLarge)?;
        Ok(Oracle { goal: goal.clone(), parts })
    }

    /// A shortest solution; `None` if the state is unreachable. O(moves × length), besides the look-up of the state.
    pub fn solution(&self, state: &State) -> Option<Vec<Turn>> {
        let mut state = state.clone();
        let mut turns = Vec::new();
        for part in &self.parts {
            let at = part.index.find(&state)?;
            let (path, _) = walk::solution(&part.rows, &part.symmetries, &part.distances, at, part.depth)?;
            for m in path {
                let step = &part.moves.moves()[m];
                state.apply(&step.change);
                turns.push(step.turn.clone());
            }
        }
        // The factors cover what their moves touch; slots that no move touches may still differ.
        (state == self.goal).then_some(turns)
    }
}

/// Counts each factor to its end; `None` if one has unreached states.
fn count(factors: Vec<Factor>, threads: usize, control: &Control<'_>) -> Result<Option<Vec<Part>>, NoOracle> {
    let mut parts = Vec::with_capacity(factors.len());
    for Factor { moves, index, symmetries } in factors {
        let rows = index.rows();
        let mut search = TwoBit::new(&rows, threads);
        while search.step(control).map_err(NoOracle::Stopped)? > 0 {}
        if !search.is_full() {
            return Ok(None);
        }
        let depth = search.counts().len() - 1;
        let distances = search.into_distances();
        parts.push(Part { moves, symmetries, index, rows, distances, depth });
    }
    Ok(Some(parts))
}
