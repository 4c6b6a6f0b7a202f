//! `find --few`: powers and commutators that move few pieces.

use super::listing::Listing;
use super::{Context, End};
use crate::args;
use crate::exit::{Exit, Failure};
use crate::inputs;
use crate::interrupt;
use crate::output::{Record, counted, number_of};
use crate::progress::Meter;
use permutant::algorithm;
use permutant::analysis::sequence::few_pieces::{self, Found, Request, Shape};
use permutant::analysis::sequence::move_choice;
use permutant::model::Model;
use permutant::puzzle::metric::Metric;
use permutant::search::limits::{Control, Limits, Progress};
use serde_json::json;
use std::ops::ControlFlow;
use std::time::Instant;

pub(super) fn run(context: &Context, args: &args::Find, most_pieces: usize) -> Result<Exit, End> {
    let bad = |fault: String| Failure::bad_input(fault);
    let model = inputs::model(&args.puzzle)?;
    let metric = inputs::metric(&model, &args.metric)?;
    let turns =
        move_choice::turns(&model.puzzle, &metric, &args.moves).map_err(|fault| bad(fault.to_string()))?;
    let limits = Limits {
        min_length: args.min_length,
        max_length: args.max_length,
        max_nodes: args.node_limit,
        max_memory: context.global.memory,
        ..Limits::default()
    };
    let request = Request { most_pieces, metric, turns, limits };
    let meter = Meter::new(&context.output);
    let show = |progress: Progress| meter.show(&progress);
    let started = Instant::now();
    let time_is_up = || args.time_limit.is_some_and(|limit| started.elapsed() >= limit);
    let control =
        Control::new().with_cancel(interrupt::flag()).with_deadline(&time_is_up).with_progress(&show);
    let mut listing = Listing::new(context, args);
    let end = few_pieces::find(&model.puzzle, &request, &control, &mut |found| {
        if listing.is_over(found.length) {
            return ControlFlow::Break(());
        }
        listing.print(&record(&model, &request.metric, &found))
    });
    drop(meter);
    listing.check()?;
    listing.end(&end.map_err(|fault| bad(fault.to_string()))?)
}

fn record(model: &Model, metric: &Metric, found: &Found) -> Record {
    let (kind, text) = match &found.shape {
        Shape::Power { word, exponent } => {
            let word = algorithm::write(word);
            // A single move needs no brackets.
            let is_move = word.bytes().all(|b| b.is_ascii_alphabetic());
            ("power", if is_move { format!("{word}{exponent}") } else { format!("({word}){exponent}") })
        }
        Shape::Commutator { first, second } => {
            ("commutator", format!("[{}, {}]", algorithm::write(first), algorithm::write(second)))
        }
    };
    let class = found.class.write(model.puzzle.orbits());
    Record::done(
        format!(
            "{text} ({})  {}, order {}: {class}",
            counted(found.length.into(), metric),
            number_of(found.pieces, ["piece", "pieces"]),
            found.order
        ),
        json!({
            "puzzle": model.puzzle.name(),
            "kind": kind,
            "output": text,
            "algorithm": text,
            "length": found.length,
            "metric": metric.name(),
            "pieces": found.pieces,
            "order": found.order,
            "cycles": class,
        }),
    )
}
