//! `walk`: how well random moves mix.

use super::{Context, End};
use crate::args;
use crate::exit::{Exit, Failure};
use crate::inputs;
use crate::interrupt;
use crate::output::Record;
use permutant::analysis::sequence::move_choice;
use permutant::analysis::state::mixing::{self, MixingError, Request};
use permutant::search::limits::{Control, StopReason};
use serde_json::json;

pub(super) fn run(context: &Context, args: &args::Walk) -> Result<Exit, End> {
    let model = inputs::model(&args.puzzle)?;
    let metric = inputs::metric(&model, &args.metric)?;
    let turns = move_choice::turns(&model.puzzle, &metric, &args.moves)
        .map_err(|fault| Failure::bad_input(fault.to_string()))?;
    let (threads, max_memory) = (context.threads(), context.global.memory);
    let request = Request { metric, turns, length: args.length, threads, max_memory };
    let control = Control::new().with_cancel(interrupt::flag());
    let report = mixing::run(&model.puzzle, &request, &control).map_err(|fault| match fault {
        MixingError::Memory(_) => Failure::limit(fault.to_string())
            .help("allow more with --memory, take fewer --moves, or scramble by random states"),
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
