//! `find --symmetry` and `find --face`: positions of the 3x3x3 with given symmetry or patterns, counted, listed with maneuvers, or drawn.

use crate::args::{self, Count, SheetFormat};
use crate::commands::sheet::{Arrangement, MOST_ENTRIES, Sheet};
use crate::commands::{Context, End, solve};
use crate::exit::{Exit, Failure};
use crate::inputs;
use crate::interrupt;
use crate::output::{Record, counted};
use crate::symmetries;
use crate::table_files::TableFiles;
use permutant::algorithm;
use permutant::analysis::state::position_symmetry::{PositionSymmetries, UpTo};
use permutant::cube::model::cubie::PieceKind;
use permutant::cube::model::point_group::PointGroup;
use permutant::cube::patterns::Pattern;
use permutant::cube::symmetric_cubes::{Bound, Requirement, SignedGroup};
use permutant::cube_positions;
use permutant::cubies;
use permutant::model::Model;
use permutant::position::Position;
use permutant::puzzle::metric::Metric;
use permutant::puzzle::moves::Turn;
use permutant::puzzle::state::State;
use permutant::search::limits::{Control, Limits, Outcome, StopReason};
use permutant::solver::{Answer, Request, Solver};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Instant;

pub(super) fn run(context: &Context, args: &args::Find) -> Result<Exit, End> {
    let model = inputs::model(&args.puzzle)?;
    if !cubies::is_cube(&model) {
        let message = format!("positions of {} cannot be found by symmetry or pattern", model.puzzle.name());
        return Err(Failure::bad_input(message).help("this is known of the 3x3x3 only").into());
    }
    let wanted = Wanted {
        requirement: Requirement {
            symmetry: bound("symmetry", args.symmetry.as_deref())?,
            antisymmetry: bound("antisymmetry", args.antisymmetry.as_deref())?,
            self_inverse: args.self_inverse,
        },
        pattern: pattern(args)?,
        words: words(args),
    };
    let limit = TimeLimit { args, started: Instant::now() };
    if args.count {
        return count(context, &model, &wanted, &limit);
    }
    let tables = TableFiles::new(&context.global, &context.output, context.threads());
    let known = PositionSymmetries::new(&model.puzzle);
    let title = format!("{}: {}", model.puzzle.name(), wanted.words);
    let sheet = Sheet::new(&model, (args.format, args.output.as_deref()), Arrangement::Gallery, title)?;
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
        limit: &limit,
        sheet: sheet.map(RefCell::new),
    };
    listing.run(&wanted)
}

/// What is required of a position.
struct Wanted {
    requirement: Requirement,
    /// What is required of its stickers and pieces, if anything.
    pattern: Option<Pattern>,
    /// The same in words.
    words: String,
}

fn bound(name: &str, text: Option<&str>) -> Result<Option<Bound>, Failure> {
    let read = |text| cube_positions::bound(text);
    text.map(read).transpose().map_err(|fault| Failure::bad_input(format!("--{name}: {fault}")))
}

fn pattern(args: &args::Find) -> Result<Option<Pattern>, Failure> {
    if args.face.is_empty() && args.colours.is_none() && args.only.is_none() && args.parity.is_none() {
        return Ok(None);
    }
    let (mut any_way_up, mut own) = (Vec::new(), Vec::new());
    for text in &args.face {
        let read = cube_positions::face_pattern(text);
        let (faces, pattern) = read.map_err(|fault| Failure::in_text("face", text, fault))?;
        own.extend(faces.iter().map(|&face| (face, pattern)));
        if faces.is_empty() {
            any_way_up.push(pattern);
        }
    }
    let pattern = Pattern::of_faces(&any_way_up, &own);
    let mut pattern = pattern.map_err(|fault| Failure::bad_input(fault.to_string()))?;
    pattern.colours.clone_from(&args.colours);
    pattern.continuous = args.continuous;
    pattern.only = args.only.map(|kind| match kind {
        args::PieceKind::Corners => PieceKind::Corner,
        args::PieceKind::Edges => PieceKind::Edge,
    });
    pattern.odd = args.parity.map(|parity| parity == args::Parity::Odd);
    Ok(Some(pattern))
}

