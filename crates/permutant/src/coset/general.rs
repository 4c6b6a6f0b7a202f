//! Cosets of any subgroup of any puzzle.

use super::request::{Aim, CosetRunError, Report, Request};
use crate::model::Model;
use crate::solver::{self, Solver};
use permutant_analysis::state::coset::{self, Listed};
use permutant_search::limits::{Control, Limits};
use std::ops::ControlFlow;

/// Nodes of the search for exact levels, if none is asked for: some ten seconds.
const NODES: u64 = 1 << 27;

/// Counts and lists the positions.
pub(super) fn run(
    model: &Model,
    request: &Request<'_>,
    control: &Control<'_>,
    on_listed: Option<&mut dyn FnMut(Listed) -> ControlFlow<()>>,
) -> Result<Report, CosetRunError> {
    let aim = match request.aim {
        Aim::Within(None) => coset::Aim::Bounds(NODES),
        Aim::Within(Some(_)) => return Err(CosetRunError::Length),
        Aim::Depth(depth) => coset::Aim::Depth(depth),
        Aim::Optimal => coset::Aim::Optimal,
    };
    let solution = || {
        let limits = Limits { max_solutions: Some(1), max_memory: request.max_memory, ..Limits::default() };
        let asked = solver::Request {
            metric: request.metric.clone(),
            limits,
            ..solver::Request::new(request.position)
        };
        let mut length = None;
        let solver = Solver::with_tables(model, request.tables).with_threads(request.threads);
        let end = solver.solve(&asked, control, &mut |answer| {
            length = Some(answer.length);
            ControlFlow::Break(())
        });
        // Without a solution there is no bound, which the report tells.
        end.ok().and(length)
    };
    let own = coset::Request {
        metric: request.metric,
        position: &request.position.state,
        subgroup: request.subgroup,
        aim,
        solution: &solution,
        threads: request.threads,
        max_memory: request.max_memory,
    };
    Ok(coset::run(&model.puzzle, &own, control, on_listed)?.into())
}
