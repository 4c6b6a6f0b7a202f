//! `find --symmetry` on puzzles other than the 3x3x3: positions that given symmetries leave unchanged, counted or listed with maneuvers.

use super::maneuvers::{Maneuver, Maneuvers, TimeLimit};
use crate::args::{self, Count};
use crate::commands::sheet::Lines;
use crate::commands::{Context, End};
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::output::Record;
use crate::table_files;
use permutant::algorithm;
use permutant::analysis::state::position_symmetry::PositionSymmetries;
use permutant::analysis::state::symmetric_positions::{SymmetricPositions, SymmetricPositionsError};
use permutant::model::Model;
use permutant::puzzle::definition::Role;
use permutant::puzzle::moves::Turn;
use permutant::puzzle::state::State;
use permutant::puzzle::transformation::Transformation;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::json;
use std::ops::ControlFlow;

pub(super) fn run(context: &Context, model: &Model, args: &args::Find) -> Result<Exit, End> {
    let limit = TimeLimit::new(args);
    let name = model.puzzle.name();
    let only_cube = args.antisymmetry.is_some()
        || args.self_inverse
        || !args.face.is_empty()
        || args.colours.is_some()
        || args.only.is_some()
        || args.parity.is_some()
        || !args.up_to.is_empty()
        || args.format.is_some_and(|format| format != args::SheetFormat::Text);
    let Some(text) = args.symmetry.as_deref().filter(|_| !only_cube) else {
        let message = format!("positions of {name} can be found by --symmetry alone");
        return Err(Failure::bad_input(message)
            .help("antisymmetry, patterns, --up-to and pictures of positions are for the 3x3x3")
            .into());
    };
    let known = PositionSymmetries::new(&model.puzzle);
    let symmetries = read(model, &known, text)?;
    let go_on = || !interrupt::happened() && !limit.is_up();
    // The positions do not depend on the numbers, so they may be the same each time.
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let found = SymmetricPositions::new(&model.puzzle, &known, &symmetries, &mut rng, go_on);
    let found = found.map_err(|fault| match fault {
        SymmetricPositionsError::Stopped => limit.stopped("the count is not finished"),
        SymmetricPositionsError::TooLarge { .. } => Failure::limit(fault.to_string()),
        fault => Failure::bad_input(fault.to_string()),
    })?;
    if args.count {
        let count = found.count().to_string();
        let unit = if count == "1" { "position" } else { "positions" };
        let json = json!({ "puzzle": name, "requirement": text, "output": count, "positions": count });
        return context.results(&[Record::done(format!("symmetry {text}: {count} {unit}"), json)]);
    }
    let tables = table_files::open(&context.global, &context.output, context.threads());
    let maneuvers = Maneuvers::new(context, args, model, &tables, &limit)?;
    let most = match args.solutions {
        Count::Some(count) => count,
        Count::All => u64::MAX,
    };
    let mut lines = Lines::new(context, args.output.as_deref());
    let (mut count, mut stop) = (0, None);
    let end = found.each(go_on, &mut |state| {
        match record(model, &maneuvers, &state).and_then(|record| lines.add(record)) {
            Ok(()) => count += 1,
            Err(end) => stop = Some(end),
        }
        if stop.is_some() || count >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match stop {
        Some(end) => Err(end),
        None if end.is_break() && count < most => Err(limit.stopped("not all positions are listed").into()),
        None => Ok(Exit::Done),
    }
}

/// The symmetries that a text names, separated by commas: `all`, `rotations`, a rotation of the puzzle, or images of moves.
fn read(model: &Model, known: &PositionSymmetries<'_>, text: &str) -> Result<Vec<usize>, Failure> {
    let all = 0..known.count();
    let mut numbers: Vec<usize> = Vec::new();
    for part in text.split(',').map(str::trim) {
        match part {
            "all" => numbers.extend(all.clone()),
            "rotations" => {
                numbers.extend(all.clone().filter(|&number| known.is_rotation(number)));
            }
            part => numbers.push(one(model, known, part)?),
        }
    }
    Ok(numbers)
}

/// The symmetry with these images of moves, or with those of a rotation.
fn one(model: &Model, known: &PositionSymmetries<'_>, text: &str) -> Result<usize, Failure> {
    let pairs: Option<Vec<(&str, &str)>> =
        text.split_whitespace().map(|pair| pair.split_once('→').or_else(|| pair.split_once("->"))).collect();
    let found: Vec<usize> = match pairs.filter(|pairs| !pairs.is_empty()) {
        Some(pairs) => {
            let images = |number: usize| -> Vec<(String, String)> {
                let moves = known.moves(number).into_iter();
                moves.map(|(turn, image)| (turn.to_string(), image.to_string())).collect()
            };
            let has = |images: &[(String, String)]| {
                pairs.iter().all(|&(turn, image)| images.iter().any(|(a, b)| a == turn && b == image))
            };
            (0..known.count()).filter(|&number| has(&images(number))).collect()
        }
        None => {
            let rotation = algorithm::read(&model.puzzle, text).ok().filter(|turns| {
                !turns.is_empty() && turns.iter().all(|turn| turn.base().role == Role::Rotation)
            });
            let Some(rotation) = rotation else {
                let message = format!("'{text}' is no symmetry of {}", model.puzzle.name());
                return Err(Failure::bad_input(message).help(
                    "expected a rotation of the whole puzzle such as y2, images of moves such as R→L (or R->L), all, or rotations; \
                     `permutant show PUZZLE --symmetry` prints generators",
                ));
            };
            let change = rotation
                .iter()
                .fold(Transformation::identity(), |all, turn| all.then(&turn.transformation()));
            let back = change.inverse();
            let does = |(turn, image): &(Turn, Turn)| {
                back.then(&turn.transformation()).then(&change) == image.transformation()
            };
            (0..known.count()).filter(|&number| known.moves(number).iter().all(does)).take(1).collect()
        }
    };
    match found[..] {
        [number] => Ok(number),
        [] => Err(Failure::bad_input(format!(
            "no symmetry of {} does '{text}' to its moves",
            model.puzzle.name()
        ))
        .help("`permutant show PUZZLE --symmetry` prints generators")),
        _ => Err(Failure::bad_input(format!("{} symmetries do '{text}'", found.len()))
            .help("give the images of more moves")),
    }
}

/// A position as a maneuver that makes it.
fn record(model: &Model, maneuvers: &Maneuvers<'_>, state: &State) -> Result<Record, End> {
    let Maneuver { text, line, length, optimal } = maneuvers.to(state)?;
    let json = json!({
        "puzzle": model.puzzle.name(),
        "output": text,
        "algorithm": text,
        "length": length,
        "metric": maneuvers.metric.name(),
        "optimal": optimal,
    });
    Ok(Record::done(line, json))
}
