//! `alg`: transforms, counts and compares algorithms.

use super::{Context, End};
use crate::args::{self, AlgAction, Plane};
use crate::batch;
use crate::exit::{Exit, Failure};
use crate::inputs;
use crate::interrupt;
use crate::output::Record;
use crate::symmetries::{self, Told};
use permutant::algorithm;
use permutant::analysis::sequence::order::product;
use permutant::analysis::sequence::shorten;
use permutant::analysis::sequence::unrotate::unrotate;
use permutant::analysis::state::position_symmetry::{PositionSymmetries, UpTo};
use permutant::model::{Family, Model};
use permutant::position::line_kind::LineKind;
use permutant::position::{self, wrong_by_piece, wrong_pieces};
use permutant::puzzle::cycle_class::CycleClass;
use permutant::puzzle::cycle_structure::CycleStructure;
use permutant::puzzle::diagnostic::Diagnostic;
use permutant::puzzle::metric::Metric;
use permutant::puzzle::moves::Turn;
use permutant::puzzle::notation::cube_symmetry::{self, CubeSymmetry};
use permutant::puzzle::state::State;
use permutant::puzzle::sticker_pieces::StickerPieces;
use permutant::search::limits::Control;
use serde_json::json;
use std::collections::HashSet;
use std::sync::Mutex;

/// The greatest length of a replacement in `shorten` if the user names none: the help of `--depth` states it.
const SHORTEN_DEPTH: u32 = 6;

/// An action, prepared for any number of algorithms.
struct Job<'a> {
    args: &'a args::Alg,
    model: &'a Model,
    metric: Metric,
    symmetry: Option<CubeSymmetry>,
    /// The symmetries up to which positions are compared.
    symmetries: Option<PositionSymmetries<'a>>,
    up_to: UpTo,
    seen: Mutex<HashSet<State>>,
    /// The pieces that stickers make up, if these are counted.
    pieces: Option<StickerPieces>,
}

pub(super) fn run(context: &Context, args: &args::Alg) -> Result<Exit, End> {
    args.check().map_err(Failure::bad_input)?;
    let model = inputs::model(&args.puzzle)?;
    let metric = inputs::metric(&model, &args.metric)?;
    let symmetry = symmetry(args, &model)?;
    let is_of_positions = matches!(args.action, AlgAction::Symmetry | AlgAction::Images);
    let by_symmetry = is_of_positions || !args.up_to.is_empty();
    let symmetries = by_symmetry.then(|| PositionSymmetries::new(&model.puzzle));
    let model = &model;
    let up_to = match &symmetries {
        Some(_) if args.action == AlgAction::Images && args.up_to.is_empty() => {
            UpTo { symmetries: true, ..UpTo::default() }
        }
        Some(symmetries) => symmetries::up_to(model, symmetries, &args.up_to)?,
        None => UpTo::default(),
    };
    let pieces = args.by_piece.then(|| StickerPieces::find(model.puzzle.definition())).flatten();
    let job = Job { args, model, metric, symmetry, symmetries, up_to, seen: Mutex::default(), pieces };
    if args.alg != "-" {
        return context.results(&job.record(&args.alg)?);
    }
    // Which of two equal algorithms comes first depends on the order.
    let threads = if args.action == AlgAction::Unique { 1 } else { context.threads() };
    Ok(match args.action {
        AlgAction::Unique | AlgAction::Symmetry | AlgAction::Images | AlgAction::Wrong => {
            batch::positions(&context.output, threads, model, |line, _| job.record(line))?
        }
        _ => batch::run(&context.output, threads, |line, _| job.record(line))?,
    })
}

/// The symmetry of the cube that mirror and rotate apply.
fn symmetry(args: &args::Alg, model: &Model) -> Result<Option<CubeSymmetry>, Failure> {
    if !matches!(args.action, AlgAction::Mirror | AlgAction::Rotate) {
        return Ok(None);
    }
    if !matches!(model.family, Family::Cube(_)) {
        let message = format!("mirror and rotate work only for cubes, not for {}", model.puzzle.name());
        return Err(Failure::bad_input(message));
    }
    if args.action == AlgAction::Mirror {
        return Ok(Some(CubeSymmetry::mirror(match args.plane.unwrap_or(Plane::M) {
            Plane::M => cube_symmetry::Plane::M,
            Plane::E => cube_symmetry::Plane::E,
            Plane::S => cube_symmetry::Plane::S,
        })));
    }
    let by = args.by.as_deref().unwrap_or("y");
    let fault = |fault: Diagnostic| Failure::in_text("rotation", by, fault);
    let rotation = algorithm::parse(&model.puzzle, by).map_err(fault)?;
    CubeSymmetry::rotation(&rotation).map(Some).map_err(fault)
}

