//! Successively shorter answers, each checked by the referee before it is reported.

use super::kept::Solver;
use super::request::{Answer, Request, SolveError};
use permutant_puzzle::state::State;
use permutant_search::limits::{Outcome, StopReason};
use std::ops::ControlFlow;

/// Reports each answer that is shorter than the preceding ones and no longer than requested.
pub(super) struct Shorter<'a> {
    solver: &'a Solver<'a>,
    request: &'a Request<'a>,
    /// The states that count as goals.
    pub(super) goals: &'a [State],
    pub(super) on_answer: &'a mut dyn FnMut(Answer) -> ControlFlow<()>,
    /// The last answer.
    pub(super) best: Option<Answer>,
    /// Its length.
    pub(super) length: Option<u64>,
    /// Whether no more are wanted, or none can be shorter.
    pub(super) is_over: bool,
}

impl<'a> Shorter<'a> {
    pub(super) fn new(
        solver: &'a Solver<'a>,
        request: &'a Request<'a>,
        goals: &'a [State],
        on_answer: &'a mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Self {
        Shorter { solver, request, goals, on_answer, best: None, length: None, is_over: false }
    }

    /// Reports the answer if it is shorter.
    pub(super) fn tell(&mut self, answer: Answer) -> Result<(), SolveError> {
        let most = self.request.limits.max_length.map_or(u64::MAX, u64::from);
        if answer.length > most || self.length.is_some_and(|length| answer.length >= length) {
            return Ok(());
        }
        self.length = Some(answer.length);
        self.is_over = answer.optimal;
        let answer = self.solver.referee(self.request, self.goals, answer)?;
        self.best = Some(answer.clone());
        self.is_over |= (self.on_answer)(answer).is_break();
        Ok(())
    }

    /// Whether further answers are of use, if ever shorter ones are wanted or the first one suffices.
    pub(super) fn going_on(&self, improve: bool) -> ControlFlow<()> {
        if self.is_over || !improve && self.length.is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// The outcome: an answer, or the reason why there is none.
    pub(super) fn end(&self, otherwise: StopReason) -> Outcome<()> {
        if self.length.is_some() { Outcome::Found(()) } else { Outcome::LimitReached(otherwise) }
    }
}