/// The requirement in words.
fn words(args: &args::Find) -> String {
    let bound = |name: &str, text: &Option<String>| {
        text.as_ref().map(|text| match text.starts_with("exactly ") || text.starts_with("at least ") {
            true => format!("{name} {text}"),
            false => format!("{name} exactly {text}"),
        })
    };
    let mut words: Vec<String> = Vec::new();
    words.extend(bound("symmetry", &args.symmetry));
    words.extend(bound("antisymmetry", &args.antisymmetry));
    words.extend(args.self_inverse.then(|| "self-inverse".to_string()));
    if !args.face.is_empty() {
        let continuous = if args.continuous { "continuous " } else { "" };
        words.push(format!("{continuous}faces {}", args.face.join(" or ")));
    }
    if let Some(colours) = &args.colours {
        let (least, most) = (colours.start(), colours.end());
        let range = if least == most { least.to_string() } else { format!("{least} to {most}") };
        words.push(format!("{range} colours on each face"));
    }
    words.extend(args.only.map(|kind| match kind {
        args::PieceKind::Corners => "edges in place".to_string(),
        args::PieceKind::Edges => "corners in place".to_string(),
    }));
    words.extend(args.parity.map(|parity| match parity {
        args::Parity::Even => "even permutations".to_string(),
        args::Parity::Odd => "odd permutations".to_string(),
    }));
    words.join(", ")
}

/// The time that the user allows.
struct TimeLimit<'a> {
    args: &'a args::Find,
    started: Instant,
}

impl TimeLimit<'_> {
    fn is_up(&self) -> bool {
        self.args.time_limit.is_some_and(|limit| self.started.elapsed() >= limit)
    }

    /// Why a count or a list ended early.
    fn stopped(&self, message: &str) -> Failure {
        match interrupt::happened() {
            true => Failure::interrupted(),
            false => Failure::limit(format!("{message}: {}", StopReason::Time)),
        }
    }
}

fn count(context: &Context, model: &Model, wanted: &Wanted, limit: &TimeLimit<'_>) -> Result<Exit, End> {
    let go_on = || !interrupt::happened() && !limit.is_up();
    let mut json = json!({ "puzzle": model.puzzle.name(), "requirement": wanted.words });
    let mut tell = |key: &str, number: u128| json[key] = number.to_string().into();
    let text = match &wanted.pattern {
        None => {
            let counts =
                wanted.requirement.count(go_on).ok_or_else(|| limit.stopped("the count is not finished"))?;
            tell("output", counts.cubes);
            tell("positions", counts.cubes);
            tell("up_to_symmetry", counts.up_to_symmetry);
            tell("up_to_symmetry_and_inversion", counts.up_to_symmetry_and_inversion);
            format!(
                "{} positions, {} up to symmetry, {} up to symmetry and inversion",
                counts.cubes, counts.up_to_symmetry, counts.up_to_symmetry_and_inversion
            )
        }
        Some(pattern) => {
            // A position with s symmetries is one of 48 / s images.
            let (mut positions, mut symmetries) = (0u128, 0u128);
            let end = cube_positions::each_with_pattern(
                model,
                pattern,
                &wanted.requirement,
                go_on,
                &mut |_, signed| {
                    positions += 1;
                    symmetries += signed.symmetries().len() as u128;
                    ControlFlow::Continue(())
                },
            );
            if end.map_err(|fault| Failure::bad_input(fault.to_string()))?.is_break() {
                return Err(limit.stopped(&format!("{positions} positions were found so far")).into());
            }
            tell("output", positions);
            tell("positions", positions);
            let mut text = format!("{positions} positions");
            if pattern.is_symmetric() {
                tell("up_to_symmetry", symmetries / 48);
                text.push_str(&format!(", {} up to symmetry", symmetries / 48));
            }
            text
        }
    };
    context.results(&[Record::done(format!("{}: {text}", wanted.words), json)])
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
    limit: &'a TimeLimit<'a>,
    /// The sheet on which positions are drawn, unless they are written as lines.
    sheet: Option<RefCell<Sheet<'a>>>,
}