impl Job<'_> {
    fn record(&self, text: &str) -> Result<Vec<Record>, Failure> {
        let puzzle = &self.model.puzzle;
        let fault = |fault: Diagnostic| Failure::in_text("algorithm", text, fault);
        if LineKind::of(self.model, text, false) != LineKind::Algorithm {
            return self.of_position(text);
        }
        let alg = algorithm::parse(puzzle, text).map_err(fault)?;
        if self.args.action == AlgAction::Count {
            let length = algorithm::length(puzzle, &alg, &self.metric).map_err(fault)?;
            return Ok(vec![self.count(text, length)]);
        }
        // Computed for every action, so that a move that the puzzle lacks is always an error.
        let turns = algorithm::turns(puzzle, &alg).map_err(fault)?;
        let length = self.metric.length(&turns);
        let told = |output: String, length: u64| {
            let json = json!({
                "puzzle": puzzle.name(),
                "input": text,
                "output": output,
                "algorithm": output,
                "length": length,
                "metric": self.metric.name(),
            });
            Ok(vec![Record::done(output, json)])
        };
        // Directions depend on the position: that of algorithms is the solved one.
        let written = |turns: &[Turn]| algorithm::write_from(puzzle, puzzle.solved(), turns);
        match self.args.action {
            AlgAction::Invert => told(algorithm::inverse(puzzle, &alg).to_string(), length),
            AlgAction::Expand if self.args.single => {
                let single = algorithm::single(&turns).ok_or_else(|| {
                    let most = algorithm::MAX_MOVES;
                    Failure::bad_input(format!("more than {most} moves, powers as single moves"))
                })?;
                told(written(&single), self.metric.length(&single))
            }
            AlgAction::Expand | AlgAction::Count => told(written(&turns), length),
            AlgAction::Simplify => {
                let simple = algorithm::simplify(puzzle, &turns);
                told(written(&simple), self.metric.length(&simple))
            }
            AlgAction::Shorten => {
                let control = Control::new().with_cancel(interrupt::flag());
                let depth = self.args.depth.unwrap_or(SHORTEN_DEPTH);
                let short = shorten::shorten(puzzle, &turns, &self.metric, depth, &control)
                    .map_err(|fault| Failure::bad_input(fault.to_string()))?;
                told(written(&short), self.metric.length(&short))
            }
            AlgAction::Mirror | AlgAction::Rotate => {
                let Some(symmetry) = self.symmetry else { return Ok(Vec::new()) };
                told(algorithm::image_on_cube(puzzle, text, &symmetry).map_err(fault)?.to_string(), length)
            }
            AlgAction::Unique => match self.is_new(self.after(text)?) {
                true => told(text.to_string(), length),
                false => Ok(Vec::new()),
            },
            AlgAction::Merge => {
                let merged = algorithm::merge(puzzle, &turns);
                told(written(&merged), self.metric.length(&merged))
            }
            AlgAction::Unrotate => {
                let turned = unrotate(&self.model.puzzle, &turns)
                    .map_err(|unnamed| Failure::bad_input(unnamed.to_string()))?;
                told(written(&turned), self.metric.length(&turned))
            }
            AlgAction::Conjugacy => Ok(vec![self.conjugacy(text, &turns, length)]),
            AlgAction::Symmetry => {
                let Some(symmetries) = &self.symmetries else { return Ok(Vec::new()) };
                let symmetry = Told::new(symmetries, &self.after(text)?);
                let mut json = json!({ "puzzle": puzzle.name(), "input": text, "length": length });
                json["output"] = symmetry.count.into();
                json["symmetry"] = symmetry.json;
                Ok(vec![Record::done(symmetry.line, json)])
            }
            AlgAction::Images => self.images(text, &self.after(text)?),
            AlgAction::Wrong => self.wrong(text, &self.after(text)?, Some(length)),
        }
    }

    /// A length that may exceed what a list of turns could hold.
    fn count(&self, text: &str, length: u128) -> Record {
        // Numbers that some JSON readers cannot represent exactly are written as strings.
        let number = u64::try_from(length).ok().filter(|length| *length < 1 << 53);
        let number = number.map_or_else(|| json!(length.to_string()), |length| json!(length));
        let output = length.to_string();
        let json = json!({
            "puzzle": self.model.puzzle.name(),
            "input": text,
            "output": output,
            "length": number,
            "metric": self.metric.name(),
        });
        Record::done(output, json)
    }

    /// The cycle class of an algorithm, and one element of it.
    fn conjugacy(&self, text: &str, turns: &[Turn], length: u64) -> Record {
        let puzzle = &self.model.puzzle;
        let class = CycleClass::of(&product(turns), puzzle.orbits());
        let output = class.write(puzzle.orbits());
        let representative = CycleStructure::of(&class.representative(puzzle.orbits()));
        let orbits = puzzle.orbits().iter().zip(class.orbits());
        let cycles = orbits.filter(|(_, cycles)| !cycles.is_empty()).map(|(orbit, cycles)| {
            let kind = |&(length, twist): &(usize, u16)| json!({ "length": length, "twist": twist });
            json!({ "orbit": orbit.name, "cycles": cycles.iter().map(kind).collect::<Vec<_>>() })
        });
        let json = json!({
            "puzzle": puzzle.name(),
            "input": text,
            "output": output,
            "length": length,
            "class": cycles.collect::<Vec<_>>(),
            "representative": representative.write(puzzle.orbits()),
        });
        Record::done(output, json)
    }

    /// The results of the actions that examine positions, for a line that is a position; the other actions change
    /// algorithms.
    fn of_position(&self, text: &str) -> Result<Vec<Record>, Failure> {
        let puzzle = &self.model.puzzle;
        let read = || -> Result<State, Failure> {
            let position = inputs::position(self.model, text, None)?;
            match position.goal {
                None => Ok(position.state),
                Some(_) => Err(Failure::bad_input("the position is incomplete")
                    .help("give the place and the orientation of every piece")),
            }
        };
        match self.args.action {
            AlgAction::Unique => {
                let json = json!({ "puzzle": puzzle.name(), "input": text, "output": text });
                Ok(if self.is_new(read()?) { vec![Record::done(text, json)] } else { Vec::new() })
            }
            AlgAction::Symmetry => {
                let Some(symmetries) = &self.symmetries else { return Ok(Vec::new()) };
                let symmetry = Told::new(symmetries, &read()?);
                let mut json = json!({ "puzzle": puzzle.name(), "input": text });
                json["output"] = symmetry.count.into();
                json["symmetry"] = symmetry.json;
                Ok(vec![Record::done(symmetry.line, json)])
            }
            AlgAction::Images => self.images(text, &read()?),
            AlgAction::Wrong => self.wrong(text, &read()?, None),
            _ => Err(Failure::bad_input("this is a position; expected an algorithm").help(
                "`permutant solve` finds an algorithm for it; unique, symmetry, images and wrong take positions too",
            )),
        }
    }

    /// The positions that count as the same, each as a text that is read as this position.
    fn images(&self, text: &str, state: &State) -> Result<Vec<Record>, Failure> {
        let Some(symmetries) = &self.symmetries else { return Ok(Vec::new()) };
        let images = symmetries.images(state, self.up_to);
        let record = |(number, image): (usize, &State)| {
            let output =
                position::write(self.model, image).map_err(|fault| Failure::bad_input(fault.to_string()))?;
            let json = json!({
                "puzzle": self.model.puzzle.name(),
                "input": text,
                "output": output,
                "image": number + 1,
                "images": images.len(),
            });
            Ok(Record::done(output, json))
        };
        images.iter().enumerate().map(record).collect()
    }

    /// Whether no equivalent position came before.
    fn is_new(&self, state: State) -> bool {
        let one = match &self.symmetries {
            Some(symmetries) => symmetries.representative(&state, self.up_to),
            None => state,
        };
        self.seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner).insert(one)
    }

    /// The number of unsolved pieces, or with a limit the line itself if there are no more than that.
    fn wrong(&self, text: &str, state: &State, length: Option<u64>) -> Result<Vec<Record>, Failure> {
        let puzzle = &self.model.puzzle;
        let wrong = match &self.pieces {
            Some(pieces) => wrong_by_piece(puzzle, pieces, state).ok_or_else(|| {
                Failure::bad_input("the stickers do not make up the pieces of the solved puzzle")
                    .help("without --by-piece, each sticker counts")
            })?,
            None => wrong_pieces(puzzle, state),
        };
        let json = || {
            let mut json = json!({ "puzzle": puzzle.name(), "input": text, "output": wrong, "wrong": wrong });
            if let Some(length) = length {
                json["length"] = length.into();
            }
            json
        };
        Ok(match self.args.at_most {
            Some(most) if wrong > most => Vec::new(),
            _ if self.args.count => vec![Record::done(format!("{wrong} {text}"), json())],
            None => vec![Record::done(wrong.to_string(), json())],
            Some(_) => vec![Record::done(text, json())],
        })
    }

    /// The state after an algorithm, from the solved state.
    fn after(&self, text: &str) -> Result<State, Failure> {
        let (after, _) = inputs::after(self.model, self.model.puzzle.solved(), "algorithm", text)?;
        Ok(after.state)
    }
}
