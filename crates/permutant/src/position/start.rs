//! A position: where the pieces are, and what is to be reached from there.

use permutant_analysis::group::subgroup::{Subgroup, SubgroupError};
use permutant_puzzle::formats::problem::Problem;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;

/// Where the pieces are, and what is to be reached from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The state.
    pub state: State,
    /// The goal, where it is another than the solved state because something was left out.
    pub goal: Option<State>,
}

impl Position {
    /// A position that leaves nothing out.
    pub fn new(state: State) -> Self {
        Position { state, goal: None }
    }

    /// What an algorithm makes of a state.
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

    /// The same position, solved where its state is in a subgroup.
    ///
    /// # Errors
    ///
    /// [`SubgroupError::Incomplete`] for one that has a goal of its own.
    pub fn into_subgroup(&self, subgroup: &Subgroup) -> Result<Self, SubgroupError> {
        match self.goal {
            Some(_) => Err(SubgroupError::Incomplete),
            None => Ok(Position { state: subgroup.seen(&self.state), goal: Some(subgroup.goal().clone()) }),
        }
    }
}

/// How many pieces are not where they are when solved, or not turned so; held in the way in which they are fewest where
/// the puzzle is solved in any orientation. A piece that looks like the one that belongs there is right. O(slots ×
/// rotations).
pub fn wrong_pieces(puzzle: &Puzzle, state: &State) -> usize {
    wrong_by_orbit(puzzle, state, None).iter().sum()
}

/// The same by orbit, and with `goal` in the place of the solved state.
pub fn wrong_by_orbit(puzzle: &Puzzle, state: &State, goal: Option<&State>) -> Vec<usize> {
    let wrong = |goal: &State| -> Vec<usize> {
        let rows = state.orbits.iter().zip(&goal.orbits);
        rows.map(|(now, home)| {
            let slots = 0..now.pieces.len();
            slots
                .filter(|&slot| {
                    (now.pieces[slot], now.orientations[slot]) != (home.pieces[slot], home.orientations[slot])
                })
                .count()
        })
        .collect()
    };
    let fewest = |wrong: &Vec<usize>| wrong.iter().sum::<usize>();
    let all: Vec<Vec<usize>> = match goal {
        None => puzzle.solved_states().iter().map(wrong).collect(),
        Some(goal) => puzzle.rotations().iter().map(|rotation| wrong(&goal.after(rotation))).collect(),
    };
    all.into_iter().min_by_key(fewest).unwrap_or_default()
}

impl From<Problem> for Position {
    fn from(problem: Problem) -> Self {
        Position { state: problem.state, goal: problem.goal }
    }
}

/// A turn of an algorithm cannot be made in the state it meets.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("turn {} of the algorithm, {turn}, is not possible there: pieces block it", at + 1)]
pub struct Blocked {
    /// Index of the turn, from 0.
    pub at: usize,
    /// Its name.
    pub turn: String,
}
