//! Maneuvers that make the positions which `find` lists, and the time that it may take.
//!
//! Start at [`Maneuvers`].

use crate::args;
use crate::commands::{Context, End, solve};
use crate::exit::Failure;
use crate::inputs;
use crate::interrupt;
use crate::output::counted;
use crate::table_files::TableFiles;
use permutant::algorithm;
use permutant::model::Model;
use permutant::position::Position;
use permutant::puzzle::metric::Metric;
use permutant::puzzle::moves::Turn;
use permutant::puzzle::state::State;
use permutant::search::limits::{Control, Limits, Outcome, StopReason};
use permutant::solver::{Request, Solver};
use std::ops::ControlFlow;
use std::time::Instant;

/// The time that the user allows.
pub(super) struct TimeLimit<'a> {
    args: &'a args::Find,
    started: Instant,
}

impl<'a> TimeLimit<'a> {
    pub(super) fn new(args: &'a args::Find) -> Self {
        TimeLimit { args, started: Instant::now() }
    }

    pub(super) fn is_up(&self) -> bool {
        self.args.time_limit.is_some_and(|limit| self.started.elapsed() >= limit)
    }

    /// Why a count or a list ended early.
    pub(super) fn stopped(&self, message: &str) -> Failure {
        match interrupt::happened() {
            true => Failure::interrupted(),
            false => Failure::limit(format!("{message}: {}", StopReason::Time)),
        }
    }
}

/// A maneuver.
pub(super) struct Maneuver {
    /// The algorithm.
    pub(super) text: String,
    /// The algorithm with its length, as a line of text.
    pub(super) line: String,
    pub(super) length: u64,
    pub(super) optimal: bool,
}

/// A solver for the positions of a list.
pub(super) struct Maneuvers<'a> {
    context: &'a Context,
    args: &'a args::Find,
    pub(super) metric: Metric,
    solver: Solver<'a>,
    limit: &'a TimeLimit<'a>,
}

impl<'a> Maneuvers<'a> {
    pub(super) fn new(
        context: &'a Context,
        args: &'a args::Find,
        model: &'a Model,
        tables: &'a TableFiles,
        limit: &'a TimeLimit<'a>,
    ) -> Result<Self, Failure> {
        let metric = inputs::metric(model, &args.metric)?;
        let solver = Solver::with_tables(model, tables)
            .with_threads(context.threads())
            .with_build_threads(context.threads());
        Ok(Maneuvers { context, args, metric, solver, limit })
    }

    /// A maneuver that makes a position, shortest if the user wants that.
    pub(super) fn to(&self, state: &State) -> Result<Maneuver, End> {
        let time_is_up = || self.limit.is_up();
        let control = Control::new().with_cancel(interrupt::flag()).with_deadline(&time_is_up);
        let position = Position { state: state.clone(), goal: None };
        let limits =
            Limits { max_solutions: Some(1), max_memory: self.context.global.memory, ..Limits::default() };
        let request = Request {
            optimal: self.args.optimal,
            metric: self.metric.clone(),
            limits,
            ..Request::new(&position)
        };
        let mut best = None;
        let end = self.solver.solve(&request, &control, &mut |answer| {
            best = Some(answer);
            ControlFlow::Continue(())
        });
        let answer = match (best, end.map_err(|fault| solve::failure(&fault))?) {
            (Some(answer), _) => answer,
            (None, _) if interrupt::happened() => return Err(Failure::interrupted().into()),
            (None, Outcome::LimitReached(reason)) => {
                return Err(Failure::limit(format!("not all positions are listed: {reason}")).into());
            }
            (None, _) => return Err(Failure::bad_input("a position was found that cannot be solved").into()),
        };
        let turns: Vec<Turn> = answer.turns.iter().rev().map(Turn::inverse).collect();
        let text = algorithm::write(&turns);
        let space = if text.is_empty() { "" } else { " " };
        let proven = if answer.optimal { "*" } else { "" };
        let line = format!("{text}{space}({}{proven})", counted(answer.length, &self.metric));
        Ok(Maneuver { text, line, length: answer.length, optimal: answer.optimal })
    }
}
