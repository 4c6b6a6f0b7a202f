//! `verify`: checks with the referee whether an algorithm solves a position.

use super::{Context, End};
use crate::args;
use crate::batch;
use crate::exit::{Exit, Failure};
use crate::inputs::{self, Positions};
use crate::output::Record;
use crate::printed::Printed;
use permutant::model::Model;
use permutant::position::{Position, wrong_by_orbit};
use permutant::puzzle::metric::Metric;
use permutant::puzzle::replay::replay;
use serde_json::json;

/// The criteria for solutions.
struct Referee<'m> {
    model: &'m Model,
    metric: Metric,
}

pub(super) fn run(context: &Context, args: &args::Verify) -> Result<Exit, End> {
    let model = inputs::model(&args.puzzle)?;
    let metric = inputs::metric(&model, &args.metric)?;
    let referee = Referee { model: &model, metric };
    let faces = args.position.faces.as_deref();
    let threads = context.threads();
    let solution = args.solution.as_deref();
    match (inputs::positions(&model, &args.position)?, solution) {
        (Positions::StandardInput, Some("-")) => Err(Failure::bad_input(
            "positions and solutions cannot both come from standard input",
        )
        .help("give the position as an argument, or lines of JSON as `permutant solve --json` prints them")
        .into()),
        (Positions::StandardInput, _) => {
            Ok(batch::positions(&context.output, threads, &model, |line, number| {
                let judged = match (Printed::of(line), solution) {
                    (Some(result), None) => match result.solved(&model)? {
                        Some((start, solution)) => referee.judge(&start, solution)?,
                        None => referee.judge(&result.position(&model)?, "")?,
                    },
                    _ => {
                        let position = inputs::position(&model, line, faces);
                        referee
                            .judge(&position.map_err(|f| f.in_line(number))?, solution.unwrap_or_default())?
                    }
                };
                Ok(vec![judged])
            })?)
        }
        (Positions::Given(positions), Some("-")) => {
            let [one] = &positions[..] else {
                return Err(Failure::bad_input("solutions from standard input need a single position").into());
            };
            let start = one.position.clone()?;
            Ok(batch::run(&context.output, threads, |line, _| Ok(vec![referee.judge(&start, line)?]))?)
        }
        (Positions::Given(positions), _) => {
            let mut exit = Exit::Done;
            for (index, named) in positions.iter().enumerate() {
                let item = named.item(index, positions.len());
                let position = named.position.as_ref().map_err(Clone::clone);
                match position.and_then(|start| referee.judge(start, solution.unwrap_or_default())) {
                    Ok(record) => {
                        exit = exit.worse(record.exit);
                        context.output.result(&record.about(&item))?;
                    }
                    Err(failure) => {
                        exit = exit.worse(failure.exit);
                        context.output.failure(&failure, Some(&item))?;
                    }
                }
            }
            Ok(exit)
        }
    }
}

impl Referee<'_> {
    /// The result of a solution applied to a position; without a solution, whether the position is solved.
    fn judge(&self, start: &Position, solution: &str) -> Result<Record, Failure> {
        let puzzle = &self.model.puzzle;
        let turns = inputs::turns(self.model, &start.state, "solution", solution)?;
        let end = replay(puzzle, &start.state, &turns, &self.metric);
        let reached = Position { state: end.state, goal: start.goal.clone() };
        let solved = reached.is_solved(puzzle) && end.blocked_at.is_none();
        let wrong = wrong_by_orbit(puzzle, &reached.state, start.goal.as_ref());
        let text = match end.blocked_at {
            Some(at) => format!("not solved: move {} is not possible there", at + 1),
            None if solved => format!("solved, length {} ({})", end.length, self.metric.name()),
            None => format!("not solved: {}", self.told(&wrong)),
        };
        let json = json!({
            "puzzle": puzzle.name(),
            "solution": solution,
            "solved": solved,
            "length": end.length,
            "metric": self.metric.name(),
            "wrong": wrong.iter().sum::<usize>(),
            "blocked_at": end.blocked_at.map(|at| at + 1),
        });
        Ok(Record::done(text, json).with_exit(if solved { Exit::Done } else { Exit::No }))
    }

    /// The number of misplaced or misoriented pieces, by orbit.
    fn told(&self, wrong: &[usize]) -> String {
        let orbits = self.model.puzzle.orbits().iter().zip(wrong).filter(|(_, wrong)| **wrong > 0);
        let parts: Vec<String> =
            orbits.map(|(orbit, wrong)| format!("{wrong} of the {} {}", orbit.pieces, orbit.name)).collect();
        match parts.len() {
            0 => "no piece is out of place, but it is not the solved state".to_string(),
            _ => format!("{} are out of place or turned", parts.join(", ")),
        }
    }
}
