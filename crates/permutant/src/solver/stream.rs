//! Solutions of big cubes that are output while they are being found.

use super::kept::Solver;
use super::reduction::{Names, big_cube_metric, fault};
use super::request::{Request, SolveError};
use crate::engine::{Engine, Refusal};
use permutant_nxn::reduction::solver::ReductionError;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::replay::replay;
use permutant_search::limits::Control;
use std::ops::ControlFlow;

/// A part of a solution.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// Its purpose.
    pub phase: &'static str,
    /// Its turns.
    pub turns: &'a [Turn],
    /// Its length in the metric.
    pub length: u64,
}

/// A solution that was output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Streamed {
    /// Its length in the metric.
    pub length: u64,
    /// States visited.
    pub nodes: u64,
}

impl Solver<'_> {
    /// One solution of a big cube by the general reduction, without tables of its own. Each part is replayed and passed to `on_part` as
    /// soon as it is certain, until that breaks. That all parts together solve the position is known when this function returns.
    ///
    /// # Errors
    ///
    /// If there is no solution, before the first part; [`SolveError::Limit`] if `control` or `on_part` stopped it;
    /// [`Refusal::Streamed`] if the request names another engine.
    pub fn stream(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_part: &mut dyn FnMut(Part<'_>) -> ControlFlow<()>,
    ) -> Result<Streamed, SolveError> {
        let engine = self.plan(request)?.engine;
        if engine != Engine::Reduction || request.limits.max_length.is_some() {
            return Err(Refusal::Streamed.into());
        }
        let mut state = request.position.state.clone();
        let cube = self.stickers(&state)?;
        let general = self.general_reduction(big_cube_metric(&request.metric));
        let mut names = Names::new(self.model);
        let (mut length, mut rejected) = (0, false);
        let mut out = |phase: &'static str, turns: &[_]| {
            let turns = names.turns(turns);
            let end = replay(&self.model.puzzle, &state, &turns, &request.metric);
            if end.blocked_at.is_some() {
                rejected = true;
                return ControlFlow::Break(());
            }
            length += end.length;
            state = end.state;
            on_part(Part { phase, turns: &turns, length: end.length })
        };
        let streamed = general.stream(&cube, control, &mut out);
        match streamed {
            _ if rejected => Err(SolveError::Rejected(Engine::Reduction)),
            Ok(streamed) if request.goals(self.model).contains(&state) => {
                Ok(Streamed { length, nodes: streamed.nodes })
            }
            Ok(_) => Err(fault(ReductionError::Refused)),
            Err(stopped) => Err(fault(stopped)),
        }
    }
}
