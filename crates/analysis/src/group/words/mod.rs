//! Words in a puzzle's moves: a solver for every puzzle, however large.
//!
//! [`puzzle_words`] finds the words, and [`quick_words`] longer ones at once. For puzzles whose moves are not always possible, [`bandaging_graph`] determines the possible
//! moves, [`loops`] makes letters from walks, and [`vertex_group`] describes the group of these walks.

mod bandaging_graph;
mod inserted_words;
mod loops;
mod puzzle_words;
mod quick_words;
mod vertex_group;
mod word_points;

pub use inserted_words::InsertedWords;
pub use puzzle_words::{PuzzleWords, StabilizerLevel, WordEffort, WordMoves, WordsError};
pub use quick_words::QuickWords;
pub use vertex_group::VertexGroup;

use permutant_puzzle::puzzle::Puzzle;

/// The rules of a puzzle that depend on earlier moves rather than on the positions of the pieces, if there are any.
fn unfollowed(puzzle: &Puzzle) -> Option<&'static str> {
    let rules = &puzzle.definition().restrictions;
    [
        (!rules.forbidden_pairs.is_empty() || !rules.forbidden_groups.is_empty(), "forbidden sequences"),
        (!rules.move_limits.is_empty(), "limits on how often a move may occur"),
    ]
    .into_iter()
    .find_map(|(is_there, rule)| is_there.then_some(rule))
}
