//! Shortest solutions by a complete count that a store holds.
//!
//! Start at [`FinishedCount::open`]. A count in parts leaves the distance of every state in its store. A state is solved by moves each of
//! which leads nearer, for which a few look-ups per move are enough.

use super::god_in_parts::{self, Whole};
use super::god_report::{GodError, Request};
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_search::god::factors::Factor;
use permutant_search::limits::{Control, StopReason};
use permutant_search::parted::count::PartCount;
use permutant_search::parted::descent::Descent;
use permutant_search::parted::level_store::LevelStore;
use permutant_search::parted::parts::{Halt, Parts};
use permutant_search::parted::row_parts::RowParts;
use permutant_search::reachable::move_set::MoveSet;
use permutant_search::reachable::representatives::Representatives;
use permutant_search::reachable::rows::Rows;
use std::io;
use std::sync::Arc;

/// A complete count in a store.
#[derive(Debug)]
pub struct FinishedCount {
    moves: MoveSet,
    goals: Vec<State>,
    store: Arc<dyn LevelStore + Send>,
    levels: u64,
    parts: usize,
    space: Space,
}

/// The states that were counted.
#[derive(Debug)]
enum Space {
    /// By a perfect index.
    Rows { factor: Box<Factor>, rows: Arc<Rows>, found: Representatives },
    /// As they are.
    Whole(Box<Whole>),
}

impl Space {
    /// The states of which the store has a count, whether or not to its end.
    fn of(
        puzzle: &Puzzle,
        request: &Request<'_>,
        moves: &MoveSet,
        store: &dyn LevelStore,
    ) -> Result<Self, CountError> {
        let by_rows = god_in_parts::reason_against_an_index(puzzle, request, moves).is_none();
        if let Some(indexed) = by_rows.then(|| god_in_parts::indexed(puzzle, request, moves)).flatten() {
            let factor = Box::new(indexed.factor);
            let rows = factor.index.classes(&factor.symmetries);
            if store.has_count(&RowParts::identity(&rows)) {
                let found = Representatives::new(&factor.index, &factor.symmetries);
                return Ok(Space::Rows { factor, rows, found });
            }
        }
        let whole = Whole::new(puzzle, request, moves)?;
        if !store.has_count(&whole.parts(&request.goals, moves, 1, 0).identity()) {
            return Err(CountError::Absent);
        }
        Ok(Space::Whole(Box::new(whole)))
    }

    /// Does something with the states in so many parts.
    fn with<T>(
        &self,
        goals: &[State],
        moves: &MoveSet,
        parts: usize,
        work: impl FnOnce(&dyn Parts) -> T,
    ) -> T {
        match self {
            Space::Rows { factor, rows, .. } => work(&RowParts::new(rows, &factor.symmetries, parts)),
            Space::Whole(whole) => work(&whole.parts(goals, moves, parts, 0)),
        }
    }
}

/// Why no positions are solved by a count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// The moves are not suitable for counting, or the store failed.
    #[error(transparent)]
    Count(#[from] GodError),
    /// There is no such count.
    #[error("no count of these states with these moves in this metric is kept there")]
    Absent,
    /// It has not been completed.
    #[error("the count is not complete: it goes up to distance {0}")]
    Incomplete(u64),
    /// The caller stopped it.
    #[error("{0}")]
    Stopped(StopReason),
}

fn failed(fault: &io::Error) -> CountError {
    CountError::Count(god_in_parts::refused(fault))
}

impl FinishedCount {
    /// Opens the count that [`super::god::run`] made of these states with these moves. What it was asked beside them, such as a depth, does
    /// not matter. By a perfect index, its rows are enumerated again.
    ///
    /// # Errors
    /// If the store does not hold that count, or not to its end; if files are damaged; if the caller interrupts.
    pub fn open(
        puzzle: &Puzzle,
        request: &Request<'_>,
        store: Arc<dyn LevelStore + Send>,
        control: &Control<'_>,
    ) -> Result<Self, CountError> {
        let moves = MoveSet::new(puzzle, &request.turns, &request.metric).map_err(GodError::from)?;
        let goals = request.goals.clone();
        let space = Space::of(puzzle, request, &moves, &*store)?;
        let parts = space.with(&goals, &moves, 1, |space| store.parts(&space.identity()));
        let parts = parts.map_err(|fault| failed(&fault))?.ok_or(CountError::Absent)?;
        let (levels, is_complete) = space.with(&goals, &moves, parts, |space| {
            let count = PartCount::new(space, &*store, 1, control).map_err(|halt| match halt {
                Halt::Stopped(reason) => CountError::Stopped(reason),
                Halt::Store(fault) => failed(&fault),
            })?;
            Ok::<_, CountError>((count.counts().len() as u64, count.is_complete()))
        })?;
        if !is_complete {
            return Err(CountError::Incomplete((levels - 1) * u64::from(moves.unit())));
        }
        Ok(FinishedCount { moves, goals, store, levels, parts, space })
    }

    /// A shortest solution, proven by the count of all states; `None` if no moves lead from the state to a goal. By a perfect index,
    /// O(moves × length) look-ups; otherwise the files of all levels are read.
    ///
    /// # Errors
    /// If files cannot be read or are damaged.
    pub fn solve(&self, state: &State) -> Result<Option<Vec<Turn>>, CountError> {
        let numbers = match &self.space {
            Space::Rows { factor, found, .. } => (found.find(&factor.index, state))
                .map(|((row, place), symmetry)| vec![row as u64, place as u64, symmetry as u64]),
            Space::Whole(whole) => whole.parts(&self.goals, &self.moves, 1, 0).numbers(state),
        };
        let Some(numbers) = numbers else { return Ok(None) };
        let path = self.space.with(&self.goals, &self.moves, self.parts, |space| {
            Descent::new(space, &*self.store).solve_any(numbers, self.levels)
        });
        let Some((path, _)) = path.map_err(|fault| failed(&fault))? else { return Ok(None) };
        let mut end = state.clone();
        let mut turns = Vec::with_capacity(path.len());
        for m in path {
            let step = &self.moves.moves()[m];
            end.apply(&step.change);
            turns.push(step.turn.clone());
        }
        // The index does not say whether a state is reachable: what moves do not touch may differ.
        Ok(self.goals.contains(&end).then_some(turns))
    }
}
