//! God's algorithm: the number of states at each distance.

use crate::caller::Caller;
use crate::fault::Fault;
use crate::request::Counting;
use crate::solving::metric;
use permutant::algorithm;
use permutant::analysis::sequence::move_choice;
use permutant::analysis::state::god::{self, GodError, NoSaves};
use permutant::group::UBig;
use permutant::model::Model;
use permutant::search::limits::StopReason;
use serde_json::{Value, json};

/// Counts the states of a puzzle by their distance.
pub(crate) fn count(model: &Model, options: &Counting, caller: Caller) -> Result<Value, Fault> {
    let metric = metric(model, &options.metric)?;
    let turns = move_choice::turns(&model.puzzle, &metric, &options.moves)
        .map_err(|fault| Fault::unsupported(&fault))?;
    let request = god::Request {
        metric: metric.clone(),
        turns,
        goals: vec![model.puzzle.solved().clone()],
        depth: options.depth,
        antipodes: options.antipodes,
        symmetry: true,
        classes: false,
        threads: 1,
        max_memory: options.memory,
        saves: &NoSaves,
        store: None,
    };
    let (report, _) = caller.run(None, |control| god::run(&model.puzzle, &request, control));
    let report = report.map_err(|fault| match fault {
        GodError::Memory { .. } => {
            Fault::limited("memory", &format!("{fault}; allow more with memory, or count up to a depth"))
        }
        _ => Fault::unsupported(&fault),
    })?;
    match report.stopped {
        None | Some(StopReason::Length | StopReason::Memory) => {}
        Some(reason) => return Err(reason.into()),
    }
    let antipodes = report.antipodes.iter().map(|far| {
        json!({
            "scramble": algorithm::write(&far.scramble),
            "solution": algorithm::write(&far.solution),
            "length": report.distribution.len() - 1,
        })
    });
    Ok(json!({
        "puzzle": model.puzzle.name(),
        "metric": metric.name(),
        "moves": options.moves,
        "distribution": report.distribution.iter().map(number).collect::<Vec<_>>(),
        "total": number(&report.total()),
        "complete": report.stopped.is_none(),
        "states": report.states.as_ref().map(number),
        "diameter": report.diameter(),
        "antipodes": antipodes.collect::<Vec<_>>(),
        "method": report.method,
        "stopped": report.stopped.map(|reason| reason.to_string()),
    }))
}

/// From here on, JavaScript does not represent every whole number exactly.
const EXACT: u64 = 1 << 53;

/// A JSON number if it is represented exactly, otherwise a string.
fn number(count: &UBig) -> Value {
    match u64::try_from(count) {
        Ok(small) if small < EXACT => small.into(),
        _ => count.to_string().into(),
    }
}
