//! `scramble`: random positions, as the algorithms that make them.

use super::{Context, End, solve};
use crate::args;
use crate::exit::{Exit, Failure};
use crate::inputs;
use crate::interrupt;
use crate::output::Record;
use permutant::algorithm;
use permutant::scramble::{NoSuchLength, Scrambler};
use permutant::search::limits::Control;
use serde_json::json;
use std::hash::{BuildHasher, RandomState};

pub(super) fn run(context: &Context, args: &args::Scramble) -> Result<Exit, End> {
    let model = inputs::model(&args.puzzle)?;
    // The standard library seeds its hash maps from the operating system; nothing more is needed here. The seed is
    // kept to 53 bits so that every JSON reader keeps it whole.
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0) >> 11);
    let mut scrambler = Scrambler::new(&model, seed, args.moves);
    if let Some(length) = args.length {
        let fault = |fault: NoSuchLength| Failure::bad_input(fault.to_string());
        let help = "name --moves for random moves, of any number and on any puzzle";
        scrambler = scrambler.with_length(length).map_err(|no| fault(no).help(help))?;
    }
    let control = Control::new().with_cancel(interrupt::flag());
    if args.seed.is_none() && !context.global.json {
        context.output.note(&format!("seed {seed}"));
    }
    for number in 0..args.count {
        let scramble = scrambler.next(&control).map_err(|fault| solve::failure(&fault))?;
        let text = algorithm::write_from(&model.puzzle, model.puzzle.solved(), &scramble.turns);
        let record = json!({
            "puzzle": model.puzzle.name(),
            "scramble": text,
            "seed": seed,
            "number": number,
            "method": scramble.source.to_string(),
        });
        context.output.result(&Record::done(text, record))?;
    }
    Ok(Exit::Done)
}
