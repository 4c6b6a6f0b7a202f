//! Names of moves that depend on where a piece is: `R` on a sliding puzzle is whichever tile can go to the right.
//!
//! Start at [`Direction`]. A direction is a way to write a move, not a move: which one is meant is found from the
//! state, by [`Puzzle::directed`](crate::puzzle::Puzzle::directed).

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
