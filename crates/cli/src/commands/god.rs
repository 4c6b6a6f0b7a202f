//! `god`: the number of states at each distance.

use super::{Context, End, solve};
use crate::args::{self, Switch};
use crate::exit::{Exit, Failure};
use crate::god_saves::GodSaves;
use crate::god_stores::Stores;
use crate::inputs;
use crate::interrupt;
use crate::output::{Record, number_of};
use crate::progress::Meter;
use permutant::algorithm;
use permutant::analysis::sequence::move_choice;
use permutant::analysis::state::god::{self, Antipode, GodError, Report, Request};
use permutant::group::UBig;
use permutant::ignored_pieces::LeftOut;
use permutant::model::Model;
use permutant::pattern_table::PatternTable;
use permutant::position::Position;
use permutant::puzzle::metric::Metric;
use permutant::puzzle::moves::Turn;
use permutant::puzzle::state::State;
use permutant::search::limits::{Control, StopReason};

use serde_json::{Value, json};

/// Integers from here on are not represented exactly by every JSON reader; they are written as strings.
const EXACT_IN_JSON: u64 = 1 << 53;

pub(super) fn run(context: &Context, args: &args::God) -> Result<Exit, End> {
    let model = inputs::model(&args.puzzle)?;
    let metric = inputs::metric(&model, &args.metric)?;
    let turns = move_choice::turns(&model.puzzle, &metric, &args.moves)
        .map_err(|fault| Failure::bad_input(fault.to_string()))?;
    if !args.pattern.is_empty() {
        return of_pieces(context, args, &model, &metric, &turns);
    }
    let left_out = inputs::left_out(&model, &args.ignore, &args.ignore_orientation)?;
    let subgroup = solve::subgroup(&model, &metric, &args.subgroup)?;
    let goals = match (subgroup, left_out) {
        (Some(subgroup), _) => vec![subgroup.goal().clone()],
        (None, Some(left_out)) => vec![without(&model, &left_out)?],
        (None, None) if args.up_to_rotation => inputs::in_any_orientation(&model)?.puzzle.solved_states(),
        (None, None) => vec![model.puzzle.solved().clone()],
    };
    let what = format!(
        "{:?}",
        (model.puzzle.definition(), metric.name(), &turns, &goals, args.depth, args.antipodes, args.symmetry)
    );
    let stores = Stores::open(args, &context.output, (context.threads(), context.global.memory), &what)?;
    let (threads, max_memory) = match &stores {
        Some(stores) => (stores.threads, stores.memory),
        None => (context.threads(), context.global.memory),
    };
    let saves = GodSaves::new(&context.global, &context.output, args.save_every);
    let request = Request {
        metric,
        turns,
        goals,
        depth: args.depth,
        antipodes: usize::from(args.antipodes),
        symmetry: args.symmetry == Switch::On,
        classes: args.classes,
        threads,
        max_memory,
        saves: &saves,
        store: stores.as_ref().map(Stores::store),
    };
    let meter = Meter::new(&context.output);
    let listener = |progress| meter.show(&progress);
    let control = Control::new().with_cancel(interrupt::flag()).with_progress(&listener);
    let report =
        god::run(&model.puzzle, &request, &control).map_err(|fault| failure(&fault, stores.is_some()));
    drop(meter);
    let metric = request.metric.clone();
    let (is_stored, is_first) = (stores.is_some(), stores.as_ref().is_none_or(|stores| stores.is_first));
    let report = report?;
    if let Some(stores) = stores
        && matches!(report.stopped, None | Some(StopReason::Length))
    {
        stores.finish();
    }
    if !is_first {
        return Ok(Exit::Done);
    }
    if is_stored && report.stopped == Some(StopReason::Cancelled) {
        context.output.note("the levels that are complete are kept; the same command continues");
    }
    if args.explain {
        report.explanation.iter().for_each(|sentence| context.output.note(sentence));
    }
    if args.classes && report.classes.is_none() && report.stopped != Some(StopReason::Cancelled) {
        context.output.note(
            "note: no classes are counted: no symmetries of these moves are known that apply to all states",
        );
    }
    context.results(&[told(&model, args, &metric, &report)])
}

/// The solved state in which some pieces are not distinguished.
fn without(model: &Model, left_out: &LeftOut) -> Result<State, Failure> {
    let solved = Position { state: model.puzzle.solved().clone(), goal: None };
    let position = left_out.position(model, &solved);
    Ok(position.map_err(|fault| Failure::bad_input(fault.to_string()))?.state)
}

/// Counts the arrangements of some pieces.
fn of_pieces(
    context: &Context,
    args: &args::God,
    model: &Model,
    metric: &Metric,
    turns: &[Turn],
) -> Result<Exit, End> {
    let names: Vec<&str> = args.pattern.iter().map(String::as_str).collect();
    let pieces = inputs::pieces(model, &names)?;
    let table = PatternTable::new(model, metric, turns, &pieces)
        .map_err(|fault| Failure::bad_input(fault.to_string()))?;
    context.check_memory("counting these pieces", table.bytes_to_count())?;
    let meter = Meter::new(&context.output);
    let listener = |progress| meter.show(&progress);
    let control = Control::new().with_cancel(interrupt::flag()).with_progress(&listener);
    let counts = table.distribution(context.threads(), &control).map_err(|_| Failure::interrupted());
    drop(meter);
    if args.explain {
        let entries = table.set().entries();
        context.output.note(&format!(
            "{entries} arrangements, numbered by the ranks of partial permutations; a byte each"
        ));
    }
    let distribution = counts?.into_iter().map(UBig::from).collect();
    let report = Report {
        distribution,
        stopped: None,
        classes: None,
        states: None,
        antipodes: Vec::new(),
        method: "pattern database",
        explanation: Vec::new(),
    };
    context.results(&[told(model, args, metric, &report)])
}

