//! Orders: of one sequence of moves, of many, and of all elements of a group.
//!
//! Start at [`of_sequence`] and [`of_many`].

use crate::caller::Caller;
use crate::fault::Fault;
use crate::request::Census;
use crate::solving::metric;
use permutant::algorithm;
use permutant::analysis::group::order_distribution::{self, DistributionError};
use permutant::analysis::sequence::census::{self, CensusError, Sequences, Span};
use permutant::analysis::sequence::order::SequenceOrder;
use permutant::group::UBig;
use permutant::model::Model;
use serde_json::{Value, json};

/// The order of a sequence.
pub(crate) fn of_sequence(model: &Model, text: &str) -> Result<Value, Fault> {
    let turns = algorithm::read(&model.puzzle, text).map_err(|fault| Fault::in_text(text, &fault))?;
    let found = SequenceOrder::of(&model.puzzle, model.facelets.as_ref(), &turns);
    let found = found.map_err(|fault| Fault::unsupported(&fault))?;
    Ok(json!({
        "puzzle": model.puzzle.name(),
        "input": text,
        "length": turns.len(),
        "order": found.order.to_string(),
        "coloured_order": found.coloured_order.to_string(),
        "cycles": found.cycles.write(model.puzzle.orbits()),
        "moved_to": found.stickers.moved_to(),
    }))
}

/// The length of random sequences unless the caller says otherwise, as for the program.
const SAMPLED_LENGTH: u32 = 20;

/// How many elements or sequences have each order.
pub(crate) fn of_many(model: &Model, options: &Census, caller: Caller) -> Result<Value, Fault> {
    let is_exact = options.length.is_none() && options.sample.is_none();
    let counts = if is_exact { of_all(model, options, caller) } else { of_sequences(model, options, caller) };
    let line =
        |(order, count): &(UBig, UBig)| json!({ "order": order.to_string(), "count": count.to_string() });
    Ok(json!({
        "puzzle": model.puzzle.name(),
        "exact": is_exact,
        "moves": options.moves,
        "distribution": counts?.iter().map(line).collect::<Vec<_>>(),
    }))
}

/// The orders of all elements of the group that the moves generate.
fn of_all(model: &Model, options: &Census, caller: Caller) -> Result<Vec<(UBig, UBig)>, Fault> {
    let moves: Vec<_> = match &options.moves[..] {
        [] => model.puzzle.generators().map(|base| base.transformation.clone()).collect(),
        names => (names.iter())
            .map(|name| {
                let turn = model.puzzle.base(name).ok_or_else(|| unknown(model, name))?;
                Ok(turn.transformation())
            })
            .collect::<Result<_, Fault>>()?,
    };
    let (found, _) = caller.run(None, |control| order_distribution::exact(&model.puzzle, &moves, control));
    let found = found.map_err(|fault| match fault {
        DistributionError::Stopped(reason) => reason.into(),
        _ => Fault::unsupported(&format!(
            "{fault}; sample counts the orders of random sequences of any puzzle"
        )),
    })?;
    Ok(found.counts.into_iter().map(|(order, count)| (order.into(), count)).collect())
}

/// The orders of sequences of moves.
fn of_sequences(model: &Model, options: &Census, caller: Caller) -> Result<Vec<(UBig, UBig)>, Fault> {
    let metric = metric(model, &options.metric)?;
    let moves =
        census::moves(&model.puzzle, &metric, &options.moves, false).map_err(|name| unknown(model, &name))?;
    let span = match (options.sample, options.length) {
        (Some(count), length) => {
            Span::Sample { count, length: length.unwrap_or(SAMPLED_LENGTH), seed: options.seed }
        }
        (None, length) => Span::UpTo(length.unwrap_or(0)),
    };
    let request = census::Request {
        moves,
        metric,
        sequences: Sequences::Canonical,
        span,
        threads: 1,
        max_memory: options.memory,
    };
    let (found, _) = caller.run(None, |control| census::run(&model.puzzle, &request, control));
    let found = found.map_err(|fault| match fault {
        CensusError::Stopped(reason) => reason.into(),
        other => Fault::unsupported(&other),
    })?;
    Ok(found.orders.into_iter().map(|line| (line.order, line.count.into())).collect())
}

fn unknown(model: &Model, name: &str) -> Fault {
    let known: Vec<_> = model.puzzle.generators().map(|base| base.name.clone()).collect();
    Fault::unsupported(&format!(
        "{} has no move '{name}'; moves are names without amounts, such as {}",
        model.puzzle.name(),
        known.join(", ")
    ))
}
