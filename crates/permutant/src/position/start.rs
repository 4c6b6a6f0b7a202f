//! A position: the state of the puzzle and the goal to be reached from it.

use permutant_analysis::group::subgroup::{Subgroup, SubgroupError};
use permutant_puzzle::formats::problem::Problem;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_puzzle::sticker_pieces::StickerPieces;

/// A state and the goal to be reached from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The state.
    pub state: State,
    /// The goal, if it differs from the solved state because pieces are ignored.
    pub goal: Option<State>,
}

impl Position {
    /// A position without ignored pieces.
    pub fn new(state: State) -> Self {
        Position { state, goal: None }
    }

    /// The state whose pieces have the same numbers: the goal, or else the solved state.
    pub fn reference<'p>(&'p self, puzzle: &'p Puzzle) -> &'p State {
        self.goal.as_ref().unwrap_or(puzzle.solved())
    }

    /// Whether it is solved, however the puzzle is held.
    pub fn is_solved(&self, puzzle: &Puzzle) -> bool {
        match &self.goal {
            Some(goal) => puzzle.rotations().iter().any(|rotation| goal.after(rotation) == self.state),
            None => puzzle.is_solved(&self.state),
        }
    }

    /// The result of applying an algorithm to a state.
    pub fn after(puzzle: &Puzzle, start: &State, turns: &[Turn]) -> Result<Self, Blocked> {
        let mut state = start.clone();
        for (at, turn) in turns.iter().enumerate() {
            if puzzle.is_restricted() && !puzzle.is_possible(&state, turn) {
                return Err(Blocked { at, turn: turn.to_string() });
            }
            turn.make(&mut state);
        }
        Ok(Position::new(state))
    }

    /// The same position with a subgroup as its goal.
    ///
    /// # Errors
    ///
    /// [`SubgroupError::Incomplete`] for a position that has a goal of its own.
    pub fn into_subgroup(&self, subgroup: &Subgroup) -> Result<Self, SubgroupError> {
        match self.goal {
            Some(_) => Err(SubgroupError::Incomplete),
            None => Ok(Position { state: subgroup.seen(&self.state), goal: Some(subgroup.goal().clone()) }),
        }
    }
}

/// The number of pieces that are not in their solved slots or not oriented as when solved. If the puzzle counts as solved in any
/// orientation, it is the least such number over all ways of holding it. A piece identical to the solved one counts as correct. O(slots
/// × rotations).
pub fn wrong_pieces(puzzle: &Puzzle, state: &State) -> usize {
    wrong_by_orbit(puzzle, state, None).iter().sum()
}

/// The same numbers by orbit, relative to `goal` instead of the solved state.
pub fn wrong_by_orbit(puzzle: &Puzzle, state: &State, goal: Option<&State>) -> Vec<usize> {
    let fewest = |wrong: &Vec<usize>| wrong.iter().sum::<usize>();
    let all: Vec<Vec<usize>> = match goal {
        None => puzzle.solved_states().iter().map(|home| differing(state, home)).collect(),
        Some(goal) => {
            puzzle.rotations().iter().map(|rotation| differing(state, &goal.after(rotation))).collect()
        }
    };
    all.into_iter().min_by_key(fewest).unwrap_or_default()
}

/// The number of pieces of a puzzle of stickers that are not as when solved, counted as [`wrong_pieces`] does; `None` if the stickers do not make
/// up the pieces of the solved puzzle. O(stickers × rotations).
pub fn wrong_by_piece(puzzle: &Puzzle, pieces: &StickerPieces, state: &State) -> Option<usize> {
    let now = pieces.state(state)?;
    let homes = puzzle.solved_states();
    homes.iter().filter_map(|home| Some(differing(&now, &pieces.state(home)?).iter().sum())).min()
}

/// By orbit: the number of slots whose content differs.
fn differing(now: &State, home: &State) -> Vec<usize> {
    let rows = now.orbits.iter().zip(&home.orbits);
    rows.map(|(now, home)| {
        let contents = now.pieces.iter().zip(&now.orientations);
        contents.zip(home.pieces.iter().zip(&home.orientations)).filter(|(now, home)| now != home).count()
    })
    .collect()
}

impl From<Problem> for Position {
    fn from(problem: Problem) -> Self {
        Position { state: problem.state, goal: problem.goal }
    }
}

/// A turn of an algorithm is not possible in the state in which it occurs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("turn {} of the algorithm, {turn}, is not possible there: pieces block it", at + 1)]
pub struct Blocked {
    /// Index of the turn, from 0.
    pub at: usize,
    /// Its name.
    pub turn: String,
}
