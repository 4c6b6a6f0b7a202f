//! `canonical`: numbers of canonical sequences.

use super::{Context, End};
use crate::args;
use crate::exit::{Exit, Failure};
use crate::inputs;
use crate::output::Record;
use permutant::analysis::sequence::canonical;
use permutant::analysis::sequence::move_choice;
use serde_json::json;

pub(super) fn run(context: &Context, args: &args::Canonical) -> Result<Exit, End> {
    let model = inputs::model(&args.puzzle)?;
    let metric = inputs::metric(&model, &args.metric)?;
    let turns = move_choice::turns(&model.puzzle, &metric, &args.moves)
        .map_err(|fault| Failure::bad_input(fault.to_string()))?;
    let (counts, automaton) = canonical::counts(&model.puzzle, &metric, &turns, args.depth)
        .map_err(|fault| Failure::bad_input(fault.to_string()))?;
    let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
    let width = counts.last().map_or(1, String::len);
    let lines: Vec<String> =
        counts.iter().enumerate().map(|(length, count)| format!("{length:>4}  {count:>width$}")).collect();
    let json = json!({
        "puzzle": model.puzzle.name(),
        "metric": metric.name(),
        "moves": args.moves,
        "depth": args.depth,
        "counts": counts,
        "automaton": automaton,
    });
    context.results(&[Record::done(lines.join("\n"), json)])
}
