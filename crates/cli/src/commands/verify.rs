//! `verify`: whether an algorithm solves a position, as the referee sees it.

use super::{Context, End};
use crate::args;
use crate::batch;
use crate::exit::{Exit, Failure};
use crate::inputs::{self, Positions};
use crate::output::Record;
use permutant::algorithm;
use permutant::model::Model;
use permutant::position::Position;
use permutant::puzzle::metric::Metric;
use permutant::puzzle::moves::Turn;
use permutant::puzzle::replay::replay;
use serde_json::json;

pub(super) fn run(context: &Context, args: &args::Verify) -> Result<Exit, End> {
    let model = inputs::model(&args.puzzle)?;
    let metric = Metric::parse(&args.metric).map_err(|fault| Failure::bad_input(fault.to_string()))?;
    let judged = |position: &Position| {
        let solution = algorithm::read_from(&model.puzzle, &position.state, &args.solution)
            .map_err(|fault| Failure::in_text("solution", &args.solution, fault))?;
        Ok::<_, Failure>(judge(&model, position, &solution, &metric))
    };
    match inputs::positions(&model, &args.position)? {
        Positions::Given(positions) => {
            let records = positions.iter().map(|named| judged(&named.position));
            context.results(&records.collect::<Result<Vec<_>, _>>()?)
        }
        Positions::StandardInput => Ok(batch::run(&context.output, context.threads(), |line, number| {
            let position = inputs::position(&model, line, args.position.faces.as_deref());
            Ok(vec![judged(&position.map_err(|f| f.in_line(number))?)?])
        })?),
    }
}

fn judge(model: &Model, position: &Position, solution: &[Turn], metric: &Metric) -> Record {
    let puzzle = &model.puzzle;
    let end = replay(puzzle, &position.state, solution, metric);
    let reached = match &position.goal {
        Some(goal) => puzzle.rotations().iter().any(|rotation| goal.after(rotation) == end.state),
        None => puzzle.is_solved(&end.state),
    };
    let solved = reached && end.blocked_at.is_none();
    let text = match end.blocked_at {
        Some(at) => format!("not solved: move {} is not possible there", at + 1),
        None if solved => format!("solved, length {} ({})", end.length, metric.name()),
        None => "not solved".to_string(),
    };
    let json = json!({
        "puzzle": puzzle.name(),
        "solved": solved,
        "length": end.length,
        "metric": metric.name(),
        "blocked_at": end.blocked_at.map(|at| at + 1),
    });
    Record::done(text, json).with_exit(if solved { Exit::Done } else { Exit::No })
}