impl Listing<'_> {
    fn run(&self, wanted: &Wanted) -> Result<Exit, End> {
        let most = match (self.args.solutions, self.args.format) {
            (Count::Some(count), SheetFormat::Text) => count,
            (Count::All, SheetFormat::Text) => u64::MAX,
            (Count::Some(count), _) => count.min(MOST_ENTRIES),
            (Count::All, _) => MOST_ENTRIES,
        };
        let (mut count, mut stop) = (0, None);
        let go_on = || !interrupt::happened() && !self.limit.is_up();
        let mut list = |state: &State, signed: SignedGroup| {
            match self.list(count + 1, state, signed) {
                Ok(()) => count += 1,
                Err(end) => stop = Some(end),
            }
            match stop.is_some() || count >= most {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let end = match &wanted.pattern {
            // Every position comes once, in all its images.
            Some(pattern) => {
                let mut seen: HashSet<State> = HashSet::new();
                let found = &mut |state: State, signed| {
                    let is_new = self.up_to == UpTo::default()
                        || seen.insert(self.known.representative(&state, self.up_to));
                    if is_new { list(&state, signed) } else { ControlFlow::Continue(()) }
                };
                cube_positions::each_with_pattern(self.model, pattern, &wanted.requirement, go_on, found)
            }
            // One position of each class comes.
            None => {
                let found = &mut |state: State, signed| {
                    self.images(&state).iter().try_for_each(|image| list(image, signed))
                };
                cube_positions::each(self.model, &wanted.requirement, go_on, found)
            }
        };
        let end = end.map_err(|fault| Failure::bad_input(fault.to_string()))?;
        let sheet = self.sheet.as_ref().filter(|_| count > 0);
        sheet.map_or(Ok(()), |sheet| sheet.borrow().write(self.context))?;
        match stop {
            Some(end) => Err(end),
            None if end.is_break() && count < most => {
                Err(self.limit.stopped("not all positions are listed").into())
            }
            None if count == 0 => {
                Err(Failure::no(format!("no position has {}: all were tried", wanted.words)).into())
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

    /// Writes or draws a position, with a maneuver that makes it.
    fn list(&self, number: u64, state: &State, signed: SignedGroup) -> Result<(), End> {
        // Engines answer at once where they can, even if the time is up.
        if self.limit.is_up() {
            return Err(self.limit.stopped("not all positions are listed").into());
        }
        let position = Position { state: state.clone(), goal: None };
        let answer = self.solved(&position)?;
        let turns: Vec<Turn> = answer.turns.iter().rev().map(Turn::inverse).collect();
        let text = algorithm::write(&turns);
        let space = if text.is_empty() { "" } else { " " };
        let proven = if answer.optimal { "*" } else { "" };
        let line = format!("{text}{space}({}{proven})", counted(answer.length, &self.metric));
        let class = |group: &[_]| PointGroup::of(group).map(|class| class.to_string());
        let symmetry = class(&signed.symmetries());
        if let Some(sheet) = &self.sheet {
            sheet.borrow_mut().add(
                number.to_string(),
                [Some(line), symmetry].into_iter().flatten().collect(),
                state,
            );
            return Ok(());
        }
        let antisymmetry: Value = match signed.has_antisymmetry() {
            true => class(&signed.unsigned()).into(),
            false => Value::Null,
        };
        let facelets = self.model.facelets.as_ref();
        let record = Record::done(
            line,
            json!({
                "puzzle": self.model.puzzle.name(),
                "output": text,
                "algorithm": text,
                "length": answer.length,
                "metric": self.metric.name(),
                "optimal": answer.optimal,
                "facelets": facelets.map(|of| of.write(self.model.puzzle.orbits(), self.model.puzzle.solved(), state)),
                "symmetry": symmetry,
                "antisymmetry": antisymmetry,
                "self_inverse": signed.has_inversion(),
            }),
        );
        Ok(self.context.output.result(&record)?)
    }

    fn solved(&self, position: &Position) -> Result<Answer, End> {
        let time_is_up = || self.limit.is_up();
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
            (None, Outcome::LimitReached(reason)) => {
                Err(Failure::limit(format!("not all positions are listed: {reason}")).into())
            }
            (None, _) => Err(Failure::bad_input("a position was found that cannot be solved").into()),
        }
    }
}
