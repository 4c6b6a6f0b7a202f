//! `solve --stream`: writes the turns of a big cube while they are found.

use super::super::End;
use super::{Job, failure};
use crate::batch;
use crate::exit::{Exit, Failure};
use crate::inputs::{self, Positions};
use crate::interrupt;
use crate::output::{Item, Output, Record, counted, rounded};
use crate::progress::Meter;
use permutant::algorithm;
use permutant::position::Position;
use permutant::position::PositionLines;
use permutant::search::limits::{Control, Progress, StopReason};
use permutant::solver::{Part, SolveError};
use serde_json::json;
use std::io;
use std::ops::ControlFlow;
use std::time::Instant;

/// Solves the positions one after the other, each on one line of text, or with one line of JSON for each part.
pub(super) fn run(
    output: &Output,
    job: &Job<'_>,
    positions: &Positions,
    faces: Option<&str>,
) -> Result<Exit, End> {
    let mut exit = Exit::Done;
    let mut end = |solved: io::Result<Result<(), Failure>>, item: &Item<'_>| -> io::Result<()> {
        if let Err(failure) = solved? {
            exit = exit.worse(failure.exit);
            output.failure(&failure, Some(item))?;
        }
        Ok(())
    };
    match positions {
        Positions::Given(positions) => {
            for (index, named) in positions.iter().enumerate() {
                let solved = match &named.position {
                    Ok(position) => solve(output, job, &named.input, position),
                    Err(failure) => Ok(Err(failure.clone())),
                };
                end(solved, &named.item(index, positions.len()))?;
            }
        }
        Positions::StandardInput => {
            let (mut gone, mut count) = (Ok(()), 0);
            batch::each_line(PositionLines::of(job.model), |line, number| {
                let read = line.as_ref().map_err(Clone::clone);
                let read = read.and_then(|line| inputs::position(job.model, line, faces));
                let line = line.unwrap_or_default();
                let solved = match read {
                    Ok(position) => solve(output, job, line, &position),
                    Err(failure) => Ok(Err(failure.in_line(number))),
                };
                count += 1;
                gone = end(solved, &Item { input: line, number: count, of: None, line: Some(number) });
                gone.is_ok() && !interrupt::happened()
            });
            gone?;
        }
    }
    Ok(exit)
}

/// Returns an error of its own kind if the output has no reader.
fn solve(
    output: &Output,
    job: &Job<'_>,
    input: &str,
    position: &Position,
) -> io::Result<Result<(), Failure>> {
    let started = Instant::now();
    let time_is_up = || job.time_limit.is_some_and(|limit| started.elapsed() >= limit);
    let meter = Meter::new(output);
    let show = |progress: Progress| meter.show(&progress);
    let control =
        Control::new().with_cancel(interrupt::flag()).with_deadline(&time_is_up).with_progress(&show);
    let (mut gone, mut written) = (Ok(()), false);
    let mut write = |Part { phase, turns, length }: Part<'_>| {
        let moves = algorithm::write(turns);
        let space = if std::mem::replace(&mut written, true) { " " } else { "" };
        let json =
            json!({ "puzzle": job.model.puzzle.name(), "phase": phase, "moves": moves, "length": length });
        gone = output.part(&Record::done(format!("{space}{moves}"), json));
        if gone.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let streamed = job.solver.stream(&job.request(position), &control, &mut write);
    gone?;
    let space = if written { " " } else { "" };
    let streamed = match streamed {
        Ok(streamed) => streamed,
        Err(fault) => {
            if written {
                output.end_parts()?;
            }
            return Ok(Err(match fault {
                SolveError::Limit(StopReason::Cancelled) => Failure::interrupted(),
                fault => failure(&fault),
            }));
        }
    };
    let text = format!("{space}({})", counted(streamed.length, &job.metric));
    let json = json!({
        "puzzle": job.model.puzzle.name(),
        "input": input,
        "length": streamed.length,
        "metric": job.metric.name(),
        "method": "reduction",
        "optimal": streamed.length == 0,
        "lower_bound": streamed.length.min(1),
        "nodes": streamed.nodes,
        "seconds": rounded(started.elapsed().as_secs_f64()),
    });
    output.result(&Record::done(text, json)).map(Ok)
}
