//! Solutions: one, several of a position, one for each of many positions.
//!
//! Start at [`one`].

use crate::caller::Caller;
use crate::fault::Fault;
use crate::given;
use crate::kept::Kept;
use crate::request::{Given, Solving};
use permutant::algorithm;
use permutant::analysis::sequence::move_choice;
use permutant::engine::Method;
use permutant::model::Model;
use permutant::position::Position;
use permutant::puzzle::metric::Metric;
use permutant::puzzle::moves::Turn;
use permutant::puzzle::state::State;
use permutant::search::limits::{Control, Limits, Outcome, StopReason};
use permutant::solver::{Answer, Derivation, Preparation, Request, SolveError, Solver};
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::time::Duration;

/// The options as the library takes them.
struct Choice {
    method: Method,
    optimal: bool,
    improve: bool,
    metric: Metric,
    turns: Vec<Turn>,
    limits: Limits,
    /// Seconds.
    time_limit: Option<f64>,
    target: Option<State>,
    /// Whether many positions are solved, one after the other.
    is_batch: bool,
    builds: bool,
}

/// A metric by its name or by weights of moves of the puzzle.
pub(crate) fn metric(model: &Model, name: &str) -> Result<Metric, Fault> {
    move_choice::metric(&model.puzzle, name).map_err(|fault| Fault::unsupported(&fault))
}

impl Choice {
    /// Checks the options.
    fn new(model: &Model, wish: &Solving) -> Result<Self, Fault> {
        let method = Method::ALL.into_iter().find(|method| method.name() == wish.method);
        let method = method.ok_or_else(|| {
            let names = Method::ALL.map(Method::name).join(", ");
            Fault::unsupported(&format!("there is no method '{}'; the methods are {names}", wish.method))
        })?;
        let metric = metric(model, &wish.metric)?;
        let turns = match &wish.moves[..] {
            [] => Vec::new(),
            names => move_choice::turns(&model.puzzle, &metric, names)
                .map_err(|fault| Fault::unsupported(&fault))?,
        };
        if wish.max_length.is_some_and(|most| most < wish.min_length) {
            return Err(Fault::unsupported("maxLength is less than minLength"));
        }
        let time_limit = wish.time_limit;
        if let Some(seconds) = time_limit.filter(|seconds| Duration::try_from_secs_f64(*seconds).is_err()) {
            return Err(Fault::unsupported(&format!(
                "timeLimit is {seconds}; expected a number of seconds from 0"
            )));
        }
        Ok(Choice {
            method,
            optimal: wish.optimal,
            // With a time limit and no length limit, shorter solutions are searched until the time is up.
            improve: wish.improve || time_limit.is_some() && wish.max_length.is_none(),
            metric,
            turns,
            limits: Limits {
                min_length: wish.min_length,
                max_length: wish.max_length,
                max_nodes: wish.max_nodes,
                max_solutions: Some(1),
                max_memory: wish.memory,
                ..Limits::default()
            },
            time_limit,
            target: wish.to.as_ref().map(|given| given::state(model, given)).transpose()?,
            is_batch: false,
            builds: wish.builds,
        })
    }

    /// The request for a position.
    fn request<'p>(&'p self, position: &'p Position) -> Request<'p> {
        let Choice { limits, .. } = self;
        let time_limit = self.time_limit.map(Duration::from_secs_f64);
        Request {
            target: self.target.as_ref(),
            method: self.method,
            optimal: self.optimal,
            improve: self.improve,
            preparation: Preparation::under(limits.max_nodes, time_limit, limits.max_length, self.is_batch),
            builds: self.builds && time_limit.is_none() && limits.max_nodes.is_none(),
            metric: self.metric.clone(),
            turns: self.turns.clone(),
            limits: limits.clone(),
            ..Request::new(position)
        }
    }

    /// The record of an answer.
    fn record(&self, model: &Model, input: &str, start: &State, answer: &Answer) -> Value {
        let solution = algorithm::write_from(&model.puzzle, start, &answer.turns);
        json!({
            "puzzle": model.puzzle.name(),
            "input": input,
            "solution": solution,
            "algorithm": solution,
            "length": answer.length,
            "metric": self.metric.name(),
            "method": answer.engine.to_string(),
            "optimal": answer.optimal,
            "lower_bound": answer.lower_bound,
            "nodes": answer.nodes,
            "phases": phases(answer),
            "steps": answer.turns.iter().map(step).collect::<Vec<_>>(),
        })
    }
}

/// The name of a move and its amount.
fn step(turn: &Turn) -> Value {
    json!([turn.base().name, turn.amount()])
}

