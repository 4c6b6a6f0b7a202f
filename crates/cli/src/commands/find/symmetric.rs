//! `find --symmetry`: all positions of the 3x3x3 with given symmetry, counted or listed with maneuvers.

use super::{Context, End};
use crate::args::{self, Count};
use crate::commands::solve;
use crate::exit::{Exit, Failure};
use crate::inputs;
use crate::interrupt;
use crate::output::{Record, counted};
use crate::symmetries;
use crate::table_files::TableFiles;
use permutant::algorithm;
use permutant::analysis::state::position_symmetry::{PositionSymmetries, UpTo};
use permutant::cube::model::point_group::PointGroup;
use permutant::cube::symmetric_cubes::{Bound, Requirement, SignedGroup};
use permutant::cubies;
use permutant::model::Model;
use permutant::position::Position;
use permutant::puzzle::metric::Metric;
use permutant::puzzle::moves::Turn;
use permutant::puzzle::state::State;
use permutant::search::limits::{Control, Limits, Outcome, StopReason};
use permutant::solver::{Answer, Request, Solver};
use permutant::symmetric_positions;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Instant;

pub(super) fn run(context: &Context, args: &args::Find) -> Result<Exit, End> {
    let model = inputs::model(&args.puzzle)?;
    if !cubies::is_cube(&model) {
        let message = format!("positions of {} cannot be found by their symmetry", model.puzzle.name());
        return Err(Failure::bad_input(message).help("this is known of the 3x3x3 only").into());
    }
    let requirement = Requirement {
        symmetry: bound("symmetry", args.symmetry.as_deref())?,
        antisymmetry: bound("antisymmetry", args.antisymmetry.as_deref())?,
        self_inverse: args.self_inverse,
    };
    if args.count {
        return count(context, &model, &requirement);
    }
    let tables = TableFiles::new(&context.global, &context.output, context.threads());
    let known = PositionSymmetries::new(&model.puzzle);
    let listing = Listing {
        context,
        args,
        model: &model,
        metric: Metric::parse(&args.metric).map_err(|fault| Failure::bad_input(fault.to_string()))?,
        solver: Solver::with_tables(&model, &tables)
            .with_threads(context.threads())
            .with_build_threads(context.threads()),
        up_to: symmetries::up_to(&model, &known, &args.up_to)?,
        known: &known,
        started: Instant::now(),
    };
    listing.run(&requirement)
}

fn bound(name: &str, text: Option<&str>) -> Result<Option<Bound>, Failure> {
    let read = |text| symmetric_positions::bound(text);
    text.map(read).transpose().map_err(|fault| Failure::bad_input(format!("--{name}: {fault}")))
}

/// The requirement in words.
fn words(requirement: &Requirement) -> String {
    let bound = |name: &str, bound: Bound| {
        format!("{name} {} {}", if bound.exactly { "exactly" } else { "at least" }, bound.class)
    };
    let symmetry = requirement.symmetry.map(|of| bound("symmetry", of));
    let antisymmetry = requirement.antisymmetry.map(|of| bound("antisymmetry", of));
    let inverse = requirement.self_inverse.then(|| "self-inverse".to_string());
    [symmetry, antisymmetry, inverse].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn count(context: &Context, model: &Model, requirement: &Requirement) -> Result<Exit, End> {
    let counts = requirement.count(|| !interrupt::happened()).ok_or_else(Failure::interrupted)?;
    let words = words(requirement);
    let text = format!(
        "{words}: {} positions, {} up to symmetry, {} up to symmetry and inversion",
        counts.cubes, counts.up_to_symmetry, counts.up_to_symmetry_and_inversion
    );
    let json = json!({
        "puzzle": model.puzzle.name(),
        "requirement": words,
        "output": counts.cubes.to_string(),
        "positions": counts.cubes.to_string(),
        "up_to_symmetry": counts.up_to_symmetry.to_string(),
        "up_to_symmetry_and_inversion": counts.up_to_symmetry_and_inversion.to_string(),
    });
    context.results(&[Record::done(text, json)])
}

fn not_all(reason: StopReason) -> Failure {
    Failure::limit(format!("not all positions are listed: {reason}"))
}

/// The list of positions.
struct Listing<'a> {
    context: &'a Context,
    args: &'a args::Find,
    model: &'a Model,
    metric: Metric,
    solver: Solver<'a>,
    known: &'a PositionSymmetries<'a>,
    up_to: UpTo,
    started: Instant,
}

