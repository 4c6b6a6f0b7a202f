//! `apply` and `show`: the position after an algorithm.

use super::{Context, End};
use crate::args::{self, SheetFormat, StateFormat};
use crate::batch;
use crate::drawing::Drawing;
use crate::exit::{Exit, Failure};
use crate::inputs;
use crate::output::Record;
use crate::symmetries::Told;

use permutant::algorithm;
use permutant::analysis::sequence::order::product;
use permutant::analysis::state::position_symmetry::PositionSymmetries;
use permutant::model::Model;
use permutant::position::board;
use permutant::position::line_kind::LineKind;
use permutant::position::{self, Position};
use permutant::puzzle::formats::problem::Problem;
use permutant::puzzle::formats::style::Style;
use permutant::puzzle::formats::{WriteError, kpuzzle, orbit_rows, scr, tws};
use permutant::puzzle::moves::Turn;
use permutant::puzzle::points::Points;
use permutant::puzzle::transformation::Transformation;
use serde_json::{Value, json};

pub(super) fn run(context: &Context, args: &args::Apply) -> Result<Exit, End> {
    let model = inputs::model(&args.puzzle)?;
    let (start, before) = start(&model, args)?;
    let symmetries = args.symmetry.then(|| PositionSymmetries::new(&model.puzzle));
    // Prepared once for all lines of a batch.
    let format = args.format();
    Drawing::check_ending(args.output.as_deref(), &format)?;
    let is_drawn = matches!(format, StateFormat::Svg | StateFormat::Png | StateFormat::Scene);
    if !is_drawn {
        Drawing::none(&args.picture, "--format svg, or -o with a file that ends in svg or png")?;
    }
    let drawing = is_drawn.then(|| Drawing::new(&model, &args.picture)).transpose()?;
    if let (StateFormat::Png, Some(drawing)) = (format, &drawing) {
        let path = args.output.as_ref().filter(|_| args.alg != "-").ok_or_else(Drawing::no_file)?;
        let (after, turns) = position_after(&model, &start, &args.alg)?;
        let loose = drawing.loose(before.iter().chain(&turns));
        inputs::write_bytes(path, &drawing.png(&after, &loose)?)?;
        return Ok(Exit::Done);
    }
    let record = |alg: &str| {
        record(
            &model,
            (&start, &before),
            alg,
            (format, context.global.json),
            drawing.as_ref(),
            symmetries.as_ref(),
        )
    };
    if args.alg == "-" {
        return Ok(batch::run(&context.output, context.threads(), |line, _| Ok(vec![record(line)?]))?);
    }
    let record = record(&args.alg)?;
    if let Some(path) = &args.output {
        // A file that ends in svg gets a picture, as one that ends in png does.
        let is_record = context.global.json && SheetFormat::of(None, Some(path)) == SheetFormat::Text;
        let text = if is_record { Value::Object(record.json).to_string() } else { record.text };
        inputs::write_text(path, &text)?;
        return Ok(Exit::Done);
    }
    context.results(&[record])
}

/// The position to start from, and the turns that lead to it from the solved state if it was given by them.
fn start(model: &Model, args: &args::Apply) -> Result<(Position, Vec<Turn>), Failure> {
    let faces = args.faces.as_deref();
    inputs::check_faces(model, faces)?;
    let position = if let Some(text) = &args.from {
        inputs::position(model, text, faces)?
    } else if let Some(text) = &args.facelets {
        position::read_facelets(model, text, faces)
            .map_err(|fault| Failure::in_text("facelets", text, fault))?
    } else if let Some(path) = &args.state {
        let (name, mut read) = inputs::positions_of_file(model, path)?;
        if read.len() > 1 {
            let message = format!("{name} contains {} positions; expected one to start from", read.len());
            return Err(Failure::bad_input(message));
        }
        read.remove(0).0?
    } else {
        Position::new(model.puzzle.solved().clone())
    };
    let algorithm =
        args.from.as_deref().filter(|text| LineKind::of(model, text, false) == LineKind::Algorithm);
    let turns = algorithm.and_then(|text| algorithm::read(&model.puzzle, text).ok());
    Ok((position, turns.unwrap_or_default()))
}

/// The position after an algorithm, and its turns. From the solved state, a position may be given instead of an algorithm.
fn position_after(model: &Model, start: &Position, alg: &str) -> Result<(Position, Vec<Turn>), Failure> {
    if start.state == *model.puzzle.solved() && LineKind::of(model, alg, false) != LineKind::Algorithm {
        return Ok((inputs::position(model, alg, None)?, Vec::new()));
    }
    let (after, turns) = inputs::after(model, &start.state, "algorithm", alg)?;
    Ok((Position { goal: start.goal.clone(), ..after }, turns))
}

