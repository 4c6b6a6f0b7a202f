//! Names of moves that depend on where a piece is: `R` on a sliding puzzle is whichever tile can go to the right.
//!
//! Start at [`Direction`]. A direction is a way to write a move, not a move: which one is meant is found from the state.

use crate::moves::Turn;
use crate::puzzle::Puzzle;
use crate::state::State;

/// A direction in which a piece (a blank) lets others move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Direction {
    /// Its name, as `R`.
    pub name: String,
    /// The name of the direction that takes it back, as `L`.
    pub opposite: String,
    /// Number of the orbit, and the piece that decides.
    pub piece: (usize, u16),
    /// By slot of that piece: the name of the move that is meant; `None` where there is none.
    pub moves: Vec<Option<String>>,
}

impl Puzzle {
    /// The move that a direction means in a state, `amount` 1, or that takes it back, `amount` -1. `None` if there is no such
    /// direction, or no move that way.
    pub fn directed(&self, state: &State, name: &str, amount: i64) -> Option<Turn> {
        let find = |name: &str| self.directions().iter().find(|direction| direction.name == name);
        let direction = find(name)?;
        let direction = if amount < 0 { find(&direction.opposite)? } else { direction };
        let (orbit, piece) = direction.piece;
        let slot = state.orbits[orbit].pieces.iter().position(|&found| found == piece)?;
        self.turn(direction.moves.get(slot)?.as_deref()?)
    }

    /// The direction in which a turn goes in a state, if it goes in one.
    pub fn direction_of(&self, state: &State, turn: &Turn) -> Option<&str> {
        let goes = |direction: &&Direction| self.directed(state, &direction.name, 1).as_ref() == Some(turn);
        self.directions().iter().find(goes).map(|direction| direction.name.as_str())
    }
}
