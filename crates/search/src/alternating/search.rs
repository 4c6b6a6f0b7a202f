//! The search as a whole: one number of involutions after the other.
//!
//! Start at [`shortest`]. Each number is ruled out by the table alone, or by a search forwards of the difference. Before that is one letter
//! longer, the table becomes one level deeper if this costs less, or less than what has been searched with it so far: a table serves all
//! positions that follow.

use super::forwards::{Forwards, Met};
use super::letters::Row;
use super::structure::Alternating;
use super::table::{DoubleCosets, FILTERS};
use crate::ida_star::Solution;
use crate::limits::{Control, Limits, Outcome, Progress, StopReason};
use std::sync::{PoisonError, RwLock};

/// How the search for a shortest solution ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortest {
    /// A shortest solution, that there is none, or why the search ended before.
    pub end: Outcome<Solution>,
    /// No solution costs less.
    pub lower_bound: u32,
    /// Words that were tried.
    pub nodes: u64,
}

/// A search for a shortest solution.
#[derive(Debug)]
struct Search<'a> {
    alternating: &'a Alternating,
    table: &'a RwLock<DoubleCosets>,
    max_memory: u64,
    threads: [usize; 2],
    control: &'a Control<'a>,
    nodes: u64,
}

/// A shortest solution of a state, within the greatest length and the memory of the limits; their other parts are not used. The table is
/// made deeper where that pays, and its memory grows up to that of the limits. `threads` are those of the search and those for the table.
///
/// `None` if no move leads to the solved state, as a piece is twisted. The solution depends neither on the table nor on the number of threads.
pub fn shortest(
    alternating: &Alternating,
    table: &RwLock<DoubleCosets>,
    state: &[u16],
    limits: &Limits,
    threads: [usize; 2],
    control: &Control<'_>,
) -> Option<Shortest> {
    let row = alternating.row(state)?;
    let mut search = Search { alternating, table, max_memory: limits.max_memory, threads, control, nodes: 0 };
    let mut involutions = 0;
    let (end, lower_bound) = loop {
        let least = alternating.least_cost(involutions);
        if limits.max_length.is_some_and(|most| least > most) {
            break (Outcome::LimitReached(StopReason::Length), least);
        }
        control.report(Progress::Depth { length: least, nodes: search.nodes });
        match search.with(&row, involutions as usize) {
            Ok(Some(Met { best: Some(ends), .. })) => {
                let solution = ends.solution(alternating);
                let cost = solution.cost;
                let is_within = limits.max_length.is_none_or(|most| cost <= most);
                let end = if is_within {
                    Outcome::Found(solution)
                } else {
                    Outcome::LimitReached(StopReason::Length)
                };
                break (end, cost);
            }
            Ok(Some(Met { best: None, .. })) => involutions += 1,
            Ok(None) => break (Outcome::ProvenNone, least),
            Err(reason) => break (Outcome::LimitReached(reason), least),
        }
    };
    Some(Shortest { end, lower_bound, nodes: search.nodes })
}

impl Search<'_> {
    /// The best word with so many involutions, of which fewer do not suffice; `None` if no number suffices.
    fn with(&mut self, row: &Row, involutions: usize) -> Result<Option<Met>, StopReason> {
        self.make_table(involutions)?;
        let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
        let (alternating, control, [threads, _]) = (self.alternating, self.control, self.threads);
        let forwards = Forwards { alternating, table: &table, threads, control };
        let met = match involutions.checked_sub(table.exact() + 1) {
            Some(_) if table.is_complete() => return Ok(None),
            None | Some(0) => forwards.lead_on(row, involutions),
            Some(_) => forwards.meet(row, involutions - table.exact() - FILTERS)?,
        };
        table.searched(met.nodes);
        self.nodes += met.nodes;
        Ok(Some(met))
    }

    /// Makes the table as deep as pays for so many involutions.
    fn make_table(&self, involutions: usize) -> Result<(), StopReason> {
        let (alternating, [_, threads]) = (self.alternating, self.threads);
        let is_ready = |table: &DoubleCosets| {
            table.fits(self.max_memory)
                && table.is_prepared()
                && !table.pays_deeper(alternating, involutions, self.max_memory)
        };
        if is_ready(&self.table.read().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(());
        }
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        table.fit(self.max_memory);
        while table.pays_deeper(alternating, involutions, self.max_memory) {
            match table.deepen(alternating, threads, self.max_memory, self.control) {
                // The level was larger than expected: the search goes on with the table as it was.
                Err(StopReason::Memory) => break,
                end => end?,
            }
        }
        table.prepare(alternating, threads, self.max_memory, self.control)
    }
}
