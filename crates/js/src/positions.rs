//! Positions, and what an algorithm makes of them.
//!
//! Start at [`record`].

use crate::caller::Caller;
use crate::fault::Fault;
use crate::given;
use crate::kept::Kept;
use crate::request::Given;
use permutant::algorithm;
use permutant::model::Model;
use permutant::position::{self, Position};
use permutant::puzzle::formats::{WriteError, kpuzzle};
use permutant::puzzle::metric::Metric;
use permutant::puzzle::points::Points;
use permutant::puzzle::replay::replay;
use permutant::puzzle::state::State;
use permutant::puzzle::transformation::Transformation;
use permutant::solver::Solvability;
use serde_json::{Value, json};

/// The record of a position that was given.
pub(crate) fn record(model: &Model, given: &Given) -> Result<Value, Fault> {
    let position = given::position(model, given)?;
    if position.goal.is_none() {
        return of_state(model, &position.state);
    }
    // Only the text that was given tells what it leaves open.
    Ok(json!({
        "puzzle": model.puzzle.name(),
        "input": given.text,
        "facelets": null,
        "pattern": null,
        "solved": goals(model, &position).contains(&position.state),
        "complete": false,
    }))
}

/// The record of a state; its `input` is a text from which the same position is read.
fn of_state(model: &Model, state: &State) -> Result<Value, Fault> {
    let unwritable = |fault: WriteError| Fault::unsupported(&fault);
    let pattern = kpuzzle::write_pattern(model.puzzle.definition(), state).map_err(unwritable)?;
    let pattern: Value = serde_json::from_str(&pattern).map_err(|fault| Fault::internal(&fault))?;
    Ok(json!({
        "puzzle": model.puzzle.name(),
        "input": position::write(model, state).map_err(unwritable)?,
        "facelets": given::facelets(model, state),
        "pattern": pattern,
        "solved": model.puzzle.is_solved(state),
        "complete": true,
    }))
}

/// The states in which a position counts as solved.
fn goals(model: &Model, position: &Position) -> Vec<State> {
    match &position.goal {
        None => model.puzzle.solved_states(),
        Some(goal) => model.puzzle.rotations().iter().map(|rotation| goal.after(rotation)).collect(),
    }
}

/// The position after an algorithm.
pub(crate) fn after(model: &Model, given: &Given, text: &str) -> Result<Value, Fault> {
    let state = given::state(model, given)?;
    let turns =
        algorithm::read_from(&model.puzzle, &state, text).map_err(|fault| Fault::in_text(text, &fault))?;
    let reached =
        Position::after(&model.puzzle, &state, &turns).map_err(|fault| Fault::unsupported(&fault))?;
    of_state(model, &reached.state)
}

/// What makes the position of the solved one, with the numbering of its points.
fn change(model: &Model, given: &Given) -> Result<(Points, Transformation), Fault> {
    let state = given::state(model, given)?;
    let points = Points::new(model.puzzle.orbits());
    let change = points.as_ref().and_then(|points| points.between(model.puzzle.solved(), &state));
    points.zip(change).ok_or_else(|| {
        Fault::unsupported(&format!(
            "this position of {} represents several permutations, because it has identical pieces",
            model.puzzle.name()
        ))
    })
}

/// The position that undoes another one: an algorithm that leads to one of them solves the other.
pub(crate) fn inverse(model: &Model, given: &Given) -> Result<Value, Fault> {
    if model.puzzle.is_restricted() {
        let name = model.puzzle.name();
        return Err(Fault::unsupported(&format!(
            "positions of {name} have no inverses, because not every move is always possible"
        )));
    }
    let (_, change) = change(model, given)?;
    of_state(model, &model.puzzle.solved().after(&change.inverse()))
}

/// The permutation of the points of the group that makes the position of the solved one.
pub(crate) fn permutation(model: &Model, given: &Given) -> Result<Value, Fault> {
    let (points, change) = change(model, given)?;
    Ok(json!({ "moved_to": points.permutation(&change).moved_to() }))
}

/// Whether an algorithm solves a position, by the referee.
pub(crate) fn verify(model: &Model, given: &Given, text: &str) -> Result<Value, Fault> {
    let position = given::position(model, given)?;
    let turns = algorithm::read_from(&model.puzzle, &position.state, text)
        .map_err(|fault| Fault::in_text(text, &fault))?;
    let end = replay(&model.puzzle, &position.state, &turns, &Metric::htm());
    let solved = end.blocked_at.is_none() && goals(model, &position).contains(&end.state);
    Ok(json!({ "solved": solved, "blocked_at": end.blocked_at }))
}

/// Why a position cannot be solved; null if it can, or if that is not known without a search.
pub(crate) fn obstacle(kept: &Kept, given: &Given, caller: Caller) -> Result<Value, Fault> {
    let position = given::position(kept.model(), given)?;
    let (found, _) =
        caller.run(None, |control| kept.with_solver(|_, solver| solver.solvability(&position, control)));
    let reason = match found {
        Solvability::Unsolvable(reason) => Some(reason),
        Solvability::Solvable | Solvability::Open => None,
    };
    Ok(json!({ "reason": reason }))
}
