//! Shortest solutions of puzzles in which turns of a ring alternate with an involution.
//!
//! Start at [`Solver::by_alternating`]. The search is that of `search/alternating/`; the general search does what it does not support.

use super::kept::{Compiled, Solver};
use super::request::{Answer, Request, SolveError};
use super::structure::Ring;
use crate::engine::Engine;
use permutant_search::alternating::{DoubleCosets, Shortest, shortest};
use permutant_search::limits::{Control, Limits, Outcome, Progress};
use permutant_search::puzzle_space::{PackedState, Patterns};
use std::ops::ControlFlow;

impl Compiled {
    /// The ring of the puzzle, if it is one for which the memory suffices, and one shortest solution is wanted. A choice or an order of moves,
    /// patterns, and a search without symmetry are left to the general search, of which the user asks them.
    pub(super) fn ring(&self, request: &Request<'_>) -> Option<&Ring> {
        let Limits { max_solutions, min_length, max_nodes, max_memory, .. } = request.limits;
        let is_one = (max_solutions, min_length, max_nodes) == (Some(1), 0, None) && request.after.is_empty();
        let is_usual =
            self.has_all_turns && self.is_stored && self.patterns == Patterns::Auto && self.symmetry;
        match is_one && is_usual && max_memory >= DoubleCosets::LEAST_MEMORY {
            true => self.ring.get_or_init(|| Ring::of(&self.space)).as_ref(),
            false => None,
        }
    }
}

impl Solver<'_> {
    /// A shortest solution by double cosets, with nothing reported and `None` if the puzzle or the request is of another kind.
    pub(super) fn by_alternating(
        &self,
        request: &Request<'_>,
        (compiled, packed): (&Compiled, &PackedState),
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Option<Outcome<()>>, SolveError> {
        let Some(ring) = compiled.ring(request) else { return Ok(None) };
        let threads = [self.threads, self.build_threads];
        let found = shortest(&ring.alternating, &ring.table, packed, &request.limits, threads, control);
        let Some(Shortest { end, lower_bound, nodes }) = found else { return Ok(None) };
        if let Outcome::Found(solution) = &end {
            let space = &compiled.space;
            let turns = solution.moves.iter().flat_map(|&m| space.turns(m).iter().cloned()).collect();
            let answer = Answer {
                turns,
                length: u64::from(solution.cost),
                engine: Engine::Search,
                optimal: true,
                lower_bound,
                nodes,
                derivation: None,
            };
            if on_answer(self.referee(request, &compiled.goals, answer)?).is_break() {
                return Ok(Some(Outcome::Found(())));
            }
        }
        control.report(Progress::LowerBound { cost: lower_bound });
        Ok(Some(end.map(|_| ())))
    }
}
