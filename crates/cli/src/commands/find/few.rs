//! `find --few`: powers and commutators that move few pieces.

use super::{Context, End};
use crate::args::{self, Count};
use crate::exit::{Exit, Failure};
use crate::inputs;
use crate::interrupt;
use crate::output::{Record, counted};
use crate::progress::Meter;
use permutant::algorithm;
use permutant::analysis::sequence::few_pieces::{self, Found, Request, Shape};
use permutant::analysis::sequence::move_choice;
use permutant::model::Model;
use permutant::puzzle::metric::Metric;
use permutant::search::limits::{Control, Limits, Outcome, Progress, StopReason};
use serde_json::json;
use std::ops::ControlFlow;
use std::time::Instant;

pub(super) fn run(context: &Context, args: &args::Find, most_pieces: usize) -> Result<Exit, End> {
    let bad = |fault: String| Failure::bad_input(fault);
    let model = inputs::model(&args.puzzle)?;
    let metric = Metric::parse(&args.metric).map_err(|fault| bad(fault.to_string()))?;
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
    let (mut count, mut gone, mut shortest) = (0u64, None, None);
    let end = few_pieces::find(&model.puzzle, &request, &control, &mut |found| {
        // Without a length limit, `all` means all of the shortest length.
        let is_longer = *shortest.get_or_insert(found.length) < found.length;
        if args.solutions == Count::All && args.max_length.is_none() && is_longer {
            return ControlFlow::Break(());
        }
        count += 1;
        if let Err(error) = context.output.result(&record(&model, &request.metric, &found)) {
            gone = Some(error);
            return ControlFlow::Break(());
        }
        match args.solutions {
            Count::Some(wanted) if count >= wanted => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    });
    drop(meter);
    if let Some(error) = gone {
        return Err(error.into());
    }
    match end.map_err(|fault| bad(fault.to_string()))? {
        Outcome::LimitReached(StopReason::Cancelled) => Err(Failure::interrupted().into()),
        // All up to a given length were requested, and all were reported.
        Outcome::LimitReached(StopReason::Length) if count > 0 && args.solutions == Count::All => {
            Ok(Exit::Done)
        }
        Outcome::LimitReached(reason) => {
            let found = if count == 0 { "no sequence".to_string() } else { format!("{count} found") };
            Err(Failure::limit(format!("{found}: {reason}")).into())
        }
        Outcome::Found(()) | Outcome::ProvenNone => Ok(Exit::Done),
    }
}

fn record(model: &Model, metric: &Metric, found: &Found) -> Record {
    let (kind, text) = match &found.shape {
        Shape::Power { word, exponent } => ("power", format!("({}){exponent}", algorithm::write(word))),
        Shape::Commutator { first, second } => {
            ("commutator", format!("[{}, {}]", algorithm::write(first), algorithm::write(second)))
        }
    };
    let class = found.class.write(model.puzzle.orbits());
    let pieces = if found.pieces == 1 { "piece" } else { "pieces" };
    Record::done(
        format!(
            "{text} ({})  {} {pieces}, order {}: {class}",
            counted(found.length.into(), metric),
            found.pieces,
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