fn record(
    model: &Model,
    (start, before): (&Position, &[Turn]),
    alg: &str,
    (format, is_json): (StateFormat, bool),
    drawing: Option<&Drawing<'_>>,
    symmetries: Option<&PositionSymmetries<'_>>,
) -> Result<Record, Failure> {
    let puzzle = &model.puzzle;
    let (after, turns) = position_after(model, start, alg)?;
    let state = &after.state;
    let definition = puzzle.definition();
    let is_change = matches!(
        format,
        StateFormat::Move | StateFormat::MoveFromZero | StateFormat::Cmov | StateFormat::Cycles
    );
    let change = if is_change { Change::of(model, alg)? } else { Change::none() };
    let unwritable = |fault: WriteError| Failure::bad_input(fault.to_string());
    let reference = after.reference(puzzle);
    let facelets = model.facelets.as_ref().map(|layout| layout.write(puzzle.orbits(), reference, state));
    let facelets = facelets.or_else(|| {
        let stickers = model.stickers().filter(|_| is_json || format == StateFormat::Facelets)?;
        Some(stickers.text.write(&stickers.shape.colours(reference, state)))
    });
    let problem = Problem { goal: after.goal.clone(), ..Problem::new(state.clone()) };
    let pattern = kpuzzle::write_problem(definition, &problem).map_err(unwritable);
    let pattern = pattern.and_then(|text| {
        serde_json::from_str::<Value>(&text).map_err(|error| Failure::bad_input(error.to_string()))
    });
    let mut text = match format {
        StateFormat::Text => by_orbit(model, &after, facelets.as_deref()),
        StateFormat::Facelets => facelets.clone().ok_or_else(|| {
            Failure::bad_input(format!("{} has no facelet strings", puzzle.name()))
                .help("use --format text, tws, cpos or json")
        })?,
        StateFormat::Tws | StateFormat::TwsFromZero => {
            // Readers want to know from the definition what positions leave open.
            if definition.restrictions.ignore.is_empty() {
                check_complete(&after, "a Scramble block")?;
            }
            let style = if format == StateFormat::Tws { Style::FromOne } else { Style::FromZero };
            scr::write_position(definition, "after", &problem, style).map_err(unwritable)?
        }
        StateFormat::Cpos => {
            check_complete(&after, "a CPOS line")?;
            scr::write_cpos(definition, state).map_err(unwritable)?
        }
        StateFormat::Move | StateFormat::MoveFromZero => {
            let style = if format == StateFormat::Move { Style::FromOne } else { Style::FromZero };
            tws::write_move(definition, &change.name, &change.effect, style).map_err(unwritable)?
        }
        StateFormat::Cmov => scr::write_cmov(definition, &change.effect).map_err(unwritable)?,
        StateFormat::Cycles => {
            let points = Points::new(puzzle.orbits()).ok_or_else(|| {
                Failure::bad_input(format!("{} has too many points to be numbered", puzzle.name()))
            })?;
            points.permutation(&change.effect).to_string()
        }
        StateFormat::Json => pattern.clone()?.to_string(),
        StateFormat::Svg | StateFormat::Png | StateFormat::Scene => String::new(),
    };
    if let Some(drawing) = drawing {
        let title = if alg.trim().is_empty() {
            puzzle.name().to_string()
        } else {
            format!("{} {alg}", puzzle.name())
        };
        let loose = drawing.loose(before.iter().chain(&turns));
        text = match format {
            StateFormat::Scene => {
                check_complete(&after, "a scene")?;
                drawing.scene(state, &loose)
            }
            _ => drawing.svg(&after, &loose, &title)?,
        };
    }
    let mut json = json!({
        "puzzle": puzzle.name(),
        "input": alg,
        "facelets": facelets,
        "pattern": pattern.ok(),
        "solved": after.is_solved(puzzle),
    });
    match format {
        StateFormat::Svg => json["svg"] = text.as_str().into(),
        _ if is_change => json["output"] = text.as_str().into(),
        StateFormat::Scene => {
            json["scene"] =
                serde_json::from_str(&text).map_err(|error| Failure::bad_input(error.to_string()))?;
        }
        _ => {}
    }
    if let Some(symmetries) = symmetries {
        check_complete(&after, "a symmetry")?;
        let told = Told::new(symmetries, state);
        if format == StateFormat::Text {
            text = [text].into_iter().chain(told.lines).collect::<Vec<_>>().join("\n");
        }
        json["symmetry"] = told.json;
    }
    Ok(Record::done(text.trim_end(), json))
}

/// Refuses an incomplete position where all pieces are needed.
fn check_complete(position: &Position, what: &str) -> Result<(), Failure> {
    match position.goal {
        None => Ok(()),
        Some(_) => {
            Err(Failure::bad_input(format!("the position is incomplete, and {what} takes all its pieces"))
                .help("give the place and the orientation of every piece"))
        }
    }
}

/// What an algorithm does, whatever position it is applied to.
struct Change {
    /// The name that it has in a definition: that of the move, if it is one move, made once.
    name: String,
    effect: Transformation,
}

impl Change {
    /// The name of what is no single move, as twsearch has it.
    const UNNAMED: &str = "noname";

    fn none() -> Self {
        Change { name: Self::UNNAMED.into(), effect: Transformation::identity() }
    }

    /// What an algorithm does. A position is refused: identical pieces leave open what would lead to it.
    fn of(model: &Model, alg: &str) -> Result<Self, Failure> {
        if LineKind::of(model, alg, false) != LineKind::Algorithm {
            return Err(Failure::bad_input("this is a position; expected an algorithm")
                .help("--format move, move-from-0, cmov and cycles write what an algorithm does"));
        }
        let turns = inputs::turns(model, model.puzzle.solved(), "algorithm", alg)?;
        let name = match &turns[..] {
            [turn] if turn.amount() == 1 => turn.to_string(),
            _ => Self::UNNAMED.into(),
        };
        Ok(Change { name, effect: product(&turns) })
    }
}

/// A text for people: for each orbit, the piece in each slot, counted from 1, and its orientation.
fn by_orbit(model: &Model, position: &Position, facelets: Option<&str>) -> String {
    let puzzle = &model.puzzle;
    let text = board::grid(model, &position.state).unwrap_or_else(|| {
        orbit_rows::write(puzzle.definition(), &position.state, position.goal.as_ref(), facelets)
    });
    if position.is_solved(puzzle) { format!("{text}\nsolved") } else { text }
}
