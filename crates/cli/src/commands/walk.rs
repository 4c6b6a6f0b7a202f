//! `walk`: how well random moves mix.

use super::{Context, End};
use crate::args;
use crate::exit::{Exit, Failure};
use crate::inputs;
use crate::interrupt;
use crate::output::Record;
use permutant::analysis::sequence::move_choice;
use permutant::analysis::state::mixing::{self, MixingError, Request};
use permutant::model::Model;
use permutant::puzzle::moves::{BaseMove, Turn};
use permutant::search::limits::{Control, StopReason};
use serde_json::json;
use std::sync::Arc;

/// Two moves with few states, as an example: half turns generate a dihedral group.
fn few_moves(model: &Model) -> Option<String> {
    let half = |base: &Arc<BaseMove>| {
        let order = base.order.filter(|order| order % 2 == 0)?;
        Some(Turn::new(Arc::clone(base), i64::try_from(order / 2).ok()?).to_string())
    };
    let halves: Vec<String> = model.puzzle.generators().filter_map(half).take(2).collect();
    (halves.len() == 2).then(|| halves.join(","))
}

pub(super) fn run(context: &Context, args: &args::Walk) -> Result<Exit, End> {
    let model = inputs::model(&args.puzzle)?;
    let metric = inputs::metric(&model, &args.metric)?;
    let turns = move_choice::turns(&model.puzzle, &metric, &args.moves)
        .map_err(|fault| Failure::bad_input(fault.to_string()))?;
    let (threads, max_memory) = (context.threads(), context.global.memory);
    let request = Request { metric, turns, length: args.length, threads, max_memory };
    let control = Control::new().with_cancel(interrupt::flag());
    let report = mixing::run(&model.puzzle, &request, &control).map_err(|fault| match fault {
        MixingError::Memory { .. } => Failure::limit(fault.to_string()).help(format!(
            "allow more with --memory, take fewer moves{}, or scramble by random states",
            few_moves(&model).map_or_else(String::new, |moves| format!(", such as --moves {moves}"))
        )),
        _ => Failure::bad_input(fault.to_string()),
    })?;
    let mut lines = vec![format!("{:>5}  {:>12}", "moves", "from even")];
    let rows = report.distances.iter().enumerate();
    lines.extend(rows.map(|(moves, distance)| format!("{moves:>5}  {distance:>12.6}")));
    lines.push(format!("{} states, each move one of {}", report.states, report.moves));
    let json = json!({
        "puzzle": model.puzzle.name(),
        "metric": request.metric.name(),
        "states": report.states.to_string(),
        "moves": report.moves,
        "distances": report.distances,
        "stopped": report.stopped.map(|reason| reason.to_string()),
    });
    let exit = match report.stopped {
        None => Exit::Done,
        Some(StopReason::Cancelled) => Exit::Interrupted,
        Some(_) => Exit::Limit,
    };
    context.results(&[Record::done(lines.join("\n"), json).with_exit(exit)])
}
