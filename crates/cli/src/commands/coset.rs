//! `coset`: all positions of a coset by distance.

use super::{Context, End};
use crate::args;
use crate::coset_saves::CosetSaves;
use crate::exit::{Exit, Failure};
use crate::inputs::{self, Named, Positions};
use crate::interrupt;
use crate::output::{Record, number_of};
use crate::progress::Meter;
use crate::table_files;
use permutant::algorithm;
use permutant::analysis::sequence::move_choice;
use permutant::coset::{
    self, Aim, CosetError, CosetRunError, GeneralError, Listed, Report, Request, Saves, Unkept,
};
use permutant::model::Model;
use permutant::puzzle::metric::Metric;
use permutant::puzzle::moves::Turn;
use permutant::search::limits::{Control, StopReason};
use serde_json::json;
use std::io;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

pub(super) fn run(context: &Context, args: &args::Coset) -> Result<Exit, End> {
    let model = inputs::model(&args.puzzle)?;
    let metric = inputs::metric(&model, &args.metric)?;
    let Positions::Given(positions) = inputs::positions(&model, &args.position)? else {
        let message = "a coset is given by one position, not by standard input";
        let help = "write the position as an argument, and run the command once for each";
        return Err(Failure::bad_input(message).help(help).into());
    };
    let mut exit = Exit::Done;
    for named in positions {
        exit = exit.worse(context.results(&[counted(context, args, &model, &metric, named)?])?);
    }
    Ok(exit)
}

/// What is to be found out.
fn aim(args: &args::Coset) -> Aim {
    match args.depth {
        Some(depth) => Aim::Depth(depth.into()),
        None if args.optimal => Aim::Optimal,
        None => Aim::Within(args.max_length.map(u32::from)),
    }
}

fn counted(
    context: &Context,
    args: &args::Coset,
    model: &Model,
    metric: &Metric,
    named: Named,
) -> Result<Record, End> {
    let position = named.position?;
    let subgroup = move_choice::turns(&model.puzzle, metric, &args.subgroup)
        .map_err(|fault| Failure::bad_input(fault.to_string()))?;
    let tables = table_files::open(&context.global, &context.output, context.threads());
    let kept = args.keep.as_ref().map(|path| CosetSaves::new(path, &context.output));
    let saves: &dyn Saves = kept.as_ref().map_or(&Unkept, |kept| kept);
    let started = Instant::now();
    let time_is_up = || args.time_limit.is_some_and(|limit| started.elapsed() >= limit);
    let meter = Meter::new(&context.output);
    let show = |progress| meter.show(&progress);
    let control =
        Control::new().with_cancel(interrupt::flag()).with_deadline(&time_is_up).with_progress(&show);
    let request = Request {
        position: &position,
        subgroup: &subgroup,
        metric,
        aim: aim(args),
        threads: context.threads(),
        max_memory: context.global.memory,
        tables: &tables,
        saves,
    };
    let mut broken = None;
    let mut list = |one: Listed| match context.output.result(&listed(model, metric, &named.input, &one)) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            broken = Some(error);
            ControlFlow::Break(())
        }
    };
    let on_listed = args.list.then_some(&mut list as &mut dyn FnMut(Listed) -> ControlFlow<()>);
    let report = coset::run(model, &request, &control, on_listed);
    drop(meter);
    broken.map_or(Ok::<(), io::Error>(()), Err)?;
    let report = report.map_err(|refusal| failure(&refusal))?;
    Ok(told(model, args, metric, &named.input, &report, started.elapsed()))
}

fn failure(refusal: &CosetRunError) -> Failure {
    let text = refusal.to_string();
    match refusal {
        CosetRunError::Unsolvable(_) => Failure::no(text),
        CosetRunError::Stopped(StopReason::Cancelled) => Failure::interrupted(),
        CosetRunError::Stopped(_) => Failure::limit(text),
        CosetRunError::Large(CosetError::Memory { .. })
        | CosetRunError::General(GeneralError::Memory { .. }) => {
            Failure::limit(text).help("allow more, for instance with --memory 4GiB")
        }
        _ => Failure::bad_input(text),
    }
}

/// A position by its solution, and by the inverse of it, which makes the position.
fn listed(model: &Model, metric: &Metric, input: &str, one: &Listed) -> Record {
    let inverse: Vec<Turn> = one.solution.iter().rev().map(Turn::inverse).collect();
    let (solution, scramble) = (algorithm::write(&one.solution), algorithm::write(&inverse));
    let json = json!({
        "puzzle": model.puzzle.name(),
        "input": input,
        "metric": metric.name(),
        "distance": one.distance,
        "scramble": scramble,
        "solution": solution,
    });
    Record::done(format!("{:>8}  {solution}", one.distance).trim_end(), json)
}

fn told(
    model: &Model,
    args: &args::Coset,
    metric: &Metric,
    input: &str,
    report: &Report,
    time: Duration,
) -> Record {
    let (positions, name) = (report.positions, metric.name());
    let mut lines = vec![format!("{:>8}  {:>14}", "distance", "positions")];
    for (distance, count) in report.exact.iter().enumerate() {
        lines.push(format!("{distance:>8}  {count:>14}"));
    }
    for (more, count) in report.within.iter().enumerate() {
        lines.push(format!("{:>8}  {count:>14}", format!("<= {}", report.exact.len() + more)));
    }
    if report.singly > 0 {
        let length = report.longest();
        lines.push(format!("{:>8}  {:>14}  one by one", format!("<= {length}"), report.singly));
    }
    let (longest, left) = (report.longest(), report.left);
    lines.push(match (left, report.within.is_empty()) {
        (0, true) => {
            format!("{}, all within {longest} ({name})", number_of(positions, ["position", "positions"]))
        }
        (0, false) => {
            format!("{positions} positions: every one has a solution of at most {longest} moves ({name})")
        }
        _ => {
            let why = report.stopped.map(|reason| format!("; {reason}")).unwrap_or_default();
            format!(
                "{} of {positions} positions within {longest} ({name}), {left} left{why}",
                positions - left
            )
        }
    });
    let json = json!({
        "puzzle": model.puzzle.name(),
        "input": input,
        "subgroup": args.subgroup,
        "metric": name,
        "method": report.counting.name(),
        "positions": positions,
        "distribution": report.exact,
        "within": report.within,
        "one_by_one": report.singly,
        "left": left,
        "max_length": longest,
        "proven": left == 0,
        "complete": left == 0 && report.within.is_empty(),
        "stopped": report.stopped.map(|reason| reason.to_string()),
        "seconds": time.as_secs_f64(),
    });
    let exit = match report.stopped {
        Some(StopReason::Cancelled) => Exit::Interrupted,
        Some(_) => Exit::Limit,
        None if left > 0 && args.depth.is_none() => Exit::Limit,
        None => Exit::Done,
    };
    Record::done(lines.join("\n"), json).with_exit(exit)
}
