//! Names of moves that depend on where a piece is: `R` on a sliding puzzle is the tile that can move to the right.
//!
//! Start at [`Direction`]. A direction is a way to write a move, not a move itself. The state determines the move,
//! through [`Puzzle::directed`](crate::puzzle::Puzzle::directed).

/// A direction in which a piece (a blank) allows others to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Direction {
    /// Its name, as `R`.
    pub name: String,
    /// The name of the inverse direction, as `L`.
    pub opposite: String,
    /// Number of the orbit, and the piece whose slot determines the move.
    pub piece: (usize, u16),
    /// By slot of that piece: the name of the resulting move; `None` where there is none.
    pub moves: Vec<Option<String>>,
}
