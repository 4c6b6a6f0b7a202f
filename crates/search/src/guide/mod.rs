//! Lower bounds that are found from the moves alone, for puzzles in which each move changes little.
//!
//! Start at [`Guide`]. Where every move slides one piece into the only hole, `sliding.rs` finds the graph of the slots, and
//! `additive.rs` adds up exact distances of disjoint sets of pieces. Where moves seldom separate neighbours, as in a stack or on a
//! ring, `adjacency.rs` counts the neighbours that have been separated. Each bound changes by a few look-ups in a move, so that the
//! search of `ida_star/guided.rs` or `ida_star/sliding.rs` needs neither the whole state nor a large table.

mod additive;
mod adjacency;
mod database;
mod dual;
mod duplicates;
mod excesses;
mod guided_state;
mod improving;
mod partition;
mod patterns;
mod relation;
mod slides;
mod sliding;
mod view;

pub use additive::{Additive, Sets};
pub(crate) use additive::{Change, Places, Sums, Tiles};
pub use adjacency::Adjacency;
pub(crate) use guided_state::{Choice, End, Heuristic};
pub use patterns::Patterns;
pub(crate) use slides::{Slides, Span, Transition};
pub use sliding::Sliding;

/// A heuristic that directs a search in place of the pruning table.
#[derive(Debug)]
#[non_exhaustive]
pub enum Guide {
    /// Sums of exact distances of disjoint sets of pieces.
    Additive(Additive),
    /// The number of separated neighbours.
    Adjacency(Adjacency),
    /// The greatest of the exact distances of some sets of pieces.
    Patterns(Patterns),
}

impl Guide {
    /// Lower bounds for the cost of solving the successors of a state, by move; `u32::MAX` for those that cannot be made.
    pub(crate) fn bounds_after(&self, row: &[u16], moves: usize, bounds: &mut Vec<u32>) {
        bounds.clear();
        bounds.resize(moves, u32::MAX);
        match self {
            Guide::Additive(additive) => additive.bounds_after(row, bounds),
            Guide::Adjacency(adjacency) => after(adjacency, row, bounds),
            Guide::Patterns(patterns) => after(patterns, row, bounds),
        }
    }

    /// Distinguishes states of the same bound: of two, the one with the lower number probably has the shorter solution.
    pub(crate) fn scatter(&self, row: &[u16]) -> u32 {
        match self {
            Guide::Adjacency(adjacency) => adjacency.scatter(row),
            Guide::Additive(_) | Guide::Patterns(_) => 0,
        }
    }

    /// A lower bound for the cost of solving a state, from the contents of its slots.
    pub fn bound(&self, row: &[u16]) -> u32 {
        match self {
            Guide::Additive(additive) => additive.bound(row),
            Guide::Adjacency(adjacency) => adjacency.bound(&adjacency.enter(row).1),
            Guide::Patterns(patterns) => patterns.bound(&patterns.enter(row).1),
        }
    }
}

/// The bounds of the successors of a state.
fn after<H: Heuristic>(heuristic: &H, row: &[u16], bounds: &mut [u32]) {
    let (state, value) = heuristic.enter(row);
    for &candidate in heuristic.candidates(&value) {
        let look = heuristic.begin(&state, candidate);
        bounds[heuristic.number(candidate).index()] =
            match heuristic.after(&state, &value, candidate, look, u32::MAX) {
                Ok(value) => heuristic.bound(&value),
                Err(bound) => bound,
            };
    }
}