fn failure(fault: &GodError, is_on_disk: bool) -> Failure {
    let text = fault.to_string();
    match fault {
        GodError::Memory { .. } if is_on_disk => {
            Failure::limit(text).help("allow more with --memory, or take fewer --moves")
        }
        GodError::Memory { .. } => Failure::limit(text)
            .help("allow more with --memory, keep the states on a disk with --disk, count up to a --depth, or take fewer --moves"),
        GodError::Store { is_full: true, .. } => Failure::limit(text)
            .help("free some space; the same command then continues after the last complete level"),
        GodError::Store { .. } => Failure::limit(text),
        _ => Failure::bad_input(text),
    }
}

/// The scramble of a state, which begins with the solved one, and its solution.
fn written(model: &Model, antipode: &Antipode) -> [String; 2] {
    let puzzle = &model.puzzle;
    let mut state = puzzle.solved().clone();
    let scramble = algorithm::write_from(puzzle, &state, &antipode.scramble);
    antipode.scramble.iter().for_each(|turn| turn.make(&mut state));
    [scramble, algorithm::write_from(puzzle, &state, &antipode.solution)]
}

fn told(model: &Model, args: &args::God, metric: &Metric, report: &Report) -> Record {
    let total = report.total();
    let classes = report.classes.as_ref();
    let heading = if classes.is_some() { "classes" } else { "" };
    let mut lines = vec![
        format!("{:>8}  {:>20}  {:>12}  {heading:>20}", "distance", "states", "ratio").trim_end().to_string(),
    ];
    let mut before: Option<&UBig> = None;
    for (distance, count) in report.distribution.iter().enumerate() {
        let ratio = before.filter(|before| **before > UBig::ZERO).map_or(String::new(), |before| {
            format!("{:.4}", count.to_f64().value() / before.to_f64().value())
        });
        let of_classes =
            classes.map(|classes| classes.distribution[distance].to_string()).unwrap_or_default();
        let line = format!("{distance:>8}  {:>20}  {ratio:>12}  {of_classes:>20}", count.to_string());
        lines.push(line.trim_end().to_string());
        before = Some(count);
    }
    lines.push(match (report.stopped, report.diameter()) {
        (None, Some(diameter)) => {
            let total = number_of(&total, ["state", "states"]);
            format!("{total}, all within {diameter} ({})", metric.name())
        }
        (reason, _) => {
            let states = match &report.states {
                Some(all) => format!("{total} of {all} states"),
                None => number_of(&total, ["state", "states"]),
            };
            let why = match reason {
                Some(StopReason::Length) | None => String::new(),
                Some(reason) => format!("; {reason}"),
            };
            let far = report.distribution.len() - 1;
            format!("{states} within {far} ({}){why}", metric.name())
        }
    });
    if let Some(classes) = classes {
        let total = classes.distribution.iter().sum::<UBig>();
        let inverses = if classes.inverses { " and inversion" } else { "" };
        lines.push(match classes.symmetries {
            1 if !classes.inverses => format!("{total} classes: no symmetry of the moves was used"),
            1 => format!("{total} classes under inversion: no symmetry of the moves was used"),
            symmetries => format!("{total} classes under {symmetries} symmetries of the moves{inverses}"),
        });
    }
    for antipode in &report.antipodes {
        let [scramble, solution] = written(model, antipode);
        lines.push(match solution.is_empty() {
            true => "farthest: the solved state".to_string(),
            false => format!("farthest: {scramble}  solved by {solution}"),
        });
    }
    let antipodes = report.antipodes.iter().map(|antipode| {
        let [scramble, solution] = written(model, antipode);
        json!({ "scramble": scramble, "solution": solution, "length": report.distribution.len() - 1 })
    });
    let json = json!({
        "puzzle": model.puzzle.name(),
        "metric": metric.name(),
        "moves": args.moves,
        "subgroup": args.subgroup,
        "pattern": args.pattern,
        "distribution": report.distribution.iter().map(number).collect::<Vec<_>>(),
        "total": number(&total),
        "complete": report.stopped.is_none(),
        "states": report.states.as_ref().map(number),
        "diameter": report.diameter(),
        "classes": classes.map(|classes| classes.distribution.iter().map(number).collect::<Vec<_>>()),
        "symmetries": classes.map(|classes| classes.symmetries),
        "inverses": classes.map(|classes| classes.inverses),
        "antipodes": antipodes.collect::<Vec<_>>(),
        "method": report.method,
        "stopped": report.stopped.map(|reason| reason.to_string()),
    });
    let exit = match report.stopped {
        None | Some(StopReason::Length) => Exit::Done,
        Some(StopReason::Cancelled) => Exit::Interrupted,
        Some(_) => Exit::Limit,
    };
    Record::done(lines.join("\n"), json).with_exit(exit)
}

/// A JSON number if every reader represents it exactly, otherwise a string.
fn number(count: &UBig) -> Value {
    match u64::try_from(count) {
        Ok(small) if small < EXACT_IN_JSON => small.into(),
        _ => count.to_string().into(),
    }
}
