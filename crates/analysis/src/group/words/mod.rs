//! Words in a puzzle's moves: a solver for every puzzle, however large.
//!
//! [`puzzle_words`] finds them; where moves are not always possible, [`bandaging_graph`] says which are, and [`loops`] makes
//! letters of walks, and [`vertex_group`] their group.

mod bandaging_graph;
mod loops;
mod puzzle_words;
mod vertex_group;

pub use puzzle_words::{PuzzleWords, WordEffort, WordMoves, WordsError};
pub use vertex_group::VertexGroup;

use permutant_puzzle::puzzle::Puzzle;

/// Rules of a puzzle that depend on what was done before, not on where the pieces stand, if it has some.
fn unfollowed(puzzle: &Puzzle) -> Option<&'static str> {
    let rules = &puzzle.definition().restrictions;
    [
        (!rules.forbidden_pairs.is_empty() || !rules.forbidden_groups.is_empty(), "forbidden sequences"),
        (!rules.move_limits.is_empty(), "limits on how often a move may occur"),
    ]
    .into_iter()
    .find_map(|(is_there, rule)| is_there.then_some(rule))
}