/// The phases of a two-phase solution.
fn phases(answer: &Answer) -> Value {
    match &answer.derivation {
        Some(Derivation::TwoPhase(phases)) => json!({
            "phase_1": phases.phase_1(),
            "phase_2": phases.phase_2(),
            "pre_moves": phases.pre_moves(),
            "axis": phases.axis().to_string(),
            "inverse": phases.is_inverse(),
        }),
        _ => Value::Null,
    }
}

/// Adds how long the work took, to the microsecond.
fn timed(mut record: Value, seconds: f64) -> Value {
    record["seconds"] = ((seconds * 1e6).round() / 1e6).into();
    record
}

/// The best answer within the limits; each better one is told as it is found.
fn best(
    solver: &Solver<'_>,
    choice: &Choice,
    position: &Position,
    control: &Control<'_>,
    tell: &mut dyn FnMut(&Answer),
) -> Result<Answer, Fault> {
    let mut best: Option<Answer> = None;
    let end = solver.solve(&choice.request(position), control, &mut |answer| {
        // The last one may be repeated because its bound has risen.
        if answer.optimal || best.as_ref().is_none_or(|best| answer.length < best.length) {
            tell(&answer);
            best = Some(answer);
        }
        ControlFlow::Continue(())
    });
    match (best, end) {
        // If the search for a shorter solution was stopped, the one found before remains valid.
        (Some(best), Ok(_) | Err(SolveError::Limit(_))) => Ok(best),
        (_, Err(fault)) => Err(fault.into()),
        (None, Ok(Outcome::LimitReached(reason))) => Err(reason.into()),
        (None, Ok(_)) => Err(Fault::exhausted()),
    }
}

/// One solution.
pub(crate) fn one(kept: &Kept, given: &Given, options: &Solving, caller: Caller) -> Result<Value, Fault> {
    let choice = Choice::new(kept.model(), options)?;
    solved(kept, given, &choice, caller)
}

fn solved(kept: &Kept, given: &Given, choice: &Choice, caller: Caller) -> Result<Value, Fault> {
    let position = given::position(kept.model(), given)?;
    let (answer, seconds) = caller.run(choice.time_limit, |control| {
        kept.with_solver(|model, solver| {
            let mut tell = |answer: &Answer| {
                if choice.improve {
                    (caller.gets)(&choice.record(model, &given.text, &position.state, answer));
                }
            };
            best(solver, choice, &position, control, &mut tell)
        })
    });
    Ok(timed(choice.record(kept.model(), &given.text, &position.state, &answer?), seconds))
}

/// Several solutions, shortest first: all of the shortest length without a limit on length, all up to that limit with one.
pub(crate) fn several(
    kept: &Kept,
    given: &Given,
    count: Option<u64>,
    options: &Solving,
    caller: Caller,
) -> Result<Value, Fault> {
    let mut choice = Choice::new(kept.model(), options)?;
    choice.improve = false;
    choice.optimal = true;
    choice.limits.max_solutions = count;
    choice.limits.shortest_only = count.is_none() && choice.limits.max_length.is_none();
    let position = given::position(kept.model(), given)?;
    let mut found = Vec::new();
    let (end, seconds) = caller.run(choice.time_limit, |control| {
        kept.with_solver(|model, solver| {
            solver.solve(&choice.request(&position), control, &mut |answer| {
                found.push(choice.record(model, &given.text, &position.state, &answer));
                ControlFlow::Continue(())
            })
        })
    });
    match end? {
        Outcome::LimitReached(StopReason::Length) | Outcome::Found(()) | Outcome::ProvenNone
            if !found.is_empty() =>
        {
            Ok(found.into_iter().map(|record| timed(record, seconds)).collect())
        }
        Outcome::LimitReached(reason) => Err(reason.into()),
        _ => Err(Fault::exhausted()),
    }
}

/// A solution of each position, or its fault under `error`; no position is begun after a fault that ends the work.
pub(crate) fn many(
    kept: &Kept,
    positions: &[Given],
    stops: bool,
    options: &Solving,
    caller: Caller,
) -> Result<Value, Fault> {
    let choice = Choice { is_batch: true, ..Choice::new(kept.model(), options)? };
    if choice.time_limit.is_some() {
        // The limit of a position does not include what all of them need. If that fails, each position says so.
        caller.run(None, |control| {
            kept.with_solver(|model, solver| {
                let solved = Position::new(model.puzzle.solved().clone());
                let _ = solver.prepare(&choice.request(&solved), control, || ());
            });
        });
    }
    let mut records = Vec::with_capacity(positions.len());
    for given in positions {
        match solved(kept, given, &choice, caller) {
            Ok(record) => records.push(record),
            Err(fault) => {
                records.push(json!({ "error": fault }));
                if stops {
                    break;
                }
            }
        }
        if (caller.is_gone)() {
            break;
        }
    }
    Ok(records.into())
}
