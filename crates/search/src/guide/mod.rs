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
pub(crate) use additive::{Change, Entry, Places, Sums, Tiles};
pub use adjacency::Adjacency;
pub(crate) use guided_state::{Choice, End, Heuristic};
pub use patterns::Patterns;
pub(crate) use slides::{Slides, Span, Transition};
pub use sliding::Sliding;

use crate::space::MoveId;

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
    /// What is known of a state, from the contents of its slots.
    pub(crate) fn enter(&self, row: &[u16]) -> Entered {
        match self {
            Guide::Additive(additive) => Entered(Some(Box::new(additive.enter(row)))),
            Guide::Adjacency(_) | Guide::Patterns(_) => Entered(None),
        }
    }

    /// What is known of a state that a move leads to, from what is known of the state before.
    pub(crate) fn entered_after(&self, Entered(before): &Entered, m: MoveId, row: &[u16]) -> Entered {
        match (self, before) {
            (Guide::Additive(additive), Some(before)) => additive
                .entered_after(before, m)
                .map_or_else(|| self.enter(row), |after| Entered(Some(Box::new(after)))),
            _ => self.enter(row),
        }
    }

    /// The moves that can be made in a state, with lower bounds for the cost of solving the states that they lead to.
    pub(crate) fn successors(&self, Entered(entered): &Entered, row: &[u16], found: &mut Vec<(MoveId, u32)>) {
        found.clear();
        match (self, entered) {
            (Guide::Additive(additive), Some(entered)) => additive.successors(entered, found),
            (Guide::Additive(additive), None) => additive.successors(&additive.enter(row), found),
            (Guide::Adjacency(adjacency), _) => successors(adjacency, row, found),
            (Guide::Patterns(patterns), _) => successors(patterns, row, found),
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

/// What a guide knows of a state of which it can tell the successors sooner than from the state itself.
#[derive(Debug)]
pub(crate) struct Entered(Option<Box<Entry>>);

/// The successors of a state.
fn successors<H: Heuristic>(heuristic: &H, row: &[u16], found: &mut Vec<(MoveId, u32)>) {
    let (state, value) = heuristic.enter(row);
    found.extend(heuristic.candidates(&value).iter().map(|&candidate| {
        let look = heuristic.begin(&state, candidate);
        let bound = match heuristic.after(&state, &value, candidate, look, u32::MAX) {
            Ok(value) => heuristic.bound(&value),
            Err(bound) => bound,
        };
        (heuristic.number(candidate), bound)
    }));
}
