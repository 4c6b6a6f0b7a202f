//! How the general search bounds what is left to solve, in words.
//!
//! Start at [`Solver::told_of_search`].

use super::kept::Solver;
use super::request::Request;
use super::structure::Structure;
use permutant_search::guide::{Guide, Sets};
use permutant_search::puzzle_space::{Patterns, PuzzleSpace};

const DOUBLE_COSETS: &str = "turns of a ring alternate with one other move: a table of double cosets of these turns, around the solved position, \
     meets a search from the other side for a shortest solution";

const TABLE: &str =
    "its lower bounds are read from a table of the states near the goal, which grows as long as that pays";

const PATTERNS: &str = "its lower bounds are the distances of the pieces that were named";

impl Solver<'_> {
    /// What directs the general search, as a clause; `None` if the puzzle is too large for it. The puzzle is prepared as for a search, which takes
    /// a second at most.
    pub(super) fn told_of_search(&self, request: &Request<'_>) -> Option<String> {
        PuzzleSpace::check_size(&self.model.puzzle).ok()?;
        if matches!(request.patterns, Patterns::Pieces(_)) {
            return Some(PATTERNS.into());
        }
        let turns = self.turns_of(request);
        let goals = self.reachable_goals(request, &turns).ok()?;
        let compiled = self.compiled(request, &turns, goals).ok()?;
        if compiled.ring(request).is_some() {
            return Some(DOUBLE_COSETS.into());
        }
        if !request.after.is_empty() {
            return Some(TABLE.into());
        }
        Some(match compiled.structure(request.limits.max_memory) {
            Structure::Sliding(prepared) => {
                let levels = prepared.levels();
                let parts =
                    |sets: &Sets| sets.sizes().iter().map(usize::to_string).collect::<Vec<_>>().join("-");
                let sizes: Vec<String> = levels.sets.iter().map(parts).collect();
                format!(
                    "each move slides one piece, so that the distances of disjoint sets of pieces add up to its lower bounds; their \
                     sizes are {}",
                    sizes.join(", then ")
                )
            }
            Structure::Neighbours(guide) => {
                let Guide::Adjacency(adjacency) = &**guide else { return None };
                format!(
                    "its lower bounds count separated neighbours: a move separates at most {} of {} pairs, and the mean bound of random \
                     positions is {:.1}",
                    adjacency.broken(),
                    adjacency.ties(),
                    adjacency.mean()
                )
            }
            Structure::Unknown => TABLE.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;
    use crate::position::Position;
    use permutant_search::limits::Limits;

    #[test]
    fn the_reason_tells_what_directs_the_search() {
        for (name, part) in [
            ("slide:4x4", "their sizes are 3-3-3-3-3, then 6-6-3, then 7-7-1"),
            ("pancake:16", "at most 1 of 16 pairs"),
            ("topspin:16,4", "double cosets"),
            ("starminx", "a table of the states near the goal"),
        ] {
            let model = Model::find(name).unwrap();
            let start = Position::new(model.puzzle.solved().clone());
            let limits = Limits { max_solutions: Some(1), ..Limits::default() };
            let request = Request { optimal: true, limits, ..Request::new(&start) };
            let reason = Solver::new(&model).plan(&request).unwrap().reason;
            assert!(reason.contains(part), "{name}: {reason}");
        }
    }
}
