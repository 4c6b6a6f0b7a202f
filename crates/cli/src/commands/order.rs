//! `order`: the number of repetitions after which a sequence has no effect, and its cycles.

use super::{Context, End};
use crate::args;
use crate::batch;
use crate::exit::{Exit, Failure};
use crate::inputs;
use crate::output::Record;
use permutant::analysis::group::integer_words;
use permutant::analysis::sequence::order::{OrderError, SequenceOrder, write_cycle_type};
use permutant::model::Model;
use serde_json::{Value, json};

pub(super) fn run(context: &Context, args: &args::Order) -> Result<Exit, End> {
    let model = inputs::model(&args.puzzle)?;
    if args.alg == "-" {
        return Ok(batch::run(&context.output, context.threads(), |line, _| {
            Ok(vec![record(&model, line, args)?])
        })?);
    }
    context.results(&[record(&model, &args.alg, args)?])
}

fn record(model: &Model, text: &str, args: &args::Order) -> Result<Record, Failure> {
    let puzzle = &model.puzzle;
    let facelets = model.facelets.as_ref();
    let (turns, found) = if args.integers {
        let turns =
            integer_words::read(puzzle, text).map_err(|fault| Failure::in_text("algorithm", text, fault))?;
        let found = SequenceOrder::of(puzzle, facelets, &turns);
        (turns, found)
    } else {
        let turns = inputs::turns(model, puzzle.solved(), "algorithm", text)?;
        let found = SequenceOrder::of_written(puzzle, facelets, text, &turns);
        (turns, found)
    };
    let found = found.map_err(|fault| failure(&fault))?;
    let stickers = found.stickers.degree();
    let counts = found.stickers.cycle_type();
    let cycle_type = write_cycle_type(&counts);
    // The content of a place came from the place given in the tuple: the reading is "replaced by".
    let tuple = args.tuple.then(|| found.stickers.replaced_by());
    let tuple = tuple.map(|tuple| tuple.into_iter().map(|from| from + 1).collect::<Vec<_>>());

    let told = if found.order == found.coloured_order {
        format!("order {}", found.order)
    } else {
        format!("order {} with all pieces told apart, {} as coloured", found.order, found.coloured_order)
    };
    let mut lines = vec![told];
    if found.period > 1 {
        lines.push(format!(
            "cycles of {} repetitions, after which directions mean the same again:",
            found.period
        ));
    }
    lines.extend(found.cycles.write(puzzle.orbits()));
    lines.push(format!("cycle type of the {stickers} stickers: {cycle_type}"));
    lines.extend(tuple.as_ref().map(|tuple| {
        format!("tuple: {}", tuple.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    }));
    let mut json = json!({
        "puzzle": puzzle.name(),
        "input": text,
        "length": turns.len(),
        "order": found.order.to_string(),
        "coloured_order": found.coloured_order.to_string(),
        "period": found.period,
        "cycles": cycles(model, &found),
        "stickers": stickers,
        "cycle_type": counts.iter().map(|(length, count)| json!([length, count])).collect::<Vec<_>>(),
    });
    if let Some(tuple) = tuple {
        json["tuple"] = tuple.into();
    }
    Ok(Record::done(lines.join("\n"), json))
}

/// The cycles of all orbits, with slots counted from 1 as in the text.
fn cycles(model: &Model, found: &SequenceOrder) -> Vec<Value> {
    let of_orbit = |orbit: &permutant::puzzle::cycle_structure::OrbitCycles| {
        let name = model.puzzle.orbits()[orbit.orbit].name.clone();
        let number = orbit.orbit;
        let orientations = orbit.orientations;
        let cycle = move |cycle: &permutant::puzzle::cycle_structure::Cycle| {
            let mut json = json!({
                "orbit": name,
                "slots": cycle.slots.iter().map(|slot| u32::from(*slot) + 1).collect::<Vec<_>>(),
                "twist": cycle.twist,
                "order": cycle.order(orientations),
            });
            if let Some(layout) = &model.facelets {
                let names = cycle.slots.iter().map(|&slot| layout.slot_name(number, slot));
                json["names"] = names.collect::<Vec<_>>().into();
            }
            json
        };
        orbit.cycles.iter().map(cycle).collect::<Vec<_>>()
    };
    found.cycles.orbits().iter().flat_map(of_orbit).collect()
}

fn failure(fault: &OrderError) -> Failure {
    match fault {
        OrderError::Blocked { .. } | OrderError::NoMove { .. } => Failure::no(fault.to_string()),
        OrderError::TooLong { .. } => Failure::limit(fault.to_string()),
        OrderError::TooLarge(_) => Failure::bad_input(fault.to_string()),
    }
}