impl Listing<'_> {
    fn run(&self, requirement: &Requirement) -> Result<Exit, End> {
        let wanted = match self.args.solutions {
            Count::Some(count) => count,
            Count::All => u64::MAX,
        };
        let (mut count, mut stop) = (0, None);
        let go_on = || !interrupt::happened() && !self.time_is_up();
        let end = symmetric_positions::each(self.model, requirement, go_on, &mut |state, signed| {
            for image in self.images(&state) {
                match self.list(&image, signed) {
                    Ok(()) => count += 1,
                    Err(end) => {
                        stop = Some(end);
                        return ControlFlow::Break(());
                    }
                }
                if count >= wanted {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        let end = end.map_err(|fault| Failure::bad_input(fault.to_string()))?;
        match stop {
            Some(end) => Err(end),
            None if interrupt::happened() => Err(Failure::interrupted().into()),
            None if end.is_break() && count < wanted => Err(not_all(StopReason::Time).into()),
            None if count == 0 => {
                Err(Failure::no(format!("no position has {}: all were tried", words(requirement))).into())
            }
            None => Ok(Exit::Done),
        }
    }

    /// The positions that differ from one by a symmetry or by inversion and do not count as the same, in their order.
    fn images(&self, state: &State) -> Vec<State> {
        if self.up_to.symmetries && self.up_to.inverse {
            return vec![state.clone()];
        }
        let (mut seen, mut images) = (HashSet::new(), Vec::new());
        for image in self.known.images(state, UpTo { rotations: true, symmetries: true, inverse: true }) {
            if seen.insert(self.known.representative(&image, self.up_to)) {
                images.push(image);
            }
        }
        images
    }

    /// Writes a position, by a maneuver that makes it.
    fn list(&self, state: &State, signed: SignedGroup) -> Result<(), End> {
        // Engines answer at once where they can, even if the time is up.
        if self.time_is_up() {
            return Err(not_all(StopReason::Time).into());
        }
        let position = Position { state: state.clone(), goal: None };
        let answer = self.solved(&position)?;
        let turns: Vec<Turn> = answer.turns.iter().rev().map(Turn::inverse).collect();
        let text = algorithm::write(&turns);
        let space = if text.is_empty() { "" } else { " " };
        let proven = if answer.optimal { "*" } else { "" };
        let class = |group: &[_]| PointGroup::of(group).map(|class| class.to_string());
        let antisymmetry: Value = match signed.has_antisymmetry() {
            true => class(&signed.unsigned()).into(),
            false => Value::Null,
        };
        let record = Record::done(
            format!("{text}{space}({}{proven})", counted(answer.length, &self.metric)),
            json!({
                "puzzle": self.model.puzzle.name(),
                "output": text,
                "algorithm": text,
                "length": answer.length,
                "metric": self.metric.name(),
                "optimal": answer.optimal,
                "symmetry": class(&signed.symmetries()),
                "antisymmetry": antisymmetry,
                "self_inverse": signed.has_inversion(),
            }),
        );
        Ok(self.context.output.result(&record)?)
    }

    fn time_is_up(&self) -> bool {
        self.args.time_limit.is_some_and(|limit| self.started.elapsed() >= limit)
    }

    fn solved(&self, position: &Position) -> Result<Answer, End> {
        let time_is_up = || self.time_is_up();
        let control = Control::new().with_cancel(interrupt::flag()).with_deadline(&time_is_up);
        let limits =
            Limits { max_solutions: Some(1), max_memory: self.context.global.memory, ..Limits::default() };
        let request = Request {
            optimal: self.args.optimal,
            metric: self.metric.clone(),
            limits,
            ..Request::new(position)
        };
        let mut best = None;
        let end = self.solver.solve(&request, &control, &mut |answer| {
            best = Some(answer);
            ControlFlow::Continue(())
        });
        match (best, end.map_err(|fault| solve::failure(&fault))?) {
            (Some(answer), _) => Ok(answer),
            (None, _) if interrupt::happened() => Err(Failure::interrupted().into()),
            (None, Outcome::LimitReached(reason)) => Err(not_all(reason).into()),
            (None, _) => Err(Failure::bad_input("a position was found that cannot be solved").into()),
        }
    }
}
