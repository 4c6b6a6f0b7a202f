//! Beams and searches by one heuristic, in turns.

use super::kept::Solver;
use super::request::{Answer, Request, SolveError};
use super::shorter::Shorter;
use super::words::MEDIUM_WIDTH;
use permutant_search::limits::{Control, Outcome, StopReason};

/// Nodes of the first search: about a second.
const FIRST_NODES: u64 = 16_000_000;

impl Solver<'_> {
    /// Shortens a solution by ever wider beams and ever longer searches by the heuristic of the puzzle, until a search proves the solution
    /// shortest or a limit is reached.
    pub(super) fn in_turns(
        &self,
        request: &Request<'_>,
        mut best: Answer,
        control: &Control<'_>,
        told: &mut Shorter<'_>,
    ) -> Result<Outcome<()>, SolveError> {
        let beams = self.widening(request, told.goals.to_vec(), &self.turns_of(request), control);
        let mut beams = match beams {
            Err(SolveError::Limit(reason)) => return Ok(told.end(reason)),
            beams => beams?,
        };
        let mut nodes = FIRST_NODES;
        loop {
            if let Some(most) = best.length.checked_sub(1).filter(|_| beams.goes_on()) {
                match beams.next(self, request, most, control)? {
                    Outcome::Found(shorter) => best = shorter,
                    Outcome::ProvenNone | Outcome::LimitReached(StopReason::Length) => {}
                    Outcome::LimitReached(reason) => return Ok(told.end(reason)),
                }
                told.tell(best.clone())?;
                // Such beams take less time than a search that is worth while.
                if !told.is_over && beams.width() <= MEDIUM_WIDTH && control.interrupted().is_none() {
                    continue;
                }
            }
            let is_last = !beams.goes_on();
            let end = self.proven((request, (!is_last).then_some(nodes)), best.clone(), control, told)?;
            if told.is_over || is_last || control.interrupted().is_some() {
                return Ok(end);
            }
            best = told.best.clone().unwrap_or(best);
            nodes = nodes.saturating_mul(2);
            // The search may have prepared a better heuristic.
            if let Err(reason) = self.refresh(&mut beams, request, control) {
                return Ok(told.end(reason));
            }
        }
    }
}
